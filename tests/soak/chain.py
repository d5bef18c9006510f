"""A seat's part in the dice (docs/fair-dice.md): its chain, which links it gave, and when it needs a new one."""
import hashlib

LINKS = 4096


class Chain:
    def __init__(self, secret):
        self.links = [secret]
        for _ in range(LINKS): self.links.append(hashlib.sha256(b"touchline chain 1\n" + self.links[-1]).digest())
        self.links.reverse()  # the commitment is the first one
        self.at = 0           # the last that counted
        self.given = None     # (roll, lines, link) of the last answer, while its fate is not known
        self.spoiled = False  # a link was given and not used, so the server may know it

    @property
    def commitment(self):
        return self.links[0].hex()

    def answer(self, ask, seat):
        """The link that an ask wants (None where it wants one of another chain), and a sentence where it must not be asked for."""
        bound_to = (ask["lines"], ask["sealed"])
        if self.given and self.given[0] == ask["n"]:
            if self.given[1] != bound_to: return None, f"roll {ask['n']} was asked for twice, with other lines before it"
            return self.given[2], None
        if self.spoiled or self.given or ask["of"][seat] != self.links[self.at].hex(): return None, None
        self.given = (ask["n"], bound_to, self.links[self.at + 1].hex())
        return self.given[2], None

    def shown(self, proof, seat):
        """What a proof says of the link that was given: it counted, or it is spoiled."""
        if not self.given or proof["n"] < self.given[0]: return
        if proof["n"] == self.given[0] and proof[seat] == self.given[2]: self.at += 1
        else: self.spoiled = True
        self.given = None
