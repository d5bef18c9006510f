"""The table protocol in this process: what `touchline table` speaks (docs/protocol.md)."""

from __future__ import annotations

import json
import threading
from ctypes import byref, c_void_p
from typing import Any

from . import _library as library


class Protocol(library.Own):
    """A table that answers the protocol's requests.

    >>> import touchline
    >>> table = touchline.Protocol()
    >>> table.ask({"cmd": "new", "game": "sports-dice-football", "seed": 1})["turn"]["event"]
    'toss'
    """

    def __init__(self) -> None:
        self._handle = library.Handle("tl_protocol_open")
        self._lock = threading.Lock()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """One request, one answer; a refusal is an answer too (`"ok": False`)."""
        line = library.json_text(request, "the request")
        out = c_void_p()
        with self._lock:
            library.check(library.slow.tl_protocol_answer(self._handle.pointer, line, byref(out)), library.slow)
        answer: dict[str, Any] = json.loads(library.take_text(out))
        return answer

    def close(self) -> None:
        """Frees it now."""
        with self._lock:
            self._handle.free()
