#!/usr/bin/env python3
"""Data folders of older programs, kept in tests/data/format-N: today's server goes on with every table where it was, and an older
program's sentence meets a newer folder.

    python3 tests/ops/upgrade.py PROGRAM SOURCE       the test
    python3 tests/ops/upgrade.py --make PROGRAM FOLDER  a folder to keep, made by the program of its format before the next one comes"""
import asyncio
import json
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

from seats import Checks, Seat, Server
from ledger import lines_of_record, verify_dice  # seats.py has shown where

PEOPLE = {"home": {"who": "me", "name": "Ann"}, "away": {"who": "me", "name": "Ben"}}
FRIENDS = {"home": {"who": "me", "name": "Ann"}, "away": {"who": "friend"}}
# What is kept: a table under way, one with a sheet of its own, one with a computer, hidden cards with one choice locked, one that is over.
KEPT = [("under way", {"game": "pocket-rugby", "seats": PEOPLE}, 25), ("own sheet", {"game": "sports-dice-football", "seats": PEOPLE}, 12),
        ("computer", {"game": "gridiron-glory", "seats": {"home": {"who": "me"}, "away": {"who": "computer", "bot": "random"}}}, 6),
        ("hidden", {"game": "red-boar-gridiron", "options": {"mode": "cards", "penalties": False}, "seats": FRIENDS}, 9), ("over", {"game": "pocket-gridiron", "seats": PEOPLE}, 8)]


async def play(server, table, tokens, moves, draw):
    """So many requests of those who may act, each from a socket of its own; the last position."""
    names = {"both": {"home", "away"}, "home": {"home"}, "away": {"away"}}
    for _ in range(moves):
        for token in tokens:
            seat = await Seat.sit(server, table, token)
            for _ in range(50):  # the computer, or what falls unseen, comes first
                if seat.position["turn"]["kind"] == "over" or seat.may_act(names[seat.welcome["role"]]): break
                try:
                    await asyncio.wait_for(seat.until(lambda message: message["type"] == "update"), 0.3 if len(tokens) > 1 else 10)
                except asyncio.TimeoutError: break
            acted = seat.may_act(names[seat.welcome["role"]])
            if acted: await seat.act(draw)
            position = seat.position
            seat.socket.leave()
            if acted or position["turn"]["kind"] == "over": break
    return position


