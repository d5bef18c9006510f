"""A server to be asked and killed, seats that play one request after the other, and a list of what holds: for the tests of operation."""
import asyncio
import atexit
import pathlib
import random
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "soak"))
from wire import Socket, request  # noqa: E402


class Server:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--data", folder, "--lang", "en", "--log", "warn", "--messages-per-second", "2000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)  # whatever becomes of the test
        match = re.search(r":(\d+)/", self.process.stdout.readline())
        self.port = int(match[1]) if match else None
        self.said = "" if match else self.process.communicate(timeout=30)[1]

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.communicate(timeout=60)
        return self.process.returncode

    async def ask(self, method, path, body=None):
        status, text = await request(self.port, method, path, body)
        return status, text.decode()


class Seat:
    """Plays for one token, one request after the other."""

    @classmethod
    async def sit(cls, server, table, token):
        seat = cls()
        seat.socket = await Socket.open(server.port, table)
        seat.socket.send({"cmd": "hello", "token": token, "request_id": "h"})
        seat.welcome = await seat.until(lambda message: message["type"] == "welcome")
        return seat

    async def until(self, wanted):
        while True:
            message = await asyncio.wait_for(self.socket.receive(), 30)
            if message["type"] in ("welcome", "update"): self.position = message
            if wanted(message): return message

    async def ask(self, fields):
        self.socket.send({**fields, "turn_no": self.position["turn_no"], "request_id": str(random.random())})
        return await self.until(lambda message: message["type"] == "reply")

    async def act(self, draw):
        turn = self.position["turn"]
        if turn["kind"] == "over": return None
        if turn["kind"] == "chance": return await self.ask({"cmd": "roll"})
        return await self.ask({"cmd": "choose", "action": draw.choice(turn["actions"])})

    def may_act(self, names):
        turn = self.position["turn"]
        return bool(names & set(turn.get("seats", [turn.get("seat")]))) and "locked" not in self.position and ("actions" in turn or turn["kind"] == "chance")


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, []

    def that(self, what, holds, why=""):
        if holds: self.passed += 1
        else: self.failed.append(f"{what}: {why}")

    def told(self):
        """Says what failed; the exit code."""
        for each in self.failed: print("FAILED", each)
        print(f"{self.passed} passed, {len(self.failed)} failed")
        return 1 if self.failed else 0
