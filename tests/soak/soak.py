#!/usr/bin/env python3
"""Plays at one server for a long time while everything goes wrong, and checks that nothing shown is lost, repeated or forked, that
memory and descriptors stay flat, and that every request and refusal is answered.

    python3 tests/soak/soak.py PROGRAM [--minutes 60] [--seed N] [--short]

`make soak` runs it for an hour; the tests run the short form. docs/soak.md says what it does and what was seen."""
import argparse
import asyncio
import logging
import pathlib
import random
import shutil
import sys
import tempfile
import time

from acts import Acts
from report import Report
from served import Controls, Server
from world import World


async def soak(options, folder):
    controls = Controls(folder)
    server = Server(pathlib.Path(options.program).resolve(), folder, controls)
    if not await server.start(): raise SystemExit("the server does not start; its log: " + server.log.read_text()[-500:])
    world = World(server, random.Random(options.seed), options)
    acts = Acts(world, server, controls)
    try:
        await acts.run()
    finally:
        controls.set(disk=0, sync_micros=0, clock_seconds=0)
        if server.process.returncode is None: await server.kill()
    return Report(world, server, acts)


def main():
    parser = argparse.ArgumentParser(description="Soak one server.")
    parser.add_argument("program", help="touchline")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="of everything but the time (drawn and printed)")
    parser.add_argument("--short", action="store_true", help="some twenty seconds, for the tests")
    parser.add_argument("--tables", type=int, default=None, help="how many tables are played at the same time")
    parser.add_argument("--sabotage", action="store_true", help="take steps out of the store behind the server's back, to see that it is found")
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    options = parser.parse_args()
    if options.seed is None: options.seed = random.SystemRandom().randrange(1 << 32)
    if options.tables is None: options.tables = 16 if options.short else 120
    print(f"seed {options.seed}", flush=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="touchline-soak-"))
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it would tell of every message to a server that was killed
    began = time.monotonic()
    try:
        report = asyncio.run(soak(options, folder))
        print(report.text(time.monotonic() - began))
        if options.keep or not report.good: print(f"kept: {folder}")
        return 0 if report.good else 1
    finally:
        if not options.keep and "report" in locals() and report.good: shutil.rmtree(folder)


if __name__ == "__main__": sys.exit(main())
