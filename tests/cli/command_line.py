#!/usr/bin/env python3
"""The command line as a user meets it: one sentence for a mistake, the right exit code, nothing written half.

usage: command_line.py PROGRAM
"""
import json
import os
import pathlib
import re
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


ENGLISH = re.compile(r"\b(the|is|there|not|but|cannot|required|it|are)\b", re.IGNORECASE)


def refused(code, *arguments, text=None):
    """In one sentence, and in French where the reader's language is French."""
    said = []
    for locale in ("C", "fr_FR.UTF-8"):
        done = run(*arguments, text=text, env={**os.environ, "LC_ALL": locale})
        said += [line for line in done.stderr.splitlines() if line.strip()]
        check(done.returncode == code and said[-1:] and said[-1].startswith("touchline: "), f"{arguments} is refused with one sentence", done)
    check(len(said) == 2 and said[0] != said[1] and not ENGLISH.search(said[1]), f"{arguments} is refused in French: {said}")


def answers_to(requests):
    done = run("table", text="".join(json.dumps(request) + "\n" for request in requests))
    return [json.loads(line) for line in done.stdout.splitlines()]


folder = tempfile.TemporaryDirectory(prefix="touchline-cli-")
home = pathlib.Path(folder.name)
os.environ.update(TOUCHLINE_CACHE=str(home / "cache"), XDG_STATE_HOME=str(home / "state"), XDG_CONFIG_HOME=str(home / "config"), LC_ALL="C")

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
refused(2, "rules", "gridiron-glory", "--option", "fumble_spot=here")
refused(2, "rules", "pocket-rugby", "--lang", "de")
refused(2, "odds", "chess~AAAA")
refused(2, "odds", "pocket-rugby~AAAA")
refused(2, "sim", "pocket-rugby", "--games", "many")
refused(2, "sim", "pocket-rugby", "--games")
refused(2, "sim", "pocket-rugby", "--option", "dance=1")
refused(2, "games", "chess")
refused(2, "duel", "red-boar-gridiron", "--option", "mode=cards")
refused(2, "lab")
refused(2, "lab", "figures")
refused(2, "lab", "figures", "chess")
figures = run("lab", "figures", "sports-dice-football", "-o", "target=3", "--home", "random", "--away", "random", "--json")
check(figures.returncode == 0 and abs(sum(json.loads(figures.stdout)["figures"]["drives"].values()) - 1) < 1e-9,
      "the figures of a small game come as JSON", figures)
refused(2, "lab", "figures", "gridiron-glory", "--home", "nobody")
refused(2, "lab", "figures", "gridiron-glory", "--json", "--csv")
refused(2, "lab", "compare", "gridiron-glory")
refused(2, "lab", "compare", "gridiron-glory", "--set", "field.tries")
refused(2, "lab", "compare", "gridiron-glory", "--set", "field.trys=2")
refused(2, "lab", "compare", "gridiron-glory", "--set", "field.tries=200")
refused(2, "lab", "compare", "gridiron-glory", "--set", "dice.glory.faces.REF.count=4")
refused(2, "lab", "compare", "gridiron-glory", "--variant", "overtime=never")
refused(2, "lab", "slope", "gridiron-glory", "--under", "nowhere")
refused(2, "lab", "tune", "gridiron-glory", "--vary", "field.tries=1..4")
refused(2, "lab", "tune", "gridiron-glory", "--vary", "field.tries=4..1", "--goal", "points=20")
refused(2, "lab", "tune", "gridiron-glory", "--vary", "field.trys=1..4", "--goal", "points=20")
refused(2, "lab", "tune", "gridiron-glory", "--vary", "field.tries=1..4", "--goal", "points=many")
for command in (["compare", "--set", "score.safety=3"], ["slope"], ["range"], ["certificate"], ["tune", "--vary", "score.safety=1..3", "--goal", "draw=0"]):
    refused(2, "lab", command[0], "red-boar-gridiron", "-o", "mode=cards", *command[1:])
