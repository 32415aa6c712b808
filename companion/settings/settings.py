"""What people may set, read from TOML and checked; all errors are told at once."""

import tomllib
from collections.abc import Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from platformdirs import user_config_path
from pydantic import BaseModel, Field, create_model
from pydantic.dataclasses import dataclass

from companion import games
from companion.errors import SettingsError
from companion.games.base import N_, Sentence
from companion.games.registry import rules
from companion.settings.checked import STRICT, read

Lamps: TypeAlias = Annotated[int, Field(ge=0, le=500)]
DEFAULTS = Path(__file__).with_name("defaults.toml")


@dataclass(frozen=True, config=STRICT)
class CameraSettings:
    """Where pictures come from."""

    source: Annotated[str, Field(min_length=1)]
    hold_s: Annotated[float, Field(ge=0.1, le=10.0)]


@dataclass(frozen=True, config=STRICT)
class LightSettings:
    """The light strip, its port and how it lies around the board (`hardware.strip.Strip`)."""

    driver: Literal["twin", "adalight", "wled", "network"]
    port: Annotated[str, Field(min_length=1)]
    baud: Annotated[int, Field(ge=9600, le=2_000_000)]
    top: Lamps
    right: Lamps
    bottom: Lamps
    left: Lamps
    start: Literal["top_left", "top_right", "bottom_right", "bottom_left"]
    direction: Literal["clockwise", "counterclockwise"]
    corner_gap: Annotated[int, Field(ge=0, le=50)]
    order: Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"]
    gamma: Annotated[float, Field(ge=1.0, le=4.0)]
    brightness: Annotated[float, Field(ge=0.05, le=1.0)]
    most_ma: Annotated[int, Field(ge=100, le=50_000)]


@dataclass(frozen=True, config=STRICT)
class ButtonSettings:
    """The buttons; "twin" are those on the screen."""

    driver: Literal["twin"]


@dataclass(frozen=True, config=STRICT)
class JournalFile:
    """Where games are stored; an empty path is the default place."""

    path: str


@dataclass(frozen=True, config=STRICT)
class Window:
    """The window of the app."""

    width_px: Annotated[int, Field(ge=320, le=7680)]
    height_px: Annotated[int, Field(ge=320, le=4320)]
    fullscreen: bool


@dataclass(frozen=True, config=STRICT)
class Settings:
    """All settings; `template` says what each one means. `games` are every game's own, by its name."""

    language: Literal["auto", "en", "pt_BR", "es"]
    camera: CameraSettings
    lights: LightSettings
    buttons: ButtonSettings
    journal: JournalFile
    window: Window
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def default_path() -> Path:
    """`settings.toml` in the user's configuration folder (XDG_CONFIG_HOME, else ~/.config)."""
    return user_config_path("table-companion") / "settings.toml"


def template() -> str:
    """A settings file with everything that may be set, its default and its meaning."""
    text = DEFAULTS.read_text(encoding="utf-8")
    for name in games.NAMES:
        if own := rules(name).settings:
            text += f"\n[{name}]\n"
            text += "".join(f'{option.name} = "{option.choices[0]}"  # {option.meaning}\n' for option in own)
    return text


def load(path: Path | None = None, *, of_games: bool = True) -> Settings:
    """The defaults, changed by the file at `path`; without a path by the user's file if there is one.

    The games' own settings need their rules, which take a moment to import: without `of_games` there are
    none. Raises SettingsError `bad_settings` with all problems in `params["problems"]`, or
    `settings_unreadable`.
    """
    names = games.NAMES if of_games else ()
    values: dict[str, Any] = {name: {} for name in names}
    values |= tomllib.loads(template() if of_games else DEFAULTS.read_text(encoding="utf-8"))
    wanted = path or default_path()
    if path or wanted.exists():
        found = _parse(wanted)
        _merge(values, found if of_games else {key: found[key] for key in found.keys() - {*games.NAMES}})
    all_kinds = {option.name: option.type for option in fields(Settings) if option.name != "games"}
    own_kinds = {name: _model({o.name: Literal[o.choices] for o in rules(name).settings}) for name in names}
    checked = dict(read(_model(all_kinds | own_kinds), values, str(wanted)))
    return Settings(games={name: dict(checked.pop(name)) for name in names}, **checked)


def _model(kinds: Mapping[str, Any]) -> type[BaseModel]:
    required: dict[str, Any] = {name: (kind, ...) for name, kind in kinds.items()}
    return create_model("Table", __config__=STRICT, **required)


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        pattern = N_("{file}: expected a readable settings file in TOML, found: {found}.")
        sentence = Sentence(pattern, {"file": path, "found": error})
        raise SettingsError("settings_unreadable", str(sentence), sentences=(sentence,)) from error


def _merge(into: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Lay `new` over the defaults."""
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
