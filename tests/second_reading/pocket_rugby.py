"""Pocket Sports Rugby, read a second time."""
from reading import OTHER, SEATS, Reading

POSITIONS = ["forward", "centre", "wing", "back"]
CARDS = ["new-zealand", "australia", "south-africa", "england"]
LETTERS = dict(zip("FCWB", POSITIONS))


class Game(Reading):
    GAME = "pocket-rugby"
    OPTIONS = {
        "weather": ["off", "roll", "fine", "cold", "hot", "rain"],
        "injuries": [True, False],
        "failed_steal": ["tackled", "second-roll"],
        "big_hits": ["one-tackle", "in-a-row"],
        "goal_restart": ["scorer", "conceder"],
        "missed_kick": ["turnover", "keep"],
        "second_half": ["other", "scorer"],
        "attempts": ["always", "may"],
        "card_check": ["always", "may"],
        "card_penalty": ["each-roll", "sum", "all-dice"],
        "penalty_range": ["after", "before"],
        "points": ["own", "together"],
        "tap_reset": ["tap", "penalty"],
    }

    def __init__(self, options, random, sheet):
        self.with_cards = random.random() < 0.6  # both or neither
        if self.with_cards:
            options = options | dict(zip(("home_team", "away_team"), random.sample(CARDS, 2)))
        super().__init__(options, random, sheet)
        self.dice = sheet["dice"]
        self.cards_by_id = {card["id"]: card for card in sheet["teams"]}
        self.teams = {seat: self.options.get(f"{seat}_team", "none") for seat in SEATS}
        self.weather = self.options["weather"]
        self.half, self.first_attack, self.quick_tap = 1, None, 0
        self.cards, self.yellow_total = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
        self.injured = {seat: [] for seat in SEATS}
        self.clear()
        self.awaits = "weather" if self.weather == "roll" else "toss"

    def clear(self):
        self.carrier = self.value = self.tackle = self.range = None
        self.single_roll = self.big_hit_first = self.after_hit = False
        self.kick_for = self.roller = None

    def card(self, seat):
        return self.cards_by_id[self.teams[seat]]

    def points_at(self, which):
        return self.sheet["rules"][("rain_" if self.weather == "rain" else "") + which]

    # R19. A level score ends nothing where both are counted together.
    def reached(self, which):
        count = sum if self.options["points"] == "together" else max
        return count(self.score.values()) >= self.points_at(which)

    def finished(self):
        level = self.score["home"] == self.score["away"]
        return self.reached("full_time") and not (level and self.options["points"] == "together")

    @property
    def chained(self):
        return self.options["big_hits"] == "in-a-row" and self.options["injuries"]

    def state(self):
        return ({"big_hit": self.after_hit} if self.chained else {}) | {
            "score": dict(self.score), "offense": self.offense, "half": self.half, "first_attack": self.first_attack, "cards": dict(self.cards), "yellow_total": dict(self.yellow_total),
            "quick_tap": self.quick_tap, "injured": {seat: [position for position in POSITIONS if position in self.injured[seat]] for seat in SEATS},
            "weather": self.weather, "teams": dict(self.teams), "carrier": self.carrier, "value": self.value, "tackle": self.tackle, "range": self.range,
        }

    def turn(self):
        match self.awaits:
            case "over":
                return {"kind": "over", "winner": self.winner}
            case "weather" | "toss":
                return self.chance(self.awaits, "home")
            case "tackle" | "ruck":
                return self.chance(self.awaits, self.defense)
            case "scrum" | "lineout":
                return self.chance(self.awaits, self.roller)
            case "decoy":
                return self.chance("skill", self.offense)
            case "intercept" | "stop maul" | "charge down":
                return self.chance("skill", self.defense)
            case "try decoy":
                return self.choice("attempt", self.offense, ["attempt", "decline"])
            case "try intercept" | "try charge down":
                return self.choice("attempt", self.defense, ["attempt", "decline"])
            case "check":
                return self.choice("check", self.offense, ["check", "decline"])
            case "pass":
                return self.choice("pass", self.offense, [position for position in POSITIONS if position != self.carrier])
            case "maul":
                return self.choice("maul", self.defense, ["stop", "defend"])
            case "big-hit":
                return self.choice("big-hit", self.defense, ["steal", "tackle"])
            case "drop-goal":
                return self.choice("drop-goal", self.offense, ["kick", "pass"])
            case "penalty":
                return self.choice("penalty", self.offense, ["kick", "quick-tap"])
        return self.chance(self.awaits, self.offense)  # the players' dice, try, range, kick, card

    def tokens(self):
        brown, black = self.dice["brown"], self.dice["black"]
        match self.awaits:
            case "toss":
                faces = SEATS
            case "scrum-half":
                faces = self.dice["scrum-half"]["faces"]
            case "forward" | "centre" | "wing" | "back":
                faces = [face["face"] for face in self.dice[self.awaits]]
            case "tackle":
                faces = [*brown["faces"], "BIG HIT"]  # more often than it falls
            case "ruck":
                faces = ["RUCK WIN" if won else "NO RUCK WIN" for won in black["ruck_win"]]
            case "try":
                faces = black["faces"]
            case "range":
                faces = [str(metres) for metres in brown["ranges"]]
            case "kick":
                faces = [str(metres) for metres in black["kicks"]]
            case "scrum" | "lineout":
                faces = self.dice["white"]["faces"]
            case "card":
                faces = ["YELLOW", "NO CARD"]
            case _:
                faces = self.dice["purple"]["faces"]
        return [self.random.choice(faces)]

    def place(self):
        random = self.random
        fields = {}
        if self.weather == "roll":
            self.weather = "fine"
        most = self.points_at("full_time" if random.random() < 0.6 else "half_time")
        self.score = {seat: random.randrange(most) for seat in SEATS}
        while self.finished():
            self.score = {seat: random.randrange(most) for seat in SEATS}
        self.half = 2 if self.reached("half_time") else 1
        self.first_attack = self.offense = random.choice(SEATS)
        fields |= {"score": dict(self.score), "first_attack": self.first_attack}
        if random.random() < 0.5:
            self.offense = fields["offense"] = random.choice(SEATS)
        if random.random() < 0.5:
            for seat in SEATS:
                self.yellow_total[seat] = random.randint(0, 4)
                over = self.half == 2 and self.yellow_total[seat] == 1 and random.random() < 0.5
                self.cards[seat] = 0 if over else min(2, self.yellow_total[seat])
            fields |= {"cards": dict(self.cards), "yellow_total": dict(self.yellow_total)}
        if random.random() < 0.5:
            self.quick_tap = fields["quick_tap"] = random.randint(0, 3)
        if self.options["injuries"] and random.random() < 0.5:
            self.injured = {seat: random.sample(POSITIONS, random.randint(0, 4)) for seat in SEATS}
            fields["injured"] = {seat: list(hurt) for seat, hurt in self.injured.items()}
        if self.chained and random.random() < 0.5:
            self.after_hit = fields["big_hit"] = random.random() < 0.7
        self.awaits = "scrum-half"
        if random.random() < 0.5:
            self.carrier = self.awaits = fields["carrier"] = random.choice(POSITIONS)
        return fields

    def fall(self, tokens):
        face = tokens[0]
        match self.awaits:
            case "weather":
                purple = self.dice["purple"]
                self.weather, self.awaits = purple["weather"][purple["faces"].index(face)], "toss"
            case "toss":
                self.first_attack = self.offense = face
                self.awaits = "scrum-half"
            case "scrum-half":
                self.carrier = self.awaits = LETTERS[face]
            case "forward" | "centre" | "wing" | "back":
                self.player(next(shown for shown in self.dice[self.carrier] if shown["face"] == face))
            case "decoy" | "intercept" | "stop maul" | "charge down":
                self.skill(int(face))
            case "tackle":
                self.tackle_roll(face)
            case "ruck":
                self.steal(face == "RUCK WIN")
            case "try":
                self.try_roll(face)
            case "range":
                self.range = int(face)
                self.awaits = {"drop": "drop-goal", "conversion": "kick", "penalty": "kick"}[self.kick_for]
                if self.kick_for == "penalty" and self.options["penalty_range"] == "before":
                    self.awaits = "penalty"
            case "kick":
                self.kicked(int(face))
            case "scrum" | "lineout":
                self.referee(face)
            case "card":
                if face == "YELLOW":
                    self.yellow_total[self.defense] += 1
                    self.cards[self.defense] = min(2, self.yellow_total[self.defense])
                self.after_card()

    def after_card(self):
        self.kick_for = "penalty"
        self.awaits = "range" if self.options["penalty_range"] == "before" else "penalty"

    # Step 3.
    def player(self, face):
        self.face = face
        match face["kind"]:
            case "pass":
                self.awaits = "pass"
            case "drop-goal":
                self.kick_for, self.awaits = "drop", "range"
            case "scrum" | "lineout":
                self.error(face["kind"])
            case "run":
                self.value = max(0, face["value"] + self.bonus(face["face"]))
                moves = {"DUMMY": "decoy", "CHIP & CHASE": "intercept", "ROLLING MAUL": "maul"}
                self.awaits = "tackle"
                if self.with_cards and face["face"] in moves:
                    self.attempt(moves[face["face"]], "tackle")

    def bonus(self, name):
        bonus = (self.quick_tap > 0) - (self.carrier in self.injured[self.offense]) - (self.weather == "rain")
        if self.with_cards:
            card = self.card(self.offense)
            bonus += sum(move["bonus"] for move in card["attack"] if move.get("face") == name)
            bonus -= self.weather in ("cold", "hot") and card["late_weather"] == self.weather and self.score[self.defense] >= 30
        return bonus

    # R8: whoever may make a check is asked, where it can be passed at all (D5); so is whoever may stop a maul.
    def attempt(self, check, otherwise):
        made = "stop maul" if check == "maul" else check
        possible = any(self.passes(made, face) for face in map(int, self.dice["purple"]["faces"]))
        if check == "maul":
            self.awaits = check if possible else otherwise
        elif self.options["attempts"] == "always":
            self.awaits = check
        else:
            self.awaits = f"try {check}" if possible else otherwise

    # R10: cards may weaken the checks of the side that defends.
    def passes(self, check, number):
        if check == "decoy":
            return number >= self.card(self.offense)["decoy"]
        less = self.cards[self.defense] if self.options["card_penalty"] == "all-dice" else 0
        return number - less >= self.card(self.defense)[check.replace(" ", "_")]

    # Step 4, and the charge-down of step 7.
    def skill(self, number):
        passed = self.passes(self.awaits, number)
        match self.awaits:
            case "decoy":
                self.single_roll = passed
                self.awaits = "tackle"
            case "intercept":
                self.ball_to(self.defense) if passed else self.wait_for("tackle")
            case "stop maul":
                self.penalty_for(self.offense) if passed else self.wait_for("tackle")
            case "charge down":
                self.ball_to(self.defense) if passed else self.wait_for("kick")

    def wait_for(self, what):
        self.awaits = what

    # Step 5, R2, R3, R10.
    def tackle_roll(self, face):
        brown = self.dice["brown"]
        value, less = brown["values"][brown["faces"].index(face)], self.cards[self.defense]
        each = self.options["card_penalty"] != "sum"
        counted = max(0, value - less) if each or self.single_roll else value
        if self.tackle is None and self.after_hit and face == "BIG HIT":
            self.injure()
        if self.single_roll:
            self.stopped(counted >= self.value, face == "BIG HIT")
        elif self.tackle is None:
            self.tackle, self.big_hit_first, self.after_hit = counted, face == "BIG HIT", False
            if self.big_hit_first and self.face["face"].startswith("HIT UP") and 3 <= self.face["value"] <= 5:
                self.awaits = "big-hit"
        else:
            total = self.tackle + counted if each else max(0, self.tackle + counted - less)
            big_hit = face == "BIG HIT"
            if big_hit and self.big_hit_first:
                self.injure()
            self.stopped(big_hit or total >= self.value, big_hit)

    def injure(self):
        if self.options["injuries"] and self.carrier not in self.injured[self.offense]:
            self.injured[self.offense].append(self.carrier)

    def stopped(self, tackled, big_hit):
        if tackled:
            self.tackled(big_hit)
        else:
            self.value = self.tackle = None
            self.after_hit = False
            self.awaits = "try"

    # R2: the roll that ended it may count in the next tackle.
    def tackled(self, big_hit):
        self.quick_tap = max(0, self.quick_tap - 1)
        self.clear()
        self.after_hit = big_hit and self.chained
        self.awaits = "scrum-half"

    def steal(self, won):
        if won:
            self.ball_to(self.defense)
        elif self.options["failed_steal"] == "tackled":
            self.tackled(True)
        else:
            self.awaits = "tackle"

    # Step 6.
    def try_roll(self, face):
        if face == "NO TRY":
            self.ball_to(self.defense)
        elif face == "TRY":
            self.scored(5)
            self.clear()
            if self.finished() and self.score[self.offense] > self.score[self.defense]:  # R18
                self.end()
            else:
                self.kick_for, self.awaits = "conversion", "range"

    def kicked(self, metres):
        if self.with_cards and self.weather != "rain":
            metres += sum(move["bonus"] for move in self.card(self.offense)["attack"] if move.get("kick"))
        good = metres >= self.range
        # R27: a tap that the penalty has reset lasts while the side keeps the ball, in this half.
        kicker, half, tap = self.offense, self.half, self.quick_tap if self.kick_for == "penalty" else 0
        if self.kick_for == "conversion":
            if good:
                self.scored(2)
            self.restart(self.offense)
        elif good:
            self.scored(3)
            self.restart(self.offense if self.options["goal_restart"] == "scorer" else self.defense)
        else:
            self.quick_tap = 0
            self.ball_to(self.defense if self.options["missed_kick"] == "turnover" else self.offense)
        if self.awaits == "scrum-half" and (self.offense, self.half) == (kicker, half):
            self.quick_tap = tap

    def scored(self, points):
        self.score[self.offense] += points
        self.quick_tap = 0

    # Steps 8 and 12.
    def restart(self, seat):
        if self.finished():
            self.clear()
            self.end()
            return
        if self.half == 1 and self.reached("half_time"):
            self.half = 2
            self.cards = {side: 0 if count == 1 else count for side, count in self.cards.items()}
            if self.options["second_half"] == "other":
                seat = OTHER[self.first_attack]
        self.ball_to(seat)

    def ball_to(self, seat):
        if seat != self.offense:
            self.quick_tap = 0
        self.clear()
        self.offense, self.awaits = seat, "scrum-half"

    # Step 9.
    def error(self, kind):
        self.quick_tap = 0
        self.clear()
        self.roller, self.awaits = self.defense, kind

    def referee(self, face):
        match face:
            case "GREEN":
                self.ball_to(self.roller)
            case "RED":
                self.ball_to(OTHER[self.roller])
            case "PENALTY WON":
                self.penalty_for(self.roller)
            case "PENALTY AGAINST":
                self.penalty_for(OTHER[self.roller])
            case "RESET" if self.awaits == "lineout":
                self.roller = OTHER[self.roller]

    # Steps 10 and 11.
    def penalty_for(self, seat):
        reset = self.options["tap_reset"] == "penalty" and self.quick_tap > 0 and seat == self.offense  # R27
        self.quick_tap = 3 if reset else 0
        self.clear()
        self.offense = seat
        self.awaits = "check" if self.options["card_check"] == "may" and self.yellow_total[self.defense] < 2 else "card"  # R8

    def choose(self, seat, action):
        match self.awaits, action:
            case "pass", _:
                self.carrier = self.awaits = action
            case "maul", _:
                self.awaits = "stop maul" if action == "stop" else "tackle"
            case "big-hit", _:
                self.awaits = "ruck" if action == "steal" else "tackle"
            case "drop-goal", "pass":
                self.range, self.awaits = None, "pass"
            case "drop-goal", "kick":
                self.awaits = "kick"
                if self.with_cards:
                    self.attempt("charge down", "kick")
            case "try decoy" | "try intercept", _:
                self.awaits = self.awaits.removeprefix("try ") if action == "attempt" else "tackle"
            case "try charge down", _:
                self.awaits = "charge down" if action == "attempt" else "kick"
            case "check", "check":
                self.awaits = "card"
            case "check", "decline":
                self.after_card()
            case "penalty", "kick":
                self.awaits = "kick" if self.options["penalty_range"] == "before" else "range"
            case "penalty", "quick-tap":
                self.clear()
                self.quick_tap, self.awaits = 3, "scrum-half"
