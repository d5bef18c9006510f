"""Games: what can be played, with which options and on which sheet; and what is known of a whole game."""

from __future__ import annotations

import json
import os
from ctypes import byref, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from . import _library as library
from ._errors import Misuse
from ._library import Progress

if TYPE_CHECKING:
    from ._batch import Batch
    from ._player import Bot
    from ._state import Odds, State


def games() -> list[dict[str, Any]]:
    """Every game with its names and options.

    >>> import touchline
    >>> [game["id"] for game in touchline.games()]
    ['pocket-gridiron', 'gridiron-glory', 'pocket-rugby', 'red-boar-gridiron', 'sports-dice-football']
    """
    answer: dict[str, Any] = library.json_of("tl_games")
    found: list[dict[str, Any]] = answer["games"]
    return found


def chosen_options(described: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Those that are not the defaults: some may be given only along with others."""
    return {option["name"]: options[option["name"]] for option in described["options"]
            if options.get(option["name"], option["default"]) != option["default"]}


class Field(NamedTuple):
    """One field of an observation: where its numbers stand, their range, and what they say; `words` names them where each
    stands for something."""

    name: str
    at: int
    size: int
    min: float
    max: float
    meaning: str
    words: tuple[str, ...] = ()


Sheet = Union[str, "os.PathLike[str]", None]


def sheet_text(sheet: Sheet) -> Optional[bytes]:
    """A sheet as the C interface takes it."""
    if sheet is None:
        return None
    if isinstance(sheet, os.PathLike):
        try:
            sheet = Path(sheet).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as reason:
            raise Misuse(f"the sheet cannot be read: {reason}.") from None
    return library.text(sheet, "a sheet")


def _options_text(options: Optional[dict[str, Any]]) -> Optional[bytes]:
    if options is None:
        return None
    if not isinstance(options, dict):
        raise Misuse(f"options have to be a dictionary, not {type(options).__name__}.")
    return library.json_text(options, "options")


class Game:
    """One game with one set of options and one sheet; it never changes and may be shared between threads.

    `sheet` is the TOML text of a component sheet, or a path to one; left out, it is the box's own.

    >>> import touchline
    >>> game = touchline.Game("sports-dice-football", {"target": 10})
    >>> game.name, game.options["target"], game.solvable
    ('Sports Dice Football', 10, True)
    >>> game.actions[game.action_number("punt")]
    'punt'

    No chance turn has more than `max_outcomes` outcomes (None where the rules do not tell):

    >>> game.max_outcomes
    7056
    """

    def __init__(self, id: str, options: Optional[dict[str, Any]] = None, sheet: Sheet = None) -> None:
        handle = library.Handle("tl_game_open", library.text(id, "a game"), _options_text(options), sheet_text(sheet))
        self._adopt(handle, options, sheet is not None)

    def _adopt(self, handle: library.Handle, options: Optional[dict[str, Any]], own_sheet: bool) -> None:
        self._handle = handle
        self._given = dict(options) if options else {}
        self._own_sheet = own_sheet
        described: dict[str, Any] = library.json_of("tl_game_describe", handle.pointer)
        self._described = described
        self.id: str = described["id"]
        self.name: str = described["name"]
        self.options: dict[str, Any] = described["options"]
        self.sheet_name: str = described["sheet"]
        self.sheet_hash: str = described["sheet_hash"]
        self.actions: tuple[str, ...] = tuple(described["actions"])
        self.events: tuple[str, ...] = tuple(described["events"])
        self.secret: bool = described["secret"]
        self.hidden: bool = described["hidden"]
        self.choices: bool = described["choices"]
        self.solvable: bool = described["solvable"]
        self.exact: bool = described["exact"]
        self.max_outcomes: Optional[int] = described["max_outcomes"]
        self.fields: tuple[Field, ...] = tuple(
            Field(f["name"], f["at"], f["size"], f["min"], f["max"], f.get("meaning", ""),
                  tuple(f.get("words", ())))
            for f in described["observation"]["fields"])
        self.observation_size: int = described["observation"]["size"]
        self._numbers = {name: number for number, name in enumerate(self.actions)}

    @classmethod
    def of_record(cls, record: str, sheet: Sheet = None) -> Game:
        """The game that a record is of, with its options.

        >>> import touchline
        >>> state = touchline.Game("gridiron-glory").start()
        >>> touchline.Game.of_record(state.record()).id
        'gridiron-glory'
        """
        game = cls.__new__(cls)
        handle = library.Handle("tl_game_of_record", library.text(record, "a record"), sheet_text(sheet))
        game._adopt(handle, None, sheet is not None)
        described = next(one for one in games() if one["id"] == game.id)
        game._given = chosen_options(described, game.options)
        return game

    @property
    def sheet(self) -> str:
        """The TOML that it is played with."""
        return library.text_of("tl_game_sheet", self._handle.pointer)

    def describe(self) -> dict[str, Any]:
        """Everything the library says about the game, the layout of its observations too."""
        described: dict[str, Any] = json.loads(json.dumps(self._described))
        return described

    def action_number(self, action: Union[str, int]) -> int:
        """The number of an action that is given by name or number."""
        if isinstance(action, str):
            try:
                return self._numbers[action]
            except KeyError:
                raise Misuse(f"{self.id} has no action {action[:40]!r}.", code="illegal-action") from None
        return library.number(action, "an action", 0, max(len(self.actions) - 1, 0))

    # Positions.

    def start(self) -> State:
        """The position in which a game begins."""
        from ._state import State
        return State._from(self, library.Handle("tl_state_start", self._handle.pointer))

    def position(self, text: str) -> State:
        """A position from its text; it has no history.

        >>> import touchline
        >>> game = touchline.Game("sports-dice-football")
        >>> game.position(game.start().text) == game.start()
        True
        """
        from ._state import State
        return State._from(self, library.Handle("tl_state_from_text", self._handle.pointer, library.text(text, "a position")))

    def set(self, **fields: Any) -> State:
        """The start of a game with some fields set otherwise, named as on the game's page (docs/rules).

        >>> import touchline
        >>> touchline.Game("sports-dice-football").set(score={"home": 14, "away": 7}).score
        (14, 7)
        """
        from ._state import State
        return State._from(self, library.Handle("tl_state_from_fields", self._handle.pointer,
                                                library.json_text(fields, "fields")))

    def replay(self, record: str) -> State:
        """The position at the end of a record, with its history; every line is checked against the rules."""
        from ._state import State
        return State._from(self, library.Handle("tl_state_from_record", self._handle.pointer,
                                                library.text(record, "a record")))

    # What is known.

    def solve(self, threads: int = 0, progress: Optional[Progress] = None) -> dict[str, Any]:
        """Solves the whole game and keeps its book: `exact`, `bound`, `seconds`, `bytes`, `path`.

        `progress(done, seconds_left)` is called now and then with the share done, 0 to 1, and the seconds that are left (None
        where they are not known); answering something true stops it (`Stopped`). Ctrl-C stops it too.
        """
        answer: dict[str, Any] = json.loads(self._long("tl_solve", library.number(threads, "threads", 0, 1024),
                                                       progress=progress))
        return answer

    def simulate(self, home: str = "random", away: str = "random", games: int = 10_000, seed: int = 1, threads: int = 0,
                 progress: Optional[Progress] = None) -> dict[str, Any]:
        """Games between two players from the start, summed up with intervals; the same for any number of threads.

        >>> import touchline
        >>> summary = touchline.Game("gridiron-glory").simulate(games=100, seed=7)
        >>> summary["games"], summary["home"].keys() >= {"share", "error"}
        (100, True)
        """
        answer: dict[str, Any] = json.loads(self._long(
            "tl_simulate", library.text(home, "a player"), library.text(away, "a player"),
            library.number(games, "games", 1, 2**62), library.number(seed, "a seed", 0, 2**64 - 1),
            library.number(threads, "threads", 0, 1024), progress=progress))
        return answer

    def duel(self, home: str = "perfect", away: str = "random", threads: int = 0,
             progress: Optional[Progress] = None) -> Odds:
        """One player against another, valued exactly: no game is played.

        >>> import touchline
        >>> odds = touchline.Game("sports-dice-football", {"target": 3}).duel("perfect", "random")
        >>> odds.exact and odds.home > odds.away
        True
        """
        from ._state import Odds
        stopper, out = library.Stopper(progress), library.COdds()
        library.run("tl_duel", self._handle.pointer, library.text(home, "a player"), library.text(away, "a player"),
                    library.number(threads, "threads", 0, 1024), stopper.callback, None, byref(out),
                    holding=(self, stopper, out), stopper=stopper)
        return Odds._of(out)

    def figures(self, home: str = "perfect", away: str = "perfect", threads: int = 0,
                progress: Optional[Progress] = None) -> dict[str, Any]:
        """What the game is like between two players, exactly: `first_edge`, `draw`, `points`, `margin`, `length`, `drives`,
        `decisions`, `skill`, `luck`, `leads`, as `touchline lab figures --json` names them.

        >>> import touchline
        >>> figures = touchline.Game("sports-dice-football", {"target": 3}).figures("random", "random")
        >>> round(sum(figures["drives"].values()), 9)
        1.0
        """
        answer: dict[str, Any] = json.loads(self._long(
            "tl_figures", library.text(home, "a player"), library.text(away, "a player"),
            library.number(threads, "threads", 0, 1024), progress=progress))
        return answer

    def _long(self, name: str, *arguments: Any, progress: Optional[Progress]) -> str:
        stopper, out = library.Stopper(progress), c_void_p()
        library.run(name, self._handle.pointer, *arguments, stopper.callback, None, byref(out), holding=(self, stopper, out),
                    stopper=stopper)
        return library.take_text(out)

    def bot(self, name: str, seed: int = 0) -> Bot:
        """A player by name, as `touchline.players()` lists them."""
        from ._player import Bot
        return Bot(self, name, seed)

    def batch(self, count: int, at_end: str = "go-on", threads: int = 0) -> Batch:
        """Many games side by side, in numpy arrays."""
        from ._batch import Batch
        return Batch(self, count, at_end, threads)

    # Equal where the same rules are played with the same components.

    def _key(self) -> tuple[str, str, str]:
        return self.id, json.dumps(self.options, sort_keys=True), self.sheet_hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.id, self._given or None, self.sheet if self._own_sheet else None)

    def __repr__(self) -> str:
        options = f", {self._given}" if self._given else ""
        sheet = f", sheet=<{self.sheet_name}, {self.sheet_hash}>" if self._own_sheet else ""
        return f"touchline.Game({self.id!r}{options}{sheet})"
