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
        "goal_restart": ["scorer", "conceder"],
        "missed_kick": ["turnover", "keep"],
        "second_half": ["other", "scorer"],
        "card_penalty": ["each-roll", "sum"],
        "penalty_range": ["after", "before"],
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
        self.single_roll = self.big_hit_first = False
        self.kick_for = self.roller = None

    def card(self, seat):
        return self.cards_by_id[self.teams[seat]]

    def points_at(self, which):
        return self.sheet["rules"][("rain_" if self.weather == "rain" else "") + which]

    def state(self):
        return {
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
        self.half = 2 if max(self.score.values()) >= self.points_at("half_time") else 1
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
                self.awaits = moves.get(face["face"], "tackle") if self.with_cards else "tackle"

    def bonus(self, name):
        bonus = (self.quick_tap > 0) - (self.carrier in self.injured[self.offense]) - (self.weather == "rain")
        if self.with_cards:
            card = self.card(self.offense)
            bonus += sum(move["bonus"] for move in card["attack"] if move.get("face") == name)
            bonus -= self.weather in ("cold", "hot") and card["late_weather"] == self.weather and self.score[self.defense] >= 30
        return bonus

    # Step 4, and the charge-down of step 7.
    def skill(self, number):
        match self.awaits:
            case "decoy":
                self.single_roll = number >= self.card(self.offense)["decoy"]
                self.awaits = "tackle"
            case "intercept":
                self.ball_to(self.defense) if number >= self.card(self.defense)["intercept"] else self.wait_for("tackle")
            case "stop maul":
                self.penalty_for(self.offense) if number >= self.card(self.defense)["stop_maul"] else self.wait_for("tackle")
            case "charge down":
                self.ball_to(self.defense) if number >= self.card(self.defense)["charge_down"] else self.wait_for("kick")

    def wait_for(self, what):
        self.awaits = what

    # Step 5, R2, R3, R10.
    def tackle_roll(self, face):
        brown = self.dice["brown"]
        value, less = brown["values"][brown["faces"].index(face)], self.cards[self.defense]
        each = self.options["card_penalty"] == "each-roll"
        counted = max(0, value - less) if each or self.single_roll else value
        if self.single_roll:
            self.stopped(counted >= self.value)
        elif self.tackle is None:
            self.tackle, self.big_hit_first = counted, face == "BIG HIT"
            if self.big_hit_first and self.face["face"].startswith("HIT UP") and 3 <= self.face["value"] <= 5:
                self.awaits = "big-hit"
        else:
            total = self.tackle + counted if each else max(0, self.tackle + counted - less)
            big_hit = face == "BIG HIT"
            if big_hit and self.big_hit_first and self.options["injuries"] and self.carrier not in self.injured[self.offense]:
                self.injured[self.offense].append(self.carrier)
            self.stopped(big_hit or total >= self.value)

    def stopped(self, tackled):
        if tackled:
            self.tackled()
        else:
            self.value = self.tackle = None
            self.awaits = "try"

    def tackled(self):
        self.quick_tap = max(0, self.quick_tap - 1)
        self.clear()
        self.awaits = "scrum-half"

    def steal(self, won):
        if won:
            self.ball_to(self.defense)
        elif self.options["failed_steal"] == "tackled":
            self.tackled()
        else:
            self.awaits = "tackle"

    # Step 6.
    def try_roll(self, face):
        if face == "NO TRY":
            self.ball_to(self.defense)
        elif face == "TRY" and not self.scored(5):
            self.clear()
            self.kick_for, self.awaits = "conversion", "range"

    def kicked(self, metres):
        if self.with_cards and self.weather != "rain":
            metres += sum(move["bonus"] for move in self.card(self.offense)["attack"] if move.get("kick"))
        good = metres >= self.range
        if self.kick_for == "conversion":
            if not (good and self.scored(2)):
                self.restart(self.offense)
        elif good:
            if not self.scored(3):
                self.restart(self.offense if self.options["goal_restart"] == "scorer" else self.defense)
        else:
            self.quick_tap = 0
            self.ball_to(self.defense if self.options["missed_kick"] == "turnover" else self.offense)

    # Whether the match is over (step 12).
    def scored(self, points):
        self.score[self.offense] += points
        self.quick_tap = 0
        if self.score[self.offense] >= self.points_at("full_time"):
            self.clear()
            self.end()
        return self.awaits == "over"

    # Steps 8 and 12.
    def restart(self, seat):
        if self.half == 1 and max(self.score.values()) >= self.points_at("half_time"):
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
        self.quick_tap = 0
        self.clear()
        self.offense, self.awaits = seat, "card"

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
                self.awaits = "charge down" if self.with_cards else "kick"
            case "penalty", "kick":
                self.awaits = "kick" if self.options["penalty_range"] == "before" else "range"
            case "penalty", "quick-tap":
                self.clear()
                self.quick_tap, self.awaits = 3, "scrum-half"
