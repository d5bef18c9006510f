"""What is known: odds, advice, duels, reviews, exports; progress, stopping and Ctrl-C."""

import csv
import io
import json
import signal
import subprocess
import sys

import numpy as np
import pytest
from conftest import play_out

import touchline
import touchline.export
import touchline.lab

SMALL = touchline.Game("sports-dice-football", {"target": 3})


def test_odds_are_exact_and_sum_to_one():
    odds = SMALL.start().odds()
    assert odds.exact and odds.error <= 1e-9
    assert abs(odds.home + odds.draw + odds.away - 1) < 1e-9
    assert abs(odds.value("home") + odds.value("away") - 1) < 1e-9


def test_advice_is_best_first_and_its_best_is_what_the_odds_say():
    looked = 0

    def look(state):
        nonlocal looked
        if state.turn.kind == "choice":
            looked += 1
            advice = state.advise()
            assert [one.action for one in sorted(advice, key=lambda one: one.loss)] == [one.action for one in advice]
            assert advice[0].loss == 0 and {one.action for one in advice} == set(state.legal())
            assert abs(advice[0].value - state.odds().value(state.turn.seat)) < 1e-8
    play_out(SMALL, 2, look)
    assert looked > 1


def test_the_perfect_bot_takes_what_is_advised():
    bot = SMALL.bot("perfect")

    def look(state):
        if state.turn.kind == "choice":
            chosen = bot.choose(state)
            assert next(one.loss for one in state.advise() if one.action == chosen) < 1e-8
    play_out(SMALL, 3, look)


def test_solving_tells_its_progress_and_keeps_the_book():
    told = []
    book = SMALL.solve(progress=lambda done, left: told.append((done, left)))
    assert book["exact"] and book["bound"] <= 1e-9
    assert all(0 <= done <= 1 and (left is None or left >= 0) for done, left in told)


def test_a_progress_function_stops_the_work():
    with pytest.raises(touchline.Stopped) as caught:
        touchline.Game("pocket-rugby").solve(progress=lambda done, left: True)
    assert caught.value.status == "stopped"


def test_what_a_progress_function_raises_comes_out():
    def progress(done, left):
        raise RuntimeError("enough")
    with pytest.raises(RuntimeError, match="enough"):
        touchline.Game("pocket-rugby").solve(progress=progress)


# Who starts the tests in the background may have told them to ignore Ctrl-C.
INTERRUPTED = """
import signal
import touchline
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    touchline.Game("pocket-rugby").{call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("call", ["start().odds(progress=lambda done, left: print('begun', flush=True))",
                                  "start().roll(touchline.Dice(1)).review(progress=lambda done, left: print('begun', flush=True))",
                                  "start().roll(touchline.Dice(1)).export(progress=lambda done, left: print('begun', flush=True))",
                                  "solve(progress=lambda done, left: print('begun', flush=True))",
                                  "simulate('coach', 'coach', 10**9, progress=lambda done, left: print('begun', flush=True))"])
def test_ctrl_c_stops_it(call):
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(call=call)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().endswith("interrupted\n")
        assert process.wait() == 0


ENDING = """
import threading
import touchline
begun = threading.Event()
told = lambda done, left: begun.set()
work = lambda: touchline.Game("pocket-rugby").simulate("coach", "coach", 10**9, progress=told)
threading.Thread(target=work, daemon=True).start()
begun.wait()
"""


def test_a_program_may_end_while_a_thread_of_it_works():
    ended = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True)
    assert ended.returncode == 0 and "FATAL" not in ended.stderr


THINKING = """
import os, signal, threading, time
import touchline
signal.signal(signal.SIGINT, signal.default_int_handler)
game = touchline.Game("pocket-rugby")
bot, state, dice = game.bot("perfect"), game.start(), touchline.Dice(1)
while state.turn.kind == "chance":
    state.roll(dice)


def interrupt():
    while not bot._lock.locked():
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)


threading.Thread(target=interrupt, daemon=True).start()
try:
    bot.choose(state)
except KeyboardInterrupt:
    print("busy" if bot._lock.locked() else "idle", flush=True)
