"""Everything the program keeps, in one zip file with a manifest, and back.

`manifest.json` holds the version of the format, that of the app, and of every file its SHA-256, its size and
when it was changed (what was learnt is listed by that). A backup is read and checked whole before anything
is changed; what was there is moved into a folder beside it, never deleted.
"""

import hashlib
import json
import os
import shutil
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.errors import ExitCode, StorageError
from companion.games.base import N_
from companion.storage import atomic
from companion.storage.failure import failure
from companion.storage.journal import Journal, beside
from companion.storage.lock import alone

FORMAT = 1
MANIFEST = "manifest.json"
JOURNAL = "journal.sqlite3"
MOST_BYTES = 1_000_000_000
"""A file that claims to hold more is none of ours."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, LookupError, RuntimeError, TypeError, ValueError)
"""What Python makes of zip files that are cut, changed, of another kind or encrypted."""


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    sha256: str
    size: Annotated[int, Field(ge=0)]
    changed_ns: Annotated[int, Field(ge=0)]


class _Manifest(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")
    format: Annotated[int, Field(ge=1)]
    app: str
    files: dict[str, _File]


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything is: the journal, other files and whole folders by their names in a backup."""

    journal: Path
    files: Mapping[str, Path]
    folders: Mapping[str, Path]

    def there(self) -> Iterator[tuple[str, Path]]:
        """What there is besides the journal."""
        yield from ((name, path) for name, path in self.files.items() if path.is_file())
        for name, folder in self.folders.items():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and not path.name.endswith(".draft"):
                    yield f"{name}/{path.relative_to(folder).as_posix()}", path

    def of(self, name: str) -> Path:
        """Where a file of a backup belongs. Raises LookupError for one that belongs nowhere."""
        if name == JOURNAL:
            return self.journal
        top, *inside = PurePosixPath(name).parts
        if inside and ".." not in inside:
            return self.folders[top].joinpath(*inside)
        return self.files[name]

    def roots(self) -> list[Path]:
        """Everything that a backup replaces; the journal with what belongs to it."""
        return [self.journal, *beside(self.journal), *self.files.values(), *self.folders.values()]


def backup(places: Places, file: Path, app: str) -> list[str]:
    """Write everything into `file`, which only its owner may read; the names of what is in it.

    The app may run meanwhile. Raises StorageError `not_written`, or what is wrong with the journal.
    """
    try:
        contents = {name: (path.read_bytes(), path.stat().st_mtime_ns) for name, path in places.there()}
        if places.journal.exists():
            with Journal(places.journal, write=False) as journal:
                contents[JOURNAL] = (journal.copy(), time.time_ns())
        atomic.write(file, _packed(contents, app), private=True)
    except OSError as error:
        cause = error.strerror or str(error)
        raise failure("not_written", _NOT_WRITTEN, path=str(error.filename or file), cause=cause) from error
    return sorted(contents)


def restore(places: Places, file: Path) -> list[Path]:
    """Put everything back from `file`; the folders in which that is kept which was there before.

    Raises StorageError `backup_newer`, `backup_broken`, `already_running`, `not_written`, and the errors of
    a journal; then everything is as it was.
    """
    contents = _checked(places, file)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    with alone(places.journal):
        try:
            with _drafts(places, contents, stamp) as drafts:
                return _exchange(places, drafts, stamp)
        except OSError as error:
            cause = error.strerror or str(error)
            path = str(error.filename or places.journal.parent)
            raise failure("not_written", _NOT_WRITTEN, path=path, cause=cause) from error


def _packed(contents: Mapping[str, tuple[bytes, int]], app: str) -> bytes:
    files = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "changed_ns": changed_ns}
        for name, (content, changed_ns) in contents.items()
    }
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps({"format": FORMAT, "app": app, "files": files}, indent=1))
        for name, (content, _) in contents.items():
            packed.writestr(name, content)
    return buffer.getvalue()


def _checked(places: Places, file: Path) -> dict[str, tuple[bytes, int]]:
    """What is in a backup: content and time of change by name."""
    try:
        with zipfile.ZipFile(file) as packed:
            written = packed.read(MANIFEST)
            if (found := _format(written)) > FORMAT:
                raise _refused("backup_newer", _NEWER, path=str(file), expected=FORMAT, found=found)
            files = _Manifest.model_validate_json(written).files
            if sum(wanted.size for wanted in files.values()) > MOST_BYTES:
                raise ValueError("too much")
            contents = {
                name: (_content(packed, name, wanted), wanted.changed_ns) for name, wanted in files.items()
            }
            if sorted(packed.namelist()) != sorted([MANIFEST, *files]):
                raise ValueError("files that the manifest does not name")
            for name in files:
                places.of(name)
    except _BROKEN as error:
        why = MANIFEST if isinstance(error, ValidationError) else error
        raise _refused("backup_broken", _NO_BACKUP, path=str(file), found=why) from error
    except OSError as error:
        raise _refused("backup_broken", _NO_BACKUP, path=str(file), found=error.strerror) from error
    return contents


def _format(written: bytes) -> int:
    """Looked at before the rest, which a newer format may have made anew."""
    return int(json.loads(written)["format"])


def _content(packed: zipfile.ZipFile, name: str, wanted: _File) -> bytes:
    if packed.getinfo(name).file_size != wanted.size:
        raise ValueError(f"{name}: {wanted.size} bytes expected")
    content = packed.read(name)
    if hashlib.sha256(content).hexdigest() != wanted.sha256:
        raise ValueError(f"{name}: changed")
    return content


@contextmanager
def _drafts(
    places: Places, contents: Mapping[str, tuple[bytes, int]], stamp: str
) -> Iterator[dict[Path, Path]]:
    """Everything written beside its place and checked, by that place; what is not taken is deleted."""
    folders: set[Path] = set()
    drafts: dict[Path, Path] = {}
    try:
        for name, (content, changed_ns) in contents.items():
            path = places.of(name)
            root = next(root for root in places.roots() if path.is_relative_to(root))
            folder = root.parent / f"restoring-{stamp}"
            folders.add(folder)
            draft = folder / path.relative_to(root.parent)
            atomic.write(draft, content, private=True)
            os.utime(draft, ns=(changed_ns, changed_ns))
            drafts[root] = folder / root.name
        if places.journal in drafts:
            _try(drafts[places.journal])
        yield drafts
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def _try(journal: Path) -> None:
    """Refuse a journal that this app could not open."""
    try:
        Journal(journal, write=False).close()
    except StorageError as error:
        error.exit_code = ExitCode.WRONG_INPUT
        raise


def _exchange(places: Places, drafts: Mapping[Path, Path], stamp: str) -> list[Path]:
    """Move what is there aside, then the drafts to their places; all of it or nothing."""
    asides: list[Path] = []
    moved: list[tuple[Path, Path]] = []
    try:
        for path in (path for path in places.roots() if path.exists()):
            aside = path.parent / f"before-restore-{stamp}"
            if aside not in asides:
                aside.mkdir(mode=0o700)
                asides.append(aside)
            moved.append((path, path.rename(aside / path.name)))
        for path, draft in drafts.items():
            moved.append((draft, draft.rename(path)))
    except OSError:
        for before, now in reversed(moved):
            now.rename(before)
        for aside in asides:
            aside.rmdir()
        raise
    return asides


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
    "{path}: expected a whole backup of Table Companion, found: {found}; take another copy. Nothing was "
    "changed."
)
