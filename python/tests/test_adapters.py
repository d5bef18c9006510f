"""The adapters: with the foreign packages where they are, else with stand-ins of what is used of them."""

import copy
import importlib.util
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import MODES, name_of

import touchline

STAND_INS = Path(__file__).parent / "stand_ins"
if not all(importlib.util.find_spec(name) for name in ("gymnasium", "pettingzoo", "pyspiel")):
    sys.path.append(str(STAND_INS))  # behind all others: a real package comes first

import pyspiel  # noqa: E402

import touchline.gymnasium  # noqa: E402
import touchline.openspiel  # noqa: E402
import touchline.pettingzoo  # noqa: E402

modes = pytest.mark.parametrize("mode", MODES, ids=name_of)


@pytest.mark.parametrize("adapter, package", [("openspiel", "open_spiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")])
def test_without_the_package_one_sentence_says_what_to_install(adapter, package):
    code = (f"import sys\nfor name in ('pyspiel', 'pettingzoo', 'gymnasium'): sys.modules[name] = None\n"
            f"import touchline\ntry:\n    import touchline.{adapter}\nexcept touchline.MissingPackage as reason:\n    print(reason)")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install {package}" in said.stdout and said.stdout.count("\n") == 1


# PettingZoo.

def mask_play(env, seed, on_turn=lambda env, agent: None):
    env.reset(seed=seed)
    generator, totals = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(100_000):
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        on_turn(env, agent)
        assert env.observation_space(agent).contains(observation)
        env.step(generator.choice(np.flatnonzero(observation["action_mask"])))
    assert not env.agents
    return totals


@modes
def test_two_agents_play_a_game_to_its_end_and_its_rewards_are_zero_sum(mode):
    env = touchline.pettingzoo.env(*mode[:1], options=mode[1])
    assert env.observation_space("player_0") is env.observation_space("player_0")
    totals = mask_play(env, 5)
    result = env.state_of_play.result
    assert totals == {"home": {"player_0": 1, "player_1": -1}, "away": {"player_0": -1, "player_1": 1},
                      "draw": {"player_0": 0, "player_1": 0}}[result]


def test_who_is_not_asked_has_an_empty_mask_and_still_sees():
    env = touchline.pettingzoo.env("pocket-rugby")

    def look(env, agent):
        other = env.possible_agents[1 - env.possible_agents.index(agent)]
        assert not env.observe(other)["action_mask"].any() and env.observe(other)["observation"].any()
    mask_play(env, 6, look)


def test_the_second_chooser_of_a_secret_turn_sees_nothing_of_the_firsts_choice():
    env, looked = touchline.pettingzoo.env("red-boar-gridiron", options={"mode": "cards"}), 0

    def look(env, agent):
        nonlocal looked
        if agent == "player_0" and len(env.state_of_play.turn.waiting) == 2:
            legal = np.flatnonzero(env.observe(agent)["action_mask"])
            twins = []
            for action in legal:
                twin = copy.copy(env)
                twin._table = copy.copy(env._table)
                twin._table.state = env._table.state.clone()
                for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
                    setattr(twin, name, dict(getattr(env, name)))
                twin.step(action)
                assert twin.agent_selection == "player_1"
                twins.append(b"".join(part.tobytes() for part in twin.observe("player_1").values()))
            assert len(set(twins)) == 1
            looked += len(legal) > 1
    mask_play(env, 7, look)
    assert looked > 3


@pytest.mark.parametrize("action", [99, -1, None, "0", 0.5, True, pytest.param(10**5000, id="huge"), np.array([1, 2])])
def test_pettingzoo_refuses_what_is_no_action(action):
    env = touchline.pettingzoo.env("pocket-rugby")
    env.reset(seed=1)
    with pytest.raises(touchline.Error):
        env.step(action)


