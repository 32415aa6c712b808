"""Finds the installed games by their entry points.

A package is tried in a process of its own before the app imports anything of it, as it may do anything
while it is imported. The result is remembered until a file of the package changes.
"""

import hashlib
import logging
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import invalidate_caches
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path, user_data_path

from companion import __version__
from companion.errors import CompanionError
from companion.games import BUILT_IN, trials
from companion.games.base import N_, Sentence, printable
from companion.games.package import GROUP, InstalledGame, check_name, wrong

MOST_FILES = 5_000
MOST_BYTES = 200_000_000
"""Maximum size of a package: the app is installed on memory cards."""
PROJECT = "pyproject.toml"
"""File of a source folder that names its game."""
_sources: list[Path] = []
"""Source folders whose games are offered as if they were installed."""
_UNKNOWN = "?"
"""Name and version of a distribution whose metadata are damaged."""
_log = logging.getLogger(__name__)


class _Entry(NamedTuple):
    """An entry point, with the name and version of its distribution."""

    point: EntryPoint
    source: str
    version: str
    folder: Path

    @property
    def label(self) -> str:
        """A name that no other game has."""
        return f"{self.source}:{self.point.name[:40]}"

    @property
    def top(self) -> str:
        """The module that holds all modules of the game."""
        return trials.top_of(self.point.value)

    @property
    def place(self) -> str:
        """Return where the game lies, for errors."""
        return str(self.folder / self.top)


def games_folder() -> Path:
    """Return the folder that has a folder for each game installed by the app (`wheels.install`)."""
    return user_data_path("table-companion") / "games"


def cover_of(name: str) -> Path:
    """Return where the cover is stored that was drawn for a game, if one was."""
    return user_cache_path("table-companion") / "covers" / f"{name}.png"


def add_source(folder: Path) -> str:
    """Offer the game of a source folder as if it was installed; return its name.

    `find` finds it from now on. Raises CompanionError `wrong_package` if its `pyproject.toml` names no game.
    """
    entry = _source(folder.absolute())
    if entry.folder not in _sources:
        _sources.append(entry.folder)
        sys.path.append(str(entry.folder))  # after all else: a game replaces no module
    return entry.point.name


def sources() -> tuple[Path, ...]:
    """Return the source folders that `add_source` added."""
    return (*_sources,)


def source_mark(folder: Path) -> str:
    """Return a digest that changes with the files of a source folder's game. Raises as `add_source`."""
    return _mark(_source(folder.absolute()))


def try_source(folder: Path) -> None:
    """Try the game of a source folder in a process of its own. Raises CompanionError with why it fails."""
    entry = _source(folder.absolute())
    trial(entry.point.name, entry.point.value, entry.folder)


def _source(folder: Path) -> _Entry:
    """Read the entry point of a source folder. Raises CompanionError `wrong_package`."""
    file = folder / PROJECT
    one = Sentence(N_("one entry point {group}"), {"group": GROUP})
    try:
        project = tomllib.loads(file.read_text("utf-8"))["project"]
        ((name, value),) = project["entry-points"][GROUP].items()
        return _Entry(EntryPoint(name, value, GROUP), f"{project['name']}", f"{project['version']}", folder)
    except OSError as error:
        raise wrong(str(file), N_("a file that can be read"), error.strerror or error) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise wrong(str(file), one, repr(error)[:60]) from error


def find() -> tuple[InstalledGame, ...]:
    """Return the built-in games, then the installed ones by name. Tries none, raises nothing.

    A game that was not tried yet has neither a package nor an error, but can be proved.
    """
    _extend_path()
    games = [InstalledGame(name=one.name, version=__version__, package=one) for one in BUILT_IN]
    sources = [_source(folder) for folder in _sources]
    named = {entry.point.name for entry in sources}
    others = [entry for entry in _entries() if entry.point.name not in named]
    entries = sorted([*sources, *others], key=lambda entry: (entry.point.name, entry.source))
    count = Counter(entry.point.name for entry in entries)
    count.update(game.name for game in games)
    games += [_game(entry, alone=count[entry.point.name] == 1) for entry in entries]
    trials.forget_all_but([entry.label for entry in entries])
    return (*games, *_unreadable({entry.folder for entry in entries}, {game.name for game in games}))


def _game(entry: _Entry, *, alone: bool) -> InstalledGame:
    """Return what is known of an entry point; `alone`: no other game has its name."""
    name = entry.point.name
    label = name if alone and name.isidentifier() else entry.label
    folder = entry.folder if entry.folder.parent == games_folder() else None
    game = InstalledGame(name=label, version=entry.version, source=entry.source, folder=folder)
    try:
        check_name(name, str(entry.folder))
        if not alone:
            raise wrong(str(entry.folder), N_("the only game of this name"), N_("another one"))
        mark = _mark(entry)
        if result := trials.remembered(entry.label, mark):
            with suppress(ValueError):  # damaged: it is tried again
                return _read(game, entry, result)
    except CompanionError as error:
        return replace(game, error=error)
    except Exception as error:  # files of a game may be damaged in any way
        return replace(game, error=wrong(str(entry.folder), N_("files that can be read"), repr(error)[:60]))
    return replace(game, prove=partial(_prove, game, entry, mark))


