"""Spaces: only whether something lies in them."""

import numpy as np


class Box:
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.shape, self.dtype = shape if shape is not None else np.shape(low), np.dtype(dtype)
        self.low, self.high = np.broadcast_to(low, self.shape), np.broadcast_to(high, self.shape)

    def contains(self, x):
        return bool(isinstance(x, np.ndarray) and x.dtype == self.dtype and x.shape == self.shape
                    and (x >= self.low).all() and (x <= self.high).all())


class Discrete:
    def __init__(self, n):
        self.n = n

    def contains(self, x):
        return 0 <= int(x) < self.n


class Dict:
    def __init__(self, spaces):
        self.spaces = spaces

    def contains(self, x):
        return x.keys() == self.spaces.keys() and all(space.contains(x[name]) for name, space in self.spaces.items())
