"""Search of the board by cameras with other lenses: narrow and wide ones with a bent picture.

    python -m tests.bench.lenses [--tables N]

Each simulated table is drawn for a lens without distortion, and its picture is then bent: a ray at the
tangent r from the optical axis moves to atan(w r) / w (Devernay & Faugeras, 2001), near the axis
r - w² r³ / 3. Taps miss by up to 6 px.

*Found* views put the tapped points within `NEAR_PX` of their places, *wrong* ones do not; *refused* is no
view. `miss` is the 95 % quantile over found views of the largest error in pixels.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple
from unittest.mock import patch

import click
import cv2
import numpy as np

from companion import kept
from companion.errors import VisionError
from tests.bench.tables import table
from vision.arrays import Floats, Picture
from vision.fae.board import fae_board
from vision.fae.simulated import SimulatedFaeTable
from vision.fate.board_geometry import fate_plan
from vision.fate.simulated import SimulatedFateTable
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard, from_markers, from_taps
from vision.simulated import scenery
from vision.simulated.view import WIDTH_PX, SimulatedView, Size, look

BENT = ((0.33, 0.55), (0.40, 0.3), (0.40, 0.75), (0.45, 0.95), (0.50, 0.5), (0.75, 0.65), (0.80, 0.0),
        (0.80, 0.85), (1.30, 0.0))  # fmt: skip
"""Focal share of the width in the middle of the picture, and w: -k1 is about 0 to 0.3."""
TAP_PX, NEAR_PX = 6.0, 8.0
GAMES: dict[str, tuple[Callable[[], FindableBoard], Callable[..., Any]]] = {
    "fae": (fae_board, SimulatedFaeTable),
    "fate": (fate_plan, SimulatedFateTable),
}
HEADER = ("game", "focal share", "w", "by", "found", "refused", "wrong", "miss px")


class Seen(NamedTuple):
    """A picture, the points to tap, (n, 2) px, and the table's random seed."""

    picture: Picture
    taps_px: Floats
    seed: int


def bent(picture: Picture, points_px: Floats, focal_px: float, w: float) -> tuple[Picture, Floats]:
    """Return a picture of a lens without distortion, and points in it, as a lens with `w` shows them."""
    if not w:
        return picture, points_px
    height, width = picture.shape[:2]
    middle = np.array([width, height]) / 2 - 0.5
    grid = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1) - middle) / focal_px
    far = np.maximum(np.linalg.norm(grid, axis=-1, keepdims=True), 1e-9)
    source = (grid * np.tan(np.minimum(w * far, 1.5)) / (w * far) * focal_px + middle).astype(np.float32)
    shown = cv2.remap(
        picture, source[..., 0], source[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT
    )
    rays = (points_px - middle) / focal_px
    out = np.maximum(np.linalg.norm(rays, axis=-1, keepdims=True), 1e-9)
    return np.asarray(shown, dtype=np.uint8), rays * np.arctan(w * out) / (w * out) * focal_px + middle


def with_lens(share: float, make: Callable[[], Any]) -> Any:
    """Make a simulated table whose camera has this focal share."""

    def looking(
        size: Size, around_mm: float, tilt: float, azimuth: float, roll: float, focal_px: float, fill: float
    ) -> SimulatedView:
        return look(size, around_mm, tilt, azimuth, roll, share * WIDTH_PX, fill)

    kept.clear_caches()  # they hold tables that another lens saw
    try:
        with patch.object(scenery, "look", looking):
            return make()
    finally:
        kept.clear_caches()


def seen(game: str, share: float, w: float, seed: int) -> Seen:
    """Return the first picture of a simulated table."""
    shown = next(with_lens(share, lambda: GAMES[game][1]({}, seed, markers=True)).frames([]))
    picture, taps_px = bent(shown.picture, np.asarray(shown.corners_px, float), share * WIDTH_PX, w)
    return Seen(picture, taps_px, seed)


def outcome(board: FindableBoard, one: Seen, by: str) -> tuple[str, float]:
    """Return the outcome of one search and its largest error in pixels."""
    chance = np.random.default_rng(one.seed)
    try:
        if by == "taps":
            taps = one.taps_px + chance.uniform(-TAP_PX, TAP_PX, one.taps_px.shape)
            view: View = from_taps(board, one.picture, taps)
        else:
            view = from_markers(board, one.picture)
    except VisionError as error:
        return f"refused: {error.params.get('why', error)}", 0.0
    miss = float(np.linalg.norm(view.project(board.taps_mm) - one.taps_px, axis=1).max())
    return "found" if miss < NEAR_PX else "wrong", miss


def measure(tables: int, verbose: bool = False) -> Iterator[tuple[Any, ...]]:
    """Return the rows of HEADER."""
    for game, (share, w) in product(GAMES, BENT):
        board, shown = GAMES[game][0](), [seen(game, share, w, seed) for seed in range(1, tables + 1)]
        for by in ("taps", "markers"):
            found = [outcome(board, one, by) for one in shown]
            counts = Counter(how.split(":")[0] for how, _ in found)
            misses = [miss for how, miss in found if how != "refused"]
            if verbose:
                click.echo("\n".join(f"{game} {share} {w} {by} {how} {miss:.1f}" for how, miss in found))
            miss = f"{np.quantile(misses, 0.95):.1f}" if misses else "-"
            yield game, share, w, by, *(counts[how] for how in ("found", "refused", "wrong")), miss


@click.command()
@click.option("--tables", default=20, show_default=True, help="Number of tables a lens.")
@click.option("--verbose", is_flag=True, help="A line for each search.")
def main(tables: int, verbose: bool) -> None:
    """Search boards in pictures of simulated tables."""
    click.echo(table(HEADER, list(measure(tables, verbose))))


if __name__ == "__main__":
    main()
