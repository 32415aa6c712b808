"""The messages that only a game of Fate takes."""

from dataclasses import dataclass

from companion.games.fate.acts import Act
from companion.games.fate.position import Face
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayAct(Message):
    """An act by touch."""

    act: Act


@dataclass(frozen=True, slots=True)
class ChooseOption(Message):
    """An option of the waiting choice."""

    index: int
    dice: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Back(Message):
    """The guide step before again."""


@dataclass(frozen=True, slots=True)
class StepByStep(Message):
    """Whether hands want one guide step after the other where no camera watches, instead of all at once."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class Roll(Message):
    """So many dice of the app for an act of a hero."""

    dice: int
