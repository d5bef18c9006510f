#!/usr/bin/env python3
"""What people type: short names, slips, positions by hand, sheets, settings, pipes, and the cache that stays small.

usage: typed.py PROGRAM
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
folder = tempfile.TemporaryDirectory(prefix="touchline-typed-")
home = pathlib.Path(folder.name)
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("TOUCHLINE_", "XDG_"))}
ENVIRONMENT |= {"HOME": str(home), "LC_ALL": "C.UTF-8"}
failures = []
checks = 0


def run(*arguments, text=None, **variables):
    return subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=300, cwd=home, env={**ENVIRONMENT, **variables})


def check(holds, what, done=None):
    global checks
    checks += 1
    if not holds: failures.append(what + (f": exit {done.returncode}, out {done.stdout[-400:]!r}, err {done.stderr[-400:]!r}" if done else ""))


def works(*arguments, says="", text=None, **variables):
    done = run(*arguments, text=text, **variables)
    check(done.returncode == 0 and says in done.stdout, f"{arguments} works and says {says!r}", done)
    return done


def refused(code, says, *arguments, text=None, french=None):
    done = run(*arguments, text=text)
    check(done.returncode == code and says in done.stderr and done.stderr.count("\n") == 1, f"{arguments} is refused with {says!r}", done)
    other = run(*arguments, text=text, LC_ALL="fr_FR.UTF-8")
    check(other.returncode == code and other.stderr != done.stderr and (french or "") in other.stderr, f"{arguments} is refused in French", other)


# Names of games: a word will do, in any case; a slip is guessed.
for typed, meant in (("rugby", "Pocket Sports Rugby"), ("GLORY", "Gridiron Glory"), ("QB-Blitz", "Gridiron Glory"), ("boar", "Gridiron (Red Boar"), ("sports", "Sports Dice Football"), ("football", "Sports Dice Football")):
    works("rules", typed, says=meant)
refused(2, "'pocket' may be pocket-gridiron, pocket-rugby", "rules", "pocket", french="dites lequel")
refused(2, "did you mean 'pocket-rugby'?", "rules", "pocket-rugbi", french="vouliez-vous dire")
refused(2, "did you mean 'sports-dice'?", "odds", "sprots-dice")
refused(2, "did you mean 'rugby'?", "odds", "rugbi")
refused(2, "there is no command 'reveiw'; did you mean 'review'? There are:", "reveiw", french="vouliez-vous dire")
refused(2, "there is no command 'xylophone'; there are:", "xylophone")
refused(2, "did you mean '--games'?", "sim", "glory", "--game", "10")
refused(2, "did you mean 'coach'?", "sim", "glory", "--home", "coahc")
refused(2, "see 'touchline odds --help'", "odds", "--nothing", french="voir")
refused(2, "see 'touchline sheet show --help'", "sheet", "show")

# Numbers and options.
for arguments in (["odds", "sports", "--within", "-1"], ["sim", "glory", "--threads", "-1"]):
    refused(2, "must be from 0 to", *arguments)
for arguments in (["sim", "glory", "--seed", "-1"], ["play", "glory", "--seed", "-1"], ["odds", "no.record", "--at", "-1"], ["odds", "no.record", "--at", "1.5"]):
    refused(2, "must be a whole number, 0 or more", *arguments, french="un nombre entier, 0 ou plus")
check(len(run("odds", "sports", "--within", "-1").stderr) < 150, "a wrong number is told in one short sentence")
refused(2, "mode is given twice", "sim", "pocket-gridiron", "-o", "mode=pro", "-o", "mode=basic", french="deux fois")
refused(2, "given twice", "sim", "glory", "--seed", "1", "--seed", "2")
works("sim", "glory", "--games", "100", "--threads", "0", says="100")
works("-V", says="touchline ")
check(run("help", "odds").stdout == run("odds", "--help").stdout != "", "help odds is odds --help")
check(run("help").stdout == run("--help").stdout, "help is --help")


def inner(text):  # the commands of a help, below the heading of its commands
    return re.findall(r"^  ([a-z][a-z-]*)  ", text.split("ubcommands:")[-1], re.M) if "ubcommands:" in text else []


def paths_below(path):
    yield path
    for each in inner(run(*path, "--help").stdout): yield from paths_below([*path, each])


every = [path for path in paths_below([]) if path]
check(len(every) > 40 and ["sheet", "export"] in every and ["lab", "slope"] in every, f"all commands: {every}")
for path in every:
    called = " ".join(path)
    for locale, title in (("C", "Examples:"), ("fr_FR.UTF-8", "Exemples")):
        done = run("help", *path, LC_ALL=locale)
        check(title in done.stdout and f"touchline {called}" in done.stdout.split(title)[-1], f"help {called} shows an example in {locale}", done)
        check(not re.search(r"\b(TEXT|UINT|INT|FLOAT)\b", done.stdout), f"help {called} has true placeholders in {locale}", done)
help_of_play = works("play", "--help").stdout
check("--home WHO=human" in help_of_play and "--away WHO=coach" in help_of_play, "play --help has its defaults")
for command in (["sim", "rugby"], ["odds", "rugby"], ["play", "rugby"], ["rules", "rugby"], ["lab", "figures", "rugby"]):
    refused(2, "did you mean 'weather'?", *command, "-o", "wether=fine", french="vouliez-vous dire")
refused(2, "did you mean 'choice'?", "play", "sports", "-o", "own_tie=chioce", french="vouliez-vous dire")
refused(2, "did you mean 'rookie'?", "play", "sports", "--away", "rokie")
check("did you mean" not in run("sim", "rugby", "-o", "xylophone=1").stderr, "nothing is guessed where nothing is near")

# Positions by hand.
start = json.loads(works("odds", "sports-dice-football", "--json").stdout)
check(start["method"] == "exact" and abs(sum(start["odds"].values()) - 1) < 1e-9 and start["game"] == "sports-dice-football", "the odds at the start", None)
late = ["--set", "score=14-14", "ball=60", "down=4", "offense=home", "--json"]
by_hand = json.loads(works("odds", "sports-dice-football", *late).stdout)
again = json.loads(works("odds", "--set", "score.home=14", "--set", "score.away=14", "--set", "ball=60", "--set", "down=4", "--set", "offense=home", "sports-dice-football", "--json").stdout)
check(by_hand == again and "advice" in by_hand, "fields in one --set or several, the game last")
check(json.loads(works("odds", by_hand["position"], "--json").stdout)["odds"] == by_hand["odds"], "the position's code is worth the same")
refused(2, "did you mean 'down'?", "odds", "sports", "--set", "dwon=4")
refused(2, "'down' is 9, but it must be", "odds", "sports", "--set", "down=9", french="mais doit être")
refused(2, "a field is written name=value", "odds", "sports", "--set", "down")
refused(2, "ball is given twice", "odds", "sports", "--set", "ball=60", "ball=50")
refused(2, "name a game", "odds")
refused(2, "--at needs a record", "odds", "sports-dice", "--at", "3", french="--at veut une feuille de match")
refused(2, "--at needs a record", "odds", start["position"], "--at", "3")
requests = [{"cmd": "new", "game": "sports-dice-football", "seed": 3}, {"cmd": "play", "home": "random", "away": "random"}, {"cmd": "record"}]
record = json.loads(run("table", text="".join(json.dumps(each) + "\n" for each in requests)).stdout.splitlines()[-1])["record"]
(home / "game.record").write_text(record)
at = json.loads(works("odds", "game.record", "--at", "5", "--json").stdout)
check(at == json.loads(works("odds", "-", "--at", "5", "--json", text=record).stdout), "a record from a file and from standard input")
refused(2, "--at must be a step of the record", "odds", "game.record", "--at", "99999")
check(max(json.loads(works("odds", "game.record", "--json").stdout)["odds"].values()) == 1, "the end of a record is worth what it was")
# An estimated position is worth what its best choice is.
for whose in ("home", "away"):
    estimate = json.loads(works("odds", "boar", "--set", "ball=60", "down=4", "score=14-14", f"offense={whose}", "--within", "0.1", "--json").stdout)
    value = estimate["odds"][whose] + estimate["odds"]["draw"] / 2
    check(estimate["method"] == estimate["advice"]["method"] and abs(value - estimate["advice"]["actions"][0]["value"]) < (1e-9 if estimate["method"] == "estimate" else 1e-6), f"the headline is the best choice: {estimate}")
    check(abs(sum(estimate["odds"].values()) - 1) < 1e-9 and abs(estimate["error"] - estimate["advice"]["error"]) < 1e-9, f"and adds up: {estimate}")

# French: figures with a comma, what is too much in its order.
works("odds", "sports-dice-football", "--lang", "fr", says="domicile 50,000\u00a0%, extérieur 50,000\u00a0%")
done = run("stats", "one", "two", LC_ALL="fr_FR.UTF-8")
check("one two" in done.stderr, "what is too much is named in its order", done)

# Sheets.
works("sheet", "export", "rugby")
default = (home / "pocket-rugby.toml").read_text()
check(works("sheet", "export", "rugby", "-").stdout == default, "the sheet on standard output")
refused(1, "is there already", "sheet", "export", "rugby", french="existe déjà")
works("sheet", "export", "rugby", "--force")
works("sheet", "check", "pocket-rugby.toml", says="Pocket Sports Rugby")
works("sheet", "check", "-", text=default, says="Pocket Sports Rugby")
works("sim", "rugby", "--games", "20", "--sheet", "pocket-rugby.toml")
figures = {each["path"]: each for each in json.loads(works("sheet", "paths", "rugby", "--json").stdout)["figures"]}
check(figures["dice.forward[1].value"]["value"] == "4" and figures["dice.forward[1].value"]["source"] == "house" and "from 0 to" in figures["dice.forward[1].value"]["wanted"], f"a figure with its range: {figures.get('dice.forward[1].value')}")
check(figures["score.try"]["wanted"].startswith("a whole number from 1"), "a figure of the score")
works("sheet", "paths", "glory", says="field.spaces = ")
works("sheet", "paths", "glory", says="un nombre entier de", LC_ALL="fr_FR.UTF-8")
done = run("sheet", "check", "-", text=default.replace('source = "house"', 'source = "my mum"', 1))
check(done.returncode == 1 and "'my mum', but it must be rulebook" in done.stderr, "a source is the rulebook or the house", done)
done = run("sim", "glory", "--games", "5", "--sheet", "pocket-rugby.toml")
check(done.returncode == 2 and done.stderr.count(";") == 0 and "this sheet is read for 'gridiron-glory'" in done.stderr, "a sheet of another game is one complaint", done)
broken = json.loads(run("sheet", "check", "--json", "-", text='game = "gridiron-glory"\nversion = 1\n').stdout)
check(broken["ok"] is False and broken["sound"] is False and broken["faults"], "faults as JSON")

# A file that is not there is the same mistake everywhere.
for arguments in (["replay", "no"], ["review", "no"], ["odds", "no", "--at", "1"], ["sheet", "check", "no"], ["play", "--resume", "no"], ["sim", "glory", "--sheet", "no"]):
    refused(2, "the file 'no' cannot be read", *arguments, french="ne peut pas être lu")

# `play --option x=y GAME` does not take the game for a second option.
for short in ("-o", "--option", "--options"):
    done = run("play", short, "target=3", "sports-dice-football", "--home", "random", "--away", "random", "--pace", "0", "--seed", "1", text="")
    check("belong to a game" not in done.stderr and done.returncode == 0, f"play {short} target=3 GAME", done)

# A reader who has left is not complained about, whoever wrote to him first.
requests = "".join('{"cmd":"games"}\n' for _ in range(200))
for command in ("games", "rules rugby", "sheet paths rugby", "sheet show rugby", "bots", "bots glory --games 2", "books", "config", "replay game.record", "review game.record", "export game.record", "odds sports",
                "sim glory --games 20", "man sim", "completions zsh", "help", "history", "stats", "table", "play sports --home random --away random --seed 1 --pace 0"):
    reads, writes = os.pipe()
    os.close(reads)  # he has left before the first letter
    done = subprocess.run([PROGRAM, *command.split()], input=requests, stdout=writes, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=home, timeout=120)
    os.close(writes)
    check(not done.stderr and done.returncode == 0, f"{command} is silent: exit {done.returncode}, {done.stderr!r}")

# JSON everywhere: one object that says whether it went well, and whose keys are in the page.
page = (pathlib.Path(__file__).parents[2] / "docs/command-line.md").read_text()
for arguments in (["games"], ["books"], ["books", "--limit", "1000000"], ["bots"], ["config"], ["replay", "game.record"], ["review", "game.record"], ["export", "game.record"], ["history"], ["stats"], ["odds", "glory"],
                  ["rules", "glory"], ["sheet", "paths", "glory"], ["sheet", "show", "glory"], ["sheet", "check", "pocket-rugby.toml"], ["solve", "glory"], ["sim", "glory", "--games", "10"],
                  ["duel", "glory", "--home", "random", "--away", "random"]):
    done = run(*arguments, "--json")
    try:
        check(done.returncode == 0 and json.loads(done.stdout)["ok"] is True, f"{arguments} --json is one object", done)
        called = " ".join(arguments[:2] if arguments[0] == "sheet" else arguments[:1])
        row = next((line for line in page.splitlines() if line.startswith("|") and f"`{called}`" in line.split("|")[1]), "")
        unsaid = [key for key in json.loads(done.stdout) if key != "ok" and f"`{key}`" not in row]
        check(row and not unsaid, f"docs/command-line.md does not say of {called}: {unsaid}")
    except json.JSONDecodeError:
        check(False, f"{arguments} --json", done)

# Colour and quiet.
check("\x1b[" in works("rules", "glory", "--color", "always").stdout, "--color always")
check("\x1b[" not in works("rules", "glory", "--color", "never").stdout, "--color never")
check("\x1b[" not in works("rules", "glory").stdout, "no colour where nobody sees it")
refused(2, "--color must be one of auto", "rules", "glory", "--color", "blue")
(home / "quiet.toml").write_text("")
check(run("sheet", "export", "glory", "x.toml", "--quiet").stderr == "", "--quiet says nothing")

# A long text goes through the pager, where there is a terminal that it does not fit.
def at_terminal(*arguments, rows, seconds=30, **variables):
    child, fd = pty.fork()
    if child == 0:
        try:
            os.chdir(home)
            os.execve(PROGRAM, [PROGRAM, *arguments], {**ENVIRONMENT, "TERM": "xterm", **variables})
        finally:
            os._exit(127)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    seen, end = b"", time.time() + seconds
    while time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try: part = os.read(fd, 65536)
            except OSError: break
            if not part: break
            seen += part
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(fd)
    return code, seen.decode()


pager = home / "pager"
pager.write_text("#!/bin/sh\necho PAGED; head -n 1\n")
pager.chmod(0o755)
lines = {"LINES": "24", "COLUMNS": "80"}
for variables in ({"TOUCHLINE_PAGER": str(pager)}, {"PAGER": str(pager)}, {"PAGER": "false", "TOUCHLINE_PAGER": str(pager)}):
    code, seen = at_terminal("rules", "rugby", rows=24, **variables, **lines)
    check(code == 0 and seen.count("PAGED") == 1 and len(seen.splitlines()) < 6, f"the pager of {variables}: {code} {seen[:200]!r}")
for variables in ({"TOUCHLINE_PAGER": "cat"}, {"TOUCHLINE_PAGER": str(pager), "TERM": "dumb"}, {"TOUCHLINE_PAGER": "no-such-pager"}):
    code, seen = at_terminal("rules", "rugby", rows=24, **variables, **lines)
    check(code == 0 and "PAGED" not in seen and len(seen.splitlines()) > 60, f"no pager by {variables}: {code} {seen[:200]!r}")
check("PAGED" not in at_terminal("config", rows=24, TOUCHLINE_PAGER=str(pager), **lines)[1], "a short text goes through no pager")
check("PAGED" not in run("rules", "rugby", TOUCHLINE_PAGER=str(pager)).stdout, "no pager for a pipe")

# Settings: the flag, the environment, the file, the usual one.
config = home / ".config/touchline/config.toml"
check(works("config", "path").stdout.strip() == str(config), "where the settings are")
works("config", "set", "language", "fr")
check("fr" in config.read_text() and works("config", "get", "language").stdout == "fr\n", "a setting is kept")
works("rules", "rugby", says="Quand une pénalité")
check("pénalité" not in works("rules", "rugby", TOUCHLINE_LANG="en").stdout, "the environment goes before the file")
check("pénalité" in works("rules", "rugby", "--lang", "fr", TOUCHLINE_LANG="en").stdout, "the flag goes before both")
settings = json.loads(works("config", "--json").stdout)["settings"]
check(settings["pace"]["value"] == 600 and settings["home_name"]["value"] is None and settings["cache_folder"]["value"], f"numbers are numbers: {settings}")
shown = works("config").stdout
check(not re.search(r" - ", shown) and str(home / ".cache/touchline") in shown, f"config shows what holds: {shown}")
check(settings["language"] == {"value": "fr", "source": "file"} and settings["pace"]["source"] == "default", f"where each comes from: {settings}")
works("config", "set", "language")
check("language" not in config.read_text(), "the usual one again")
refused(2, "'language' is de, but it must be en or fr", "config", "set", "language", "de")
refused(2, "did you mean 'pace'?", "config", "set", "pac", "3")
config.write_text("pace = 99999999\n")
refused(2, "config.toml: line 1: 'pace' is 99999999", "games")
config.write_text("pace = \n")
refused(2, "line 1: this is no TOML", "games")

# One wrong key leaves help and repair at hand, and costs no other setting.
config.write_text('language = "fr"\npac = 3\nopponent = "rookie"\n')
for arguments in (["help"], ["--help"], ["odds", "--help"], ["-V"], ["config"], ["config", "path"], ["config", "get", "opponent"]):
    done = run(*arguments, TOUCHLINE_LANG="en")
    check(done.returncode == 0 and done.stdout and "config.toml: line 2: there is no setting 'pac'" in done.stderr and "did you mean 'pace'?" in done.stderr and done.stderr.count("\n") == 1, f"{arguments} works beside a wrong setting", done)
refused_once = run("games")
check(refused_once.returncode == 2 and "ligne 2" in refused_once.stderr and not refused_once.stdout, "other commands wait for sound settings, in the language of the file", refused_once)
faulty = json.loads(run("config", "--json").stdout)
check(len(faulty["faults"]) == 1 and faulty["settings"]["opponent"]["value"] == "rookie", f"the fault beside the sound settings: {faulty}")
check(run("config", "set", "pac").returncode == 0 and config.read_text().splitlines()[1:] == ['language = "fr"', 'opponent = "rookie"'], f"a wrong name is taken out: {config.read_text()}")
check("pac = 3" in (config.parent / "config.toml.old").read_text(), "the file as it was stays")
check(run("config").stderr == "", "nothing is wrong any more")
config.write_text("pace = 99999999\n")
check(run("config", "set", "pace", "100").returncode == 0 and config.read_text().splitlines()[1:] == ["pace = 100"], "a wrong value is set right")
config.write_text("pace = \n")
check(run("config", "set", "pace", "100").returncode == 0 and run("games").returncode == 0, "a file that is no TOML is repaired")

# The opponent of the settings sits down where nobody is named.
config.write_text('opponent = "rookie"\n')
run("play", "sports", "--new", "--seed", "1", "--pace", "0", text="")
saved = "".join(each.read_text() for each in home.rglob("*.record"))
check('[AwayPlayer "rookie"]' in saved and '[HomePlayer "human"]' in saved, f"the opponent of the settings: {saved[:300]}")
config.unlink()

# The cache: nowhere without a home, within its limit, the least recently used books going first.
done = run("solve", "glory", HOME="", TMPDIR=str(home / "tmp"))
check(done.returncode == 1 and "there is no folder for books" in done.stderr and not (home / "tmp").exists(), "without a home no book is kept", done)
cache = {"TOUCHLINE_CACHE": str(home / "books")}
works("solve", "glory", **cache)
time.sleep(0.05)
works("solve", "sports", **cache)
time.sleep(0.05)
works("odds", "glory", **cache)  # used last
sizes = {book["game"]: book["bytes"] for book in json.loads(works("books", "--json", **cache).stdout)["books"]}
check(set(sizes) == {"gridiron-glory", "sports-dice-football"}, f"two books: {sizes}")
works("books", "--limit", "0", TOUCHLINE_CACHE=str(home / "empty"))
kept = lambda: {book["game"] for book in json.loads(works("books", "--json", **cache).stdout)["books"]}
if sum(sizes.values()) > 1_000_000:
    works("books", "--limit", str(max(1, sizes["gridiron-glory"] // 1_000_000 + 1)), **cache)
    check(kept() == {"gridiron-glory"}, f"the book that was used last stays: {kept()}")
works("books", "--limit", "0", **cache)
check(kept() == set(), "a limit of nothing keeps nothing")

folder.cleanup()
print("\n".join(failures))
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
