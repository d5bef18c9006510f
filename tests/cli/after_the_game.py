#!/usr/bin/env python3
"""After the game, at the program itself: the end screen's review, history, stats and export of finished games.

usage: after_the_game.py PROGRAM
"""
import csv
import io
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
failures = []
checks = 0
folder = tempfile.TemporaryDirectory()
home = pathlib.Path(folder.name)
ENV = {**os.environ, "XDG_STATE_HOME": str(home / "state"), "TOUCHLINE_CACHE": str(home / "books"), "LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "80"}
FINISHED = home / "state/touchline/finished"


def check(holds, what, seen=""):
    global checks
    checks += 1
    if not holds: failures.append(f"FAILED {what}\n{seen}")


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=300, env=ENV)


def play(game, seed, *arguments):
    done = run("play", game, "--home", "coach", "--away", "rookie", "--seed", str(seed), "--pace", "0", *arguments)
    check(done.returncode == 0, f"{game} {seed} is played to its end", done)


# Nothing played yet.
done = run("review", "--last")
check(done.returncode == 1 and done.stderr.count("\n") == 1 and "no finished game" in done.stderr, "no last game yet", done)
check(run("review").returncode == 2, "a review of nothing is misuse")
done = run("history")
check(done.returncode == 0 and "No finished game" in done.stdout, "an empty history", done)
check(json.loads(run("stats", "--json").stdout) == {"ok": True, "player": None, "games": []}, "empty stats")

# Three games by computers; their records then say that a person sat at home.
for seed in (1, 2, 3): play("sports-dice-football", seed, "--option", "target=7", "--home-name", "Anna")
play("gridiron-glory", 4)
for number, record in enumerate(sorted(FINISHED.glob("*.record"))):
    record.write_text(record.read_text().replace('[HomePlayer "coach"]', '[HomePlayer "human"]'))
    os.utime(record, (1_700_000_000 + number, 1_700_000_000 + number))
done = run("review", "--last")
check(done.returncode == 0 and done.stdout.startswith("Sports Dice Football"), "the last game is looked back on", done)
done = run("review", "--last", "9")
check(done.returncode == 2 and "no finished game 9" in done.stderr, "a game that was not played", done)
(FINISHED / "broken.record").write_text("no record at all")

listed = json.loads(run("history", "--json", "--review").stdout)
check(listed["ok"] and listed["total"] == 4 and len(listed["games"]) == 4, "four games, the broken file passed over", listed)
check([game["n"] for game in listed["games"]] == sorted(game["n"] for game in listed["games"]), "the newest first")
for game in listed["games"]:
    won = {"home": "won", "away": "lost", "draw": "drawn"}[game["winner"]]
    check(game["seat"] == "home" and game["opponent"] == "Max" and game["result"] == won, "results of the person at home", game)
    check(abs(game["luck"]["home"] + game["luck"]["away"]) < 1e-9, "what one gains, the other loses", game)
    check((game["accuracy"]["home"] is None) == (game["game"] == "gridiron-glory"), "no accuracy where nobody decides", game)
kept = {path: path.read_bytes() for path in FINISHED.glob("*.review.json")}
check(len(kept) == 4, "summaries are kept", list(kept))
check(json.loads(run("history", "--json").stdout) == listed and {path: path.read_bytes() for path in kept} == kept, "kept ones are read again")
next(iter(kept)).write_text("{nonsense")
check(json.loads(run("history", "--json", "--review").stdout) == listed, "a damaged summary is worked out again")
# An estimate, as the end screen keeps it where there is no time, gives way to what is exact.
for changed in ({"exact": False, "hurried": True}, {"exact": False}):
    for path, content in kept.items():
        summary = {key: value for key, value in json.loads(content).items() if key != "hurried"}
        path.write_text(json.dumps({**summary, **changed, "luck": {"home": 0.9, "away": -0.9}}))
    check(json.loads(run("history", "--json", "--review").stdout) == listed and {path: path.read_bytes() for path in kept} == kept, f"a kept estimate is replaced: {changed}")
path, content = next(iter(kept.items()))
path.write_text(json.dumps({**json.loads(content), "exact": False, "hurried": True}))
for number in range(1, 6): run("review", "--last", str(number))  # the broken file has a number too
check(path.read_bytes() == content, "review --last replaces it too")


def filtered(*arguments):
    return json.loads(run("history", "--json", *arguments).stdout)["games"]


