"""Batches: the same as one game at a time, whatever the number of threads; wrong arrays are refused."""

import subprocess
import sys

import numpy as np
import pytest
from conftest import play_out

import touchline


def steps(game, count, threads, at_end="go-on", rounds=60):
    batch, generator, told = game.batch(count, at_end, threads), np.random.default_rng(4), []
    step = batch.reset(100)
    for _ in range(rounds):
        told.append([array.tobytes() for array in step])
        step = batch.step(batch.random_actions(generator))
    return told


def test_the_number_of_threads_changes_nothing(game):
    assert steps(game, 33, 1) == steps(game, 33, 2) == steps(game, 33, 7)


def test_the_arrays_are_what_each_position_says(game):
    batch, generator = game.batch(12), np.random.default_rng(1)
    step = batch.reset(range(12))
    for _ in range(40):
        for index in range(12):
            state = batch.state(index)
            turn = state.turn
            if step.seats[index] < 0:
                assert not game.choices and not step.masks[index].any()
                continue
            seat = ("home", "away")[step.seats[index]]
            assert turn.kind in ("choice", "secret")
            assert list(np.flatnonzero(step.masks[index])) == sorted(state.legal_ids(seat))
            assert tuple(batch.scores()[index]) == state.score
            if seat in turn.waiting or turn.seat == seat:
                assert (step.observations[index] == state.observation(seat)).all()
        step = batch.step(batch.random_actions(generator))


def test_games_that_stop_stay_over_and_rewards_tell_who_won(game):
    batch, generator = game.batch(40, "stop"), np.random.default_rng(2)
    step = batch.reset(7)
    rewards = np.zeros((40, 2))
    for _ in range(3000):
        step = batch.step(batch.random_actions(generator))
        rewards += step.rewards
        if (step.seats < 0).all() and not step.ends.any():
            break
    else:
        pytest.fail("the games do not end")
    for index in range(40):
        expected = {"home": (1, -1), "away": (-1, 1), "draw": (0, 0)}[batch.state(index).result]
        assert tuple(rewards[index]) == expected


def test_games_that_go_on_begin_anew(game):
    batch, generator, ended = game.batch(30), np.random.default_rng(3), 0
    step = batch.reset(7)
    for _ in range(1500):
        step = batch.step(batch.random_actions(generator))
        assert (np.abs(step.rewards).sum(axis=1)[step.ends == 0] == 0).all()
        ended += int(step.ends.sum())
        if ended > 60:
            break
    assert ended > 60
    if game.choices:
        assert (step.seats >= 0).all()


def test_minus_one_leaves_a_game_where_it_is():
    game = touchline.Game("pocket-rugby")
    batch, generator = game.batch(10), np.random.default_rng(3)
    step = batch.reset(5)
    actions = batch.random_actions(generator)
    before = [batch.state(index).text for index in range(10)]
    seen, seats = step.observations[::2].copy(), step.seats[::2].copy()
    actions[::2] = -1
    step = batch.step(actions)
    after = [batch.state(index).text for index in range(10)]
    assert after[::2] == before[::2]
    assert all(one != other for one, other in zip(before[1::2], after[1::2]))
    assert (step.observations[::2] == seen).all() and (step.seats[::2] == seats).all()
    assert not step.ends[::2].any() and not step.rewards[::2].any()


def test_an_illegal_action_changes_no_game():
    batch = touchline.Game("pocket-gridiron").batch(5)
    step = batch.reset(3)
    before = [batch.state(index).text for index in range(5)]
    actions = batch.random_actions(np.random.default_rng(1))
    actions[4] = int(np.flatnonzero(step.masks[4] == 0)[0])
    with pytest.raises(touchline.Refused):
        batch.step(actions)
    assert [batch.state(index).text for index in range(5)] == before


@pytest.mark.parametrize("actions", [
    [0, 0], np.zeros((3, 1), int), np.zeros(3), np.array(["a", "b", "c"]), None, 5, [None, 1, 2], [2**40, 0, 0], [0.5, 1, 1],
    range(10**13), np.zeros(3, bool), np.zeros(3, complex), [[], [1], [2, 3]], [2**70, 0, 0], "abc", np.full(3, 10**6), np.full(3, -2)])
def test_actions_of_a_wrong_shape_or_kind_are_refused(actions):
    batch = touchline.Game("sports-dice-football").batch(3)
    batch.reset(0)
    with pytest.raises(touchline.Error):
        batch.step(actions)
    batch.step(batch.random_actions(np.random.default_rng(0)))


@pytest.mark.parametrize("seeds", [[1, 2], np.zeros((3, 1), int), [0.5, 1, 2], [-1, 0, 1], "abc", 2**64, -1, None, [2**70, 1, 2],
                                   range(10**13), range(2), [2**63, 2, -1], [2**63, 2, 0.5]])
def test_seeds_of_a_wrong_shape_or_kind_are_refused(seeds):
    with pytest.raises(touchline.Error):
        touchline.Game("gridiron-glory").batch(3).reset(seeds)


