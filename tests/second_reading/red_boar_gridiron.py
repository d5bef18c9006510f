"""Gridiron by Red Boar Studios, read a second time: dice and cards."""
from collections import Counter

from reading import OTHER, SEATS, Reading
from red_boar_plays import Plays


class Game(Plays, Reading):
    GAME = "red-boar-gridiron"
    ONLY_SCORE_AT_END = True
    OPTIONS = {
        "mode": ["dice", "cards", "cards"],
        "overtime": ["alternate", "sudden-death", "tie", "college", "league", "high-school"],
        "quarter_seconds": [900, 10, 60, 120, 300],
        "penalties": [True, False],
        "turnover_spot": ["end", "scrimmage"],
        "barred_line": ["on", "inside"],
        "kick_fouls": ["none", "before"],
        "interference": ["half", "full"],
        "half_distance": ["down", "up"],
        "kick_downs": ["any", "fourth"],
        "safety_kick": ["punt", "kickoff"],
        "replaced_yards": ["all", "offense"],
        "missed_spot": ["scrimmage", "kick"],
        "toss": ["receive", "choice", "home", "away"],
    }

    def __init__(self, options, random, sheet):
        options = {"quarter_seconds": 300} | options  # whole games in little time
        super().__init__(options, random, sheet)
        self.with_cards = self.options["mode"] == "cards"
        self.rows = {row["roll"]: row for row in sheet["offense"]}
        self.plays = {card["id"]: card for card in sheet["cards"]["offense"]}
        self.blocks = {card["id"]: card for card in sheet["cards"]["defense"]}
        self.quarter, self.clock, self.phase = 1, self.options["quarter_seconds"], "kickoff"
        self.second_half_receiver = self.overtime_first = None
        self.place_ball(0, 0, 0)
        self.throw_in()
        self.chosen, self.foul = {}, None
        self.by_rounds = self.options["overtime"] in ("alternate", "college", "high-school")
        self.toss_winner = None
        if self.options["toss"] in SEATS:  # R22: nothing to toss for
            self.tossed(self.options["toss"])

    # R3.
    def half_way(self, yards):
        half = yards // 10 * 5 if self.options["half_distance"] == "down" else (yards + 5) // 10 * 5
        return min(half, yards - 5)

    def place_ball(self, ball, down, line):
        self.ball, self.down, self.line = ball, down, line

    def first_and_ten(self, ball):
        self.place_ball(ball, 1, min(100, ball + 10))

    # Step 15.
    def throw_in(self):
        self.hands, self.discards, self.played = ({seat: Counter() for seat in SEATS} for _ in range(3))

    def state(self):
        state = {
            "score": dict(self.score), "offense": self.offense, "quarter": self.quarter, "clock": self.clock, "ball": self.ball, "down": self.down, "line": self.line, "phase": self.phase,
            "second_half_receiver": self.second_half_receiver, "overtime_first": self.overtime_first, "mode": self.options["mode"],
        }
        if self.with_cards:
            for name in ("hands", "discards", "played"):
                state[name] = {seat: {card: count for card, count in cards.items() if count} for seat, cards in getattr(self, name).items()}
        return state

    def deck_of(self, seat):
        return self.plays if seat == self.offense else self.blocks

    def missing(self, seat):
        return 6 - self.hands[seat].total()

    def turn(self):
        match self.awaits:
            case "over":
                return {"kind": "over", "winner": self.winner}
            case "toss":
                return self.chance("toss", "home")
            case "receive":
                return self.choice("toss", self.toss_winner, ["first", "second"])
            case "kickoff cover" | "punt cover":
                return self.chance("cover", self.offense)
            case "flags" | "flags before a kick":
                return self.chance("flags", self.offense, 4)
            case "defense" | "modifier":
                return self.chance(self.awaits, self.defense)
            case "break":
                return self.chance("break", self.offense)
            case "draw-offense":
                return self.chance("draw-offense", self.offense, self.missing(self.offense))
            case "draw-defense":
                return self.chance("draw-defense", self.defense, self.missing(self.defense))
            case "call":
                return self.choice("call", self.offense, self.calls())
            case "penalty":
                return self.choice("penalty", self.fouled, ["accept", "decline"])
            case "after-touchdown":
                return self.choice("after-touchdown", self.offense, ["kick", "conversion"])
            case "card":
                return {"kind": "secret", "event": "card", "seats": [seat for seat in SEATS if seat not in self.chosen]}
        return self.chance(self.awaits, self.offense, 2)  # kickoff, punt, field-goal, play, extra-point

    def calls(self):
        if self.options["kick_downs"] == "fourth" and self.down < 4:
            return ["play"]
        kick = ["field-goal"] if str(110 - self.ball) in self.sheet["field_goal"]["at_least"] else []
        return ["play", *([] if self.phase == "overtime" else ["punt"]), *kick]

    def secret_actions(self, seat):
        return [card for card in self.deck_of(seat) if self.hands[seat][card]]

    def tokens(self):
        random = self.random
        if self.awaits == "toss":
            return [random.choice(SEATS)]
        if self.awaits.startswith("draw-"):
            return self.drawn()
        dice = [str(random.randint(1, 6)) for _ in range(self.turn()["count"])]
        if len(dice) == 4:  # fouls more often than they come
            for pair in (0, 2):
                if random.random() < 0.3:
                    dice[pair : pair + 2] = random.choice((["1", "1"], ["6", "6"]))
        return dice

    def drawn(self):
        seat = self.turn()["seat"]
        hand, discards, cards = Counter(self.hands[seat]), Counter(self.discards[seat]), []
        for _ in range(self.missing(seat)):
            deck = [card for card in self.deck_of(seat) for _ in range(3 - hand[card] - discards[card])]
            cards.append(self.random.choice(deck))
            hand[cards[-1]] += 1
            if hand.total() + discards.total() == 18:
                discards.clear()
        return cards

    def place(self):
        random, fields = self.random, {}
        overtime = self.options["overtime"]
        self.offense, self.second_half_receiver = random.choice(SEATS), random.choice(SEATS)
        self.score = {seat: random.randrange(40) for seat in SEATS}
        self.quarter = 5 if overtime != "tie" and random.random() < 0.25 else random.randint(1, 4)
        if self.quarter == 5 and overtime == "college":
            self.quarter = random.choice([5, 6, 7])
        self.phase = "overtime" if self.quarter >= 5 and self.by_rounds else "scrimmage"
        if self.quarter < 5:
            self.clock = fields["clock"] = min(self.clock, random.choice([10, 20, 30, 40, 60, 900]))
        else:
            self.clock, self.score["away"] = 0, self.score["home"]
        if self.quarter == 5 and overtime == "league":
            return self.place_in_league(fields)
        if self.phase == "overtime":
            self.overtime_first = self.offense
            if random.random() < 0.4:
                self.overtime_first = fields["overtime_first"] = self.defense
                self.score["away"] = random.randrange(40)
        fields |= {"score": dict(self.score), "offense": self.offense, "second_half_receiver": self.second_half_receiver, "quarter": self.quarter}
        kind = random.random()
        if self.quarter == 7:
            self.phase = "try"
            self.place_ball(95, 1, 100)
        elif self.quarter < 5 and kind < 0.15:
            self.phase = fields["phase"] = "try"
            self.place_ball(95, 1, 100)
            if random.random() < 0.5:
                self.clock = fields["clock"] = 0
        elif self.phase == "scrimmage" and kind < 0.25:
            punts = self.quarter < 5 and self.options["safety_kick"] == "punt"
            self.phase = fields["phase"] = random.choice(["kickoff", "free-kick"]) if punts else "kickoff"
            self.place_ball(20 if self.phase == "free-kick" else 0, 0, 0)
        else:
            self.first_and_ten(5 * random.randint(1, 19))
            self.down = random.randint(1, 4)
            fields |= {"ball": self.ball, "down": self.down}
            if random.random() < 0.5:
                self.line = fields["line"] = max(15, 5 * random.randint(self.ball // 5 + 1, 20))
        if self.with_cards and random.random() < 0.6:
            self.place_cards(fields)
        match self.phase:
            case "kickoff":
                self.awaits = "kickoff"
            case "free-kick":
                self.awaits = "punt"
            case _:
                self.draw_up("call" if self.phase != "try" else "after-touchdown" if self.quarter < 6 else "conversion")
        return fields

    # The first possession, the second with the first side level or ahead, or whoever scores next wins.
    def place_in_league(self, fields):
        random = self.random
        fields |= {"offense": self.offense, "second_half_receiver": self.second_half_receiver, "quarter": 5}
        self.overtime_first = self.offense
        match random.randrange(4):
            case 0:
                self.overtime_first = fields["overtime_first"] = None
            case 1 | 2:
                self.overtime_first = fields["overtime_first"] = self.defense
                self.score[self.defense] += random.choice([0, 3, 6, 7, 8])
        fields["score"] = dict(self.score)
        if self.overtime_first == self.defense and random.random() < 0.2:
            self.phase = fields["phase"] = "try"
            self.place_ball(95, 1, 100)
            self.draw_up("after-touchdown")
        elif self.overtime_first is None and random.random() < 0.3:
            self.phase = fields["phase"] = self.awaits = "kickoff"
            self.place_ball(0, 0, 0)
        else:
            self.first_and_ten(5 * random.randint(1, 19))
            self.down = random.randint(1, 4)
            fields |= {"ball": self.ball, "down": self.down}
            self.draw_up("call")
        return fields

    def place_cards(self, fields):
        for seat in SEATS:
            deck = [card for card in self.deck_of(seat) for _ in range(3)]
            self.random.shuffle(deck)
            thrown = self.random.randint(0, 12)
            self.discards[seat], self.played[seat] = Counter(deck[:thrown]), Counter(deck[:thrown])
            self.hands[seat] = Counter(deck[thrown : thrown + self.random.randint(0, 6)])
        fields |= {"discards": {seat: dict(self.discards[seat]) for seat in SEATS}, "hands": {seat: dict(self.hands[seat]) for seat in SEATS}}
        for seat in SEATS:
            self.renew(seat)

    def renew(self, seat):
        if self.hands[seat].total() + self.discards[seat].total() == 18:
            self.discards[seat].clear()

    def draw_up(self, then):
        """Before every call, after-touchdown and replayed conversion."""
        self.then = then
        if self.with_cards:
            for event, seat in (("draw-offense", self.offense), ("draw-defense", self.defense)):
                if self.missing(seat):
                    self.awaits = event
                    return
        if then == "conversion" or (then == "call" and self.calls() == ["play"]):
            self.line_up()
        else:
            self.awaits = then

    # Steps 4 and 5.
    def line_up(self):
        self.chosen, self.foul = {}, None
        if self.with_cards:
            self.awaits = "card"
        else:
            self.look_for_flags()

    def look_for_flags(self):
        if self.options["penalties"]:
            self.awaits = "flags"
        else:
            self.snap()

    def fall(self, tokens):
        if self.awaits.startswith("draw-"):
            seat = self.turn()["seat"]
            for card in tokens:
                self.hands[seat][card] += 1
                self.renew(seat)
            self.draw_up(self.then)
        elif self.awaits == "toss":
            self.coin(tokens[0])
        elif self.awaits in ("flags", "flags before a kick"):
            dice = [int(token) for token in tokens]
            self.flags(sum(dice[:2]), sum(dice[2:]))
        else:
            self.rolled(sum(int(token) for token in tokens))

    def coin(self, seat):
        if self.options["toss"] == "choice":
            self.toss_winner, self.awaits = seat, "receive"
        else:
            self.tossed(seat)

    def tossed(self, seat):
        if self.quarter == 5 and self.by_rounds:
            self.overtime_first = seat
            self.possession(seat)
            return
        if self.quarter == 5 and self.options["overtime"] == "league":
            self.overtime_first = seat
        self.offense, self.awaits = OTHER[seat], "kickoff"
        if self.quarter == 1:
            self.second_half_receiver = self.offense

    def rolled(self, total):
        match self.awaits:
            case "kickoff":  # step 2
                self.landing, self.awaits = self.sheet["kickoff"]["lines"][str(total)], "kickoff cover"
            case "kickoff cover" | "punt cover":
                ball = min(95, max(5, self.landing + self.five(total)))
                self.change_sides(ball, self.sheet[self.awaits.split()[0]]["seconds"])
            case "punt":  # step 10
                self.landing = 100 - self.ball - self.sheet["punt"]["yards"][str(total)]
                if self.landing <= 0:
                    self.change_sides(20, self.sheet["punt"]["seconds"])
                elif total % 2:
                    self.change_sides(self.landing, self.sheet["punt"]["seconds"])
                else:
                    self.awaits = "punt cover"
            case "field-goal":  # step 11
                if total >= self.sheet["field_goal"]["at_least"][str(110 - self.ball)]:
                    self.score[self.offense] += 3
                    self.kick_next("kickoff", 10)
                else:
                    behind = 10 if self.options["missed_spot"] == "kick" else 0
                    self.change_sides(min(95, max(20, 100 - self.ball + behind)), 10)
            case "extra-point":
                self.score[self.offense] += total >= 4
                self.kick_next("kickoff", 0)
            case "play":
                self.play_row(self.rows[total])
            case "defense":
                self.against_row(self.five(total))
            case "modifier":
                self.modified(total)
            case "break":
                self.ended("ball", self.ball + self.combined + 10 * total, "complete")

    def apply(self, result):
        what, side, ball, down, line, self.score = result
        match what:
            case "again":
                self.place_ball(ball, down, line)
                self.draw_up("conversion") if self.phase == "try" else self.run_clock(self.seconds)
            case "taken over":
                self.change_sides(ball, self.seconds)
            case "tried":
                self.kick_next("kickoff", 0)
            case "safety":
                self.kick_next("free-kick" if self.options["safety_kick"] == "punt" else "kickoff", self.seconds)
            case "touchdown":
                self.touchdown()

    # Step 8.
    def touchdown(self):
        if self.quarter == 5 and self.options["overtime"] == "sudden-death":
            self.end()
            return
        ahead = self.score[self.offense] > self.score[self.defense]
        if self.quarter == 5 and self.options["overtime"] == "league" and ahead and self.overtime_first != self.offense:
            self.end()  # the other side has had the ball
            return
        self.clock = max(0, self.clock - self.seconds)
        self.phase = "try"
        self.place_ball(95, 1, 100)
        self.draw_up("after-touchdown" if self.quarter < 6 else "conversion")

    # Steps 8, 9, 11: after points, the side that is now called the offence kicks.
    def kick_next(self, phase, seconds):
        if self.quarter >= 5 and self.options["overtime"] == "sudden-death":
            self.end()
            return
        if self.quarter >= 5 and self.by_rounds:
            self.end_possession()
            return
        if self.quarter == 5 and self.league_ends(self.offense):
            return
        self.phase = phase
        self.place_ball(20 if phase == "free-kick" else 0, 0, 0)
        self.run_clock(seconds)

    def change_sides(self, ball, seconds):
        if self.phase == "overtime":
            self.end_possession()
            return
        if self.quarter == 5 and self.phase == "scrimmage" and self.options["overtime"] == "league" and self.league_ends(self.offense):
            return
        self.offense, self.phase = self.defense, "scrimmage"
        self.first_and_ten(ball)
        self.throw_in()
        self.run_clock(seconds)

    # Step 14: `done` has had its possession. Once the side behind has, it is over; once both have, nobody was first.
    def league_ends(self, done):
        had = set(SEATS) if self.overtime_first is None else {self.overtime_first} if done != self.overtime_first else set()
        had.add(done)
        behind = min(SEATS, key=lambda seat: self.score[seat])
        if self.score["home"] != self.score["away"] and behind in had:
            self.end()
            return True
        if len(had) == 2:
            self.overtime_first = None
        return False

    def possession(self, seat):
        self.offense, self.phase = seat, "overtime"
        self.first_and_ten(90 if self.options["overtime"] == "high-school" else 75)
        self.throw_in()
        if self.quarter == 7:  # college: nothing but tries
            self.phase = "try"
            self.place_ball(95, 1, 100)
            self.draw_up("conversion")
        else:
            self.draw_up("call")

    def end_possession(self):
        if self.offense == self.overtime_first:
            self.possession(self.defense)
        elif self.score["home"] != self.score["away"]:
            self.end()
        else:
            self.overtime_first = OTHER[self.overtime_first]
            if self.options["overtime"] == "college":
                self.quarter = min(7, self.quarter + 1)
            self.possession(self.overtime_first)

    # Step 13.
    def run_clock(self, seconds):
        self.clock = max(0, self.clock - seconds)
        if self.clock == 0 and self.quarter in (1, 3):
            self.quarter, self.clock = self.quarter + 1, self.options["quarter_seconds"]
        elif self.clock == 0 and self.quarter == 2:
            self.quarter, self.clock, self.phase = 3, self.options["quarter_seconds"], "kickoff"
            self.offense = OTHER[self.second_half_receiver]
            self.place_ball(0, 0, 0)
            self.throw_in()
        elif self.clock == 0 and self.quarter == 4:
            self.end_regulation()
            return
        if self.phase in ("kickoff", "free-kick"):
            self.awaits = "kickoff" if self.phase == "kickoff" else "punt"
        else:
            self.draw_up("call")

    def end_regulation(self):
        if self.score["home"] != self.score["away"] or self.options["overtime"] == "tie":
            self.end()
            return
        self.quarter, self.offense = 5, None
        self.phase = "overtime" if self.by_rounds else "kickoff"
        self.place_ball(0, 0, 0)
        self.awaits = "toss"
        if self.options["toss"] in SEATS:  # R22: whoever received the opening kickoff
            self.tossed(OTHER[self.second_half_receiver])

    def choose(self, seat, action):
        match self.awaits:
            case "receive":
                self.tossed(seat if action == "first" else OTHER[seat])
            case "call":
                if action == "play":
                    self.line_up()
                elif self.options["penalties"] and self.options["kick_fouls"] == "before":
                    self.called, self.awaits = action, "flags before a kick"
                else:
                    self.awaits = action
            case "card":
                self.chosen[seat] = action
                if len(self.chosen) == 2:
                    self.look_for_flags()
            case "penalty":
                self.apply(self.accepted if action == "accept" else self.declined)
            case "after-touchdown":
                self.awaits = "extra-point" if action == "kick" else "conversion"
                if action == "conversion":
                    self.line_up()
