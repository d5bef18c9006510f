"""Many games of one kind side by side, in numpy arrays."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from ctypes import byref, c_void_p
from typing import Any, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _library as library
from ._errors import Error, Misuse, shown
from ._game import Game
from ._seats import seat_number
from ._state import State

AT_END = ("stop", "go-on")
LEAVE = -1  # as an action: this game waits


class Step(NamedTuple):
    """The arrays of a batch. They are the batch's own: the next step writes them anew."""

    observations: NDArray[np.float32]  # count x observation size: of the seat to move; zeros where nobody moves
    masks: NDArray[np.uint8]  # count x actions: 1 for legal
    rewards: NDArray[np.float32]  # count x 2: home's and away's; 0 while a game goes on, then 1, 0 or -1
    seats: NDArray[np.int8]  # count: the seat to move, 0 home, 1 away, -1 nobody
    ends: NDArray[np.uint8]  # count: 1 where the step ended a game


def whole_numbers(values: Any, dtype: Any, count: int, what: str) -> NDArray[Any]:
    """An array of the library's type; refuses what is no whole number, of another length, or does not fit."""
    limits = np.iinfo(dtype)
    if isinstance(values, range) and len(values[:count + 1]) != count:
        raise Misuse(f"{what} have to be an array of {count}, not {shown(values)}.")
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        raise Misuse(f"{what} have to be an array of whole numbers.") from None
    if array.shape != (count,):
        raise Misuse(f"{what} have to be an array of {count}, not of shape {array.shape}.")
    if array.dtype.kind in "fO" and not isinstance(values, np.ndarray):  # numpy's answer to small and large ones side by side
        array = np.array([library.number(value, f"each of the {what}", limits.min, limits.max) for value in values], dtype)
    if array.dtype.kind not in "iu":
        raise Misuse(f"{what} have to be whole numbers, not {array.dtype}.")
    if array.dtype != dtype:
        if count and (int(array.min()) < limits.min or int(array.max()) > limits.max):
            raise Misuse(f"{what} have to be from {limits.min} to {limits.max}.")
        array = array.astype(dtype)
    return np.ascontiguousarray(array)


class _Threads(library.Handle):
    """A batch has threads, which a forked process does not inherit: there it is neither asked nor freed."""

    __slots__ = ("_process",)

    def __init__(self, name: str, *arguments: Any) -> None:
        self._process = os.getpid()
        super().__init__(name, *arguments)

    @property
    def open(self) -> bool:
        return super().open and os.getpid() == self._process

    @property
    def pointer(self) -> c_void_p:
        if super().open and not self.open:
            raise Misuse("a batch belongs to the process that made it: make another one in this process.", "bad-handle")
        return super().pointer

    def free(self) -> None:
        if self.open:
            super().free()


