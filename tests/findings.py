#!/usr/bin/env python3
"""docs/findings.md says what its commands say: every figure of a finding stands, to its last place, in what they print.

Those of the two games that are solved in seconds are run. A share of losses is that of wins from the other side.

usage: findings.py PROGRAM SOURCE
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
QUICK = ("sports-dice-football", "gridiron-glory")
folder = tempfile.TemporaryDirectory(prefix="touchline-findings-")
ENVIRONMENT = {**os.environ, "TOUCHLINE_CACHE": folder.name, "LC_ALL": "C.UTF-8"}
printed = {}


def numbers_of(command):
    if command not in printed:
        done = subprocess.run([PROGRAM, *command.split()[1:], "--quiet"], capture_output=True, text=True, timeout=600, check=True, env=ENVIRONMENT)
        printed[command] = [float(number) for number in re.findall(r"\d+\.\d+", done.stdout)]
    return printed[command]


failures, checked = [], 0
for finding in re.split(r"\n(?=\d+\. )", (SOURCE / "docs/findings.md").read_text(encoding="utf-8"))[1:]:
    number, commands = finding.split(".")[0], re.findall(r"`(touchline [^`]+)`", finding)
    if not commands:
        failures.append(f"no. {number} has no command")
    if not all(any(f" {game}" in command for game in QUICK) for command in commands):
        continue
    found = [value for command in commands for value in numbers_of(command)]
    for figure in re.findall(r"\d+\.\d+|\d+(?= %)", re.sub(r"`[^`]+`", "", finding)):
        places = len(figure.partition(".")[2])
        half = 0.5 * 10 ** -places + 0.0051  # both were rounded
        checked += 1
        if not any(abs(value - float(figure)) <= half or abs(100 - value - float(figure)) <= half for value in found):
            failures.append(f"no. {number} says {figure}, and none of its commands does")
print("\n".join(failures))
print(f"{checked} figures, {len(failures)} wrong")
sys.exit(bool(failures) or checked < 15)
