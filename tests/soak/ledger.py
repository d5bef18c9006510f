"""What the server has shown of each table, to whomever. Everything shown counts as acknowledged: it must be there after every
restart and in the record, once, in its place."""
import hashlib
import importlib.util
import json
import pathlib
import shlex

ROOT = pathlib.Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("verify_dice", ROOT / "tools" / "verify_dice.py")
verify_dice = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(verify_dice)

UNSEEN = None  # what this viewer may not know


class Faults:
    """What must not happen. The first hundred are kept as sentences; all are counted."""

    def __init__(self):
        self.sentences, self.count = [], 0

    def add(self, sentence):
        self.count += 1
        if len(self.sentences) < 100: self.sentences.append(sentence)


def digest(position):
    return hashlib.sha256(json.dumps([position["turn"], position["state"]], sort_keys=True).encode()).digest()[:12]


def lines_of_update(message):
    """The record's lines that an update stands for, as (seat, verb, event, words)."""
    if fell := message.get("fell"):
        tokens = fell.get("tokens")
        return [(fell["seat"], "rolls", fell["event"], UNSEEN if tokens is None else list(tokens))]
    return [(c["seat"], "chooses", c["event"], UNSEEN if "action" not in c else [c["action"]]) for c in message.get("chose") or []]


def lines_of_record(text):
    """The same of a record: its rolls and choices, without tags, comments and empty lines."""
    lines = []
    for line in text.splitlines():
        line = verify_dice.uncommented(line)
        if not line or line.startswith("["): continue
        who, _, what = line.partition(": ")
        seat, verb, event = who.split(" ", 2)
        lines.append((seat, verb, event, shlex.split(what.replace("'", "\\'"))))
    return lines


def agree(one, other):
    return one[:3] == other[:3] and (one[3] is UNSEEN or other[3] is UNSEEN or one[3] == other[3])


class Ledger:
    def __init__(self, table, faults, fair):
        self.id, self.game, self.hidden, self.faults, self.fair = table["id"], table["game"], table["hidden"], faults, fair
        self.lines = {}      # turn number: the lines that led to it
        self.positions = {}  # (turn number, view): digest
        self.proofs = {}     # roll: the links that were shown of it
        self.top = 0         # the newest turn that anybody was shown
        self.over = False

    def fault(self, sentence):
        self.faults.add(f"table {self.id} of {self.game}: {sentence}")

    def _see(self, message, view):
        turn_no, seen = message["turn_no"], digest(message)
        known = self.positions.setdefault((turn_no, view), seen)
        if known != seen: self.fault(f"turn {turn_no} was shown in two ways to {view}")
        self.top = max(self.top, turn_no)
        self.over = self.over or message["turn"]["kind"] == "over"

    def welcome(self, message, shown):
        """`shown`: the newest turn that anybody had been shown when the hello was sent; what another socket hears meanwhile may be newer."""
        if message["turn_no"] < shown: self.fault(f"turn {shown} was shown and is lost: it stands at {message['turn_no']}")
        self._see(message, message["role"])
        self._prove(message.get("proof"))

    def update(self, message, view):
        turn_no, lines = message["turn_no"], lines_of_update(message)
        known = self.lines.get(turn_no)
        if known is None or len(lines) > len(known): self.lines[turn_no] = lines
        elif len(lines) == len(known):
            if not all(map(agree, lines, known)): self.fault(f"turn {turn_no} was told as {known} and as {lines}")
            self.lines[turn_no] = [mine if mine[3] is not UNSEEN else theirs for mine, theirs in zip(lines, known)]
        self._see(message, view)
        self._prove(message.get("proof"))

    def _prove(self, proof):
        if not proof: return
        known = self.proofs.setdefault(proof["n"], {})
        for party in ("server", "home", "away"):
            if proof[party] is None: continue
            if known.setdefault(party, proof[party]) != proof[party]: self.fault(f"roll {proof['n']} has two links of {party}")

    def compare(self, record):
        """With the record at the end. How many acknowledged steps were found in it."""
        written, found = lines_of_record(record), 0
        for turn_no, lines in sorted(self.lines.items()):
            # Two who choose in secret are told together with the second: the first line is that of the turn before.
            first = turn_no - len(lines)
            for at, line in enumerate(lines, first):
                there = written[at] if 0 <= at < len(written) else None
                if there is None: self.fault(f"turn {at + 1} was shown and is not in the record: {line}")
                elif not any(agree(line, w) for w in (written[first:turn_no] if len(lines) > 1 else [there])):
                    self.fault(f"turn {at + 1} was shown as {line} and is recorded as {there}")
                else: found += 1
        if self.fair: self._compare_proofs(record)
        return found

    def _compare_proofs(self, record):
        try:
            verify_dice.verify(record)
        except verify_dice.Fault as fault:
            self.fault(f"the proof of its dice does not hold: line {fault.line}: {fault}")
        recorded = {}
        for line in record.splitlines():
            if not line.startswith(";proof "): continue
            number, *fields = line[len(";proof "):].split(" ")
            recorded[int(number)] = dict(field.split("=", 1) for field in fields)
        for n, links in self.proofs.items():
            for party, link in links.items():
                there = recorded.get(n, {})
                if link not in (there.get(party), there.get("hidden") if party == "server" else None):
                    self.fault(f"roll {n} was shown with the link {link[:8]}… of {party} and is recorded with {there.get(party)}")
