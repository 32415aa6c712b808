"""Time to read one picture of Fae: from a decoded 1280x960 picture to the verdict, on one thread.

The pictures are the standard sequences (`tests/data/scenes`); after each settled one the same picture, and
the same with new noise, are read again. The row `warp and convert only` is a plain perspective warp and
colour conversion of the same pictures in the same run, for comparison between machines. Columns: number of
pictures, median and 95th percentile in milliseconds.
"""

import resource
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.fae.seeing import new_reader
from companion.games import fae
from companion.games.fae.script import read_setup
from companion.session.base import SessionContext
from companion.session.fae.session import FaeSession
from companion.session.messages import Seen
from tests.bench.scenes import STANDARD, Scene, find
from tests.bench.tables import table
from vision.arrays import Floats
from vision.cameras.sources import Frame, Picture, load_picture
from vision.fae.board import fae_board

NOISE_LEVELS = 2.0
"""Standard deviation of the noise of a small camera indoors, in grey levels."""

Times = dict[str, list[float]]
FIRST, SAME, NOISE = "first picture", "same picture again", "same table, new noise"
CHANGED, HAND, LEARNING = "something changed", "hand in the picture", "learning afterwards"
YARDSTICK = "warp and convert only"


def measure(roots: Sequence[Path]) -> Times:
    """Milliseconds of every reading of the sequences in these folders, by the kind of picture."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    times: Times = defaultdict(list)
    try:
        for scene in find(roots):
            _watch(scene, times)
    finally:
        cv2.setNumThreads(threads)
    return times


def peak_mb() -> float:
    """Peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def report(times: Times, memory_mb: float) -> str:
    """A Markdown table."""
    rows = [
        (name, len(times[name]), *(f"{np.percentile(times[name], q):.1f}" for q in (50, 95)))
        for name in (FIRST, SAME, NOISE, CHANGED, HAND, LEARNING, YARDSTICK)
        if times[name]
    ]
    header = ("milliseconds a picture, one thread", "pictures", "median", "p95")
    return f"{table(header, rows)}\n\nPeak memory: {memory_mb:.0f} MB."


def _watch(scene: Scene, times: Times) -> None:
    """Read a sequence as `companion watch` does, and each settled table twice more."""
    setup = read_setup(scene.setup)
    position = setup.position if scene.in_the_middle else None
    session = FaeSession(
        setup.players,
        SessionContext(interactive=False),
        position=position,
        ritual_orders=scene.ritual_orders,
    )
    corners_px = np.array(scene.corners_px)
    made = new_reader(locate("fae", fae_board(), corners_px), False)
    reader = FrameReader(made, fae.table(position) if position else None)
    rng = np.random.default_rng(1)

    def look(what: str, picture: Picture) -> None:
        frame = Frame(str(row["file"]), 0.0, picture)
        _clock(times[what], lambda: session.tell(Seen(0, reader.look(frame))))

    for row in scene.rows:
        picture = load_picture(scene.folder / row["file"])
        look(FIRST if row is scene.rows[0] else HAND if row["hand"] else CHANGED, picture)
        _clock(times[YARDSTICK], partial(_warp_and_convert, picture, corners_px))
        if session.settled_table is None:
            continue
        _clock(times[LEARNING], lambda: reader.accept(session.settled_table))
        for what, again in ((SAME, picture), (NOISE, _noisy(picture, rng))):
            look(what, again)
            reader.accept(session.settled_table)


def _clock(times: list[float], act: Callable[[], object]) -> None:
    start_s = time.perf_counter()
    act()
    times.append(1000 * (time.perf_counter() - start_s))


def _noisy(picture: Picture, rng: np.random.Generator) -> Picture:
    """The same picture as a camera would take it again."""
    return np.clip(picture + rng.normal(0, NOISE_LEVELS, picture.shape), 0, 255).astype(np.uint8)


def _warp_and_convert(picture: Picture, corners_px: Floats) -> None:
    height, width = picture.shape[:2]
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    homography = cv2.getPerspectiveTransform(corners_px.astype(np.float32), target)
    cv2.cvtColor(cv2.warpPerspective(picture, homography, (width, height)), cv2.COLOR_BGR2LAB)


if __name__ == "__main__":
    print(report(measure([STANDARD]), peak_mb()))