def _prove(game: InstalledGame, entry: _Entry, mark: str) -> InstalledGame:
    """Try a game; return it with the result, which is remembered."""
    path = _path_with(str(entry.folder))
    result = trials.run(game.name, entry.point.value, entry.place, path, subprocess_environment())
    trials.remember(entry.label, mark, result)
    try:
        return _read(game, entry, result)
    except CompanionError as error:  # its files are gone meanwhile
        return replace(game, error=error)


def _read(game: InstalledGame, entry: _Entry, result: str) -> InstalledGame:
    """Return a game with the result of its trial. Raises as `trials.read`."""
    package, error = trials.read(result, game.name, entry.top, entry.place)
    return replace(game, package=package, error=error)


def _unreadable(known: Collection[Path], names: Collection[str]) -> Iterator[InstalledGame]:
    """Whatever else lies in `games_folder`, so that it can be removed."""
    with suppress(OSError):
        for path in sorted(games_folder().iterdir()):
            if path not in known and not path.name.startswith("."):
                name = printable(path.name)[:60]
                error = wrong(
                    str(path), Sentence(N_("one entry point {group}"), {"group": GROUP}), N_("nothing")
                )
                yield InstalledGame(
                    name=f"{name}:?" if name in names else name,
                    version="?",
                    source=name,
                    folder=path,
                    error=error,
                )


def _extend_path() -> None:
    """Make importable what lies in `games_folder`, after all else: a game replaces no module."""
    root, known = games_folder(), {*sys.path}
    sys.path[:] = [one for one in sys.path if Path(one).parent != root or Path(one).is_dir()]
    with suppress(OSError):
        folders = sorted(one for one in root.iterdir() if one.is_dir() and not one.name.startswith("."))
        sys.path += [str(one) for one in folders if str(one) not in known]
    invalidate_caches()


def _entries() -> Iterator[_Entry]:
    """Entry points of the group; of two installations of a distribution, the one that is imported."""
    seen: set[str] = set()
    for distribution in distributions():
        try:
            text = distribution.read_text("entry_points.txt") or ""
            if GROUP not in text:  # reading the names of all distributions takes a while
                continue
            if (source := _text(distribution, "Name")) in seen:
                continue
            seen |= {source} - {_UNKNOWN}
            version, folder = _text(distribution, "Version"), Path(str(distribution.locate_file("")))
            for point in distribution.entry_points.select(group=GROUP):
                yield _Entry(point, source, version, folder)
        except Exception as error:  # metadata may be damaged in any way
            _log.error("an installed package cannot be read: %r", error)


def _text(distribution: Distribution, field: str) -> str:
    with suppress(Exception):  # as above; the game is named by its entry point then
        if value := distribution.metadata[field]:
            return str(value)[:60]
    return _UNKNOWN


def trial(name: str, value: str, folder: Path) -> None:
    """Try the game in a folder that is not on the path. Raises CompanionError with why it is refused."""
    top = trials.top_of(value)
    place = str(folder / top)
    result = trials.run(name, value, place, _path_with(str(folder)), subprocess_environment())
    if error := trials.read(result, name, top, place)[1]:
        raise error


def _path_with(folder: str) -> list[str]:
    """Return the path of imports with this folder and without those of other installed games."""
    root = games_folder()
    others = [str(Path(one).absolute()) for one in sys.path if Path(one).parent != root and one != folder]
    return [*others, folder]


def _mark(entry: _Entry) -> str:
    """Return a digest that changes with the package, its surroundings and the app.

    Raises CompanionError `wrong_package` if there are no files, or too many.
    """
    top = entry.top
    missing = wrong(str(entry.folder), Sentence(N_("the module {name}"), {"name": top}), N_("nothing"))
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        raise missing from None
    if spec is None:
        raise missing
    roots = [Path(folder) for folder in spec.submodule_search_locations or [spec.origin or ""]]
    digest = hashlib.sha256(f"{__version__} {sys.version} {entry}".encode())
    with suppress(OSError):  # changes when a library is installed that was missing
        digest.update(str(entry.folder.stat().st_mtime_ns).encode())
    files = bytes_ = 0
    for root in roots:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if "__pycache__" in path.parts:
                continue
            with suppress(OSError):
                found = path.stat()
                digest.update(f"{path} {found.st_size} {found.st_mtime_ns}\n".encode("utf-8", "replace"))
                files, bytes_ = files + 1, bytes_ + found.st_size
            if files > MOST_FILES or bytes_ > MOST_BYTES:
                most = {"files": MOST_FILES, "mb": MOST_BYTES // 1_000_000}
                raise wrong(str(root), Sentence(N_("at most {files} files and {mb} MB"), most), N_("more"))
    return digest.hexdigest()


def subprocess_environment() -> dict[str, str]:
    """Return the environment of a program that imports as this process does, and has no window.

    The program finds the installed games by itself: on its path from the beginning, one of them could
    customise Python.
    """
    path = [str(Path(one).absolute()) for one in sys.path if Path(one).parent != games_folder()]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(path),
        "OPENBLAS_NUM_THREADS": "1",  # each thread has a buffer, and memory is limited
        "KIVY_WINDOW": "none",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
    }
