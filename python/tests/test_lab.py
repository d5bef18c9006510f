"""Sweeps: the same answers here and on a cluster, asked once, even if a worker dies."""

import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import touchline
import touchline.lab

SPEC = {"what": "simulate", "game": "sports-dice-football", "options": [{"target": 3}, {"target": 5}], "home": ["coach", "random"],
        "games": 200, "seed": [1, 2]}


def test_a_spec_is_every_combination_of_its_lists():
    asked = touchline.lab.questions(SPEC)
    assert len(asked) == 8 and all(question["away"] == "random" for question in asked)
    assert len(touchline.lab.questions([SPEC, {"what": "odds", "game": "gridiron-glory"}])) == 9


@pytest.mark.parametrize("spec", [{}, {"what": "weather", "game": "gridiron-glory"}, {"what": "duel"}, {"what": "duel", "game": "chess"},
                                  {"what": "duel", "game": "gridiron-glory", "seed": 1}, ["duel"], {"what": ["duel"], "game": "gridiron-glory"},
                                  {"what": "odds", "game": "gridiron-glory", "position": "nonsense"},
                                  {"what": "simulate", "game": "gridiron-glory", "games": "many"}])
def test_questions_that_make_no_sense_are_refused(spec):
    with pytest.raises(touchline.Error):
        touchline.lab.sweep(spec)


def test_answers_have_the_address_of_their_content():
    def address(**fields):
        return touchline.lab.key(touchline.lab.questions({"what": "duel", "game": "sports-dice-football", **fields})[0])
    assert address() == address(options={"target": 21}) == address(options={})
    assert len({address(), address(options={"target": 20}), address(home="coach"), address(game="pocket-rugby")}) == 4


def test_what_lies_in_the_folder_is_not_asked_again(tmp_path):
    asked = []

    def ask(question):
        asked.append(question)
        return {"seed": question["seed"]}
    first = touchline.lab.sweep(SPEC, folder=tmp_path, ask=ask)
    assert len(asked) == 8 and not any(answer.kept for answer in first)
    next(iter(tmp_path.glob("*.json"))).write_text("damaged")
    second = touchline.lab.sweep([SPEC, SPEC], folder=tmp_path, ask=ask)
    assert len(asked) == 9 and [answer.answer for answer in second] == 2 * [answer.answer for answer in first]


def test_figures_have_the_names_of_the_program():
    program = pathlib.Path(os.environ["TOUCHLINE_LIBRARY"]).with_name("touchline")
    if not program.exists():
        pytest.skip("the program is not built")
    told = subprocess.run([program, "lab", "figures", "sports-dice-football", "-o", "target=2", "--csv", "-q"], check=True,
                          capture_output=True, text=True).stdout.splitlines()[1:]
    found = touchline.lab.figures(touchline.Game("sports-dice-football", {"target": 2}))
    assert {name: pytest.approx(float(value), abs=1e-9) for name, value in (line.rsplit(",", 1) for line in told)} == found


def test_a_comparison_tells_before_after_and_the_difference():
    two, three = (touchline.Game("sports-dice-football", {"target": target}) for target in (2, 3))
    changes = touchline.lab.compare(two, touchline.lab.figures(three, "random", "random"), home="random", away="random")
    assert changes["points"].by == changes["points"].after - changes["points"].before > 0 and "exact" not in changes
    assert touchline.lab.compare({"draw": 0.25}, {"edge": 0.5}) == {"draw": (0.25, None, None), "edge": (None, 0.5, None)}
    for wrong in [(two, 5), (None, three), (two, "three")]:
        with pytest.raises(touchline.Misuse):
            touchline.lab.compare(*wrong)


def test_values_of_numpy_ranges_and_paths_are_taken_and_kept(tmp_path):
    sheet = tmp_path / "own.toml"
    text = touchline.Game("sports-dice-football").sheet
    sheet.write_text(text, encoding="utf-8")
    spec = {"what": "simulate", "game": "sports-dice-football", "options": {"target": 1}, "sheet": sheet, "games": np.int64(20),
            "seed": range(2)}
    first = touchline.lab.sweep(spec, folder=tmp_path / "kept")
    plain = touchline.lab.sweep({**spec, "sheet": text, "games": 20, "seed": [0, 1]}, folder=tmp_path / "kept")
    assert len(first) == 2 and all(answer.kept for answer in plain) and [a.answer for a in first] == [a.answer for a in plain]


