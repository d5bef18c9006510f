#!/usr/bin/env python3
"""What an operator reads: every query of the dashboard names figures and labels that a server tells, and every line of its log has one shape.

    python3 tests/ops/operation.py PROGRAM SOURCE"""
import asyncio
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "tests" / "soak"))
from chain import Chain  # noqa: E402
from served import SHAPE  # noqa: E402
from wire import Socket, request  # noqa: E402

passed, failed = 0, []


def check(what, holds, why=""):
    global passed
    if holds: passed += 1
    else: failed.append(f"{what}: {why}")


async def play(port):
    """A bit of everything, so that every figure with labels has one."""
    _, body = await request(port, "POST", "/api/tables", {"game": "pocket-rugby", "odds": True, "seats": {"home": {"who": "me"}, "away": {"who": "computer", "bot": "random"}}})
    opened = json.loads(body)
    socket = await Socket.open(port, opened["table"]["id"])
    chain = Chain(bytes(32))
    socket.send({"cmd": "hello", "token": opened["token"], "chains": {"home": chain.commitment}, "request_id": "h"})
    acts, waiting, position = 0, False, None
    while acts < 6 or waiting:
        message = await asyncio.wait_for(socket.receive(), 30)
        if message["type"] in ("welcome", "update"): position = message
        if message.get("proof"): chain.shown(message["proof"], "home")
        if message["type"] == "ask": socket.send({"cmd": "link", "n": message["n"], "links": {"home": chain.answer(message, "home")[0]}, "request_id": "l"})
        if message.get("request_id") == f"r{acts}": waiting = False
        if position is None: continue
        turn = position["turn"]
        if waiting or turn.get("seat") != "home" or turn["kind"] == "over": continue
        acts, waiting = acts + 1, True
        act = {"cmd": "roll"} if turn["kind"] == "chance" else {"cmd": "choose", "action": turn["actions"][0]}
        socket.send({**act, "turn_no": position["turn_no"], "request_id": f"r{acts}"})
    socket.send({"cmd": "resign", "turn_no": position["turn_no"], "request_id": "e"})
    socket.send({"cmd": "fly", "request_id": "x"})
    while (await asyncio.wait_for(socket.receive(), 30)).get("request_id") != "x": pass
    socket.leave()
    await request(port, "GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA")


def told(text):
    """Names of figures, as queries call them, with the labels each has."""
    names = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            for suffix in ("_bucket", "_sum", "_count") if kind == "histogram" else ("",): names[name + suffix] = {"instance"}  # Prometheus adds it
        elif not line.startswith("#"):
            match = re.match(r"([a-z_]+)(?:\{(.*)\})? ", line)
            names[match[1]].update(re.findall(r'([a-z_]+)="', match[2] or ""))
    return names


def check_dashboard(names):
    dashboard = json.loads((SOURCE / "ops" / "grafana.json").read_text())
    queries = [(panel["title"], target["expr"], target["legendFormat"]) for panel in dashboard["panels"] for target in panel["targets"]]
    check("the dashboard has panels", len(queries) > 15)
    used = set()
    for title, query, legend in queries:
        figures = set(re.findall(r"\b(?:touchline|process)_[a-z_]+", query))
        check(f"'{title}' asks for a figure", figures, query)
        for figure in figures:
            check(f"'{title}' asks for what there is", figure in names, figure)
            labels = set(re.findall(r"\{\{([a-z_]+)\}\}", legend)) | {label for by in re.findall(r"by \(([^)]*)\)", query) for label in by.split(", ")}
            labels |= set(re.findall(r'([a-z_]+)=~?"', query))
            check(f"'{title}' groups by labels that {figure} has", labels <= names.get(figure, set()), f"{labels} of {names.get(figure)}")
        used |= {re.sub("_(bucket|sum|count)$", "", figure) for figure in figures}
    ids = [panel["id"] for panel in dashboard["panels"]]
    check("panels have ids of their own", len(ids) == len(set(ids)))
    unused = {re.sub("_(bucket|sum|count)$", "", name) for name in names if name.startswith("touchline_")} - used
    check("the dashboard shows every figure of Touchline", not unused, unused)


def check_log_calls():
    """Every call in the sources: event=NAME, then key=value; what is quoted from elsewhere is quoted and escaped ({:?})."""
    shape = re.compile(r"event=[a-z_{}]+( [a-z_]+=(\{\}|\{:\?\}))*")
    calls = 0
    for path in sorted((SOURCE / "src").rglob("*.cpp")):
        for text in re.findall(r'spdlog::(?:debug|info|warn|error|critical)\(\s*"((?:[^"\\]|\\.)*)"', path.read_text()):
            calls += 1
            check(f"{path.name} logs in the one shape", shape.fullmatch(text), text)
            check(f"{path.name} quotes reasons", "reason={}" not in text, text)
        everything = len(re.findall(r"spdlog::(?:debug|info|warn|error|critical)\(", path.read_text()))
        check(f"{path.name} logs by literal formats", everything == len(re.findall(r'spdlog::(?:debug|info|warn|error|critical)\(\s*"', path.read_text())))
    check("there are calls", calls > 15, calls)


def main():
    check_log_calls()
    with tempfile.TemporaryDirectory(prefix="touchline-ops-") as folder:
        server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--data", folder, "--log", "debug"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            asyncio.run(play(port))
            _, body = asyncio.run(request(port, "GET", "/metrics"))
            check_dashboard(told(body.decode()))
            server.terminate()
            log = server.communicate(timeout=60)[1].splitlines()
        finally:
            server.kill()
    check("the log tells start and end", [SHAPE.fullmatch(line) and SHAPE.fullmatch(line)[2] for line in (log[0], log[-1])] == ["started", "stopped"], log)
    for line in log: check("a line of the log has the one shape", SHAPE.fullmatch(line), line)
    for each in failed: print("FAILED", each)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__": sys.exit(main())
