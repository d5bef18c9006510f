"""Bad input of every kind: one sentence of our own type, and the process goes on."""

import copy
import gc
import pickle
import threading

import numpy as np
import pytest
from conftest import play_out

import touchline

GAME = touchline.Game("sports-dice-football")


def refused(call, *arguments, **named):
    with pytest.raises(touchline.Error) as caught:
        call(*arguments, **named)
    message = str(caught.value)
    assert message and "\n" not in message.strip() and caught.value.status != "ok"
    return caught.value


@pytest.mark.parametrize("arguments, code", [
    (("chess",), "unknown-game"), (("gridiron-glory", {"overtime": "never"}), "bad-option"), (("gridiron-glory", {"nothing": 1}), "bad-option"),
    (("gridiron-glory", {}, "no = [toml"), "bad-sheet"), (("gridiron-glory", {}, ""), "bad-sheet")])
def test_games_that_cannot_be_opened_are_refused_with_the_protocols_code(arguments, code):
    assert refused(touchline.Game, *arguments).code == code


@pytest.mark.parametrize("arguments", [(None,), (5,), ("",), ("a\0b",), ("\ud800",), (b"gridiron-glory",), ("x" * 10**6,), ("gridiron-glory", 5),
                                       ("gridiron-glory", {"a": object()}), ("gridiron-glory", {"a": float("nan")}), ("gridiron-glory", ["overtime"]),
                                       ("gridiron-glory", None, 5), ("gridiron-glory", None, b"x")])
def test_odd_arguments_of_a_game_are_refused(arguments):
    refused(touchline.Game, *arguments)


def test_a_sheet_that_cannot_be_read_is_refused(tmp_path):
    refused(touchline.Game, "gridiron-glory", None, tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    refused(touchline.Game, "gridiron-glory", None, tmp_path / "bytes.toml")


def test_steps_that_the_rules_forbid_change_nothing():
    state = GAME.start()
    before = state.text
    for call, argument in ((state.play, "punt"), (state.play, 0), (state.resolve, ["heads"]), (state.resolve, 99),
                           (state.resolve, []), (state.resolve, [1]), (state.resolve, "home"), (state.resolve, -1),
                           (state.resolve, 2**80), (state.resolve, 0.5), (state.resolve, None)):
        refused(call, argument)
    refused(state.undo)
    refused(state.play_secret, 0, 0)
    assert state.text == before
    state.resolve(["home"])
    assert refused(state.play, "punt").code == "illegal-action"
    for action in ("no such thing", -1, 10**9, 2**70, None, 1.5, True, [], np.float64(1)):
        refused(state.play, action)
    refused(state.roll)
    refused(state.choose, "away", "offense")


HUGE = 10**5000  # which Python refuses to write in digits


def test_numbers_that_cannot_be_written_are_refused():
    state = GAME.start()
    for call in (state.resolve, state.tokens, touchline.Dice, GAME.batch, GAME.batch(3).reset, GAME.batch(3).state, state.odds,
                 lambda number: GAME.bot("coach", number), lambda number: GAME.simulate(games=number),
                 lambda number: state.resolve([number]), lambda number: state.view([number])):
        assert len(str(refused(call, HUGE))) < 150
    refused(state.resolve(["home"]).play, HUGE)


def test_what_is_nested_without_end_is_refused():
    deep = {}
    for _ in range(100_000):
        deep = {"a": deep}
    for call in (lambda: touchline.Game("gridiron-glory", deep), lambda: GAME.set(score=deep), lambda: touchline.Protocol().ask(deep)):
        assert "nested too deeply" in str(refused(call))


@pytest.mark.parametrize("seat", ["referee", 2, -1, None, 1.0, True, "", [], 2**70, pytest.param(HUGE, id="huge")])
def test_seats_that_are_none_are_refused(seat):
    state = GAME.start().resolve(["home"])
    refused(state.observation, seat)
    refused(state.choose, seat, "offense")
    if seat != 2:
        refused(state.view, seat)


@pytest.mark.parametrize("call", [GAME.position, GAME.replay, touchline.review, touchline.verify, touchline.Game.of_record])
@pytest.mark.parametrize("text", ["", "nonsense", "\0", "é" * 1000, "[Game \"chess\"]\n", None, 7, "{" * 5000])
def test_texts_that_are_no_position_or_record_are_refused(call, text):
    refused(call, text)


def test_positions_of_other_rules_are_refused():
    refused(GAME.position, touchline.Game("gridiron-glory").start().text)
    refused(GAME.replay, touchline.Game("gridiron-glory").start().record())
    refused(GAME.set, score={"home": -5})
    refused(GAME.set, nothing=1)
    refused(GAME.set, score=object())


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), "soon", 1e300, pytest.param(10**400, id="huge")])
def test_times_that_are_none_are_refused(seconds):
    refused(GAME.start().odds, seconds)
    refused(GAME.start().resolve(["home"]).advise, None, seconds)