refused(2, "lab", "sweep", "-", "--out", str(home / "cards"), text="game = 'red-boar'\noptions = {mode = 'cards'}\n")
estimate = run("lab", "figures", "red-boar", "-o", "mode=cards", "--csv")
check("\nexact,0\n" in estimate.stdout and "\nbound,0.0069" in estimate.stdout and "luck" not in estimate.stdout, "figures that cannot be known are estimated", estimate)
refused(2, "lab", "tune", "pocket-rugby", "--vary", "score.try=4..6", "--goal", "draw=5")
refused(2, "lab", "tune", "sports-dice", "--vary", "score.field_goal=200..204", "--goal", "draw=0")
refused(2, "lab", "sweep")
refused(2, "lab", "sweep", str(home / "nowhere.toml"), "--out", str(home / "answers"))
refused(1, "lab", "sweep", "--collect", str(home / "answers"))
refused(2, "lab", "sweep", "-", "--out", str(home / "answers"), text="game = 'chess'\n")
for command in (["figures"], ["certificate"], ["compare", "--set", "score.try=4"], ["slope"], ["range"], ["atlas"]):
    refused(1, "lab", command[0], "pocket-rugby", *command[1:], "--html", str(home / "nowhere" / "page.html"))
refused(1, "lab", "tune", "pocket-rugby", "--vary", "score.try=4..6", "--goal", "points=20", "--out", str(home / "nowhere" / "tuned.toml"))
short = ["sports-dice", "-o", "target=1"]
compared = run("lab", "compare", "sports-dice", "--both", "target=7", "--set", "score.field_goal=5", "--html", "-")
check("Changes of chances, in percentage points" in compared.stdout and "<svg" in compared.stdout and "How the best choices change" in compared.stdout, "a comparison draws its differences", compared)
for language, said in (("en", "Nobody decides anything in these games."), ("fr", "Personne ne decide de rien dans ces jeux.")):
    compared = run("lab", "compare", "glory", "--both", "overtime=tie", "--set", "field.tries=1", "--lang", language)
    check(said in compared.stdout, "a game without choices says that nothing is to be said on them", compared)
certificate = run("lab", "certificate", *short, "--csv")
check(certificate.stdout.startswith("name,value\n") and all(f"\n{name}" in certificate.stdout for name in ("bound,", "first_edge,", "skill.coach,", "surprises.")), "a certificate as CSV", certificate)
certificate = run("lab", "certificate", *short, "--lang", "fr")
check("premier a 21" not in certificate.stdout and not re.search(r"\d\.\d+e-", certificate.stdout), "a certificate says nothing of the box that is not so, and writes the bound as French does", certificate)
certificate = run("lab", "certificate", "glory", "--lang", "fr")
check("Un duel de cartes" in certificate.stdout.split("\n\n")[0], "and of the box as it is what its lid says", certificate)
refused(2, "lab", "sweep", "-", "--out", str(home / "answers"), text="game = 'sports-dice'\n[set]\n'score.field_goal' = '5..2'\n")
swept = run("lab", "sweep", "-", "--out", str(home / "swept"), "--json", text="game = ['sports-dice', 'sports-dice-football']\noptions = {target = 1}\n")
check(json.loads(swept.stdout or "{}").get("questions") == 2 and len(list((home / "swept").iterdir())) == 1, "a sweep takes games by the names of the command line", swept)
swept = run("lab", "sweep", "-", "--out", str(home / "swept"), "--csv", text="game = 'sports-dice'\noptions = {target = 1}\n")
check(swept.stdout == "questions,found,answered\n1,1,0\n", "a sweep as CSV", swept)
collected = run("lab", "sweep", "--collect", str(home / "swept"), "--json")
answers = json.loads(collected.stdout or "{}").get("answers", [])
check(len(answers) == 1 and answers[0]["question"]["options"]["target"] == 1 and answers[0]["figures"]["exact"], "answers are collected as JSON", collected)
collected = run("lab", "sweep", "--collect", str(home / "swept"))
check(collected.stdout.startswith("key,game,"), "and as CSV", collected)
refused(2, "books", "--remove", "nothing")
refused(2, "serve", "--port", "99999")

# Every mistake of a sheet, in both languages.
sheet = home / "sheet.toml"
sheet.write_text('game = "sports-dice-football"\nwhat = 1\n')
faults = {locale: run("sheet", "check", str(sheet), env={**os.environ, "LC_ALL": locale}) for locale in ("C", "fr_FR.UTF-8")}
check(all(done.returncode == 1 and len(done.stderr.splitlines()) > 2 for done in faults.values()), "a sheet of mistakes", faults["C"])
check(not ENGLISH.search(faults["fr_FR.UTF-8"].stderr), "mistakes of a sheet in French", faults["fr_FR.UTF-8"])

