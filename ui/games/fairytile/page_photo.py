"""Small photo of an own page: taken by the camera, corrected by touch, shown beside its goal."""

import logging
from collections.abc import Callable, Sequence
from io import BytesIO

from kivy.app import App
from kivy.core.image import Image as CoreImage
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from companion.games.base import N_
from ui.capture import Capture
from ui.screens.teach_state import Box, around, cropped, within
from ui.services import PicturePoint, RgbPicture
from ui.widgets.corners import CornerPicture, PictureView

_TAKE = N_("Lay the page on the table, alone. Then take the picture.")
_CORRECT = N_("Drag the marks onto the corners of the page, 1 and 2 at its top.")
_NO_PAGE = N_("I found no page: drag the marks onto its corners, or take another picture.")
_USUAL: tuple[PicturePoint, ...] = ((0.38, 0.25), (0.62, 0.25), (0.62, 0.75), (0.38, 0.75))
WHOLE: Box = (0.0, 0.0, 1.0, 1.0)
log = logging.getLogger(__name__)


def shown(photo: bytes | None) -> Widget | None:
    """Widget of a photo; None if there is none or it cannot be read."""
    if not photo:
        return None
    try:
        texture = CoreImage(BytesIO(photo), ext="jpg").texture
    except Exception:  # the JPEG library raises many kinds of errors; the goal is shown anyway
        log.warning("the photo of a page cannot be read")
        return None
    return Image(texture=texture, fit_mode="contain")


class PagePhoto(Capture):
    """Part of the page that takes the photo; calls `keep(page, jpeg)`."""

    def __init__(self, keep: Callable[[int, bytes], object], show: Callable[[], object]) -> None:
        super().__init__("fairytile", show)
        self._keep, self.page = keep, 0
        self._taken: RgbPicture | None = None
        self._box: Box = WHOLE
        self._corners: Sequence[PicturePoint] = ()

    def begin(self, page: int) -> None:
        """Begin to take the photo of this page."""
        self.page, self._taken = page, None
        self.status = self.problem = ""
        self._show()

    def stop(self) -> None:
        """Stop without a photo."""
        super().stop()
        self.page, self._taken = 0, None

    def next_text(self) -> tuple[str, str]:
        """Icon and text of the large button."""
        tr = App.get_running_app().tr
        if self._taken is None:
            return "camera", tr.gettext("Take the picture")
        return "check", tr.gettext("Keep the photo")

    def said(self) -> str:
        """Present instruction."""
        if self._taken is None:
            return _TAKE
        return _NO_PAGE if self._box == WHOLE else _CORRECT

    def next(self) -> None:
        """Take the picture, or keep the photo."""
        teacher, page = App.get_running_app().controller.teacher, self.page
        if self._taken is None:
            super().stop()
            self.work(lambda: (teacher.capture("fairytile"), tuple(teacher.card())), self._took)
        else:
            left, top, right, bottom = self._box
            corners = [(left + x * (right - left), top + y * (bottom - top)) for x, y in self._corners]
            self.work(lambda: teacher.photo(corners), lambda photo: self._done(page, photo))

    def panel(self) -> Widget:
        """The camera picture, or the photo with the corners of the page."""
        if self._taken is None:
            live = PictureView()
            self.watch(live)
            return live
        picture = CornerPicture(picture=self._taken, corners=list(self._corners))
        picture.bind(corners=lambda _, corners: setattr(self, "_corners", tuple(corners)))
        return picture

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], object]]]:
        """Icon, text and action of the other buttons."""
        tr = App.get_running_app().tr
        if self.busy:
            return ()
        back = ("back", tr.gettext("Back"), self._back)
        if self._taken is None:
            return (back,)
        turn = ("redo", tr.gettext("Turn it"), self._turn)
        return back, ("undo", tr.gettext("Another picture"), lambda: self.begin(self.page)), turn

    def _took(self, found: tuple[RgbPicture, Sequence[PicturePoint]]) -> None:
        """Close-up of the page if it was found, else the whole picture."""
        picture, corners = found
        self._box = around(corners) if corners else WHOLE
        self._taken = cropped(picture, self._box)
        self._corners = within(self._box, corners or _USUAL)

    def _back(self) -> None:
        self.stop()
        self._show()

    def _turn(self) -> None:
        """Rotate by a quarter turn: the top moves to the right."""
        self._corners = (*self._corners[-1:], *self._corners[:-1])
        self._show()

    def _done(self, page: int, photo: bytes) -> None:
        self.stop()
        self._keep(page, photo)
        self.status = (
            App.get_running_app().tr.gettext("The photo of page {number} is kept.").format(number=page)
        )
