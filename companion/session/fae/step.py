"""Result of a move of Fae."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.games import fae
from companion.games.base import Kind, Space, Table
from companion.session.timeline import Step


@dataclass(frozen=True, slots=True)
class FaeStep(Step[fae.Position]):
    """Result of a move: its rituals and the expected table."""

    rituals: tuple[fae.Ritual, ...] = ()
    table: Table = field(default_factory=dict)

    @property
    def removed(self) -> Table:
        """Druids that the rituals removed, by space."""
        return {ritual.space: ritual.removed for ritual in self.rituals if ritual.removed}


def removed(steps: Iterable[FaeStep]) -> Table:
    """Return all druids that the rituals of these steps removed, by space."""
    found: dict[Space, Mapping[Kind, int]] = {}
    for step in steps:
        found |= step.removed
    return found
