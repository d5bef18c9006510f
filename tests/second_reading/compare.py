#!/usr/bin/env python3
"""Every game read a second time and compared with the table protocol on random games.

usage: compare.py PROGRAM [GAMES] [SEED]
"""
import importlib
import pathlib
import random
import sys

sys.dont_write_bytecode = True  # leaves nothing behind
from reading import any_options, compare, script, sheet_of

SHEETS = pathlib.Path(__file__).parents[2] / "data" / "sheets"
# A game is read a second time by the file of its name in this folder.
READINGS = [sheet.stem for sheet in sorted(SHEETS.glob("*.toml")) if (pathlib.Path(__file__).parent / f"{sheet.stem.replace('-', '_')}.py").exists()]
assert READINGS
program = sys.argv[1]
games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
failures = 0
for game in READINGS:
    kind = importlib.import_module(game.replace("-", "_")).Game
    sheet = sheet_of(SHEETS / f"{kind.GAME}.toml")
    dice = random.Random(f"{seed} {kind.GAME}")
    scripts = [list(script(kind(any_options(kind, dice), dice, sheet), dice)) for _ in range(games)]
    wrong = compare(program, scripts)
    failures += len(wrong)
    print(f"{kind.GAME}: {games - len(wrong)} games agree, {len(wrong)} do not")
    print("".join(what + "\n" for what in wrong[:3]), end="")
sys.exit(1 if failures else 0)
