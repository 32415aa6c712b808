"""One's own set of pieces: kept from pictures that say what stands where, and known again."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.app.base import Teaching
from companion.app.fate.expected import read_expected
from companion.games.base import N_, Table
from companion.session.base import WatchOption
from companion.session.fate.words import name as title
from companion.storage.failure import failure
from companion.storage.shelf import Shelf
from ui.services import KindAccuracy
from vision.calibrate import View
from vision.cameras import Picture
from vision.fate import own_set
from vision.fate.classifier import OwnPieces
from vision.fate.kinds import Edition
from vision.fate.own_set import Samples
from vision.fate.reader import FateReader

PRINTED_MARKS = "default"
"""In place of the name of learnt pieces: those everybody has."""
_DAMAGED = N_("{path}: expected learnt pieces, found {cause}; forget them and learn them again.")


def pieces() -> Shelf:
    """The sets of pieces learnt."""
    return Shelf("pieces", "fate", ".npz")


def only_edition(name: str | None) -> Edition | None:
    """The edition of that name; None where any may lie there."""
    return None if name in (None, "auto") else "minis" if name == "minis" else "tiles"


def own_pieces(name: str | None = None, edition: Edition | None = None) -> OwnPieces | None:
    """The pieces learnt under a name, or last; None for the printed marks. Raises StorageError.

    Takes seconds for a set that was not asked for before.
    """
    name = name or next(iter(pieces().names()), PRINTED_MARKS)
    if name == PRINTED_MARKS:
        return None
    path = pieces().used(name)
    return _studied(path, path.read_bytes(), edition)


def learn(
    picture: Picture, view: View, table: Table, name: str, options: Mapping[str, Any]
) -> Sequence[KindAccuracy]:
    """Keep how the pieces in a BGR picture look, besides those learnt before under that name.

    Tells of every kind how well its samples are known by the others. Raises VisionError, StorageError.
    """
    edition = only_edition(options.get("edition"))
    found = own_set.take(picture, view, table, edition)
    if name in pieces().names():
        path = pieces().used(name)
        found = _decoded(path, path.read_bytes()).and_also(found)
    pieces().save(name, own_set.encode(found))
    told = own_set.study(found, edition).told_apart
    return [KindAccuracy(kind.kind, kind.right, kind.total, kind.taken) for kind in told]


def read(picture: Picture, view: View, name: str) -> Table:
    """What stands in a BGR picture by the set of that name. Raises StorageError."""
    reader = FateReader(lambda _: view, None, own_pieces(name))
    return reader.look("", 0.0, picture).table


@lru_cache(maxsize=2)
def _studied(path: Path, content: bytes, edition: Edition | None) -> OwnPieces:
    return own_set.study(_decoded(path, content), edition).learnt


def _decoded(path: Path, content: bytes) -> Samples:
    try:
        return own_set.decode(content)
    except ValueError as error:
        raise failure("learnt_damaged", _DAMAGED, path=str(path), cause=str(error)) from error


TEACHING = Teaching(
    sort="pieces",
    help="Learn how Fate's pieces in PICTURE look.",
    example='{"12,3": "goblin"}',
    shelf=pieces,
    learn=learn,
    read=read,
    read_file=lambda path, picture: read_expected(path).table(picture) or {},
    title=title,
    options=(WatchOption("--edition", "text", "What the monsters are.", ("tiles", "minis", "auto")),),
)