def test_knowledge_that_is_asked_wrongly_is_refused():
    refused(GAME.start().advise, "home")
    refused(GAME.bot, "nobody")
    refused(GAME.bot, "coach", -1)
    refused(GAME.duel, "nobody", "coach")
    refused(GAME.simulate, games=0)
    refused(GAME.simulate, games=2**70)
    refused(GAME.simulate, seed="one")
    refused(GAME.simulate, threads=-1)
    refused(GAME.bot("coach").choose, GAME.start())
    refused(GAME.bot("coach").choose, touchline.Game("pocket-rugby").start())
    refused(GAME.bot("coach").choose, "a state")
    refused(touchline.Bot, "game", "coach")
    refused(play_out(GAME, 1).review, "pdf")
    refused(play_out(GAME, 1).review, "json", "de")
    refused(play_out(GAME, 1).export, "weather")
    refused(play_out(GAME, 1).export, "plays", "xml")


@pytest.mark.parametrize("progress", [5, "progress", [print]])
def test_a_progress_that_is_no_function_is_refused(progress):
    for call in (GAME.solve, GAME.simulate, GAME.duel, GAME.figures, GAME.start().odds, GAME.start().resolve(["home"]).advise,
                 GAME.start().review, GAME.start().export):
        assert "progress has to be a function" in str(refused(call, progress=progress))


def test_what_exists_once_is_neither_copied_nor_pickled():
    for thing in (touchline.Dice(1), GAME.bot("coach"), GAME.batch(2), touchline.Protocol()):
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            assert f"a {type(thing).__name__} cannot be copied or pickled" in str(refused(call, thing))


def test_what_was_closed_refuses_everything():
    state, bot, batch = GAME.start(), GAME.bot("coach"), GAME.batch(3)
    for thing in (state, bot, batch):
        thing.close()
        thing.close()
    for call in (lambda: state.turn, lambda: state.text, lambda: state.score, state.clone, state.roll, state.odds, state.chances,
                 state.undo, lambda: state.play(0), lambda: state.view("home"), lambda: state.observation("home"),
                 lambda: hash(state), lambda: state == GAME.start(), lambda: pickle.dumps(state), lambda: repr(state),
                 lambda: bot.choose(GAME.start().resolve(["home"])), batch.reset, lambda: batch.step([0, 0, 0]),
                 lambda: batch.state(0), batch.scores):
        assert refused(call).status == "bad-handle"


def test_things_outlive_what_they_were_made_from():
    state, bot, batch = touchline.Game("gridiron-glory").start(), touchline.Game("pocket-rugby").bot("coach"), touchline.Game("gridiron-glory").batch(2)
    state.game = None
    gc.collect()
    assert state._handle.pointer and bot and batch.reset(1)
    assert batch.state(1).turn


def test_errors_are_pickled_with_status_and_code():
    error = pickle.loads(pickle.dumps(refused(touchline.Game, "chess")))
    assert isinstance(error, touchline.Refused) and isinstance(error, ValueError)
    assert (error.status, error.code) == ("refused", "unknown-game")


def test_threads_that_share_a_position_find_it_whole():
    state, failures = GAME.start(), []

    def work(seed):
        generator, dice = np.random.default_rng(seed), touchline.Dice(seed)
        for _ in range(400):
            try:
                turn = state.turn
                if turn.kind == "chance":
                    state.roll(dice)
                elif turn.kind == "over":
                    state.undo()
                else:
                    state.play(int(generator.choice(state.legal_ids() or [0])))
                state.observation("home"), state.text, state.view("away"), state.clone().steps
            except touchline.Error:
                pass  # another thread was first: the rules say so
            except BaseException as reason:  # noqa: B902
                failures.append(reason)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures
    assert GAME.position(state.text) == state


def test_threads_that_share_a_batch_or_a_bot_take_turns():
    batch, bot, failures = GAME.batch(50), GAME.bot("coach"), []
    batch.reset(1)
    at_choice = GAME.start().resolve(["home"])

    def work(seed):
        try:
            for _ in range(60):
                batch.step(np.full(50, -1))
                batch.state(seed).text, batch.scores()
                bot.choose(at_choice)
        except BaseException as reason:  # noqa: B902
            failures.append(reason)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures
