"""What people change while the app runs, kept in a small file that the app writes itself."""

from dataclasses import asdict, dataclass, field
from json import dumps
from pathlib import Path
from typing import Any

FILE = "preferences.json"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything on the settings page; `defaults.toml` has what is set before the app starts.

    `text_size` 1.0 to 1.4 is a factor; `rotation` is in degrees counter-clockwise; `touch` says how the
    panel turns touches (one of `ui.touch.TURNS`); `brightness` 0.2 to 1.0; `sleep_min` 0 never sleeps;
    `camera` is a source as in the settings, "" the settings' own.
    """

    language: str = field(default="auto", metadata={"one_of": ("auto", "en", "pt_BR", "es")})
    text_size: float = field(default=1.0, metadata={"least": 1.0, "most": 1.4})
    hand: str = field(default="right", metadata={"one_of": ("right", "left")})
    sounds: bool = True
    voice: bool = False
    night: bool = False
    rotation: int = field(default=0, metadata={"one_of": (0, 90, 180, 270)})
    touch: str = "straight"
    brightness: float = field(default=1.0, metadata={"least": 0.2, "most": 1.0})
    sleep_min: int = field(default=10, metadata={"least": 0, "most": 240})
    camera: str = ""
    lock_exposure: bool = False
    lock_white_balance: bool = False


def save(path: Path, preferences: Any) -> None:
    """Write the file, all or nothing. Raises OSError."""
    draft = path.with_suffix(".draft")
    path.parent.mkdir(parents=True, exist_ok=True)
    draft.write_text(dumps(asdict(preferences), indent=1, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
