"""What people change while the app runs, kept in a small file that the app writes itself."""

import json
from dataclasses import asdict, dataclass, field

from companion.errors import SettingsError
from companion.games.base import N_, Sentence
from companion.settings import settings

FILE = "preferences.json"
TOUCHES = (
    "straight", "quarter", "half", "three_quarters",
    "mirrored", "mirrored_quarter", "mirrored_half", "mirrored_three_quarters",
)  # fmt: skip
"""The ways in which a panel may be turned or mirrored against its touches."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything on the settings page; `defaults.toml` has what is set before the app starts.

    `text_size` 1.0 to 1.4 is a factor; `rotation` is in degrees counter-clockwise; `touch` says how the
    panel turns touches (one of `TOUCHES`); `brightness` 0.2 to 1.0; `sleep_min` 0 never sleeps;
    `step_by_step`: hands want one step after the other where no camera watches, not all in one picture;
    `flat`: the screen lies on the table, and what one person reads is turned to the seat;
    `quiet`: only what is wrong, to be decided or to be done by hands is said;
    `camera` is a source as in the settings, "" the settings' own.
    """

    language: str = field(default="auto", metadata={"one_of": ("auto", "en", "pt_BR", "es")})
    text_size: float = field(default=1.0, metadata={"least": 1.0, "most": 1.4})
    hand: str = field(default="right", metadata={"one_of": ("right", "left")})
    sounds: bool = True
    voice: bool = False
    quiet: bool = False
    step_by_step: bool = False
    night: bool = False
    flat: bool = False
    rotation: int = field(default=0, metadata={"one_of": (0, 90, 180, 270)})
    touch: str = field(default=TOUCHES[0], metadata={"one_of": TOUCHES})
    brightness: float = field(default=1.0, metadata={"least": 0.2, "most": 1.0})
    sleep_min: int = field(default=10, metadata={"least": 0, "most": 240})
    camera: str = ""
    lock_exposure: bool = False
    lock_white_balance: bool = False


def load(written: str | bytes, file: str = FILE) -> Preferences:
    """Read the text of the file; what it does not name has its default, names it should not have are passed
    over. `file` is its name in errors.

    Raises SettingsError `settings_unreadable`, or `bad_settings` with all problems.
    """
    try:
        content = json.loads(written)
        if not isinstance(content, dict):
            raise ValueError(repr(content)[:40])
    except ValueError as error:
        pattern = N_("{file}: expected preferences as written by the app, found: {found}.")
        sentence = Sentence(pattern, {"file": file, "found": error})
        raise SettingsError("settings_unreadable", str(sentence), sentences=(sentence,)) from error
    usual = asdict(Preferences())
    values = {**usual, **{name: value for name, value in content.items() if name in usual}}
    problems: list[settings.Problem] = []
    preferences: Preferences = settings.build(Preferences, values, file, "", problems)
    settings.refuse(problems)
    return preferences


def dump(preferences: Preferences) -> str:
    """The text of the file."""
    return json.dumps(asdict(preferences), indent=1, ensure_ascii=False)
