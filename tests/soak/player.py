"""Somebody who plays at a table over a network that fails: acts, vanishes, comes back, asks again for what was not answered, and
writes everything shown into the table's ledger."""
import asyncio
import time

from chain import Chain
from wire import LOST, Refused, Socket

EXPECTED_REFUSALS = {"stale-turn", "busy", "over", "wrong-turn", "too-fast", "too-early", "no-offer"}
SEATS = {"home": ("home",), "away": ("away",), "both": ("home", "away")}


class Gone(Exception):
    """This visit is over."""


class SentAway(Exception):
    """The server said when to come back."""

    def __init__(self, seconds):
        self.seconds = seconds


class Stay:
    """How long those at a table stay: so many requests of all of them, or seconds."""

    def __init__(self, moves, seconds):
        self.moves, self.until = moves, time.monotonic() + seconds


class Player:
    def __init__(self, world, ledger, role, token, fair):
        self.world, self.ledger, self.role, self.token = world, ledger, role, token
        self.chains = {seat: None for seat in SEATS[role]} if fair else {}
        self.open = None       # the request that was not answered yet
        self.sent_at = 0.0
        self.made = 0
        self.shown = 0         # at the table, when this one said hello
        self.position = None
        self.answered = None   # (request, reply) of the last one
        self.not_before = 0.0  # a refusal said when to ask again
        self.own_turn = None   # the turn that the open request led to, where that was shown already

    async def visit(self, stay):
        """Plays until the visit, the game or the soak is over."""
        world = self.world
        while self.stays(stay):
            try:
                socket = await Socket.open(world.port, self.ledger.id, bound=world.bound)
            except Refused as refused:
                if refused.status == 404: self.ledger.fault("the table is gone")
                await asyncio.sleep(0.5)
                continue
            except asyncio.TimeoutError:
                world.late("a socket was not opened")
                continue
            except LOST:
                await asyncio.sleep(world.random.uniform(0.05, 0.4))
                continue
            try:
                await self.session(socket, stay)
                socket.leave()
            except Gone:
                socket.vanish()
            except SentAway as sent:
                socket.vanish()
                await asyncio.sleep(sent.seconds)
            except LOST:
                socket.vanish()
                await asyncio.sleep(world.random.uniform(0.02, 0.3))
        self.chains = {seat: None for seat in self.chains}  # large; somebody who comes back draws a new one

    def stays(self, stay):
        return time.monotonic() < stay.until and stay.moves > 0 and not self.ledger.over and not self.world.leaving

    async def session(self, socket, stay):
        world, inbox, self.stay = self.world, asyncio.Queue(), stay
        pump = asyncio.ensure_future(self.pump(socket, inbox))
        try:
            self.position = None
            await self.greet(socket, inbox)
            if self.open: self.send(socket, self.open)
            idle_since, acts_at = time.monotonic(), self.thinks_until()
            while self.stays(stay):
                try:
                    message = await asyncio.wait_for(inbox.get(), min(max(acts_at - time.monotonic(), 0.002), 5.0))
                except asyncio.TimeoutError: pass
                else:
                    idle_since = time.monotonic()
                    await self.hear(socket, message)
                if time.monotonic() >= acts_at and inbox.empty():
                    if self.open: self.check_bound()
                    else: await self.act(socket)
                    acts_at = self.thinks_until()
                if time.monotonic() - idle_since > world.bound / 2:  # nothing heard: the page would say hello again
                    await self.greet(socket, inbox)
                    idle_since = time.monotonic()
        finally:
            pump.cancel()

    def thinks_until(self):
        return time.monotonic() + self.world.random.expovariate(1 / self.world.think)

    @staticmethod
    async def pump(socket, inbox):
        try:
            while (message := await socket.receive()) is not None: inbox.put_nowait(message)
        except LOST + (asyncio.LimitOverrunError,): pass
        inbox.put_nowait({"type": "closed"})

    async def greet(self, socket, inbox):
        hello = {"cmd": "hello", "token": self.token, "lang": self.world.random.choice(("en", "fr")), "request_id": self.world.next_id()}
        if self.chains: hello["chains"] = {seat: self.chain_of(seat).commitment for seat in self.chains}
        self.shown = self.ledger.top
        socket.send(hello)
        deadline = time.monotonic() + self.world.bound
        while True:
            try:
                message = await asyncio.wait_for(inbox.get(), deadline - time.monotonic())
            except asyncio.TimeoutError:
                self.world.late(f"a hello at table {self.ledger.id} was not answered")
                raise Gone from None
            await self.hear(socket, message)
            if message["type"] == "welcome": return

    def chain_of(self, seat):
        chain = self.chains[seat]
        if chain is None or chain.spoiled or chain.at > 4000:
            chain = self.chains[seat] = Chain(self.world.random.randbytes(32))
        return chain

    async def hear(self, socket, message):
        kind = message["type"]
        if kind == "closed": raise ConnectionResetError
        if kind == "bye": raise SentAway(message["reconnect_after"]) if self.world.count_bye(message) else Gone
        if kind == "welcome":
            if message["role"] != self.role: self.ledger.fault(f"the token of {self.role} gives the role {message['role']}")
            self.ledger.welcome(message, self.shown)
            self.position = message
            self.settle_chains(message)
        elif kind == "update":
            self.ledger.update(message, self.role)
            self.position = message
            if self.open and message["turn_no"] == self.open["turn_no"] + 1 and message["by"] in SEATS[self.role] and message["cause"] == "choose":
                self.own_turn = message["turn_no"]
            self.note_proof(message.get("proof"))
            if any(chain and chain.spoiled for chain in self.chains.values()): self.commit(socket)
        elif kind == "ask": self.answer(socket, message)
        elif kind == "reply": self.replied(message)

    def settle_chains(self, welcome):
        """What became of a link whose roll was made while nobody was here to see it: where that cannot be known, a new chain."""
        self.note_proof(welcome.get("proof"))
        made = welcome["table"]["fair"].get("rolls", 0) + (welcome["table"]["fair"].get("from") or 1) - 1
        for chain in self.chains.values():
            if chain and chain.given and chain.given[0] <= made: chain.spoiled, chain.given = True, None

    def note_proof(self, proof):
        if not proof: return
        for seat, chain in self.chains.items():
            if chain: chain.shown(proof, seat)

    def commit(self, socket):
        socket.send({"cmd": "commit", "chains": {seat: self.chain_of(seat).commitment for seat in self.chains}, "request_id": self.world.next_id()})

    def answer(self, socket, ask):
        if self.world.random.random() < 0.01: return  # lost on its way: the roll is made without it
        links = {}
        for seat, chain in self.chains.items():
            if seat not in ask["of"] or chain is None: continue
            link, wrong = chain.answer(ask, seat)
            if wrong: self.ledger.fault(wrong)
            if link: links[seat] = link
        if links: socket.send({"cmd": "link", "n": ask["n"], "links": links, "request_id": self.world.next_id()})

    def replied(self, reply):
        again = self.answered and reply["request_id"] == self.answered[0]["request_id"]
        if again and reply["ok"] and reply != self.answered[1]: self.ledger.fault(f"a request asked again was answered otherwise: {reply}, before {self.answered[1]}")
        if not self.open or reply["request_id"] != self.open["request_id"]: return
        request, self.open = self.open, None
        self.world.answered(time.monotonic() - self.sent_at)
        if reply["ok"]:
            self.made += 1
            self.stay.moves -= 1
            self.answered = (request, reply)
            if request["cmd"] in ("roll", "choose") and self.ledger.top <= request["turn_no"]:
                self.ledger.fault(f"a {request['cmd']} at turn {request['turn_no']} was acknowledged before it was shown")
            return
        code = reply["error"]["code"]
        self.not_before = time.monotonic() + min(reply["error"].get("retry_after", 0.1), 1)
        self.world.refused(code)
        if self.own_turn is not None and self.own_turn == request["turn_no"] + 1 and code != "too-fast":
            self.ledger.fault(f"a choice at turn {request['turn_no']} was carried out and then refused: {code}")
        if code not in EXPECTED_REFUSALS: self.ledger.fault(f"{request} was refused: {reply['error']}")

    def check_bound(self):
        if time.monotonic() - self.sent_at <= self.world.bound: return
        self.world.late(f"a {self.open['cmd']} at table {self.ledger.id} was not answered")
        raise Gone

    def send(self, socket, request):
        self.sent_at = time.monotonic()
        socket.send(request)

    async def act(self, socket):
        random, turn = self.world.random, self.position["turn"]
        chance = random.random()
        if chance < self.world.vanishing: raise Gone
        if self.answered and chance < self.world.vanishing + 0.02: return socket.send(self.answered[0])  # as if the reply had been lost
        if chance < self.world.vanishing + 0.03:
            return socket.send({"cmd": random.choice(("ping", "emote")), "what": "wow", "request_id": self.world.next_id()})
        request = self.move(turn)
        if request is None or time.monotonic() < self.not_before: return
        self.open, self.own_turn = {**request, "turn_no": self.position["turn_no"], "request_id": self.world.next_id()}, None
        self.send(socket, self.open)
        if random.random() < self.world.vanishing: raise Gone  # before the answer comes

    def move(self, turn):
        held = SEATS[self.role]
        if turn["kind"] == "over": return None
        if turn["kind"] == "secret":
            if "locked" in self.position or not set(held) & set(turn["seats"]): return None
            return {"cmd": "choose", "action": self.world.random.choice(turn["actions"])}
        if turn["seat"] not in held: return None
        if turn["kind"] == "chance": return {"cmd": "roll"}
        return {"cmd": "choose", "action": self.world.random.choice(turn["actions"])}
