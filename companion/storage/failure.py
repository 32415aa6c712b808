"""Storage errors with translatable sentences."""

from companion.errors import StorageError
from companion.games.base import Sentence


def failure(code: str, pattern: str, **values: object) -> StorageError:
    """Make an error with this code; its sentence is the filled pattern."""
    sentence = Sentence(pattern, values)
    return StorageError(code, str(sentence), sentences=(sentence,), **values)