def test_pettingzoo_refuses_odd_arguments():
    for arguments in ({"game": "chess"}, {"game": 5}, {"render_mode": "hologram"}, {"render_mode": np.array(["ansi", "human"])},
                      {"game": touchline.Game("gridiron-glory"), "options": {}}):
        with pytest.raises(touchline.Error):
            touchline.pettingzoo.env(**arguments)
    env = touchline.pettingzoo.env("pocket-rugby")
    for call in (env.observe, env.action_space, env.observation_space):
        for agent in ("referee", 5, None, []):
            with pytest.raises(touchline.Error):
                call(agent)


@pytest.mark.parametrize("seed", [-1, "x", 2.5, [1, 2], True, pytest.param(10**5000, id="huge")])
def test_seeds_that_are_none_are_refused(seed):
    for env in (touchline.pettingzoo.env("pocket-rugby"), touchline.gymnasium.SeatEnv("pocket-rugby"),
                touchline.gymnasium.SeatVectorEnv("pocket-rugby", 2)):
        with pytest.raises(touchline.Error):
            env.reset(seed=seed)
        env.reset(seed=np.int64(7))


def gone_on(env, again):
    """A copy made in the middle of a game goes on as the original does."""
    assert env.state_of_play == again.state_of_play if hasattr(env, "agents") else env.state == again.state
    told = []
    for one in (env, again):
        generator, path = np.random.default_rng(8), []
        for _ in range(500):
            if hasattr(one, "agents"):
                observation, *_, over, _, _ = one.last()
                mask, observation = observation["action_mask"], observation["observation"]
            else:
                mask, observation, over = one._info()["action_mask"], one.state.observation(one.seat), one._over
            path.append(observation.tobytes())
            if over:
                break
            one.step(int(generator.choice(np.flatnonzero(mask))))
        assert over
        told.append(path)
    assert told[0] == told[1]


@modes
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_environments_are_copied_and_pickled_in_the_middle_of_a_game(mode, copied):
    env = touchline.pettingzoo.env(mode[0], options=mode[1])
    assert copied(env).agents == env.agents
    env.reset(seed=3)
    for _ in range(10):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    gone_on(env, copied(env))
    env = touchline.gymnasium.SeatEnv(mode[0], seat="away", bot="random", options=mode[1])
    with pytest.raises(touchline.Refused):
        copied(env).step(0)
    _, info = env.reset(seed=3)
    for _ in range(3):
        info = env.step(int(np.flatnonzero(info["action_mask"])[0]))[-1]
    gone_on(env, copied(env))


def test_render_answers_or_prints_the_table(capsys):
    env = touchline.pettingzoo.env("gridiron-glory", render_mode="ansi")
    env.reset(seed=1)
    assert "Gridiron Glory" in env.render()
    env = touchline.pettingzoo.env("gridiron-glory", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None and "Gridiron Glory" in capsys.readouterr().out


# Gymnasium.

@modes
def test_one_seat_plays_a_bot_and_the_same_seed_is_the_same_game(mode):
    told = []
    for _ in range(2):
        env = touchline.gymnasium.SeatEnv(mode[0], seat="away", bot="coach", options=mode[1])
        observation, info = env.reset(seed=9)
        generator, over, path = np.random.default_rng(1), False, []
        while not over:
            assert env.observation_space.contains(observation)
            action = generator.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated and (over or reward == 0)
            path.append((observation.tobytes(), reward))
        assert reward == {"home": -1, "away": 1, "draw": 0}[env.state.result]
        with pytest.raises(touchline.Refused):
            env.step(0)
        told.append(path)
    assert told[0] == told[1]


def test_an_illegal_action_loses_or_raises():
    env = touchline.gymnasium.SeatEnv("pocket-rugby")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1, True, True)
    env = touchline.gymnasium.SeatEnv("pocket-rugby", illegal="raise")
    env.reset(seed=1)
    for action in (wrong, 999, -5, None, 1.5, "go", 10**5000, np.array([1, 2])):
        with pytest.raises(touchline.Error):
            env.step(action)


