"""Large results that are kept while a game is played, and let go with it."""

from collections.abc import Callable
from typing import Protocol, TypeVar


class Cached(Protocol):
    """A function that keeps its results, as `functools.cache` makes it."""

    def cache_clear(self) -> None:
        """Let go of the results."""


CachedT = TypeVar("CachedT", bound=Cached)
_clear: list[Callable[[], None]] = []


def kept(function: CachedT) -> CachedT:
    """Decorate a cached function, so that `clear_caches` clears its cache."""
    _clear.append(function.cache_clear)
    return function


def clear_caches() -> None:
    """Let go of all results; they are made again when they are needed."""
    for clear in _clear:
        clear()
