"""The games as Gymnasium environments: one seat against a bot, and many games at once on the batch.

    import gymnasium, touchline.gymnasium
    touchline.gymnasium.register()
    table = gymnasium.make("touchline/pocket-gridiron-v0", bot="coach")
    observation, info = table.reset(seed=1)
    observation, reward, terminated, truncated, info = table.step(table.action_space.sample(info["action_mask"]))

The reward is 1, 0 or -1 at the end. `info["action_mask"]` says what is legal. An illegal action loses the game at once
(`info["illegal"]`), or raises with `illegal="raise"`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _library as library
from ._batch import LEAVE, Batch, random_actions, whole_numbers
from ._errors import Misuse, Refused, shown
from ._foreign import need
from ._game import games
from ._player import Bot
from ._seated import NOBODY, Seated, bounds, open_game, seed_given
from ._seats import seat_number
from ._state import State

_INSTALL = "pip install gymnasium"
_gymnasium: Any = need("gymnasium", "touchline.gymnasium", _INSTALL)
_vector: Any = need("gymnasium.vector", "touchline.gymnasium", _INSTALL)

ILLEGAL = ("lose", "raise")


class SeatEnv(_gymnasium.Env):  # type: ignore[misc]
    """One seat of a game; a bot takes the other one."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(self, game: Any = "pocket-gridiron", seat: Any = "home", bot: str = "coach",
                 options: Optional[dict[str, Any]] = None, sheet: Any = None, illegal: str = "lose",
                 render_mode: Optional[str] = None) -> None:
        self.game = open_game(game, options, sheet)
        self.seat, self.bot_name = seat_number(seat), bot
        self.illegal = library.one_of(illegal, ILLEGAL, "illegal")
        self.render_mode = library.one_of(render_mode, (None, "human", "ansi"), "the render mode")
        self._open()
        self._over = True
        low, high = bounds(self.game)
        self.observation_space = _gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.action_space = _gymnasium.spaces.Discrete(len(self._table.actions))

    def _open(self) -> None:
        self._table, self._bot = Seated(self.game), self.game.bot(self.bot_name)
        self._seeds: tuple[int, ...] = ()  # of the bot and of the dice, once a game has begun
        self._acted: list[int] = []

    def _begin(self, *seeds: int) -> None:
        self._seeds, self._acted = seeds, []
        self._bot = self.game.bot(self.bot_name, seeds[0])
        self._table.begin(seeds[1])
        self._until_asked()

    def _act(self, action: int) -> None:
        self._acted.append(action)
        self._table.act(action)
        self._until_asked()

    # A copy is the same game played again to where it was: bot and dice then go on as they would here.

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_table", "_bot")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()
        if state["_seeds"]:
            self._begin(*state["_seeds"])
        for action in state["_acted"]:
            self._act(action)

    def _until_asked(self) -> None:
        """The bot plays until the seat is asked or the game is over."""
        table = self._table
        while table.seat not in (self.seat, NOBODY):
            table.act(self._bot.choose_id(table.state, table.seat) if self.game.choices else 0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask(self.seat), "score": np.array(self._table.state.score, np.int32)}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        """Begins a new game; the same seed and actions give the same game."""
        super().reset(seed=seed_given(seed))
        # A game in which the seat never comes to decide anything is no episode: the next one is played.
        for _ in range(1000):
            self._begin(int(self.np_random.integers(2**63)), int(self.np_random.integers(2**63)))
            if self._table.seat == self.seat:
                self._over = False
                if self.render_mode == "human":
                    self.render()
                return self._table.state.observation(self.seat), self._info()
        raise Refused("with these options this seat never has anything to decide.", "refused")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The seat acts, then the bot until the seat is asked again."""
        if self._over:
            raise Refused("the game is over: reset it.", "refused", "wrong-turn")
        number = library.whole(action, "an action")
        table, reward, illegal = self._table, 0.0, not self._table.legal(number, self.seat)
        if illegal and self.illegal == "raise":
            raise Refused(f"the seat may not take action {shown(number)} now.", "refused", "illegal-action")
        if illegal:
            self._over, reward = True, -1.0
        else:
            self._act(number)
            self._over = table.seat == NOBODY
            reward = table.rewards()[self.seat]
        info = self._info()
        if illegal:
            info["illegal"] = True
        if self.render_mode == "human":
            self.render()
        return table.state.observation(self.seat), reward, self._over, False, info

    @property
    def state(self) -> State:
        """The position as a `touchline.State`; it holds what the seat may not know."""
        return self._table.state.clone()

    def render(self) -> Optional[str]:
        """The table in a few lines: answered (`ansi`) or printed (`human`)."""
        if self.render_mode == "human":
            print(self._table.describe())
            return None
        return self._table.describe() if self.render_mode == "ansi" else None


Opponent = Union[str, Callable[[NDArray[np.float32], NDArray[np.uint8]], NDArray[Any]]]


class _Ended:
    """The games that end within one step of the environment: of two at the same place, the first is the episode."""

    def __init__(self, count: int) -> None:
        self.here = np.zeros(count, bool)
        self.rewards = np.zeros(count, np.float64)
        self._observations: NDArray[Any] = np.full(count, None, dtype=object)
        self._scores = np.zeros((count, 2), np.int32)

    def note(self, batch: Batch, seat: int) -> None:
        """Looks for those that the batch's last step ended."""
        new = np.flatnonzero((batch.now.ends != 0) & ~self.here)
        if not len(new):
            return
        observations, scores = batch.finals(seat)
        self.here[new] = True
        self.rewards[new] = batch.now.rewards[new, seat]
        self._scores[new] = scores[new]
        for index in new:
            self._observations[index] = observations[index]

    def infos(self, actions: int) -> dict[str, Any]:
        """As Gymnasium's own vector environments tell it; nothing where no game has ended."""
        if not self.here.any():
            return {}
        last = {"action_mask": np.zeros((len(self.here), actions), np.int8), "_action_mask": self.here.copy(),
                "score": self._scores, "_score": self.here.copy()}
        return {"final_obs": self._observations, "_final_obs": self.here.copy(), "final_info": last, "_final_info": self.here.copy()}