def test_many_games_at_once_against_an_opponent():
    asked = []

    def opponent(observations, masks):
        asked.append(len(masks))
        return masks.argmax(axis=1)
    env = touchline.gymnasium.SeatVectorEnv("sports-dice-football", 20, "away", opponent, options={"target": 3})
    _, infos = env.reset(seed=1)
    generator, ended = np.random.default_rng(1), 0
    for _ in range(200):
        assert (env.batch.now.seats == 1).all()
        _, rewards, over, _, infos = env.step(touchline.random_actions(infos["action_mask"], generator))
        assert (rewards[~over] == 0).all()
        ended += int(over.sum())
    assert ended > 20 and sum(asked) > 100
    env.close()


def test_a_game_that_ended_leaves_its_last_observation_and_info():
    env = touchline.gymnasium.SeatVectorEnv("sports-dice-football", 12, "away", options={"target": 3})
    _, infos = env.reset(seed=2)
    assert "final_obs" not in infos and infos["score"].shape == (12, 2)
    size, told = env.game.observation_size, 0
    score = next(field.at for field in env.game.fields if field.name == "score.own")
    for _ in range(60):
        observations, rewards, over, _, infos = env.step(touchline.random_actions(infos["action_mask"], env.np_random))
        assert ("final_obs" in infos) == over.any()
        if not over.any():
            continue
        final = infos["final_info"]
        for mask in (infos["_final_obs"], infos["_final_info"], final["_score"], final["_action_mask"]):
            assert (mask == over).all()
        for index in np.flatnonzero(over):
            last, points = infos["final_obs"][index], final["score"][index]
            assert last.shape == (size,) and env.single_observation_space.contains(last)
            assert np.sign(points[1] - points[0]) == rewards[index] and not final["action_mask"][index].any()
            assert abs(last[score] - points[1] / (points[1] + 32)) < 1e-6
            assert (last != observations[index]).any()
            told += 1
        assert all(infos["final_obs"][index] is None for index in np.flatnonzero(~over))
    assert told > 12
    env.close()


def test_gymnasium_refuses_odd_arguments():
    for arguments in ({"game": "chess"}, {"seat": "referee"}, {"bot": "nobody"}, {"illegal": "smile"}, {"render_mode": "x"},
                      {"illegal": np.array(["lose", "raise"])}, {"render_mode": ["ansi"]}):
        with pytest.raises(touchline.Error):
            touchline.gymnasium.SeatEnv(**arguments)
    for arguments in ({"game": "gridiron-glory"}, {"num_envs": 0}, {"opponent": "nobody"}):
        with pytest.raises(touchline.Error):
            touchline.gymnasium.SeatVectorEnv(**arguments)
    env = touchline.gymnasium.SeatVectorEnv("pocket-rugby", 4, opponent=lambda observations, masks: [0.5])
    with pytest.raises(touchline.Error):
        env.step(np.zeros(4, int))
    with pytest.raises(touchline.Error):
        for seed in range(20):
            env.reset(seed=seed)


def test_nobody_leaves_a_game_of_many_where_it_is():
    asked = 0

    def leaves(observations, masks):
        nonlocal asked
        asked += 1
        assert asked < 9, "the environment asks for ever"
        return np.full(len(masks), -1)
    env = touchline.gymnasium.SeatVectorEnv("pocket-rugby", 16, opponent=leaves)
    with pytest.raises(touchline.Refused) as caught:
        env.reset(seed=1)
    assert caught.value.code == "illegal-action" and asked == 1
    with pytest.raises(touchline.Refused, match="reset"):
        env.step(np.zeros(16, int))  # some of its games wait for the opponent
    env.opponent = "random"
    _, infos = env.reset(seed=1)
    before = [env.batch.state(index).text for index in range(16)]
    actions = infos["action_mask"].argmax(axis=1)
    actions[3] = -1
    for refused in (actions, np.full(16, -1)):
        with pytest.raises(touchline.Refused):
            env.step(refused)
    assert [env.batch.state(index).text for index in range(16)] == before
    env.step(infos["action_mask"].argmax(axis=1))


