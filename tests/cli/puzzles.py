#!/usr/bin/env python3
"""Puzzles at the terminal: asked, answered, listed, of the day, from one's own mistakes; nonsense is answered.

usage: puzzles.py PROGRAM
"""
import datetime
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
folder = tempfile.TemporaryDirectory(prefix="touchline-puzzles-")
home = pathlib.Path(folder.name)
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("TOUCHLINE_", "XDG_"))}
ENVIRONMENT |= {"HOME": str(home), "LC_ALL": "C.UTF-8"}
failures = []
checks = 0


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, "puzzles", *map(str, arguments)], input=text, capture_output=True, text=True, timeout=300, cwd=home, env=ENVIRONMENT)


def check(holds, what, done=None):
    global checks
    checks += 1
    if not holds: failures.append(what + (f": exit {done.returncode}, out {done.stdout[-400:]!r}, err {done.stderr[-400:]!r}" if done else ""))


def listed(*arguments):
    done = run(*arguments, "--json")
    check(done.returncode == 0, f"{arguments} are listed", done)
    return json.loads(done.stdout or "{}")


# Listed: the same from the same seed, each action with its value, and why.
three = listed("sports-dice", "--seed", 3, "--count", 3)
check(three == listed("sports-dice", "--seed", 3, "--count", 3), "the same seed gives the same puzzles")
check(three["seed"] == 3 and len(three["puzzles"]) == 3, "so many as were asked for")
for puzzle in three["puzzles"]:
    values = [action["value"] for action in puzzle["actions"]]
    check(values == sorted(values, reverse=True) and puzzle["best"] == puzzle["actions"][0]["action"], "the best action comes first")
    check(puzzle["method"] == "exact" and puzzle["why"].endswith("."), "it is exact and says why in a sentence")
    for action in puzzle["actions"]:
        check(abs(sum(part["chance"] * part["value"] for part in action["outlook"]) - action["value"]) < 1e-9, "what comes of an action adds up to its value")
    odds = subprocess.run([PROGRAM, "odds", puzzle["position"], "--json"], capture_output=True, text=True, env=ENVIRONMENT)
    advice = json.loads(odds.stdout)["advice"]["actions"]
    check([each["action"] for each in advice] == [each["action"] for each in puzzle["actions"]], "touchline odds says the same of the position")
quiet = run("sports-dice", "--seed", 3, "--count", 3, "--quiet")
check(quiet.returncode == 0 and all(puzzle["position"] in quiet.stdout and puzzle["why"] in quiet.stdout for puzzle in three["puzzles"]), "--quiet lists them", quiet)
rows = run("sports-dice", "--seed", 3, "--count", 3, "--csv").stdout.splitlines()
check(rows[0].startswith("puzzle,game,position,") and len(rows) == 1 + sum(len(puzzle["actions"]) for puzzle in three["puzzles"]), "as CSV a row for each action")
for language, said in (("en", "<h2>Answers</h2>"), ("fr", "<h2>Réponses</h2>")):
    page = run("sports-dice", "--seed", 3, "--count", 3, "--html", "-", "--lang", language).stdout
    check(said in page and page.count("<pre>") == 6 and "\x1b" not in page and "<script" not in page, "as a page with boards, and the answers at its end")
check(run("sports-dice", "--seed", 3, "--html", home / "nowhere" / "page.html").returncode == 1, "a page that cannot be written is refused")
hard = listed("sports-dice", "--seed", 3, "--count", 3, "--hard")
check({puzzle["difficulty"] for puzzle in hard["puzzles"]} == {"hard"}, "--hard gives hard ones alone")
check(listed("sports-dice", "--seed", 3, "--count", 1, "--whole")["stage"] == "whole", "--whole takes whole games")

# Asked: by the number of the choice; what is no choice is answered and asked again.
first = three["puzzles"][0]
asked = run("sports-dice", "--seed", 3, "--count", 3, text="dance\n1\n1\n1\n")
check(asked.returncode == 0 and "“dance” does nothing here" in asked.stdout, "nonsense is answered", asked)
check(all(puzzle["why"].split("”")[0] in " ".join(asked.stdout.split()) for puzzle in three["puzzles"]), "every answer says why", asked)
check("of 3; given away" in asked.stdout and "--seed 3" in asked.stdout, "the end tells how many were right and how to get them again", asked)
left = run("sports-dice", "--seed", 3, text="1\nq\n")
check(left.returncode == 0 and "of 1; given away" in left.stdout, "q leaves with what was answered", left)
ended = run("sports-dice", "--seed", 3, text="")
check(ended.returncode == 0 and "given away" not in ended.stdout, "an input that ends leaves", ended)
french = run("sports-dice", "--seed", 3, "--count", 1, "--lang", "fr", text="1\n")
check(french.returncode == 0 and "points de pourcentage" in french.stdout, "in French", french)

# Ctrl-C while a choice is awaited.
waiting = subprocess.Popen([PROGRAM, "puzzles", "sports-dice", "--seed", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
while b"your choice" not in waiting.stdout.readline(): pass
waiting.send_signal(signal.SIGINT)
out, err = waiting.communicate(timeout=60)
check(waiting.returncode == -signal.SIGINT and not err, f"Ctrl-C ends it without a word: {waiting.returncode} {err!r}")

# Of the day: the same for everybody; the game may be named.
before = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
daily = listed("--daily", "sports-dice")
again = listed("--daily", "sports-dice")
if daily["date"] == again["date"]: check(daily == again, "the day has one puzzle")
check(before <= daily["date"] <= datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "the day is that of UTC")
check(len(daily["puzzles"]) == 1 and daily["puzzles"][0]["game"] == "sports-dice-football", "of the game that is named")

# From a record: what people did wrong, not what a computer did.
requests = [{"cmd": "new", "game": "sports-dice-football"}, {"cmd": "set", "state": {"ball": 95, "down": 4, "offense": "home"}}, {"cmd": "choose", "action": "punt"}, {"cmd": "record"}]
table = subprocess.run([PROGRAM, "table"], input="".join(json.dumps(request) + "\n" for request in requests), capture_output=True, text=True, env=ENVIRONMENT)
record = json.loads(table.stdout.splitlines()[-1])["record"]
(home / "own.record").write_text(record)
own = listed("--from", "own.record")
check([puzzle["taken"] for puzzle in own["puzzles"]] == ["punt"] and own["puzzles"][0]["best"] != "punt", "a mistake is asked again")
(home / "bot.record").write_text('[HomePlayer "coach"]\n' + record)


def refused(code, says, *arguments):
    done = run(*arguments)
    lines = done.stderr.splitlines()
    check(done.returncode == code and len(lines) == 1 and says in lines[0], f"{arguments} is refused with {says!r}", done)


refused(1, "no mistake of a person", "--from", "bot.record")
refused(2, "nobody decides anything in Gridiron Glory", "glory")
refused(2, "name a game", "--count", 2)
refused(2, "did you mean 'rugby'", "rugbi")
refused(2, "--daily is one puzzle", "--daily", "--count", 2)
refused(2, "--from takes its games", "rugby", "--from", "own.record")
refused(2, "--count", "rugby", "--count", 0)
refused(2, "nowhere.record", "--from", "nowhere.record")

folder.cleanup()
print("\n".join(failures))
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
