#!/usr/bin/env python3
"""Whatever a record, sheet, saved game, name, argument or file name holds, no command gives a terminal an escape
sequence, a mark that turns the direction of writing, a letter that nobody sees or a byte that is no UTF-8.

usage: hostile_text.py PROGRAM
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
failures = []
checks = 0

# What someone would try: a title, a cleared screen, C1 as UTF-8 and as a byte, directions, nothing to see, broken UTF-8.
ATTACKS = {
    "title": b"\x1b]0;pwn\x07", "clear": b"\x1b[2J\x1b[H", "colour": b"\x1b[31mred\x1b[0m", "c1": b"\xc2\x9b31m", "byte": b"\x9b31m", "delete": b"a\x7f\x08b",
    "return": b"a\rb", "bidi": "\u202egnp\u202c\u2066x\u2069\u200f".encode(), "unseen": "a\u200b\u2060\ufeff\u3164\U000e0041b".encode(),
    "separator": "a\u2028b\u0085c".encode(), "broken": b"\xc0\xaf\xed\xa0\x80\xf0\x9f", "tower": ("z" + "\u0336" * 60).encode(),
}
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]|\u0336{5}")


def check(holds, what):
    global checks
    checks += 1
    if not holds: failures.append(what)


def harmless(what, output):
    try:
        found = HIDDEN.search(output.decode())
    except UnicodeDecodeError as error:
        found = error
    check(found is None, f"{what}: {found} in {output[:400]!r}")


def run(what, *arguments, given=b"", code=None, **environment):
    done = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, timeout=120, env={**os.environ, **environment})
    for output in (done.stdout, done.stderr): harmless(f"{what}: {arguments}", output)
    check(done.returncode in (0, 1, 2) if code is None else done.returncode == code, f"{what}: {arguments} ends with {done.returncode}: {done.stderr[-300:]!r}")
    return done


def one_sentence(what, *arguments):
    """Refused, in both languages, by one line: what is quoted cannot forge a second one."""
    for language in ("C.UTF-8", "fr_FR.UTF-8"):
        done = run(what, *arguments, LC_ALL=language)
        check(done.returncode != 0 and done.stderr.count(b"\n") == 1, f"{what}: {arguments} is not refused in one line: {done.stderr!r}")


def toml_text(attack):
    """As a TOML or JSON string: bytes that are no UTF-8 cannot be in one."""
    return "".join(f"\\u{ord(c):04X}" if ord(c) < 0x10000 else f"\\U{ord(c):08X}" for c in attack.decode(errors="ignore"))


folder = tempfile.TemporaryDirectory(prefix="touchline-hostile-")
home = pathlib.Path(folder.name)
os.environ.update(TOUCHLINE_CACHE=str(home / "cache"), XDG_STATE_HOME=str(home / "state"), XDG_DATA_HOME=str(home / "data"), LC_ALL="C.UTF-8")
os.environ.pop("NO_COLOR", None)

RECORD = (SOURCE / "tests/golden/sports-dice-football.record").read_bytes()
RECORD = re.sub(rb"\[(Home|Away|Date) .*\n", b"", RECORD)
SHEET = (SOURCE / "data/sheets/sports-dice-football.toml").read_text()
GAME = "sports-dice-football"


def record_with(tags): return RECORD.replace(b"[Result", tags + b"[Result", 1)


for name, attack in ATTACKS.items():
    one_line = attack.replace(b"\n", b"")
    quoted = one_line.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    tag = quoted.translate(None, b";\r ")  # a tag's name stands without quotes
    argument = os.fsdecode(attack)

    # Records: names of sides, other tags and their names, the sheet's name; every place of a broken one.
    record = home / "game.record"
    record.write_bytes(record_with(b'[Home "' + quoted + b'"]\n[Away "B' + quoted + b'"]\n[Event "' + quoted + b'"]\n[X' + tag + b' "x"]\n; ' + one_line + b"\n").replace(b'[Sheet "default"]', b'[Sheet "' + quoted + b'"]'))
    run(name, "replay", str(record), code=0)
    for wrong in (b'[Game "' + quoted + b'"]\n', RECORD.replace(b"[Result", b'[Options "' + quoted.replace(b" ", b"") + b'=1"]\n[Result', 1), RECORD + b"\nhome rolls " + one_line + b": 10\n", RECORD + one_line + b"\n",
                  RECORD.replace(b"[Result", b'[Position "' + quoted + b'~AAAA"]\n[Result', 1), re.sub(rb'\[Result ".*"\]', lambda _: b'[Result "' + quoted + b'"]', RECORD),
                  re.sub(rb'\[SheetHash ".*"\]', lambda _: b'[SheetHash "' + quoted + b'"]', RECORD), record_with(b"[A" + tag + b' "1"]\n[A' + tag + b' "2"]\n')):
        record.write_bytes(wrong)
        for command in ("replay", "review"): one_sentence(name, command, str(record))

    # Arguments of every kind.
    one_sentence(name, argument)
    for command in ("rules", "sim", "odds", "duel", "solve", "bots", "play", "replay", "review"): one_sentence(name, command, argument)
    for more in (["sheet", argument], ["sheet", "show", argument], ["sheet", "check", argument], ["sheet", "show", GAME, "--sheet", argument], ["games", argument], ["odds", f"{GAME}~{argument}~AAAA"],
                 ["sim", GAME, "--option", argument], ["sim", GAME, "--option", f"{argument}=1"], ["sim", GAME, "--option", f"target={argument}"], ["sim", GAME, "--home", argument],
                 ["sim", GAME, "--games", argument], ["sim", GAME, f"--{argument}"], ["play", GAME, "--home", argument], ["play", GAME, "--option", f"{argument}=1"], ["play", "--resume", argument],
                 ["rules", GAME, "--lang", argument], ["books", "--remove", argument], ["serve", "--host", argument, "--port", "0", "--log", "off"], ["serve", "--data", f"/proc/{argument}/x"], ["replay", str(record), "--sheet", argument]):
        one_sentence(name, *more)

    # A name of a side is shown without it, or refused where nothing is left; keys that are typed are harmless too.
    played = run(name, "play", GAME, "--home", "human", "--away", "coach", "--seed", "1", "--new", "--home-name", argument, "--away-name", "B" + argument, given=b"\n\n" + attack + b"\n:" + attack + b"\n\ns\n")
    check(played.returncode in (0, 2), f"{name}: play with a name ends with {played.returncode}")
    run(name, "play", GAME, "--companion", "--home", "human", "--away", "human", "--new", given=attack + b"\n10 " + attack + b"\n" + b"s\n")

    # Saved games in the list, one of them spoilt.
    saves = home / "state/touchline"
    saves.mkdir(parents=True, exist_ok=True)
    text = RECORD.split(b"\n\n")[0].replace(b"[Result", b'[Home "' + quoted + b'"]\n[Away "' + quoted + b'"]\n[HomePlayer "' + quoted + b'"]\n[Seed "' + quoted + b'"]\n[Result')
    (saves / "a.record").write_bytes(re.sub(rb'\[Result ".*"\]', b'[Result "*"]', text) + b"\n")
    spoilt = os.fsencode(saves) + b"/b" + attack.replace(b"/", b"") + b".record"
    with open(spoilt, "wb") as file: file.write(b"nonsense")
    listed = run(name, "play", GAME, given=b"1\n\n\ns\n", code=0)
    check(b"set aside" in listed.stdout, f"{name}: the spoilt save is told: {listed.stdout[:300]!r}")
    for path in saves.iterdir():
        if path.is_file(): path.unlink()

    # Sheets: a face, a key, a source, a comment, something that is no TOML.
    sheet = home / "sheet.toml"
    inner = toml_text(attack)
    if name not in ("broken", "byte"):
        for changed, fault in ((SHEET.replace('"20"', f'"{inner}"', 1), "face"), (f'"{inner}" = 1\n' + SHEET, "key"), (SHEET.replace('source = "house"', f'source = "{inner}"', 1), "source"), (SHEET + f'\n["{inner}"]\nx = "{inner}"\n', "group")):
            sheet.write_text(changed)
            for language in ("en", "fr"):
                for command in (["sheet", "check", str(sheet)], ["sheet", "show", GAME, "--sheet", str(sheet)]):
                    done = run(f"{name} in a {fault}", *command, "--lang", language, code=1)
                    check((b"cannot be shown" if language == "en" else "ne peuvent pas s’afficher".encode()) in done.stderr, f"{name} in a {fault}: {done.stderr[:300]!r}")
            one_sentence(f"{name} in a {fault}", "sim", GAME, "--sheet", str(sheet))
    for content in (SHEET.encode() + b"\n# house " + attack + b"\n", SHEET.encode().replace(b"\n", b" # house: " + one_line + b"\n"), attack + SHEET.encode(), b'game = "' + one_line + b'"\n'):
        sheet.write_bytes(content)
        run(name, "sheet", "check", str(sheet))
        run(name, "sheet", "show", GAME, "--sheet", str(sheet))

    # File names: of a record, a sheet, a book.
    odd = os.fsencode(home) + b"/odd" + attack.replace(b"/", b"")
    with open(odd, "wb") as file: file.write(b"nonsense")
    for command in (["replay"], ["review"], ["sheet", "check"], ["play", "--resume"]): one_sentence(name, *command, os.fsdecode(odd))
    with open(odd, "w") as file: file.write(SHEET)
    run(name, "sheet", "show", GAME, "--sheet", os.fsdecode(odd), code=0)
    run(name, "sheet", "check", os.fsdecode(odd), code=0)
    run(name, "play", GAME, "--sheet", os.fsdecode(odd), "--home", "random", "--away", "random", "--seed", "1", code=0)
    cache = home / "cache"
    cache.mkdir(exist_ok=True)
    with open(os.fsencode(cache) + b"/odd" + attack.replace(b"/", b"") + b".book", "wb") as file: file.write(attack * 40)
    run(name, "books", code=0)

    # The table protocol answers JSON that means what was said, and shows nothing of it.
    for request in (b'{"cmd":"' + quoted + b'"}', b'{"cmd":"new","game":"' + quoted + b'"}', b'{"cmd":"' + toml_text(attack).encode() + b'"}' if name not in ("broken", "byte", "unseen") else attack,
                    b'{"cmd":"new","game":"sports-dice-football","options":{"' + quoted + b'":1}}', b'{"cmd":"load","record":"' + quoted + b'"}', attack):
        answered = run(name, "table", given=request + b"\n", code=0)
        check(not json.loads(answered.stdout.decode(errors="replace").split("\n")[0])["ok"], f"{name}: {request!r} is answered with {answered.stdout!r}")

# What is harmless stays: names of all scripts, emoji that are joined.
for name in ("Zoë", "山田", "👨\u200d👩\u200d👧", "Ωmega", "مريم"):
    record.write_bytes(record_with(f'[Home "{name}"]\n[Event "a  b"]\n'.encode()))
    done = run(name, "replay", str(record), code=0)
    check(name.replace("\u200d", "").encode() in done.stdout, f"{name} is shown: {done.stdout[:200]!r}")

# The review of a hostile record, as text, JSON and page. One game is enough: working it out takes a moment.
everything = b"".join(attack.replace(b"\n", b"") for attack in ATTACKS.values()).replace(b"\\", b"").replace(b'"', b"")
record.write_bytes(record_with(b'[Home "' + everything + b'"]\n[Away "<b>&' + everything + b'"]\n'))
page = home / "review.html"
run("review", "review", str(record), "--html", str(page), code=0)
harmless("review", page.read_bytes())
check(b"&lt;b&gt;&amp;" in page.read_bytes() and b"<b>&" not in page.read_bytes(), "the review escapes names")
run("review", "review", str(record), code=0)
review = run("review", "review", str(record), "--json", code=0)
try:
    json.loads(review.stdout)
except ValueError as error:
    check(False, f"the review is no JSON: {error}")

# Nothing is printed past the places that see to that.
for source in sorted((SOURCE / "src").rglob("*.[ch]pp")):
    if source.name == "output.cpp": continue
    found = re.search(r"fmt::print|std::cout|std::cerr|\bf?printf\(|\bf?puts\(", source.read_text())
    check(found is None, f"{source.relative_to(SOURCE)} prints by itself ({found and found[0]}): src/cli/output.hpp is for that")

print("\n".join(failures))
print(f"{checks} checks, {len(failures)} failures")
sys.exit(1 if failures else 0)
