"""The games for OpenSpiel: chance nodes explicit, secret turns simultaneous, hidden hands as imperfect information.

    import pyspiel, touchline.openspiel
    touchline.openspiel.register()
    game = pyspiel.load_game("touchline_pocket_gridiron", {"drives": 2})
    state = game.new_initial_state()

A game is called `touchline_` and its id with underscores; where an option `mode` changes what is known or chosen, each mode has a
name of its own too (`touchline_red_boar_gridiron_cards`). Options are parameters; `sheet` is the path of a component sheet. Returns
are 1, 0 and -1. `state.touchline` is the position as a `touchline.State`.
"""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ._errors import Misuse, Refused
from ._foreign import need
from ._game import Game, chosen_options, games
from ._seats import SEATS
from ._state import State

_pyspiel: Any = need("pyspiel", "touchline.openspiel", "pip install open_spiel")

# Games have no longest length (a drawn quarter may go on for ever), OpenSpiel wants one: far beyond what is ever met.
_MAX_DECISIONS = 100_000
_MAX_ROLLS = 400_000


def _parameters(described: dict[str, Any]) -> dict[str, Any]:
    found = {option["name"]: option["default"] for option in described["options"]}
    found["sheet"] = ""
    return found


def _game_type(short_name: str, described: dict[str, Any], parameters: dict[str, Any], game: Game) -> Any:
    kind = _pyspiel.GameType
    return kind(
        short_name=short_name,
        long_name=described["name"],
        dynamics=kind.Dynamics.SIMULTANEOUS if game.secret else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden or game.secret
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters)


def _most_outcomes(game: Game) -> int:
    """The most outcomes of a chance turn, as the rules bound it."""
    if game.max_outcomes is None:
        raise Refused(f"the rules of {game.id} do not tell how many outcomes a chance turn can have.", "refused")
    return game.max_outcomes


def _open(described: dict[str, Any], parameters: dict[str, Any]) -> Game:
    sheet = parameters.get("sheet") or None
    return Game(described["id"], chosen_options(described, parameters), None if sheet is None else Path(sheet))


class SpielGame(_pyspiel.Game):  # type: ignore[misc]
    """A game of Touchline as pyspiel holds it. Made by `pyspiel.load_game`."""

    def __init__(self, short_name: str, described: dict[str, Any], defaults: dict[str, Any],
                 params: Optional[dict[str, Any]] = None) -> None:
        given = dict(params or {})
        self.touchline = _open(described, {**defaults, **given})
        self.observed = self.touchline.observation_size
        info = _pyspiel.GameInfo(num_distinct_actions=max(len(self.touchline.actions), 1),
                                 max_chance_outcomes=_most_outcomes(self.touchline), num_players=2, min_utility=-1.0,
                                 max_utility=1.0, utility_sum=0.0, max_game_length=_MAX_DECISIONS)
        # What is secret and hidden depends on the options: the type is this game's own.
        super().__init__(_game_type(short_name, described, defaults, self.touchline), info, given)

    def new_initial_state(self, text: Optional[str] = None) -> SpielState:
        """The start, or the position of a text."""
        return SpielState(self, text)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What is seen of a position."""
        return SpielObserver(self.touchline, iig_obs_type or _pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        return _MAX_ROLLS


class SpielState(_pyspiel.State):  # type: ignore[misc]
    """A position as pyspiel holds it."""

    def __init__(self, game: SpielGame, text: Optional[str] = None) -> None:
        super().__init__(game)
        self.touchline: State = game.touchline.start() if text is None else game.touchline.position(text)

    def current_player(self) -> int:
        turn = self.touchline.turn
        if turn.kind == "over":
            return int(_pyspiel.PlayerId.TERMINAL)
        if turn.kind == "chance":
            return int(_pyspiel.PlayerId.CHANCE)
        if len(turn.waiting) == 2:
            return int(_pyspiel.PlayerId.SIMULTANEOUS)
        return SEATS.index(turn.seat or "home")

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.touchline.legal_ids(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.touchline.chances()
        whole = float(weights.sum())
        return [(outcome, float(weight) / whole) for outcome, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.touchline.turn.kind == "chance":
            self.touchline.resolve(int(action))
        else:
            self.touchline.play(int(action))

    def _apply_actions(self, actions: list[int]) -> None:
        self.touchline.play_secret(int(actions[0]), int(actions[1]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _pyspiel.PlayerId.CHANCE:
            return " ".join(self.touchline.tokens(int(action)))
        return self.touchline.game.actions[action]

    def is_terminal(self) -> bool:
        return self.touchline.over

    def returns(self) -> list[float]:
        result = self.touchline.result
        return [1.0, -1.0] if result == "home" else [-1.0, 1.0] if result == "away" else [0.0, 0.0]

    def __str__(self) -> str:
        return f"{self.touchline!r} {self.touchline.text}"


class SpielObserver:
    """Tensor and string of what a player may know; with perfect recall the history too, as a string."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise Misuse("observers of Touchline take no parameters.")
        self._recall = bool(kind.perfect_recall)
        self._private = kind.private_info
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recall and self._seats(0):
            parts = len(self._seats(0))
            self.tensor = np.zeros(parts * game.observation_size, np.float32)
            for seat in range(parts):
                at = seat * game.observation_size
                part = self.tensor[at:at + game.observation_size]
                self.dict["observation" if parts == 1 else f"observation_{seat}"] = part

    def _seats(self, player: int) -> tuple[int, ...]:
        """Whose knowledge is told."""
        if self._private == _pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return (player,)
        return (0, 1) if self._private == _pyspiel.PrivateInfoType.ALL_PLAYERS else ()

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor."""
        for part, seat in zip(self.dict.values(), self._seats(player)):
            state.touchline.observation(max(seat, 0), part)

    def string_from(self, state: SpielState, player: int) -> str:
        """What is known as a text; the perfect recall of a seat is the record as that seat may know it."""
        viewers = [SEATS[max(seat, 0)] for seat in self._seats(player)] or ["public"]
        if self._recall:
            return "\n".join(state.touchline.record(viewer) for viewer in viewers)
        return "\n".join(json.dumps(state.touchline.view(viewer), sort_keys=True) for viewer in viewers)


def _creator(short_name: str, described: dict[str, Any], defaults: dict[str, Any]) -> Any:
    def create(params: Optional[dict[str, Any]] = None) -> SpielGame:
        return SpielGame(short_name, described, defaults, params)
    # pyspiel's registry lives longer than the interpreter: what it alone holds would be freed where that may not be done.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(create))
    return create


def register() -> list[str]:
    """Registers every game with pyspiel, those that have modes once a mode; answers their names."""
    names = []
    known = set(_pyspiel.registered_names())
    for described in games():
        base, defaults = "touchline_" + described["id"].replace("-", "_"), _parameters(described)
        variants = {base: defaults}
        for option in described["options"]:
            if option["name"] == "mode":
                variants.update({f"{base}_{mode}": {**defaults, "mode": mode} for mode in option["values"]
                                 if mode != option["default"]})
        for name, parameters in variants.items():
            if name not in known:
                _pyspiel.register_game(_game_type(name, described, parameters, _open(described, parameters)),
                                       _creator(name, described, parameters))
            names.append(name)
    return names
