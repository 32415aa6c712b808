"""Backup of all stored data in one zip file with a manifest, and restore.

`manifest.json` holds the format version, the app's version, and the SHA-256, size and modification time of
every file (learnt sets are sorted by that time). A backup is read and checked completely before anything
changes; the previous data is moved to a folder next to it, never deleted.
"""

import hashlib
import json
import os
import shutil
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import IO, Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.errors import ExitCode, StorageError
from companion.games import strict
from companion.games.base import N_
from companion.storage import atomic, exchange
from companion.storage.failure import failure
from companion.storage.folders import is_plain
from companion.storage.journal import Journal, side_files
from companion.storage.lock import alone

FORMAT = 1
MANIFEST = "manifest.json"
JOURNAL = "journal.sqlite3"
MOST_BYTES = 1_000_000_000
"""Maximum total size of the files in a backup, in bytes."""
MOST_FILE_BYTES = 250_000_000
"""Maximum size of one file in bytes: a journal is opened in memory."""
MOST_FILES = 10_000
_DRAFTS = ".backup"
"""Folder next to the journal with what a backup is made of."""
_MOST_DIRECTORY_BYTES = MOST_FILES * 400
"""Maximum size in bytes of a zip's central directory, which `zipfile` reads completely."""
_END = struct.Struct("<4s4H2LH")
"""Format of the end of central directory record (APPNOTE.TXT 4.3.16)."""
_CHUNK_BYTES = 1 << 20
_LATEST_NS = 4_102_444_800 * 10**9
"""The year 2100, in ns; file systems reject times far beyond."""
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError, RuntimeError, TypeError, ValueError,
    ArithmeticError, MemoryError,
)  # fmt: skip
"""Exceptions that Python raises for truncated, altered, encrypted or non-zip files."""


