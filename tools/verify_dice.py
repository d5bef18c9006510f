#!/usr/bin/env python3
"""Checks the dice of a Touchline record without Touchline: commitments, links and numbers of every roll.

    python3 verify_dice.py RECORD [--json]

Written from docs/fair-dice.md, with nothing but Python's standard library. What it does not check is whether the numbers give the
tokens of each line: that takes the rules of the game (`touchline verify`). Exit code 0: all holds; 1: the first line that does not,
or a record without proof; 2: the file cannot be read."""
import argparse
import hashlib
import hmac
import json
import re
import sys

PARTIES = ("server", "hidden", "home", "away")
LINK = re.compile(r"[0-9a-f]{64}")
NUMBER = re.compile(r"[1-9][0-9]{0,18}")
DRAW = re.compile(r"(0|[1-9][0-9]{0,9})/([1-9][0-9]{0,9})")
PROOF = re.compile(r"(server|hidden)=([0-9a-f]{64}) home=([0-9a-f]{64}|-) away=([0-9a-f]{64}|-) drew=(\S+)")
CHAIN = re.compile(r"(server|hidden|home|away)=([0-9a-f]{64})")


class Fault(Exception):
    def __init__(self, message, line=0, roll=0, code="bad-proof"):
        super().__init__(message)
        self.line, self.roll, self.code = line, roll, code


def before(link):
    """The link before this one in its chain."""
    return hashlib.sha256(b"touchline chain 1\n" + link).digest()


def seed_of(server, home, away, table, n, event, lines):
    key = server + (home or bytes(32)) + (away or bytes(32))
    return hmac.new(key, f"touchline roll 1\n{table}\n{n}\n{event}\n{lines}".encode(), hashlib.sha256).digest()


