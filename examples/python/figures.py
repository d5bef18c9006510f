#!/usr/bin/env python3
"""Draws the figures of docs/python.md as SVG, with nothing but the package itself.

usage: figures.py FOLDER     a minute; writes python-learning.svg and python-chance.svg
"""

import math
import sys
from pathlib import Path

import learn_to_call

import touchline
import touchline.export

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 62, 20, 58, 46
INK, GRID, LINE = "#444", "#ddd", "#1f6f54"


class Chart:
    """A plot area with a title, two labelled axes and lines in it."""

    def __init__(self, title, across, up, x, y):
        self.x, self.y = x, y
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" fill="{INK}">',
                      f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', f'<text x="{LEFT}" y="22" font-size="15">{title}</text>',
                      f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{across}</text>',
                      f'<text x="14" y="{TOP - 14}">{up}</text>']

    def at(self, x, y):
        return (LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - (y - self.y[0]) / (self.y[1] - self.y[0]) * (HEIGHT - TOP - BOTTOM))

    def mark_up(self, value, label):
        _, y = self.at(self.x[0], value)
        self.parts += [f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{GRID}"/>',
                       f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>']

    def mark_across(self, value, label):
        x, y = self.at(value, self.y[0])
        self.parts.append(f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{label}</text>')

    def line(self, points, stroke=LINE, dash=""):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*point) for point in points))
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="2" stroke-dasharray="{dash}"/>')

    def dots(self, points):
        self.parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{LINE}"/>' for x, y in (self.at(*point) for point in points)]

    def note(self, x, y, text):
        left, top = self.at(x, y)
        self.parts.append(f'<text x="{left:.1f}" y="{top - 5:.1f}">{text}</text>')

    def write(self, path):
        path.write_text("\n".join([*self.parts, "</svg>", ""]), encoding="utf-8")


def learning(path):
    table, done, points = learn_to_call.Table(), 0, []
    for steps in (2_048, 8_192, 32_768, 131_072, 524_288, 2_097_152):
        learn_to_call.train(table, steps - done, seed=1 + done)
        done = steps
        points.append((math.log2(steps), 100 * learn_to_call.regret(table.strategy)))
    habit = 100 * learn_to_call.regret(lambda state, seat: state.legal_ids(seat)[0])
    most = max(habit, points[0][1]) * 1.1
    chart = Chart("What the learned calls give away against the book, exactly", "steps played", "percentage points", (10.5, 21.5), (0, most))
    for part in range(6):
        chart.mark_up(most * part / 5, f"{most * part / 5:.2f}")
    for exponent, _ in points:
        chart.mark_across(exponent, f"{2 ** int(exponent):,}")
    chart.line([(10.5, habit), (21.5, habit)], "#b33", "5 4")
    chart.note(16, habit, "always the first choice")
    chart.line(points)
    chart.dots(points)
    chart.write(path)


def chance(path, seed=3):
    game = touchline.Game("sports-dice-football")
    state, dice, bots = game.start(), touchline.Dice(seed), {seat: game.bot("coach", 1) for seat in ("home", "away")}
    while not state.over:
        turn = state.turn
        state = state.roll(dice) if turn.kind == "chance" else state.play(bots[turn.seat].choose(state))
    plays = touchline.export.rows(state)
    points = [(number, play["home_wp"]) for number, play in enumerate(plays)] + [(len(plays), plays[-1]["home_wp_post"])]
    chart = Chart(f"A game of Sports Dice Football, home {state.score[0]}, away {state.score[1]}: home's chance", "plays", "win + draw/2",
                  (0, len(plays)), (0, 1))
    for share in (0, 0.25, 0.5, 0.75, 1):
        chart.mark_up(share, f"{share:.0%}")
    for number in range(0, len(plays) + 1, 5):
        chart.mark_across(number, number)
    chart.line(points)
    for number, play in enumerate(plays):
        if play["touchdown"]:
            chart.dots([points[number + 1]])
    chart.write(path)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    chance(folder / "python-chance.svg")
    learning(folder / "python-learning.svg")


if __name__ == "__main__":
    main()
