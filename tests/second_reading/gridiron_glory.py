"""Gridiron Glory, read a second time."""
from reading import OTHER, SEATS, Reading


class Game(Reading):
    GAME = "gridiron-glory"
    ONLY_SCORE_AT_END = True  # the page says nothing of the rest
    OPTIONS = {
        "overtime": ["sudden-death", "tie", "one-deck"],
        "toss_dice": ["box", "five"],
        "toss_winner": ["offense", "choice"],
        "fumble_spot": ["mirror", "same"],
        "fumble_short": ["burn", "void"],
        "last_fumble": ["void", "lost-try", "new-decks"],
        "referees": ["always", "may"],
        "whistles": ["chain", "once"],
        "after_score": ["other", "same"],
        "last_card": ["score", "late"],
        "quarter_tries": ["keep", "fresh"],
    }

    def __init__(self, options, random, sheet):
        super().__init__(options, random, sheet)
        self.ranks = sheet["cards"]["ranks"]
        self.suits = {seat: sheet["cards"][f"{seat}_suits"] for seat in SEATS}
        self.faces = sheet["dice"]["glory"]["faces"]
        self.first_offense = self.toss_winner = None
        self.toss_dice = 5 if self.options["toss_dice"] == "five" else 3
        self.quarter = self.space = self.tries = 1
        self.dice, self.rolled_again, self.again = [], [], 0
        self.shuffle()

    # Step 4.
    def shuffle(self):
        self.pile = 26
        self.unseen = {seat: {rank: 2 for rank in self.ranks} for seat in SEATS}

    def state(self):
        return {
            "score": dict(self.score), "offense": self.offense, "quarter": self.quarter, "space": self.space, "try": self.tries, "pile": self.pile,
            "unseen": {seat: dict(cards) for seat, cards in self.unseen.items()}, "first_offense": self.first_offense, "dice": list(self.dice),
        }

    def turn(self):
        match self.awaits:
            case "over":
                return {"kind": "over", "winner": self.winner}
            case "toss":
                return self.chance("toss", "home", 2 * self.toss_dice)
            case "side":
                return self.choice("toss", self.toss_winner, ["offense", "defense"])
            case "whistle":
                return self.choice("whistle", self.defense, ["reroll", "decline"])
            case "reroll":
                return self.chance("reroll", self.defense, self.again)
        return self.chance(self.awaits, self.offense, 3 if self.awaits == "score" else 2)

    def tokens(self):
        if self.awaits in ("toss", "score", "reroll"):
            return [self.random.choice(self.faces) for _ in range(self.turn()["count"])]
        left = {seat: [rank for rank, count in self.unseen[seat].items() for _ in range(count)] for seat in SEATS}
        ranks = {seat: self.random.choice(left[seat]) for seat in SEATS}
        if self.random.random() < 0.3 and ranks["home"] in left["away"]:  # fumbles more often than they come
            ranks["away"] = ranks["home"]
        return [ranks[seat] + self.random.choice(self.suits[seat]) for seat in SEATS]

    def place(self):
        random = self.random
        self.quarter = random.randint(1, 4 if self.options["overtime"] == "tie" else 5)
        points = random.randrange(60)
        self.score = {"home": points, "away": points if self.quarter == 5 or random.random() < 0.4 else random.randrange(60)}
        self.offense, self.first_offense = random.choice(SEATS), random.choice(SEATS)
        self.space, self.tries = random.randint(1, 4), random.randint(1, 3)
        fields = {"score": dict(self.score), "quarter": self.quarter, "offense": self.offense, "first_offense": self.first_offense, "space": self.space, "try": self.tries}
        if random.random() < 0.8:
            self.pile = random.randint(1, 26)
            for seat in SEATS:
                cards = random.sample([rank for rank in self.ranks for _ in range(2)], self.pile)
                self.unseen[seat] = {rank: cards.count(rank) for rank in self.ranks}
            fields["unseen"] = {seat: {rank: count for rank, count in cards.items() if count} for seat, cards in self.unseen.items()}
            if random.random() < 0.6:
                self.pile = fields["pile"] = random.randint(1, self.pile)
        self.awaits = "flip"
        return fields

    def fall(self, tokens):
        match self.awaits:
            case "toss":
                home, away = tokens[: self.toss_dice].count("BALL"), tokens[self.toss_dice :].count("BALL")
                if home != away:
                    self.tossed("home" if home > away else "away")
            case "flip" | "fumble":
                self.turned(tokens)
            case "score":
                self.dice, self.rolled_again = list(tokens), [False] * 3
                self.count_whistles(tokens.count("WHISTLE"))
            case "reroll":
                for die, face in zip(self.referees(), tokens):
                    self.dice[die], self.rolled_again[die] = face, True
                self.count_whistles(tokens.count("WHISTLE") if self.options["whistles"] == "chain" else 0)

    # Step 1. The winner of the first toss may have the choice, that of overtime starts (R16).
    def tossed(self, winner):
        if self.options["toss_winner"] == "choice" and self.first_offense is None:
            self.toss_winner, self.awaits = winner, "side"
        else:
            self.begin(winner)

    def begin(self, seat):
        self.offense = seat
        self.first_offense = self.first_offense or seat
        self.awaits = "flip"

    def choose(self, seat, action):
        match action:
            case "offense" | "defense":
                self.begin(seat if action == "offense" else OTHER[seat])
            case "reroll":
                self.awaits = "reroll"
            case "decline":
                self.count_points()

    # Step 3.
    def turned(self, tokens):
        fumble = self.awaits == "fumble"
        self.pile -= 1 + (min(3, self.pile - 1) if fumble else 0)
        ranks = {seat: token[:-1] for seat, token in zip(SEATS, tokens)}
        for seat, rank in ranks.items():
            self.unseen[seat][rank] -= 1
        attack, block = self.ranks.index(ranks[self.offense]), self.ranks.index(ranks[self.defense])
        if attack == block:
            self.tied()
        elif attack > block and self.space == 4:
            self.awaits = "score"
            if self.pile == 0 and self.options["last_card"] == "late" and self.drive_ends():  # R13
                self.end_quarter()
        else:
            if attack > block:
                self.space, self.tries = self.space + 1, 1
            elif fumble:
                self.offense, self.tries = self.defense, 1
                self.space = 5 - self.space if self.options["fumble_spot"] == "mirror" else self.space
            else:
                self.lose_try()
            self.go_on()

    def lose_try(self):
        if self.tries == 3:
            self.new_drive(self.defense)
        else:
            self.tries += 1

    # Whether the end of this deck is the end of the drive.
    def drive_ends(self):
        return self.quarter in (2, 4) or (self.quarter == 5 and self.options["overtime"] == "one-deck")

    def tied(self):
        if self.pile == 0 or (self.pile < 4 and self.options["fumble_short"] == "void"):
            waits = self.options["last_fumble"] == "new-decks" and not self.drive_ends()  # R14
            if self.options["last_fumble"] == "lost-try":
                self.lose_try()
            self.end_quarter()
            if waits:
                self.awaits = "fumble"
        else:
            self.awaits = "fumble"

    # Step 5: the leftmost referees first.
    def referees(self):
        return [die for die in range(3) if self.dice[die] == "REF" and not self.rolled_again[die]]

    def count_whistles(self, whistles):
        self.again = min(whistles, len(self.referees()))
        if self.again:
            self.awaits = "whistle" if self.options["referees"] == "may" else "reroll"
            return
        self.count_points()

    def count_points(self):
        points = (0, 3, 7, 7)[self.dice.count("REF")]
        self.score[self.offense] += points
        self.dice = []
        if points and self.quarter == 5:
            self.end()
        else:
            self.new_drive(self.defense if self.options["after_score"] == "other" else self.offense)
            self.go_on()

    def new_drive(self, seat):
        self.offense, self.space, self.tries = seat, 1, 1

    def go_on(self):
        self.awaits = "flip"
        if self.pile == 0:
            self.end_quarter()

    # Steps 4 and 6.
    def end_quarter(self):
        self.awaits = "flip"
        level = self.score["home"] == self.score["away"]
        if (self.quarter == 4 and (not level or self.options["overtime"] == "tie")) or (self.quarter == 5 and self.drive_ends()):
            self.end()
            return
        self.shuffle()
        if self.quarter == 2:
            self.new_drive(OTHER[self.first_offense])
        elif self.quarter == 4:
            self.new_drive(None)
            self.awaits = "toss"
        elif self.options["quarter_tries"] == "fresh":
            self.tries = 1
        self.quarter = min(5, self.quarter + 1)
