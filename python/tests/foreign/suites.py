"""Runs the test suites of other packages against our adapters, where these packages can be imported (docs/python.md).

usage: suites.py [gymnasium] [pettingzoo] [openspiel] [openspiel_games]
"""

import os
import sys
import tempfile
import warnings

os.environ["TOUCHLINE_CACHE"] = tempfile.mkdtemp()

import touchline  # noqa: E402

MODES = [("pocket-gridiron", {}), ("pocket-gridiron", {"mode": "pro"}), ("gridiron-glory", {}), ("pocket-rugby", {}),
         ("red-boar-gridiron", {}), ("red-boar-gridiron", {"mode": "cards"}), ("sports-dice-football", {})]


def gymnasium_suite():
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    import touchline.gymnasium as adapter

    warnings.simplefilter("error")  # what the checker only warns of counts too
    names = adapter.register()
    assert len(names) == len(touchline.games())
    for name in names:
        for seat in ("home", "away"):
            check_env(gymnasium.make(name, seat=seat).unwrapped)
            check_env(gymnasium.make(name, seat=seat, render_mode="ansi").unwrapped)
    for id, options in MODES:
        check_env(gymnasium.make(f"touchline/{id}-v0", options=options).unwrapped)
        print("check_env passed:", id, options)
    for id, options in MODES:
        if not touchline.Game(id, options).choices:
            continue
        many = gymnasium.make_vec(f"touchline/{id}-v0", num_envs=16, options=options)
        assert isinstance(many, gymnasium.vector.VectorEnv)
        observations, infos = many.reset(seed=3)
        for _ in range(300):
            actions = touchline.random_actions(infos["action_mask"], many.np_random)
            assert many.observation_space.contains(observations) and many.action_space.contains(actions.astype("int64"))
            observations, rewards, ended, truncated, infos = many.step(actions)
            assert rewards.shape == ended.shape == truncated.shape == (16,) and set(rewards[~ended]) <= {0.0}
            assert ("final_obs" in infos) == ended.any()
            for index in ended.nonzero()[0]:
                assert many.single_observation_space.contains(infos["final_obs"][index])
        many.close()
        print("make_vec passed:", id, options)


def pettingzoo_suite():
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.max_cycles_test import max_cycles_test  # noqa: F401 - there, but for modules only

    from touchline.pettingzoo import env

    for id, options in MODES:
        with warnings.catch_warnings():
            # Its own games with masks are excused by name from these two.
            warnings.simplefilter("error")
            for excused in ("Observation is not a NumPy array", "Observation space for each agent probably should be",
                            "Action mask is a single number"):
                warnings.filterwarnings("ignore", excused)
            api_test(env(id, options=options), num_cycles=3000)
            seed_test(lambda: env(id, options=options), num_cycles=500)
            render_test(lambda render_mode: env(id, options=options, render_mode=render_mode))
        print("api_test, seed_test, render_test passed:", id, options)


def openspiel_suite():
    import pickle

    import pyspiel

    import touchline.openspiel as adapter

    for name in adapter.register():
        game = pyspiel.load_game(name)
        # A roll of sports-dice-football has 7,056 outcomes, and the test asks for the name of each at every roll.
        pyspiel.random_sim_test(game, num_sims=1 if "sports_dice" in name else 3, serialize=True, verbose=False)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)
        print("random_sim_test passed:", name, flush=True)
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            pyspiel.random_sim_test(pyspiel.convert_to_turn_based(game), num_sims=2, serialize=False, verbose=False)
            print("random_sim_test passed: turn based", name, flush=True)


def openspiel_games_suite():
    """OpenSpiel's own games_sim_test.py, of our games. python3 -O: it asserts that all of its own games are built."""
    import types
    import unittest

    import touchline.openspiel as adapter

    names = adapter.register()
    for absent in ("open_spiel.python.games", "open_spiel.python.mfg.games"):  # its own games, which need much else
        package, _, name = absent.rpartition(".")
        sys.modules[absent] = types.ModuleType(absent)
        setattr(__import__(package, fromlist=["x"]), name, sys.modules[absent])
    from open_spiel.python.tests import games_sim_test  # finds what is registered when it is imported

    wanted = {f"{test}_{name}" for test in ("test_game_sim", "test_simultaneous_game_as_turn_based") for name in names}
    found = [test for test in unittest.TestLoader().loadTestsFromTestCase(games_sim_test.GamesSimTest)
             if test._testMethodName in wanted]
    print(len(found), "tests:", *(test._testMethodName for test in found))
    result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(found))
    assert len(found) > len(names) and result.wasSuccessful()


if __name__ == "__main__":
    for suite in sys.argv[1:] or ["gymnasium", "pettingzoo", "openspiel"]:
        globals()[f"{suite}_suite"]()
