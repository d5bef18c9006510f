"""What the soak finds is found: steps that are lost, forked or recorded otherwise, and links that are shown twice."""
import unittest

from chain import Chain
from ledger import Faults, Ledger

RECORD = "[Game \"x\"]\n\n; a comment\nhome rolls qb: WR\naway chooses fourth-down: go\nhome rolls wr: \"STOP & GO\" 6\n"


def position(turn_no, state="s", kind="chance"):
    return {"turn_no": turn_no, "turn": {"kind": kind}, "state": state}


def roll(turn_no, *tokens, event="qb", state="s"):
    return {**position(turn_no, state), "type": "update", "by": "home", "cause": "roll", "fell": {"seat": "home", "event": event, "tokens": list(tokens) or None}}


def choice(turn_no, *actions, seat="away"):
    return {**position(turn_no), "type": "update", "by": seat, "cause": "choose", "chose": [{"event": "fourth-down", "seat": seat, "action": a} for a in actions]}


class LedgerTest(unittest.TestCase):
    def setUp(self):
        self.faults = Faults()
        self.ledger = Ledger({"id": "t", "game": "x", "hidden": False}, self.faults, fair=False)

    def found(self, what):
        self.assertTrue(any(what in sentence for sentence in self.faults.sentences), self.faults.sentences)

    def test_what_was_shown_and_is_recorded_is_found(self):
        self.ledger.update(roll(1, "WR"), "home")
        self.ledger.update(choice(2, "go"), "home")
        self.ledger.update(roll(3, "STOP & GO", "6", event="wr"), "home")
        self.assertEqual(self.ledger.compare(RECORD), 3)
        self.assertEqual(self.faults.count, 0)

    def test_a_step_that_the_record_lacks(self):
        self.ledger.update(roll(4, "WR"), "home")
        self.ledger.compare(RECORD)
        self.found("not in the record")

    def test_a_step_that_is_recorded_otherwise(self):
        self.ledger.update(choice(2, "punt"), "home")
        self.ledger.compare(RECORD)
        self.found("is recorded as")

    def test_a_table_that_went_back(self):
        self.ledger.update(roll(3, "WR"), "home")
        self.ledger.welcome({**position(2), "role": "home"}, shown=3)
        self.found("is lost")

    def test_a_welcome_that_was_on_its_way_is_no_loss(self):
        self.ledger.update(roll(3, "WR"), "home")
        self.ledger.welcome({**position(2), "role": "away"}, shown=2)
        self.assertEqual(self.faults.count, 0)

    def test_a_turn_that_is_told_in_two_ways(self):
        self.ledger.update(roll(1, "WR"), "home")
        self.ledger.update(roll(1, "RB"), "spectator")
        self.found("was told as")

    def test_a_position_that_changed_behind_a_restart(self):
        self.ledger.update(roll(1, "WR"), "home")
        self.ledger.welcome({**position(1, state="other"), "role": "home"}, shown=1)
        self.found("in two ways")

    def test_what_one_may_not_see_agrees_with_what_another_sees(self):
        self.ledger.update(roll(1), "away")
        self.ledger.update(roll(1, "WR"), "home")
        self.assertEqual(self.ledger.compare(RECORD), 1)
        self.assertEqual(self.faults.count, 0)

    def test_two_links_of_one_roll(self):
        for link in ("aa", "bb"): self.ledger.update({**roll(1, "WR"), "proof": {"n": 1, "server": link, "home": None, "away": None}}, "home")
        self.found("two links of server")


class ChainTest(unittest.TestCase):
    def ask(self, chain, n=1, lines="l"):
        return chain.answer({"n": n, "lines": lines, "sealed": None, "of": {"home": chain.links[chain.at].hex()}}, "home")

    def test_the_same_ask_gets_the_same_link_and_another_none(self):
        chain = Chain(bytes(32))
        link, wrong = self.ask(chain)
        self.assertIsNone(wrong)
        self.assertEqual(self.ask(chain), (link, None))
        self.assertIn("twice", self.ask(chain, lines="other")[1])

    def test_a_link_that_was_left_out_spoils_the_chain(self):
        chain = Chain(bytes(32))
        link, _ = self.ask(chain)
        chain.shown({"n": 1, "home": link}, "home")
        self.assertFalse(chain.spoiled)
        self.ask(chain, n=2)
        chain.shown({"n": 2, "home": None}, "home")
        self.assertTrue(chain.spoiled)


if __name__ == "__main__": unittest.main()
