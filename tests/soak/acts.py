"""The acts of a soak, one after the other: what goes wrong, for how long, and what is measured meanwhile."""
import asyncio
import sqlite3
import subprocess
import time

from wire import Socket, request

LINGERS = 135  # seconds after which no room is in memory when nobody is there (src/server/limits.hpp, with the sweep's own)
DAYS = 24 * 3600


class Acts:
    def __init__(self, world, server, controls):
        self.world, self.server, self.controls = world, server, controls
        self.kills = self.drains = self.found = self.checked = self.backups = 0
        self.drain_seconds, self.memory, self.idle_descriptors = [], [], []

    async def run(self):
        """Storms, then the calm: so long that memory can be compared within one process."""
        world, short = self.world, self.world.options.short
        seconds = 14.0 if short else world.options.minutes * 60
        calms = 1 if short else 2 if seconds < 1800 else 3
        calm = 2.0 if short else max(60.0, seconds / 20)
        storm = seconds - calms * (calm + (0 if short else LINGERS))
        if storm < 120 and not short: raise SystemExit("a soak takes at least 9 minutes; --short is for less")
        rounds = 1 if short else max(1, int(storm // 600))
        await self.first_look()
        for _ in range(rounds):
            await world.run_visitors()
            for act, share in ((self.kill_often, 0.35), (self.full_disk, 0.2), (self.slow_disk, 0.15), (self.jumping_clock, 0.15), (self.drain_often, 0.15)):
                world.act = act.__name__.replace("_", " ")
                await act(time.monotonic() + max(2.0, storm / rounds * share))
                self.controls.set(disk=0, sync_micros=0, clock_seconds=0)
            await world.all_leave()
        await self.drain()  # a process without tables whose clocks run
        await self.again()
        for _ in range(calms): await self.calm(calm)
        await self.last_look()

    async def first_look(self):
        """A server that has served everything once: what it holds then is what it may hold at the end."""
        await self.world.run_visitors()
        await asyncio.sleep(2 if self.world.options.short else 10)
        await self.nobody_here()

    async def nobody_here(self):
        """All have left: no socket and no descriptor is left of them."""
        await self.world.all_leave()
        until = time.monotonic() + self.world.bound
        while await self.server.metric("touchline_connections") > 0 and time.monotonic() < until: await asyncio.sleep(0.2)
        await asyncio.sleep(0.5)
        self.idle_descriptors.append(self.server.descriptors())

    async def again(self):
        """Starts the server; with a full disk it may say that it cannot, and starts when there is room again."""
        if await self.server.start(): return
        if self.controls.disk == 0: self.world.faults.add("the server did not start")
        self.controls.set(disk=0)
        if not await self.server.start(): raise SystemExit("the server does not start: " + self.server.log.read_text()[-500:])

    async def kill(self):
        self.kills += 1
        await self.server.kill()
        if self.world.options.sabotage: self.sabotage()
        await self.again()

    def sabotage(self):
        with sqlite3.connect(self.server.data / "tables.sqlite") as store:
            store.execute("DELETE FROM steps WHERE n = (SELECT MAX(n) FROM steps own WHERE own.id = steps.id)")
        store.close()

    async def pause(self, least, most, until):
        await asyncio.sleep(min(self.world.random.uniform(least, most), max(0.0, until - time.monotonic())))

    async def kill_often(self, until):
        while time.monotonic() < until:
            await self.pause(0.3, 1.2 if self.world.options.short else 6, until)
            await self.kill()

    async def full_disk(self, until):
        while time.monotonic() < until:
            self.controls.set(disk=self.world.random.choice((1, 2, 3)))
            await self.pause(0.5, 4, until)
            if self.world.random.random() < 0.4: await self.kill()
            self.controls.set(disk=0)
            await self.pause(0.5, 3, until)

    async def slow_disk(self, until):
        self.controls.set(sync_micros=self.world.random.choice((50_000, 200_000, 500_000)))
        while time.monotonic() < until:
            await self.pause(1, 8, until)
            if self.world.random.random() < 0.3: await self.kill()

    async def jumping_clock(self, until):
        while time.monotonic() < until:
            self.controls.set(clock_seconds=self.world.random.choice((61, -400, 3650, -1, 0)) * DAYS + self.world.random.randint(-90, 90))
            await self.pause(0.3, 3, until)
            if self.world.random.random() < 0.2: await self.kill()

    async def drain_often(self, until):
        while time.monotonic() < until:
            await self.pause(1, 5, until)
            await self.drain()
            await self.again()

    async def drain(self):
        took, code = await self.server.drain()
        self.drains += 1
        self.drain_seconds.append(took)
        if code != 0: self.world.faults.add(f"a server that was asked to end ended with {code}")
        if took > self.world.drain_bound: self.world.faults.add(f"a server that was asked to end took {took:.1f} s")

    async def calm(self, seconds):
        """Nothing fails but the clients. Then nobody is there, and the server holds what it held before."""
        world = self.world
        world.act, world.clocks = "calm", False
        await world.run_visitors()
        await asyncio.sleep(seconds / 2)
        await self.back_up()
        await asyncio.sleep(seconds / 2)
        await self.nobody_here()
        if world.options.short: return
        until = time.monotonic() + LINGERS
        while await self.server.metric("touchline_rooms") > 0 and time.monotonic() < until: await asyncio.sleep(2)
        rooms = await self.server.metric("touchline_rooms")
        if rooms > 0: world.faults.add(f"{rooms:.0f} rooms are still in memory, though nobody has been there for {LINGERS} s")
        self.memory.append(self.server.kilobytes())

    async def back_up(self):
        """A copy of the running store has everything that was shown before it began."""
        shown = {table.ledger.id: table.ledger.top for table in self.world.tables}
        to = self.server.data.parent / f"copy-{self.backups}"
        self.backups += 1
        done = await asyncio.create_subprocess_exec(self.server.program, "store", "backup", self.server.data, to, stdout=subprocess.DEVNULL)
        if await done.wait() != 0: return self.world.faults.add("the store could not be copied while it was served")
        copy = sqlite3.connect(to / "tables.sqlite")
        stored = dict(copy.execute("SELECT id, MAX(turn_no) FROM steps GROUP BY id"))
        copy.close()
        for table, top in shown.items():
            ledger = next(t.ledger for t in self.world.tables if t.ledger.id == table)
            if stored.get(table, 0) < top and not ledger.over: self.world.faults.add(f"turn {top} of table {table} was shown and is not in the copy")

    async def last_look(self):
        """Every table through its record, from a server that was started anew."""
        await self.drain()
        await self.again()
        for table in self.world.tables:
            ledger = table.ledger
            if ledger.hidden and not ledger.over and table.players: await self.resign(table)
            got = await request(self.server.port, "GET", f"/api/tables/{ledger.id}/record")
            if got is None or got[0] not in (200, 409, 403): ledger.fault(f"its record was answered with {got and got[0]}: {got and got[1][:200]!r}")
            elif got[0] == 200:
                self.checked += 1
                self.found += ledger.compare(got[1].decode())

    async def resign(self, table):
        """A table with hidden cards shows its record when it is over."""
        player = table.players[0]
        socket = await Socket.open(self.server.port, table.ledger.id)
        socket.send({"cmd": "hello", "token": player.token, "request_id": "end"})
        while (message := await asyncio.wait_for(socket.receive(), self.world.bound)) is not None:
            if message["type"] == "welcome":
                table.ledger.welcome(message, table.ledger.top)
                socket.send({"cmd": "resign", "turn_no": message["turn_no"], "request_id": "resign"})
            if message["type"] == "reply" and message["request_id"] == "resign": break
        socket.leave()
