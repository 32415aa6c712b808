"""Fake pattern locks without hashes and files."""


class FakeLocks:
    """Patterns by name; an opened lock stays open until it is locked again."""

    def __init__(self) -> None:
        self.patterns: dict[str, str] = {}
        self.opened: set[str] = set()
        self.waits: dict[str, float] = {}
        self.struck: list[str] = []
        self.lost: set[str] = set()

    def has(self, name: str) -> bool:
        return name in self.patterns or self.has_lost(name)

    def has_lost(self, name: str) -> bool:
        return name in self.lost

    def is_open(self, name: str) -> bool:
        return not self.has(name) or name in self.opened

    def wait_s(self, name: str) -> float:
        return self.waits.get(name, 0.0)

    def unlock(self, name: str, pattern: str) -> bool:
        if self.patterns.get(name) == pattern:
            self.opened.add(name)
        return name in self.opened

    def shut(self, name: str) -> None:
        self.opened.discard(name)

    def lock(self, name: str, pattern: str) -> None:
        self.patterns = {**self.patterns, name: pattern}
        if not pattern:
            del self.patterns[name]

    def strike(self, name: str) -> None:
        self.struck.append(name)
        self.lost.discard(name)
        self.patterns.pop(name, None)