def _actions(values: Any, count: int, what: str) -> NDArray[Any]:
    """Actions for a batch, which must not leave a game where it is: whoever is asked acts."""
    actions = whole_numbers(values, np.dtype(np.int32), count, what)
    if (actions < 0).any():
        raise Refused(f"{what} have to be 0 or more.", "refused", "illegal-action")
    return actions


class SeatVectorEnv(_vector.VectorEnv):  # type: ignore[misc]
    """One seat of many games at once, on the batch; a function takes the other seats.

    `opponent` is "random", or a function of observations and masks (a row a game that waits for it) that answers actions.
    `info["action_mask"]` says what is legal, `info["score"]` the score; an illegal action is refused. A game that ends begins
    anew in the same step, as Gymnasium's own vector environments do it: where `info["_final_obs"]` is true, `info["final_obs"]` has
    the last observation and `info["final_info"]` the last info of the game that ended.
    """

    def __init__(self, game: Any = "pocket-gridiron", num_envs: int = 64, seat: Any = "home", opponent: Opponent = "random",
                 options: Optional[dict[str, Any]] = None, sheet: Any = None, threads: int = 0) -> None:
        self.game = open_game(game, options, sheet)
        if not self.game.choices:
            raise Misuse(f"{self.game.id} has nothing to decide: a batch of it is played with touchline.Batch.")
        self.seat = seat_number(seat)
        self.batch = Batch(self.game, num_envs, "go-on", threads)
        self.num_envs = self.batch.count
        if not callable(opponent):
            library.one_of(opponent, ("random",), "the opponent")
        self.opponent = opponent
        low, high = bounds(self.game)
        self.single_observation_space = _gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.single_action_space = _gymnasium.spaces.Discrete(len(self.game.actions))
        self.observation_space = _vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = _vector.utils.batch_space(self.single_action_space, self.num_envs)
        modes = getattr(_vector, "AutoresetMode", None)
        self.metadata = {"autoreset_mode": modes.SAME_STEP if modes else "SameStep"}
        self._ready = False

    def reset(self, *, seed: Any = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        """Begins every game; the same seed and actions give the same games."""
        super().reset(seed=seed_given(seed))
        self.batch.reset(self.np_random.integers(2**63, size=self.num_envs, dtype=np.int64))
        self._until_asked(_Ended(self.num_envs))
        return self.batch.now.observations.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The seat acts in every game, then the opponent until the seat is asked again everywhere."""
        if not self._ready:
            raise Refused("no games are under way: reset them.", "refused", "wrong-turn")
        ended = _Ended(self.num_envs)
        now = self.batch.step(_actions(actions, self.num_envs, "actions"))
        ended.note(self.batch, self.seat)
        self._until_asked(ended)
        infos = {**self._info(), **ended.infos(self.batch.now.masks.shape[1])}
        return now.observations.copy(), ended.rewards, ended.here, np.zeros(self.num_envs, bool), infos

    def _until_asked(self, ended: _Ended) -> None:
        """The opponent plays where it is asked. A game that ends meanwhile is told once; the one after it goes on."""
        now = self.batch.now
        self._ready = False  # where the opponent fails, some games wait for it: the seat may not act in them
        while True:
            waiting = np.flatnonzero(now.seats == 1 - self.seat)
            if not len(waiting):
                self._ready = True
                return
            actions = np.full(self.num_envs, LEAVE, np.int32)
            actions[waiting] = self._answers(now.observations[waiting], now.masks[waiting])
            self.batch.step(actions)
            ended.note(self.batch, self.seat)

    def _answers(self, observations: NDArray[np.float32], masks: NDArray[np.uint8]) -> NDArray[Any]:
        if not callable(self.opponent):
            return random_actions(masks, self.np_random)
        return _actions(self.opponent(observations, masks), len(masks), "the opponent's answers")

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {"action_mask": self.batch.now.masks.astype(np.int8), "_action_mask": everywhere,
                "score": self.batch.scores(), "_score": everywhere.copy()}

    def close_extras(self, **_arguments: Any) -> None:
        """Frees the batch."""
        self.batch.close()


def register() -> list[str]:
    """Registers every game with Gymnasium, as `touchline/ID-v0`, for `make` and `make_vec`; answers the names."""
    names = []
    for game in games():
        name = f"touchline/{game['id']}-v0"
        if name not in _gymnasium.registry:
            _gymnasium.register(id=name, entry_point="touchline.gymnasium:SeatEnv", kwargs={"game": game["id"]},
                                vector_entry_point="touchline.gymnasium:SeatVectorEnv")
        names.append(name)
    return names
