"""Messages of Fate."""

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
