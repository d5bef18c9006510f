"""Gridiron by Red Boar Studios, read a second time: one play, from its flags to what it comes to (steps 5 to 7)."""


def modifiers(text):
    """ "1=T,2-3=I" as {1: "T", 2: "I", 3: "I"}."""
    effects = {}
    for part in filter(None, (text or "").split(",")):
        rolls, effect = part.split("=")
        first, _, last = rolls.partition("-")
        effects |= {roll: effect for roll in range(int(first), int(last or first) + 1)}
    return effects


class Plays:
    @staticmethod
    def five(die):
        return -5 if die <= 2 else 5 if die >= 5 else 0

    def flags(self, offense, defense):
        if offense == 2 or defense == 2:
            self.chosen = {}
            self.ball += -min(5, self.half_way(self.ball)) if offense == 2 else min(5, self.half_way(100 - self.ball))
            if self.phase != "try" and self.ball >= self.line:
                self.first_and_ten(self.ball)
            self.draw_up("conversion" if self.phase == "try" else "call")
        elif self.awaits == "flags before a kick":
            self.awaits = self.called
        else:
            self.foul = {(True, True): "both", (True, False): "offense", (False, True): "defense"}.get((offense == 12, defense == 12))
            self.snap()

    def barred(self, distance):
        before = 100 - self.ball
        return distance is not None and (before <= distance if self.options["barred_line"] == "on" else before < distance)

    # Step 6. `base` is what a pass foul counts, R11.
    def snap(self):
        if not self.with_cards:
            self.awaits = "play"
            return
        for seat, card in self.chosen.items():
            self.hands[seat][card] -= 1
            self.discards[seat][card] += 1
            self.played[seat][card] += 1
        play, block = self.plays[self.chosen[self.offense]], self.blocks[self.chosen[self.defense]]
        cell = block[play["id"]]
        self.is_pass, self.base, self.combined = play["pass"], play["yards"], play["yards"] + cell["base"]
        self.effects, self.beside = modifiers(cell.get("mod")), cell["base"] if self.options["replaced_yards"] == "offense" else 0
        if self.barred(play.get("barred")):
            self.base = 0
            self.ended("ball", self.ball, "incomplete")
        elif self.effects:
            self.awaits = "modifier"
        else:
            self.ended("ball", self.ball + self.combined, "complete")

    def modified(self, die):
        effect = self.effects.get(die, "")
        match effect[:1]:
            case "":
                self.ended("ball", self.ball + self.combined, "complete")
            case "I":
                self.ended("ball", self.ball, "incomplete")
            case "T":
                self.ended("turnover", self.ball + (self.combined if self.options["turnover_spot"] == "end" else 0), "turnover")
            case "B":
                self.awaits = "break"
            case "#":
                self.ended("ball", self.ball + int(effect[2:-1]) + self.beside, "complete")

    def play_row(self, row):
        self.row, self.is_pass, self.base = row, row["pass"], row["yards"]
        turnover = row["kind"] in ("fumble", "interception")
        if self.barred(row.get("barred")):
            self.base = 0
            self.ended("ball", self.ball, next(other["seconds"] for other in self.rows.values() if other["kind"] == "incomplete"))
        elif row["kind"] == "incomplete":
            self.ended("ball", self.ball, row["seconds"])
        elif turnover and self.options["turnover_spot"] == "scrimmage":
            self.ended("turnover", self.ball, row["seconds"])
        else:
            self.awaits = "defense"

    def against_row(self, yards):
        match self.row["kind"]:
            case "touchdown":
                self.base = 100  # R12
                self.ended("ball", 95 if yards < 0 else 100, self.row["seconds"])
            case "fumble" | "interception":
                self.ended("turnover", self.ball + yards, self.row["seconds"])
            case _:
                self.ended("ball", self.ball + self.row["yards"] + yards, self.row["seconds"])

    # Step 7: what the play comes to, and the choice that a foul during it leaves.
    def ended(self, kind, spot, seconds):
        if self.with_cards:
            seconds = self.sheet["cards"]["seconds"][seconds]
        self.seconds = 0 if self.phase == "try" else seconds
        if self.foul == "both":
            self.apply(("again", self.offense, self.ball, self.down, self.line, dict(self.score)))
            return
        result = self.result(kind, spot)
        if self.foul is not None:
            self.fouled = self.defense if self.foul == "offense" else self.offense
            self.accepted, self.declined = self.penalized(kind, spot), result
            stands = result[5][self.fouled] > self.score[self.fouled]
            same = self.accepted[1:] == result[1:] and (self.phase != "try" or self.accepted[0] == result[0])
            if not stands and not same:
                self.awaits = "penalty"
                return
        self.apply(result)

    def with_points(self, seat, points):
        return self.score | {seat: self.score[seat] + points}

    # (what, side, ball, down, line, score), before the clock is looked at.
    def result(self, kind, spot):
        if self.phase == "try":
            good = kind == "ball" and spot >= 100
            return ("tried", None, 0, 0, 0, self.with_points(self.offense, 2 if good else 0))
        if kind == "ball" and spot >= 100:
            return ("touchdown", self.offense, 0, 0, 0, self.with_points(self.offense, 6))
        if spot <= 0:
            return ("safety", self.offense, 0, 0, 0, self.with_points(self.defense, 2))
        if kind == "turnover":
            return self.taken_over(20 if spot >= 100 else 100 - spot)
        if spot >= self.line:
            return ("again", self.offense, spot, 1, min(100, spot + 10), dict(self.score))
        if self.down < 4:
            return ("again", self.offense, spot, self.down + 1, self.line, dict(self.score))
        return self.taken_over(100 - spot)

    def taken_over(self, ball):
        return ("taken over", self.defense, ball, 1, min(100, ball + 10), dict(self.score))

    def penalized(self, kind, spot):
        if self.foul == "offense":
            if self.ball == 5:
                return self.result("ball", 0)
            ball = self.ball - min(10, self.half_way(self.ball))
            return ("again", self.offense, ball, self.down, self.line, dict(self.score))
        if not self.is_pass:
            begins = self.ball if kind == "turnover" else max(self.ball, spot)
            ball = begins + min(10, self.half_way(100 - begins))
        elif self.ball + self.base >= 100:
            ball = 95
        else:
            cut = self.options["interference"] == "half" or self.base < 15
            ball = self.ball + (min(max(15, self.base), self.half_way(100 - self.ball)) if cut else self.base)
        line = 100 if self.phase == "try" else min(100, ball + 10)
        return ("again", self.offense, ball, 1, line, dict(self.score))
