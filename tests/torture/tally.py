"""Counts of a harness: tried, survived, failed."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of one harness; `failed` describes every failure, `noted` holds further figures."""

    name: str
    tried: int = 0
    failed: list[str] = field(default_factory=list)
    noted: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def trying(self, what: str) -> Iterator[None]:
        """Count one try; an exception is recorded as its failure."""
        self.tried += 1
        try:
            yield
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
            self.failed.append(f"{what}: {type(error).__name__} at {place}: {str(error)[:300]}")

    def note(self, what: str, times: int = 1) -> None:
        """Add to a further figure."""
        self.noted[what] = self.noted.get(what, 0) + times

    @property
    def row(self) -> str:
        """Line of the Markdown table."""
        more = "; ".join(f"{times} {what}" for what, times in sorted(self.noted.items()))
        survived = self.tried - len(self.failed)
        return f"| {self.name} | {self.tried} | {survived} | {len(self.failed)} | {more} |"
