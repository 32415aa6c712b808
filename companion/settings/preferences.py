"""Preferences that users change while the app runs, in a small file written by the app."""

import json
from dataclasses import asdict
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field
from pydantic.dataclasses import dataclass

from companion.errors import SettingsError
from companion.games import strict
from companion.games.base import N_, Sentence
from companion.settings.checked import STRICT, read

FILE = "preferences.json"
Touch: TypeAlias = Literal[
    "straight", "quarter", "half", "three_quarters",
    "mirrored", "mirrored_quarter", "mirrored_half", "mirrored_three_quarters",
]  # fmt: skip
TOUCHES: tuple[Touch, ...] = get_args(Touch)
"""Possible orientations of the touch input relative to the panel."""


@dataclass(frozen=True, config=STRICT)
class Preferences:
    """All preferences; `defaults.toml` has the settings read at start.

    `text_size` 1.0 to 1.4 is a factor; `rotation` is in degrees counter-clockwise; `touch` is the
    orientation of the touch input (one of `TOUCHES`); `brightness` 0.2 to 1.0; `sleep_min` 0 never
    sleeps; `little_motion`: nothing on the screen moves by itself; `flat`: the screen is on the table, and
    personal texts are rotated to the seat; `quiet`: only errors, decisions and manual actions are spoken;
    `explain_rules`: people in their first games are told rules when these first matter;
    `camera` is a source as in the settings, "" the settings' own; `sound_card` is ALSA's id of a card, ""
    the system's own; `phones`: a page for each seat is served; `country` is an ISO 3166 code, "" that of
    the system.
    """

    language: Literal["auto", "en", "pt_BR", "es"] = "auto"
    text_size: Annotated[float, Field(ge=1.0, le=1.4)] = 1.0
    hand: Literal["right", "left"] = "right"
    sounds: bool = True
    sound_card: str = ""
    voice: bool = False
    quiet: bool = False
    explain_rules: bool = True
    night: bool = False
    little_motion: bool = False
    flat: bool = False
    rotation: Literal[0, 90, 180, 270] = 0
    touch: Touch = "straight"
    brightness: Annotated[float, Field(ge=0.2, le=1.0)] = 1.0
    sleep_min: Annotated[int, Field(ge=0, le=240)] = 10
    camera: str = ""
    country: Annotated[str, Field(pattern="^([A-Z]{2})?$")] = ""
    phones: bool = False
    lock_exposure: bool = False
    lock_white_balance: bool = False
    lock_focus: bool = False


def load(written: str | bytes, file: str = FILE) -> Preferences:
    """Parse the text of the file; missing values have their defaults, unknown names are ignored.

    `file` is its name in errors. Raises SettingsError `settings_unreadable`, or `bad_settings` with all
    problems.
    """
    try:
        content = strict.loads(written)
        if not isinstance(content, dict):
            raise ValueError(repr(content)[:40])
    except ValueError as error:
        pattern = N_("{file}: expected preferences as written by the app, found: {found}.")
        sentence = Sentence(pattern, {"file": file, "found": error})
        raise SettingsError.of("settings_unreadable", sentence) from error
    usual = asdict(Preferences())
    return read(Preferences, {name: value for name, value in content.items() if name in usual}, file)


def dump(preferences: Preferences) -> str:
    """Format the text of the file."""
    return json.dumps(asdict(preferences), indent=1, ensure_ascii=False)
