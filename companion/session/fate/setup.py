"""Set-up of a real table: its parts, and a row for each kind of piece of the present part."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.games.base import N_, Sentence
from companion.games.fate.board import LOCATION_OF
from companion.games.fate.heroes import NAMES as HEROES
from companion.games.fate.position import GRIMHEIM
from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from companion.session.fate.words import name

State: TypeAlias = Literal["done", "now", "open"]

PARTS = {"stone": N_("Stone"), "heroes": N_("Heroes"), "town": N_("Houses"), "monsters": N_("Monsters")}
"""Parts of the set-up in their order."""
PLACES = {
    "DarkForest": N_("Dark Forest"),
    "DeadPlains": N_("Dead Plains"),
    "TempleRuins": N_("Temple Ruins"),
    "Nailfare": N_("Nailfare"),
    "TrollCaves": N_("Troll Caves"),
    "MarshOfSorrow": N_("Marsh of Sorrow"),
    "OgreValley": N_("Ogre Valley"),
    "RobberCamp": N_("Robber Camp"),
    "WitchCabin": N_("Witch Cabin"),
    "SpewingMountain": N_("Spewing Mountain"),
    "Highlands": N_("Highlands"),
    "WyrmLair": N_("Wyrm Lair"),
    GRIMHEIM: N_("Grimheim"),
}
"""Names of places, at most 18 letters long."""


@dataclass(frozen=True, slots=True)
class SetupPart:
    """A part of the set-up: its name, and whether it is done."""

    name: Sentence
    state: State


@dataclass(frozen=True, slots=True)
class SetupRow:
    """A row of the present part; `kind` of its piece is "" for the stone and the houses."""

    what: str
    kind: str
    name: Sentence
    place: Sentence
    count: int
    state: State


def parts(snapshot: FateSnapshot) -> tuple[SetupPart, ...]:
    """Return all parts; the monsters come last, with the cards that are drawn."""
    left = [_part(step) for step in snapshot.steps[snapshot.done :]]
    still = {*left, *(("monsters",) if snapshot.position.phase == "reinforcements" else ())}
    return tuple(
        SetupPart(Sentence(word), "now" if part == left[0] else "open" if part in still else "done")
        for part, word in PARTS.items()
    )


def rows(snapshot: FateSnapshot) -> tuple[SetupRow, ...]:
    """Return the rows of the present part."""
    present = _part(snapshot.steps[snapshot.done])
    numbered = ((n, step) for n, step in enumerate(snapshot.steps) if _part(step) == present)
    return tuple(_row(step, _state(n, snapshot.done)) for n, step in numbered)


def _state(number: int, done: int) -> State:
    return "done" if number < done else "now" if number == done else "open"


def _part(step: GuideEntry) -> str:
    if step.what in ("stone", "die"):
        return "stone"
    return "town" if step.what == "town" else "heroes" if step.who in HEROES else "monsters"


def _row(step: GuideEntry, state: State) -> SetupRow:
    match _part(step):
        case "stone":
            where = Sentence(N_("space {step}"), {"step": step.n})
            return SetupRow("stone", "", Sentence(N_("Rune Stone")), where, 1, state)
        case "town":
            return SetupRow("town", "", Sentence(N_("Houses")), Sentence(PLACES[GRIMHEIM]), step.n, state)
    return SetupRow("piece", step.who, Sentence(name(step.who)), _where(step, state), step.n, state)


def _where(step: GuideEntry, state: State) -> Sentence:
    """Return where pieces stand: on the hexes that glow now, else in the place of the first one."""
    first = str(step.acts[0].space) if step.acts else ""
    if first == GRIMHEIM or (state != "now" and first in LOCATION_OF):
        return Sentence(PLACES[LOCATION_OF.get(first, GRIMHEIM)])
    if step.n == 1:
        return Sentence(N_("the lit hex"))
    return Sentence(N_("the {n} lit hexes"), {"n": step.n})
