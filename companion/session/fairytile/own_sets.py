"""Custom sets of tiles and pages: stored by name, exchanged as files."""

import json
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel

from companion import jpeg
from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import wrong
from companion.games.fairytile.autoplay import shuffled
from companion.games.fairytile.board import FIGURES, TURNS, Cell, TileFace, Tiles, cell_text, white_corner
from companion.games.fairytile.sets import (
    MOST_PAGES,
    SAMPLE,
    pages_object,
    read_pages,
    read_tiles,
    sample_pages,
    sample_tiles,
    tiles_object,
)
from companion.games.fairytile.setup import read_setup
from companion.session import base
from companion.session.own_files import ExportedFiles, document
from companion.settings import checked
from companion.storage.exports import Saved
from companion.storage.folders import is_plain
from companion.storage.named_files import NamedFileStore

FORMAT = 1
SUFFIX = ".fairytile.json"
MAX_CHARACTERS = 30_000_000
"""Maximum size of a file in characters and in bytes; the appearance of all sides of a box takes 5 million."""
MAX_PHOTO_CHARACTERS = 200_000
"""Maximum number of base64 characters of a photo."""
MAX_PHOTO_SIDE_PX = 2000
"""Maximum width and height of a photo; the app takes them much smaller."""
_NEAR_CELLS: tuple[Cell, ...] = tuple((q, r) for q in range(-3, 4) for r in range(-3, 4))


class OwnSet(NamedTuple):
    """Tiles and goals of pages; if empty, those of the sample are used.

    `photos`: small JPEG pictures of pages, by page number.
    """

    name: str
    tiles: Tiles = MappingProxyType({})
    pages: Mapping[int, str] = MappingProxyType({})
    photos: Mapping[int, bytes] = MappingProxyType({})


def _plain_name(name: str) -> str:
    name = unicodedata.normalize("NFC", name)
    if not is_plain(name):
        raise checked.unfit(N_("a name of at most 40 letters, without / and \\"))
    return name


def _base64(text: str) -> str:
    try:
        b64decode(text, validate=True)
    except ValueError:
        raise checked.unfit(N_("pictures of the tiles, as base64")) from None
    return text


class _SetFile(BaseModel):
    """Schema of a file; tiles and pages are checked by the rules."""

    model_config = checked.STRICT
    fairytile_set: Literal[1]
    name: Annotated[str, AfterValidator(_plain_name)]
    tiles: Any = {}
    pages: Any = {}
    photos: dict[str, str] = {}
    looks: Annotated[str, AfterValidator(_base64)] = ""


def learnt_tiles() -> NamedFileStore:
    """The store of learnt tile appearances, by the names of the sets."""
    return base.shelf("fairytile", "tiles")


def export(name: str) -> Saved:
    """Export a set together with the learnt appearance of its tiles.

    Raises as `FILES.export`, and StorageError `learnt_spoiled`.
    """
    seen = learnt_tiles().read(name) if name in learnt_tiles().names() else b""
    return FILES.export(name, written(FILES.load(name), seen))


def take(path: Path, check_looks: Callable[[bytes], object] = lambda _: None) -> OwnSet:
    """Import the set of a file, and the appearance of its tiles if `check_looks` accepts it.

    Raises StorageError, RuleError with file and place, and as `check_looks`; then nothing is
    stored.
    """
    own, seen = _read(path)
    if seen:
        check_looks(seen)
        learnt_tiles().save(own.name, seen)
    FILES.save(own.name, own)
    return own


def photo(page: int, goal: str) -> bytes | None:
    """Return the photo of a page with this goal from the set used last that has it, or None.

    While the page is dealt, show the photo to its player only.
    """
    for _, own in FILES.undamaged():
        if own.pages.get(page) == goal and page in own.photos:
            return own.photos[page]
    return None


def written(own: OwnSet, seen: bytes = b"") -> str:
    """Return the file content of a set; `seen`: learnt appearance of its tiles, if known."""
    document: dict[str, Any] = {"fairytile_set": FORMAT, "name": own.name}
    document |= {"tiles": tiles_object(own.tiles), "pages": pages_object(own.pages)}
    if own.photos:
        document["photos"] = {str(page): b64encode(taken).decode() for page, taken in own.photos.items()}
    if seen:
        document["looks"] = b64encode(seen).decode()
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _read(path: Path) -> tuple[OwnSet, bytes]:
    """The set in a file, and how its tiles look, b"" if that is not known.

    Raises StorageError `bad_file` for another version or a file that is cut short, RuleError `bad_set` for
    wrong tiles, pages and photos.
    """
    file = document(_SetFile, path, MAX_CHARACTERS, _NOT_READ)
    try:
        pages = read_pages(file.pages)
        own = OwnSet(file.name, read_tiles(file.tiles), pages, _photos(file.photos, pages))
    except RuleError as error:
        wrong_parts = error.params["sentences"]
        assert isinstance(wrong_parts, tuple)
        raise rule_error("bad_set", [Sentence("{place}:", {"place": str(path)}), *wrong_parts]) from error
    return own, b64decode(file.looks)