class _ManifestEntry(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    sha256: str
    size: Annotated[int, Field(ge=0, le=MOST_FILE_BYTES)]
    changed_ns: Annotated[int, Field(ge=0, le=_LATEST_NS)]


class _Manifest(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")
    format: Annotated[int, Field(ge=1)]
    app: str
    files: Annotated[dict[str, _ManifestEntry], Field(max_length=MOST_FILES)]
    games: Annotated[int, Field(ge=0)] | None = None
    """Number of games; None in a backup of an older app."""


class BackupInfo(NamedTuple):
    """When a backup was made, in Unix time, and how many games are in it (None: it does not say)."""

    made_s: float
    games: int | None


@dataclass(frozen=True, slots=True)
class Places:
    """Absolute paths: the journal, other files and whole folders by their names in a backup.

    A restore leaves those in `left_alone` unchanged; they belong to an app with another journal. It moves
    `cleared` files away, which no backup holds: they are about the games that it replaces. `adapted` are
    files whose restored content differs from the backup's: it names what is true on this machine only.
    `plans` is the folder in which the next start looks for an interrupted restore; None: the journal's.
    """

    journal: Path
    files: Mapping[str, Path]
    folders: Mapping[str, Path]
    left_alone: frozenset[str] = frozenset()
    plans: Path | None = None
    cleared: tuple[Path, ...] = ()
    adapted: Mapping[str, Callable[[bytes], bytes]] = field(default_factory=dict)

    def there(self) -> Iterator[tuple[str, Path]]:
        """Existing files and folders besides the journal."""
        yield from ((name, path) for name, path in self.files.items() if path.is_file())
        for name, folder in self.folders.items():
            for path in sorted(folder.rglob("*")):
                inside = path.relative_to(folder)
                if path.is_file() and path.suffix != ".draft" and _are_plain(inside.parts):
                    yield f"{name}/{inside.as_posix()}", path

    def of(self, name: str) -> Path:
        """Path of a backup's file. Raises LookupError if it belongs nowhere."""
        if name == JOURNAL:
            return self.journal
        top, *inside = name.split("/")
        if not inside:
            return self.files[name]
        if not _are_plain(inside):
            raise LookupError(name)
        return self.folders[top].joinpath(*inside)

    def taken(self, name: str) -> bool:
        """Return True if a restore replaces this file of a backup."""
        return name.partition("/")[0] not in self.left_alone

    def roots(self) -> list[Path]:
        """All paths that a restore replaces or clears; the journal with its side files."""
        others = (path for name, path in {**self.files, **self.folders}.items() if self.taken(name))
        return [self.journal, *self.left_by_app(), *others]

    def left_by_app(self) -> list[Path]:
        """Files that a running app may write until it ends, and that do not fit a restored journal."""
        return [*side_files(self.journal), *self.cleared]


def _are_plain(parts: Iterable[str]) -> bool:
    return all(is_plain(part, _MOST_CHARACTERS) for part in parts)


_MOST_CHARACTERS = 100
"""Maximum length of a file name with its suffix, in characters; file systems allow 255 bytes."""


Progress = Callable[[int], object]
"""Called with the number of bytes that were just handled."""


def size_of(places: Places) -> int:
    """Size in bytes of everything that a backup would hold, before it is compressed."""
    stored = [places.journal, *side_files(places.journal)]
    paths = [*(path for path in stored if path.exists()), *(path for _, path in places.there())]
    return sum(path.stat().st_size for path in paths)


def backup(places: Places, file: Path, app: str, progress: Progress = lambda _: None) -> list[str]:
    """Write everything to `file`, readable only by its owner.

    Return the names of the files in it. `progress` hears of every byte twice: to be hashed and packed.
    The app may run meanwhile. Raises StorageError `not_written`, `too_large`, or the errors of a
    journal.
    """
    try:
        contents: dict[str, tuple[bytes | Path, int]] = {
            name: (_kept(path), path.stat().st_mtime_ns) for name, path in places.there()
        }
        with _snapshot_of(places.journal) as (snapshot, games):
            if snapshot:
                contents[JOURNAL] = (snapshot, time.time_ns())
            with atomic.writing(file, private=True) as target:
                _pack(target, contents, app, games, progress)
    except OSError as error:
        cause = error.strerror or str(error)
        raise failure("not_written", _NOT_WRITTEN, path=str(error.filename or file), cause=cause) from error
    return sorted(contents)


def check(places: Places, file: Path, progress: Progress = lambda _: None) -> BackupInfo:
    """Read a whole backup and compare it with its manifest. Raises as `restore`."""
    return _info(_checked(places, file, progress), file)


def stage(places: Places, file: Path) -> None:
    """Get a restore ready while the app runs; the next start of the app carries it out.

    Raises as `restore`; then nothing will change.
    """
    manifest = _checked(places, file)
    home = places.plans or places.journal.parent
    try:
        if exchange.planned(home):  # an earlier one, of which nothing was carried out while the app ran
            exchange.undo(home)
        _planned(places, file, manifest.files, home)
    except OSError as error:
        cause = error.strerror or str(error)
        path = str(error.filename or places.journal.parent)
        raise failure("not_written", _NOT_WRITTEN, path=path, cause=cause) from error


def restore(places: Places, file: Path) -> list[Path]:
    """Restore everything from `file`; return the folders that keep the previous data.

    Raises StorageError `backup_newer`, `backup_broken`, `already_running`, `not_written`, and the errors
    of a journal; then nothing has changed.
    """
    files = _checked(places, file).files
    home = places.plans or places.journal.parent
    try:
        finish_restore(home)
        with alone(places.journal):
            return _exchanged(places, file, files, home)
    except OSError as error:
        cause = error.strerror or str(error)
        path = str(error.filename or places.journal.parent)
        raise failure("not_written", _NOT_WRITTEN, path=path, cause=cause) from error


def finish_restore(folder: Path) -> None:
    """Finish or undo an interrupted restore by its plan in `folder`; does nothing without one.

    Raises StorageError `already_running`, `restore_unfinished`, OSError.
    """
    if plan := exchange.planned(folder):
        with alone(plan.journal):
            exchange.finish(folder, plan.journal)


def _kept(path: Path) -> bytes:
    if path.stat().st_size > MOST_FILE_BYTES:
        most, found = MOST_FILE_BYTES // 1_000_000, path.stat().st_size // 1_000_000
        raise failure("too_large", _TOO_LARGE, path=str(path), most=most, found=found)
    return path.read_bytes()


@contextmanager
def _snapshot_of(journal: Path) -> Iterator[tuple[Path | None, int]]:
    """Context with a copy of a journal in a folder next to it, None without one; and its number of games."""
    if not journal.exists():
        yield None, 0
        return
    folder = journal.with_name(_DRAFTS)
    shutil.rmtree(folder, ignore_errors=True)  # of a backup that was killed
    folder.mkdir(mode=0o700)
    try:
        with Journal(journal, write=False, snapshot=folder / JOURNAL) as book:
            games = len(book.games())
        yield folder / JOURNAL, games
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _pack(
    target: IO[bytes],
    contents: Mapping[str, tuple[bytes | Path, int]],
    app: str,
    games: int,
    progress: Progress,
) -> None:
    """Write a backup; files are streamed, never held in memory as a whole."""
    files = {}
    for name, (content, changed_ns) in contents.items():
        digest, size = hashlib.sha256(), 0
        with _stream(content) as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                digest.update(chunk)
                size += len(chunk)
                progress(len(chunk))
        changed_ns = min(max(changed_ns, 0), _LATEST_NS)
        files[name] = {"sha256": digest.hexdigest(), "size": size, "changed_ns": changed_ns}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        manifest = {"format": FORMAT, "app": app, "games": games, "files": files}
        with packed.open(MANIFEST, "w") as entry:  # `writestr` refuses a clock before 1980 or after 2107
            entry.write(json.dumps(manifest, indent=1).encode())
        for name, (content, _) in contents.items():
            with _stream(content) as stream, packed.open(name, "w") as entry:
                while chunk := stream.read(_CHUNK_BYTES):
                    entry.write(chunk)
                    progress(len(chunk))


def _stream(content: bytes | Path) -> IO[bytes]:
    return content.open("rb") if isinstance(content, Path) else BytesIO(content)


def _checked(places: Places, file: Path, progress: Progress = lambda _: None) -> _Manifest:
    """Read and verify a whole backup without storing it; return its manifest."""
    with _explained(file):
        packed = _zip(file)
    with packed:
        with _explained(file):
            manifest = _manifest(packed, file)
            for name in manifest.files:
                places.of(name)
        for name, wanted in manifest.files.items():
            for part in _chunks(packed, file, name, wanted):
                progress(len(part))
    return manifest


def _info(manifest: _Manifest, file: Path) -> BackupInfo:
    made_ns = manifest.files[JOURNAL].changed_ns if JOURNAL in manifest.files else file.stat().st_mtime_ns
    return BackupInfo(made_ns / 1e9, manifest.games)


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        why = MANIFEST if isinstance(error, ValidationError) else f"{str(error) or type(error).__name__:.200}"
        raise _refused("backup_broken", _NO_BACKUP, path=str(file), found=why) from error
    except OSError as error:
        raise _refused("backup_broken", _NO_BACKUP, path=str(file), found=error.strerror) from error


def _zip(file: Path) -> zipfile.ZipFile:
    """Open a zip with a small central directory; refuse comments and 64-bit sizes."""
    if not file.is_file():
        raise ValueError("no file")
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - _END.size))
        end = opened.read(_END.size)
    signature, *_, listed_bytes, _, comment_bytes = _END.unpack(end)
    if signature != b"PK\5\6" or comment_bytes:
        raise ValueError("no zip file, or one that was cut short")
    if listed_bytes > _MOST_DIRECTORY_BYTES:
        raise ValueError(f"more than {MOST_FILES} files")
    return zipfile.ZipFile(file)


