"""What a screen may show of a game of Fate: one frozen picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.games.base import N_, Sentence, Space
from companion.games.fate.acts import Act
from companion.games.fate.position import Face, Position
from companion.session.snapshot import Snapshot
from companion.table.compare import Difference as Difference
from companion.table.guide import GuideStep

Stage: TypeAlias = Literal["heroes", "check", "monsters", "guide", "choice", "repair", "over"]
"""What the table waits for: a hero's act; the table to be checked before the monsters move; the next part
of the monster turn; hands that do `steps`; an answer to `choice`; differences to be put right; nothing."""

STAGES: Mapping[Stage, str] = {
    "heroes": N_("{player}, it is your turn."),
    "monsters": N_("The monsters go on."),
    "over": N_("The game is over."),
}


@dataclass(frozen=True, slots=True)
class FateOption:
    """One answer: what it says, the act it plays, and the spaces that stand for it on the board."""

    label: Sentence
    act: Act | None = None
    spaces: tuple[Space, ...] = ()


@dataclass(frozen=True, slots=True)
class FateChoice:
    """What the players decide; one tap takes `options[default]`.

    `what`: "answer" (a card before the attacks or after one), "order" and "target" of attacks, "ambush",
    "upgrade", "roll" (app rolls or typed dice), "draw" (app draws or typed card), "table" (which is right,
    the screen or the table), "markers".
    `dice`: how many dice are to be typed for "roll"; 0 otherwise.
    """

    what: str
    question: Sentence
    options: tuple[FateOption, ...]
    default: int = 0
    dice: int = 0


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """One step of the guide: acts of the hands that belong together, such as four goblins' moves.

    `paths` are drawn as arrows, each from the first to the last space. A step without `acts` is for what
    the camera cannot see, such as damage, town pieces or the Rune Stone; `dice` is what was rolled.
    """

    title: Sentence
    acts: tuple[GuideStep, ...] = ()
    paths: tuple[tuple[Space, ...], ...] = ()
    dice: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class FateLogEntry:
    """A line of the log; `number` counts acts from 1 (an act may have several lines)."""

    number: int
    text: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class FateSnapshot(Snapshot):
    """Everything a screen shows.

    `position` is where the game is; while `steps` are worked off, `assumed_table` differs from the position's
    table. `at` counts the steps done; `together`: hands do all that are left at once, `step_by_step`:
    somebody wants one after the other where no camera watches. `differences` and `unsure` come from the
    camera. `dice_pool` are the dice that the app rolled for a hero's act, None where real dice are rolled.
    `played` acts stand; an act may have no line in the log. `titles` maps monster ids and hero ids to their
    kind for lists.
    """

    stage: Stage
    position: Position
    steps: tuple[GuideEntry, ...] = ()
    at: int = 0
    together: bool = False
    step_by_step: bool = False
    choice: FateChoice | None = None
    log: tuple[FateLogEntry, ...] = ()
    differences: tuple[Difference, ...] = ()
    unsure: tuple[Space, ...] = ()
    dice_pool: tuple[Face, ...] | None = ()
    titles: Mapping[str, str] = field(default_factory=dict)
