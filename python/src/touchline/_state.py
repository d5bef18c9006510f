"""Positions: what is to happen next, what may be done, what a seat sees, what it is worth."""

from __future__ import annotations

import ctypes
import json
import math
from collections.abc import Sequence
from ctypes import byref, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _library as library
from ._errors import Misuse
from ._game import Game, Sheet, sheet_text
from ._library import Progress
from ._seats import Seat, result_name, seat_name, seat_number, viewer_number

KINDS = ("chance", "choice", "secret", "over")
Action = Union[str, int]


class Turn(NamedTuple):
    """What the game waits for."""

    kind: str  # chance, choice, secret or over
    event: Optional[str]
    seat: Optional[str]  # who rolls or decides; at a secret turn the next that has not chosen
    drawn: int  # at a chance turn: how many tokens are drawn
    waiting: tuple[str, ...]  # at a secret turn: the seats that have still to choose
    winner: Optional[str]  # home, away or draw once the game is over


class Odds(NamedTuple):
    """The chances of each result when both play their best; `error` is a proven bound where `exact`, else half the width of
    a 95 % interval."""

    home: float
    draw: float
    away: float
    error: float
    exact: bool

    @classmethod
    def _of(cls, values: library.COdds) -> Odds:
        return cls(values.home, values.draw, values.away, values.error, bool(values.exact))

    def value(self, seat: Seat = "home") -> float:
        """Win + draw/2 of a seat."""
        return (self.away if seat_number(seat) else self.home) + self.draw / 2


class Advice(NamedTuple):
    """What an action is worth to the seat that decides: win + draw/2, and what is lost against the best.

    `share` is how often the best strategy takes it; 0 everywhere where one action is simply best.
    """

    action: str
    value: float
    loss: float
    share: float
    error: float
    exact: bool


class Dice(library.Own):
    """A source of chance; the same seed gives the same numbers on every machine, no seed the system's generator.

    >>> import touchline
    >>> game = touchline.Game("sports-dice-football")
    >>> one, other = game.start(), game.start()
    >>> one.roll(touchline.Dice(5)) == other.roll(touchline.Dice(5))
    True
    """

    def __init__(self, seed: Optional[int] = None) -> None:
        self._handle = (library.Handle("tl_dice_system") if seed is None else
                        library.Handle("tl_dice_seeded", library.number(seed, "a seed", 0, 2**64 - 1)))