def test_every_game_is_registered_once():
    assert touchline.gymnasium.register() == touchline.gymnasium.register()
    assert len(touchline.gymnasium.register()) == len(touchline.games())


# OpenSpiel.

@pytest.fixture(scope="module", params=["touchline_pocket_gridiron", "touchline_gridiron_glory", "touchline_red_boar_gridiron_cards"])
def spiel(request):
    assert request.param in touchline.openspiel.register()
    return pyspiel.load_game(request.param)


def spiel_steps(game, seed, on_node=lambda state: None):
    state, generator = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        on_node(state)
        player = state.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = state.chance_outcomes()
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-12
            state._apply_action(int(generator.choice([o for o, _ in outcomes], p=[p for _, p in outcomes])))
        elif player == pyspiel.PlayerId.SIMULTANEOUS:
            state._apply_actions([int(generator.choice(state._legal_actions(seat))) for seat in (0, 1)])
        else:
            legal = state._legal_actions(player)
            assert legal == sorted(legal) and not state._legal_actions(1 - player)
            state._apply_action(int(generator.choice(legal)))
    return state


def test_openspiel_plays_with_explicit_chance_and_observes_every_node(spiel):
    observer = spiel.make_py_observer()
    everyone = spiel.make_py_observer(pyspiel.IIGObservationType(private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))
    public = spiel.make_py_observer(pyspiel.IIGObservationType(private_info=pyspiel.PrivateInfoType.NONE))
    recall = spiel.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert public.tensor is None and recall.tensor is None and len(everyone.tensor) == 2 * len(observer.tensor)

    def look(state):
        if state.touchline.steps > 40:
            return
        for player in (0, 1):
            observer.set_from(state, player)
            assert (observer.tensor == state.touchline.observation(player)).all()
            assert observer.string_from(state, player) and recall.string_from(state, player)
        everyone.set_from(state, 1)
        assert (everyone.tensor[:len(observer.tensor)] == state.touchline.observation(0)).all()
        assert public.string_from(state, 0) == public.string_from(state, 1)
    state = spiel_steps(spiel, 3, look)
    assert sum(state.returns()) == 0 and state.current_player() == pyspiel.PlayerId.TERMINAL


def test_openspiel_states_are_copied_and_pickled_by_what_they_hold(spiel):
    state = spiel_steps(spiel, 4)
    held = pickle.loads(pickle.dumps(state.__dict__["touchline"]))
    assert held == state.touchline and copy.deepcopy(state.touchline) == state.touchline


@modes
def test_the_rules_bound_the_outcomes_of_every_chance_turn(mode):
    game, dice, most = touchline.Game(*mode), touchline.Dice(6), 0
    state, generator = game.start(), np.random.default_rng(6)
    while (turn := state.turn).kind != "over":
        if turn.kind == "chance":
            most = max(most, len(state.chances()))
            state.roll(dice)
        else:
            state.choose(turn.seat, int(generator.choice(state.legal_ids(turn.seat))))
    assert 1 < most <= game.max_outcomes <= 7056


def test_openspiel_types_follow_the_options():
    touchline.openspiel.register()
    kind = pyspiel.GameType
    cards = pyspiel.load_game("touchline_red_boar_gridiron", {"mode": "cards"}).get_type()
    assert cards.dynamics == kind.Dynamics.SIMULTANEOUS and cards.information == kind.Information.IMPERFECT_INFORMATION
    dice = pyspiel.load_game("touchline_red_boar_gridiron").get_type()
    assert dice.dynamics == kind.Dynamics.SEQUENTIAL and dice.information == kind.Information.PERFECT_INFORMATION
