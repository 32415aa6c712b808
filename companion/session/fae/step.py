"""Where a move of Fae led."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.games import fae
from companion.games.base import Kind, Space, Table
from companion.session.timeline import Step


@dataclass(frozen=True, slots=True)
class FaeStep(Step[fae.Position]):
    """What a move led to: the rituals it made, and what must lie on the table then."""

    rituals: tuple[fae.Ritual, ...] = ()
    table: Table = field(default_factory=dict)

    @property
    def removed(self) -> Table:
        """The druids that the rituals took off, by space."""
        return {ritual.space: ritual.removed for ritual in self.rituals if ritual.removed}


def removed(steps: Iterable[FaeStep]) -> Table:
    """All druids that rituals had taken off by then, by space."""
    found: dict[Space, Mapping[Kind, int]] = {}
    for step in steps:
        found |= step.removed
    return found
