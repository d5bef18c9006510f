"""The figures of a game and what a change does to them; questions by the hundred, simulations, duels, figures and odds over a grid of
options, here or on a Dask cluster; and the exact value of any strategy where the game is small.

>>> import touchline.lab
>>> answers = touchline.lab.sweep({"what": "duel", "game": "sports-dice-football", "options": [{"target": 1}, {"target": 3}],
...                                "home": "perfect", "away": "first"})
>>> [round(answer.answer["home"], 2) > 0.5 for answer in answers]
[True, True]
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _library as library
from ._errors import Error, Misuse, Unknown, shown
from ._foreign import need
from ._game import Game, sheet_text
from ._state import State

Question = dict[str, Any]
_FIELDS: dict[str, dict[str, Any]] = {  # what each question takes, and what is meant where it is left out
    "simulate": {"game": None, "options": None, "sheet": None, "home": "random", "away": "random", "games": 10_000, "seed": 1},
    "duel": {"game": None, "options": None, "sheet": None, "home": "perfect", "away": "random"},
    "figures": {"game": None, "options": None, "sheet": None, "home": "perfect", "away": "perfect", "skill": False},
    "odds": {"game": None, "options": None, "sheet": None, "position": None},
}


class Change(NamedTuple):
    """A figure of two games, and what it changes by; None where a game does not have it."""

    before: Optional[float]
    after: Optional[float]
    by: Optional[float]


def figures(game: Game, home: str = "perfect", away: str = "perfect", threads: int = 0,
            progress: Optional[library.Progress] = None) -> dict[str, float]:
    """What a game is like between two players, each figure by its name (docs/lab.md), exactly to `bound`.

    >>> import touchline.lab
    >>> found = touchline.lab.figures(touchline.Game("sports-dice-football", {"target": 3}), "random", "random")
    >>> round(found["first_edge"], 4), round(found["length.rolls"], 2)
    (0.0037, 9.32)
    """
    if not isinstance(game, Game):
        raise Misuse(f"figures are of a Game, not of {shown(game)}.")
    return _by_name(game.figures(home, away, threads, progress))


def compare(before: Union[Game, dict[str, float]], after: Union[Game, dict[str, float]], home: str = "perfect",
            away: str = "perfect", threads: int = 0, progress: Optional[library.Progress] = None) -> dict[str, Change]:
    """The difference of every figure of two games, of which one may be given as the figures that it was found to have.

    >>> import touchline.lab
    >>> games = [touchline.Game("sports-dice-football", {"target": 3, "chip": chip}) for chip in (True, False)]
    >>> change = touchline.lab.compare(*games, home="random", away="random")["draw"]
    >>> change.by == change.after - change.before
    True
    """
    one, other = (dict(game) if isinstance(game, dict) else figures(game, home, away, threads, progress)
                  for game in (before, after))
    found = {}
    for name in [*one, *(name for name in other if name not in one)]:
        if name not in ("exact", "bound"):
            values = one.get(name), other.get(name)
            found[name] = Change(*values, None if None in values else values[1] - values[0])  # type: ignore[operator]
    return found


def _by_name(answer: dict[str, Any]) -> dict[str, float]:
    """The figures that `touchline lab figures --csv` tells, in its words."""
    found: dict[str, float] = {}

    def add(name: str, value: Any) -> None:
        if isinstance(value, dict):
            found[name], found[name + ".deviation"] = value["mean"], value["deviation"]
        elif value is not None:
            found[name] = float(value)
    for name in ("exact", "bound", "first_edge", "draw", "toss_edge"):
        add(name, answer.get(name))
    points = answer.get("points", {})
    if "home" in points:
        add("points", (points["home"]["mean"] + points["away"]["mean"]) / 2)
    for group in ("points", "length", "drives", "skill"):
        for name, value in answer.get(group, {}).items():
            add(f"{group}.{name}", value)
        if group == "points":
            add("margin", answer.get("margin"))
        if group == "drives":
            _add_decisions(answer.get("decisions", {}), add)
    add("skill.games_to_tell", answer.get("games_to_tell"))
    luck = answer.get("luck", {})
    add("luck", luck.get("deviation"))
    for event, value in luck.get("by_event", {}).items():
        add(f"luck.{event}", value)
    return found


def _add_decisions(decisions: dict[str, Any], add: Callable[[str, Any], None]) -> None:
    for name in ("asked", "matter", "worth"):
        add(f"decisions.{name}", decisions.get(name))
    for choice in decisions.get("choices", []):
        for action in choice["actions"]:
            add(f"decisions.{choice['event']}.{action['action']}", action["best"])


class Answer(NamedTuple):
    """A question with its answer; `key` is the address of its content, `kept` says that it was answered before."""

    question: Question
    answer: dict[str, Any]
    key: str
    kept: bool


def questions(spec: Union[Question, Iterable[Question]]) -> list[Question]:
    """A spec written out: every field that holds a list stands for each of its values, all combinations.

    >>> import touchline.lab
    >>> len(touchline.lab.questions({"what": "duel", "game": ["gridiron-glory", "pocket-rugby"], "home": ["coach", "perfect"]}))
    4
    """
    found: list[Question] = []
    if not isinstance(spec, Iterable):
        raise Misuse(f"a sweep asks a question or several, not {shown(spec)}.")
    for one in [spec] if isinstance(spec, dict) else spec:
        if not isinstance(one, dict):
            raise Misuse(f"a question has to be a dictionary, not {type(one).__name__}.")
        what = one.get("what")
        if not isinstance(what, str) or what not in _FIELDS:
            raise Misuse(f"a question asks for {', '.join(_FIELDS)}, not {shown(what)}.")
        unknown = sorted(set(one) - set(_FIELDS[what]) - {"what"})
        if unknown:
            raise Misuse(f"a question for {what} has no {unknown[0]!r}.")
        if not one.get("game"):
            raise Misuse("a question has to name a game.")
        axes = [[(name, _plain(value)) for value in (given if isinstance(given, (list, tuple, range, np.ndarray)) else [given])]
                for name, given in {**_FIELDS[what], **one}.items()]
        found += [dict(combination) for combination in itertools.product(*axes)]
    return found


def _plain(value: Any) -> Any:
    """A value as JSON has it: numpy's numbers as Python's, a path as what stands in its file."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, os.PathLike):
        text = sheet_text(value)
        return None if text is None else text.decode()
    return value


