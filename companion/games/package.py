"""A game as one installable package: what its entry point holds, and what became of it on this machine."""

import keyword
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from companion.errors import CompanionError
from companion.games.base import N_, Sentence

API = 1
"""Version of this contract."""

GROUP = "table_companion.games"
"""Group of the entry points."""

RESERVED = frozenset(
    {"buttons", "camera", "games", "journal", "language", "lights", "mqtt", "phones", "reader", "stations"}
    | {"window"}
)
"""Tables of the settings file: a game of such a name could not have settings."""

BESIDE = {
    "rules": ("rules", "RULES"),
    "lesson": ("rules", "LESSON"),
    "session": ("session", "SESSION"),
    "seat": ("session", "SEAT"),
    "app": ("app", "GAME"),
    "past": ("app", "PAST"),
    "ui": ("ui", "UI"),
    "tile": ("ui", "TILE"),
    "board": ("board", "BOARD"),
}
"""Part to the field whose module holds it, if it has no module of its own, and its name there."""

MADE = {
    "session": "companion.session.board.session:made",
    "app": "companion.app.board.game:made",
    "past": "companion.app.board.history:made",
    "ui": "ui.games.board.game_ui:made",
    "tile": "ui.tile:made",
}
"""Part to the function of a game's name that makes it from the description of a board."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PART = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_INSIDE = N_("a part of the module {name}")
_WRONG = N_("{place}: expected {expected}, found {found}.")


@dataclass(frozen=True, kw_only=True, slots=True)
class GamePackage:
    """A game: its parts as "module:NAME", imported when they are needed, and its folders.

    `rules` are enough for written games. `phone` is the folder of the page `<name>.js` and `locales` that of
    the compiled catalogues `<language>/LC_MESSAGES/<name>.mo`, both as "package/folder". `board` is the
    description of a board game, from which all parts are made that are not named. `lesson` and `seat`,
    `past` and `tile` are looked up beside the rules, the session, the app's and the window's part, unless
    they are named because they are loaded earlier or later than these.
    """

    api: int
    name: str
    rules: str
    session: str = ""
    app: str = ""
    ui: str = ""
    phone: str = ""
    locales: str = ""
    lesson: str = ""
    seat: str = ""
    past: str = ""
    tile: str = ""
    board: str = ""

    def part(self, part: str) -> str:
        """Return the place of a part as "module:NAME"; "" if the game does not have it."""
        beside, name = BESIDE[part]
        if own := str(getattr(self, part)):
            return own
        if self.makes(part):
            return MADE[part]
        module = str(getattr(self, beside)).partition(":")[0]
        return f"{module}:{name}" if module else ""

    def makes(self, part: str) -> bool:
        """Return whether a part is made from the description of the board."""
        named = getattr(self, part) or getattr(self, BESIDE[part][0])
        return bool(self.board) and part in MADE and not named

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the fields that are filled in."""
        return tuple(
            one.name for one in fields(self) if one.name not in ("api", "name") and getattr(self, one.name)
        )

    def folder(self, field: str) -> Path | None:
        """Return the folder of `phone` or `locales`; None if the game has none. Imports nothing."""
        if not (written := str(getattr(self, field))):
            return None
        top, *rest = PurePosixPath(written).parts
        spec = find_spec(top)
        places = list(spec.submodule_search_locations or ()) if spec else []
        return Path(places[0]).joinpath(*rest) if places else None


@dataclass(frozen=True, kw_only=True, slots=True)
class InstalledGame:
    """A game found on this machine. `source` is the distribution it came with, "" for a built-in one.

    `folder` is what the app installed, None for a game that came in another way. `package` is None, and
    `error` says why, if the game is left out. A game with neither was not tried yet: `prove` tries it, which
    takes seconds, and returns it with one of both.
    """

    name: str
    version: str
    source: str = ""
    package: GamePackage | None = None
    error: CompanionError | None = None
    folder: Path | None = None
    prove: "Callable[[], InstalledGame] | None" = field(default=None, repr=False, compare=False)

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of its parts."""
        return self.package.parts if self.package else ()

    @property
    def state(self) -> str:
        """Return "ok", or in English why the game cannot be played."""
        if self.error:
            return str(self.error)
        return "ok" if self.package else "being checked"


def wrong(place: str, expected: object, found: object) -> CompanionError:
    """Build the error `wrong_package`: `place` is a file, or a field of the package."""
    sentence = Sentence(_WRONG, {"place": place, "expected": expected, "found": found})
    return CompanionError.of("wrong_package", sentence)


def check_name(name: str, place: str) -> None:
    """Raise CompanionError `wrong_package` for a name that no game may have."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or name in RESERVED:
        expected = N_("a name of at most 40 letters a-z, digits and _ that means nothing else")
        raise wrong(place, expected, repr(name[:60]))


def check_package(package: object, name: str, place: str, top: str) -> GamePackage:
    """Check what an entry point holds: all parts of the game `name` lie in the module `top`.

    Raises CompanionError `wrong_package` with the place.
    """
    if not isinstance(package, GamePackage):
        raise wrong(place, "a GamePackage", type(package).__name__)
    if type(package.api) is not int or package.api != API:
        raise wrong(f"{place}, api", str(API), repr(package.api)[:60])
    if type(package.name) is not str or package.name != name:
        raise wrong(f"{place}, name", repr(name), repr(package.name)[:60])
    for part in BESIDE:
        written = getattr(package, part)
        optional = part != "rules" and written == ""
        if not (isinstance(written, str) and (optional or _PART.fullmatch(written))):
            raise wrong(f"{place}, {part}", '"module:NAME"', repr(written)[:60])
        if written and written.partition(":")[0].partition(".")[0] != top:
            raise wrong(f"{place}, {part}", Sentence(_INSIDE, {"name": top}), repr(written)[:60])
    for side in ("phone", "locales"):
        written = getattr(package, side)
        parts = PurePosixPath(written).parts if isinstance(written, str) else ("/",)
        if {"..", "/"} & {*parts} or (written and not parts):
            raise wrong(f"{place}, {side}", '"package/folder"', repr(written)[:60])
        if written and parts[0] != top:
            raise wrong(f"{place}, {side}", Sentence(_INSIDE, {"name": top}), repr(written)[:60])
        folder = package.folder(side)
        if written and not (folder and folder.is_dir()):
            raise wrong(f"{place}, {side}", N_("a folder of the package"), written[:60])
    return package


def strings(package: GamePackage) -> Mapping[str, int | str]:
    """Return the fields as JSON, from which `GamePackage(**fields)` makes it again."""
    return {one.name: getattr(package, one.name) for one in fields(package)}
