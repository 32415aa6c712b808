"""State of a lesson: subject, step and message; no widgets here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any, Literal, TypeAlias

from companion.errors import CompanionError
from companion.games.base import N_, Sentence, Space, Table
from companion.i18n import error_text
from ui import all_games
from ui.services import PicturePoint, RgbPicture, TableLook
from ui.teacher import KindAccuracy

LearntSort: TypeAlias = Literal["boards", "pieces"]
TeachStep: TypeAlias = Literal["what", "photo", "corners", "where", "name", "test"]

NAMES = (N_("mine"), N_("old"), N_("travel"))
"""Suggested names; file names are the same in every language."""

_SAID: Mapping[tuple[TeachStep, LearntSort], tuple[str, str]] = {
    ("photo", "boards"): ("camera", N_("Put the board in the picture, with few pieces on it.")),
    ("photo", "pieces"): ("camera", N_("Put pieces on the board, several of each kind.")),
    ("where", "pieces"): ("finger", N_("Choose a piece, then touch where it stands.")),
    ("name", "boards"): ("text", N_("What is this board called?")),
    ("name", "pieces"): ("text", N_("What are these pieces called?")),
    ("test", "boards"): ("check", N_("The app recognises the board.")),
    ("test", "pieces"): ("check", N_("This is what I recognise now.")),
}
TITLES: Mapping[LearntSort, str] = {"boards": N_("Teach my board"), "pieces": N_("Teach my pieces")}
_REFUSED: Mapping[str, str] = {
    "bad_corners": N_("The corners are crossed. Go around from the top left, to the right and down."),
    "no_board": N_("No board inside these corners. Drag them exactly onto its corners."),
    "not_written": N_("Saving failed: the disk may be full. Make room and try again."),
}


@dataclass
class TeachState:
    """A lesson, step by step. `page` shows it; `busy` while background work runs.

    `outlines` are those of the spaces in the `close_up` of the board.
    """

    game: str
    sort: LearntSort
    step: TeachStep = "photo"
    picture: RgbPicture | None = None
    close_up: RgbPicture | None = None
    corners: list[PicturePoint] = field(default_factory=list)
    outlines: Mapping[Space, tuple[PicturePoint, ...]] = field(default_factory=dict)
    kind: str = ""
    at: dict[Space, str] = field(default_factory=dict)
    name: str = ""
    accuracies: tuple[KindAccuracy, ...] = ()
    look: TableLook | None = None
    busy: bool = False
    page: Any = None

    def photographed(self, picture: RgbPicture, corners: tuple[PicturePoint, ...]) -> None:
        """Set the picture to learn from; `corners` are the board's as found in it, if any."""
        self.picture, self.step = picture, "corners"
        usual = all_games.of(self.game).corners
        self.corners = list(corners if len(corners) == len(usual) else usual)
        self.at.clear()

    def found(self, outlines: Mapping[Space, tuple[PicturePoint, ...]]) -> None:
        """Set the confirmed corners of the board."""
        self.step = "where" if self.sort == "pieces" else "name"
        assert self.picture
        box = around([place for outline in outlines.values() for place in outline])
        self.close_up = cropped(self.picture, box)
        self.outlines = {space: within(box, outline) for space, outline in outlines.items()}

    def learnt(self, name: str, accuracies: tuple[KindAccuracy, ...], look: TableLook) -> None:
        """Set the result of learning."""
        self.name, self.accuracies, self.look, self.step = name, accuracies, look, "test"

    def again(self) -> None:
        """Go back to the photo step."""
        self.step, self.picture, self.look, self.accuracies = "photo", None, None, ()

    def touch(self, space: Space) -> None:
        """Put the chosen kind on a space; the same kind again removes it."""
        if self.at.get(space) == self.kind:
            del self.at[space]
        elif self.kind:
            self.at[space] = self.kind

    @property
    def table(self) -> Table:
        """Piece kind by space."""
        return {space: {kind: 1} for space, kind in self.at.items()}

    def said(self) -> tuple[str, str]:
        """Icon of this step and its sentence, a message key."""
        if self.step == "corners":
            return "hand", all_games.of(self.game).corners_hint
        return _SAID[self.step, self.sort]


def not_found_again() -> CompanionError:
    """Error: the test does not recognise what was learnt."""
    sentence = Sentence(N_("The app does not recognise it. Take another picture in better light."))
    return CompanionError.of("not_found_again", sentence)


def refused(tr: NullTranslations, error: CompanionError) -> str:
    """Text of a refusal: reason and advice."""
    known = _REFUSED.get(error.code)
    return tr.gettext(known) if known else error_text.short(tr, error)


Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a picture, as shares."""
_MARGIN = 0.02


def around(places: Sequence[PicturePoint]) -> Box:
    """Bounding box of places in a picture, with a margin."""
    xs, ys = zip(*places, strict=True)
    left, top = max(0.0, min(xs) - _MARGIN), max(0.0, min(ys) - _MARGIN)
    return left, top, min(1.0, max(xs) + _MARGIN), min(1.0, max(ys) + _MARGIN)


def cropped(picture: RgbPicture, box: Box) -> RgbPicture:
    """Crop a picture."""
    left, right = (round(share * picture.width) for share in (box[0], box[2]))
    top, bottom = (round(share * picture.height) for share in (box[1], box[3]))
    starts = (3 * (row * picture.width + left) for row in range(top, bottom))
    rgb = b"".join(picture.rgb[start : start + 3 * (right - left)] for start in starts)
    return RgbPicture(right - left, bottom - top, rgb)


def within(box: Box, outline: Sequence[PicturePoint]) -> tuple[PicturePoint, ...]:
    """Convert an outline from the whole picture to the cropped part."""
    left, top, right, bottom = box
    return tuple(((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in outline)
