"""Speed of drawing the simulated table of Fae, on one thread."""

import time
from itertools import cycle, islice

import cv2
import numpy as np

from companion.games.fae.board import COLOURS, SPACES
from companion.table.guide import GuideStep
from vision.fae.simulated import SimulatedFaeTable


def measure(pictures: int = 300) -> dict[str, float]:
    """Draw pictures of a table where a hand is at work about half of the time.

    Returns pictures a second, the median and 95th percentile of the milliseconds a picture takes,
    and the seconds it takes to paint the table before the first one.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        start_s = time.perf_counter()
        table = SimulatedFaeTable({space: {COLOURS[space % 5]: 1} for space in SPACES}, 1)
        painted_s = time.perf_counter() - start_s
        acts = cycle([GuideStep("move", 1, 2, {COLOURS[1]: 1}), GuideStep("move", 2, 1, {COLOURS[1]: 1})])
        took_s = []
        before_s = time.perf_counter()
        for _ in islice(table.frames(acts, 10.0), pictures):
            now_s = time.perf_counter()
            took_s.append(now_s - before_s)
            before_s = now_s
    finally:
        cv2.setNumThreads(threads)
    return {
        "pictures_per_second": len(took_s) / sum(took_s),
        "median_ms": 1000 * float(np.median(took_s)),
        "p95_ms": 1000 * float(np.percentile(took_s, 95)),
        "painted_s": painted_s,
    }


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"{name:20} {value:8.2f}")
