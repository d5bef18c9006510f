"""Pocket Sports Gridiron, read a second time."""
from reading import OTHER, SEATS, Reading

POSITIONS = ("qb", "rb", "te", "wr")
CARDS = ["ironmen", "comets", "harbor", "mustangs"]


class Game(Reading):
    GAME = "pocket-gridiron"
    OPTIONS = {
        "mode": ["basic", "pro", "pro"],
        "home_team": [None, *CARDS],
        "away_team": [None, *CARDS],
        "overtime": ["tie", "extra-drives"],
        "injuries": [True, False],
        "drives": [0, 1, 2, 3, 16],
        "declined_flag": ["reroll", "zero"],
        "foul_decline": ["third-sack", "any"],
        "failed_sack": ["reroll", "zero"],
        "injury_scope": ["all", "runs"],
        "injury_count": ["once", "each"],
        "conversion_flag": ["replay", "downs"],
        "pick_six": ["thrower", "scorer"],
        "audible_kick": [True, False],
        "sack_roll": ["always", "may"],
        "flag_moment": ["at-once", "both-rolls"],
        "second_half": ["turn", "other"],
        "other_flags": ["ignored", "called"],
        "return_roll": ["always", "may"],
    }

    def __init__(self, options, random, sheet):
        self.pro = options.get("mode") == "pro"
        teams = [options.get(f"{seat}_team") for seat in SEATS]
        unfit = not self.pro or teams[0] == teams[1]
        options = {name: value for name, value in options.items() if not (name.endswith("_team") and (unfit or value is None))}
        super().__init__(options, random, sheet)
        self.dice = sheet["dice"]
        self.white = {face["face"]: face for face in self.dice["defense"]}
        self.cards = {card["id"]: card for card in sheet["teams"]}
        self.teams = self.team_cards(options) if self.pro else None
        self.full = self.options["drives"] or (16 if self.pro else 8)
        self.drives = dict.fromkeys(SEATS, self.full)
        self.injured = {seat: [] for seat in SEATS}
        self.opener = None
        self.overtime = False
        self.new_drive()
        self.awaits = "toss"

    # The first free card of the sheet, home first.
    def team_cards(self, options):
        teams = {seat: options.get(f"{seat}_team") for seat in SEATS}
        for seat in SEATS:
            teams[seat] = teams[seat] or next(card for card in self.cards if card != teams[OTHER[seat]])
        return teams

    def new_drive(self):
        self.down, self.sacks, self.phase, self.returned = 1, 0, "series", False
        self.new_play()

    def new_play(self):
        self.bonus = self.scrambles = 0
        self.carrier = self.value = self.rolled = None
        self.flag_declined = self.single_roll = self.decoy_due = self.first_hurts = self.flag_lies = False
        self.flagged = None  # which roll the flag fell on
        self.awaits = "fourth-down" if self.down == 4 and self.phase == "series" else "qb"

    def quarter(self):
        finished = 2 * self.full - sum(self.drives.values())
        return 5 if self.overtime else min(4, 1 + 2 * finished // self.full)

    def state(self):
        opener = {"opener": self.opener} if self.options["second_half"] == "other" else {}
        return opener | {
            "score": dict(self.score), "offense": self.offense, "mode": self.options["mode"], "drives": dict(self.drives), "quarter": self.quarter(), "down": self.down,
            "sacks": self.sacks, "bonus": self.bonus, "scrambles": self.scrambles, "phase": self.phase, "returned": self.returned, "teams": self.teams,
            "injured": {seat: sorted(self.injured[seat]) for seat in SEATS},
            "carrier": self.carrier, "value": self.value, "rolled": self.rolled,
        }

    def turn(self):
        match self.awaits:
            case "over":
                return {"kind": "over", "winner": self.winner}
            case "toss":
                return self.chance("toss", "home")
            case "fourth-down":
                return self.choice("fourth-down", self.offense, ["play", "field-goal"])
            case "set-play":
                return self.choice("set-play", self.offense, ["roll", "field-goal"])
            case "audible":
                kick = ["field-goal"] if self.phase == "series" and self.options["audible_kick"] else []
                return self.choice("audible", self.offense, ["wr", "te", "rb", *kick])
            case "foul by the defence":
                return self.choice("flag", self.offense, ["accept", "decline"])
            case "foul by the offence":
                return self.choice("flag", self.defense, ["accept", "decline"])
            case "rush":
                return self.choice("scramble", self.defense, ["sack", "let-go"])
            case "pick":
                return self.choice("interception", self.defense, ["return", "kneel"])
            case "after-touchdown":
                return self.choice("after-touchdown", self.offense, ["kick", "conversion"])
            case "sack for the safety":
                return self.chance("sack", self.defense)
            case "intercept":
                return self.chance("skill", self.defense)
            case "decoy":
                return self.chance("skill", self.offense)
            case "qb" | "wr" | "te" | "rb" | "endzone" | "kick":
                return self.chance(self.awaits, self.offense)
        return self.chance(self.awaits, self.defense)  # sack, recover, defense, penalty, pat, return

    def tokens(self):
        match self.awaits:
            case "toss":
                faces = SEATS
            case "qb":
                faces = self.dice["qb"]["faces"] + ["SCRAMBLE"]
            case "wr" | "te" | "rb":
                faces = [face["face"] for face in self.dice[self.awaits]]
            case "penalty":
                faces = self.dice["penalty"]["faces"]
            case "endzone" | "return":
                faces = self.dice["endzone"]["faces"] + ["TD>"]
            case "kick" | "intercept" | "decoy":
                faces = "123456"
            case _:
                faces = [*self.white, "FLAG", "5"]  # flags and injuries more often than they come
        return [self.random.choice(faces)]

    def place(self):
        random = self.random
        self.score = {seat: random.randrange(60) for seat in SEATS}
        self.offense = random.choice(SEATS)
        fields = {"offense": self.offense}
        if random.random() < 0.3:
            self.score["away"] = self.score["home"]
        if self.options["overtime"] == "extra-drives" and random.random() < 0.3:
            self.overtime, fields["quarter"] = True, 5
            self.drives = {"home": 1, "away": 1}
        elif random.random() < 0.8:
            self.drives = {seat: random.randint(0, min(3, self.full)) for seat in SEATS} | {self.offense: 1}
            fields["drives"] = dict(self.drives)
        if self.options["injuries"] and random.random() < 0.5:
            self.injured = {seat: random.sample(POSITIONS, random.randint(0, 3)) for seat in SEATS}
            if self.options["injury_count"] == "each":
                self.injured = {seat: [position for position in hurt for _ in range(random.randint(1, self.most_injuries(position)))] for seat, hurt in self.injured.items()}
            fields["injured"] = {seat: list(hurt) for seat, hurt in self.injured.items()}
        if random.random() < 0.2:
            down = random.randint(1, 4) if self.options["conversion_flag"] == "downs" else 4
            self.phase, self.down = fields["phase"], fields["down"] = "conversion", down
            self.returned = fields["returned"] = self.pro and random.random() < 0.5
        else:
            self.down, self.sacks = fields["down"], fields["sacks"] = random.randint(1, 4), random.randint(0, 2)
        self.place_opener(fields)
        self.new_play()
        if random.random() < 0.3:
            self.scrambles = fields["scrambles"] = random.randint(0, 2)
            self.bonus = fields["bonus"] = 0 if self.pro else random.randint(0, 4)
            if self.bonus or self.scrambles:
                self.awaits = "qb"
        return fields | {"score": dict(self.score)}

    # R17: in the first half; a try after a return belongs to the drive before it.
    def place_opener(self, fields):
        used = {seat: self.full - self.drives[seat] for seat in SEATS}
        if self.options["second_half"] == "turn" or self.overtime or sum(used.values()) - self.returned >= self.full:
            return
        if self.random.random() < 0.5:
            self.opener = fields["opener"] = self.random.choice(SEATS)
        else:
            self.opener = self.offense if used["home"] == used["away"] else max(SEATS, key=used.get)

    def fall(self, tokens):
        face = tokens[0]
        match self.awaits:
            case "toss":
                self.offense, self.awaits = face, "qb"
                self.opener = face if self.options["second_half"] == "other" else None
            case "qb":
                self.quarterback(face)
            case "sack" | "sack for the safety":
                if "sack" in self.white[face]["marks"]:
                    self.sacked()
                elif self.awaits == "sack":
                    self.awaits = "qb"
                else:
                    self.go_on("zero" in (self.options["declined_flag"], self.options["failed_sack"]))
            case "wr" | "te" | "rb":
                self.position_die(face)
            case "recover":
                if self.is_called(face):
                    self.flagged, self.awaits = "recover", "penalty"
                elif "recover" in self.white[face]["marks"]:
                    self.end_drive()
                else:
                    self.use_down()
            case "intercept" | "decoy" | "return":
                self.pro_roll(face)
            case "defense":
                if self.flag_lies:
                    self.flag_lies, self.awaits = False, "penalty"
                    self.rolled, self.first_hurts = self.white[face]["value"], "injury" in self.white[face]["marks"]
                elif face == "FLAG" and not self.flag_declined:
                    both = self.options["flag_moment"] == "both-rolls" and self.rolled is None and not self.single_roll
                    self.flag_lies, self.awaits = both, "defense" if both else "penalty"
                else:
                    self.stands(self.white[face]["value"], "injury" in self.white[face]["marks"])
            case "penalty":
                self.foul(face)
            case "endzone":
                self.end_zone(face)
            case "pat":
                if self.is_called(face):
                    self.flagged, self.awaits = "pat", "penalty"
                else:
                    self.score[self.offense] += "pat-block" not in self.white[face]["marks"]
                    self.end_drive()
            case "kick":  # step 9
                self.score[self.offense] += 3 if int(face) + self.bonus >= 5 else 0
                self.end_drive()

    # Step 3.
    def quarterback(self, face):
        match face:
            case "SNEAK":
                self.carry("qb", None, self.dice["qb"]["sneak_value"])
            case "SCRAMBLE":
                self.scrambles += 1
                self.sacked() if self.scrambles == 3 else self.wait_for("rush" if self.options["sack_roll"] == "may" else "sack")
            case "SET":
                self.bonus += not self.pro
                self.wait_for("audible" if self.pro else "set-play" if self.phase == "series" else "qb")
            case _:
                self.wait_for(face.lower())

    def wait_for(self, what):
        self.awaits = what

    def sacked(self):
        self.sacks += self.phase == "series"
        if self.sacks == 3:
            self.score[self.defense] += 2
            self.end_drive()
        else:
            self.use_down()

    # Step 4.
    def position_die(self, face):
        if face == "INCOMP" or (face == "FUMBLE" and self.phase == "conversion" and self.down == 4):
            self.use_down()
        elif face == "FUMBLE":
            self.awaits = "recover"
        else:
            self.carry(self.awaits, face, next(route["value"] for route in self.dice[self.awaits] if route["face"] == face))

    def slowed(self, position):
        return self.options["injury_scope"] == "all" or position in ("qb", "rb")

    # R4, D7: how many injuries of a position count.
    def most_injuries(self, position):
        if self.options["injury_count"] == "once" or not self.slowed(position):
            return 1
        return self.dice["qb"]["sneak_value"] if position == "qb" else max(route.get("value", 0) for route in self.dice[position])

    # R20: a flag on another roll than against a route.
    def is_called(self, face):
        return face == "FLAG" and self.options["other_flags"] == "called" and not self.flag_declined

    # Step 5, and pro mode: the intercept first, then the decoy.
    def carry(self, position, route, value):
        own = self.cards[self.teams[self.offense]] if route and self.pro else None
        if own:
            value += sum(play["bonus"] for play in own["favoured"] if play["route"] == route)
        value += self.bonus - (self.injured[self.offense].count(position) if self.slowed(position) else 0)
        self.carrier, self.value = position, max(0, value)
        self.decoy_due = own is not None and own["decoy"]["route"] == route
        picked = own is not None and self.cards[self.teams[self.defense]]["intercept"]["route"] == route
        self.awaits = "intercept" if picked else "decoy" if self.decoy_due else "defense"

    def pro_roll(self, face):
        if self.awaits == "return":
            self.end_return(face)
        elif self.awaits == "decoy":
            self.single_roll = int(face) >= self.cards[self.teams[self.offense]]["decoy"]["at_least"]
            self.awaits = "defense"
        elif int(face) < self.cards[self.teams[self.defense]]["intercept"]["at_least"]:
            self.awaits = "decoy" if self.decoy_due else "defense"
        elif self.phase == "conversion":
            self.end_drive()
        else:
            self.awaits = "pick" if self.options["return_roll"] == "may" else "return"

    # A drive leaves `drives` before the try after an interception return.
    def end_return(self, face):
        if face != "TD>":
            self.end_drive()
            return
        self.drives[self.offense] -= 1
        self.offense = self.defense
        self.new_drive()
        self.score[self.offense] += 6
        self.returned, self.awaits = True, "after-touchdown"

    def stands(self, value, hurts):
        if self.rolled is None and not self.single_roll:
            self.rolled, self.first_hurts = value, hurts
            self.awaits = "defense"
            return
        if self.single_roll:
            self.rolled = total = value
        else:
            total = self.rolled + value
            if hurts and self.first_hurts and self.options["injuries"] and self.slowed(self.carrier) and self.injured[self.offense].count(self.carrier) < self.most_injuries(self.carrier):
                self.injured[self.offense].append(self.carrier)
        self.use_down() if total >= self.value else self.wait_for("endzone")

    # Step 6.
    def foul(self, face):
        if self.flagged == "pat":  # R20: the kick again, without flags, or no point
            if face.endswith("OFF"):
                self.end_drive()
            else:
                self.flag_declined, self.awaits = True, "pat"
        elif face.endswith("DEF"):
            self.awaits = "foul by the defence"
        elif self.sacks == 2 or (self.options["foul_decline"] == "any" and self.phase == "series"):
            self.awaits = "foul by the offence"
        else:
            self.use_down()

    # After a decline the flagged roll is made again or stands as 0.
    def go_on(self, as_zero):
        self.flag_declined = True
        if self.flagged == "recover":
            self.use_down() if as_zero else self.wait_for("recover")
        elif as_zero:
            self.stands(0, False)
        else:
            self.awaits = "defense"

    # Steps 7 and 8.
    def end_zone(self, face):
        if face == "OUT":
            self.use_down()
        elif face != "VIDEO" and self.phase == "conversion":
            self.score[self.offense] += 2
            self.end_drive()
        elif face != "VIDEO":
            self.score[self.offense] += 6
            self.new_play()
            self.awaits = "after-touchdown"

    def use_down(self):
        if self.down == 4:
            self.end_drive()
        else:
            self.down += 1
            self.new_play()

    # Step 10, R8.
    def end_drive(self):
        if self.returned:
            begins = self.defense if self.options["pick_six"] == "thrower" else self.offense
        else:
            self.drives[self.offense] -= 1
            begins = self.defense
        self.new_drive()
        if self.opener and 2 * self.full - sum(self.drives.values()) >= self.full:  # R17
            begins, self.opener = OTHER[self.opener], None
        if not any(self.drives.values()):
            if self.score["home"] != self.score["away"] or self.options["overtime"] == "tie":
                self.end()
                return
            self.overtime, self.drives = True, {"home": 1, "away": 1}
        self.offense = begins if self.drives[begins] else OTHER[begins]

    def choose(self, seat, action):
        match self.awaits, action:
            case "audible", "wr" | "te" | "rb":
                self.awaits = action
            case _, "field-goal":
                self.awaits = "kick"
            case _, "play" | "roll":
                self.awaits = "qb"
            case "foul by the defence", "accept":
                self.down = 4 if self.phase == "conversion" and self.options["conversion_flag"] == "replay" else 1
                self.new_play()
            case "foul by the defence", "decline":
                self.go_on(self.options["declined_flag"] == "zero")
            case "foul by the offence", "accept":
                self.use_down()
            case "foul by the offence", "decline":
                self.awaits = "sack for the safety"
            case "rush", _:
                self.awaits = "sack" if action == "sack" else "qb"
            case "pick", "return":
                self.awaits = "return"
            case "pick", "kneel":
                self.end_drive()
            case _, "kick":
                self.awaits = "pat"
            case _, "conversion":
                self.phase, self.down, self.sacks = "conversion", 4, 0
                self.new_play()
