#!/usr/bin/env python3
"""Ctrl-C at every command of the lab: one sentence, exit code 1, nothing half written; answers in a folder stay whole.

usage: lab_stop.py PROGRAM
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
folder = tempfile.TemporaryDirectory(prefix="touchline-lab-")
home = pathlib.Path(folder.name)
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("TOUCHLINE_", "XDG_"))}
ENVIRONMENT |= {"HOME": str(home), "LC_ALL": "C.UTF-8"}
(home / "spec.toml").write_text('game = "red-boar-gridiron"\n')

# Each takes minutes, so that the signal finds it at work.
GAME = "red-boar"
COMMANDS = {
    "figures": [GAME, "--html", "figures.html"],
    "compare": [GAME, "-o", "overtime=tie", "--html", "compare.html"],
    "slope": [GAME, "--html", "slope.html"],
    "tune": [GAME, "--vary", "score.field_goal=2..4", "--goal", "first_edge=0", "--out", "tuned.toml"],
    "range": [GAME, "--html", "range.html"],
    "atlas": [GAME, "--write", "atlas"],
    "certificate": [GAME, "--html", "certificate.html"],
    "sweep": ["spec.toml", "--out", "answers"],
}
failures = []
running = {name: subprocess.Popen([PROGRAM, "lab", name, *arguments, "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=home, env=ENVIRONMENT)
           for name, arguments in COMMANDS.items()}
for name, process in running.items():
    first = process.stderr.readline()  # of the progress: it is at work
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    said = [line for line in (first + err).splitlines() if line.startswith("touchline:")]
    if process.returncode != 1 or len(said) != 1 or out: failures.append(f"lab {name}: exit {process.returncode}, out {out[-200:]!r}, err {(first + err)[-300:]!r}")
    elif ("'answers'" in said[0]) != (name == "sweep"): failures.append(f"lab {name} says {said[0]!r} of its answers")
for path in home.rglob("*"):
    if path.is_file() and ".cache" not in path.parts and path.name != "spec.toml":
        if path.suffix != ".json" or "answer" not in json.loads(path.read_text()):
            failures.append(f"half written: {path.relative_to(home)}")
for failure in failures: print(failure)
print(f"{len(COMMANDS)} commands stopped, {len(failures)} failures")
sys.exit(1 if failures else 0)
