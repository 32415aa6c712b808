"""Files that users make, such as decks, and that they teach: stored by name, some exported and imported."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from companion.errors import CompanionError, ExitCode, SettingsError, StorageError
from companion.games.base import N_
from companion.session.base import shelf
from companion.settings import checked
from companion.storage import bounded, exports, named_files
from companion.storage.exports import Saved
from companion.storage.failure import failure
from companion.storage.named_files import NamedFileStore

T = TypeVar("T")
PRINTED_MARKS = "default"
"""Reserved name that stands for the shared printed marks instead of a taught set."""
_DAMAGED = N_(
    "{path}: expected a file written by Table Companion, found another or a damaged one ({cause}); delete it "
    "and teach it again."
)


@dataclass(frozen=True)
class OwnFiles(Generic[T]):
    """Files of one sort for one game.

    `read` checks a file, its size first, and raises CompanionError if it is invalid; `write` returns its
    content.
    """

    game: str
    sort: str
    read: Callable[[Path], T]
    write: Callable[[T], bytes]

    @property
    def store(self) -> NamedFileStore:
        """The stored files; made anew because the state folder may change."""
        return shelf(self.game, self.sort)

    def load(self, name: str) -> T:
        """Content of a stored file. Raises as `read`."""
        return self.read(self.store.path(name))

    def use(self, name: str) -> T:
        """Content of a stored file, which is then the last used. Raises StorageError, and as `read`."""
        return self.read(self.store.used(name))

    def known(self, name: str) -> T | None:
        """Content of a stored file, as `use` returns it; None if there is none of that name."""
        return self.use(name) if name in self.store.names() else None

    def kept(self) -> Mapping[str, T | CompanionError]:
        """Content of each stored file by name, last used first; the error of a damaged one."""
        return dict(self.store.each(self.load))

    def undamaged(self) -> Iterator[tuple[str, T]]:
        """Yield name and content of each undamaged file, last used first; reads them one by one."""
        for name, content in self.store.each(self.load):
            if not isinstance(content, CompanionError):
                yield name, content

    def last(self) -> T | None:
        """Content of the file that was used last and is not damaged; None if there is none."""
        return self.store.last(self.load)

    def save(self, name: str, content: T) -> None:
        """Store a file. Raises StorageError `bad_name`, `not_written`."""
        self.store.save(name, self.write(content))


@dataclass(frozen=True)
class ExportedFiles(OwnFiles[T]):
    """Files exported as `prefix`, name and `suffix`."""

    prefix: str
    suffix: str

    def export(self, name: str, text: str = "") -> Saved:
        """Export a stored file, or `text` in its place. Raises StorageError `not_exported`, and as `read`."""
        return exports.write(f"{self.prefix}{name}", self.suffix, text or self.write(self.load(name)))

    def importable(self) -> Sequence[Path]:
        """Files on a USB stick and in the documents folder whose names match."""
        return exports.found(f"{self.prefix}*{self.suffix}")


def document(kind: type[T], path: Path, most: int, expected: str) -> T:
    """Read a JSON file of at most `most` bytes as a pydantic model.

    Raises StorageError `bad_file` with file and place; `expected` is its sentence if nothing can be read.
    """
    try:
        written = bounded.read(path, most).decode("utf-8-sig", errors="surrogateescape")
        return checked.parse(kind, written, str(path), most)
    except OSError as error:
        refusal = failure("bad_file", expected, path=str(path), found=error.strerror or str(error))
    except SettingsError as error:
        refusal = StorageError("bad_file", str(error), sentences=error.params["sentences"])
    refusal.exit_code = ExitCode.WRONG_INPUT
    raise refusal


def taught(game: str, sort: str, decode: Callable[[bytes], T], encode: Callable[[T], bytes]) -> OwnFiles[T]:
    """Files of what was taught, with checksums. `decode` raises ValueError for a damaged one."""
    return OwnFiles(game, sort, lambda path: decoded(decode, named_files.read(path), str(path)), encode)


def decoded(decode: Callable[[bytes], T], content: bytes, place: str) -> T:
    """Decode a taught file. Raises StorageError `learnt_damaged`, which names the `place`, for ValueError."""
    try:
        return decode(content)
    except ValueError as error:
        raise failure("learnt_damaged", _DAMAGED, path=place, cause=str(error)) from error