check(len(filtered("--game", "sports-dice-football")) == 3, "by game")
check(all(game["result"] == "won" for game in filtered("--result", "won")), "by result")
check(len(filtered("--result", "won")) + len(filtered("--result", "lost")) + len(filtered("--result", "drawn")) == 4, "every game has a result")
check(len(filtered("--opponent", "rookie")) == 4 and not filtered("--opponent", "perfect"), "by opponent")
check(len(filtered("--player", "anna")) == 3, "by player")
check(not filtered("--since", "2999-01-01") and len(filtered("--since", "2000-01-01")) == 4, "by date")
check(len(filtered("--limit", "2")) == 2, "at most so many")
for wrong in (["--since", "yesterday"], ["--result", "maybe"], ["--game", "chess"], ["--limit", "0"]):
    done = run("history", *wrong)
    check(done.returncode == 2 and done.stderr.count("\n") == 1, f"{wrong} is told in one sentence", done)
for language, won in (("en", "won"), ("fr", "gagné")):
    text = run("history", "--lang", language).stdout
    check("Anna" in text and (won in text) == any(game["result"] == "won" for game in listed["games"]), f"history in {language}", text)
    check(all(len(line) <= 80 for line in text.splitlines()), f"80 columns in {language}", text)

# Long names take a second line instead of losing their end.
named = max(FINISHED.glob("sports*.record"))
before, written = named.read_text(), named.stat()
named.write_text(before.replace('[Home "Anna"]', '[Home "日本の とても長い名前の選手"]'))
text = run("history").stdout
check("日本の とても長い名前の選手" in text, "a long name is whole", text)
named.write_text(before)
os.utime(named, ns=(written.st_atime_ns, written.st_mtime_ns))  # games are counted by it

# Stats add the games up.
stats = json.loads(run("stats", "--json").stdout)["games"]
dice = next(game for game in stats if game["game"] == "sports-dice-football")
own = [game for game in listed["games"] if game["game"] == "sports-dice-football"]
check(dice["games"] == 3 and dice["won"] + dice["drawn"] + dice["lost"] == 3 and dice["reviewed"] == 3, "stats count", dice)
check(abs(dice["luck_a_game"] - sum(game["luck"]["home"] for game in own) / 3) < 1e-9, "luck a game", dice)
decisions = 0
for number in (game["n"] for game in own):
    review = json.loads(run("review", "--last", str(number), "--json").stdout)
    decisions += sum(1 for each in review["decisions"] if each["seat"] == "home")
check(sum(habit["decisions"] for habit in dice["habits"]) == decisions, "habits count every decision", dice)
for habit in dice["habits"]:
    check(sum(each["taken"] for each in habit["actions"]) == habit["decisions"] == sum(each["best"] for each in habit["actions"]), "a best for each", habit)
check("Sports Dice Football" in run("stats", "--lang", "fr").stdout, "stats in French")

# A game alone has a review for both sides, and no winner.
done = run("play", "sports-dice-football", "--alone", "--option", "target=3", "--seed", "5", "--new", text="\n1\n" * 400)
check(done.returncode == 0, "one person plays both sides to the end", done)
alone = max(FINISHED.glob("sports*.record"), key=lambda path: path.stat().st_mtime)
check('[Alone "yes"]' in alone.read_text(), "the record says so", alone.read_text()[:300])
game = filtered("--review")[0]
check(game["alone"] and game["seat"] is None and game["result"] is None, "nobody won it", game)
check(not filtered("--result", "won", "--since", game["date"]) or all(not each["alone"] for each in filtered("--result", "won")), "no win, no loss")
check(all(word in " ".join(run("history", "--lang", language).stdout.splitlines()[:3]) for language, word in (("en", "alone"), ("fr", "seul"))), "history says so")
counted = next(each for each in json.loads(run("stats", "--json").stdout)["games"] if each["game"] == "sports-dice-football")
check(counted["alone"] == 1 and {**counted, "alone": 0} == dice, "stats count it apart", counted)
check("Played alone, both sides: 1" in run("stats").stdout, "stats say so")
done = run("play", "sports-dice-football", "--alone", "--away", "coach")
check(done.returncode == 2 and done.stderr.count("\n") == 1, "alone leaves no seat for a computer", done)
for path in FINISHED.glob(alone.stem + "*"): path.unlink()
for language, word in (("en", "several names"), ("fr", "plusieurs noms")):
    done = run("play", "sports-dice-football", "--alone", "--home-name", "Ann, Bo", "--lang", language)
    check(done.returncode == 2 and done.stderr.count("\n") == 1 and word in done.stderr, "alone is one person", done)

# Where a computer takes a seat of a game that was begun alone, it is one no longer.
run("play", "sports-dice-football", "--alone", "--option", "target=3", "--seed", "5", "--new", text="\n1\n")
begun = max((home / "state/touchline").glob("sports*.record"), key=lambda path: path.stat().st_mtime)
check('[Alone "yes"]' in begun.read_text(), "a saved game says that it is played alone", begun.read_text()[:300])
known = set(FINISHED.glob("*.record"))
done = run("play", "--resume", str(begun), "--away", "coach", "--pace", "0", text="\n1\n" * 400)
[ended] = set(FINISHED.glob("*.record")) - known
check("[Alone" not in ended.read_text() and '[AwayPlayer "coach"]' in ended.read_text(), "against a computer", (done, ended.read_text()[:300]))
for path in [begun, *FINISHED.glob(ended.stem + "*")]: path.unlink(missing_ok=True)

