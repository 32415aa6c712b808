"""What people change while the app runs, kept in a small file that the app writes itself."""

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
"""The ways in which a panel may be turned or mirrored against its touches."""


@dataclass(frozen=True, config=STRICT)
class Preferences:
    """Everything on the settings page; `defaults.toml` has what is set before the app starts.

    `text_size` 1.0 to 1.4 is a factor; `rotation` is in degrees counter-clockwise; `touch` says how the
    panel turns touches (one of `TOUCHES`); `brightness` 0.2 to 1.0; `sleep_min` 0 never sleeps;
    `step_by_step`: hands want one step after the other where no camera watches, not all in one picture;
    `flat`: the screen lies on the table, and what one person reads is turned to the seat;
    `quiet`: only what is wrong, to be decided or to be done by hands is said;
    `camera` is a source as in the settings, "" the settings' own.
    """

    language: Literal["auto", "en", "pt_BR", "es"] = "auto"
    text_size: Annotated[float, Field(ge=1.0, le=1.4)] = 1.0
    hand: Literal["right", "left"] = "right"
    sounds: bool = True
    voice: bool = False
    quiet: bool = False
    step_by_step: bool = False
    night: bool = False
    flat: bool = False
    rotation: Literal[0, 90, 180, 270] = 0
    touch: Touch = "straight"
    brightness: Annotated[float, Field(ge=0.2, le=1.0)] = 1.0
    sleep_min: Annotated[int, Field(ge=0, le=240)] = 10
    camera: str = ""
    lock_exposure: bool = False
    lock_white_balance: bool = False


def load(written: str | bytes, file: str = FILE) -> Preferences:
    """Read the text of the file; what it does not name has its default, names it should not have are passed
    over. `file` is its name in errors.

    Raises SettingsError `settings_unreadable`, or `bad_settings` with all problems.
    """
    try:
        content = strict.loads(written)
        if not isinstance(content, dict):
            raise ValueError(repr(content)[:40])
    except ValueError as error:
        pattern = N_("{file}: expected preferences as written by the app, found: {found}.")
        sentence = Sentence(pattern, {"file": file, "found": error})
        raise SettingsError("settings_unreadable", str(sentence), sentences=(sentence,)) from error
    usual = asdict(Preferences())
    return read(Preferences, {name: value for name, value in content.items() if name in usual}, file)


def dump(preferences: Preferences) -> str:
    """The text of the file."""
    return json.dumps(asdict(preferences), indent=1, ensure_ascii=False)
