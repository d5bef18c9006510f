"""Players: who can take a seat, and what they choose."""

from __future__ import annotations

import functools
import threading
from ctypes import byref, c_uint32
from typing import Any, Optional

from . import _library as library
from ._errors import Misuse
from ._game import Game
from ._seats import Seat, seat_number
from ._state import State


def players() -> list[dict[str, Any]]:
    """Everybody who can take a seat: `name`, `kind` and what each gives away.

    >>> import touchline
    >>> {"random", "coach", "perfect"} <= {player["name"] for player in touchline.players()}
    True
    """
    found: list[dict[str, Any]] = library.json_of("tl_players")
    return found


@functools.lru_cache(maxsize=None)
def _habits() -> frozenset[str]:
    return frozenset(player["name"] for player in players() if player["kind"] == "habit")


class Bot(library.Own):
    """A player of one game. One that has to solve it first takes a while: Ctrl-C gives the waiting up.

    >>> import touchline
    >>> game = touchline.Game("sports-dice-football")
    >>> state = game.start().resolve(["home"])
    >>> game.bot("first").choose(state)
    'offense'
    """

    def __init__(self, game: Game, name: str, seed: int = 0) -> None:
        if not isinstance(game, Game):
            raise Misuse(f"a bot plays a Game, not {type(game).__name__}.")
        self.game, self.name = game, name
        self._handle = library.Handle("tl_player_open", game._handle.pointer, library.text(name, "a player"),
                                      library.number(seed, "a seed", 0, 2**64 - 1))
        self._lock = threading.Lock()
        self._thinks = name not in _habits()  # a strong player may have to solve the game first

    def close(self) -> None:
        """Frees it now."""
        with self._lock:
            self._handle.free()

    def choose_id(self, state: State, seat: Optional[Seat] = None) -> int:
        """The number of the action that it takes."""
        if not isinstance(state, State):
            raise Misuse(f"a bot chooses in a State, not in {type(state).__name__}.")
        if state.game != self.game:
            raise Misuse(f"this bot plays {self.game.id} with other options or another sheet than the position has.")
        number = seat_number(seat if seat is not None else state.turn.seat or "home")
        copy, action = state.clone(), c_uint32()
        arguments = self._handle.pointer, copy._handle.pointer, number, byref(action)
        if self._thinks:
            library.run("tl_player_choose", *arguments, holding=(self, copy, action), lock=self._lock)
        else:
            with self._lock:
                library.check(library.slow.tl_player_choose(*arguments), library.slow)
        return action.value

    def choose(self, state: State, seat: Optional[Seat] = None) -> str:
        """The action that it takes for the seat (the one to decide, if left out)."""
        return self.game.actions[self.choose_id(state, seat)]

    def __repr__(self) -> str:
        return f"<touchline.Bot {self.name} of {self.game.id}>"


def bot(game: Game, name: str, seed: int = 0) -> Bot:
    """A player by name; the same as `game.bot(name, seed)`."""
    return Bot(game, name, seed)
