#!/usr/bin/env python3
"""The two verifiers beside each other: the same verdict, the same line, on records that are kept and on forged ones; and the test
vectors of docs/fair-dice.md by the Python one. Arguments: the program, the source folder."""
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
tool = source / "tools/verify_dice.py"
spec = importlib.util.spec_from_file_location("verify_dice", tool)
verify_dice = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify_dice)
faults = []


def check(holds, what, *more):
    if not holds: faults.append(f"{what}: " + " ".join(str(each)[:400] for each in more))


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def verdicts(text):
    """What both say of a record, as JSON."""
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(text)
        file.flush()
        mine, other = run(program, "verify", file.name, "--json"), run(sys.executable, str(tool), file.name, "--json")
    for done in (mine, other): check(done.returncode == (0 if '"ok": true' in done.stdout else 1), "exit code", done)
    return json.loads(mine.stdout), json.loads(other.stdout)


# The vectors.
page = (source / "docs/fair-dice.md").read_text()
vectors = json.loads(re.search(r"## Test vectors.*?```json(.*?)```", page, re.S)[1])
for vector in vectors["chains"]:
    links = [bytes.fromhex(vector["secret"])]
    for _ in range(vector["length"]): links.insert(0, verify_dice.before(links[0]))
    check([links[i].hex() for i in (0, 1, 2, -1)] == [vector[key] for key in ("commitment", "first", "second", "last")], "chain", vector)
for vector in vectors["rolls"]:
    link = {party: vector[party] and bytes.fromhex(vector[party]) for party in ("server", "home", "away")}
    seed = verify_dice.seed_of(link["server"], link["home"], link["away"], vector["table"], vector["n"], vector["event"], vector["lines"])
    words = verify_dice.words_of(seed)
    numbers = verify_dice.numbers_of(seed, vector["bounds"])
    check(seed.hex() == vector["seed"], "seed", vector)
    check([next(words) for _ in vector["words"]] == vector["words"], "words", vector)
    check(",".join(f"{value}/{bound}" for value, bound in zip(numbers, vector["bounds"])) == vector["drew"], "numbers", vector)

# Honest records.
records = {path.stem: path.read_text() for path in sorted((source / "tests/fair/records").glob("*.record"))}
check(len(records) >= 3, "records", list(records))
for name, text in records.items():
    mine, other = verdicts(text)
    mine.pop("game", None)
    check(mine == other and mine["ok"], name, mine, other)
for language, word in (("en", "Rolls proven"), ("fr", "Lancers prouvés")):
    done = run(program, "verify", str(source / "tests/fair/records/two-people.record"), "--lang", language)
    check(done.returncode == 0 and word in done.stdout, "told in " + language, done)


# A seat may commit before a roll yet to come.
waiting = verdicts(records["two-people"] + ";chain 22 home=" + "ab" * 32 + "\n")
check(all(verdict["ok"] and verdict["chains"]["home"] == 2 for verdict in waiting), "a chain that waits", waiting)


# Forged ones: what both can see, both name by the same line.
def forged(name, change):
    lines = records[name].split("\n")
    change(lines)
    return verdicts("\n".join(lines))


def place(lines, beginning): return next(i for i, line in enumerate(lines) if line.startswith(beginning))


def edit(beginning, pattern, new):
    def change(lines):
        at = place(lines, beginning)
        lines[at], count = re.subn(pattern, new, lines[at], count=1)
        assert count == 1, lines[at]
    return change


other_link = "ab" * 32
cheats = {
    "link after the seats'": ("two-people", edit(";proof 5 ", r"server=\w+", "server=" + other_link)),
    "own commitment": ("two-people", edit("[DiceServer", r'"\w+"', f'"{other_link}"')),
    "a seat's commitment": ("two-people", edit("[DiceAway", r'"\w+"', f'"{other_link}"')),
    "a seat's link": ("two-people", edit(";proof 5 ", r"home=\w+", "home=" + other_link)),
    "seat left out": ("two-people", edit(";proof 5 ", r"away=\w+", "away=-")),
    "numbers": ("hidden-cards", edit(";proof 5 ", r"drew=\S+", "drew=9/10")),
    "new chain of its own": ("two-people", lambda lines: lines.insert(place(lines, ";proof 5 "), ";chain 5 server=" + other_link)),
    "chain of nowhere": ("from-a-record", edit(";chain ", r"\d+", "9999")),
    "no such form": ("two-people", edit(";proof 5 ", "drew=", "drew=x")),
    "proof missing": ("two-people", lambda lines: lines.pop(place(lines, ";proof 5 "))),
    "proof too many": ("two-people", lambda lines: lines.insert(len(lines) - 1, lines[-2].replace(";proof ", ";proof 9"))),
    "other table": ("two-people", edit("[Table", '"Z', '"Y')),
    "other kind": ("two-people", edit("[Dice ", "chains-1", "chains-2")),
    "server's chain after the last roll": ("two-people", lambda lines: lines.insert(len(lines) - 1, ";chain 22 server=" + other_link)),
    "chain of long ago after the last roll": ("two-people", lambda lines: lines.insert(len(lines) - 1, ";chain 22 home=" + lines[place(lines, "[DiceHome")][11:75])),
    "chain before no roll": ("two-people", lambda lines: lines.insert(len(lines) - 1, ";chain 23 home=" + other_link)),
    "nothing to be proven": ("two-people", lambda lines: lines.__setitem__(slice(None), ['[DiceFrom "999"]'] + [line for line in lines if not line.startswith(";proof")])),
    "number with a zero": ("from-a-record", edit("[DiceFrom", '"5"', '"05"')),
    "tag twice": ("two-people", lambda lines: lines.insert(0, '[Table "x"]')),
    "no proof": ("two-people", lambda lines: lines.pop(place(lines, "[Dice "))),
}
for what, (name, change) in cheats.items():
    mine, other = forged(name, change)
    check(not mine["ok"] and not other["ok"], what, mine, other)
    check([mine.get("error", {}).get(key) for key in ("code", "line", "roll")] == [other.get("error", {}).get(key) for key in ("code", "line", "roll")], what, mine, other)

# A forged roll: without the rules it shows in the numbers of a later one, with them in its own line.
def forge_roll(lines):
    at = next(i for i, line in enumerate(lines) if " rolls " in line)
    lines[at] = lines[at].replace("home", "HOME").replace(": away", ": home").replace("HOME rolls", "home rolls").replace(": HOME", ": away")
mine, other = forged("two-people", forge_roll)
check(not mine["ok"] and mine["error"]["roll"] == 1, "forged roll", mine)
check(not other["ok"] and other["error"]["roll"] > 1, "forged roll in Python", other)

done = run(program, "verify", str(source / "README.md"))
check(done.returncode == 1 and done.stderr.count("\n") == 1, "what is no record", done)
check(run(program, "verify", "nowhere").returncode == 2 and run(sys.executable, str(tool), "nowhere").returncode == 2, "no file")
print("\n".join(faults) or "both verifiers agree")
sys.exit(1 if faults else 0)
