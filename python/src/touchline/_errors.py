"""What can go wrong, as exceptions: one sentence each, with the library's status and the protocol's code."""

from __future__ import annotations

import reprlib

STATUSES = ("ok", "bad-handle", "bad-argument", "too-small", "refused", "unknown", "stopped", "failed")


class Error(Exception):
    """Anything that Touchline refuses or cannot do.

    `status` is the C interface's word for it ("refused", "bad-argument", "unknown", "stopped", "failed" …), `code` the
    table protocol's ("illegal-action", "unknown-game", "bad-option" …), "" where it has none.

    >>> import touchline
    >>> try:
    ...     touchline.Game("chess")
    ... except touchline.Error as error:
    ...     print(error.status, error.code)
    refused unknown-game
    """

    def __init__(self, message: str, status: str = "bad-argument", code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str]]:
        return type(self), (str(self), self.status, self.code)


class Refused(Error, ValueError):
    """The rules, a sheet, an option, a position or a record do not allow it."""


class Misuse(Error, ValueError):
    """A wrong type, shape or number, an unknown name, or an object that was closed."""


class Unknown(Error):
    """Not known in the time given, or these rules have no such answer."""


class Stopped(Error):
    """Stopped because the caller's progress function asked for it."""


class MissingPackage(Error, ImportError):
    """A package that an adapter is made for is not installed."""


def shown(value: object) -> str:
    """A value as a sentence may show it: short, on one line, whatever it is."""
    try:
        return " ".join(reprlib.repr(value).split())
    except ValueError:  # Python writes no number of more than 4,300 digits, but as a hexadecimal one
        return f"{value:#x}"[:12] + "..." if isinstance(value, int) else f"a {type(value).__name__}"


_TYPES = {"bad-handle": Misuse, "bad-argument": Misuse, "too-small": Misuse, "refused": Refused, "unknown": Unknown,
          "stopped": Stopped}


def error(status: int, message: str, code: str) -> Error:
    """The exception for a status of the C interface."""
    name = STATUSES[status] if 0 <= status < len(STATUSES) else "failed"
    return _TYPES.get(name, Error)(message or "the library gave no reason", name, code)