class State:
    """A position of a game, with the history that led to it.

    >>> import touchline
    >>> state = touchline.Game("sports-dice-football").start()
    >>> state.turn.kind, state.turn.event
    ('chance', 'toss')
    >>> state.resolve(["home"]).turn.seat, state.legal()
    ('home', ['offense', 'defense'])
    >>> state.play("offense").score
    (0, 0)

    States are changed by `play`, `choose`, `resolve`, `roll` and `undo`; `clone` (or `copy.copy`) makes another one. They are
    compared and hashed by position: history does not count. One that is a key of a dictionary must not be changed.
    """

    __slots__ = ("game", "_handle", "_dice", "__weakref__")

    game: Game
    _handle: library.Handle
    _dice: Optional[Dice]

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise Misuse(f"a position is of a Game, not of {type(game).__name__}.")
        self.game, self._dice = game, None
        self._handle = library.Handle("tl_state_start", game._handle.pointer)

    @classmethod
    def _from(cls, game: Game, handle: library.Handle) -> State:
        state = cls.__new__(cls)
        state.game, state._handle, state._dice = game, handle, None
        return state

    def close(self) -> None:
        """Frees it now; what is asked of it later is refused."""
        self._handle.free()

    # What is to happen.

    @property
    def turn(self) -> Turn:
        """What the game waits for."""
        found = library.CTurn()
        library.call("tl_state_turn", self._handle.pointer, byref(found))
        waiting = tuple(name for name, waits in (("home", found.home_waits), ("away", found.away_waits)) if waits)
        return Turn(KINDS[found.kind], self.game.events[found.event] if found.event >= 0 else None, seat_name(found.seat),
                    found.count, waiting, result_name(found.winner))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn.kind == "over"

    @property
    def result(self) -> Optional[str]:
        """home, away or draw; None while the game goes on."""
        return self.turn.winner

    @property
    def score(self) -> tuple[int, int]:
        """The points of home and of away."""
        points = (c_int32 * 2)()
        library.call("tl_state_score", self._handle.pointer, points)
        return points[0], points[1]

    @property
    def steps(self) -> int:
        """How many rolls and choices its history has."""
        count = c_uint64()
        library.call("tl_state_steps", self._handle.pointer, byref(count))
        return count.value

    def legal_ids(self, seat: Optional[Seat] = None) -> list[int]:
        """The numbers of the legal actions of a seat (of the one to decide, if left out); none where it decides nothing."""
        if seat is None:
            seat = self.turn.seat
            if seat is None:
                return []
        capacity = len(self.game.actions)
        actions, count = (c_uint32 * max(capacity, 1))(), c_size_t()
        library.call("tl_state_legal", self._handle.pointer, seat_number(seat), actions, capacity, byref(count))
        return actions[:count.value]

    def legal(self, seat: Optional[Seat] = None) -> list[str]:
        """The names of the legal actions, in the order of the game's page."""
        return [self.game.actions[number] for number in self.legal_ids(seat)]

    def chances(self) -> NDArray[np.uint64]:
        """The integer weights of the outcomes of a chance turn; empty at other turns.

        >>> import touchline
        >>> touchline.Game("sports-dice-football").start().chances()
        array([1, 1], dtype=uint64)
        """
        count = c_size_t()
        status = library.quick.tl_state_chances(self._handle.pointer, None, 0, byref(count))
        if status not in (0, 3):  # too small: the count is what there is
            library.check(status)
        weights = np.zeros(count.value, np.uint64)
        if count.value:
            library.call("tl_state_chances", self._handle.pointer, weights.ctypes.data, len(weights), byref(count))
        return weights

    def tokens(self, outcome: int) -> list[str]:
        """The faces or cards of an outcome of a chance turn.

        >>> import touchline
        >>> touchline.Game("sports-dice-football").start().tokens(1)
        ['away']
        """
        found: list[str] = library.json_of("tl_state_tokens", self._handle.pointer,
                                           library.number(outcome, "an outcome", 0, 2**63 - 1))
        return found

    # Steps. A refusal changes nothing.

    def play(self, action: Action) -> State:
        """The seat to decide takes an action, given by name or number."""
        library.call("tl_state_play", self._handle.pointer, self.game.action_number(action))
        return self

    def choose(self, seat: Seat, action: Action) -> State:
        """The same with the seat named; at a secret turn either may be first."""
        library.call("tl_state_choose", self._handle.pointer, seat_number(seat), self.game.action_number(action))
        return self

    def play_secret(self, home: Action, away: Action) -> State:
        """Both choices of a secret turn."""
        library.call("tl_state_play_secret", self._handle.pointer, self.game.action_number(home),
                     self.game.action_number(away))
        return self

    def resolve(self, outcome: Union[int, Sequence[str]]) -> State:
        """A chance turn falls so: the number of an outcome, or its tokens."""
        if isinstance(outcome, (list, tuple)):
            if not all(isinstance(token, str) for token in outcome):
                raise Misuse("tokens have to be texts.", code="bad-tokens")
            library.call("tl_state_resolve_tokens", self._handle.pointer, library.json_text(outcome, "tokens"))
        elif isinstance(outcome, str):
            raise Misuse("tokens come as a list: [\"6\", \"WR\"].", code="bad-tokens")
        else:
            library.call("tl_state_resolve", self._handle.pointer, library.number(outcome, "an outcome", 0, 2**63 - 1))
        return self

    def roll(self, dice: Optional[Dice] = None) -> State:
        """A chance turn falls at random."""
        if dice is None:
            dice = self._dice = self._dice or Dice()
        if not isinstance(dice, Dice):
            raise Misuse(f"chance comes from Dice, not from {type(dice).__name__}.")
        library.call("tl_state_roll", self._handle.pointer, dice._handle.pointer)
        return self

    def undo(self) -> State:
        """Takes the last roll or choice back."""
        library.call("tl_state_undo", self._handle.pointer)
        return self

    # What is seen.

    def view(self, seat: Seat = "public") -> dict[str, Any]:
        """What a viewer may know: home, away, public, or everything."""
        found: dict[str, Any] = library.json_of("tl_state_view", self._handle.pointer, viewer_number(seat))
        return found

    def observation(self, seat: Seat, out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """What a seat may know as numbers, from its point of view; `game.fields` says what they are.

        >>> import touchline
        >>> state = touchline.Game("sports-dice-football").start()
        >>> state.observation("home").shape == (state.game.observation_size,)
        True
        """
        size = self.game.observation_size
        if out is None:
            out = np.zeros(size, np.float32)
        elif not (isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == (size,)
                  and out.flags.c_contiguous and out.flags.writeable):
            raise Misuse(f"an observation of {self.game.id} needs a contiguous, writeable array of {size} float32.")
        library.call("tl_state_observation", self._handle.pointer, seat_number(seat),
                     ctypes.cast(out.ctypes.data, ctypes.POINTER(ctypes.c_float)), size)
        return out

    def happened(self) -> list[dict[str, Any]]:
        """What the rules did in the last step."""
        found: list[dict[str, Any]] = library.json_of("tl_state_happened", self._handle.pointer)
        return found

    @property
    def text(self) -> str:
        """The position as one short text; it carries no history."""
        return library.text_of("tl_state_text", self._handle.pointer)

    def record(self, viewer: Seat = "everything") -> str:
        """The history as a record, as a viewer may know it."""
        return library.text_of("tl_state_record", self._handle.pointer, viewer_number(viewer))

    # What is known. These work on a copy: another thread may go on playing.

    def odds(self, seconds: Optional[float] = None, progress: Optional[Progress] = None) -> Odds:
        """The chances of each result, to an onlooker who sees no hidden card.

        Without `seconds` it takes the time it needs and is exact where the game can be solved; with them it is the best
        estimate once they are over. `progress` is as for `Game.solve`; Ctrl-C stops it.

        >>> import touchline
        >>> odds = touchline.Game("sports-dice-football", {"target": 3}).start().odds()
        >>> round(odds.home + odds.draw + odds.away, 9), odds.exact
        (1.0, True)
        """
        copy, stopper, out = self.clone(), library.Stopper(progress), library.COdds()
        library.run("tl_odds_watched", copy._handle.pointer, _seconds(seconds), stopper.callback, None, byref(out),
                    holding=(copy, stopper, out), stopper=stopper)
        return Odds._of(out)

    def advise(self, seat: Optional[Seat] = None, seconds: Optional[float] = None,
               progress: Optional[Progress] = None) -> list[Advice]:
        """What each legal action of a seat is worth, best first, by what that seat may know.

        >>> import touchline
        >>> state = touchline.Game("sports-dice-football", {"target": 3}).start().resolve(["home"])
        >>> state.advise()[0].loss
        0.0
        """
        number = seat_number(seat if seat is not None else self.turn.seat or "home")
        copy, capacity = self.clone(), max(len(self.game.actions), 1)
        found, count, stopper = (library.CAdvised * capacity)(), c_size_t(), library.Stopper(progress)
        library.run("tl_advise_watched", copy._handle.pointer, number, _seconds(seconds), stopper.callback, None, found, capacity,
                    byref(count), holding=(copy, stopper, found, count), stopper=stopper)
        return [Advice(self.game.actions[a.action], a.value, a.loss, a.share, a.error, bool(a.exact))
                for a in found[:count.value]]

    def review(self, format: str = "json", language: str = "en", seconds: Optional[float] = None,
               progress: Optional[Progress] = None) -> Any:
        """What decided the game: a dictionary for "json", a text for "html" and "text"."""
        copy, stopper, out = self.clone(), library.Stopper(progress), c_void_p()
        library.run("tl_review", copy._handle.pointer, library.text(format, "a format"), library.text(language, "a language"),
                    _seconds(seconds), stopper.callback, None, byref(out), holding=(copy, stopper, out), stopper=stopper)
        found = library.take_text(out)
        return json.loads(found) if format == "json" else found

    def export(self, what: str = "plays", format: str = "csv", seconds: Optional[float] = None,
               progress: Optional[Progress] = None) -> str:
        """The history as rows with nflverse's column names; see `touchline.export`."""
        copy, stopper, out = self.clone(), library.Stopper(progress), c_void_p()
        library.run("tl_export_watched", copy._handle.pointer, library.text(what, "what to export"),
                    library.text(format, "a format"), _seconds(seconds), stopper.callback, None, byref(out),
                    holding=(copy, stopper, out), stopper=stopper)
        return library.take_text(out)

    # Copies.

    def clone(self) -> State:
        """Another state in the same position, with the same history."""
        return State._from(self.game, library.Handle("tl_state_clone", self._handle.pointer))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.game != other.game:
            return False
        equal = c_int32()
        library.call("tl_state_equal", self._handle.pointer, other._handle.pointer, byref(equal))
        return bool(equal.value)

    def __hash__(self) -> int:
        found = c_uint64()
        library.call("tl_state_hash", self._handle.pointer, byref(found))
        return hash(found.value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.game, self.record())

    def __repr__(self) -> str:
        turn, (home, away) = self.turn, self.score
        waits = f"{turn.winner} has won" if turn.winner in ("home", "away") else "a draw" if turn.winner else \
            f"{turn.seat}: {turn.event}"
        return f"<touchline.State {self.game.id} {home}-{away}, {waits}>"


def _unpickle(game: Game, record: str) -> State:
    return game.replay(record)


def _seconds(seconds: Optional[float]) -> float:
    if seconds is None:
        return -1.0
    try:
        given = float(seconds)
    except OverflowError:
        given = math.inf
    except (TypeError, ValueError):
        raise Misuse(f"seconds have to be a number, not {type(seconds).__name__}.") from None
    if not 0 <= given < 1e9:
        raise Misuse("seconds have to be 0 or more, and finite; leave them out to take the time it needs.")
    return given


def review(record: str, format: str = "json", language: str = "en", seconds: Optional[float] = None,
           sheet: Sheet = None) -> Any:
    """What decided the game of a record; see `State.review`. A `sheet` is tried beside the box's own, here and below."""
    return Game.of_record(record, sheet).replay(record).review(format, language, seconds)


def verify(record: str, sheet: Sheet = None) -> Game:
    """Checks every line of a record against the rules; raises `Refused` with the line, else answers its game."""
    game = Game.of_record(record, sheet)
    game.replay(record)
    return game


def verify_dice(record: str, sheet: Sheet = None) -> dict[str, Any]:
    """Checks the proof of a record's dice, as `touchline verify --json` tells it: how many rolls are proven and who had a
    hand in them, or the first line that does not hold.

    >>> import touchline
    >>> touchline.verify_dice('[Game "pocket-rugby"]')["error"]["code"]
    'no-proof'
    """
    verdict: dict[str, Any] = library.json_of("tl_verify_dice", library.text(record, "a record"),
                                              sheet_text(sheet))
    return verdict
