"""What the adapters use of Gymnasium, no more: the real package is not in Debian. tests/foreign runs against the real one."""

import numpy as np

from . import spaces, vector  # noqa: F401

registry = {}


class Env:
    _generator = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._generator = np.random.default_rng(seed)

    @property
    def np_random(self):
        if self._generator is None:
            self._generator = np.random.default_rng()
        return self._generator

    def close(self):
        pass


def register(id, entry_point, kwargs, vector_entry_point):
    registry[id] = (entry_point, kwargs, vector_entry_point)