def _content(question: Question) -> Question:
    if not isinstance(question, dict) or not set(question) >= {"game", "options", "sheet"}:
        raise Misuse(f"a question has to be one that questions() has written out, not {shown(question)}.")
    game = Game(question["game"], question["options"], question["sheet"])
    return {**question, "game": game.id, "options": game.options, "sheet": game.sheet_hash}


def key(question: Question) -> str:
    """The address of a question's content: the same rules, sheet and library give the same address, however it is written.

    `touchline lab sweep` gives figures the same address: both find each other's answers in one folder.
    """
    content = {**_content(question), "library": library.version()}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


def ask(question: Question, threads: int = 1) -> dict[str, Any]:
    """Answers one question here."""
    game = Game(question["game"], question["options"], question["sheet"])
    if question["what"] == "simulate":
        return game.simulate(question["home"], question["away"], question["games"], question["seed"], threads)
    if question["what"] == "duel":
        return game.duel(question["home"], question["away"], threads)._asdict()
    if question["what"] == "figures":
        answer = game.figures(question["home"], question["away"], threads)
        if not question["skill"]:
            answer["skill"] = {}
            answer.pop("games_to_tell", None)
        return answer
    position = question["position"]
    return (game.start() if position is None else game.position(position)).odds()._asdict()


def _load(folder: Optional[Path], name: str) -> Optional[dict[str, Any]]:
    if folder is None:
        return None
    try:
        found = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        answer: dict[str, Any] = found["answer"]
        return answer
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or damaged: it is answered anew


def _keep(folder: Optional[Path], name: str, question: Question, answer: dict[str, Any]) -> None:
    if folder is None:
        return
    text = json.dumps({"question": _content(question), "answer": answer})
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            file.write(text)
        os.replace(file.name, folder / f"{name}.json")  # whole or not at all, whoever writes at the same time
    except OSError as reason:
        raise Misuse(f"an answer cannot be kept in the folder: {reason}.") from None


def sweep(spec: Union[Question, Iterable[Question]], client: Any = None, folder: Union[str, "os.PathLike[str]", None] = None,
          ask: Callable[[Question], dict[str, Any]] = ask) -> list[Answer]:
    """Answers every question of a spec, in its order; those that are equal once.

    `client` is a `distributed.Client`: then its workers answer, and one that dies is replaced by another. `folder` keeps answers by
    their content: what lies there is not asked again, and what is there when a sweep breaks off is not lost. `ask` may be another
    function of a question.
    """
    asked = questions(spec)
    keys = [key(question) for question in asked]
    if not isinstance(folder, (str, os.PathLike, type(None))):
        raise Misuse(f"the folder for answers has to be a path, not {shown(folder)}.")
    place = None if folder is None else Path(folder)
    if place is not None:
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            raise Misuse(f"the folder for answers cannot be made: {reason}.") from None
    answers = {name: found for name in dict.fromkeys(keys) if (found := _load(place, name)) is not None}
    kept = set(answers)
    open_ones = {name: question for name, question in zip(keys, asked) if name not in answers}
    for name, answer in (_here(open_ones, ask) if client is None else _on_cluster(open_ones, client, ask)):
        _keep(place, name, open_ones[name], answer)
        answers[name] = answer
    return [Answer(question, answers[name], name, name in kept) for question, name in zip(asked, keys)]


