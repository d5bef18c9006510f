"""The C interface: where libtouchline.so is found, and its functions with their types.

Two doors to the same library: `quick` keeps the interpreter's lock, so that calls on one position never overlap, whatever
threads do; `slow` gives it up, for what may take long and works on a copy or under a lock of its own.
"""

from __future__ import annotations

import atexit
import ctypes
import ctypes.util
import json
import os
import threading
from contextlib import nullcontext
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Callable, Optional

from ._errors import Misuse, error, shown

API_MAJOR = 1


class CTurn(Structure):
    _fields_ = [(name, c_int32) for name in ("kind", "event", "seat", "count", "home_waits", "away_waits", "winner")]


class COdds(Structure):
    _fields_ = [("home", c_double), ("draw", c_double), ("away", c_double), ("error", c_double), ("exact", c_int32),
                ("reserved", c_int32)]


class CAdvised(Structure):
    _fields_ = [("action", c_uint32), ("exact", c_int32), ("value", c_double), ("loss", c_double), ("share", c_double),
                ("error", c_double)]


class CBatchArrays(Structure):
    _fields_ = [(name, c_void_p) for name in ("observations", "masks", "rewards", "seats", "ends")]


CProgress = ctypes.CFUNCTYPE(c_int32, c_void_p, c_double, c_double)

_H, _HP, _S = c_void_p, POINTER(c_void_p), c_char_p
_U32P, _U64P, _I32P, _SP = POINTER(c_uint32), POINTER(c_uint64), POINTER(c_int32), POINTER(c_size_t)
_SIGNATURES: dict[str, list[Any]] = {
    "tl_free": [_H],
    "tl_text_data": [_H, POINTER(c_void_p), _SP],
    "tl_games": [_HP],
    "tl_game_open": [_S, _S, _S, _HP],
    "tl_game_describe": [_H, _HP],
    "tl_game_sheet": [_H, _HP],
    "tl_game_of_record": [_S, _S, _HP],
    "tl_state_start": [_H, _HP],
    "tl_state_clone": [_H, _HP],
    "tl_state_text": [_H, _HP],
    "tl_state_from_text": [_H, _S, _HP],
    "tl_state_from_fields": [_H, _S, _HP],
    "tl_state_from_record": [_H, _S, _HP],
    "tl_state_record": [_H, c_int32, _HP],
    "tl_state_turn": [_H, POINTER(CTurn)],
    "tl_state_score": [_H, _I32P],
    "tl_state_hash": [_H, _U64P],
    "tl_state_equal": [_H, _H, _I32P],
    "tl_state_steps": [_H, _U64P],
    "tl_state_legal": [_H, c_int32, _U32P, c_size_t, _SP],
    "tl_state_chances": [_H, c_void_p, c_size_t, _SP],
    "tl_state_tokens": [_H, c_size_t, _HP],
    "tl_state_play": [_H, c_uint32],
    "tl_state_choose": [_H, c_int32, c_uint32],
    "tl_state_play_secret": [_H, c_uint32, c_uint32],
    "tl_state_resolve": [_H, c_size_t],
    "tl_state_resolve_tokens": [_H, _S],
    "tl_state_roll": [_H, _H],
    "tl_state_undo": [_H],
    "tl_state_view": [_H, c_int32, _HP],
    "tl_state_observation": [_H, c_int32, POINTER(c_float), c_size_t],
    "tl_state_happened": [_H, _HP],
    "tl_dice_seeded": [c_uint64, _HP],
    "tl_dice_system": [_HP],
    "tl_odds_watched": [_H, c_double, CProgress, c_void_p, POINTER(COdds)],
    "tl_advise_watched": [_H, c_int32, c_double, CProgress, c_void_p, POINTER(CAdvised), c_size_t, _SP],
    "tl_solve": [_H, c_uint32, CProgress, c_void_p, _HP],
    "tl_simulate": [_H, _S, _S, c_uint64, c_uint64, c_uint32, CProgress, c_void_p, _HP],
    "tl_duel": [_H, _S, _S, c_uint32, CProgress, c_void_p, POINTER(COdds)],
    "tl_figures": [_H, _S, _S, c_uint32, CProgress, c_void_p, _HP],
    "tl_review": [_H, _S, _S, c_double, CProgress, c_void_p, _HP],
    "tl_export_watched": [_H, _S, _S, c_double, CProgress, c_void_p, _HP],
    "tl_verify_dice": [_S, _S, _HP],
    "tl_players": [_HP],
    "tl_player_open": [_H, _S, c_uint64, _HP],
    "tl_player_choose": [_H, _H, c_int32, _U32P],
    "tl_batch_open": [_H, c_size_t, c_int32, c_uint32, _HP],
    "tl_batch_reset": [_H, c_void_p, c_size_t, POINTER(CBatchArrays)],
    "tl_batch_step": [_H, c_void_p, c_size_t, POINTER(CBatchArrays)],
    "tl_batch_scores": [_H, c_void_p, c_size_t],
    "tl_batch_finals": [_H, c_int32, c_void_p, c_void_p, c_size_t],
    "tl_batch_state": [_H, c_size_t, _HP],
    "tl_protocol_open": [_HP],
    "tl_protocol_answer": [_H, _S, _HP],
}


