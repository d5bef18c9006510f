"""All who come and go: tables opened, revisited and watched, and the figures that everybody adds to."""
import array
import asyncio
import json
import time

from ledger import Faults, Ledger
from player import Player, Stay
from rubbish import Vandal
from wire import LOST, Refused, Socket, request

GAMES = [("pocket-gridiron", {}), ("gridiron-glory", {}), ("pocket-rugby", {"weather": "roll"}), ("red-boar-gridiron", {}),
         ("red-boar-gridiron", {"mode": "cards"}), ("sports-dice-football", {})]


class Table:
    """A table that was opened: its ledger, and who may play at it."""

    def __init__(self, ledger, players, clock):
        self.ledger, self.players, self.clock, self.busy = ledger, players, clock, False


class World:
    def __init__(self, server, rng, options):
        self.server, self.random, self.options = server, rng, options
        self.faults = Faults()
        # Seconds in which everything is answered or cut off. The short form runs beside other tests: it finds what hangs.
        self.bound, self.drain_bound = (60.0, 30.0) if options.short else (20.0, 5.0)
        self.think, self.vanishing, self.rubbish_pause = 0.25, 0.02, 0.3
        self.visit_seconds = 40
        self.most_tables = 100 if options.short else 20000
        self.leaving = False
        self.clocks = True         # a table whose clock runs stays in memory until its flag falls
        self.tables, self.visitors, self.ids = [], set(), 0
        self.took = {}             # act: how long requests took
        self.act = "begin"
        self.refusals, self.byes, self.lates, self.rubbish = {}, {}, 0, 0

    @property
    def port(self):
        return self.server.port

    def next_id(self):
        self.ids += 1
        return f"s{self.ids}"

    def late(self, sentence):
        self.lates += 1
        self.faults.add(f"{sentence} within {self.bound:.0f} s ({self.act})")

    def answered(self, seconds):
        self.took.setdefault(self.act, array.array("f")).append(seconds)

    def refused(self, code):
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def count_bye(self, message):
        """Whether to come back at once."""
        self.byes[message["reason"]] = self.byes.get(message["reason"], 0) + 1
        return message["reconnect_after"] is not None

    def any_ledger(self):
        table = self.random.choice(self.tables) if self.tables else None
        return table.ledger if table and (self.clocks or not table.clock) else None

    async def run_visitors(self):
        """Keeps as many tables under way as wanted, and those who disturb, until told to leave."""
        self.leaving = False
        tasks = [asyncio.ensure_future(Vandal(self, n).run()) for n in range(3 if self.options.short else 6)]
        tasks += [asyncio.ensure_future(self.watch()) for _ in range(2 if self.options.short else 8)]
        tasks += [asyncio.ensure_future(self.host()) for _ in range(self.options.tables)]
        self.visitors = set(tasks)
        for task in tasks: task.add_done_callback(self.done)

    def done(self, task):
        if not task.cancelled() and task.exception(): self.faults.add(f"the soak itself failed: {task.exception()!r}")

    async def all_leave(self):
        self.leaving = True
        if not self.visitors: return
        _, late = await asyncio.wait(self.visitors, timeout=self.bound + 10)
        for task in late: task.cancel()
        if late: self.faults.add(f"{len(late)} visitors could not leave")
        self.visitors = set()

    async def host(self):
        """At one table after the other: mostly new ones, some that were left before."""
        while not self.leaving:
            table = self.left_before() if self.random.random() < 0.3 or len(self.tables) >= self.most_tables else None
            table = table or await self.opened()
            if table is None:
                await asyncio.sleep(0.3)
                continue
            table.busy = True
            stay = Stay(self.random.randint(3, 60), self.visit_seconds)
            await asyncio.gather(*(player.visit(stay) for player in table.players))
            table.busy = False

    def left_before(self):
        for _ in range(5):
            if not self.tables: return None
            table = self.random.choice(self.tables)
            if not table.busy and not table.ledger.over and table.players and (self.clocks or not table.clock): return table
        return None

    async def opened(self):
        game, choices = self.random.choice(GAMES)
        kind = self.random.choice(("friend", "friend", "me", "computer"))
        if kind == "me" and choices.get("mode") == "cards": kind = "friend"
        other = {"who": kind, **({"bot": "random"} if kind == "computer" else {})}
        wishes = {"game": game, "options": choices, "odds": False, "seats": {"home": {"who": "me", "name": "Ann"}, "away": other}}
        if kind == "friend" and self.clocks and self.random.random() < 0.2: wishes["clock"] = {"seconds": 3600, "increment": 5}
        answer = await self.post("/api/tables", wishes, 201)
        if answer is None: return None
        fair = answer["table"]["fair"]["proof"] is not None
        ledger = Ledger(answer["table"], self.faults, fair)
        commits = lambda: fair and self.random.random() < 0.5
        players = [Player(self, ledger, answer["seat"], answer["token"], commits())]
        table = Table(ledger, players, "clock" in wishes)
        if kind == "friend":
            joined = await self.post(f"/api/tables/{ledger.id}/join", {"invite": answer["invite"], "name": "Ben"}, 200)
            if joined: players.append(Player(self, ledger, joined["seat"], joined["token"], commits()))
            else: players.clear()  # the answer was lost, and with it the seat: what was shown is checked all the same
        self.tables.append(table)
        return table if players else None

    async def post(self, path, wishes, expected):
        try:
            got = await request(self.port, "POST", path, wishes, bound=self.bound)
        except asyncio.TimeoutError:
            return self.late(f"POST {path} was not answered")
        if got is None: return None
        if got[0] == expected: return json.loads(got[1])
        self.refused(f"http-{got[0]}")
        if got[0] not in (503, 429) and not path.endswith("/join"): self.faults.add(f"POST {path} was answered with {got[0]}: {got[1][:300]!r}")
        return None

    async def watch(self):
        """A spectator of one table after the other, who must be told the same as those who play."""
        while not self.leaving:
            await asyncio.sleep(self.random.uniform(0.1, 0.5))
            ledger = self.any_ledger()
            if not ledger: continue
            try:
                socket = await Socket.open(self.port, ledger.id, "127.0.2.1", self.bound)
            except (Refused, asyncio.TimeoutError) + LOST: continue
            pump, inbox = None, asyncio.Queue()
            try:
                shown = ledger.top
                socket.send({"cmd": "hello", "request_id": "w"})
                pump = asyncio.ensure_future(Player.pump(socket, inbox))
                until = time.monotonic() + self.random.uniform(0.5, 5)
                while time.monotonic() < until and not self.leaving:
                    try:
                        message = await asyncio.wait_for(inbox.get(), 0.3)
                    except asyncio.TimeoutError: continue
                    if message["type"] == "closed": break
                    if message["type"] == "welcome": ledger.welcome(message, shown)
                    elif message["type"] == "update": ledger.update(message, "spectator")
            finally:
                if pump: pump.cancel()
                self.random.choice((socket.leave, socket.vanish))()
