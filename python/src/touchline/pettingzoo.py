"""The games as PettingZoo environments: two agents, `player_0` at home and `player_1` away, who move in turn.

    from touchline.pettingzoo import env
    table = env("pocket-gridiron")
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        done = termination or truncation
        table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

An observation holds `observation` (what the seat may know, as numbers) and `action_mask`. At a secret turn home is asked first;
away then sees nothing of home's choice. A game without choices asks for its rolls.
"""

from __future__ import annotations

from typing import Any, Optional

from . import _library as library
from ._errors import Misuse, Refused, shown
from ._foreign import need
from ._game import Game
from ._seated import NOBODY, Seated, bounds, open_game, seed_given
from ._state import State

_INSTALL = "pip install pettingzoo"
_AECEnv: Any = need("pettingzoo", "touchline.pettingzoo", _INSTALL).AECEnv
_spaces: Any = need("gymnasium", "touchline.pettingzoo", _INSTALL).spaces
_numpy: Any = need("numpy", "touchline.pettingzoo", _INSTALL)

AGENTS = ("player_0", "player_1")


def _known(agent: str) -> str:
    return str(library.one_of(agent, AGENTS, "an agent"))


class TableEnv(_AECEnv):  # type: ignore[misc]
    """One game between two agents."""

    metadata = {"render_modes": ["human", "ansi"], "name": "touchline_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: Any = "pocket-gridiron", options: Optional[dict[str, Any]] = None, sheet: Any = None,
                 render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.game: Game = open_game(game, options, sheet)
        self.metadata = {**type(self).metadata, "name": f"touchline_{self.game.id.replace('-', '_')}_v0"}
        self.render_mode = library.one_of(render_mode, (None, "human", "ansi"), "the render mode")
        self.possible_agents = list(AGENTS)
        self._table = Seated(self.game)
        low, high = bounds(self.game)
        self.action_spaces = {agent: _spaces.Discrete(len(self._table.actions)) for agent in AGENTS}
        self.observation_spaces = {
            agent: _spaces.Dict({
                "observation": _spaces.Box(low, high, dtype=_numpy.float32),
                "action_mask": _spaces.Box(0, 1, (len(self._table.actions),), dtype=_numpy.int8)}) for agent in AGENTS}
        self._seeds = _numpy.random.default_rng()
        self.agents: list[str] = []
        self._fresh()

    def _fresh(self) -> None:
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[max(self._table.seat, 0)]

    @property
    def state_of_play(self) -> State:
        """The position as a `touchline.State`; it holds what agents may not know."""
        return self._table.state.clone()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[_known(agent)]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[_known(agent)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know."""
        seat = AGENTS.index(_known(agent))
        return {"observation": self._table.state.observation(seat), "action_mask": self._table.mask(seat)}

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a new game; the same seed and actions give the same game."""
        if seed is not None:
            self._seeds = _numpy.random.default_rng(seed_given(seed))
        # A game in which nobody comes to decide anything is no episode: the next one is played.
        for _ in range(1000):
            self._table.begin(int(self._seeds.integers(2**63)))
            if self._table.seat != NOBODY:
                self._fresh()
                return
        raise Refused("with these options nobody ever has anything to decide.", "refused")

    def step(self, action: Any) -> None:
        """The selected agent acts."""
        if not self.agents:
            raise Refused("the game is over: reset it.", "refused", "wrong-turn")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = library.whole(action, "an action")
        if not self._table.legal(number, self._table.seat):
            raise Refused(f"{agent} may not take action {shown(number)} now.", "refused", "illegal-action")
        self._cumulative_rewards[agent] = 0.0
        self._table.act(number)
        self.rewards = dict(zip(AGENTS, self._table.rewards()))
        if self._table.seat == NOBODY:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = AGENTS[self._table.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The table in a few lines: answered (`ansi`) or printed (`human`)."""
        if self.render_mode == "human":
            print(self._table.describe())
            return None
        return self._table.describe() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(**arguments: Any) -> TableEnv:
    """The environment as it is."""
    return TableEnv(**arguments)


def env(game: Any = "pocket-gridiron", **arguments: Any) -> TableEnv:
    """An environment of a game: `options`, `sheet` and `render_mode` as for `TableEnv`."""
    return TableEnv(game, **arguments)
