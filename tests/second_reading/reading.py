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
    """What a game's reading offers: GAME, OPTIONS, and the methods below. `self.awaits` names what is awaited."""

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


def any_options(reading, random):
    return {name: random.choice(values) for name, values in reading.OPTIONS.items() if random.random() < 0.4}


def paired_options(kind):
    """Sets of options in which every value of an option meets every value of every other, as few as a greedy search finds."""
    values = {name: sorted(set(values), key=values.index) for name, values in kind.OPTIONS.items()}
    missing = {frozenset({(one, x), (two, y)}) for one in values for two in values if one < two for x in values[one] for y in values[two]}
    sets = []
    while missing:
        chosen = dict(min(missing, key=sorted_pair))
        for name in values:
            if name not in chosen:
                chosen[name] = max(values[name], key=lambda value: sum(frozenset({(name, value), other}) in missing for other in chosen.items()))
        sets.append(chosen)
        missing -= {frozenset({one, two}) for one in chosen.items() for two in chosen.items() if one != two}
    return sets


def sorted_pair(pair):
    return sorted((name, repr(value)) for name, value in pair)


def script(reading, random):
    """A whole game as it is read: each request with the turn and the state that must be answered."""

    def step(request):
        turn, state = reading.turn(), reading.state() | {"game": reading.GAME}
        if turn["kind"] == "over" and reading.ONLY_SCORE_AT_END:
            state = {"score": state["score"]}
        return request, turn, state

    yield {"cmd": "new", "game": reading.GAME, "options": reading.given}, None, None
    if random.random() < 0.6:
        yield step({"cmd": "set", "state": reading.place()})
    else:
        yield step({"cmd": "state"})
    while (turn := reading.turn())["kind"] != "over":
        if turn["kind"] == "chance":
            tokens = reading.tokens()
            reading.fall(tokens)
            yield step({"cmd": "roll", "tokens": tokens})
        else:
            seat = turn["seat"] if turn["kind"] == "choice" else random.choice(turn["seats"])
            action = random.choice(turn["actions"] if turn["kind"] == "choice" else reading.secret_actions(seat))
            reading.choose(seat, action)
            yield step({"cmd": "choose", "seat": seat, "action": action})


def difference(answer, turn, state):
    """What table and reading do not agree on; empty where they do."""
    if not answer["ok"]:
        return f"refused: {answer['error']}"
    if turn is None:
        return ""
    if answer["turn"] != turn:
        return f"turn {answer['turn']}, read as {turn}"
    shown = {"score": answer["state"]["score"]} if state.keys() == {"score"} else answer["state"]
    return "; ".join(f"{field} {shown.get(field)}, read as {state.get(field)}" for field in sorted(shown.keys() | state.keys()) if shown.get(field, "none") != state.get(field, "none"))


def compare(program, games):
    """Plays the scripts of games at one table. Answers what differs, with the requests that led there, a text a game."""
    requests = "".join(json.dumps(request) + "\n" for game in games for request, _, _ in game)
    table = subprocess.run([program, "table"], input=requests, capture_output=True, text=True, timeout=1200)
    answers = iter(table.stdout.splitlines())
    wrong = []
    for game in games:
        differences = [difference(json.loads(next(answers, '{"ok":false,"error":"the program has ended"}')), turn, state) for _, turn, state in game]
        first = next((at for at, what in enumerate(differences) if what), None)
        if first is not None:
            before = [request for request, _, _ in game[max(0, first - 7) : first + 1]]
            wrong.append(f"{game[0][0]}: {differences[first]}\n  after {json.dumps(before)}")
    return wrong