def _path() -> str:
    """TOUCHLINE_LIBRARY, else the one that came with this package, else the system's."""
    given = os.environ.get("TOUCHLINE_LIBRARY")
    if given:
        return given
    beside = Path(__file__).with_name("libtouchline.so")
    if beside.exists():
        return str(beside)
    return ctypes.util.find_library("touchline") or "libtouchline.so"


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    library.tl_last_error.restype = c_char_p
    library.tl_last_code.restype = c_char_p
    library.tl_version.restype = c_char_p
    library.tl_api_version.restype = c_int32
    for name, types in _SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = types
        function.restype = c_int32
    return library


def _load() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    path = _path()
    try:
        both = _declare(ctypes.PyDLL(path)), _declare(ctypes.CDLL(path))
    except (OSError, AttributeError) as reason:
        raise ImportError(f"libtouchline.so cannot be loaded from {path} ({reason}): install the wheel that `make python` "
                          "builds, or name the library in TOUCHLINE_LIBRARY.") from None
    found = both[0].tl_api_version() // 1000
    if found != API_MAJOR:
        raise ImportError(f"{path} speaks version {found} of the C interface, this package version {API_MAJOR}.")
    return both


quick, slow = _load()


def version() -> str:
    """The version of the library at hand."""
    return str(quick.tl_version().decode())


def check(status: int, library: ctypes.CDLL = quick) -> None:
    """Raises what the calling thread's last call failed with."""
    if status:
        raise error(status, library.tl_last_error().decode("utf-8", "replace"), library.tl_last_code().decode())


def call(name: str, *arguments: Any) -> None:
    """A quick function; raises where it fails."""
    check(getattr(quick, name)(*arguments))


def text(value: str, what: str) -> bytes:
    """A text as the C interface takes it."""
    if not isinstance(value, str):
        raise Misuse(f"{what} has to be a text, not {type(value).__name__}.")
    if "\0" in value:
        raise Misuse(f"{what} has a zero byte in it.")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise Misuse(f"{what} cannot be written as UTF-8.") from None


def json_text(value: Any, what: str) -> bytes:
    """JSON as the C interface takes it."""
    try:
        return json.dumps(value).encode()
    except RecursionError:
        raise Misuse(f"{what} cannot be written as JSON: nested too deeply.") from None
    except (TypeError, ValueError) as reason:
        raise Misuse(f"{what} cannot be written as JSON: {reason}.") from None


