"""Safe mode after failed starts: touch only, no camera, port, pin or installed game."""

from dataclasses import replace
from textwrap import shorten

from companion.games.base import N_, Sentence
from companion.settings.settings import Settings
from companion.storage.start_mark import StartMark

SIMULATED = "sim:1"
MOST_LETTERS = 50
"""Maximum length of the error shown, in characters; the log has all of it."""


class SafeMode:
    """The reason for safe mode, and the way out of it."""

    def __init__(self, mark: StartMark) -> None:
        self._mark, self.again = mark, False

    @property
    def why(self) -> Sentence:
        """The reason, for the start screen."""
        if self._mark.why:
            return Sentence(WHY, {"found": shorten(self._mark.why, MOST_LETTERS, placeholder="…")})
        return Sentence(_WITHOUT)

    def leave(self) -> None:
        """Restart with all devices after the window closes."""
        self._mark.clear()
        self.again = True


def touch_only(settings: Settings) -> Settings:
    """The settings without any device."""
    return replace(
        settings,
        camera=replace(settings.camera, source=SIMULATED),
        lights=replace(settings.lights, driver="twin"),
        buttons=replace(settings.buttons, driver="twin"),
        stations=replace(settings.stations, driver="twin"),
        reader=replace(settings.reader, driver="twin"),
    )


_WITHOUT = N_("The app did not finish its last starts. It now runs without camera, lights and buttons.")
WHY = N_("The app did not finish its last starts ({found}). It now runs without camera, lights and buttons.")
