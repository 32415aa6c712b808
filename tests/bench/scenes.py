"""Sequences of pictures of Fae with known truth: folders with scene.json, truth.jsonl and pictures."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any, TypeAlias

from companion.games import fae
from companion.games.fae.board import COLOURS, RITUAL_CARDS
from companion.games.fae.script import read_setup

Row: TypeAlias = dict[str, Any]
"""One line of truth.jsonl: the truth about one picture."""
WatchLine: TypeAlias = dict[str, Any]
"""One line of `watch --json`."""

CODES = {
    "lake": "across_lake",
    "empty": "empty_target",
    "big": "too_many_druids",
    "left": "split_group",
    "merge": "several_moves",
}
"""Code in the report of each kind of illegal act."""
PLAYERS = ("P1", "P2", "P3")
STANDARD = Path(__file__).resolve().parents[1] / "data" / "scenes"


@dataclass(frozen=True)
class Scene:
    """One sequence; `corners_px` are the board's corners in the first picture as a user would tap them."""

    folder: Path
    rows: Sequence[Row]
    setup: dict[str, Any]
    corners_px: list[tuple[float, float]]
    has_markers: bool

    @property
    def in_the_middle(self) -> bool:
        """True if the first picture does not show the set-up of a game."""
        return bool(self.rows[0]["number"])

    @property
    def quiet(self) -> list[Row]:
        """The rows without a hand in the picture."""
        return [row for row in self.rows if not row["hand"]]

    @cached_property
    def positions(self) -> Mapping[int, fae.Position]:
        """Position after each number of moves."""
        number = self.rows[0]["number"]
        found = {number: read_setup(self.setup).position}
        for row in self.rows:
            if row["number"] > number:
                number = row["number"]
                found[number] = fae.apply(
                    found[number - 1], fae.Move(row["move"][0], row["move"][1], _spaces(row))
                )
        return found

    @cached_property
    def alike(self) -> frozenset[int]:
        """Numbers of the moves that no picture tells from another legal move.

        Their first quiet picture shows a table, all druids taken off, that another move would also leave.
        """
        first = {number: row for row in reversed(self.quiet) if (number := row["number"]) in self.positions}
        found = set()
        for number, row in first.items():
            shown = {int(space): kinds for space, kinds in row["state"].items()}
            if number - 1 in self.positions and shown == fae.table(self.positions[number]):
                before = self.positions[number - 1]
                fit = [m[:2] for m in fae.legal(before) for p in outcomes(before, m) if fae.table(p) == shown]
                if len({*fit}) > 1:
                    found.add(number)
        return frozenset(found)

    @property
    def ritual_orders(self) -> list[tuple[int, ...]]:
        """Order of the rituals of each move that isolated several spaces."""
        rows = {row["number"]: row for row in self.rows if row.get("rituals")}
        return [
            _spaces(row)
            for number, row in rows.items()
            if len(fae.isolated_by(self.positions[number - 1], *row["move"])) > 1
        ]


def outcomes(before: fae.Position, move: fae.Move) -> list[fae.Position]:
    """Positions after a legal move, one for each order of its rituals."""
    orders = permutations(fae.isolated_by(before, *move[:2]))
    return [fae.apply(before, fae.Move(*move[:2], order)) for order in orders]


def find(roots: Iterable[Path]) -> list[Scene]:
    """Every Fae sequence in these folders and below."""
    folders = sorted({path.parent for root in roots for path in root.rglob("truth.jsonl")})
    return [scene for scene in map(_read, folders) if scene]


def _read(folder: Path) -> Scene | None:
    rows = [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]
    if not rows or set(rows[0].get("scores", ())) != set(COLOURS):
        return None
    scene = json.loads((folder / "scene.json").read_text("utf-8"))
    corners_px = rows[0].get("taps_board_px") or scene["corners_px"]
    return Scene(
        folder,
        rows,
        scene.get("start") or _setup(rows),
        [(x, y) for x, y in corners_px],
        bool(scene.get("markers")),
    )


def _setup(rows: Sequence[Row]) -> dict[str, Any]:
    """Set-up of a sequence without one; the cards of its rituals show how many had been used."""
    held = [ritual["value"] for rituals in _rituals(rows).values() for ritual in rituals]
    values = [card.value for card in RITUAL_CARDS]
    used = next(n for n in range(len(values)) if values[n : n + len(held)] == held)
    return {
        "players": list(PLAYERS),
        "druids": rows[0]["state"],
        "scores": rows[0]["scores"],
        "cards_used": used,
        "turn": PLAYERS[rows[0]["number"] % len(PLAYERS)],
    }


def _rituals(rows: Iterable[Row]) -> dict[int, list[dict[str, Any]]]:
    return {row["number"]: row["rituals"] for row in rows if row.get("rituals")}


def _spaces(row: Row) -> tuple[int, ...]:
    return tuple(ritual["space"] for ritual in row.get("rituals") or ())
