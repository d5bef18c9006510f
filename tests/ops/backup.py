#!/usr/bin/env python3
"""`touchline store backup` while people play: a server on the copy has every step that was shown before the copy began, and goes on.

    python3 tests/ops/backup.py PROGRAM"""
import asyncio
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from seats import Checks, Seat, Server
from ledger import lines_of_record  # seats.py has shown where

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
GAMES = ("pocket-rugby", "sports-dice-football", "gridiron-glory", "pocket-gridiron", "red-boar-gridiron")


class Game:
    """One table at one screen, played without a pause until the game is over; what was shown last."""

    def __init__(self, opened, seed):
        self.id, self.token, self.draw = opened["table"]["id"], opened["token"], random.Random(seed)
        self.shown, self.stop = 0, False

    async def play(self, server):
        seat = await Seat.sit(server, self.id, self.token)
        while not self.stop and await seat.act(self.draw): self.shown = seat.position["turn_no"]
        seat.socket.leave()


async def backup(*arguments):
    process = await asyncio.create_subprocess_exec(PROGRAM, "store", "backup", *map(str, arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, said = await process.communicate()
    return process.returncode, out.decode(), said.decode()


async def check_copy(checks, copy, games, shown, records):
    server = Server(PROGRAM, copy)
    if server.port is None: return checks.that("the copy is served", False, server.said)
    for game in games:
        seat = await Seat.sit(server, game.id, game.token)
        checks.that("a seat of the copy is that of the token", seat.welcome["role"] == "both", seat.welcome["role"])
        checks.that("the copy has what was shown", seat.welcome["turn_no"] >= shown[game.id], f"{seat.welcome['turn_no']} of {shown[game.id]}")
        status, record = await server.ask("GET", f"/api/tables/{game.id}/record")
        lines = lines_of_record(record)
        checks.that("the copy tells the same game", status == 200 and len(lines) >= shown[game.id] and records[game.id][:len(lines)] == lines, record)
        reply = await seat.act(game.draw)
        checks.that("a game of the copy goes on", reply is None or reply["ok"], reply)
        seat.socket.leave()
    checks.that("the copy ends in order", server.end() == 0)


async def main():
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="touchline-backup-") as work:
        work = pathlib.Path(work)
        server = Server(PROGRAM, work / "data")
        wishes = {"odds": False, "seats": {"home": {"who": "me"}, "away": {"who": "me"}}}
        games = [Game(json.loads((await server.ask("POST", "/api/tables", {**wishes, "game": game}))[1]), seed) for seed, game in enumerate(GAMES)]
        playing = [asyncio.ensure_future(game.play(server)) for game in games]
        copies = []
        for number in range(3):
            await asyncio.sleep(0.2)
            shown = {game.id: game.shown for game in games}
            code, out, said = await backup(work / "data", work / f"copy {number}", "--json")
            checks.that("a running store is copied", code == 0, said)
            told = json.loads(out) if code == 0 else {}
            checks.that("the copy has every table", told.get("tables") == len(games), out)
            copies.append(shown)
        for game in games: game.stop = True
        await asyncio.gather(*playing)
        checks.that("games were played meanwhile", sum(copies[-1].values()) > sum(copies[0].values()) > 0, copies)
        records = {game.id: lines_of_record((await server.ask("GET", f"/api/tables/{game.id}/record"))[1]) for game in games}
        code, _, said = await backup(work / "data", work / "copy 0")
        checks.that("nothing is copied over a copy", code == 1 and said.count("\n") == 1 and "copy 0" in said, said)
        code, _, said = await backup(work / "nowhere", work / "copy 9")
        checks.that("what is no store is not copied", code == 1 and said.count("\n") == 1 and not (work / "copy 9").exists(), said)
        checks.that("the server that was copied ends in order", server.end() == 0)
        for number, shown in enumerate(copies): await check_copy(checks, work / f"copy {number}", games, shown, records)
    return checks.told()


if __name__ == "__main__": sys.exit(asyncio.run(main()))
