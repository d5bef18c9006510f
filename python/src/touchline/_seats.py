"""Seats and viewers, by name and by number."""

from __future__ import annotations

from typing import Optional, Union

from ._errors import Misuse, shown

Seat = Union[str, int]
SEATS = ("home", "away")
RESULTS = ("home", "away", "draw")
VIEWERS = ("home", "away", "public", "everything")


def _number(value: object, names: tuple[str, ...], what: str) -> int:
    if isinstance(value, str) and value in names:
        return names.index(value)
    if not isinstance(value, (str, bool)):
        try:
            number = value.__index__()  # type: ignore[attr-defined]
            if 0 <= number < len(names):
                return int(number)
        except (AttributeError, TypeError):
            pass
    raise Misuse(f"{what} has to be one of {', '.join(names)}, not {shown(value)}.")


def seat_number(seat: Seat) -> int:
    """0 for home, 1 for away."""
    return _number(seat, SEATS, "a seat")


def viewer_number(viewer: Seat) -> int:
    """0 for home, 1 for away, 2 for an onlooker, 3 for somebody who may see everything."""
    return _number(viewer, VIEWERS, "a viewer")


def seat_name(number: int) -> Optional[str]:
    """The name; None for nobody."""
    return SEATS[number] if 0 <= number < 2 else None


def result_name(number: int) -> Optional[str]:
    """home, away or draw; None while nobody has won."""
    return RESULTS[number] if 0 <= number < 3 else None
