"""Interface of press patterns that lock players' secrets."""

from typing import Protocol


class PatternLocks(Protocol):
    """Patterns by player name, in the notation of `companion.settings.locks`."""

    def has(self, name: str) -> bool:
        """Return true if a player has a pattern, or may have had one that was lost."""

    def has_lost(self, name: str) -> bool:
        """Return true if a damaged file lost the player's pattern; it can only be given up."""

    def is_open(self, name: str) -> bool:
        """Return true if no pattern locks the player's secret now."""

    def wait_s(self, name: str) -> float:
        """Seconds until the next pattern is accepted, after too many wrong ones."""

    def unlock(self, name: str, pattern: str) -> bool:
        """Return true if the pattern is right; the secret is then open for a moment. Raises StorageError."""

    def shut(self, name: str) -> None:
        """Lock the player's secret again."""

    def lock(self, name: str, pattern: str) -> None:
        """Set a pattern, or remove it with "". Raises RuleError `locked`, `bad_pattern`, StorageError."""

    def strike(self, name: str) -> None:
        """Remove a forgotten pattern. The player's secrets in games that are stored by
        now stay closed until the end. Raises StorageError.
        """