# What works is exit code 0.
for arguments in (["--help"], ["--version"], ["games"], ["rules", "pocket-rugby"], ["rules", "pocket-rugby", "--lang", "fr"], ["books"]):
    done = run(*arguments)
    check(done.returncode == 0 and done.stdout and not done.stderr, f"{arguments} works", done)
for language, played, usual in (
    ("en", "Spot of a lost fumble: The same number of space.", "Whistles of a re-roll: They count too."),
    ("fr", "Lieu du ballon perdu\u00a0: Le même numéro de case.", "Sifflets d’une relance\u00a0: Ils comptent aussi."),
):
    done = run("rules", "gridiron-glory", "--option", "fumble_spot=same", "--lang", language, "--json")
    check(done.returncode == 0 and all(line in json.loads(done.stdout)["markdown"] for line in (played, usual)), f"rules as a table plays them, {language}", done)
    check(played not in json.loads(run("rules", "gridiron-glory", "--lang", language, "--json").stdout)["markdown"], f"rules of no table, {language}")
for word, language in (("At this table:", "en"), ("cette table", "fr")):
    done = run("rules", "red-boar-gridiron", "--options", "overtime=college", "--lang", language)
    check(done.returncode == 0 and word in done.stdout, f"rules say which game a table plays, {language}", done)
done = run("games")
check(done.stdout.count("House rules of your table") == 5 and "fumble_spot        mirror | same (default mirror), R4" in done.stdout, "readings stand apart", done)
every_game = [word.strip(",") for line in run("games").stdout.splitlines() if line[:1] != " " for word in (line.split()[0], *line.partition(", also ")[2].split(", also ")) if word]
check("qb-blitz" in every_game and len(every_game) > 5, "games and their aliases are listed")
for game in every_game:
    done = run("sim", game, "--games", "200", "--json", "--threads", "2")
    check(done.returncode == 0 and json.loads(done.stdout)["games"] == 200, f"sim {game}", done)
    check(run("sim", game, "--games", "200", "--json", "--threads", "1").stdout == done.stdout, f"sim {game} is the same on one thread")

# Solving and its books, in both languages.
kept = {**os.environ, "TOUCHLINE_CACHE": str(home / "books")}
for language, solved, book in (("en", "solved in", "sheet "), ("fr", "résolu en", "fiche ")):
    done = run("solve", "gridiron-glory", "--lang", language, env=kept)
    check(done.returncode == 0 and solved in done.stdout, f"solve in {language}", done)
    done = run("books", "--lang", language, env=kept)
    check(done.returncode == 0 and solved in done.stdout and book in done.stdout, f"books in {language}", done)
done = run("books", "--remove-all", "--lang", "fr", env=kept)
check(done.returncode == 0 and done.stdout == "supprimés\u00a0: 1\n", "books removed in French", done)
done = run("books", "--lang", "fr", env=kept)
check(done.returncode == 0 and done.stdout.startswith("aucun livre dans"), "no books in French", done)
done = run("bots", "sports-dice-football", "--games", "2", "--json", env=kept)
perfect = json.loads(done.stdout)["bots"][-1]
check(perfect["name"] == "perfect" and perfect["loss"] == 0 and perfect["decisions"] > 0, "bots as JSON", done)

# A record goes out of the protocol and is replayed; a changed one is refused with its line (failure: exit code 1).
answers = answers_to([{"cmd": "new", "game": "pocket-rugby", "seed": 1}, {"cmd": "play", "home": "coach", "away": "random"}, {"cmd": "record"}])
check(len(answers) == 3 and all(answer["ok"] for answer in answers), "table answers every line")
record = home / "game.record"
record.write_text(answers[2]["record"])
for language in ("en", "fr"):
    done = run("replay", str(record), "--lang", language)
    check(done.returncode == 0 and "«" not in done.stdout.replace("« ", ""), f"replay in {language}", done)
record.write_text(answers[2]["record"].replace("rolls scrum-half: F", "rolls scrum-half: X", 1))
done = run("replay", str(record))
check(done.returncode == 1 and "line " in done.stderr, "a wrong record names its line", done)