def _photos(written: Mapping[str, str], pages: Mapping[int, str]) -> dict[int, bytes]:
    """Return decoded photos by page number. Raises RuleError `bad_set`."""
    if len(written) > MOST_PAGES:
        raise rule_error("bad_set", [wrong("photos", N_("at most 200 pages"), len(written))])
    problems, found = [], {}
    for number, text in written.items():
        page = next((page for page in pages if str(page) == number), None)
        photo = _photo(text)
        if page is None:
            problems.append(wrong("photos", N_("the number of a page of this set"), number))
        elif photo is None:
            problems.append(wrong(f"photos.{number}", N_("a small JPEG picture, as base64"), text[:40]))
        else:
            found[page] = photo
    if problems:
        raise rule_error("bad_set", problems)
    return found


def _photo(text: str) -> bytes | None:
    try:
        photo = b64decode(text[: MAX_PHOTO_CHARACTERS + 1], validate=True)
    except ValueError:
        return None
    if len(text) > MAX_PHOTO_CHARACTERS or not photo.startswith(jpeg.START):
        return None
    return photo if all(0 < side <= MAX_PHOTO_SIDE_PX for side in jpeg.size_px(photo)) else None


def opening(own: OwnSet, players: Sequence[str], chance: Random) -> dict[str, Any]:
    """Return a written set-up with this set and a shuffled stack. Raises RuleError `bad_setup`."""
    tiles, pages = own.tiles or sample_tiles(), own.pages or sample_pages()
    if len(pages) < len(players):
        raise rule_error("bad_setup", [Sentence(_FEW_PAGES, {"n": len(players), "found": len(pages)})])
    setup = {
        "players": list(players),
        "start": start(tiles),
        "stack": shuffled(chance, tiles),
        "tiles": tiles_object(tiles) if own.tiles else SAMPLE,
        "pages": pages_object(pages) if own.pages else SAMPLE,
    }
    read_setup(setup)
    return setup


def start(tiles: Tiles) -> list[list[Any]]:
    """Return the placed starting tiles: white corners in one point, one river (FT-020, FT-021).

    Raises RuleError `bad_setup` if there are not exactly three, or if they do not fit.
    """
    starting = [(name, face) for name, sides in tiles.items() for face in sides.values() if face.start]
    if sorted(face.start or "" for _, face in starting) != sorted(FIGURES):
        names_found = ", ".join(name for name, _ in starting)
        raise rule_error("bad_setup", [Sentence(_NO_START, {"found": names_found})])
    (_, face), *others = starting
    for placements in product(*(_placements_beside(face, other) for _, other in others)):
        spots = [((0, 0), 0), *placements]
        laid = [[name, cell_text(at), turn] for (name, _), (at, turn) in zip(starting, spots, strict=True)]
        try:
            read_setup({"players": ["1", "2"], "start": laid, "tiles": tiles_object(tiles)})
        except RuleError:
            continue
        return laid
    raise rule_error("bad_setup", [Sentence(_NO_FIT)])


def _placements_beside(first: TileFace, other: TileFace) -> list[tuple[Cell, int]]:
    """Return placements whose white corner meets that of `first`, which lies unturned at 0,0."""
    meets = white_corner(first, (0, 0), 0)
    return [(at, turn) for at in _NEAR_CELLS for turn in TURNS if white_corner(other, at, turn) == meets]


_NOT_READ = N_("{path}: expected a set of tiles and pages, found: {found}.")
_FEW_PAGES = N_("Expected at least {n} pages, one for everybody, found {found}.")
_NO_START = N_(
    "Expected three starting tiles, one each for princess, knight and dragon, found: {found}. "
    "Choose the figure on the tile's first land."
)
_NO_FIT = N_(
    "The starting tiles do not fit together: expected their white corners in one point and"
    " one river through all."
)
FILES = ExportedFiles[OwnSet](
    "fairytile", "sets", lambda path: _read(path)[0], lambda own: written(own).encode(), "", SUFFIX
)
"""The sets that are kept."""
