"""Calibration of Fae's reader: number of reports by their confidence, and how many were wrong.

Columns: `moves` are reported moves, `tables as expected` are `settled` events; each with its wrong ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games import fae
from tests.bench.scenes import Row, Scene, WatchLine
from tests.bench.tables import table

EDGES = (0.9, 0.98, 0.99, 0.999, 0.9999, 1.0)
HEADER = ("reported confidence", "moves", "wrong", "tables as expected", "wrong")
UNNAMED = ("unexplained", "several_changes")


@dataclass(frozen=True)
class Claim:
    """A report about one picture; `number` counts the moves reported so far, including this one."""

    event: str
    file: str
    number: int
    confidence: float
    right: bool
    said: str = ""


def claims_of(
    scene: Scene, reported: Iterable[tuple[Row, Sequence[WatchLine]]], number: int
) -> Iterator[Claim]:
    """Compare reports with the truth; `number` is the count of moves reported before.

    The moves reported for a picture are right if they lead to the position that it shows, or to the one
    that the hand in it is about to make.
    """
    at = scene.positions[number]
    for row, lines in reported:
        moves = [line for line in lines if line["event"] == "move"]
        rituals = [line["space"] for line in lines if line["event"] == "ritual"]
        for line in moves:
            isolated = fae.isolated_by(at, line["from"], line["to"])
            order = tuple(space for space in rituals if space in isolated)
            at = fae.apply(at, fae.Move(line["from"], line["to"], order))
        numbers = range(number + 1, number + len(moves) + 1)
        number += len(moves)
        shown = row["number"] + (row["hand"] and "move" in row)
        right = number <= shown and at == scene.positions.get(number)
        for each, line in zip(numbers, moves, strict=True):
            said = f"{line['player']} {line['from']}-{line['to']}"
            yield Claim("move", row["file"], each, line["confidence"], right, said)
        for line in lines:
            if line["event"] == "settled" and not row["hand"]:
                right = number == row["number"] and row.get("legal", row["event"] != "illegal")
                yield Claim("settled", row["file"], number, line.get("confidence", 1.0), right)
            elif line["event"] == "illegal" and line["code"] not in UNNAMED:
                right = not row.get("legal", row["event"] != "illegal")
                said = f"{line['code']} {line['spaces']}"
                yield Claim("illegal", row["file"], number, 1.0, right, said)


def reliability(claims: Sequence[Claim]) -> str:
    """Markdown table with one row for each range of confidence."""
    rows = []
    for low, high in zip((0.0, *EDGES), (*EDGES, 2.0), strict=True):
        cells: list[object] = []
        for event in ("move", "settled"):
            here = [c for c in claims if c.event == event and low <= c.confidence < high]
            cells += [len(here), sum(not claim.right for claim in here)]
        if cells[0] or cells[2]:
            rows.append((f"{low:g}" if high > 1 else f"{low:g} to {high:g}", *cells))
    return table(HEADER, rows)