def _here(asked: dict[str, Question], ask: Callable[[Question], dict[str, Any]]) -> Iterable[tuple[str, dict[str, Any]]]:
    for name, question in asked.items():
        yield name, ask(question)


def _on_cluster(asked: dict[str, Question], client: Any,
                ask: Callable[[Question], dict[str, Any]]) -> Iterable[tuple[str, dict[str, Any]]]:
    distributed = need("distributed", "touchline.lab.sweep with a client",
                       "pip install distributed, or python3-distributed on Debian")
    if not isinstance(client, distributed.Client):
        raise Misuse(f"the client has to be a distributed.Client, not {type(client).__name__}.")
    # Keys are the content's addresses: two sweeps that ask the same at the same time are answered once.
    futures = [client.submit(ask, question, key=f"touchline-{name}", retries=3) for name, question in asked.items()]
    try:
        for future, answer in distributed.as_completed(futures, with_results=True):
            yield future.key[len("touchline-"):], answer
    except distributed.KilledWorker as reason:
        raise Error(f"workers died again and again over one question: {reason}.", "failed") from None
    finally:
        client.cancel(futures)


# A strategy of one's own: the number or name of an action for a position and the seat that decides.
Strategy = Callable[[State, str], Union[str, int]]


def value(game: Game, home: Strategy, away: Strategy, limit: int = 200_000, bound: float = 1e-10) -> float:
    """What the home seat gets (win + draw/2) when both follow a strategy: no game is played, every position that they can come to
    is valued. Exact to `bound`.

    A strategy is a function of a position and a seat; it has to answer the same for the same position. More positions than `limit`
    are refused. Secret turns are not valued here.
    """
    if not isinstance(game, Game) or not callable(home) or not callable(away):
        raise Misuse("what is valued is a Game and two strategies, functions of a position and a seat.")
    if game.secret:
        raise Misuse("a game with secret turns cannot be valued so.")
    positions, weights, targets, starts, ends = _walk(game, {"home": home, "away": away}, limit)
    values = np.where(np.isnan(ends), 0.5, ends)
    inner = np.isnan(ends)
    rows = np.repeat(np.arange(positions), np.diff(starts))
    for _ in range(100_000):
        sums = np.bincount(rows, weights * values[targets], positions)
        changed = float(np.max(np.abs(sums[inner] - values[inner]), initial=0.0))
        values[inner] = sums[inner]
        if changed < bound * 1e-2:
            return float(values[0])
    raise Unknown("the value does not settle: these rules may never end.", "unknown")


def _walk(game: Game, strategies: dict[str, Strategy], limit: int) -> tuple[int, NDArray[np.float64], NDArray[np.int64],
                                                                            NDArray[np.int64], NDArray[np.float64]]:
    """Every position that can be reached: the weight and the number of what follows each, and the result of those that end."""
    numbers: dict[str, int] = {}
    waiting: list[State] = []

    def number(state: State) -> int:
        text = state.text
        if text not in numbers:
            if len(numbers) >= limit:
                raise Unknown(f"more than {limit} positions can be reached: {game.id} is too large for this with these options.",
                              "unknown")
            numbers[text] = len(numbers)
            waiting.append(state)
        return numbers[text]

    number(game.start())
    weights: list[float] = []
    targets: list[int] = []
    starts, ends, at = [0], [], 0
    while at < len(waiting):
        state, waiting[at] = waiting[at], None  # type: ignore[call-overload]
        at += 1
        followers = _followers(state, strategies)
        for weight, follower in followers:
            weights.append(weight)
            targets.append(number(follower))
        starts.append(len(weights))
        ends.append({"home": 1.0, "away": 0.0, "draw": 0.5}[state.result or "draw"] if not followers else np.nan)
    return at, np.array(weights), np.array(targets, np.int64), np.array(starts, np.int64), np.array(ends)


def _followers(state: State, strategies: dict[str, Strategy]) -> Sequence[tuple[float, State]]:
    turn = state.turn
    if turn.kind == "over":
        return []
    if turn.kind == "choice":
        assert turn.seat is not None
        return [(1.0, state.clone().play(strategies[turn.seat](state, turn.seat)))]
    chances = state.chances()
    whole = float(chances.sum())
    return [(float(weight) / whole, state.clone().resolve(outcome)) for outcome, weight in enumerate(chances)]
