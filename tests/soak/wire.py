"""HTTP and WebSocket as a client of the server speaks them, with nothing but asyncio: what arrives is told as it came, and rubbish
can be sent on purpose."""
import asyncio
import base64
import json
import os
import socket
import struct

HOST = "127.0.0.1"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LOST = (ConnectionError, asyncio.IncompleteReadError, OSError, EOFError)


class Refused(Exception):
    """The server did not take the upgrade: it answered with a status."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body[:200]!r}")
        self.status = status


async def answer_to(port, raw, address=HOST, bound=30.0):
    """Sends bytes and reads one HTTP answer: (status, body), or None where the connection was closed without one."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
    try:
        writer.write(raw)
        return await asyncio.wait_for(_answer(reader), bound)
    except asyncio.TimeoutError:
        raise
    except LOST:
        return None
    finally:
        writer.close()


async def _answer(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    return status, await reader.readexactly(length)


def request_text(method, path, body=b"", headers=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n{headers}\r\n").encode() + body


async def request(port, method, path, json_body=None, address=HOST, bound=30.0):
    """(status, bytes), or None where the server went away."""
    body = b"" if json_body is None else json.dumps(json_body).encode()
    try:
        return await answer_to(port, request_text(method, path, body), address, bound)
    except asyncio.TimeoutError:
        raise
    except LOST:
        return None


def masked(payload):
    mask = os.urandom(4)
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
    return mask, mixed.to_bytes(len(payload), "big")


def frame(payload, opcode=TEXT, last=True):
    size = len(payload)
    first = (0x80 if last else 0) | opcode
    if size < 126: head = struct.pack("!BB", first, 0x80 | size)
    elif size < 65536: head = struct.pack("!BBH", first, 0x80 | 126, size)
    else: head = struct.pack("!BBQ", first, 0x80 | 127, size)
    mask, mixed = masked(payload)
    return head + mask + mixed


class Socket:
    """One WebSocket at a table."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port, table, address=HOST, bound=30.0):
        reader, writer = await asyncio.wait_for(asyncio.open_connection(HOST, port, local_addr=(address, 0), limit=1 << 22), bound)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(f"GET /ws/{table} HTTP/1.1\r\nHost: {HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                     f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), bound)
        except BaseException:
            writer.close()
            raise
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            writer.close()
            raise Refused(status, head)
        return cls(reader, writer)

    def send(self, message):
        self.writer.write(frame(json.dumps(message).encode()))

    def send_raw(self, raw):
        self.writer.write(raw)

    async def receive(self):
        """The next message; None where the server closed."""
        text = b""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size == 126: size = struct.unpack("!H", await self.reader.readexactly(2))[0]
            elif size == 127: size = struct.unpack("!Q", await self.reader.readexactly(8))[0]
            payload = await self.reader.readexactly(size)
            opcode = first & 0x0F
            if opcode == CLOSE: return None
            if opcode == PING: self.writer.write(frame(payload, PONG))
            if opcode in (PING, PONG): continue
            text += payload
            if first & 0x80: return json.loads(text)

    def leave(self):
        """Says goodbye as a browser does."""
        try:
            self.writer.write(frame(struct.pack("!H", 1000), CLOSE))
        except LOST: pass
        self.writer.close()

    def vanish(self):
        """As when a phone loses its network: a reset, and not a word."""
        own = self.writer.get_extra_info("socket")
        if own is not None:
            try:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError: pass
        self.writer.transport.abort()
