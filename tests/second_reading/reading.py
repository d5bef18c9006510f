"""A game read a second time: what every reading shares, and the comparison with the table protocol, step by step.

A reading is the page of one game written down again in Python, as plainly as it can be, without a look at the engine.
Random games with random options, some of them from a position that is set, must agree on every turn and every field.
"""
import json
import subprocess
import tomllib

SEATS = ("home", "away")
OTHER = {"home": "away", "away": "home"}


class Reading:
    """What a game's reading offers: GAME, OPTIONS, and the methods below. `self.phase` names what is awaited."""

    GAME = ""
    OPTIONS = {}  # name: values, the default first
    ONLY_SCORE_AT_END = False

    def __init__(self, options, random, sheet):
        self.given = options
        self.options = {name: values[0] for name, values in self.OPTIONS.items()} | options
        self.random = random
        self.sheet = sheet
        self.score = {"home": 0, "away": 0}
        self.offense = None
        self.winner = None
        self.awaits = "toss"

    @property
    def defense(self):
        return OTHER[self.offense]

    def chance(self, event, seat, count=1):
        return {"kind": "chance", "event": event, "seat": seat, "count": count}

    def choice(self, event, seat, actions):
        return {"kind": "choice", "event": event, "seat": seat, "actions": actions}

    def end(self):
        home, away = self.score["home"], self.score["away"]
        self.winner = "home" if home > away else "away" if away > home else "draw"
        self.awaits = "over"

    # Of each game: turn(), state(), tokens() that may fall now, fall(tokens), choose(seat, action), place() that puts
    # the reading into a random position and answers the fields for `set`; secret_actions(seat) where cards are chosen.


def sheet_of(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


class Table:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "table"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        return self.process.wait(60)


def any_options(reading, random):
    return {name: random.choice(values) for name, values in reading.OPTIONS.items() if random.random() < 0.4}


def difference(reading, answer):
    """What table and reading do not agree on; empty where they do."""
    if not answer["ok"]:
        return f"refused: {answer['error']}"
    turn = reading.turn()
    if answer["turn"] != turn:
        return f"turn {answer['turn']}, read as {turn}"
    state, read = answer["state"], reading.state() | {"game": reading.GAME}
    if turn["kind"] == "over" and reading.ONLY_SCORE_AT_END:
        state, read = {"score": state["score"]}, {"score": read["score"]}
    wrong = [f"{field} {state.get(field)}, read as {read.get(field)}" for field in sorted(state.keys() | read.keys()) if state.get(field, "none") != read.get(field, "none")]
    return "; ".join(wrong)


def compare_game(table, reading, random):
    """Plays one game at both. Answers what differs, with the requests that led there, or nothing."""
    requests = [{"cmd": "new", "game": reading.GAME, "options": reading.given}]
    answer = table.ask(requests[-1])
    if random.random() < 0.6:
        requests.append({"cmd": "set", "state": reading.place()})
        answer = table.ask(requests[-1])
    while True:
        wrong = difference(reading, answer)
        if wrong:
            return f"{reading.GAME} {reading.given}: {wrong}\n  after {json.dumps(requests[-8:])}"
        turn = reading.turn()
        if turn["kind"] == "over":
            return ""
        if turn["kind"] == "chance":
            tokens = reading.tokens()
            requests.append({"cmd": "roll", "tokens": tokens})
            reading.fall(tokens)
        else:
            seat = turn["seat"] if turn["kind"] == "choice" else random.choice(turn["seats"])
            action = random.choice(turn["actions"] if turn["kind"] == "choice" else reading.secret_actions(seat))
            requests.append({"cmd": "choose", "seat": seat, "action": action})
            reading.choose(seat, action)
        answer = table.ask(requests[-1])
