"""What people change while the app runs, kept in a small file that the app writes itself."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

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
    `flat`: the screen lies on the table, and what one person reads is turned to the seat;
    `camera` is a source as in the settings, "" the settings' own.
    """

    language: str = field(default="auto", metadata={"one_of": ("auto", "en", "pt_BR", "es")})
    text_size: float = field(default=1.0, metadata={"least": 1.0, "most": 1.4})
    hand: str = field(default="right", metadata={"one_of": ("right", "left")})
    sounds: bool = True
    voice: bool = False
    night: bool = False
    flat: bool = False
    rotation: int = field(default=0, metadata={"one_of": (0, 90, 180, 270)})
    touch: str = field(default=TOUCHES[0], metadata={"one_of": TOUCHES})
    brightness: float = field(default=1.0, metadata={"least": 0.2, "most": 1.0})
    sleep_min: int = field(default=10, metadata={"least": 0, "most": 240})
    camera: str = ""
    lock_exposure: bool = False
    lock_white_balance: bool = False


def load(path: Path) -> Preferences:
    """Read the file; what it does not name has its default, names it should not have are passed over.

    Raises FileNotFoundError when there is none, OSError, and SettingsError `settings_unreadable` or
    `bad_settings` with all problems.
    """
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(written, dict):
            raise ValueError(repr(written)[:40])
    except ValueError as error:
        pattern = N_("{file}: expected preferences as written by the app, found: {found}.")
        sentence = Sentence(pattern, {"file": path, "found": error})
        raise SettingsError("settings_unreadable", str(sentence), sentences=(sentence,)) from error
    usual = asdict(Preferences())
    values = {**usual, **{name: value for name, value in written.items() if name in usual}}
    problems: list[settings.Problem] = []
    preferences: Preferences = settings.build(Preferences, values, str(path), "", problems)
    settings.refuse(problems)
    return preferences


def save(path: Path, preferences: Preferences) -> None:
    """Write the file, all or nothing. Raises OSError."""
    draft = path.with_suffix(".draft")
    path.parent.mkdir(parents=True, exist_ok=True)
    draft.write_text(json.dumps(asdict(preferences), indent=1, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
