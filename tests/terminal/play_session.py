#!/usr/bin/env python3
"""Plays in a pseudo-terminal as a person would: keys in, screens out, sudden ends, a second start that goes on."""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

PROGRAM = sys.argv.pop(1)
PATIENCE = 60  # seconds; a busy machine is slow, not wrong


def environment(home, **more):
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS")}
    return {**kept, "HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache", "TERM": "xterm", "LANG": "C.UTF-8", **more}


class Screen:
    """Enough of a terminal to read the last screen that was drawn."""

    def __init__(self, home, arguments, columns=80, rows=24, **more):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            try:
                os.execve(PROGRAM, [PROGRAM, "play", *arguments], environment(home, **more))
            finally:
                os._exit(127)  # never go on as a second copy of these tests
        self.resize(columns, rows)
        self.seen = ""
        self.letters = codecs.getincrementaldecoder("utf-8")("replace")  # a letter may arrive in two blocks

    def resize(self, columns, rows):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH) if hasattr(self, "seen") else None

    def read(self, seconds):
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return False
        try:
            block = os.read(self.file, 65536)
        except OSError:
            return None
        if not block:
            return None
        self.seen += self.letters.decode(block)
        return True

    def text(self):
        last = self.seen.rsplit("\x1b[H", 1)[-1]
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", last).replace("\r", "").replace("\u00a0", " ")

    def wait_for(self, wanted):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if wanted in self.text():
                return self.text()
            if self.read(0.2) is None:
                break
        if wanted in self.text():
            return self.text()
        raise AssertionError(f"{wanted!r} did not come; the screen shows:\n{self.text()}")

    def press(self, keys):
        os.write(self.file, keys.encode())

    def ended(self):
        """Reads to the end; answers the status of the program."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.read(0.2) is None:
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return status


class Play(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def start(self, *arguments, **more):
        return Screen(self.home, ["--pace", "0", *arguments], **more)

    def saves(self):
        folder = self.home + "/state/touchline"
        return sorted(name for name in os.listdir(folder) if name.endswith(".record"))

    def begin(self, **more):
        """A game of Sports Dice Football between two people, the coin tossed."""
        game = self.start("sports-dice-football", "--home", "human", "--away", "human", "--seed", "7", **more)
        game.wait_for("Coin toss")
        game.press("\r")
        game.wait_for("your choice")
        return game

    def test_only_legal_choices_are_offered_and_one_key_takes_them(self):
        game = self.begin()
        screen = game.text()
        self.assertIn("Take the ball", screen)
        self.assertIn("Take the chip", screen)
        game.press("1")
        game.wait_for("All twelve dice")
        game.press("s")
        self.assertEqual(game.ended(), 0)
        self.assertIn("Saved", game.seen)

    def test_a_choice_is_taken_back_before_the_roll_and_not_after(self):
        game = self.begin()
        game.press("1")
        game.wait_for("All twelve dice")
        game.press("u")
        game.wait_for("Taken back")
        game.press("1")
        game.wait_for("All twelve dice")
        game.press("\r")
        game.wait_for("┌──┐")
        game.press("u")
        game.wait_for("cannot be taken back")
        game.press("q")
        self.assertEqual(game.ended(), 0)

    def test_help_rules_hint_and_odds_come_and_go(self):
        game = self.begin()
        game.press("?")
        game.wait_for("Step 1")
        game.press("q")
        game.wait_for("your choice")
        game.press("r")
        game.wait_for("What is on the table")
        game.press("q")
        game.wait_for("your choice")
        game.press("h")
        game.wait_for("Best here")
        game.press("w")
        game.wait_for("█")
        game.press("s")
        self.assertEqual(game.ended(), 0)

    def test_a_killed_game_goes_on_where_it_stood(self):
        game = self.begin()
        game.press("1")
        game.wait_for("All twelve dice")
        os.kill(game.pid, signal.SIGKILL)
        game.ended()
        again = self.start("sports-dice-football")
        again.wait_for("Games that wait")
        again.press("\r")
        again.wait_for("All twelve dice")
        again.press("s")
        self.assertEqual(again.ended(), 0)
        self.assertEqual(len(self.saves()), 1)

    def test_ctrl_c_a_hangup_and_a_termination_keep_the_game_and_give_the_screen_back(self):
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            game = self.begin()
            if number == signal.SIGINT:
                game.press("\x03")
            else:
                os.kill(game.pid, number)
            status = game.ended()
            self.assertTrue(os.WIFSIGNALED(status), status)
            self.assertEqual(os.WTERMSIG(status), number)
            self.assertIn("\x1b[?1049l", game.seen)
            self.assertIn("Saved", game.seen)
            again = self.start("sports-dice-football")
            again.wait_for("Games that wait")
            again.press("x")
            again.wait_for("for good?")
            again.press("y")
            again.wait_for("Enter starts the game")
            again.press("q")
            again.ended()

    def test_a_closed_terminal_keeps_the_game(self):
        game = self.begin()
        os.close(game.file)
        os.waitpid(game.pid, 0)
        again = self.start("sports-dice-football")
        again.wait_for("Games that wait")
        again.press("\r")
        again.wait_for("Take the ball")
        again.press("s")
        again.ended()

    def test_forty_columns_are_enough(self):
        game = self.start("sports-dice-football", "--home", "human", "--away", "coach", "--seed", "3", columns=40, rows=24)
        game.wait_for("Coin toss")
        for line in game.text().split("\n"):
            self.assertLessEqual(len(line), 40, line)
        game.press("\r")
        game.resize(80, 24)
        game.wait_for("─" * 60)
        game.press("s")
        self.assertEqual(game.ended(), 0)

    def test_the_menu_leads_to_a_game(self):
        game = self.start()
        game.wait_for("What shall we play?")
        game.press("5")
        game.wait_for("Enter starts the game")
        game.press("\r")
        game.wait_for("Coin toss")
        game.press("s")
        self.assertEqual(game.ended(), 0)

    def test_french_throughout(self):
        game = self.start("sports-dice-football", "--home", "human", "--away", "human", "--lang", "fr")
        game.wait_for("Entrée lance")
        game.press("?")
        game.wait_for("Étape 1")
        game.press("qs")
        self.assertEqual(game.ended(), 0)
        self.assertNotIn("«", game.text())

    def test_two_people_never_see_each_others_hand(self):
        game = self.start("red-boar-gridiron", "--option", "mode=cards", "--home", "human", "--away", "human", "--seed", "5")
        for event in ("Coin toss", "Kickoff", "Coverage"):
            game.wait_for(f"your turn: {event}")
            game.press("\r")
        screen = game.wait_for("Hand the table to Belmont")
        self.assertNotIn("Your hand", screen)
        game.press("\r")
        game.wait_for("Your hand")
        game.press("1")
        self.assertIn("Your hand", game.wait_for("choose unseen"))  # the same person still sits there
        game.press("1")
        screen = game.wait_for("Hand the table to Clifton")
        self.assertNotIn("Your hand", screen)
        game.press("\r")
        screen = game.wait_for("Clifton, choose unseen")
        self.assertIn("Your hand", screen)
        self.assertNotIn("Offence draws:", screen)
        game.press("1")
        screen = game.wait_for("your turn: Flags")
        self.assertNotIn("Your hand", screen)
        game.press("s")
        self.assertEqual(game.ended(), 0)

    def test_real_dice_are_typed_corrected_and_taken_back(self):
        game = self.start("sports-dice-football", "--companion")
        game.wait_for("Toss the coin")
        game.press("home\r")
        game.wait_for("Take the ball")
        game.press("1")
        game.wait_for("Type what fell")
        game.press("10 10 10 20 fg xx ng ng ng s s p6\r")
        game.wait_for("is not a face")
        game.press("\x15")
        game.press("\t")
        game.wait_for("Faces:")
        game.press("10 10 10 10 20 td ng ng ng s s p6\r")
        game.wait_for("own 35")
        game.press("u\r")
        game.wait_for("Taken back")
        game.press(":s\r")
        self.assertEqual(game.ended(), 0)

    def run_lines(self, arguments, text, **more):
        return subprocess.run([PROGRAM, "play", *arguments], input=text.encode(), capture_output=True, timeout=PATIENCE, env=environment(self.home, **more))

    def test_lines_from_a_pipe(self):
        done = self.run_lines(["sports-dice-football", "--home", "human", "--away", "human", "--seed", "7"], "\noffense\n\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("The input has ended; the game is saved.", done.stdout.decode())
        self.assertEqual(len(self.saves()), 1)

    def test_computers_play_to_the_end_without_any_input(self):
        done = subprocess.run([PROGRAM, "play", "sports-dice-football", "--home", "coach", "--away", "random", "--seed", "1"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                              env=environment(self.home))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Game over", done.stdout.decode())
        again = subprocess.run([PROGRAM, "play", "sports-dice-football", "--home", "coach", "--away", "random", "--seed", "1"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                               env=environment(self.home))
        story = lambda run: [line for line in run.stdout.decode().split("\n") if ".record" not in line and "Record:" not in line]
        self.assertEqual(story(done), story(again))

    def test_a_closed_input_chooses_no_game(self):
        done = subprocess.run(f'"{PROGRAM}" play <&-', shell=True, capture_output=True, timeout=PATIENCE, env=environment(self.home))
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.decode().count("\n"), 1)

    def test_an_unwritable_folder_is_said_and_the_record_is_not_lost(self):
        done = self.run_lines(["sports-dice-football", "--home", "human", "--away", "human", "--seed", "7"], "\noffense\n", XDG_STATE_HOME="/proc/nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertIn('[Game "sports-dice-football"]', done.stdout.decode())
        self.assertIn("home chooses toss: offense" if "home chooses" in done.stdout.decode() else "away chooses toss: offense", done.stdout.decode())

    def test_ctrl_c_where_nothing_can_be_written_prints_the_record(self):
        game = self.begin(XDG_STATE_HOME="/proc/nowhere")
        game.press("\x03")
        status = game.ended()
        self.assertEqual(os.WEXITSTATUS(status), 1)
        self.assertIn('[Game "sports-dice-football"]', game.seen)
        self.assertIn("rolls toss", game.seen)

    def test_a_missing_locale_and_a_plain_one_do_no_harm(self):
        for locale in ("xx_YY.UTF-8", "C", "fr_FR.ISO-8859-1"):
            done = self.run_lines(["sports-dice-football", "--home", "coach", "--away", "coach", "--seed", "2"], "", LANG=locale, LC_ALL=locale)
            self.assertEqual(done.returncode, 0, done.stderr)
            if locale != "xx_YY.UTF-8":
                done.stdout.decode("ascii")

    def test_no_name_or_key_reaches_the_terminal_as_a_command(self):
        hostile = "\x1b]0;pwn\x07\x1b[2J\u202e\x9b31m\x1b[31m"
        game = self.start("sports-dice-football", "--home", "human", "--away", "human", "--seed", "7", "--home-name", "A" + hostile, "--away-name", "日本")
        game.wait_for("Coin toss")
        game.press("\x0c\x02\u202e\u009b")
        game.press("\r")
        game.wait_for("your choice")
        game.press("s")
        self.assertEqual(game.ended(), 0)
        self.assertIn("A]0;pwn[2J31m[31m", game.seen)
        own = re.sub(r"\x1b\[(H|J|2J|K|[0-9;]*m|\?(25|1049)[hl])|\r+(?=\n)", "", game.seen)
        self.assertEqual(re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", own), [])
        with open(self.home + "/state/touchline/" + self.saves()[0]) as file:
            self.assertIn('[Away "日本"]', file.read())

    def test_ctrl_l_draws_the_screen_anew_and_other_control_keys_change_nothing(self):
        game = self.begin()
        before = game.wait_for("save and quit")
        game.press("\x02\x0b\x16")
        drawn = game.seen.count("\x1b[2J")
        game.press("\x0c")
        end = time.monotonic() + PATIENCE
        while game.seen.count("\x1b[2J") == drawn and time.monotonic() < end:
            game.read(0.2)
        self.assertEqual(game.seen.count("\x1b[2J"), drawn + 1)
        self.assertEqual(game.wait_for("save and quit"), before)
        game.press("s")
        self.assertEqual(game.ended(), 0)

    def test_the_record_s_path_is_not_broken_within_a_name(self):
        game = self.start("sports-dice-football", "--home", "coach", "--away", "coach", "--seed", "1")
        screen = game.wait_for("Record:")
        self.assertRegex(screen, r"sports-dice-football-[0-9-]+\.record")
        game.press("\r")
        self.assertEqual(game.ended(), 0)

    def test_sides_without_team_cards_have_names_too(self):
        for language, first, second in (("en", "Belmont, your turn", "Clifton"), ("fr", "Belmont, à vous", "Clifton")):
            game = self.start("pocket-rugby", "--home", "human", "--away", "human", "--lang", language)
            self.assertIn(second, game.wait_for(first))
            game.press("s")
            self.assertEqual(game.ended(), 0)
            for name in self.saves():
                os.remove(self.home + "/state/touchline/" + name)

    def test_teams_have_their_names_in_the_players_language(self):
        options = ["pocket-rugby", "--option", "home_team=new-zealand", "--option", "away_team=england", "--home", "human", "--away", "human", "--lang", "fr"]
        game = self.start(*options)
        game.wait_for("Nouvelle-Zélande, à vous")
        game.press("s")
        self.assertEqual(game.ended(), 0)

    def test_a_spoilt_save_is_set_aside(self):
        folder = self.home + "/state/touchline"
        os.makedirs(folder)
        with open(folder + "/sports-dice-football-1.record", "w") as file:
            file.write('[Game "sports-dice-football"]\nhome rolls nothing: 1\n')
        done = self.run_lines(["sports-dice-football", "--home", "human", "--away", "human"], "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(folder + "/sports-dice-football-1.record.spoilt"))

    def test_misuse_is_one_sentence_and_two(self):
        for arguments in (["no-such-game"], ["sports-dice-football", "--home", "nobody"], ["sports-dice-football", "--option", "target"],
                          ["sports-dice-football", "--option", "target=x"], ["sports-dice-football", "--sheet", "/nowhere"], ["--lang", "de"], ["--bogus"]):
            done = self.run_lines(arguments, "")
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stderr.decode().count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
