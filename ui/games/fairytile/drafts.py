"""Edits of tiles and goals, one change at a time; no widgets here."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, cast, get_args

from companion.games.base import N_
from companion.games.fairytile.board import (
    FIGURES,
    TERRAINS,
    TILE,
    Clock,
    Figure,
    Hex,
    TileFace,
    neighbour,
    opposite,
)
from companion.games.fairytile.goals import parse
from companion.games.fairytile.kingdom import PLACES

BARE = TileFace((Hex("plain"), Hex("plain"), Hex("plain")))
"""A new tile."""
Verb: TypeAlias = Literal["visit", "cross", "meet", "see", "see both", "see line"]
VERBS: tuple[Verb, ...] = get_args(Verb)
VERB_NAMES = {
    "visit": N_("visits"),
    "cross": N_("crosses"),
    "meet": N_("meets"),
    "see": N_("sees"),
    "see both": N_("sees both others"),
    "see line": N_("sees three in one line"),
}


def with_next_terrain(face: TileFace, part: int) -> TileFace:
    """The tile with the next terrain on a part."""
    hexes = list(face.hexes)
    terrain = TERRAINS[(TERRAINS.index(hexes[part].terrain) + 1) % len(TERRAINS)]
    hexes[part] = hexes[part]._replace(terrain=terrain)
    return face._replace(hexes=cast(tuple[Hex, Hex, Hex], tuple(hexes)))


def with_river(face: TileFace, part: int, clock: Clock) -> TileFace:
    """The tile with that side's river added or removed; inside the tile it continues in the next land."""
    hexes = _toggled(list(face.hexes), part, clock)
    there = neighbour(TILE[part], clock)
    if there in TILE:
        hexes = _toggled(hexes, TILE.index(there), opposite(clock))
    return face._replace(hexes=cast(tuple[Hex, Hex, Hex], tuple(hexes)))


def with_next_figure(face: TileFace) -> TileFace:
    """The tile with the symbol of the next figure on its first land, or none after the last."""
    order: tuple[Figure | None, ...] = (None, *FIGURES)
    return face._replace(start=order[(order.index(face.start) + 1) % len(order)])


def _toggled(hexes: list[Hex], part: int, clock: Clock) -> list[Hex]:
    river = set(hexes[part].river) ^ {clock}
    hexes[part] = hexes[part]._replace(river=tuple(sorted(river)))
    return hexes


class GoalBlock(NamedTuple):
    """A block of a goal: conjunction, subject, verb and object."""

    joint: Literal["and", "or"] = "and"
    figure: Figure = "princess"
    verb: Verb = "visit"
    thing: str = "castle"

    @property
    def things(self) -> tuple[str, ...]:
        """Possible objects."""
        others = tuple(figure for figure in FIGURES if figure != self.figure)
        match self.verb:
            case "meet":
                return others
            case "see":
                return (*others, *PLACES)
            case "see both":
                return ()
        return PLACES

    @property
    def written(self) -> str:
        """The block in its stored form."""
        others = [figure for figure in FIGURES if figure != self.figure]
        match self.verb:
            case "see both":
                return f"see({self.figure}, {others[0]}, {others[1]})"
            case "see line":
                return f"see({self.figure}, 3 {self.thing})"
        return f"{self.verb}({self.figure}, {self.thing})"

    def mended(self) -> "GoalBlock":
        """The block with a valid object, if the present one does not fit any more."""
        return self if not self.things or self.thing in self.things else self._replace(thing=self.things[0])


def goal(blocks: Sequence[GoalBlock]) -> str:
    """Goal of some blocks; "and" binds closer. Raises RuleError if it is invalid."""
    text = "".join(
        f" {block.joint} {block.written}" if at else block.written for at, block in enumerate(blocks)
    )
    parse(text)
    return text
