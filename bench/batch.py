#!/usr/bin/env python3
"""Steps a second from Python: a batch in numpy arrays beside one position at a time, random choices in both.

usage: batch.py [GAMES [SECONDS]]   (PYTHONPATH=python/src, TOUCHLINE_LIBRARY=build/libtouchline.so, or the installed wheel)
A step is one decision with all the chance that follows it; in a game without choices it is a whole game.
"""

import sys
import time

import numpy as np

import touchline

MODES = [("pocket-gridiron", {}), ("pocket-gridiron", {"mode": "pro"}), ("gridiron-glory", {}), ("pocket-rugby", {}),
         ("red-boar-gridiron", {}), ("red-boar-gridiron", {"mode": "cards"}), ("sports-dice-football", {})]


def together(game, count, seconds, choose):
    """Steps a second, and steps a second of processor time: what one core that is not busy otherwise would do."""
    batch, generator = game.batch(count), np.random.default_rng(1)
    batch.reset(1)
    fixed = None if choose else np.zeros(count, np.int32)
    begun, busy, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begun < seconds:
        batch.step(batch.random_actions(generator) if fixed is None else fixed)
        steps += count
    return steps / (time.perf_counter() - begun), steps / (time.process_time() - busy)


def alone(game, seconds):
    dice, generator, state = touchline.Dice(1), np.random.default_rng(1), game.start()
    begun, busy, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begun < seconds:
        turn = state.turn
        if turn.kind == "over":
            state = game.start()
            steps += not game.choices
        elif turn.kind == "chance":
            state.roll(dice)
        else:
            legal = state.legal_ids(turn.seat)
            state.observation(turn.seat)
            state.choose(turn.seat, legal[int(generator.integers(len(legal)))])
            steps += 1
    return steps / (time.process_time() - busy)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 16384
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    print(f"{'steps a second':32}{'batch':>14}{'a core':>14}{'one by one':>14}   {count} games side by side")
    for id, options in MODES:
        game = touchline.Game(id, options)
        name = " ".join([id, *options.values()])
        whole, core = together(game, count, seconds, game.choices)
        print(f"{name:32}{whole:14,.0f}{core:14,.0f}{alone(game, seconds / 2):14,.0f}", flush=True)


if __name__ == "__main__":
    main()
