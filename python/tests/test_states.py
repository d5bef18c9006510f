"""Games and positions: what they tell, how they are copied, pickled, hashed and compared."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import MODES, play_out

import touchline


def test_every_game_of_the_engine_is_listed_with_its_options():
    listed = {game["id"] for game in touchline.games()}
    assert listed == {id for id, _ in MODES}
    assert all(option["name"] and "default" in option for game in touchline.games() for option in game["options"])


def test_the_version_is_the_librarys():
    assert touchline.__version__ == touchline.version() != ""


def test_a_game_tells_its_actions_events_and_layout(game):
    assert len(set(game.actions)) == len(game.actions)
    assert len(set(game.events)) == len(game.events)
    assert bool(game.actions) == game.choices
    covered = sorted((field.at, field.size) for field in game.fields)
    assert covered[0][0] == 0 and sum(size for _, size in covered) == game.observation_size
    assert all(at + size == after for (at, size), (after, _) in zip(covered, covered[1:]))


def test_games_are_equal_by_rules_and_sheet_not_by_how_they_were_named():
    assert touchline.Game("gridiron-glory") == touchline.Game("gridiron-glory") == touchline.Game("qb-blitz", {"overtime": "sudden-death"})
    assert touchline.Game("gridiron-glory") != touchline.Game("gridiron-glory", {"overtime": "tie"})
    assert len({touchline.Game("gridiron-glory"), touchline.Game("gridiron-glory")}) == 1


def test_a_game_with_its_own_sheet_survives_pickling(game):
    own = touchline.Game(game.id, {}, game.sheet)
    again = pickle.loads(pickle.dumps(own))
    assert again.sheet_hash == own.sheet_hash and again == own
    assert own.sheet_hash in repr(own) and game.sheet_hash not in repr(touchline.Game(game.id))


def test_the_game_of_a_record_survives_pickling(game):
    found = touchline.Game.of_record(game.start().record())
    assert found == game and pickle.loads(pickle.dumps(found)) == game


def test_a_random_game_ends_with_a_winner_and_its_record_replays(game):
    state = play_out(game, 11)
    assert state.over and state.result in ("home", "away", "draw")
    again = game.replay(state.record())
    assert again == state and again.score == state.score and again.steps == state.steps
    assert touchline.verify(state.record()) == game


def test_the_same_seed_gives_the_same_game(game):
    assert play_out(game, 5).record() == play_out(game, 5).record() != play_out(game, 6).record()


def test_weights_tokens_and_resolve_agree(game):
    state = play_out(game, 2, stop=lambda state: state.turn.kind == "chance" and state.steps >= 6)
    weights = state.chances()
    assert weights.dtype == np.uint64 and (weights > 0).all()
    for outcome in {0, len(weights) // 2, len(weights) - 1}:
        by_number = state.clone().resolve(outcome)
        by_tokens = state.clone().resolve(state.tokens(outcome))
        assert by_number == by_tokens


def test_no_chance_has_weights_where_nothing_rolls_and_no_seat_decides_where_dice_fall(game):
    def look(state):
        kind = state.turn.kind
        assert (len(state.chances()) > 0) == (kind == "chance")
        assert bool(state.legal_ids("home") or state.legal_ids("away")) == (kind in ("choice", "secret"))
        assert state.result is None
    play_out(game, 3, look)


def test_positions_come_back_from_their_text(game):
    def look(state):
        if len(state.turn.waiting) != 1:  # a text holds no choice that waits
            assert game.position(state.text) == state
    play_out(game, 4, look)


def test_copies_are_equal_and_live_their_own_lives(game):
    state = play_out(game, 7, stop=lambda state: state.steps == 9)
    for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and hash(twin) == hash(state) and twin.steps == state.steps
        before = state.text
        while twin.turn.kind == "chance":
            twin.roll(touchline.Dice(1))
        twin.undo()
        assert state.text == before


def test_a_choice_that_waits_survives_pickling_and_counts_in_comparisons():
    game = touchline.Game("red-boar-gridiron", {"mode": "cards"})
    state = play_out(game, 1, stop=lambda state: len(state.turn.waiting) == 2 and len(state.legal_ids("home")) > 1)
    first, second = state.legal_ids("home")[:2]
    one, other = state.clone().choose("home", first), state.clone().choose("home", second)
    assert one != other and one != state
    again = pickle.loads(pickle.dumps(one))
    assert again == one and again.turn.waiting == ("away",)
    reply = one.legal_ids("away")[0]
    assert again.choose("away", reply) == one.choose("away", reply) == state.play_secret(first, reply)


def test_pickled_states_are_read_by_another_process(tmp_path):
    state = play_out(touchline.Game("pocket-rugby"), 7, stop=lambda state: state.steps == 20)
    path = tmp_path / "state"
    path.write_bytes(pickle.dumps(state))
    said = subprocess.run([sys.executable, "-c", "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).text)", path],
                          capture_output=True, text=True, check=True)
    assert said.stdout.strip() == state.text


def test_equal_positions_of_different_histories_are_one_key():
    game = touchline.Game("sports-dice-football")
    there_and_back = game.start().resolve(["home"]).undo()
    assert {game.start(): 1}[there_and_back] == 1
    assert game.start() != touchline.Game("sports-dice-football", {"target": 7}).start()
    assert game.start() != "a text"


def test_undo_goes_back_to_the_start(game):
    state = play_out(game, 8)
    for _ in range(state.steps):
        state.undo()
    assert state == game.start()


def test_set_puts_the_table_into_a_position():
    state = touchline.Game("sports-dice-football").set(score={"home": 14, "away": 20})
    assert state.score == (14, 20)


def test_all_scores_that_happened_are_the_score(game):
    points = {"home": 0, "away": 0}

    def look(state):
        for happening in state.happened():
            if happening["what"] == "score":
                points[happening["seat"]] += happening["amount"]
    state = play_out(game, 9, look)
    look(state)
    assert (points["home"], points["away"]) == state.score


def test_bots_choose_legal_actions(game):
    if not game.choices:
        pytest.skip("nothing to choose")
    bots = [game.bot(name, 3) for name in ("random", "coach", "first")]

    def look(state):
        turn = state.turn
        if turn.kind in ("choice", "secret") and state.steps < 60:
            assert all(bot.choose_id(state, turn.seat) in state.legal_ids(turn.seat) for bot in bots)
    play_out(game, 12, look)


def test_the_protocol_answers_in_this_process():
    table = touchline.Protocol()
    assert table.ask({"cmd": "new", "game": "gridiron-glory", "seed": 3})["ok"]
    assert table.ask({"cmd": "choose", "action": "x"})["error"]["code"] == "wrong-turn"
