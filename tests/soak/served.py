"""The server as a process under faults: started, killed, watched in /proc and /metrics."""
import asyncio
import os
import pathlib
import re
import signal
import struct
import subprocess
import time

from wire import request

HERE = pathlib.Path(__file__).resolve().parent
LIMITS = {"--tables-per-minute": 1000000, "--tables-at-once": 1000000, "--requests-per-second": 100000, "--connections-per-address": 10000,
          "--messages-per-second": 200}
SHAPE = re.compile(r'time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=(debug|info|warning|error|critical) event=([a-z_]+)( [a-z_]+=("(?:[^"\\]|\\.)*"|[^" ]+))*')


class Controls:
    """The file that faults.c reads."""

    def __init__(self, folder):
        self.path = folder / "faults"
        self.disk, self.sync_micros, self.clock_seconds = 0, 0, 0
        self.set()
        self.library = folder / "faults.so"
        subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-o", self.library, HERE / "faults.c", "-ldl"], check=True)

    def set(self, **changes):
        for name, value in changes.items(): setattr(self, name, value)
        with open(self.path, "r+b" if self.path.exists() else "wb") as file: file.write(struct.pack("=3q", self.disk, self.sync_micros, self.clock_seconds))

    def environment(self):
        return {**os.environ, "LD_PRELOAD": str(self.library), "TOUCHLINE_FAULTS": str(self.path)}


class Server:
    def __init__(self, program, folder, controls):
        self.program, self.controls, self.data, self.log = program, controls, folder / "data", folder / "log"
        self.process, self.port = None, 0
        self.starts, self.refused_starts, self.start_seconds = 0, 0, []

    async def start(self):
        """True when it serves; False where it said in one sentence that it cannot."""
        arguments = [self.program, "serve", "--port", str(self.port), "--data", str(self.data), "--lang", "en"]
        for option, value in LIMITS.items(): arguments += [option, str(value)]
        began = time.monotonic()
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(*map(str, arguments), stdout=asyncio.subprocess.PIPE, stderr=log, env=self.controls.environment())
        line = (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode()
        self.starts += 1
        if match := re.search(r"127\.0\.0\.1:(\d+)", line):
            self.port = int(match[1])
            self.start_seconds.append(time.monotonic() - began)
            return True
        await self.process.wait()
        self.refused_starts += 1
        return False

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def drain(self):
        """SIGTERM: how many seconds it took, and the exit code."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(self.process.wait(), 60)
        return time.monotonic() - began, code

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def kilobytes(self):
        """Memory of its own, without mapped files."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("RssAnon:"))

    async def metric(self, name):
        got = await request(self.port, "GET", "/metrics")
        return next((float(line.split()[-1]) for line in got[1].decode().splitlines() if line.startswith(name + " ")), 0.0) if got else 0.0

    def logged(self):
        """Events by name, and the lines that have another shape than all others."""
        events, odd = {}, []
        for line in self.log.read_text(errors="replace").splitlines():
            if match := SHAPE.fullmatch(line): events[match[2]] = events.get(match[2], 0) + 1
            elif not line.startswith("touchline: "): odd.append(line)  # why it could not start
        return events, odd
