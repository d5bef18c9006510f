"""What all tests share: every game in every mode, and games played to their end."""

from __future__ import annotations

import os
import tempfile

import numpy as np
import pytest

import touchline

# The books of whoever runs the tests stay untouched.
_cache = tempfile.TemporaryDirectory()
os.environ["TOUCHLINE_CACHE"] = _cache.name

MODES = [("pocket-gridiron", {"mode": "basic"}), ("pocket-gridiron", {"mode": "pro"}), ("gridiron-glory", {}),
         ("pocket-rugby", {}), ("red-boar-gridiron", {"mode": "dice"}), ("red-boar-gridiron", {"mode": "cards"}),
         ("sports-dice-football", {})]


def name_of(mode):
    return "-".join([mode[0], *map(str, mode[1].values())])


@pytest.fixture(params=MODES, ids=name_of, scope="session")
def game(request):
    return touchline.Game(*request.param)


def play_out(game, seed, on_position=lambda state: None, stop=lambda state: False):
    """A game of random choices from a seed."""
    state, dice, generator = game.start(), touchline.Dice(seed), np.random.default_rng(seed)
    while not state.over and not stop(state):
        on_position(state)
        turn = state.turn
        if turn.kind == "chance":
            state.roll(dice)
        else:
            state.choose(turn.seat, int(generator.choice(state.legal_ids(turn.seat))))
    return state
