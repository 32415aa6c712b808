"""`make stages`: the pictures of the stages in `vision/README.md` and the READMEs of the games.

    python -m tests.bench.stages [--to FOLDER] [NAME...]

Every picture is drawn from values that the readers' own functions return for test scenes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import cv2

from tests.bench.stages import board, common, fabula, fairytile, fate
from tests.bench.stages.drawing import save
from vision.arrays import Picture

ROOT = Path(__file__).resolve().parents[3]
PARTS: dict[str, Callable[[], Iterator[tuple[str, Picture]]]] = {
    "common": common.pictures,
    "board": board.pictures,
    "fate": fate.pictures,
    "fairytile": fairytile.pictures,
    "fabula": fabula.pictures,
}
"""The pictures of each README."""


def folder(part: str, root: Path = ROOT) -> Path:
    """Return the folder of a README's pictures; its parent holds the README."""
    return root / "vision" / ("" if part == "common" else part) / "stages"


def write(part: str, root: Path = ROOT) -> None:
    """Draw the pictures of one README, instead of those that were there."""
    for old in folder(part, root).glob("*"):
        old.unlink()
    for name, picture in PARTS[part]():
        save(folder(part, root) / f"{name}.jpg", picture)


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice([*PARTS]))
@click.option("--to", default=ROOT, type=click.Path(file_okay=False, path_type=Path), help="Instead of here.")
def main(parts: tuple[str, ...], to: Path) -> None:
    """Draw the pictures of PARTS, else of all."""
    cv2.setNumThreads(1)
    for part in parts or PARTS:
        write(part, to)


if __name__ == "__main__":
    main()
