"""Settings, read from TOML and validated; all errors are reported at once."""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, field, fields
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from platformdirs import user_config_path
from pydantic import BaseModel, Field, create_model
from pydantic.dataclasses import dataclass

from companion.errors import SettingsError
from companion.games import registry, strict
from companion.games.base import N_, Sentence
from companion.settings.checked import STRICT, SettingProblem, read, refusal

Pin: TypeAlias = Annotated[int, Field(ge=0, le=27)]
"""A Broadcom GPIO number; 0 for none."""
SeatPins: TypeAlias = Annotated[list[Annotated[int, Field(ge=1, le=27)]], Field(max_length=4)]
Lamps: TypeAlias = Annotated[int, Field(ge=0, le=500)]
PINS_A_SEAT = 4
_SEAT_PINS = N_("the pins of button, red, green and blue, or []")
_FREE_PIN = N_("a pin that nothing else uses")
MOST_BYTES = 1_000_000
"""Maximum size of a settings file, in bytes."""
DEFAULTS = Path(__file__).with_name("defaults.toml")


@dataclass(frozen=True, config=STRICT)
class CameraSettings:
    """Source of the pictures, when to read them, and the mains frequency of the lamps ("off": no flicker)."""

    source: Annotated[str, Field(min_length=1)]
    hold_s: Annotated[float, Field(ge=0.1, le=10.0)]
    mains: Literal["auto", "50", "60", "off"]


@dataclass(frozen=True, config=STRICT)
class LightSettings:
    """The light strip: its port and its layout around the board (`hardware.strip.Strip`)."""

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
    """The buttons and their pins; "twin" stands for those on the screen."""

    driver: Literal["twin", "gpio"]
    next: Pin
    undo: Pin
    help: Pin

    def pins(self) -> Mapping[str, int]:
        """Pins of the configured buttons."""
        return {name: pin for name, pin in asdict(self).items() if name != "driver" and pin}


@dataclass(frozen=True, config=STRICT)
class StationSettings:
    """A seat's button and lamp: pins of the button, and of red, green and blue."""

    driver: Literal["twin", "gpio"]
    top: SeatPins
    top_right: SeatPins
    right: SeatPins
    bottom_right: SeatPins
    bottom: SeatPins
    bottom_left: SeatPins
    left: SeatPins
    top_left: SeatPins

    def pins(self) -> Mapping[str, Sequence[int]]:
        """Pins of the configured stations, by seat."""
        return {seat: pins for seat, pins in asdict(self).items() if seat != "driver" and pins}


@dataclass(frozen=True, config=STRICT)
class ReaderSettings:
    """The card reader and its port; "twin": none."""

    driver: Literal["twin", "lines", "rdm6300"]
    port: Annotated[str, Field(min_length=1)]
    baud: Annotated[int, Field(ge=1200, le=2_000_000)]


@dataclass(frozen=True, config=STRICT)
class MqttSettings:
    """The MQTT broker to publish to; an empty `host` means none."""

    host: str
    port: Annotated[int, Field(ge=1, le=65_535)]
    user: str
    password: str = field(repr=False)
    tls: bool
    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]


@dataclass(frozen=True, config=STRICT)
class PhoneSettings:
    """The port of the page for phones."""

    port: Annotated[int, Field(ge=1024, le=65_535)]


@dataclass(frozen=True, config=STRICT)
class JournalFile:
    """The journal's path; empty for the default."""

    path: str


@dataclass(frozen=True, config=STRICT)
class Window:
    """The window of the app."""

    width_px: Annotated[int, Field(ge=320, le=7680)]
    height_px: Annotated[int, Field(ge=320, le=4320)]
    fullscreen: bool
    screen: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, config=STRICT)
class Settings:
    """All settings, explained by `template`. `games` are the games' own, by name."""

    language: Literal["auto", "en", "pt_BR", "es"]
    camera: CameraSettings
    lights: LightSettings
    buttons: ButtonSettings
    stations: StationSettings
    reader: ReaderSettings
    mqtt: MqttSettings
    phones: PhoneSettings
    journal: JournalFile
    window: Window
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def default_path() -> Path:
    """`settings.toml` in the user's configuration folder (XDG_CONFIG_HOME, else ~/.config)."""
    return user_config_path("table-companion") / "settings.toml"


