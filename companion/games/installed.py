"""Finds the installed games by their entry points.

A package is tried in a process of its own before the app imports anything of it, as it may do anything
while it is imported. The result is remembered until a file of the package changes.
"""

import hashlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import invalidate_caches
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path, user_data_path

from companion import __version__
from companion.errors import CompanionError
from companion.games import BUILT_IN
from companion.games.base import N_, Sentence, Term
from companion.games.package import GROUP, GamePackage, InstalledGame, check_name, check_package, wrong

TRIAL = "companion.app.game_trial"
"""Module that tries a package; a program, because it needs all layers."""
TRIAL_S = 60.0
"""Maximum time of a trial; on a Raspberry Pi 4 the libraries alone take 5 seconds."""
MOST_FILES = 5_000
MOST_BYTES = 200_000_000
"""Maximum size of a package: the app is installed on memory cards."""
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


def games_folder() -> Path:
    """Return the folder that has a folder for each game installed by the app (`wheels.install`)."""
    return user_data_path("table-companion") / "games"


def find() -> tuple[InstalledGame, ...]:
    """Return the built-in games, then the installed ones by name. Raises nothing."""
    _extend_path()
    games = [InstalledGame(name=one.name, version=__version__, package=one) for one in BUILT_IN]
    entries = sorted(_entries(), key=lambda entry: (entry.point.name, entry.source))
    if not entries:
        return tuple(games)
    count = Counter(entry.point.name for entry in entries)
    count.update(game.name for game in games)
    remembered = _Memory()
    for entry in entries:
        name, place = entry.point.name, str(entry.folder)
        try:
            check_name(name, place)
            if count[name] > 1:
                raise wrong(place, N_("the only game of this name"), count[name])
            package = _tried(entry, remembered)
        except CompanionError as error:
            label = name if count[name] == 1 and name.isidentifier() else entry.label
            games.append(InstalledGame(name=label, version=entry.version, source=entry.source, error=error))
        else:
            games.append(
                InstalledGame(name=name, version=entry.version, source=entry.source, package=package)
            )
    remembered.save()
    return tuple(games)


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
            seen.add(source)
            version, folder = _text(distribution, "Version"), Path(str(distribution.locate_file("")))
            for point in distribution.entry_points.select(group=GROUP):
                yield _Entry(point, source, version, folder)
        except Exception as error:  # metadata may be damaged in any way
            _log.error("an installed package cannot be read: %r", error)


def _text(distribution: Distribution, field: str) -> str:
    with suppress(Exception):  # as above; the game is named by its entry point then
        if value := distribution.metadata[field]:
            return str(value)[:60]
    return "?"


def _tried(entry: _Entry, remembered: "_Memory") -> GamePackage:
    """Return the package of an entry point. Raises CompanionError with the reason to leave it out."""
    name, value = entry.point.name, entry.point.value
    top = value.partition(":")[0].partition(".")[0].strip()
    mark = _mark(entry, top)
    result = remembered.get(entry.label, mark)
    if result is None:
        result = _trial(name, value, str(entry.folder / top), subprocess_environment())
        remembered.put(entry.label, mark, result)
    return _read(result, name, str(entry.folder / top))


def _read(result: Mapping[str, Any], name: str, place: str) -> GamePackage:
    raise_failure(result)
    return check_package(GamePackage(**result["package"]), name, place)


def raise_failure(result: Mapping[str, Any]) -> None:
    """Raise the CompanionError of a trial that failed."""
    if failure := result.get("failure"):
        sentences = tuple(map(_as_value, failure["sentences"]))
        raise CompanionError(failure["code"], " ".join(map(str, sentences)), sentences=sentences)


def trial(name: str, value: str, folder: Path, without: Path) -> Mapping[str, Any]:
    """Try the game in a folder that is not on the path, as if that `without` were not either."""
    top = value.partition(":")[0].partition(".")[0].strip()
    path = [*(one for one in sys.path if one != str(without)), str(folder)]
    return _trial(name, value, str(folder / top), subprocess_environment(path))


