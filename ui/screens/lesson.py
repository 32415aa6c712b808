"""What is taught, how far that is, and what is said meanwhile; no widgets here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any, Literal, TypeAlias

from companion.errors import CompanionError
from companion.games.base import N_, Space
from companion.i18n import phrases
from ui.services import Picture, Point, TableLook, Told
from ui.widgets.corners import USUAL_CORNERS

Sort: TypeAlias = Literal["boards", "pieces"]
Step: TypeAlias = Literal["what", "photo", "corners", "where", "name", "test"]

NAMES = (N_("mine"), N_("old"), N_("travel"))
"""Suggested names; the files are called so in every language."""

_SAID: Mapping[tuple[Step, Sort], tuple[str, str]] = {
    ("photo", "boards"): ("camera", N_("Put the board in the picture, with few pieces on it.")),
    ("photo", "pieces"): ("camera", N_("Put pieces on the board, several of each kind.")),
    ("corners", "boards"): ("hand", N_("Drag the marks onto the corners of the board.")),
    ("corners", "pieces"): ("hand", N_("Drag the marks onto the corners of the board.")),
    ("where", "pieces"): ("finger", N_("Choose a piece, then touch where it stands.")),
    ("name", "boards"): ("text", N_("What is this board called?")),
    ("name", "pieces"): ("text", N_("What are these pieces called?")),
    ("test", "boards"): ("check", N_("The board is found again.")),
    ("test", "pieces"): ("check", N_("This is what I recognise now.")),
}
_SIX_CORNERS = N_("Drag the marks onto the six corner hexes.")
_REFUSED: Mapping[str, str] = {
    "bad_corners": N_("The corners are crossed. Go around from the top left, to the right and down."),
    "no_board": N_("No board inside these corners. Drag them exactly onto its corners."),
    "not_written": N_("It cannot be kept: the disk may be full. Make room and try again."),
}


@dataclass
class Lesson:
    """One thing that is taught, step by step. `page` is who shows it."""

    game: str
    sort: Sort
    step: Step = "photo"
    picture: Picture | None = None
    corners: list[Point] = field(default_factory=list)
    outlines: Mapping[Space, tuple[Point, ...]] = field(default_factory=dict)
    kind: str = ""
    at: dict[Space, str] = field(default_factory=dict)
    name: str = ""
    told: tuple[Told, ...] = ()
    look: TableLook | None = None
    page: Any = None

    def photographed(self, picture: Picture, corners: tuple[Point, ...]) -> None:
        """There is a picture to learn from; `corners` are the board's as found in it, if it was."""
        self.picture, self.step = picture, "corners"
        self.corners = list(corners or USUAL_CORNERS[self.game])
        self.at.clear()

    def found(self, outlines: Mapping[Space, tuple[Point, ...]]) -> None:
        """The board is inside the corners."""
        self.outlines = outlines
        self.step = "where" if self.sort == "pieces" else "name"

    def learnt(self, name: str, told: tuple[Told, ...], look: TableLook) -> None:
        """It is kept, and this is what it brings."""
        self.name, self.told, self.look, self.step = name, told, look, "test"

    def again(self) -> None:
        """Take another picture."""
        self.step, self.picture, self.look, self.told = "photo", None, None, ()

    def touch(self, space: Space) -> None:
        """The chosen kind stands on this space; the same again takes it away."""
        if self.at.get(space) == self.kind:
            del self.at[space]
        elif self.kind:
            self.at[space] = self.kind

    def said(self) -> tuple[str, str]:
        """The picture of this step and its sentence, a message key."""
        icon, text = _SAID[self.step, self.sort]
        return icon, _SIX_CORNERS if self.step == "corners" and self.game == "fate" else text


def refused(tr: NullTranslations, error: CompanionError) -> str:
    """Why it cannot be, and what to do."""
    known = _REFUSED.get(error.code)
    return tr.gettext(known) if known else phrases.short(tr, error)