# The game before does not change what the next may be opened with.
whole, fraction = ({"cmd": "new", "game": "sports-dice-football", "options": {"target": target}} for target in (21, 21.0))
check([answer["ok"] for answer in answers_to([fraction, whole, fraction, whole])] == [False, True, False, True], "a fraction is no whole number, whatever was played before")

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
commands = [line.split()[0] for line in run("--help").stdout.split("Subcommands:")[1].split("Examples:")[0].splitlines() if line.strip()]
for command in [[], *([name] for name in commands), ["sheet", "show"], ["sheet", "check"], ["sheet", "export"], ["sheet", "paths"], ["config", "get"], ["config", "set"]]:
    english, french = (run(*command, "--help", env={**os.environ, "LC_ALL": locale}).stdout for locale in ("C", "fr_FR.UTF-8"))
    said = {re.split(r"\s{2,}", line.strip())[-1] for line in english.splitlines()}
    left = [text for text in said if " " in text and not text.startswith(("Usage", "--", "-", "touchline ")) and text in french]
    check(len(said) > 2 and not left, f"help in French: {command} {left}")

# Standard input or output closed, a full disk: told in one sentence, whatever the command.
check(subprocess.run([PROGRAM, "table"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60).returncode == 0, "the end of input ends the table")
for arguments in ("games", "table"):
    check(subprocess.run(f"'{PROGRAM}' {arguments} <&- >/dev/null", shell=True, timeout=60).returncode == 0, f"{arguments} with standard input closed")
record.write_text(answers_to([{"cmd": "new", "game": "sports-dice-football", "seed": 1}, {"cmd": "record"}])[1]["record"])
if os.path.exists("/dev/full"):
    for arguments in (["games"], ["--help"], ["--version"], ["rules", "pocket-rugby"], ["sheet", "show", "pocket-rugby"], ["replay", str(record)], ["bots"], ["books"], ["sim", "gridiron-glory", "--games", "10"], ["table"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, *arguments], input='{"cmd":"games"}\n', stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        check(done.returncode == 1 and done.stderr.count("\n") == 1 and "cannot be written" in done.stderr, f"{arguments} on a full disk: {done.returncode} {done.stderr!r}")

# A locale that is not there, folders that cannot be written: nothing is lost and nothing falls over.
done = run("rules", "pocket-rugby", env={**os.environ, "LC_ALL": "xx_YY.nothing", "LANG": "xx"})
check(done.returncode == 0 and "Pocket Sports Rugby" in done.stdout and not done.stderr, "a locale that is not there", done)
blocked = home / "no-folder"
blocked.write_text("a file stands where the folder would be")
unwritable = {**os.environ, "TOUCHLINE_CACHE": str(blocked), "XDG_STATE_HOME": str(blocked)}
done = run("play", "sports-dice-football", "--home", "human", "--away", "human", "--seed", "1", text="\n\ns\n", env=unwritable)
check(done.returncode == 1 and "home rolls toss:" in done.stdout and "could not be saved" in done.stderr, "a game that cannot be saved is handed out as its record", done)
done = run("solve", "gridiron-glory", env=unwritable)
check(done.returncode == 1 and done.stderr.startswith("touchline: ") and str(blocked) in done.stderr, "a book that cannot be kept", done)

# Many requests in one process: its memory does not grow. The first thousand warm it up.
turns = [{"cmd": "new", "game": "red-boar-gridiron", "options": {"mode": "cards"}, "seed": 1}, *[{"cmd": "roll"}] * 5, {"cmd": "choose", "action": "play"}, {"cmd": "view", "seat": "home"}, {"cmd": "record"},
         {"cmd": "undo"}, {"cmd": "state"}, {"cmd": "set", "state": {}}, {"cmd": "roll", "tokens": ["x"]}, {"cmd": "dance"}, *[{"cmd": "state"}] * 86]
block = "".join(json.dumps(turn) + "\n" for turn in turns).encode()
# (The address sanitizer would hold on to what has been freed for a while.)
keep_nothing = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"}
table = subprocess.Popen([PROGRAM, "table"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=keep_nothing)


def resident():
    status = pathlib.Path(f"/proc/{table.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


resident_then = 0
answered = 0
for i in range(1000):
    table.stdin.write(block)
    table.stdin.flush()
    answered += sum(1 for _ in turns if table.stdout.readline())
    if i == 10:
        resident_then = resident()
grown = resident() - resident_then
table.stdin.close()
check(table.wait(60) == 0 and answered == 100000, f"a hundred thousand requests are answered, not {answered}")
check(grown < 1024, f"the process does not grow, but it did by {grown} kB")

folder.cleanup()
print("\n".join(failures))
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