def words_of(seed):
    j = 0
    while True:
        block = hmac.new(seed, j.to_bytes(4, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4): yield int.from_bytes(block[at:at + 4], "big")
        j += 1


def numbers_of(seed, bounds):
    words = words_of(seed)
    numbers = []
    for bound in bounds:
        end = 2**32 // bound * bound
        numbers.append(next(word for word in words if word < end) % bound)
    return numbers


def uncommented(line):
    """Without what follows ';' outside quotes."""
    quoted = escaped = False
    for at, character in enumerate(line):
        if escaped: escaped = False
        elif quoted and character == "\\": escaped = True
        elif character == '"': quoted = not quoted
        elif character == ";" and not quoted: return line[:at].strip(" \t\r")
    return line.strip(" \t\r")


def draws_of(text):
    if text == "-": return []
    draws = []
    for each in text.split(","):
        match = DRAW.fullmatch(each)
        if not match or int(match[2]) > 2**32 or int(match[1]) >= int(match[2]): return None
        draws.append((int(match[1]), int(match[2])))
    return draws


class Record:
    """The parts of a record that a proof is about."""

    def __init__(self, text):
        self.tags, self.tag_lines, self.lines, self.proofs, self.chains, self.misread, self.twice = {}, {}, [], [], [], 0, None
        for number, line in enumerate(text.split("\n"), 1):
            line = line.strip(" \t\r")
            if line.startswith(";proof ") or line.startswith(";chain "): self.read_proof(number, line)
            elif line.startswith("["): self.read_tag(number, line)
            elif uncommented(line): self.lines.append((number, uncommented(line)))

    def read_tag(self, number, line):
        match = re.match(r'\[\s*(\S+)\s+"(.*)"', line)
        if not match: return
        if match[1] in self.tags: self.twice = self.twice or (match[1], number)
        else: self.tags[match[1]], self.tag_lines[match[1]] = match[2], number

    def read_proof(self, number, line):
        n, _, rest = line[len(";proof "):].partition(" ")
        match = (PROOF if line.startswith(";proof ") else CHAIN).fullmatch(rest)
        draws = draws_of(match[5]) if match and line.startswith(";proof ") else ()
        if not match or not NUMBER.fullmatch(n) or draws is None: self.misread = self.misread or number
        elif line.startswith(";chain "): self.chains.append((number, int(n), match[1], bytes.fromhex(match[2])))
        else:
            seats = {seat: None if text == "-" else bytes.fromhex(text) for seat, text in (("home", match[3]), ("away", match[4]))}
            self.proofs.append((number, int(n), match[1], bytes.fromhex(match[2]), seats, draws))


class Verifier:
    def __init__(self, text, links):
        self.record = Record(text)
        self.links = links
        self.last = {}                                   # link or commitment that the next link leads to
        self.given = dict.fromkeys(PARTIES, 0)           # links since the last commitment
        self.commitments = {party: [] for party in PARTIES}
        self.hand = dict.fromkeys(PARTIES, 0)
        self.n = 0

    def run(self):
        tags = self.record.tags
        if "Dice" not in tags:
            raise Fault("this record has no proof of its dice: it was not played at a table whose dice prove themselves", code="no-proof")
        if self.record.twice: raise Fault(f"the tag '{self.record.twice[0]}' stands twice", self.record.twice[1])
        if tags["Dice"] != "chains-1": raise Fault(f"the dice are proven by '{tags['Dice']}', but this program knows 'chains-1' alone", self.record.tag_lines["Dice"])
        for tag in ("Table", "DiceServer"):
            if not tags.get(tag): raise Fault(f"the proof needs the tag [{tag} \"…\"]")
        for party in PARTIES: self.first_commitment(party)
        start = tags.get("DiceFrom", "1")
        if not NUMBER.fullmatch(start): raise Fault(f'[DiceFrom "{start}"] must be the number of a roll', self.record.tag_lines["DiceFrom"])
        start = int(start)
        if self.record.misread:
            raise Fault("a proof is written ';proof N server=HEX home=HEX away=- drew=3/6,5/6', a new chain ';chain N home=HEX'", self.record.misread)
        proven = self.rolls(start)
        return {"ok": True, "table": tags["Table"], "from": start, "rolls": proven, "hidden": self.hand["hidden"],
                "hand": {"server": self.hand["server"] + self.hand["hidden"], "home": self.hand["home"], "away": self.hand["away"]},
                "chains": {party: len(given) for party, given in self.commitments.items() if given}}

    def first_commitment(self, party):
        tag = "Dice" + party.capitalize()
        if tag not in self.record.tags: return
        if not LINK.fullmatch(self.record.tags[tag]):
            raise Fault(f"the commitment of {party} must be 64 hexadecimal digits", self.record.tag_lines[tag])
        self.last[party] = bytes.fromhex(self.record.tags[tag])
        self.commitments[party].append(self.last[party])

    def rolls(self, start):
        lines = hashlib.sha256()
        proofs, chains = iter(self.record.proofs), list(self.record.chains)
        for number, line in self.record.lines:
            words = line.split(" ")
            if len(words) > 2 and words[1] == "rolls":
                self.n += 1
                if self.n >= start: self.roll(number, words[2].removesuffix(":"), lines.hexdigest(), proofs, chains)
            lines.update(line.encode("utf-8", "surrogateescape") + b"\n")
        for number, n, *_ in proofs: raise Fault(f"there is a proof of roll {n}, but the record has {self.n} rolls", number, n)
        if start > self.n + 1:
            raise Fault(f"the proof begins with roll {start}, but the record has {self.n} rolls", self.record.tag_lines["DiceFrom"])
        self.n += 1
        for chain in chains: self.new_chain(*chain)  # one that waits for a roll yet to come is fine
        return self.n - start

    def roll(self, line, event, lines, proofs, chains):
        while chains and chains[0][1] <= self.n: self.new_chain(*chains.pop(0))
        proof = next(proofs, None)
        if proof is None: raise Fault(f"roll {self.n} has no proof", line, self.n)
        number, n, party, server, seats, draws = proof
        if n != self.n: raise Fault(f"the proof of roll {n} stands where that of roll {self.n} is due", number, self.n)
        self.link(number, party, server)
        for seat, link in seats.items():
            if link is not None: self.link(number, seat, link)
        seed = seed_of(server, seats["home"], seats["away"], self.record.tags["Table"], n, event, lines)
        own = numbers_of(seed, [bound for _, bound in draws])
        if own != [value for value, _ in draws]:
            said = ",".join(f"{value}/{bound}" for value, bound in draws)
            told = ",".join(f"{value}/{bound}" for value, (_, bound) in zip(own, draws))
            raise Fault(f"roll {n} drew {said}, but its links and the lines before it give {told}", number, n)

    def new_chain(self, number, n, party, commitment):
        if n != self.n: raise Fault(f"a new chain before roll {n} does not belong here", number, self.n)
        # A server that could begin a chain whenever it likes could choose its link after those of the seats.
        if party in ("server", "hidden") and self.given[party] != self.links:
            raise Fault(f"{party} begins a new chain before the {self.links} links of the last one are used up", number, n)
        known = self.commitments[party]
        # A seat's first one, given after the first proven roll, is the tag too.
        if not (known == [commitment] and self.given[party] == 0):
            if commitment in known: raise Fault(f"{party} takes up a chain again that was used before", number, n)
            known.append(commitment)
        self.last[party], self.given[party] = commitment, 0

    def link(self, number, party, link):
        if party not in self.last: raise Fault(f"{party} gives a link for roll {self.n} without a commitment", number, self.n)
        if before(link) != self.last[party]:
            raise Fault(f"the link of {party} for roll {self.n} does not lead to the one before it", number, self.n)
        self.last[party] = link
        self.given[party] += 1
        self.hand[party] += 1
        if self.given[party] > self.links: raise Fault(f"{party} gives more than the {self.links} links of a chain", number, self.n)


def verify(text, links=4096):
    """What a proof that holds says; raises Fault at the first line that does not."""
    return Verifier(text, links).run()


def main():
    parser = argparse.ArgumentParser(description="Check the dice of a Touchline record, without its rules.")
    parser.add_argument("record", help="the record; - for standard input")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--links", type=int, default=4096, help="how many a chain has (4096; fewer in tests)")
    options = parser.parse_args()
    try:
        data = sys.stdin.buffer.read() if options.record == "-" else open(options.record, "rb").read()
    except OSError as error:
        print(f"{options.record}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        verdict = verify(data.decode("utf-8", "surrogateescape"), options.links)
    except Fault as fault:
        place = {key: value for key, value in (("line", fault.line), ("roll", fault.roll)) if value}
        if options.json: print(json.dumps({"ok": False, "error": {"code": fault.code, **place, "message": str(fault)}}))
        else: print(f"{options.record}: " + (f"line {fault.line}: " if fault.line else "") + str(fault), file=sys.stderr)
        return 1
    if options.json: print(json.dumps(verdict))
    else:
        print(f"The dice hold: commitments, links and numbers agree in every roll. Rolls proven: {verdict['rolls']}.")
        if verdict["from"] > 1: print(f"Rolls before number {verdict['from']} came with a record and have no proof.")
        print("Who had a hand in how many: " + ", ".join(f"{party} {count}" for party, count in verdict["hand"].items()) + ".")
    return 0


if __name__ == "__main__": sys.exit(main())
