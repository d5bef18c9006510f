#!/usr/bin/env python3
"""The command line as a user meets it: one sentence for a mistake, the right exit code, nothing written half.

usage: command_line.py PROGRAM
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
failures = []
checks = 0


def run(*arguments, text=None, **more):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=300, **more)


def check(holds, what, done=None):
    global checks
    checks += 1
    if not holds:
        failures.append(what + (f": exit {done.returncode}, out {done.stdout[-300:]!r}, err {done.stderr[-300:]!r}" if done else ""))


def refused(code, *arguments, text=None):
    done = run(*arguments, text=text)
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    check(done.returncode == code and len(lines) == 1 and lines[0].startswith("touchline: "), f"{arguments} is refused with one sentence", done)


folder = tempfile.TemporaryDirectory(prefix="touchline-cli-")
home = pathlib.Path(folder.name)
os.environ.update(TOUCHLINE_CACHE=str(home / "cache"), XDG_STATE_HOME=str(home / "state"), LC_ALL="C")

# Misuse is exit code 2.
refused(2)
refused(2, "dance")
refused(2, "sim")
refused(2, "sim", "chess")
refused(2, "sim", "pocket-rugby", "--games", "0")
refused(2, "sim", "pocket-rugby", "--home", "nobody")
refused(2, "sim", "pocket-rugby", "--option", "weather=snow")
refused(2, "sim", "pocket-rugby", "--option", "weather")
refused(2, "sim", "pocket-rugby", "--sheet", str(home / "nowhere.toml"))
refused(2, "replay", str(home / "nowhere"))
refused(2, "replay", str(home))
refused(2, "rules", "chess")
refused(2, "rules", "pocket-rugby", "--lang", "de")
refused(2, "odds", "chess~AAAA")
refused(2, "odds", "pocket-rugby~AAAA")

# What works is exit code 0.
for arguments in (["--help"], ["--version"], ["games"], ["rules", "pocket-rugby"], ["rules", "pocket-rugby", "--lang", "fr"], ["books"]):
    done = run(*arguments)
    check(done.returncode == 0 and done.stdout and not done.stderr, f"{arguments} works", done)
for game in ("pocket-gridiron", "gridiron-glory", "qb-blitz", "pocket-rugby", "red-boar-gridiron", "sports-dice-football"):
    done = run("sim", game, "--games", "200", "--json", "--threads", "2")
    check(done.returncode == 0 and json.loads(done.stdout)["games"] == 200, f"sim {game}", done)
    check(run("sim", game, "--games", "200", "--json", "--threads", "1").stdout == done.stdout, f"sim {game} is the same on one thread")

# A record goes out of the protocol and is replayed; a changed one is refused with its line (failure: exit code 1).
requests = [{"cmd": "new", "game": "pocket-rugby", "seed": 1}, {"cmd": "play", "home": "coach", "away": "random"}, {"cmd": "record"}]
done = run("table", text="".join(json.dumps(request) + "\n" for request in requests))
answers = [json.loads(line) for line in done.stdout.splitlines()]
check(done.returncode == 0 and len(answers) == 3 and all(answer["ok"] for answer in answers), "table answers every line", done)
record = home / "game.record"
record.write_text(answers[2]["record"])
for language in ("en", "fr"):
    done = run("replay", str(record), "--lang", language)
    check(done.returncode == 0 and "«" not in done.stdout.replace("« ", ""), f"replay in {language}", done)
record.write_text(answers[2]["record"].replace("rolls scrum-half: F", "rolls scrum-half: X", 1))
done = run("replay", str(record))
check(done.returncode == 1 and "line " in done.stderr, "a wrong record names its line", done)

# The protocol survives everything that is thrown at it and goes on with the next line.
nasty = ["", "x", "[" * 50000, '{"cmd":' + "[" * 2000 + "]" * 2000 + "}", '{"cmd":"new","game":"' + "a" * 1000000 + '"}', "{" * 100, '{"cmd":"roll","tokens":[1e400]}', "\u0000"]
done = run("table", text="\n".join(nasty) + '\n{"cmd":"games"}\n{"cmd":"quit"}\nignored\n')
answers = [json.loads(line) for line in done.stdout.splitlines()]
check(done.returncode == 0 and len(answers) == len(nasty) + 2, "an answer for every line until quit", done)
check(all(not answer["ok"] for answer in answers[: len(nasty)]) and answers[-1] == {"ok": True}, "errors, then quit")
raw = subprocess.run([PROGRAM, "table"], input=b'{"cmd":"\xff\xfe"}\n' + b"a" * (20 << 20) + b'\n{"cmd":"games"}\n', capture_output=True, timeout=300)
lines = raw.stdout.splitlines()
check(raw.returncode == 0 and len(lines) == 3 and json.loads(lines[2])["ok"], "bytes that are no text, an enormous line, and on it goes")

# Help in both languages: no English sentence is left in the French one.
commands = [line.split()[0] for line in run("--help").stdout.split("Subcommands:")[1].splitlines() if line.strip()]
for command in [[], *([name] for name in commands), ["sheet", "show"], ["sheet", "check"]]:
    english, french = (run(*command, "--help", env={**os.environ, "LC_ALL": locale}).stdout for locale in ("C", "fr_FR.UTF-8"))
    said = {re.split(r"\s{2,}", line.strip())[-1] for line in english.splitlines()}
    left = [text for text in said if " " in text and not text.startswith(("Usage", "--", "-")) and text in french]
    check(len(said) > 2 and not left, f"help in French: {command} {left}")

# Standard input or output closed, a full disk.
check(subprocess.run([PROGRAM, "table"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60).returncode == 0, "the end of input ends the table")
check(subprocess.run(f"'{PROGRAM}' games <&- >/dev/null", shell=True, timeout=60).returncode == 0, "standard input closed")
if os.path.exists("/dev/full"):
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        check(done.returncode == 1 and "written" in done.stderr, "a full disk is told", None)

# Many requests in one process: its memory does not grow.
many = '{"cmd":"new","game":"pocket-gridiron","seed":1}\n' + '{"cmd":"roll"}\n{"cmd":"state"}\n{"cmd":"undo"}\n{"cmd":"set","state":{}}\n' * 25000
done = subprocess.run([PROGRAM, "table"], input=many, capture_output=True, text=True, timeout=600)
check(done.returncode == 0 and done.stdout.count("\n") == 100001, "a hundred thousand requests are answered")
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
check(peak < 700, f"no more than 700 MB at any time, but it was {peak:.0f}")

folder.cleanup()
print("\n".join(failures))
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
