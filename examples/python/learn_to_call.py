#!/usr/bin/env python3
"""Learns to call plays by playing itself, then says exactly what the learned strategy gives away.

A short game of red-boar-gridiron (quarters of 30 seconds, no penalties): play on, punt or kick. A table of mean results by down, distance,
spot, clock and score is filled by a batch of games; no rule of the game and no value of a position is used. Then the book speaks: against
perfect play the learned strategy gets so much less than perfect play itself would, to the last digit, without a game played.

usage: learn_to_call.py [STEPS]     half a minute with the default of 3,000,000
"""

import sys

import numpy as np

import touchline
import touchline.lab

GAME = touchline.Game("red-boar-gridiron", {"quarter_seconds": 30, "overtime": "tie", "penalties": False})
FIELDS = {field.name: field.at for field in GAME.fields}
SIZES = {"event": 3, "quarter": 5, "clock": 4, "down": 5, "ball": 21, "togo": 8, "lead": 17, "offense": 2}
CELLS = int(np.prod(list(SIZES.values())))
LONGEST = 64  # decisions of one game that are remembered


def cells(observations):
    """The cell of the table for each observation: what a coach would look at, roughly."""
    def column(name, offset=0):
        return observations[:, FIELDS[name] + offset].astype(np.float64)

    def points(name):
        scaled = column(name)
        return np.rint(32 * scaled / (1 - np.minimum(scaled, 0.99)))
    ball, line = np.rint(column("ball") * 100), np.rint(column("line") * 100)
    event = observations[:, FIELDS["event"]:FIELDS["event"] + len(GAME.events)].argmax(axis=1)
    parts = {
        "event": np.select([event == GAME.events.index("call"), event == GAME.events.index("after-touchdown")], [0, 1], 2),
        "quarter": np.rint(column("quarter") * 4), "clock": np.rint(column("clock") * 3), "down": np.rint(column("down") * 4),
        "ball": ball // 5, "togo": np.clip(np.abs(line - ball) // 3, 0, 7),
        "lead": np.clip(points("score.own") - points("score.other"), -8, 8) + 8, "offense": column("offense", 1)}
    code = np.zeros(len(observations), np.int64)
    for name, size in SIZES.items():
        code = code * size + np.clip(parts[name], 0, size - 1).astype(np.int64)
    return code


class Table:
    """The mean result of each action in each cell."""

    def __init__(self):
        self.sums = np.zeros((CELLS, len(GAME.actions)))
        self.visits = np.zeros((CELLS, len(GAME.actions)))

    def best(self, cell, masks):
        # A draw of knowledge: an action that was hardly ever tried counts as even.
        values = (self.sums[cell]) / (self.visits[cell] + 20)
        return np.where(masks != 0, values, -np.inf).argmax(axis=1)

    def learn(self, cell, action, result):
        np.add.at(self.sums, (cell, action), result)
        np.add.at(self.visits, (cell, action), 1)

    def strategy(self, state, seat):
        """As touchline.lab.value takes it."""
        masks = np.zeros((1, len(GAME.actions)), np.uint8)
        masks[0, state.legal_ids(seat)] = 1
        return int(self.best(cells(state.observation(seat)[None]), masks)[0])


def train(table, steps, seed=1, count=2048, explore=0.25):
    """Plays against itself; every decision of a game learns the game's result."""
    generator, batch = np.random.default_rng(seed), GAME.batch(count)
    step = batch.reset(seed * 1_000_000)
    seen = np.zeros((count, LONGEST), np.int64)
    did = np.zeros((count, LONGEST), np.int64)
    who = np.zeros((count, LONGEST), np.int64)
    length, rows = np.zeros(count, np.int64), np.arange(count)
    for _ in range(max(steps // count, 1)):
        cell = cells(step.observations)
        action = np.where(generator.random(count) < explore, batch.random_actions(generator), table.best(cell, step.masks))
        at = np.minimum(length, LONGEST - 1)
        seen[rows, at], did[rows, at], who[rows, at] = cell, action, step.seats
        length = at + 1
        step = batch.step(action)
        ended = np.flatnonzero(step.ends)
        if len(ended):
            played = np.arange(LONGEST) < length[ended, None]
            result = np.take_along_axis(step.rewards[ended], who[ended], axis=1)
            table.learn(seen[ended][played], did[ended][played], result[played])
            length[ended] = 0


def book(state, seat):
    return state.advise(seat)[0].action


def regret(strategy):
    """What a strategy gives away against perfect play, in both seats: exactly."""
    perfect = GAME.start().odds().value("home")
    at_home = perfect - touchline.lab.value(GAME, strategy, book)
    away = touchline.lab.value(GAME, book, strategy) - perfect
    return (at_home + away) / 2


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000_000
    habits = {"always the first choice": lambda state, seat: state.legal_ids(seat)[0],
              "always the last choice": lambda state, seat: state.legal_ids(seat)[-1]}
    for name, strategy in habits.items():
        print(f"{name:28} gives away {100 * regret(strategy):8.4f} percentage points", flush=True)
    table, done = Table(), 0
    for part in (0.01, 0.09, 0.9):
        train(table, int(steps * part), seed=1 + done)
        done += int(steps * part)
        print(f"learned in {done:>9,} steps   gives away {100 * regret(table.strategy):8.4f} percentage points", flush=True)
    print(f"the book                     gives away {100 * regret(book):8.4f} percentage points")


if __name__ == "__main__":
    main()