@pytest.mark.parametrize("folder", [5, "/proc", "/dev/null/x"])
def test_folders_that_cannot_be_are_refused(folder):
    with pytest.raises(touchline.Misuse):
        touchline.lab.sweep({"what": "odds", "game": "gridiron-glory"}, folder=folder)


@pytest.mark.parametrize("wrong", [lambda: touchline.lab.sweep(5), lambda: touchline.lab.key({}), lambda: touchline.lab.value(5, min, max),
                                   lambda: touchline.lab.value(touchline.Game("gridiron-glory"), None, None)])
def test_misuse_is_refused_in_a_sentence(wrong):
    with pytest.raises(touchline.Misuse):
        wrong()


def test_figures_are_those_of_the_program_and_found_by_both(tmp_path):
    program = pathlib.Path(os.environ["TOUCHLINE_LIBRARY"]).with_name("touchline")
    if not program.exists():
        pytest.skip("the program is not built")
    spec = {"what": "figures", "game": "sports-dice-football", "options": [{"target": 1}, {"target": 2}], "home": "random", "away": "random"}
    (tmp_path / "spec.toml").write_text("game = 'sports-dice-football'\noptions = [{target = 1}, {target = 2}]\nhome = 'random'\n"
                                        "away = 'random'\n", encoding="utf-8")

    def sweep(folder):
        done = subprocess.run([program, "lab", "sweep", tmp_path / "spec.toml", "--out", folder, "--json"], capture_output=True, check=True)
        return json.loads(done.stdout)["found"]
    here = touchline.lab.sweep(spec, folder=tmp_path / "here")
    assert sweep(tmp_path / "here") == 2
    assert sweep(tmp_path / "there") == 0
    there = touchline.lab.sweep(spec, folder=tmp_path / "there")
    assert all(answer.kept for answer in there) and there[0].answer["exact"]
    assert [answer.answer for answer in here] == [answer.answer for answer in there]


def test_figures_tell_skill_where_it_is_asked_for():
    asked = touchline.lab.questions({"what": "figures", "game": "sports-dice-football", "options": {"target": 1}, "skill": [True, False]})
    answers = [touchline.lab.ask(question) for question in asked]
    assert answers[0]["skill"]["random"] > 0.5 and "games_to_tell" in answers[0]
    assert answers[1]["skill"] == {} and "games_to_tell" not in answers[1]
    assert len({touchline.lab.key(question) for question in asked}) == 2


def test_what_was_answered_before_a_sweep_breaks_off_is_kept(tmp_path):
    def ask(question):
        if question["seed"] == 2:
            raise RuntimeError("broken")
        return {}
    with pytest.raises(RuntimeError):
        touchline.lab.sweep(SPEC, folder=tmp_path, ask=ask)
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_a_client_that_is_none_is_refused():
    pytest.importorskip("distributed")
    with pytest.raises(touchline.Misuse):
        touchline.lab.sweep(SPEC, client="a client")


def test_a_cluster_answers_the_same_even_if_a_worker_dies(tmp_path):
    distributed = pytest.importorskip("distributed")
    mark = str(tmp_path / "died")

    def ask_and_die_once(question):
        import os

        import touchline.lab
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return touchline.lab.ask(question)
        os._exit(1)  # as if somebody had pulled the plug

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1",
                                  local_directory=str(tmp_path)) as cluster, distributed.Client(cluster) as client:
        there = touchline.lab.sweep(SPEC, client, tmp_path / "answers", ask_and_die_once)
    assert os.path.exists(mark)
    assert there == touchline.lab.sweep(SPEC)
    assert all(answer.kept for answer in touchline.lab.sweep(SPEC, folder=tmp_path / "answers"))
