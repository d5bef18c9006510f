#!/usr/bin/env python3
"""Recorded games of every game and mode, replayed in both languages and compared with their transcripts byte for byte.

usage: replays.py PROGRAM

The records are played with fixed rolls, so nothing here depends on a generator. With TOUCHLINE_UPDATE_GOLDEN set the
transcripts are written anew; read their changes before they are kept.
"""
import difflib
import os
import pathlib
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

print("\n".join(failures))
print(f"{2 * len(records) - len(failures)} transcripts as they were, {len(failures)} not")
sys.exit(1 if failures or not records else 0)
