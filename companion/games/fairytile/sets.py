"""Reader and writer of sets of tiles and pages as JSON, with all checks."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, NamedTuple, TypeAlias

from companion.errors import RuleError
from companion.games.base import N_, Sentence, Term, rule_error
from companion.games.codec import Allowed, decode, one_of, within, wrong
from companion.games.fairytile.board import (
    CLOCK,
    TILE,
    Figure,
    Hex,
    Terrain,
    TileFace,
    Tiles,
    TileSide,
    neighbour,
    opposite,
)
from companion.games.fairytile.goals import Goal, parse

SAMPLE = "sample"
"""Name of the set that comes with the app, with tiles and pages of our own design."""
MOST_TILES = 100
MOST_PAGES = 200
"""Maximum number of tiles and pages of a set."""
LAST_PAGE = 999
"""Maximum number printed on a page."""
LONGEST_NAME = 40
"""Maximum number of letters of the name of a tile."""


class WrittenHex(NamedTuple):
    """Cell as JSON."""

    terrain: Terrain
    river: Annotated[tuple[Annotated[int, one_of(CLOCK)], ...], Allowed(N_("a list of clock directions"))]


class WrittenFace(NamedTuple):
    """Side of a tile as JSON."""

    hexes: Annotated[tuple[WrittenHex, ...], Allowed(N_("a list of 3 cells"))]
    start: Figure | None = None
    white_corner: Annotated[tuple[int, ...], Allowed(N_("a cell 0..2 and a corner 0..5"))] = (0, 5)


_WrittenTiles: TypeAlias = Mapping[str, Mapping[TileSide, object]]
_WrittenPages: TypeAlias = Mapping[Annotated[int, within(1, LAST_PAGE)], object]


def read_hex(written: object, place: str) -> Hex:
    """Read a cell that belongs to no tile. Raises RuleError `bad_setup`."""
    problems: list[Sentence] = []
    found = decode(WrittenHex, written, place, problems)
    if not problems and len(set(found.river)) < len(found.river):
        problems.append(wrong(f"{place}.river", N_("no duplicates"), list(found.river)))
    if problems:
        raise rule_error("bad_setup", problems)
    return Hex(found.terrain, tuple(sorted(found.river)))


def read_face(written: object, place: str) -> TileFace:
    """Read a side of a tile. Raises RuleError `bad_tile` naming every wrong place."""
    problems: list[Sentence] = []
    found = decode(WrittenFace, written, place, problems)
    if not problems:
        problems += _face_problems(found, place)
    if problems:
        raise rule_error("bad_tile", problems)
    a, b, c = (Hex(hex_.terrain, tuple(sorted(hex_.river))) for hex_ in found.hexes)
    cell, number = found.white_corner
    return TileFace((a, b, c), found.start, (cell, number))


def _face_problems(face: WrittenFace, place: str) -> list[Sentence]:
    if len(face.hexes) != len(TILE):
        return [wrong(f"{place}.hexes", N_("a list of 3 cells"), len(face.hexes))]
    corner = face.white_corner
    if len(corner) != 2 or corner[0] not in range(3) or corner[1] not in range(6):
        return [wrong(f"{place}.white_corner", N_("a cell 0..2 and a corner 0..5"), list(corner))]
    problems = []
    rivers = {cell: hex_.river for cell, hex_ in zip(TILE, face.hexes, strict=True)}
    for part, (cell, river) in enumerate(rivers.items()):
        where = f"{place}.hexes[{part}].river"
        if len(set(river)) < len(river):
            problems.append(wrong(where, N_("no duplicates"), list(river)))
        for clock in river:
            there = rivers.get(neighbour(cell, clock))
            if there is not None and opposite(clock) not in there:
                other = f"{place}.hexes[{TILE.index(neighbour(cell, clock))}].river"
                values = {"place": where, "clock": clock, "other": other, "opposite": opposite(clock)}
                problems.append(Sentence(_ENDS_INSIDE, values))
    return problems


_ENDS_INSIDE = N_(
    "{place}: the river leaves at {clock} o'clock, where the tile's own next cell begins; "
    "expected {other} to have {opposite}, or no river there."
)


def read_tiles(written: object, place: str = "tiles") -> Tiles:
    """Read a set of tiles.

    Raises RuleError `bad_tile` naming every wrong place, `bad_setup` if `written` is no set of tiles.
    """
    if written == SAMPLE:
        return sample_tiles()
    if not isinstance(written, dict):
        raise rule_error("bad_setup", [wrong(place, N_('"sample", or an object of tiles'), written)])
    if len(written) > MOST_TILES:
        raise rule_error("bad_tile", [wrong(place, N_("at most 100 tiles"), len(written))])
    problems: list[Sentence] = []
    decode(_WrittenTiles, written, place, problems)  # type: ignore[type-abstract]  # only read by
    for name, sides in written.items():
        if not 0 < len(name) <= LONGEST_NAME or not sides:
            problems.append(wrong(f"{place}.{name}", N_("a tile with a name and a front"), sides))
    if problems:
        raise rule_error("bad_tile", problems)
    tiles: dict[str, dict[TileSide, TileFace]] = {}
    for name, sides in written.items():
        for side, face in sides.items():
            try:
                tiles.setdefault(name, {})[side] = read_face(face, f"{place}.{name}.{side}")
            except RuleError as error:
                problems += sentences_of(error)
    if problems:
        raise rule_error("bad_tile", problems)
    return tiles


def sentences_of(error: RuleError) -> tuple[Sentence, ...]:
    """Return the sentences of an error of the rules."""
    sentences = error.params["sentences"]
    assert isinstance(sentences, tuple)
    return sentences


def read_pages(written: object, place: str = "pages") -> Mapping[int, str]:
    """Read the goals of a set of pages by number.

    Raises RuleError `bad_page` naming page and column, `bad_setup` if `written` is no set of pages.
    """
    if written == SAMPLE:
        return sample_pages()
    if not isinstance(written, dict):
        raise rule_error("bad_setup", [wrong(place, N_('"sample", or an object of pages'), written)])
    if len(written) > MOST_PAGES:
        raise rule_error("bad_setup", [wrong(place, N_("at most 200 pages"), len(written))])
    problems: list[Sentence] = []
    pages = decode(_WrittenPages, written, place, problems)  # type: ignore[type-abstract]  # only read by
    if problems:
        raise rule_error("bad_setup", problems)
    goals = {page: read_goal(goal, f"{place}.{page}") for page, goal in pages.items()}
    return {page: goal for page, (goal, _) in goals.items()}


def read_goal(written: object, place: str) -> tuple[str, Goal]:
    """Return a written goal and its syntax tree. Raises RuleError `bad_page` naming the column."""
    if not isinstance(written, str):
        raise rule_error("bad_page", [wrong(place, N_("a goal"), written)])
    return written, parse(written, place)


def hex_object(hex_: Hex) -> dict[str, Any]:
    """Write a cell as JSON."""
    return {"terrain": hex_.terrain, "river": list(hex_.river)}


def face_object(face: TileFace) -> dict[str, Any]:
    """Write a side of a tile as JSON that `read_face` reads back."""
    written: dict[str, Any] = {"hexes": [hex_object(hex_) for hex_ in face.hexes]}
    if face.start:
        written["start"] = face.start
    if face.white_corner != (0, 5):
        written["white_corner"] = list(face.white_corner)
    return written


def tiles_object(tiles: Tiles) -> Any:
    """Write a set of tiles as JSON; the sample set by its name only."""
    if tiles is sample_tiles() or tiles == sample_tiles():
        return SAMPLE
    return {name: {side: face_object(face) for side, face in sides.items()} for name, sides in tiles.items()}


def pages_object(pages: Mapping[int, str]) -> Any:
    """Write the goals of pages as JSON; the sample set by its name only."""
    if pages is sample_pages() or pages == sample_pages():
        return SAMPLE
    return {str(page): goal for page, goal in pages.items()}


@cache
def sample_tiles() -> Tiles:
    """Return the tiles of the sample set."""
    return read_tiles(_data("tiles"))


@cache
def sample_pages() -> Mapping[int, str]:
    """Return the goals of the sample pages by number."""
    return read_pages({number: page["goal"] for number, page in _data("pages").items()})


@cache
def sample_texts() -> Mapping[int, Term]:
    """Return the texts of the sample pages by number, to be read aloud."""
    return {int(number): Term(page["text"]) for number, page in _data("pages").items()}


def _data(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath(f"data/{name}.json").read_text("utf-8")
    )
    return found
