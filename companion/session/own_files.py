"""Files that users make, such as decks: stored by name, exported and imported."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from companion.errors import CompanionError
from companion.session.base import shelf
from companion.storage import exports
from companion.storage.exports import Saved
from companion.storage.named_files import NamedFileStore

T = TypeVar("T")


@dataclass(frozen=True)
class OwnFiles(Generic[T]):
    """Files of one sort for one game; exported as `prefix`, name and `suffix`.

    `read` checks a file, its size first, and raises CompanionError if it is invalid; `write` returns its
    content.
    """

    game: str
    sort: str
    prefix: str
    suffix: str
    read: Callable[[Path], T]
    write: Callable[[T], str]

    @property
    def store(self) -> NamedFileStore:
        """The stored files; made anew because the state folder may change."""
        return shelf(self.game, self.sort)

    def load(self, name: str) -> T:
        """Content of a stored file. Raises as `read`."""
        return self.read(self.store.path(name))

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
        self.store.save(name, self.write(content).encode())

    def export(self, name: str, text: str = "") -> Saved:
        """Export a stored file, or `text` in its place. Raises StorageError `not_exported`, and as `read`."""
        return exports.write(f"{self.prefix}{name}", self.suffix, text or self.write(self.load(name)))

    def importable(self) -> Sequence[Path]:
        """Files on a USB stick and in the documents folder whose names match."""
        return exports.found(f"{self.prefix}*{self.suffix}")
