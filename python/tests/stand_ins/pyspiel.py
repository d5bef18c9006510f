"""What the adapter uses of pyspiel, no more: the real module is not in Debian. tests/foreign runs against the real one."""

import enum
from types import SimpleNamespace


class PlayerId(enum.IntEnum):
    CHANCE = -1
    SIMULTANEOUS = -2
    TERMINAL = -4


class PrivateInfoType(enum.Enum):
    SINGLE_PLAYER = 0
    ALL_PLAYERS = 1
    NONE = 2


class IIGObservationType(SimpleNamespace):
    def __init__(self, perfect_recall=False, public_info=True, private_info=PrivateInfoType.SINGLE_PLAYER):
        super().__init__(perfect_recall=perfect_recall, public_info=public_info, private_info=private_info)


class GameType(SimpleNamespace):
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "EXPLICIT_STOCHASTIC")
    Information = enum.Enum("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM")
    RewardModel = enum.Enum("RewardModel", "TERMINAL")


class GameInfo(SimpleNamespace):
    pass


class Game:
    def __init__(self, kind, info, parameters):
        self.kind, self.info, self.parameters = kind, info, parameters

    def get_type(self):
        return self.kind


class State:
    def __init__(self, game):
        self.game = game


_registered = {}


def registered_names():
    return list(_registered)


def register_game(kind, creator):
    _registered[kind.short_name] = (kind, creator)


def load_game(name, parameters=None):
    kind, creator = _registered[name]
    return creator({**kind.parameter_specification, **(parameters or {})})