"""


def test_ctrl_c_gives_up_waiting_for_a_bot_that_thinks_and_leaves_it_to_itself():
    said = subprocess.run([sys.executable, "-c", THINKING], capture_output=True, text=True, check=True)
    assert said.stdout == "busy\n"


def test_simulations_are_the_same_for_any_number_of_threads():
    assert SMALL.simulate("coach", "random", 500, 3, 1) == SMALL.simulate("coach", "random", 500, 3, 2)
    assert SMALL.simulate("coach", "random", 500, 3) != SMALL.simulate("coach", "random", 500, 4)


def test_a_duel_agrees_with_games_that_are_played():
    exact = SMALL.duel("coach", "random")
    played = SMALL.simulate("coach", "random", 4000, 1)
    assert exact.exact and abs(played["home"]["share"] - exact.home) < 2 * played["home"]["error"]


def test_rules_that_have_no_answer_say_so():
    with pytest.raises(touchline.Unknown):
        touchline.Game("red-boar-gridiron", {"mode": "cards"}).duel("coach", "random")


def test_a_record_is_reviewed_as_json_text_and_page():
    record = play_out(SMALL, 4).record()
    assert isinstance(touchline.review(record), dict)
    assert "<html" in touchline.review(record, "html") and "<html" not in touchline.review(record, "text")
    assert touchline.review(record, "text", "fr") != touchline.review(record, "text", "en")


# Exports.

@pytest.mark.parametrize("seed", range(3))
def test_wpa_sums_to_the_result(seed):
    state = play_out(SMALL, seed)
    result = {"home": 1, "draw": 0.5, "away": 0}[state.result]
    plays = touchline.export.rows(state)
    assert abs(plays[0]["home_wp"] + sum(play["home_wpa"] for play in plays) - result) < 1e-9
    signed = sum(play["wpa"] * (-1 if play["posteam_type"] == "away" else 1) for play in plays)
    assert abs(plays[0]["home_wp"] + signed - result) < 1e-9


def test_csv_rows_and_frame_are_the_same_games(tmp_path):
    state = play_out(SMALL, 5)
    path = tmp_path / "a.record"
    path.write_text(state.record())
    read = list(csv.DictReader(io.StringIO(touchline.export.csv(path))))
    rows = touchline.export.rows(state.record())
    assert [row["desc"] for row in rows] == [row["desc"].lstrip("'") for row in read]
    assert {"posteam", "defteam", "qtr", "down", "ydstogo", "yardline_100", "play_type", "yards_gained", "wp", "wpa", "luck",
            "error", "method"} <= set(read[0])
    pandas = pytest.importorskip("pandas")
    frame = touchline.export.frame([state, play_out(SMALL, 6)])
    assert list(frame.columns) == list(read[0]) and frame["game_id"].nunique() == 2
    assert pandas.api.types.is_float_dtype(frame["wpa"])
    assert len(touchline.export.frame(state, "box")) > 3 and len(touchline.export.frame(state, "drives")) > 0


def test_without_pandas_one_sentence_says_what_to_install():
    code = ("import sys; sys.modules['pandas'] = None\nimport touchline.export\ntry:\n    touchline.export.frame([])\n"
            "except touchline.MissingPackage as reason:\n    print(reason)")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "python3-pandas" in said.stdout


def test_an_export_of_nothing_is_refused(tmp_path):
    for source in ("", "nonsense", tmp_path / "nowhere"):
        with pytest.raises(touchline.Error):
            touchline.export.csv(source)


@pytest.fixture(scope="module")
def own():
    """A game on a sheet of one's own, and the record of one."""
    game = touchline.Game("sports-dice-football", {"target": 3}, SMALL.sheet.replace("field_goal = 3", "field_goal = 2"))
    assert game != SMALL
    return game, play_out(game, 4).record()


def test_a_record_on_a_sheet_of_ones_own_is_refused_until_the_sheet_is_given(own, tmp_path):
    game, record = own
    path = tmp_path / "own.toml"
    path.write_text(game.sheet)
    for call in (touchline.review, touchline.verify, touchline.export.csv, touchline.export.rows, touchline.export.frame):
        if call is touchline.export.frame:
            pytest.importorskip("pandas")
        with pytest.raises(touchline.Refused, match="give that sheet"):
            call(record)
        assert len(call(record, sheet=game.sheet).id if call is touchline.verify else call(record, sheet=path)) > 1
    assert touchline.verify(record, path) == game
    assert touchline.verify_dice(record, path)["error"]["code"] == "no-proof"
    assert touchline.verify(play_out(SMALL, 4).record(), game.sheet) == SMALL


def test_a_frame_of_what_is_no_game_is_refused():
    pytest.importorskip("pandas")
    for arguments in ((5,), (None,), ([5],), ([], "weather"), ([], None)):
        with pytest.raises(touchline.Misuse):
            touchline.export.frame(*arguments)
    assert len(touchline.export.frame(iter([play_out(SMALL, 5)]), "box")) > 3


# The exact value of a strategy.

TINY = touchline.Game("red-boar-gridiron", {"quarter_seconds": 10, "overtime": "tie", "penalties": False})


def best(state, seat):
    return state.advise(seat)[0].action


def test_the_value_of_best_play_is_what_the_odds_say():
    assert abs(touchline.lab.value(TINY, best, best) - TINY.start().odds().value("home")) < 1e-8


def test_the_value_of_a_habit_is_what_the_duel_says():
    def first(state, seat):
        return state.legal_ids(seat)[0]
    assert abs(touchline.lab.value(TINY, first, best) - TINY.duel("first", "perfect").value("home")) < 1e-8


def test_values_of_what_is_too_large_or_secret_are_refused():
    def first(state, seat):
        return state.legal_ids(seat)[0]
    with pytest.raises(touchline.Unknown, match="too large"):
        touchline.lab.value(touchline.Game("pocket-rugby"), first, first, limit=50)
    with pytest.raises(touchline.Misuse, match="secret"):
        touchline.lab.value(touchline.Game("red-boar-gridiron", {"mode": "cards", "quarter_seconds": 10}), first, first)


def test_answers_are_json():
    assert json.dumps(SMALL.duel("first", "last")._asdict())
    assert isinstance(np.float64(SMALL.start().odds().home), float)
