#!/usr/bin/env python3
"""Recorded games of every game and mode, replayed in both languages and compared with their transcripts byte for byte.

usage: replays.py PROGRAM; and
replayed with wide and combining letters in the names, whose columns stay straight.

The records are played with fixed rolls, so nothing here depends on a generator. With TOUCHLINE_UPDATE_GOLDEN set the
transcripts are written anew; read their changes before they are kept.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(__file__).parent
failures = []
records = sorted(FOLDER.glob("*.record"))
for record in records:
    for language in ("en", "fr"):
        replayed = subprocess.run([PROGRAM, "replay", record.name, "--lang", language], cwd=FOLDER, capture_output=True, text=True, encoding="utf-8", timeout=300)
        if replayed.returncode != 0 or replayed.stderr:
            failures.append(f"{record.name}: exit {replayed.returncode}, {replayed.stderr}")
            continue
        transcript = record.with_suffix(f".{language}.txt")
        if os.environ.get("TOUCHLINE_UPDATE_GOLDEN"):
            transcript.write_text(replayed.stdout, encoding="utf-8")
        wanted = transcript.read_text(encoding="utf-8") if transcript.exists() else ""
        if wanted != replayed.stdout:
            change = difflib.unified_diff(wanted.splitlines(), replayed.stdout.splitlines(), transcript.name, "as replayed", lineterm="", n=1)
            failures.append("\n".join(list(change)[:20]))



def replayed_as(record, home, away):
    plain = re.sub(r"^\[(Home|Away) .*\n", "", record.read_text(encoding="utf-8"), flags=re.M)
    tagged = plain.replace("\n", f'\n[Home "{home}"]\n[Away "{away}"]\n', 1)
    done = subprocess.run([PROGRAM, "replay", "-"], input=tagged, capture_output=True, text=True, encoding="utf-8", timeout=300)
    if done.returncode != 0: failures.append(f"{record.name} with {home} and {away}: {done.stderr}")
    return done.stdout.replace(home, "Qxqx").replace(away, "Zvzvzv")


# Wide letters and combining marks keep the columns: the same text as with plain names that are as wide.
for record in records:
    for home, away in (("東京", "e\u0301qu\u0308ipe"), ("🏈🏆", "ก\u0e34日本x")):
        if replayed_as(record, home, away) != replayed_as(record, "Qxqx", "Zvzvzv"): failures.append(f"{record.name}: {home} and {away} are not set as wide as they are")

print("\n".join(failures))
print(f"{2 * len(records) - len(failures)} transcripts as they were, {len(failures)} not")
sys.exit(1 if failures or not records else 0)
