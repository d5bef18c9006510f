"""Games as rows with nflverse's column names: plays, drives or the box score (docs/export.md).

>>> import touchline, touchline.export
>>> game = touchline.Game("sports-dice-football", {"target": 3})
>>> state, dice, coach = game.start(), touchline.Dice(3), game.bot("coach")
>>> while not state.over:
...     state = state.roll(dice) if state.turn.kind == "chance" else state.play(coach.choose(state))
>>> plays = touchline.export.rows(state)
>>> result = {"home": 1, "draw": 0.5, "away": 0}[state.result]
>>> abs(plays[0]["home_wp"] + sum(play["home_wpa"] for play in plays) - result) < 1e-9
True
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Optional, Union

from . import _library as library
from ._errors import Misuse, shown
from ._foreign import need
from ._game import Game, Sheet
from ._state import State

_WHAT = ("plays", "drives", "box")
Source = Union[State, str, "os.PathLike[str]"]


def _state(source: Source, sheet: Sheet) -> State:
    if isinstance(source, State):
        return source
    if isinstance(source, os.PathLike):
        try:
            source = Path(source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as reason:
            raise Misuse(f"the record cannot be read: {reason}.") from None
    return Game.of_record(source, sheet).replay(source)


def csv(source: Source, what: str = "plays", seconds: Optional[float] = None, sheet: Sheet = None) -> str:
    """A state's history, a record or a path to one, as CSV by RFC 4180. A `sheet` is tried beside the box's own for records."""
    return _state(source, sheet).export(what, "csv", seconds)


def rows(source: Source, what: str = "plays", seconds: Optional[float] = None, sheet: Sheet = None) -> list[dict[str, Any]]:
    """The same as dictionaries; None for what is empty."""
    answer = json.loads(_state(source, sheet).export(what, "json", seconds))
    found: list[dict[str, Any]] = answer["rows"]
    return found


def frame(sources: Union[Source, Iterable[Source]], what: str = "plays", seconds: Optional[float] = None,
          sheet: Sheet = None) -> Any:
    """One or several games as one pandas data frame."""
    pandas = need("pandas", "touchline.export.frame", "pip install pandas, or python3-pandas on Debian")
    library.one_of(what, _WHAT, "what to export")
    several = [sources] if isinstance(sources, (State, str, os.PathLike)) else sources
    if not isinstance(several, Iterable):
        raise Misuse(f"a data frame is of states, records or paths, not of {shown(sources)}.")
    found: list[dict[str, Any]] = []
    columns: list[str] = []
    for source in several:
        answer = json.loads(_state(source, sheet).export(what, "json", seconds))
        columns = answer["columns"]
        found += answer["rows"]
    return pandas.DataFrame(found, columns=columns)
