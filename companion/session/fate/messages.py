"""Messages of Fate."""

from dataclasses import dataclass
from typing import Any

from companion.games.fate.acts import Act
from companion.games.fate.position import Face
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayAct(Message):
    """An act by touch, and acts that were decided together with it."""

    act: Act
    then: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseOption(Message):
    """An option of the open choice, with typed dice."""

    index: int
    dice: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Back(Message):
    """Go back to the previous guide step or answer."""


@dataclass(frozen=True, slots=True)
class Roll(Message):
    """Roll dice in the app for an act of a hero; `dice`: their number."""

    dice: int


@dataclass(frozen=True, slots=True)
class Begin(Message):
    """Begin what is offered to a hero; `key` is that of the offer. Its questions follow."""

    hero: str
    key: str


@dataclass(frozen=True, slots=True)
class AnswerAsked(Message):
    """Answer the question of a hero; `answer` is a JSON value, see `asking`."""

    hero: str
    answer: Any


@dataclass(frozen=True, slots=True)
class RollAsked(Message):
    """Roll the dice that a hero is asked for in the app."""

    hero: str


@dataclass(frozen=True, slots=True)
class Cancel(Message):
    """Drop the questions of a hero."""

    hero: str
