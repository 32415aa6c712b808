"""Snapshot of Fate for a screen: immutable."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from companion.games.base import N_, Sentence, Space
from companion.games.fate.acts import Act
from companion.games.fate.places import placed
from companion.games.fate.position import Face, Position
from companion.session.fate.dialogs.dialog import Question
from companion.session.snapshot import Snapshot
from companion.session.view import Line, Prompt
from companion.table.compare import Difference as Difference
from companion.table.guide import GuideStep

Stage: TypeAlias = Literal["heroes", "check", "monsters", "guide", "choice", "repair", "over"]
"""Stage that the table waits for: a hero's act; a check of the table before the monsters move; the next part
of the monster turn; the guide `steps`; an answer to `choice`; repair of differences; nothing.
"""

STAGES: Mapping[Stage, str] = {
    "heroes": N_("{player}, it is your turn."),
    "monsters": N_("The monsters go on."),
    "over": N_("The game is over."),
}

THINKS = N_("{player} is thinking.")


@dataclass(frozen=True, slots=True)
class FateOption:
    """One answer: its label, its act, and the spaces that represent it on the board."""

    label: Sentence
    act: Act | None = None
    spaces: tuple[Space, ...] = ()


@dataclass(frozen=True, slots=True)
class FateChoice:
    """A choice of the players; one tap takes `options[default]`.

    `what`: "answer" (a card before the attacks or after one), "order" and "target" of attacks, "ambush",
    "upgrade", "roll" (app rolls or typed dice), "draw" (app draws or typed card), "table" (which is right,
    the screen or the table), "markers".
    `dice`: number of dice to type for "roll"; 0 otherwise.
    """

    what: str
    question: Sentence
    options: tuple[FateOption, ...]
    default: int = 0
    dice: int = 0


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """One step of the guide: acts that belong together, such as the moves of four goblins.

    `paths`: arrows, each from the first to the last space. A step without `acts` is invisible to the camera,
    such as damage, town pieces or the Rune Stone. `dice`: rolled faces. `damage`: that of the hero or monster
    after a step that changes it.
    """

    title: Sentence
    acts: tuple[GuideStep, ...] = ()
    paths: tuple[tuple[Space, ...], ...] = ()
    dice: tuple[Face, ...] = ()
    damage: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FateSnapshot(Snapshot):
    """All that a screen shows.

    `position`: current position; `assumed_table` differs from its table until all `steps` are done.
    `done`: number of them. `together`: the steps are those of the whole turn of the monsters, because
    no camera watches. `differences`, `unsure`: results of the camera. `dice_pool`: dice that the app rolled
    for a hero's act, None if real dice are rolled. `played`: number of acts that count; an act may have no
    line in the log. `titles`: kind by id of monster or hero, for lists. `asked`: open questions by hero, of
    acts that were begun at a phone; `asked_after`: number of their steps until now, so that two equal
    questions are two states.
    """

    message: Sentence
    stage: Stage
    position: Position
    steps: tuple[GuideEntry, ...] = ()
    done: int = 0
    together: bool = False
    choice: FateChoice | None = None
    log: tuple[Line, ...] = ()
    differences: tuple[Difference, ...] = ()
    unsure: tuple[Space, ...] = ()
    dice_pool: tuple[Face, ...] | None = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, Question] = field(default_factory=dict)
    asked_after: int = 0

    @property
    def prompt(self) -> Prompt:
        """The sentence of the moment."""
        return Prompt("turn", "", placed(self.message))

    @property
    def story(self) -> tuple[Line, ...]:
        """What happened, in order."""
        return tuple(replace(line, text=placed(line.text)) for line in self.log)

    @property
    def thinking(self) -> bool:
        """True if the app is computing an act of its hero; not while people have something to do first."""
        return self.stage == "heroes" and self.turn in self.bots