class Batch(library.Own):
    """`count` games side by side, played by number: one action a game and step, the seat to move decides.

    Chance falls inside, from a generator of each game. At a secret turn home is asked first, then away, who sees nothing of
    home's choice. A game that ends is begun anew at once (`at_end="go-on"`) or stays where it is (`"stop"`). Everything is the
    same for any number of threads (0: one a core).

    >>> import numpy as np, touchline
    >>> batch = touchline.Game("sports-dice-football").batch(64)
    >>> step = batch.reset(range(64))
    >>> step = batch.step(batch.random_actions(np.random.default_rng(1)))
    >>> step.observations.shape == (64, batch.game.observation_size), int(step.masks.sum(axis=1).min()) > 0
    (True, True)
    """

    def __init__(self, game: Game, count: int, at_end: str = "go-on", threads: int = 0) -> None:
        if not isinstance(game, Game):
            raise Misuse(f"a batch is of a Game, not of {type(game).__name__}.")
        self.game, self.at_end = game, library.one_of(at_end, AT_END, "at_end")
        self.count = library.number(count, "the number of games", 1, 2**40)
        actions = max(len(game.actions), 1)
        try:
            self._step = Step(np.zeros((self.count, game.observation_size), np.float32),
                              np.zeros((self.count, actions), np.uint8), np.zeros((self.count, 2), np.float32),
                              np.full(self.count, -1, np.int8), np.zeros(self.count, np.uint8))
        except (MemoryError, ValueError):
            raise Error(f"{self.count} games of {game.id} need more memory than there is.", "failed") from None
        self._arrays = library.CBatchArrays(self._step.observations.ctypes.data,
                                            self._step.masks.ctypes.data if game.actions else None,
                                            self._step.rewards.ctypes.data, self._step.seats.ctypes.data,
                                            self._step.ends.ctypes.data)
        self._pointer_to_arrays = byref(self._arrays)
        self._lock = threading.Lock()
        self._handle = _Threads("tl_batch_open", game._handle.pointer, self.count, AT_END.index(at_end),
                                library.number(threads, "threads", 0, 1024))
        self.reset()

    def _ask(self, name: str, *arguments: Any) -> None:
        pointer = self._handle.pointer  # before the lock, which a thread of another process may have taken for ever
        with self._lock:
            library.check(getattr(library.slow, name)(pointer, *arguments), library.slow)

    @property
    def now(self) -> Step:
        """The arrays as the last step or reset left them; a new batch was reset with the seeds 0, 1 …"""
        return self._step

    def reset(self, seeds: Union[int, Sequence[int], NDArray[Any]] = 0) -> Step:
        """Begins every game: one seed a game, or the first of as many in a row."""
        if isinstance(seeds, (int, np.integer)):
            first = library.number(seeds, "a seed", 0, 2**64 - self.count)
            array: NDArray[Any] = np.arange(self.count, dtype=np.uint64) + np.uint64(first)
        else:
            array = whole_numbers(seeds, np.dtype(np.uint64), self.count, "seeds")
        self._ask("tl_batch_reset", array.ctypes.data, self.count, self._pointer_to_arrays)
        return self._step

    def step(self, actions: Union[Sequence[int], NDArray[Any]]) -> Step:
        """One action a game, as numbers; those of games that are over are not looked at, -1 leaves a game where it is.

        An illegal one is refused and changes no game.
        """
        array = whole_numbers(actions, np.dtype(np.int32), self.count, "actions")
        self._ask("tl_batch_step", array.ctypes.data, self.count, self._pointer_to_arrays)
        return self._step

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """A legal action for each game, each as likely as the others; 0 where nobody moves."""
        return random_actions(self._step.masks, generator)

    def scores(self) -> NDArray[np.int32]:
        """The score of each game, count x 2; of a game begun anew, the new one's."""
        found = np.zeros((self.count, 2), np.int32)
        self._ask("tl_batch_scores", found.ctypes.data, self.count)
        return found

    def finals(self, seat: Any = "home") -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """The position in which the last game at each place ended: observations of a seat (count x observation size) and scores
        (count x 2). Zeros where none has ended since the reset. A game that goes on has left that position by then."""
        observations = np.zeros_like(self._step.observations)
        scores = np.zeros((self.count, 2), np.int32)
        self._ask("tl_batch_finals", seat_number(seat), observations.ctypes.data, scores.ctypes.data, self.count)
        return observations, scores

    def state(self, index: int) -> State:
        """One of the games as a position of its own, without history."""
        number, pointer = library.number(index, "the index of a game", 0, self.count - 1), self._handle.pointer
        with self._lock:
            return State._from(self.game, library.Handle("tl_batch_state", pointer, number))

    def close(self) -> None:
        """Frees it now; what is asked of it later is refused."""
        if self._handle.open:
            with self._lock:
                self._handle.free()

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<touchline.Batch {self.count} x {self.game.id}>"


def random_actions(masks: NDArray[np.uint8], generator: np.random.Generator) -> NDArray[np.int32]:
    """A legal action for each row of masks, each as likely as the others; 0 where none is legal."""
    masks = np.asarray(masks)
    if masks.ndim != 2 or not masks.shape[1] or masks.dtype.kind not in "biu":
        raise Misuse("masks have to be an array of 0 and 1, a row a game and a column an action.")
    if not isinstance(generator, np.random.Generator):
        raise Misuse(f"actions are drawn by a numpy.random.Generator, not by {shown(generator)}.")
    if masks.shape[1] == 1:
        return np.zeros(len(masks), np.int32)
    wide = np.uint8 if masks.shape[1] < 256 else np.uint32
    counted = np.cumsum(masks, axis=1, dtype=wide)
    drawn = (generator.random(len(masks), np.float32) * counted[:, -1]).astype(wide)
    chosen: NDArray[np.int32] = (counted > drawn[:, None]).argmax(axis=1).astype(np.int32)
    return chosen
