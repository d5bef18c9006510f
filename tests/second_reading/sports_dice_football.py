"""Sports Dice Football, read a second time."""
from reading import OTHER, SEATS, Reading


class Game(Reading):
    GAME = "sports-dice-football"
    ONLY_SCORE_AT_END = True
    OPTIONS = {
        "target": [21, 1, 7, 50, 99],
        "chip": [True, False],
        "own_tie": ["choice", "best"],
        "goal_advance": ["never", "touchdown"],
        "fourth_advance": ["never", "offered"],
        "fg_on_50": ["kick", "downs"],
        "new_downs": ["once", "again"],
        "safety_ball": ["scorer", "conceder"],
        "missed_kick": ["spot", "punt", "twenty"],
        "six_alike": ["automatic", "level"],
        "chip_swap": ["stays", "defense"],
        "pick_six_ball": ["conceder", "scorer"],
        "punt_sixes": ["count", "plain"],
    }

    def __init__(self, options, random, sheet):
        super().__init__(options, random, sheet)
        self.faces = {side: sheet["dice"][side]["faces"] for side in ("offense", "defense")}
        self.chip = self.caller = self.plays = None
        self.ball, self.down, self.line = 25, 1, 50
        self.dice = []

    def state(self):
        return {"score": dict(self.score), "offense": self.offense, "ball": self.ball, "down": self.down, "line": self.line, "chip": self.chip, "dice": list(self.dice), "plays": self.plays and dict(self.plays)}

    def turn(self):
        match self.awaits:
            case "over":
                return {"kind": "over", "winner": self.winner}
            case "toss":
                return self.chance("toss", "home")
            case "side":
                return self.choice("toss", self.caller, ["offense", "defense"])
            case "fourth-down":
                return self.choice("fourth-down", self.offense, ["go", "punt", "field-goal"])
            case "offense-play":
                return self.choice("offense-play", self.offense, self.tops("offense"))
            case "defense-play":
                return self.choice("defense-play", self.defense, self.tops("defense"))
            case "chip":
                return self.choice("chip", self.chip, ["use", "keep"])
            case "fg-symbol":
                return self.choice("fg-symbol", self.offense, ["kick", "advance"])
        return self.chance(self.awaits, self.offense, 12)  # roll, punt, field-goal

    def place(self):
        random = self.random
        self.score = {seat: random.randrange(self.options["target"]) for seat in SEATS}
        self.offense = random.choice(SEATS)
        self.ball, self.down = 5 * random.randint(1, 19), random.randint(1, 4)
        self.line = 50 if self.ball < 50 else 100
        fields = {"score": dict(self.score), "offense": self.offense, "ball": self.ball, "down": self.down}
        if self.ball < 50 and self.options["new_downs"] == "once" and random.random() < 0.5:
            self.line = fields["line"] = 100
        if self.options["chip"]:
            self.chip = self.defense
            if random.random() < 0.5:
                self.chip = fields["chip"] = random.choice(SEATS)
        self.before_play()
        return fields

    # Step 2.
    def before_play(self):
        self.dice, self.plays = [], None
        self.awaits = "fourth-down" if self.down == 4 else "roll"

    def tokens(self):
        if self.awaits == "toss":
            return [self.random.choice(SEATS)]
        thrown = []
        for side, automatic in (("offense", "10"), ("defense", "NG")):
            # Six alike more often than they fall.
            six = automatic if self.random.random() < 0.15 else self.random.choice(self.faces[side]) if self.random.random() < 0.1 else None
            thrown += [six or self.random.choice(self.faces[side]) for _ in range(6)]
        return thrown

    # Step 4: the symbols shown most often, in the order of the die.
    def counts(self, side):
        dice = self.dice[:6] if side == "offense" else self.dice[6:]
        return {symbol: dice.count(symbol) for symbol in dict.fromkeys(self.faces[side]) if symbol in dice}

    def tops(self, side):
        counts = self.counts(side)
        return [symbol for symbol, count in counts.items() if count == max(counts.values())]

    def automatic(self, side):
        return self.counts(side).get("10" if side == "offense" else "NG") == 6

    def fall(self, tokens):
        if self.awaits == "toss":
            self.caller, self.awaits = tokens[0], "side"
            return
        self.dice = tokens
        plain = self.awaits == "punt" and self.options["punt_sixes"] == "plain"  # R16
        both = self.automatic("offense") and self.automatic("defense")
        if self.awaits != "roll" and (plain or not both):
            self.kick(self.awaits)
        else:
            self.decide()

    # Steps 10 and 11.
    def kick(self, kind):
        yards = sum(int(face) for face in self.dice[:6] if face in ("10", "20"))
        plain = kind == "punt" and self.options["punt_sixes"] == "plain"
        if self.automatic("offense") and not plain:
            self.scores(self.offense, 7)
        elif self.automatic("defense") and not plain:
            self.defense_scores()
        elif kind == "field-goal" and yards >= 110 - self.ball:
            self.scores(self.offense, 3)
        elif kind == "field-goal" and self.options["missed_kick"] == "spot":
            self.take_over(100 - self.ball)
        elif kind == "field-goal" and self.options["missed_kick"] == "twenty":
            self.take_over(max(20, 100 - self.ball))
        else:
            landed = self.ball + yards
            self.take_over(25 if landed >= 100 else 100 - landed)

    # Steps 4 to 6.
    def decide(self):
        strength = {side: 7 if self.automatic(side) else max(self.counts(side).values()) for side in self.faces}
        if self.options["six_alike"] == "level":  # R4
            strength = {side: min(6, number) for side, number in strength.items()}
        if strength["offense"] != strength["defense"]:
            self.winning = [max(strength, key=strength.get)]
        else:
            self.winning = ["offense", "defense"] if self.options["chip"] else ["defense"]
        self.plays = {}
        for side in ("offense", "defense"):
            tops = self.tops(side)
            same = len({self.effect(symbol) for symbol in tops}) == 1
            if len(tops) == 1 or (side in self.winning and same and self.options["own_tie"] == "choice"):
                self.plays[side] = tops[0]
            elif side in self.winning and self.options["own_tie"] == "best":
                self.plays[side] = max(tops, key=lambda symbol: self.rank(side, symbol))
            else:
                self.plays[side] = None
        self.next_decision()

    def next_decision(self):
        for side in self.winning:
            if self.plays[side] is None:
                self.awaits = f"{side}-play"
                return
        if len(self.winning) == 2:
            self.awaits = "chip"
        else:
            self.win(self.winning[0])

    # Step 7: where a symbol leads, as far as it is settled.
    def effect(self, symbol):
        def used(ball, line=self.line):
            return ("taken over", 100 - ball) if self.down == 4 else ("ball", ball, self.down + 1, line)

        match symbol:
            case "10" | "20":
                ball = self.ball + int(symbol)
                if ball >= 100:
                    return ("touchdown",)
                return ("ball", ball, 1, 100) if self.line == 50 <= ball else used(ball)
            case "FG":
                if self.ball < 50 or (self.ball == 50 and self.options["fg_on_50"] == "downs"):
                    return ("ball", 50, 1, 100)
                reaches = self.ball + 25 >= 100
                offered = self.options["goal_advance"] == "touchdown" if reaches else self.down < 4 or self.options["fourth_advance"] == "offered"
                return ("kick or advance",) if offered else ("kick",)
            case "TD":
                return ("touchdown",)
            case "NG":
                return used(self.ball)
            case "S":
                ball = self.ball - 10
                again = self.options["new_downs"] == "again" and ball < 50
                return ("safety",) if ball <= 0 else used(ball, 50 if again else self.line)
            case "T":
                return ("taken over", 100 - self.ball)
        return ("pick six",)

    # Option own_tie, R1 and D4.
    def rank(self, side, symbol):
        effect = self.effect(symbol)
        points = {"touchdown": 7, "kick": 3, "kick or advance": 3, "pick six": 7, "safety": 2}.get(effect[0], 0)
        if side == "defense":
            return points, effect[0] == "taken over", 10 if symbol == "S" else 0
        yards = int(symbol) if symbol in ("10", "20") else 50 - self.ball if symbol == "FG" and not points else 0
        return points, effect[0] == "ball" and effect[2] == 1, yards

    def win(self, side):
        if self.automatic(side):
            if side == "offense":
                self.scores(self.offense, 7)
            else:
                self.defense_scores()
            return
        effect = self.effect(self.plays[side])
        match effect[0]:
            case "touchdown":
                self.scores(self.offense, 7)
            case "kick":
                self.scores(self.offense, 3)
            case "pick six":
                self.defense_scores()
            case "safety":
                self.scores(self.defense, 2, self.options["safety_ball"] == "scorer")
            case "taken over":
                self.take_over(effect[1])
            case "kick or advance":
                self.awaits = "fg-symbol"
            case _:
                _, self.ball, self.down, self.line = effect
                self.before_play()

    def defense_scores(self):
        self.scores(self.defense, 7, self.options["pick_six_ball"] == "scorer")

    # R10: who has the dice of the defence may have the chip with them.
    def swap(self, offense):
        if offense != self.offense and self.chip and self.options["chip_swap"] == "defense":
            self.chip = OTHER[offense]
        self.offense = offense

    def take_over(self, ball):
        self.swap(self.defense)
        self.ball, self.down, self.line = ball, 1, 50 if ball < 50 else 100
        self.before_play()

    # Steps 12 and 13.
    def scores(self, seat, points, scorer_starts=False):
        self.score[seat] += points
        if self.score[seat] >= self.options["target"]:
            self.end()
            return
        self.swap(seat if scorer_starts else OTHER[seat])
        self.ball, self.down, self.line = 25, 1, 50
        self.before_play()

    def choose(self, seat, action):
        match self.awaits:
            case "side":
                self.offense = seat if action == "offense" else OTHER[seat]
                self.chip = self.defense if self.options["chip"] else None
                self.before_play()
            case "fourth-down":
                self.awaits = "roll" if action == "go" else action
            case "offense-play" | "defense-play":
                self.plays[self.awaits.removesuffix("-play")] = action
                self.next_decision()
            case "chip":
                winner = self.chip if action == "use" else OTHER[self.chip]
                if action == "use":
                    self.chip = OTHER[self.chip]
                self.win("offense" if winner == self.offense else "defense")
            case "fg-symbol":
                ball = self.ball + 25
                if action == "kick":
                    self.scores(self.offense, 3)
                elif ball >= 100:
                    self.scores(self.offense, 7)
                elif self.down == 4:
                    self.take_over(100 - ball)
                else:
                    self.ball, self.down = ball, self.down + 1
                    self.before_play()