def _mark(entry: _Entry, top: str) -> str:
    """Return a digest that changes with the package, its surroundings and the app.

    Raises CompanionError `wrong_package` if there are no files, or too many.
    """
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


def _trial(name: str, value: str, place: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """Try a package in a process of its own; return what it says, or why it said nothing."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "result.json"
        with (Path(folder) / "stdout").open("w+b") as printed:
            child = subprocess.Popen(
                [sys.executable, "-P", "-m", TRIAL, name, value, place, str(out)],
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd=folder,
                start_new_session=True,  # all that it started ends with it
            )
            try:
                child.wait(TRIAL_S)
                ended = Sentence(N_("exit code {code}"), {"code": child.returncode})
            except subprocess.TimeoutExpired:
                ended = Sentence(N_("no end within {n} s"), {"n": round(TRIAL_S)})
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            printed.seek(0)
            output = printed.read(60).decode("utf-8", "replace")
        try:
            result = json.loads(out.read_text("utf-8"))
        except (OSError, ValueError):
            return failure(wrong(place, N_("modules that can be imported"), ended))
    if output and "failure" not in result:
        return failure(wrong(place, N_("no output while it is imported"), repr(output)))
    return dict(result)


def subprocess_environment(path: Sequence[str] | None = None) -> dict[str, str]:
    """Return the environment of a program that imports games from `path`, else as this process does.

    It has no window.
    """
    path = sys.path if path is None else path
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(str(Path(folder).absolute()) for folder in path),
        "OPENBLAS_NUM_THREADS": "1",  # each thread has a buffer, and memory is limited
        "KIVY_WINDOW": "none",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
    }


def failure(error: CompanionError) -> dict[str, Any]:
    """Return an error as JSON, for the result of a trial."""
    sentences = error.params.get("sentences") or (Sentence("{text}", {"text": str(error)}),)
    assert isinstance(sentences, tuple)
    return {"failure": {"code": error.code, "sentences": [_written(one) for one in sentences]}}


def _written(value: object) -> object:
    """Return a value of a sentence as JSON: a sentence is an object, a term a list of one text."""
    if isinstance(value, Sentence):
        return {"pattern": value.pattern, "values": {key: _written(one) for key, one in value.values.items()}}
    if isinstance(value, Term):
        return [str(value)]
    return value if isinstance(value, int) else str(value)[:500]


def _as_value(written: Any) -> Any:
    """Return the value that `_written` wrote. Raises LookupError, TypeError or AttributeError for others."""
    if isinstance(written, dict):
        values = {key: _as_value(one) for key, one in written["values"].items()}
        return Sentence(str(written["pattern"]), values)
    return Term(written[0]) if isinstance(written, list) else written


class _Memory:
    """Results of trials, in a file of the user's cache. A damaged file is an empty one."""

    def __init__(self) -> None:
        self._file = user_cache_path("table-companion") / "games.json"
        self._kept: dict[str, Any] = {}
        self._new: dict[str, Any] = {}
        with suppress(OSError, ValueError):
            kept = json.loads(self._file.read_text("utf-8"))
            self._kept = kept if isinstance(kept, dict) else {}

    def get(self, label: str, mark: str) -> Mapping[str, Any] | None:
        """Return the result of a trial of the same files; None if there is none."""
        with suppress(LookupError, TypeError, ValueError, AttributeError, CompanionError):
            kept = self._kept[label]
            if kept["mark"] == mark:
                result: Mapping[str, Any] = kept["result"]
                if "failure" in result:
                    " ".join(map(str, map(_as_value, result["failure"]["sentences"])))
                else:
                    GamePackage(**result["package"])
                self._new[label] = kept
                return result
        return None

    def put(self, label: str, mark: str, result: Mapping[str, Any]) -> None:
        """Remember the result of a trial."""
        self._new[label] = {"mark": mark, "result": result}

    def save(self) -> None:
        """Write the file if anything changed. Games that are gone are forgotten."""
        if self._new == self._kept:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            draft = self._file.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps(self._new), "utf-8")
            draft.replace(self._file)
        except OSError as error:
            _log.warning("trials of games are not remembered: %s", error)
