"""What people may set, read from TOML and checked; all errors are told at once."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from companion import games
from companion.errors import SettingsError
from companion.games.base import N_, Sentence
from companion.games.registry import rules

DEFAULTS = Path(__file__).with_name("defaults.toml")


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where pictures come from."""

    source: str = field(metadata={"least": 1})
    hold_s: float = field(metadata={"least": 0.1, "most": 10.0})


@dataclass(frozen=True, slots=True)
class Device:
    """The lights or the buttons; "twin" is the simulated one on the screen."""

    driver: str = field(metadata={"one_of": ("twin",)})


@dataclass(frozen=True, slots=True)
class JournalFile:
    """Where games are stored; an empty path is the default place."""

    path: str


@dataclass(frozen=True, slots=True)
class Window:
    """The window of the app."""

    width_px: int = field(metadata={"least": 320, "most": 7680})
    height_px: int = field(metadata={"least": 320, "most": 4320})
    fullscreen: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; `template` says what each one means. `games` are every game's own, by its name."""

    language: str = field(metadata={"one_of": ("auto", "en", "pt_BR", "es")})
    camera: CameraSettings
    lights: Device
    buttons: Device
    journal: JournalFile
    window: Window
    games: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Problem:
    """One wrong setting: the file, the key (as in "camera.hold_s"), what fits there, what was found."""

    file: str
    key: str
    expected: str
    found: str

    def __str__(self) -> str:
        """The sentence for people."""
        return str(self.sentence)

    @property
    def sentence(self) -> Sentence:
        """The sentence, for the edge to translate."""
        values = {"file": self.file, "key": self.key, "expected": self.expected, "found": self.found}
        return Sentence(N_("{file}: {key}: expected {expected}, found {found}."), values)


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
    values = tomllib.loads(template() if of_games else DEFAULTS.read_text(encoding="utf-8"))
    wanted = path or default_path()
    problems: list[Problem] = []
    if path or wanted.exists():
        found = _parse(wanted)
        known = found if of_games else {key: found[key] for key in found.keys() - {*games.NAMES}}
        _merge(values, known, str(wanted), "", problems)
    own = {name: values.pop(name, {}) for name in names}
    settings: Settings = build(Settings, {**values, "games": own}, str(wanted), "", problems)
    for name, chosen in own.items():
        problems += _unfit(name, chosen, str(wanted))
    refuse(problems)
    return settings


def _unfit(game: str, chosen: Mapping[str, Any], file: str) -> Iterator[Problem]:
    for option in rules(game).settings:
        found = chosen[option.name]
        if found not in option.choices:
            yield Problem(file, f"{game}.{option.name}", _one_of(option.choices), repr(found))


def refuse(problems: Sequence[Problem]) -> None:
    """Raises SettingsError `bad_settings` with all problems, if there are any."""
    if problems:
        raise SettingsError(
            "bad_settings",
            "\n".join(map(str, problems)),
            problems=tuple(problems),
            sentences=tuple(problem.sentence for problem in problems),
        )


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        pattern = N_("{file}: expected a readable settings file in TOML, found: {found}.")
        sentence = Sentence(pattern, {"file": path, "found": error})
        raise SettingsError("settings_unreadable", str(sentence), sentences=(sentence,)) from error


def _merge(into: dict[str, Any], new: Mapping[str, Any], file: str, prefix: str, bad: list[Problem]) -> None:
    """Lay `new` over the defaults; a key the defaults do not have is a problem."""
    for key, value in new.items():
        name = prefix + key
        if key not in into:
            bad.append(Problem(file, name, "one of " + ", ".join(prefix + k for k in into), repr(value)))
        elif isinstance(into[key], dict):
            if isinstance(value, dict):
                _merge(into[key], value, file, name + ".", bad)
            else:
                bad.append(Problem(file, name, f"a table [{name}]", repr(value)))
        else:
            into[key] = value


def build(kind: type, values: Mapping[str, Any], file: str, prefix: str, bad: list[Problem]) -> Any:
    """A dataclass from values for all its fields, checked by their metadata; problems go to `bad`."""
    checked: dict[str, object] = {}
    for option in fields(kind):
        name, value = prefix + option.name, values[option.name]
        if not isinstance(option.type, type):  # a mapping; its owner knows what fits
            checked[option.name] = value
            continue
        if is_dataclass(option.type):
            checked[option.name] = build(option.type, value, file, name + ".", bad)
            continue
        if option.type is float and type(value) is int:
            value = float(value)
        if not _fits(option, value):
            bad.append(Problem(file, name, _expected(option), repr(value)))
        checked[option.name] = value
    return kind(**checked)


def _fits(option: "Field[Any]", value: Any) -> bool:
    if type(value) is not option.type:
        return False
    limits = option.metadata
    if "one_of" in limits:
        return value in limits["one_of"]
    size = len(value) if isinstance(value, str) else value
    return bool(limits.get("least", size) <= size <= limits.get("most", size))


def _expected(option: "Field[Any]") -> str:
    limits = option.metadata
    if "one_of" in limits:
        return _one_of(limits["one_of"])
    if "most" in limits:
        kind = "a whole number" if option.type is int else "a number"
        return f"{kind} from {limits['least']} to {limits['most']}"
    if option.type is bool:
        return N_("true or false")
    return N_("a text that is not empty") if limits else N_("a text")


def _one_of(choices: Iterable[object]) -> str:
    return "one of " + ", ".join(map(json.dumps, choices))
