"""The base of vector environments."""

import enum
from types import SimpleNamespace

import numpy as np

utils = SimpleNamespace(batch_space=lambda space, count: (space, count))


class AutoresetMode(enum.Enum):
    SAME_STEP = "SameStep"


class VectorEnv:
    _generator = None
    closed = False

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._generator = np.random.default_rng(seed)

    @property
    def np_random(self):
        if self._generator is None:
            self._generator = np.random.default_rng()
        return self._generator

    def close(self, **arguments):
        if not self.closed:
            self.close_extras(**arguments)
            self.closed = True
