"""Installs games from wheels and removes them, without internet.

Each game has a folder of its own in the user's data, which `installed.find` puts on the path of imports, so
that the app itself may lie where nobody can write. A wheel of a game is pure Python: it is checked, unpacked
beside the others and tried; only then does it take its place.
"""

import re
import shutil
import stat
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, PathDistribution, distribution
from pathlib import Path, PurePosixPath

from packaging.markers import UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement, Requirement

from companion import __version__
from companion.games import installed, registry, trials
from companion.games.base import N_, Sentence
from companion.games.installed import MOST_BYTES, MOST_FILES, cover_of, games_folder
from companion.games.package import GROUP, InstalledGame, check_name, wrong

SUFFIX = ".whl"
APP = "table-companion"
"""Distribution of the app, which every game may need."""
UNPACKED = 0.5
"""Share of the progress when a wheel is unpacked; the trial takes the rest."""
MOST_LETTERS = 200
"""Maximum length of a name in a wheel, with its folders."""
MOST_PART_BYTES = 255
"""Maximum length of the name of one file or folder in bytes, as file systems allow it."""
_CHUNK_BYTES = 1 << 20
_SEPARATOR = re.compile(r"[-_.]+")
_CUSTOM = ("sitecustomize", "usercustomize")
"""Modules that Python itself imports."""
_UNSAFE = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]')


def install(file: Path, progress: Callable[[float], None] = lambda _: None) -> InstalledGame:
    """Install the game of a wheel, or replace it by this version; return it.

    `progress` gets a share 0..1. Raises CompanionError `wrong_package` if the file is no game that can be
    played here, OSError if it cannot be read or written; nothing is changed then.
    """
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob(".*"):
        shutil.rmtree(leftover, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=folder, ignore_cleanup_errors=True) as new:
        unpacked = Path(new) / "game"
        _unpack(file, unpacked, progress)
        distributed, name, value = _read(file, unpacked)
        place = folder / distributed
        _check_free(file, name, distributed)
        installed.trial(name, value, unpacked)
        _exchange(place, unpacked, Path(new) / "old")
    progress(1.0)
    registry.use(installed.find())  # found first: nobody waits for it meanwhile
    registry.prove(name)
    return next(game for game in registry.installed() if game.name == name)


def _exchange(place: Path, new: Path, old: Path) -> None:
    """Move a folder to its place; what is there now is moved away, and back if that fails."""
    if place.exists():
        place.rename(old)
    try:
        new.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        raise


def remove(name: str) -> None:
    """Remove a game that `install` installed, whatever became of its files; its stored games stay.

    Raises CompanionError `wrong_package` if there is no such game, or it came in another way; OSError.
    """
    place = next((game.folder for game in removable() if game.name == name), None)
    if place is None:
        others = {game.name for game in registry.installed()}
        raise wrong(
            name,
            N_("a game that was installed from a file"),
            N_("another one") if name in others else N_("nothing"),
        )
    with tempfile.TemporaryDirectory(prefix=".", dir=games_folder(), ignore_cleanup_errors=True) as old:
        if not place.is_symlink():
            place.chmod(0o700)  # a folder that cannot be written cannot be moved
        place.rename(Path(old) / "old")
    cover_of(name).unlink(missing_ok=True)
    registry.use(installed.find())


def removable() -> tuple[InstalledGame, ...]:
    """Return the games that `remove` can remove, those left out as well."""
    return tuple(game for game in registry.installed() if game.folder)


