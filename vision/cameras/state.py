"""State of an opened camera, as read back from it; needs no OpenCV, so the start page may use it."""

from typing import NamedTuple

from companion.games.base import N_, Sentence

NONE, OFF, AUTOMATIC, HELD = N_("not adjustable"), N_("off"), N_("automatic"), N_("held")
"""States of a control."""
_STATE = N_(
    "{width}x{height} {coding}, {rate} pictures a second; against flickering light: {mains}; focus: {focus}"
)


class CameraState(NamedTuple):
    """Settings that a camera really uses, which may differ from those asked of it.

    `frames_s` is 0 if the camera does not report it. `mains` is "50 Hz", "60 Hz", NONE, OFF or AUTOMATIC;
    `focus` is NONE, AUTOMATIC or HELD.
    """

    width_px: int
    height_px: int
    coding: str
    frames_s: float
    mains: str
    focus: str

    def sentence(self) -> Sentence:
        """Return the state as a sentence."""
        values = {
            "width": self.width_px, "height": self.height_px, "coding": self.coding,
            "rate": f"{self.frames_s:.0f}" if self.frames_s else "?",
            "mains": Sentence(self.mains), "focus": Sentence(self.focus),
        }  # fmt: skip
        return Sentence(_STATE, values)
