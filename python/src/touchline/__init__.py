"""Touchline: five tabletop sports games, their rules, exact odds, players and reviews.

>>> import touchline
>>> game = touchline.Game("sports-dice-football", {"target": 3})
>>> state = game.start()
>>> dice, coach = touchline.Dice(7), game.bot("coach")
>>> while not state.over:
...     state = state.roll(dice) if state.turn.kind == "chance" else state.play(coach.choose(state))
>>> state.result in ("home", "away", "draw")
True

Adapters for other packages are modules of their own, imported when they are asked for: `touchline.openspiel`,
`touchline.pettingzoo`, `touchline.gymnasium`, `touchline.lab` (Dask), `touchline.export` (pandas).
"""

from ._batch import Batch, Step, random_actions
from ._errors import Error, Misuse, MissingPackage, Refused, Stopped, Unknown
from ._game import Field, Game, games
from ._library import version
from ._player import Bot, bot, players
from ._protocol import Protocol
from ._state import Advice, Dice, Odds, State, Turn, review, verify, verify_dice

__version__ = version()

__all__ = ["Advice", "Batch", "Bot", "Dice", "Error", "Field", "Game", "Misuse", "MissingPackage", "Odds", "Protocol",
           "Refused", "State", "Step", "Stopped", "Turn", "Unknown", "bot", "games", "players", "random_actions", "review",
           "verify", "verify_dice", "version"]
