"""Patterns by which people lock what they keep secret, as the window asks the app for them."""

from typing import Protocol


class PatternLocks(Protocol):
    """By name; patterns are written as `companion.settings.locks` does."""

    def has(self, name: str) -> bool:
        """Whether somebody has a pattern, or may have had one that was lost."""

    def has_lost(self, name: str) -> bool:
        """Whether the pattern of somebody was lost with a damaged file: it can only be given up."""

    def is_open(self, name: str) -> bool:
        """Whether nothing keeps the secret of somebody closed now."""

    def wait_s(self, name: str) -> float:
        """How long no pattern is taken from somebody, after too many wrong ones."""

    def unlock(self, name: str, pattern: str) -> bool:
        """Whether a pattern was right; then the secret is open for a moment. Raises StorageError."""

    def shut(self, name: str) -> None:
        """Somebody has looked enough."""

    def lock(self, name: str, pattern: str) -> None:
        """A pattern from now on, or none with "". Raises RuleError `locked`, `bad_pattern`, StorageError."""

    def strike(self, name: str) -> None:
        """Somebody forgot the pattern: there is none any more, and the secret of games that are stored by
        now stays closed to the end. Raises StorageError.
        """
