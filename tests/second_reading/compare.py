#!/usr/bin/env python3
"""Every game read a second time and compared with the table protocol on random games, in which every value of an option
also meets every value of every other.

usage: compare.py PROGRAM [GAMES] [SEED]
"""
import importlib
import json
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True  # leaves nothing behind
from reading import any_options, compare, paired_options, script, sheet_of

SHEETS = pathlib.Path(__file__).parents[2] / "data" / "sheets"
# A game is read a second time by the file of its name in this folder.
READINGS = [sheet.stem for sheet in sorted(SHEETS.glob("*.toml")) if (pathlib.Path(__file__).parent / f"{sheet.stem.replace('-', '_')}.py").exists()]
assert READINGS
program = sys.argv[1]
games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
failures = 0
told = json.loads(subprocess.run([program, "games", "--json"], capture_output=True, text=True, check=True).stdout)["games"]
OFFERED = {game["id"]: {option["name"]: option.get("values") for option in game["options"]} for game in told}
for game in READINGS:
    kind = importlib.import_module(game.replace("-", "_")).Game
    sheet = sheet_of(SHEETS / f"{kind.GAME}.toml")
    dice = random.Random(f"{seed} {kind.GAME}")
    for name, values in OFFERED[kind.GAME].items():
        read = kind.OPTIONS.get(name, ())
        if not name.endswith("_team") and values and set(map(str, values)) != set(map(str, read)):
            failures += 1
            print(f"{kind.GAME}: option {name} has {values}, read are {list(read)}")
    sets = [any_options(kind, dice) for _ in range(games)] + paired_options(kind)
    scripts = [list(script(kind(options, dice, sheet), dice)) for options in sets]
    wrong = compare(program, scripts)
    failures += len(wrong)
    print(f"{kind.GAME}: {len(sets) - len(wrong)} games agree, {len(wrong)} do not")
    print("".join(what + "\n" for what in wrong[:3]), end="")
sys.exit(1 if failures else 0)
