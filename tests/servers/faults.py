#!/usr/bin/env python3
"""Plays at three servers that share one PostgreSQL while they are killed, stopped and drained, and checks that no step that was
shown is lost, repeated or forked, and how soon everybody plays again.

    python3 tests/servers/faults.py PROGRAM [--tables 1000] [--kills 200] [--stops 50] [--drains 20] [--seed N] [--short]

`make faults` runs it at full length; the tests run the short form. docs/servers.md says what was seen."""
import argparse
import asyncio
import logging
import pathlib
import random
import re
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import player
import world
from own_postgres import OwnPostgres
from served import LIMITS
from wire import request

AGAIN_AFTER_KILL = 12.0
AGAIN_AFTER_DRAIN = 1.0
STOP_SECONDS = 15.0
player.EXPECTED_REFUSALS |= {"store-failed"}


class Server:
    """One of the three: always the same port, whoever runs there."""

    def __init__(self, program, url, log):
        self.program, self.url, self.log = program, url, log
        self.process, self.port, self.listens = None, 0, False

    async def start(self):
        arguments = [self.program, "serve", "--port", self.port, "--store", self.url, "--lang", "en"]
        for option, value in LIMITS.items(): arguments += [option, value]
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(*map(str, arguments), stdout=asyncio.subprocess.PIPE, stderr=log)
        line = (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode()
        match = re.search(r"127\.0\.0\.1:(\d+)", line)
        if not match: raise SystemExit("a server does not start: " + self.log.read_text()[-500:])
        self.port, self.listens = int(match[1]), True

    def signal(self, which): self.process.send_signal(which)

    @property
    def alive(self): return self.process.returncode is None


class Comer(player.Player):
    """A player who notes how long it takes to play again after the connection was lost."""
    lost_at = None

    async def visit(self, stay):
        self.lost_at = None  # a visit before may have ended in the middle of it
        await super().visit(stay)

    async def greet(self, socket, inbox):
        began = time.monotonic()
        await super().greet(socket, inbox)
        self.world.greeted.setdefault(self.world.act, []).append(time.monotonic() - began)

    async def hear(self, socket, message):
        if message["type"] in ("closed", "bye") and self.lost_at is None: self.lost_at = time.monotonic()
        await super().hear(socket, message)
        if message["type"] == "welcome" and self.lost_at is not None:
            self.world.came_back(time.monotonic() - self.lost_at)
            self.lost_at = None


class World(world.World):
    def __init__(self, servers, rng, options):
        super().__init__(None, rng, options)
        self.servers, self.again, self.greeted, self.bound = servers, {}, {}, 40.0

    @property
    def port(self):
        """As a balancer does it: not one that takes no connections."""
        return self.random.choice([server for server in self.servers if server.alive and server.listens] or self.servers).port

    def came_back(self, seconds):
        self.again.setdefault(self.act, []).append(seconds)

    async def run_visitors(self):
        tasks = [asyncio.ensure_future(self.watch()) for _ in range(4)]
        tasks += [asyncio.ensure_future(self.host(n)) for n in range(self.options.tables)]
        self.visitors = set(tasks)
        for task in tasks: task.add_done_callback(self.done)

    async def host(self, number=0):
        await asyncio.sleep(number * self.options.pause)
        await super().host()


world.Player = Comer


def share(times, part):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Faults:
    """One thing goes wrong after the other; those who play are asked nothing."""

    def __init__(self, everyone, servers, postgres, options):
        self.world, self.servers, self.postgres, self.options = everyone, servers, postgres, options
        self.done = {"kill": 0, "stop": 0, "drain": 0}
        self.checked = self.found = 0

    async def act(self, name, then):
        """Everybody who loses a connection now has come back before the next thing goes wrong."""
        self.world.act = name
        self.done[name] += 1
        await then(self.world.random.choice(self.servers))
        self.world.act = "calm"

    async def kill(self, server):
        server.signal(signal.SIGKILL)
        await server.process.wait()
        if self.options.sabotage: self.postgres.sql("DELETE FROM step WHERE n % 9 = 5")
        # Sometimes back at once, sometimes only when the lease is long over.
        await asyncio.sleep(self.world.random.choice((0.0, 0.0, 2.0, 11.5)))
        await server.start()
        await asyncio.sleep(self.options.settle)

    async def stop(self, server):
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(STOP_SECONDS)
        server.signal(signal.SIGCONT)
        await asyncio.sleep(self.options.settle)

    async def drain(self, server):
        server.signal(signal.SIGTERM)
        server.listens = False
        if await asyncio.wait_for(server.process.wait(), 30) != 0: self.world.faults.add("a drained server ended with an error")
        await asyncio.sleep(self.options.settle)
        await server.start()

    async def run(self):
        await self.world.run_visitors()
        await asyncio.sleep(self.options.tables * self.options.pause + self.options.calm)
        acts = ["kill"] * self.options.kills + ["stop"] * self.options.stops + ["drain"] * self.options.drains
        self.world.random.shuffle(acts)
        for number, name in enumerate(acts):
            await self.act(name, getattr(self, name))
            if number % 10 == 9: print(f"{number + 1} of {len(acts)}", flush=True)
        await self.world.all_leave()
        await self.compare()

    async def compare(self):
        """The record of every table, from a server that may never have seen it."""
        for table in self.world.tables:
            for _ in range(100):
                got = await request(self.world.port, "GET", f"/api/tables/{table.ledger.id}/record", bound=self.world.bound)
                if got and got[0] != 503: break
                await asyncio.sleep(0.2)
            if got and got[0] == 409: continue  # hidden cards, and the game is not over
            if not got or got[0] != 200:
                self.world.faults.add(f"the record of table {table.ledger.id} cannot be had: {got}")
                continue
            self.checked += 1
            self.found += table.ledger.compare(got[1].decode())

    def report(self, seconds):
        lines = [f"{len(self.world.tables)} tables, {self.options.tables} at a time, on three servers for {seconds:.0f} s: "
                 + ", ".join(f"{count} × {name}" for name, count in self.done.items()),
                 f"{self.checked} records compared, {self.found} steps that were shown found in them"]
        for name, times in sorted(self.world.again.items()):
            lines.append(f"after {name}: {len(times)} came back, half within {share(times, 0.5):.2f} s, 99 % within {share(times, 0.99):.2f} s, all within {max(times):.2f} s; "
                         f"from hello to welcome half {share(self.world.greeted[name], 0.5):.2f} s, 99 % {share(self.world.greeted[name], 0.99):.2f} s")
        steps = [each for times in self.world.took.values() for each in times]
        calm = self.world.took.get("begin", [])
        lines.append(f"{len(steps)} steps answered; without faults half within {share(calm, 0.5) * 1000:.0f} ms, 99 % within {share(calm, 0.99) * 1000:.0f} ms")
        lines.append(f"refused: {self.world.refusals}; sent away: {self.world.byes}")
        return "\n".join(lines)

    def judge(self):
        if self.found == 0: self.world.faults.add("nothing was compared")
        if self.options.short: return  # the tests depend on no time
        kills, drains = self.world.again.get("kill", []), self.world.again.get("drain", [])
        if kills and max(kills) > AGAIN_AFTER_KILL: self.world.faults.add(f"after a kill somebody played again only after {max(kills):.1f} s")
        if drains and max(drains) > AGAIN_AFTER_DRAIN: self.world.faults.add(f"after a drain somebody played again only after {max(drains):.2f} s")


async def play(options, folder):
    postgres = OwnPostgres(folder, durable=not options.short)
    servers = [Server(pathlib.Path(options.program).resolve(), postgres.url, folder / f"log{n}") for n in range(3)]
    try:
        for server in servers: await server.start()
        faults = Faults(World(servers, random.Random(options.seed), options), servers, postgres, options)
        faults.world.think, faults.world.visit_seconds = options.think, 40 if options.short else 240
        await faults.run()
        return faults
    finally:
        for server in servers:
            if server.process and server.alive:
                server.signal(signal.SIGCONT)
                server.signal(signal.SIGKILL)
                await server.process.wait()
        postgres.end()


def main():
    parser = argparse.ArgumentParser(description="Break servers that share a database.")
    parser.add_argument("program", help="touchline")
    for name, number in (("tables", 1000), ("kills", 200), ("stops", 50), ("drains", 20)): parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--seed", type=int, default=None, help="of everything but the time (drawn and printed)")
    parser.add_argument("--think", type=float, default=10.0, help="seconds between two requests of a player")
    parser.add_argument("--short", action="store_true", help="some forty seconds, for the tests")
    parser.add_argument("--sabotage", action="store_true", help="take steps out of the database, to see that it is found")
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    options = parser.parse_args()
    options.pause, options.calm, options.settle = 0.02, 20.0, 4.0
    if options.short: options.tables, options.kills, options.stops, options.drains, options.think, options.pause, options.calm, options.settle = 12, 2, 1, 1, 0.2, 0.01, 2.0, 2.0
    if options.seed is None: options.seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {options.seed}", flush=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="touchline-servers-"))
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it would tell of every message to a server that was killed
    began, good = time.monotonic(), False
    try:
        faults = asyncio.run(play(options, folder))
        faults.judge()
        print(faults.report(time.monotonic() - began))
        good = faults.world.faults.count == 0
        for fault in faults.world.faults.sentences[:40]: print(f"FAULT {fault}")
        return 0 if good else 1
    finally:
        if options.keep or not good: print(f"kept: {folder}")
        else: shutil.rmtree(folder)


if __name__ == "__main__": sys.exit(main())