def whole(value: Any, what: str) -> int:
    """A whole number; numpy's are taken too."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return int(value.__index__())
    except (AttributeError, TypeError):
        raise Misuse(f"{what} has to be a whole number, not {type(value).__name__}.") from None


def number(value: Any, what: str, low: int, high: int) -> int:
    """A whole number in a range."""
    found = whole(value, what)
    if not low <= found <= high:
        raise Misuse(f"{what} has to be from {low} to {high}, not {shown(found)}.")
    return found


def one_of(value: Any, words: tuple[Optional[str], ...], what: str) -> Any:
    """One of some words."""
    if not (value is None or isinstance(value, str)) or value not in words:
        raise Misuse(f"{what} has to be one of {', '.join(map(str, words))}, not {shown(value)}.")
    return value


def take_text(handle: c_void_p) -> str:
    """The text of a handle, which is freed."""
    data, size = c_void_p(), c_size_t()
    try:
        call("tl_text_data", handle, byref(data), byref(size))
        return ctypes.string_at(data.value or 0, size.value).decode() if size.value else ""
    finally:
        quick.tl_free(handle)


def text_of(name: str, *arguments: Any) -> str:
    """What a quick function answers as a text."""
    out = c_void_p()
    call(name, *arguments, byref(out))
    return take_text(out)


def json_of(name: str, *arguments: Any) -> Any:
    """What a quick function answers as JSON."""
    return json.loads(text_of(name, *arguments))


class Handle:
    """Something that the library holds for us; freed with its last reference."""

    __slots__ = ("_pointer",)

    def __init__(self, name: str, *arguments: Any) -> None:
        self._pointer: Optional[c_void_p] = None
        out = c_void_p()
        call(name, *arguments, byref(out))
        self._pointer = out

    @property
    def open(self) -> bool:
        return getattr(self, "_pointer", None) is not None  # what could not be made has none

    @property
    def pointer(self) -> c_void_p:
        if self._pointer is None:
            raise Misuse("it was closed.", "bad-handle")
        return self._pointer

    def free(self) -> None:
        if not self.open:
            return
        pointer, self._pointer = self._pointer, None
        if pointer is not None and quick is not None:  # the module may be gone when the program ends
            quick.tl_free(pointer)

    def __del__(self) -> None:
        self.free()


class Own:
    """What there is once: a copy would draw the same chance again, or move the same games."""

    def __reduce__(self) -> tuple[Any, ...]:
        raise Misuse(f"a {type(self).__name__} cannot be copied or pickled: make another one.")


_Work = Callable[[SimpleQueue[Any]], None]
Progress = Callable[[float, Optional[float]], Any]


class Stopper:
    """Carries a caller's progress function into the library, and the wish to stop out of it.

    The library may call it from a thread of its own, where no exception can go anywhere: it is kept and raised by `run`.
    """

    def __init__(self, progress: Optional[Progress] = None) -> None:
        if progress is not None and not callable(progress):
            raise Misuse(f"progress has to be a function, not {shown(progress)}.")
        self.stopped = False
        self.raised: Optional[BaseException] = None
        self._progress = progress
        self.callback = CProgress(self._tell)

    def _tell(self, _user: Optional[int], done: float, left: float) -> int:
        try:
            if not self.stopped and self._progress is not None and self._progress(done, left if left >= 0 else None):
                self.stopped = True
        except BaseException as reason:  # noqa: B902 - whatever it is, it must not be lost inside C
            self.raised, self.stopped = reason, True
        return int(self.stopped)


# Threads that wait for work, each at a queue of its own: to begin one takes longer than most of what a bot thinks.
_idle: list[SimpleQueue[Any]] = []


def _serve(mine: SimpleQueue[Any]) -> None:
    while True:
        mine.get()(mine)


def _hand_over(work: _Work) -> None:
    try:
        free = _idle.pop()
    except IndexError:
        free = SimpleQueue()
        threading.Thread(target=_serve, args=(free,), daemon=True).start()
    free.put(work)


_watched: dict[Stopper, threading.Event] = {}  # work that calls into Python, and when it is done


@atexit.register
def _stop() -> None:
    """The library must not call into a Python that ends."""
    for stopper in list(_watched):
        stopper.stopped = True
    for done in list(_watched.values()):
        done.wait()


def _forked() -> None:
    """Threads are not inherited."""
    _idle.clear()
    _watched.clear()


os.register_at_fork(after_in_child=_forked)


def _wait_for(done: threading.Event, begun: list[bool]) -> None:
    """Waits until it has stopped, however often Ctrl-C is pressed."""
    while not done.is_set():
        try:
            if not done.wait(2) and not begun:
                return  # interrupted before it began
        except KeyboardInterrupt:
            pass


def run(name: str, *arguments: Any, holding: Any, stopper: Optional[Stopper] = None,
        lock: Optional[threading.Lock] = None) -> None:
    """A slow function, on another thread, so that Ctrl-C reaches the caller while it works.

    With a stopper the work is stopped and waited for; without one it ends by itself later: `holding` is what it needs until
    then, and `lock` is held as long.
    """
    begun: list[bool] = []
    result: list[tuple[int, bytes, bytes]] = []

    # Not Thread.join: interrupted, it takes the thread for ended (bpo-45274).
    done = threading.Event()

    def work(thread: SimpleQueue[Any], _held: Any = holding) -> None:
        begun.append(True)
        if stopper is not None:
            _watched[stopper] = done
        try:
            with lock or nullcontext():
                status = getattr(slow, name)(*arguments)
            # Of this thread: nobody else can overwrite the reason.
            result.append((status, slow.tl_last_error() if status else b"", slow.tl_last_code() if status else b""))
            _idle.append(thread)
        finally:
            if stopper is not None:
                _watched.pop(stopper, None)
            done.set()

    try:
        _hand_over(work)
        while not done.wait(0.2):
            pass
    except BaseException:
        if stopper is not None:
            stopper.stopped = True
            _wait_for(done, begun)
        raise
    if stopper is not None and stopper.raised is not None:
        raise stopper.raised
    status, message, code = result[0]
    if status:
        raise error(status, message.decode("utf-8", "replace"), code.decode())