def template() -> str:
    """A settings file with all settings, their defaults and explanations."""
    text = DEFAULTS.read_text(encoding="utf-8")
    for name in registry.names():
        if own := registry.rules(name).settings:
            text += f"\n[{name}]\n"
            text += "".join(f'{option.name} = "{option.choices[0]}"  # {option.meaning}\n' for option in own)
    return text


def load(path: Path | None = None, *, of_games: bool = True, ignored: Collection[str] = ()) -> Settings:
    """Load the defaults, overridden by the file at `path`; None: the user's file, if any.

    The games' own settings need their rules, which are slow to import: without `of_games` they are left
    out. `ignored` are keys of the file, such as "camera.hold_s", that keep their defaults; "" ignores
    all of it. Raises SettingsError `bad_settings` with all problems in `params["problems"]`, or
    `settings_unreadable`.
    """
    names = registry.names() if of_games else ()
    values: dict[str, Any] = {name: {} for name in names}
    values |= tomllib.loads(template() if of_games else DEFAULTS.read_text(encoding="utf-8"))
    wanted = path or default_path()
    if (path or wanted.exists()) and "" not in ignored:
        found = _parse(wanted)
        for key in ignored:
            _remove(found, key.split("."))
        _merge(values, {key: found[key] for key in found.keys() - _others(names)})
    all_kinds = {option.name: option.type for option in fields(Settings) if option.name != "games"}
    own_settings = {name: registry.rules(name).settings for name in names}
    own_kinds = {
        name: _model({one.name: Literal[one.choices] for one in own}) for name, own in own_settings.items()
    }
    checked = dict(read(_model(all_kinds | own_kinds), values, str(wanted)))
    settings = Settings(games={name: dict(checked.pop(name)) for name in names}, **checked)
    if problems := [*_pin_problems(settings, str(wanted))]:
        raise refusal(problems)
    return settings


def _others(names: Collection[str]) -> set[str]:
    """Games whose settings are left out."""
    return {*registry.registered(), *registry.waiting()} - {*names}


def load_usable(path: Path | None = None, *, of_games: bool = True) -> tuple[Settings, SettingsError | None]:
    """Load the settings as `load` does, with defaults in place of wrong values.

    Also return the error, if any.
    """
    ignored: set[str] = set()
    wrong: SettingsError | None = None
    while True:
        try:
            return load(path, of_games=of_games, ignored=ignored), wrong
        except SettingsError as error:
            wrong = wrong or error
            problems = error.params.get("problems")
            keys = {problem.key for problem in problems} if isinstance(problems, tuple) else set()
            ignored |= keys - ignored or {""}


def _remove(values: dict[str, Any], path: Sequence[str]) -> None:
    """Remove the value at a path of keys, or the first value on the way that is no table."""
    for key in path[:-1]:
        inside = values.get(key)
        if not isinstance(inside, dict):
            values.pop(key, None)
            return
        values = inside
    values.pop(path[-1], None)


def _pin_problems(settings: Settings, file: str) -> Iterator[SettingProblem]:
    """Stations with missing pins, and pins used by two devices."""
    buttons = {f"buttons.{name}": [pin] for name, pin in settings.buttons.pins().items()}
    seats = {f"stations.{seat}": [*pins] for seat, pins in settings.stations.pins().items()}
    owners: dict[int, str] = {}
    for key, pins in (buttons | seats).items():
        if key in seats and len(pins) != PINS_A_SEAT:
            yield SettingProblem(file, key, Sentence(_SEAT_PINS), str(pins))
        for pin in pins:
            owner = owners.setdefault(pin, key)
            if owner != key or pins.count(pin) > 1:
                yield SettingProblem(file, key, Sentence(_FREE_PIN), f"GPIO{pin} ({owner})")
                break


def _model(kinds: Mapping[str, Any]) -> type[BaseModel]:
    required: dict[str, Any] = {name: (kind, ...) for name, kind in kinds.items()}
    return create_model("Table", __config__=STRICT, **required)


def _parse(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES} bytes")
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        strict.check(found)
        return found
    except (OSError, ValueError, RecursionError) as error:
        pattern = N_("{file}: expected a readable settings file in TOML, found: {found}.")
        sentence = Sentence(pattern, {"file": path, "found": error})
        raise SettingsError.of("settings_unreadable", sentence) from error


def _merge(into: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Override the defaults with `new`, recursively."""
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