@pytest.mark.parametrize("count", [0, -1, 2**39, 2**63, 2**70, "many", 1.5, None, True])
def test_numbers_of_games_that_cannot_be_are_refused(count):
    with pytest.raises(touchline.Error):
        touchline.Game("gridiron-glory").batch(count)


@pytest.mark.parametrize("arguments", [(3, "never"), (3, None), (3, "stop", -1), (3, "stop", 10**9), (3, "stop", "two"),
                                       (3, ["stop"]), (3, np.array(["stop", "go-on"]))])
def test_odd_arguments_of_a_batch_are_refused(arguments):
    with pytest.raises(touchline.Error):
        touchline.Game("gridiron-glory").batch(*arguments)


def test_views_and_strided_or_narrow_arrays_are_taken():
    batch = touchline.Game("pocket-rugby").batch(8)
    batch.reset(np.arange(16, dtype=np.uint8)[::2])
    actions = batch.random_actions(np.random.default_rng(0))
    batch.step(np.repeat(actions.astype(np.int64), 2)[::2])
    batch.step(list(batch.random_actions(np.random.default_rng(0))))


def test_random_actions_are_legal_and_each_legal_one_comes():
    masks = np.zeros((3000, 9), np.uint8)
    masks[:, [1, 4, 8]] = 1
    drawn = touchline.random_actions(masks, np.random.default_rng(1))
    counts = np.bincount(drawn, minlength=9)
    assert set(np.flatnonzero(counts)) == {1, 4, 8} and counts[[1, 4, 8]].min() > 800


def test_a_batch_plays_as_one_game_at_a_time_does():
    game = touchline.Game("sports-dice-football", {"target": 3})
    alone = np.mean([play_out(game, seed).result == "home" for seed in range(300)])
    batch, generator, wins, ends = game.batch(300), np.random.default_rng(1), 0, 0
    batch.reset(0)
    while ends < 3000:
        step = batch.step(batch.random_actions(generator))
        wins, ends = wins + int((step.rewards[:, 0] > 0).sum()), ends + int(step.ends.sum())
    assert abs(wins / ends - alone) < 0.13


def test_finals_are_the_positions_in_which_games_ended():
    game = touchline.Game("sports-dice-football", {"target": 3})
    stopping, going_on = game.batch(8, at_end="stop"), game.batch(8)
    stopping.reset(3)
    going_on.reset(3)
    assert not going_on.finals()[0].any() and not going_on.finals()[1].any()
    generator = np.random.default_rng(1)
    while (stopping.now.seats >= 0).any():
        actions = stopping.random_actions(generator)
        actions[stopping.now.seats < 0] = -1
        stopping.step(actions)
        going_on.step(actions)
    for seat in ("home", "away"):
        observations, scores = going_on.finals(seat)
        for index in range(8):
            last = stopping.state(index)
            assert last.over and (last.observation(seat) == observations[index]).all() and tuple(scores[index]) == last.score
    for seat in ("referee", 2, None):
        with pytest.raises(touchline.Error):
            going_on.finals(seat)


def test_small_and_large_seeds_are_taken_side_by_side():
    batch = touchline.Game("pocket-rugby").batch(3)
    for seeds in ([2**63, 2, 2**64 - 1], (0, np.uint64(2**63), 1)):
        listed = [array.copy() for array in batch.reset(seeds)]
        assert all((one == other).all() for one, other in zip(listed, batch.reset(np.array(seeds, np.uint64))))


def test_a_new_batch_is_reset_with_the_seeds_from_0_on():
    new, reset = touchline.Game("pocket-rugby").batch(5), touchline.Game("pocket-rugby").batch(5)
    reset.reset(range(5))
    assert all((one == other).all() for one, other in zip(new.now, reset.now)) and new.now.masks.any(axis=1).all()
    new.step(new.random_actions(np.random.default_rng(1)))


@pytest.mark.parametrize("masks, generator", [
    (np.ones((2, 3), np.uint8), None), (np.ones((2, 3), np.uint8), 5), (np.ones(3, np.uint8), np.random.default_rng(1)), (None, np.random.default_rng(1)),
    (np.ones((2, 0), np.uint8), np.random.default_rng(1)), (np.ones((2, 3)), np.random.default_rng(1))])
def test_random_actions_of_what_is_no_mask_or_by_no_generator_are_refused(masks, generator):
    with pytest.raises(touchline.Misuse):
        touchline.random_actions(masks, generator)


FORKED = """
import gc, os, signal
import touchline
batch = touchline.Game("pocket-rugby").batch(1000, threads=2)
batch.reset(1)
small = touchline.Game("sports-dice-football", {"target": 3})
small.start().odds()
child = os.fork()
if not child:
    signal.alarm(60)
    for call in (batch.reset, batch.scores, batch.finals, lambda: batch.step([0] * 1000), lambda: batch.state(0)):
        try:
            call()
        except touchline.Misuse as reason:
            print(reason, flush=True)
    batch.close()
    del call, batch
    gc.collect()
    touchline.Game("pocket-rugby").batch(1000, threads=2).reset(1)
    small.start().odds()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
batch.reset(2)
"""


def test_a_forked_process_refuses_batches_of_the_other_and_begins_threads_of_its_own():
    told = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(told) == 5 and all("make another one in this process" in line for line in told)