# A saved game of several people is nobody's game alone, and is kept as it was.
run("play", "sports-dice-football", "--home", "human", "--away", "human", "--home-name", "Ann, Bo", "--option", "target=3", "--new", text="\n1\n")
begun = max((home / "state/touchline").glob("sports*.record"), key=lambda path: path.stat().st_mtime)
kept = begun.read_text()
done = run("play", "--resume", str(begun), "--alone", text="\n1\n")
check(done.returncode == 2 and done.stderr.count("\n") == 1 and "several names" in done.stderr and begun.read_text() == kept, "several people are not one alone", done)
begun.unlink()

# The review of a file, of standard input, of the last game, in every form.
record = max(FINISHED.glob("sports*.record"))
text = record.read_text()
piped = run("review", "-", "--json", text=text)
check(piped.stdout == run("review", str(record), "--json").stdout and piped.returncode == 0, "standard input is a record too", piped)
page = run("review", str(record), "--html", "-")
check(page.returncode == 0 and page.stdout.startswith("<!doctype html>") and page.stdout.rstrip().endswith("</html>"), "the page to standard output", page.stdout[:200])
done = run("review", str(record), "--last")
check(done.returncode == 2 and done.stderr.count("\n") == 1, "a record or the last game, not both", done)
commented = "; kept for ever\n;\n" + text
moved = json.loads(run("review", "-", "--json", text=commented).stdout)
lines = [each["place"]["line"] for each in moved["mistakes"] + moved["moments"]]
check(all(commented.splitlines()[line - 1].startswith(("home ", "away ")) for line in lines), "lines are those of the file", lines)

# Export.
rows = list(csv.DictReader(io.StringIO(run("export", str(record)).stdout)))
sum_home = float(rows[0]["home_wp"]) + sum(float(row["wpa"]) * (1 if row["posteam_type"] == "home" else -1) for row in rows)
result = {"home": 1, "away": 0, "draw": 0.5}[json.loads(run("review", str(record), "--json").stdout)["result"]]
check(abs(sum_home - result) < 1e-9, f"wpa adds up to the result: {sum_home} {result}")
both = json.loads(run("export", str(record), "-", "--json", text=text).stdout)
check(len(both["rows"]) == 2 * len(rows) and len({row["game_id"] for row in both["rows"]}) == 1, "the same record has the same id")
check(both["columns"] == list(rows[0]), "the same columns")
drives = list(csv.DictReader(io.StringIO(run("export", str(record), "--drives").stdout)))
check([int(row["drive"]) for row in drives] == list(range(1, len(drives) + 1)), "a row a drive")
check(any(row["id"] == "possession" for row in csv.DictReader(io.StringIO(run("export", str(record), "--box").stdout))), "the box score")
target = home / "rows.csv"
check(run("export", str(record), "-o", str(target)).returncode == 0 and list(csv.DictReader(target.open(newline=""))) == rows, "to a file")
for wrong in (["--csv", "--json"], ["--drives", "--box"]):
    check(run("export", str(record), *wrong).returncode == 2, f"{wrong} exclude each other")


# The end screen: v shows the review, q goes back, Enter leaves. Its verdict depends on figures that a busy machine only
# estimates, the chart below it does not.
def words_of(seen):
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode(errors="replace")).split())


def until(fd, wanted, seconds=120):
    seen, end = b"", time.time() + seconds
    while wanted not in words_of(seen) and time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try: seen += os.read(fd, 65536)
            except OSError: break
    return words_of(seen)


for language, offered, chart in (("en", "v review", "Upper figures"), ("fr", "v analyse", "Chiffres du haut")):
    pid, fd = pty.fork()
    if pid == 0:
        try:
            os.execve(PROGRAM, [PROGRAM, "play", "sports-dice-football", "--option", "target=7", "--home", "coach", "--away", "rookie", "--seed", "9", "--pace", "0", "--lang", language],
                      {**ENV, "LINES": "24"})
        finally:
            os._exit(127)  # never go on as a second copy of these tests
    shown = until(fd, offered)
    check(offered in shown, f"the end screen offers the review in {language}", shown[-800:])
    os.write(fd, b"v")
    shown = until(fd, chart)
    check(chart in shown, f"and shows it in {language}", shown[-800:])
    os.write(fd, b"q")
    until(fd, offered)
    os.write(fd, b"\r")
    until(fd, "never", seconds=5)
    check(os.waitpid(pid, 0)[1] == 0, "and is left with Enter")
    os.close(fd)
check(len(list(FINISHED.glob("*.review.json"))) == 6, "what the end screen worked out is kept for history")

folder.cleanup()
print("\n".join(failures))
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