async def make(program, folder):
    server, draw, kept = Server(program, folder), random.Random(7), []
    for name, wishes, moves in KEPT:
        if name == "own sheet":
            sheet = subprocess.run([program, "sheet", "export", wishes["game"], "-"], capture_output=True, text=True, check=True).stdout
            wishes = {**wishes, "sheet": sheet + "\n# Our own box.\n"}
        opened = json.loads((await server.ask("POST", "/api/tables", wishes))[1])
        table, tokens = opened["table"]["id"], [opened["token"]]
        if opened["invite"]: tokens.append(json.loads((await server.ask("POST", f"/api/tables/{table}/join", {"invite": opened["invite"], "name": "Ben"}))[1])["token"])
        await play(server, table, tokens, moves, draw)
        seat = await Seat.sit(server, table, tokens[0])
        while name == "hidden" and "locked" not in seat.position:
            await (seat.act(draw) if seat.position["turn"]["kind"] == "secret" else play(server, table, tokens, 1, draw))
            seat.socket.leave()
            seat = await Seat.sit(server, table, tokens[0])
        if name == "over": await seat.ask({"cmd": "resign", "seat": "home"})
        seat.socket.leave()
        again = await Seat.sit(server, table, tokens[0])
        status, record = await server.ask("GET", f"/api/tables/{table}/record")
        kept.append({"name": name, "id": table, "tokens": tokens, "turn_no": again.position["turn_no"], "turn": again.position["turn"]["kind"], "locked": again.position.get("locked"), "record": record if status == 200 else None})
        again.socket.leave()
    server.end()
    (pathlib.Path(folder) / "kept.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    (pathlib.Path(folder) / "lock").unlink()


async def check_table(checks, server, kept, draw):
    """As it was; then it goes on. What its record says then."""
    name = f"the table '{kept['name']}'"
    seat = await Seat.sit(server, kept["id"], kept["tokens"][0])
    seat.socket.leave()
    checks.that(f"{name} is at its turn", seat.welcome["turn_no"] == kept["turn_no"], f"{seat.welcome['turn_no']}, not {kept['turn_no']}")
    checks.that(f"{name} has what was chosen in secret", seat.welcome.get("locked") == kept["locked"], seat.welcome.get("locked"))
    checks.that(f"{name} gives its seat", seat.welcome["role"] != "spectator", seat.welcome["role"])
    status, record = await server.ask("GET", f"/api/tables/{kept['id']}/record")
    checks.that(f"{name} shows its record as before", (status == 200) == (kept["record"] is not None), record)
    if kept["record"]: checks.that(f"{name} has every step", lines_of_record(record) == lines_of_record(kept["record"]), record)
    if kept["turn"] == "over": return
    position = await play(server, kept["id"], kept["tokens"], 8, draw)
    checks.that(f"{name} is played on", position["turn_no"] >= kept["turn_no"] + 4, f"{position['turn_no']} after {kept['turn_no']}")


async def check_end(checks, server, kept):
    """After a kill: everything is there, and the record of the whole game proves what it says."""
    name = f"the table '{kept['name']}', played on,"
    seat = await Seat.sit(server, kept["id"], kept["tokens"][0])
    if seat.position["turn"]["kind"] != "over": await seat.ask({"cmd": "resign", "seat": "home"})
    seat.socket.leave()
    status, record = await server.ask("GET", f"/api/tables/{kept['id']}/record")
    lines = lines_of_record(record) if status == 200 else []
    checks.that(f"{name} has a record", status == 200, record)
    if kept["record"]: checks.that(f"{name} begins as it did", lines[:kept["turn_no"]] == lines_of_record(kept["record"]), record)
    if kept["turn"] != "over": checks.that(f"{name} has more steps than before", len(lines) >= kept["turn_no"] + 4, len(lines))
    status, _ = await server.ask("POST", "/api/steps", {"record": record})
    checks.that(f"{name} follows the rules", status == 200 or kept["name"] == "own sheet", status)
    if '[Dice "' in record:
        try:
            verify_dice.verify(record)
        except verify_dice.Fault as fault: checks.that(f"{name} proves its dice", False, fault)
        else: checks.that(f"{name} proves its dice", True)


async def check_folder(checks, program, folder, copy):
    shutil.copytree(folder, copy)
    kept = json.loads((copy / "kept.json").read_text())
    draw = random.Random(11)
    server = Server(program, copy)
    if server.port is None: return checks.that(f"{folder.name} is served", False, server.said)
    for table in kept: await check_table(checks, server, table, draw)
    server.end(signal.SIGKILL)
    server = Server(program, copy)
    for table in kept: await check_end(checks, server, table)
    checks.that(f"{folder.name} ends in order", server.end() == 0)


def check_newer(checks, program, copy):
    """A folder that a newer program has opened is refused, in one sentence, and stays as it is."""
    with sqlite3.connect(copy / "tables.sqlite") as store: store.execute("PRAGMA user_version = 99")
    store.close()
    before = (copy / "tables.sqlite").read_bytes()
    server = Server(program, copy)
    checks.that("a newer folder is not served", server.port is None)
    checks.that("a newer folder is refused in one sentence", server.said.count("\n") == 1 and "format 99" in server.said, server.said)
    checks.that("a newer folder stays as it is", (copy / "tables.sqlite").read_bytes() == before)


def main():
    if sys.argv[1] == "--make": return asyncio.run(make(pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]))
    program, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="touchline-upgrade-") as work:
        for folder in sorted((source / "tests" / "data").glob("format-*")):
            copy = pathlib.Path(work) / folder.name
            asyncio.run(check_folder(checks, program, folder, copy))
        check_newer(checks, program, copy)
    return checks.told()


if __name__ == "__main__": sys.exit(main())
