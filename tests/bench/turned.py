"""Orientation of boards whose corners are tapped from every corner, in both directions; Fae and Fate.

    python -m tests.bench.turned [FOLDER...]

The pictures are the first one of every sequence (*as taken*), six *simulated* tables a game, and the former
with little contrast, noise and one hue (*faint print*). Rows: the corner tapped first. *Found*: found in its
true orientation; *asked*: refused, the corners must be tapped again; *wrong*: found in another orientation.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import cv2
import numpy as np

from companion.errors import VisionError
from companion.games import fae, fate
from tests.bench import fate_scenes, scenes
from tests.bench.tables import table
from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fae.board import fae_board
from vision.fae.simulated import SimulatedFaeTable
from vision.fate.board_geometry import fate_plan
from vision.fate.simulated import SimulatedFateTable
from vision.geometry.find_board import FindableBoard, from_taps

NEAR_PX = 12.0
"""Maximum distance of the found corners from the taps, which are accurate to about 6 px."""
SIMULATED = 6
SORTS = ("as taken", "simulated", "faint print")
OUTCOMES = ("found", "asked", "wrong")
HEADER = ("board", "tapped from", *(f"{sort}: found" if outcome == "found" else outcome
                                    for sort in SORTS for outcome in OUTCOMES))  # fmt: skip


class Tapped(NamedTuple):
    """Picture of a board with its taps, (n, 2), in the right order."""

    game: str
    sort: str
    name: str
    board: FindableBoard
    picture: Picture
    taps_px: Floats


class Tap(NamedTuple):
    """One way to tap the corners of a picture, and its outcome."""

    game: str
    sort: str
    begun: str
    outcome: str
    name: str


def tables(roots: Sequence[Path], simulated: int = SIMULATED) -> Iterator[Tapped]:
    """Every first picture in these folders, and `simulated` tables of each game."""
    for scene in scenes.find(roots):
        yield from _taken(fae.NAME, fae_board(), scene.folder, scene.rows[0]["file"], scene.corners_px)
    for other in fate_scenes.find(roots):
        yield from _taken(fate.NAME, fate_plan(), other.folder, other.rows[0]["file"], other.corners_px)
    for seed in range(1, simulated + 1):
        fae_table, fate_table = (
            SimulatedFaeTable({}, seed).frames([]),
            SimulatedFateTable({}, seed).frames([]),
        )
        one, two = next(fae_table), next(fate_table)
        yield Tapped(fae.NAME, "simulated", f"sim:{seed}", fae_board(), one.picture, one.corners_px)
        yield Tapped(fate.NAME, "simulated", f"sim:{seed}", fate_plan(), two.picture, two.corners_px)


def _taken(
    game: str, board: FindableBoard, folder: Path, file: str, taps: Sequence[tuple[float, float]]
) -> Iterator[Tapped]:
    found = Tapped(game, "as taken", folder.name, board, load_picture(folder / file), np.array(taps))
    yield found
    yield found._replace(sort="faint print", picture=faint(found.picture))


def faint(picture: Picture) -> Picture:
    """Copy with a faint print in one hue, and noise."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    noise = np.random.default_rng(1).normal(0, 4, grey.shape)
    level = np.clip(100 + 0.15 * (grey.astype(float) - 128) + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(level, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def pointed_out(tapped: Tapped) -> Iterator[Tap]:
    """Tap the board from each of its corners, in both directions."""
    count = len(tapped.taps_px)
    for turn in range(count):
        begun = f"{360 * turn // count}° on" if turn else "its own first corner"
        found = outcome(tapped, np.roll(tapped.taps_px, turn, 0))
        yield Tap(tapped.game, tapped.sort, begun, found, tapped.name)
    for turn in range(count):
        found = outcome(tapped, np.roll(tapped.taps_px[::-1], turn, 0))
        yield Tap(tapped.game, tapped.sort, "counter-clockwise", found, tapped.name)


def outcome(tapped: Tapped, taps_px: Floats) -> str:
    """Outcome of these taps."""
    try:
        view = from_taps(tapped.board, tapped.picture, taps_px)
    except VisionError:
        return "asked"
    apart = np.linalg.norm(view.project(tapped.board.taps_mm) - tapped.taps_px, axis=1).max()
    return "found" if apart < NEAR_PX else "wrong"


def measure(roots: Sequence[Path], simulated: int = SIMULATED) -> list[Tap]:
    """Tap every picture in every way."""
    return [tap for tapped in tables(roots, simulated) for tap in pointed_out(tapped)]


def report(taps: Sequence[Tap]) -> str:
    """Markdown table with one row for each way of tapping."""
    rows = []
    for game, begun in dict.fromkeys((tap.game, tap.begun) for tap in taps):
        here = Counter((tap.sort, tap.outcome) for tap in taps if (tap.game, tap.begun) == (game, begun))
        rows.append((game, begun, *(here[sort, outcome] for sort in SORTS for outcome in OUTCOMES)))
    return table(HEADER, rows)


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(roots: tuple[Path, ...]) -> None:
    """Tap every board under ROOTS, else in the standard sequences, from every corner."""
    taps = measure(roots or [scenes.STANDARD, fate_scenes.STANDARD])
    click.echo(report(taps))
    for tap in taps:
        if tap.outcome == "wrong":
            click.echo(json.dumps(tap, ensure_ascii=False))


if __name__ == "__main__":
    main()