def _unpack(file: Path, folder: Path, progress: Callable[[float], None]) -> None:
    """Unpack a wheel after a check of all its names and sizes; what it says about its size is not trusted."""
    place = file.name
    with _damaged(place), zipfile.ZipFile(file) as wheel:
        members = [one for one in wheel.infolist() if not one.filename.endswith("/")]
        total = sum(one.file_size for one in members)
        if len(members) > MOST_FILES or total > MOST_BYTES:
            most = {"files": MOST_FILES, "mb": MOST_BYTES // 1_000_000}
            raise wrong(place, Sentence(N_("at most {files} files and {mb} MB"), most), N_("more"))
        names = [one.filename for one in members]
        for one in members:
            _check_member(place, one)
        paths = [PurePosixPath(name.casefold()) for name in names]
        folders = {folder for path in paths for folder in path.parents}
        if len(set(paths)) < len(paths) or not folders.isdisjoint(paths):
            raise wrong(place, N_("different names in the file"), N_("the same name twice"))
        written = 0
        for one in members:
            target = folder / one.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            with wheel.open(one) as source, target.open("xb") as made:
                while chunk := source.read(_CHUNK_BYTES):
                    written += len(chunk)
                    if written > total:
                        raise zipfile.BadZipFile("a file is larger than it says")
                    made.write(chunk)
                    progress(UNPACKED * written / total)


def _check_member(place: str, member: zipfile.ZipInfo) -> None:
    name, path = member.filename, PurePosixPath(member.filename)
    kind = stat.S_IFMT(member.external_attr >> 16)
    safe = (
        kind in (0, stat.S_IFREG)
        and path.parts
        and all(len(part.encode()) <= MOST_PART_BYTES for part in path.parts)
        and len(name) <= MOST_LETTERS
        and not path.is_absolute()
        and ".." not in path.parts
        and not _UNSAFE.search(name)
        and not any(part.startswith(".") for part in path.parts)
    )
    if not safe:
        raise wrong(place, N_("plain files below the folder of the game"), repr(name[:60]))
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(f"{name[:30]!r}, packed by another method")
    if path.parts[0].endswith(".data"):
        raise wrong(place, N_("no scripts, and no files outside the folder of the game"), repr(name[:60]))
    if path.suffix in (".so", ".pyd", ".pth"):
        raise wrong(place, N_("a game in Python alone"), repr(name[:60]))


def _read(file: Path, folder: Path) -> tuple[str, str, str]:
    """Return the distribution of an unpacked wheel, and name and value of its entry point."""
    place, infos = file.name, [*folder.glob("*.dist-info")]
    if len(infos) != 1:
        raise wrong(place, N_("a wheel with one folder .dist-info"), len(infos))
    metadata = PathDistribution(infos[0])
    try:
        distributed, required = _plain(metadata.metadata["Name"]), metadata.requires or []
        points = list(metadata.entry_points)
    except Exception as error:  # metadata may be damaged in any way
        raise wrong(place, N_("metadata that can be read"), repr(error)[:60]) from None
    if not distributed or _plain(infos[0].name.partition("-")[0]) != distributed:
        raise wrong(place, N_("a wheel of the name in its metadata"), repr(distributed[:60]))
    others = sorted(f"[{point.group}] {point.name}"[:60] for point in points if point.group != GROUP)
    if others:
        raise wrong(place, N_("no entry points but that of a game"), others[0])
    if len(points) != 1:
        raise wrong(place, Sentence(N_("one entry point {group}"), {"group": GROUP}), len(points))
    for line in required:
        _check_requirement(place, line)
    check_name(points[0].name, place)
    _check_alone(place, folder, infos[0].name, distributed, trials.top_of(points[0].value))
    return distributed, points[0].name, points[0].value


def _check_requirement(place: str, line: str) -> None:
    """Refuse a game that needs a library, or a version of it or of the app, that is not installed."""
    try:
        needed = Requirement(line)
        if needed.marker and not needed.marker.evaluate({"extra": ""}):
            return
    except (InvalidRequirement, UndefinedEnvironmentName, UndefinedComparison):
        raise wrong(place, N_("requirements that can be read"), repr(line)[:60]) from None
    name = needed.name[:60]
    try:
        found = __version__ if _plain(name) == APP else distribution(needed.name).version
    except PackageNotFoundError:
        library = Sentence(N_("the library {name}, which the game needs"), {"name": name})
        raise wrong(place, library, N_("nothing")) from None
    if not needed.specifier.contains(found, prereleases=True):
        version = Sentence(
            N_("{name} {versions}, which the game needs"),
            {"name": name, "versions": str(needed.specifier)[:60]},
        )
        raise wrong(place, version, found)


def _check_alone(place: str, folder: Path, info: str, distributed: str, top: str) -> None:
    """Refuse all that lies beside the game's own module, and a module that others have.

    It would be imported by others: Python itself looks for a `sitecustomize` in every folder of the path.
    """
    others = sorted(one.name for one in folder.iterdir() if one.name not in (top, f"{top}.py", info))
    if others:
        expected = Sentence(N_("nothing beside the module {name} of the game"), {"name": top})
        raise wrong(place, expected, repr(others[0])[:60])
    known = {*_CUSTOM, *sys.builtin_module_names, *sys.stdlib_module_names}
    own = str(games_folder() / distributed)
    found = (PathFinder.find_spec(top, [root]) for root in sys.path if root != own)
    if top in known or any(one and one.loader for one in found):
        raise wrong(place, N_("a module of a name of its own"), repr(top)[:60])


def _check_free(file: Path, name: str, distributed: str) -> None:
    """Refuse a name that another game has."""
    for game in registry.installed():
        if game.name == name and _plain(game.source) != distributed:
            raise wrong(file.name, N_("the only game of this name"), game.source or N_("a game of the app"))


def _plain(name: str) -> str:
    """Return the name of a distribution in its normal form (PEP 503); "" if it is none."""
    plain = _SEPARATOR.sub("-", name or "").lower()
    return plain if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?", plain) else ""


@contextmanager
def _damaged(place: str) -> Iterator[None]:
    """Say of any error in the format that the file is damaged."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise wrong(place, N_("a wheel that is whole"), str(error)[:60]) from error