def _manifest(packed: zipfile.ZipFile, file: Path) -> _Manifest:
    if packed.getinfo(MANIFEST).file_size > strict.MOST_CHARACTERS:
        raise ValueError(f"{MANIFEST}: more than {strict.MOST_CHARACTERS} bytes")
    written = strict.loads(b"".join(_parts(packed, MANIFEST)))
    found = written["format"]  # first, because a newer format may differ in everything else
    if not isinstance(found, int):
        raise ValueError(f"{MANIFEST}: no number of a format")
    if found > FORMAT:
        raise _refused("backup_newer", _NEWER, path=str(file), expected=FORMAT, found=found)
    manifest = _Manifest.model_validate(written)
    files = manifest.files
    if sum(wanted.size for wanted in files.values()) > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES} bytes")
    if sorted(packed.namelist()) != sorted([MANIFEST, *files]):
        raise ValueError("files that the manifest does not name, or the other way round")
    return manifest


def _parts(packed: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Yield the content of one file, limited to the size in its header."""
    found = packed.getinfo(name)
    if found.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name}: packed by a method that backups do not use")
    with packed.open(found) as opened:
        while part := opened.read(_CHUNK_BYTES):
            yield part


def _chunks(packed: zipfile.ZipFile, file: Path, name: str, wanted: _ManifestEntry) -> Iterator[bytes]:
    """Yield the content of one file; reaching the end means that it matches the manifest."""
    with _explained(file):
        if packed.getinfo(name).file_size != wanted.size:
            raise ValueError(f"{name}: {wanted.size} bytes expected")
        digest = hashlib.sha256()
        for part in _parts(packed, name):
            digest.update(part)
            yield part
        if digest.hexdigest() != wanted.sha256:
            raise ValueError(f"{name}: changed")


def _exchanged(places: Places, file: Path, files: Mapping[str, _ManifestEntry], home: Path) -> list[Path]:
    """Unpack the files as drafts, then exchange all or none.

    Return the folders of the previous data.
    """
    aside = [(place, kept) for place, kept in _planned(places, file, files, home) if place.exists()]
    try:
        exchange.finish(home, places.journal)
    except BaseException:
        exchange.undo(home)
        raise
    return list(dict.fromkeys(kept.parent for _, kept in aside))


def _planned(
    places: Places, file: Path, files: Mapping[str, _ManifestEntry], home: Path
) -> tuple[tuple[Path, Path], ...]:
    """Unpack the files as drafts and write the plan of the exchange; return its moves of previous data."""
    roots, stamp = places.roots(), _stamp(places)
    drafts = {root: root.parent / f"restoring-{stamp}" / root.name for root in roots}
    begun = exchange.ExchangePlan(
        journal=places.journal, drafts=tuple(dict.fromkeys(draft.parent for draft in drafts.values()))
    )
    exchange.write(home, begun)
    try:
        unpacked = _unpacked(places, file, files, drafts)
        if places.journal in unpacked:
            _try(drafts[places.journal])
        # An app that runs, or is killed, may leave some files later; beside the restored journal they would
        # be taken for its own.
        there = [root for root in roots if root.exists() or root in places.left_by_app()]
        aside = tuple((root, root.parent / f"before-restore-{stamp}" / root.name) for root in there)
        into_place = tuple((drafts[root], root) for root in unpacked)
        exchange.write(home, begun.model_copy(update={"aside": aside, "into_place": into_place}))
    except BaseException:
        exchange.undo(home)
        raise
    return aside


def _stamp(places: Places) -> str:
    """A date that no earlier restore used in its folder names."""
    now = wanted = time.strftime("%Y%m%d-%H%M%S")
    folders, number = {root.parent for root in places.roots()}, 1
    while any((folder / f"before-restore-{wanted}").exists() for folder in folders):
        number += 1
        wanted = f"{now}-{number}"
    return wanted


def _unpacked(
    places: Places, file: Path, files: Mapping[str, _ManifestEntry], drafts: Mapping[Path, Path]
) -> list[Path]:
    """Write the drafts to disk; return the paths that have one."""
    found: dict[Path, None] = {}
    folders: set[Path] = set()
    with _explained(file):
        packed = _zip(file)
    with packed:
        for name, wanted in files.items():
            if not places.taken(name):
                continue
            path = places.of(name)
            root = next(root for root in drafts if path.is_relative_to(root))
            draft = drafts[root] / path.relative_to(root)
            parts: Iterable[bytes] = _chunks(packed, file, name, wanted)
            if adapt := places.adapted.get(name):
                parts = [adapt(b"".join(parts))]
            _write(draft, parts, wanted.changed_ns)
            found[root] = None
            folders |= {folder for folder in draft.parents if folder.is_relative_to(root.parent)}
    for folder in folders:
        atomic.sync(folder)
    return list(found)


def _write(path: Path, parts: Iterable[bytes], changed_ns: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    file_fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file_fd, "wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        os.utime(file_fd, ns=(changed_ns, changed_ns))
        os.fsync(file_fd)


def _try(journal: Path) -> None:
    """Raise an error if this app cannot open the journal."""
    try:
        Journal(journal, write=False).close()
    except StorageError as error:
        error.exit_code = ExitCode.WRONG_INPUT
        raise


def _refused(code: str, pattern: str, **values: object) -> StorageError:
    error = failure(code, pattern, **values)
    error.exit_code = ExitCode.WRONG_INPUT
    return error


_NOT_WRITTEN = N_("{path}: cannot be written ({cause}); make room or check who owns the folder.")
_NEWER = N_(
    "{path}: expected a backup of format {expected} or older, found format {found}; install the newer Table "
    "Companion."
)
_NO_BACKUP = N_(
    "{path}: expected a complete backup of Table Companion, found: {found}; take another"
    " copy. Nothing was changed."
)
_TOO_LARGE = N_(
    "{path}: expected at most {most} MB, found {found} MB, which could not be restored; make it "
    "smaller or move it away."
)
