"""A game as the environments of other packages see it: seats decide one after the other, chance falls inside."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from . import _library as library
from ._errors import Misuse
from ._game import Game
from ._state import Dice, State

NOBODY = -1


def bounds(game: Game) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the greatest that each number of an observation can be."""
    low, high = np.zeros(game.observation_size, np.float32), np.ones(game.observation_size, np.float32)
    for field in game.fields:
        low[field.at:field.at + field.size] = field.min
        high[field.at:field.at + field.size] = field.max
    return low, high


def open_game(game: Any, options: Optional[dict[str, Any]], sheet: Any) -> Game:
    """A Game that is given as one, or by its id."""
    if not isinstance(game, Game):
        return Game(game, options, sheet)
    if options is not None or sheet is not None:
        raise Misuse("a Game has its options and its sheet already: give its id to choose others.")
    return game


def seed_given(seed: Any) -> Optional[int]:
    """A seed as numpy's generators take it."""
    return None if seed is None else library.number(seed, "a seed", 0, 2**128 - 1)


class Seated:
    """One game at a time. In a game without choices the seats are asked to roll: its one action is "roll"."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = game.actions if game.choices else ("roll",)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game."""
        self.dice = Dice(seed)
        self._seed = seed
        self._acted: list[int] = []
        self.state: State = self.game.start()
        self._advance()

    def _advance(self) -> None:
        turn = self.state.turn
        while turn.kind == "chance" and self.game.choices:
            turn = self.state.roll(self.dice).turn
        self.seat = NOBODY if turn.seat is None else ("home", "away").index(turn.seat)

    def legal(self, action: int, seat: int) -> bool:
        return bool(0 <= action < len(self.actions) and self.mask(seat)[action])

    def act(self, action: int) -> None:
        """The seat to move takes an action."""
        if self.game.choices:
            self.state.choose(self.seat, action)
        else:
            self.state.roll(self.dice)
        self._acted.append(action)
        self._advance()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self._seed, tuple(self._acted))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for what the seat may do now; all 0 where it is not its turn."""
        found = np.zeros(len(self.actions), np.int8)
        if seat == self.seat:
            if self.game.choices:
                found[self.state.legal_ids(seat)] = 1
            else:
                found[0] = 1
        return found

    def rewards(self) -> tuple[float, float]:
        """1 and -1 once somebody has won."""
        result = self.state.result
        return (1.0, -1.0) if result == "home" else (-1.0, 1.0) if result == "away" else (0.0, 0.0)

    def describe(self) -> str:
        """The table in a few lines, as an onlooker may see it."""
        turn, (home, away) = self.state.turn, self.state.score
        lines = [f"{self.game.name}: home {home}, away {away}"]
        for happening in self.state.happened():
            lines.append("  " + " ".join(str(happening[key]) for key in ("seat", "what", "how", "amount") if key in happening))
        if turn.kind == "over":
            lines.append("a draw" if turn.winner == "draw" else f"{turn.winner} has won")
        else:
            lines.append(f"{turn.seat} to {'roll' if turn.kind == 'chance' else 'choose'}: {turn.event}")
        return "\n".join(lines)


def _again(game: Game, seed: int, acted: tuple[int, ...]) -> Seated:
    """The same game played again to where it was: the same dice fall, now and from here on."""
    table = Seated(game)
    table.begin(seed)
    for action in acted:
        table.act(action)
    return table
