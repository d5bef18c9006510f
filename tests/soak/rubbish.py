"""What no client should send. The server has to answer or hang up within the bound, and nobody else may notice."""
import asyncio
import json
import struct

from wire import LOST, Refused, Socket, answer_to, frame, request_text

BAD_BODIES = [b"", b"{", b"[]", b"null", b'{"game":"no-such-game"}', b'{"game":17}', b'{"game":"pocket-rugby","options":{"weather":"frogs"}}',
              b'{"game":"pocket-rugby","seats":{"home":{"who":"friend"}}}', b'{"record":"[Game \\"x\\"]"}', b'{"game":"pocket-rugby","sheet":"[[["}',
              b'{"a":' * 3000, b'{"game":"pocket-rugby","clock":{"seconds":-1}}', b"\xff\xfe\x00", b'{"x":"' + b"y" * 300000 + b'"}']
BAD_HTTP = [b"\x00" * 64, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n",
            b"GET /api/tables/../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"DELETE /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]
BAD_TEXTS = [b"", b"{", b"[]", b"17", b'"hello"', b'{"cmd":17,"request_id":"r"}', b'{"cmd":"fly","request_id":"r"}', b'{"cmd":"roll","request_id":"r"}',
             b'{"cmd":"roll","turn_no":"x","request_id":"r"}', b'{"cmd":"roll","turn_no":99999999999999999999,"request_id":"r"}',
             b'{"cmd":"choose","turn_no":0,"action":{},"request_id":"r"}', b'{"cmd":"ping","request_id":"' + b"i" * 60 + b'"}',
             b'{"cmd":"link","n":1,"links":{"home":"zz"},"request_id":"r"}', b'{"cmd":"commit","chains":{"home":"00"},"request_id":"r"}',
             b'{"cmd":"claim","as":"king","turn_no":0,"request_id":"r"}', b"\xff\xff", b'{"cmd":"hello","token":"' + b"t" * 2000 + b'","request_id":"r"}']
BAD_FRAMES = [struct.pack("!BB", 0x81, 5) + b"plain", b"\x8f\x80\x00\x00\x00\x00", b"\xf1\x80\x00\x00\x00\x00", frame(b"x" * 20000), frame(b"binary", opcode=2),
              frame(b"part", last=False) * 50, frame(b"c", opcode=0), struct.pack("!BBQ", 0x81, 0xFF, 1 << 62) + b"\x00" * 4, frame(b"p" * 200, opcode=9)]


class Vandal:
    def __init__(self, world, number):
        self.world, self.address = world, f"127.0.1.{number + 1}"

    async def run(self):
        while not self.world.leaving:
            deed = self.world.random.choice((self.body, self.garbage, self.texts, self.frames, self.flood, self.wrong_token, self.half, self.unknown))
            try:
                await deed()
                self.world.rubbish += 1
            except asyncio.TimeoutError:
                self.world.late(f"rubbish ({deed.__name__}) was neither answered nor cut off")
            except (Refused,) + LOST: pass
            await asyncio.sleep(self.world.random.expovariate(1 / self.world.rubbish_pause))

    async def answer(self, raw):
        """Four hundred and something, five hundred and three, or hung up."""
        got = await answer_to(self.world.port, raw, self.address, self.world.bound)
        if got is None: return
        if not 400 <= got[0] <= 503: self.world.faults.add(f"rubbish was answered with {got[0]}: {raw[:80]!r}")
        elif got[1].startswith(b"{") and not json.loads(got[1]).get("error", {}).get("code"): self.world.faults.add(f"a refusal without a code: {got[1][:200]!r}")
        else: self.world.refused(f"http-{got[0]}")

    async def body(self):
        await self.answer(request_text("POST", self.world.random.choice(("/api/tables", "/api/steps", "/api/odds", "/api/tables/nowhere/join")), self.world.random.choice(BAD_BODIES)))

    async def garbage(self):
        await self.answer(self.world.random.choice(BAD_HTTP))

    async def unknown(self):
        await self.answer(request_text("GET", self.world.random.choice(("/api/tables/AAAAAAAAAAAAAAAAAAAAAA/record", "/api/nothing", "/api/games/chess/sheet"))))

    async def socket(self):
        ledger = self.world.any_ledger()
        return await Socket.open(self.world.port, ledger.id if ledger else "AAAAAAAAAAAAAAAAAAAAAA", self.address, self.world.bound)

    async def until_answered(self, socket, wanted=("reply", "bye")):
        try:
            while (message := await asyncio.wait_for(socket.receive(), self.world.bound)) is not None:
                if message["type"] not in wanted: continue
                if message["type"] == "reply" and not message["ok"]: self.world.refused(message["error"]["code"])
                return message
        finally:
            socket.vanish()

    async def texts(self):
        socket = await self.socket()
        if self.world.random.random() < 0.5: socket.send({"cmd": "hello", "request_id": "h"})
        socket.send_raw(frame(self.world.random.choice(BAD_TEXTS)))
        await self.until_answered(socket, ("reply", "bye"))

    async def frames(self):
        socket = await self.socket()
        socket.send({"cmd": "hello", "request_id": "h"})
        socket.send_raw(self.world.random.choice(BAD_FRAMES))
        socket.send({"cmd": "ping", "request_id": "p"})
        await self.until_answered(socket)

    async def flood(self):
        socket = await self.socket()
        socket.send({"cmd": "hello", "request_id": "h"})
        for i in range(300): socket.send({"cmd": "ping", "request_id": str(i)})
        await self.until_answered(socket)

    async def wrong_token(self):
        socket = await self.socket()
        socket.send({"cmd": "hello", "token": "not-a-token", "request_id": "h"})
        message = await self.until_answered(socket)
        if message and message["type"] == "reply" and message["error"]["code"] not in ("bad-token", "unknown-table", "busy", "too-fast"):
            self.world.faults.add(f"a wrong token was answered with {message}")

    async def half(self):
        """Half of a request, and no more of it."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.world.port, local_addr=(self.address, 0))
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Len")
        await asyncio.sleep(self.world.random.uniform(0, 1.5))
        writer.transport.abort()
