"""A simulated table without pixels: hands move pieces, a camera reports them without a mistake.

Doubts are scripted, so that a transcript depends on no machine: a hand in the picture, two moves that look
alike, a move that is undone while its pieces stay.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.games.base import Kind, Space, Table
from companion.session import repair
from companion.session.messages import Seen, Undo
from companion.simulation.player import PAUSE, Acts
from companion.table.guide import GuideStep
from companion.table.observation import Evidence, Observation
from companion.table.tables import differing
from tests.playthroughs.transcript import REST, Transcript

PICTURE_S = 5.0
"""Time in seconds between two pictures."""
MOST_PICTURES = 4000


class HandsTable:
    """The pieces on the table; has what simulated players use of a stage with pictures."""

    def __init__(self, table: Table) -> None:
        self.truth: Table = {space: dict(pieces) for space, pieces in table.items() if pieces}

    @property
    def kinds_by_hex(self) -> dict[Space, Kind]:
        """A piece on each space that is not empty."""
        return {space: next(iter(pieces)) for space, pieces in self.truth.items()}

    def do(self, acts: Acts) -> None:
        """Move the pieces."""
        for act in acts:
            left = repair.after(self.truth, act)
            self.truth = {space: dict(pieces) for space, pieces in left.items() if pieces}

    def dress(self, **_: object) -> None:
        """Take what no camera reads, such as damage: nothing to do."""


Sight: TypeAlias = Callable[[Table], Table]
"""Turn the pieces on the table into those that the reader of the game reports."""
Alike: TypeAlias = tuple[Evidence, frozenset[Space]]
"""Evidence for which two moves explain a picture, and the spaces that it calls changed."""


@dataclass
class Doubts:
    """Scripted trouble.

    `hand_at`: movement, counted from 1, after which a hand stays in the picture. `undo(shown)`: true when
    a move is to be undone, once. `alike(shown, acts)`: what makes a move look like another one, or None.
    """

    undo: Callable[[Any], bool]
    hand_at: int = 2
    alike: Callable[[Any, Acts], Alike | None] = lambda *_: None


def play(
    written: Transcript,
    acts: Iterator[Acts],
    table: HandsTable,
    doubts: Doubts,
    sight: Sight = lambda table: table,
    in_words: Callable[[Table, Table], str] | None = None,
) -> None:
    """Let simulated players play to the end in front of a camera. Raises AssertionError if they never do."""
    pictures, movements, undone = count(), 0, False
    before = sight(table.truth)

    def see(words: str, **what: Any) -> None:
        number = next(pictures)
        picture = Observation(f"{number}.jpg", number * PICTURE_S, sight(table.truth), **what)
        written.see(words, Seen(written.game, picture))

    for todo in islice(acts, MOST_PICTURES):
        shown, stood = written.shown, table.truth
        if shown.over and todo == PAUSE:
            return
        alike = doubts.alike(shown, todo)
        table.do(todo)
        moved = (in_words or hands)(stood, table.truth)
        words = f"hands: {moved}" if moved else REST
        movements += bool(moved)
        if moved and movements == doubts.hand_at:
            see(f"{words}; a hand stays in the picture", trouble="hand")
            words = "the hand is gone"
        changed = frozenset(differing(before, sight(table.truth)))
        if alike:
            see(f"{words}; two moves look alike", changed=changed | alike[1], evidence=alike[0])
        else:
            see(words, changed=changed)
        before = sight(table.truth)
        if not undone and doubts.undo(written.shown):
            undone = True
            written.tell(Undo(written.game))
            see(REST)
    if not written.shown.over:
        raise AssertionError("expected the end of the game, found players who go on for ever")


def hands(before: Table, after: Table, turns: Mapping[Kind, Kind] = MappingProxyType({})) -> str:
    """Return in words what hands did between two tables; "" for nothing."""
    return "; ".join(map(movement, repair.steps(before, after, turns)))


def movement(step: GuideStep) -> str:
    """Return a movement of hands in words."""
    pieces = ", ".join(f"{n} {kind}" for kind, n in step.pieces.items())
    match step.act:
        case "move":
            return f"move {pieces}: {step.space} → {step.target}"
        case "exchange" | "turn_over":
            place = step.space if step.target is None else f"{step.space} ↔ {step.target}"
            becomes = ", ".join(f"{n} {kind}" for kind, n in step.becomes.items())
            return f"{step.act.replace('_', ' ')} {pieces} / {becomes}: {place}"
    return f"{step.act} {pieces}: {step.space}"
