"""Storage errors with translatable sentences."""

from companion.errors import StorageError
from companion.games.base import Sentence


def failure(code: str, pattern: str, **values: object) -> StorageError:
    """Make an error with this code; its sentence is the filled pattern."""
    return StorageError.of(code, Sentence(pattern, values), **values)
