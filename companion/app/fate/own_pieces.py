"""The user's own pieces: learnt from pictures with labelled pieces."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from companion.app.camera_game import OURS, Teaching
from companion.app.fate.expected import read_expected
from companion.app.fate.seen_set import is_seen
from companion.app.table import lesson_file
from companion.games.base import N_, Kind, Sentence, Table, rule_error
from companion.session.base import WatchOption
from companion.session.fate.words import name as title
from companion.session.own_files import PRINTED_MARKS, decoded, taught
from ui.teacher import KindAccuracy
from vision.cameras.sources import Picture
from vision.fate import own_set
from vision.fate.kinds import Edition
from vision.fate.own_set import NAMES, KindConfusion, Samples
from vision.fate.reader import FateReader
from vision.fate.samples import KnownPieces
from vision.geometry.calibrate import View

_OTHER_EDITION = N_(
    "{name}: expected pieces of the edition {expected}, found {found};"
    " learn each edition under a name of its own."
)
_OTHER_LIST = N_(
    "Expected the list of pieces in this picture, found {odd} of {count} pieces that look"
    " like others ({pieces}). Nothing was learnt: check the list, and that it belongs to this"
    " picture."
)
ODD_SHARE = 0.2
"""Share of odd pieces above which a list is rejected, 0..1.

In the right list hardly any piece is odd, in the list of another picture about half are.
"""
NAMED = 6
PIECES = taught("fate", "pieces", own_set.decode, own_set.encode)
"""The piece sets that were learnt."""


def only_edition(name: str | None) -> Edition | None:
    """The edition of that name; None if it stands for no edition, so that any is allowed."""
    return None if name in (None, "auto") else "minis" if name == "minis" else "tiles"


def own_pieces(name: str | None = None, edition: Edition | None = None) -> KnownPieces | None:
    """Load a piece set by name, or the last used; None for the printed marks.

    Sets kept automatically are used only by name. The first load of a set takes seconds. Raises
    StorageError, RuleError for a set of the other edition.
    """
    name = name or PIECES.store.last(_taught) or PRINTED_MARKS
    if name == PRINTED_MARKS:
        return None
    path = PIECES.store.used(name)
    return _studied(path, PIECES.store.read(name), edition)


def _taught(name: str) -> str | None:
    """Return the name if that set was learnt, else None. Raises StorageError for a damaged set."""
    return name if not is_seen(name) and PIECES.load(name) else None


def in_use() -> Mapping[str, str]:
    """The set learnt or used last, and the newest one that was kept automatically."""
    seen = [name for name in PIECES.store.names() if is_seen(name)][:1]
    taught_ = PIECES.store.last(_taught)
    return ({OURS: taught_} if taught_ else {}) | {name: name for name in seen}


def learn(
    picture: Picture, view: View, table: Table, name: str, options: Mapping[str, Any]
) -> Sequence[KindAccuracy]:
    """Add the pieces in a BGR picture to the set of that name; return each kind's accuracy.

    A piece that looks like a different kind than the list says, or that is not in the list, is left out
    and reported. Accuracy is measured on samples from other pictures.
    Raises VisionError, StorageError, RuleError `bad_teaching` for pieces of the other edition and for a
    list of another table.
    """
    edition = only_edition(options.get("edition"))
    found, hexes = own_set.take(picture, view, table, edition)
    _check_edition(found, edition, name)
    appearance = own_set.unlike(found, edition)
    odd = [
        _Odd(hex_, NAMES[own], NAMES[other])
        for hex_, own, other in zip(hexes, found.kinds, appearance, strict=True)
        if own != other
    ]
    _check_list(odd, len(table))
    found = found.only(np.flatnonzero(appearance == found.kinds))
    if before := PIECES.known(name):
        _check_edition(before, own_set.looks_like_edition(found), name)
        found = before.and_also(found)
    PIECES.save(name, found)
    return _report(own_set.cross_validated(found, edition), odd)


class _Odd(NamedTuple):
    """A hex whose piece looks different from the list; "" is an empty hex."""

    hex: str
    listed: Kind
    looks_like: Kind

    @property
    def kind(self) -> Kind:
        """The kind to report."""
        return self.listed or self.looks_like


def _report(cross_validated: Sequence[KindConfusion], odd: Sequence[_Odd]) -> list[KindAccuracy]:
    report = {
        each.kind: KindAccuracy(each.kind, each.right if each.judged else None, each.total, each.taken)
        for each in cross_validated
    }
    for kind in dict.fromkeys(each.kind for each in odd):
        doubted = tuple((each.hex, each.looks_like) for each in odd if each.kind == kind)
        report[kind] = report.get(kind, KindAccuracy(kind, None, 0))._replace(doubted=doubted)
    return list(report.values())


def _check_list(odd: Sequence[_Odd], count: int) -> None:
    """Check that few of the `count` listed pieces are odd. Raises RuleError `bad_teaching`."""
    wrong = [each for each in odd if each.listed]
    if len(wrong) > ODD_SHARE * count:
        hexes = [each.hex for each in wrong]
        named = ", ".join(hexes[:NAMED]) + (" …" if len(hexes) > NAMED else "")
        values = {"odd": len(wrong), "count": count, "pieces": named}
        raise rule_error("bad_teaching", [Sentence(_OTHER_LIST, values)])


def _check_edition(samples: Samples, edition: Edition | None, name: str) -> None:
    """Check that the monsters do not clearly look like the other edition's.

    Raises RuleError `bad_teaching`.
    """
    appearance = own_set.looks_like_edition(samples)
    if edition and appearance and appearance != edition:
        values = {"name": name, "expected": edition, "found": appearance}
        raise rule_error("bad_teaching", [Sentence(_OTHER_EDITION, values)])


def read(picture: Picture, view: View, name: str) -> Table:
    """Read the pieces in a BGR picture with the set of that name. Raises StorageError."""
    reader = FateReader(lambda _: view, None, own_pieces(name))
    return reader.look("", 0.0, picture).table


def read_file(path: Path, picture: str) -> Table:
    """Read what lies in a picture from a file. Raises RuleError `bad_expected` naming file and place."""
    expected = read_expected(path)
    table = expected.table(picture)
    if table is None:
        raise lesson_file.not_listed(path, picture, expected.by_picture)
    return table


@lru_cache(maxsize=2)
def _studied(path: Path, content: bytes, edition: Edition | None) -> KnownPieces:
    samples = decoded(own_set.decode, content, str(path))
    _check_edition(samples, edition, path.stem)
    return own_set.gallery(samples, edition)


TEACHING = Teaching(
    sets=PIECES,
    help="Learn how Fate's pieces in PICTURE look.",
    example='{"12,3": "goblin"}',
    learn=learn,
    check=own_set.decode,
    read=read,
    read_file=read_file,
    title=title,
    in_use=in_use,
    options=(WatchOption("--edition", "text", "What the monsters are.", ("tiles", "minis", "auto")),),
)
