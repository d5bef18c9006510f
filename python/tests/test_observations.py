"""Observations: within their bounds, from the seat's point of view, and without anything that the seat may not know."""

import numpy as np
import pytest
from conftest import play_out

import touchline


def test_observations_stay_within_the_bounds_that_the_game_tells(game):
    low = np.concatenate([np.full(field.size, field.min) for field in game.fields])
    high = np.concatenate([np.full(field.size, field.max) for field in game.fields])

    def look(state):
        for seat in ("home", "away"):
            seen = state.observation(seat)
            assert np.isfinite(seen).all() and (seen >= low).all() and (seen <= high).all()
    look(play_out(game, 21, look))


def test_both_seats_see_every_node_and_different_positions_look_different(game):
    seen = {}

    def look(state):
        seen.setdefault(state.observation("home").tobytes(), set()).add(str(state.view("home")) + str(state.turn))
    play_out(game, 22, look)
    assert len(seen) > 10


@pytest.fixture(scope="module")
def cards():
    return touchline.Game("red-boar-gridiron", {"mode": "cards"})


def hidden_deals(game, seed):
    """Positions before a chance turn whose outcome one seat may not see, with that seat."""
    found = []

    def look(state):
        turn = state.turn
        if turn.kind != "chance" or len(state.chances()) < 2:
            return
        last = state.clone().resolve(len(state.chances()) - 1)
        first = state.clone().resolve(0)
        for seat in ("home", "away"):
            if first.view(seat) == last.view(seat) and first.view("everything") != last.view("everything"):
                found.append((state.clone(), seat))
    play_out(game, seed, look)
    return found


def test_redealt_hands_give_the_same_bytes(cards):
    deals = hidden_deals(cards, 31)
    assert len(deals) > 3
    for state, seat in deals:
        outcomes = range(0, len(state.chances()), max(1, len(state.chances()) // 12))
        dealt = [state.clone().resolve(outcome) for outcome in outcomes]
        assert len({one.text for one in dealt}) > 1
        assert len({one.observation(seat).tobytes() for one in dealt}) == 1
        assert len({str(one.view(seat)) for one in dealt}) == 1
        assert len({one.record(seat) for one in dealt}) == 1


def test_the_owner_of_redealt_hands_sees_the_difference(cards):
    state, seat = hidden_deals(cards, 31)[0]
    other = "away" if seat == "home" else "home"
    first, last = state.clone().resolve(0), state.clone().resolve(len(state.chances()) - 1)
    assert first.observation(other).tobytes() != last.observation(other).tobytes()


def test_a_choice_that_waits_shows_the_other_seat_nothing(cards):
    looked = 0

    def look(state):
        nonlocal looked
        if len(state.turn.waiting) == 2 and len(state.legal_ids("home")) > 1:
            looked += 1
            waiting = [state.clone().choose("home", action) for action in state.legal_ids("home")]
            assert len({one.observation("away").tobytes() for one in waiting}) == 1
            assert len({one.record("away") for one in waiting}) == 1
            assert len({str(one.view("away")) for one in waiting}) == 1
    play_out(cards, 32, look)
    assert looked > 3


def test_an_array_to_fill_is_filled_and_a_wrong_one_refused():
    state = touchline.Game("gridiron-glory").start()
    out = np.full(state.game.observation_size, 9, np.float32)
    assert state.observation("home", out) is out and (out != 9).all()
    for wrong in (np.zeros(3, np.float32), np.zeros(len(out), np.float64), np.zeros(2 * len(out), np.float32)[::2], [0.0], 5):
        with pytest.raises(touchline.Misuse):
            state.observation("home", wrong)
    out.flags.writeable = False
    with pytest.raises(touchline.Misuse):
        state.observation("home", out)


def test_words_name_the_numbers_of_a_field(game):
    named = [field for field in game.fields if field.words]
    assert {"turn", "event"} <= {field.name for field in named}
    assert all(len(field.words) == field.size for field in named)
