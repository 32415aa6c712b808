"""The user's own cards: learnt from pictures with labelled cards."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.camera_game import Teaching
from companion.app.table import lesson_file
from companion.app.table.lesson_file import wrong
from companion.games.base import N_, Sentence, Table, rule_error
from companion.session.own_files import decoded, taught
from ui.teacher import KindAccuracy
from vision.arrays import Floats
from vision.cameras.sources import Picture
from vision.fabula import learn_faces, samples
from vision.fabula.faces import Faces
from vision.fabula.reader import FabulaReader
from vision.geometry.calibrate import View

MOST = 60
"""Maximum number of cards learnt from one picture."""
_FULL = N_("{name}: expected at most {most} cards in a set, found {found}: learn them under another name.")
CARDS = taught("fabula", "cards", samples.decode, samples.encode)
"""The card sets that were learnt."""


def own_cards(name: str | None = None) -> Faces:
    """Load a card set by name, or the last used; empty if nothing was learnt.

    Raises StorageError.
    """
    if name is None:
        return CARDS.store.last(_kept) or samples.faces({})
    CARDS.store.used(name)
    return _kept(name)


def propose(picture: Picture, view: View, name: str) -> Mapping[str, Floats]:
    """Return the corners of the only card in a BGR picture, under the name "".

    Raises VisionError `bad_lesson`.
    """
    return {"": learn_faces.only_card(picture)}


def learn(
    picture: Picture, view: View, places: Mapping[str, Floats], name: str, options: Mapping[str, Any]
) -> Sequence[KindAccuracy]:
    """Add the cards in a BGR picture to the set of that name.

    A card learnt before is replaced. `places` are the corners of each card, (4, 2) in pixels.
    Raises RuleError `bad_teaching` for too many cards, VisionError `bad_lesson`, StorageError.
    """
    taken = {card: learn_faces.take(picture, corners, card) for card, corners in places.items()}
    known = {**(CARDS.known(name) or {}), **taken}
    if len(known) > samples.MOST_CARDS:
        values = {"name": name, "most": samples.MOST_CARDS, "found": len(known)}
        raise rule_error("bad_teaching", [Sentence(_FULL, values)])
    CARDS.save(name, known)
    return [KindAccuracy(card, None, 1) for card in taken]


def read(picture: Picture, view: View, name: str) -> Table:
    """Read the cards in a BGR picture with the set of that name. Raises StorageError."""
    return FabulaReader(own_cards(name)).look("", 0.0, picture).table


def face(name: str, card: str) -> Picture:
    """Appearance of a card in the set of that name. Raises StorageError."""
    return CARDS.use(name)[card]


def read_places(path: Path, picture: str) -> Mapping[str, Floats]:
    """Read the corners of each card in a picture, (4, 2) in pixels by its name, from a JSON file.

    An entry with the picture's name may be the list itself. Raises RuleError `bad_expected` naming file and
    place.
    """
    document = lesson_file.read(path)
    lesson = lesson_file.of_picture(path, document, picture)
    place = f"{path}: cards" if lesson is document else f"{path}: {picture}"
    listed = lesson.get("cards") if isinstance(lesson, dict) else lesson
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST:
        raise wrong(place, N_("a list of the cards in the picture"), listed)
    found: dict[str, Floats] = {}
    for number, card in enumerate(listed):
        where = f"{place}[{number}]"
        if not isinstance(card, dict) or set(card) != {"id", "corners_px"}:
            raise wrong(where, '{"id", "corners_px"}', card)
        name = card["id"]
        if not isinstance(name, str) or not samples.good_id(name):
            raise wrong(f"{where}.id", N_("the name of a card, at most 80 letters and digits"), name)
        if name in found:
            raise wrong(f"{where}.id", N_("every card once"), name)
        found[name] = _corners(card["corners_px"], f"{where}.corners_px")
    return found


def _corners(written: Any, where: str) -> Floats:
    pairs = isinstance(written, list) and len(written) == 4
    if not pairs or not all(isinstance(point, list) and len(point) == 2 for point in written):
        raise wrong(where, "[[x, y], [x, y], [x, y], [x, y]]", written)
    for point in written:
        if not all(type(each) in (int, float) and abs(each) < 1e5 for each in point):
            raise wrong(where, N_("pixels as numbers"), point)
    return np.array(written, np.float64)


@lru_cache(maxsize=2)
def _studied(path: Path, content: bytes) -> Faces:
    return samples.faces(decoded(samples.decode, content, str(path)))


def _kept(name: str) -> Faces:
    return _studied(CARDS.store.path(name), CARDS.store.read(name))


TEACHING = Teaching(
    sets=CARDS,
    help="Learn how your own cards in PICTURE look, the card back among them as `back`.",
    example='{"cards": [{"id": "bandit", "corners_px": [[90, 80], [290, 82], [288, 360], [91, 357]]}]}',
    read_file=read_places,
    scaled=lambda places, scale: {card: corners / scale for card, corners in places.items()},
    learn=learn,
    check=samples.decode,
    read=read,
    propose=propose,
    face=face,
    title=lambda card: card,
)
