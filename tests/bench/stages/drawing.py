"""Drawing over BGR pictures of the table: masks, outlines, heat maps, tiles side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias
from unittest import mock

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Space
from vision.arrays import Floats, Mask, Picture
from vision.base import Outlined, PlacedPiece
from vision.geometry.calibrate import View
from vision.overlay import annotated

WIDTH_PX = 640
"""Maximum width of a picture."""
MAX_BYTES = 60_000
"""Maximum size of a picture's file."""
QUALITIES = (88, 82, 76, 70, 62, 54, 46)
RED, GREEN, ORANGE, YELLOW = (40, 40, 235), (60, 220, 60), (0, 140, 255), (0, 230, 255)
WHITE, GREY, DARK = (255, 255, 255), (150, 150, 150), (24, 24, 24)

Colour: TypeAlias = tuple[int, int, int]
Spaces: TypeAlias = Collection[Space]


def save(path: Path, picture: Picture) -> None:
    """Write a JPEG at most `WIDTH_PX` wide and `MAX_BYTES` large."""
    picture = narrowed(picture)
    for quality in QUALITIES:
        _, content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if len(content) < MAX_BYTES:
            break
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.tobytes())


@contextmanager
def recorded(owner: object, name: str) -> Iterator[list[Any]]:
    """Collect what a function of a reader returns while it is called by that reader."""
    original, results = getattr(owner, name), list[Any]()

    def record(*args: Any, **kwargs: Any) -> Any:
        results.append(original(*args, **kwargs))
        return results[-1]

    with mock.patch.object(owner, name, record):
        yield results


def narrowed(picture: Picture, width_px: int = WIDTH_PX) -> Picture:
    """Return a picture at most `width_px` wide."""
    if picture.shape[1] <= width_px:
        return picture
    size = (width_px, round(picture.shape[0] * width_px / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def enlarged(picture: Picture, factor: int) -> Picture:
    """Return a picture with each pixel as a square of `factor` pixels."""
    return np.asarray(picture.repeat(factor, 0).repeat(factor, 1), np.uint8)


def dimmed(picture: Picture, share: float = 0.45) -> Picture:
    """Return a picture darkened to a share, so that drawings stand out."""
    return np.asarray(picture * share, np.uint8)


def veiled(picture: Picture, mask: Mask, colour: Colour, weight: float = 0.6) -> Picture:
    """Return a picture with the pixels of a mask (h, w) tinted."""
    drawn = picture.copy()
    drawn[mask] = (1 - weight) * drawn[mask] + weight * np.array(colour)
    return drawn


def mask_of(polygons: Iterable[Floats], shape: tuple[int, ...]) -> Mask:
    """Return the mask (h, w) of polygons, (n, 2) pixels each."""
    canvas = np.zeros(shape[:2], np.uint8)
    for polygon in polygons:
        cv2.fillPoly(canvas, [np.rint(polygon).astype(np.int32)], 1)
    return np.asarray(canvas > 0)


def traced(picture: Picture, polygons: Iterable[Floats], colour: Colour, thick: int = 1) -> Picture:
    """Return a picture with the outlines of polygons, (n, 2) pixels each."""
    drawn = picture.copy()
    for polygon in polygons:
        cv2.polylines(drawn, [np.rint(polygon * 8).astype(np.int32)], True, colour, thick, cv2.LINE_AA, 3)
    return drawn


def dotted(picture: Picture, points_px: Floats, colour: Colour, radius: int = 6) -> Picture:
    """Return a picture with rings at points (n, 2)."""
    drawn = picture.copy()
    for x, y in np.rint(points_px).astype(int).tolist():
        cv2.circle(drawn, (x, y), radius, colour, 2, cv2.LINE_AA)
    return drawn


def named(picture: Picture, at_px: Floats, name: str, colour: Colour = WHITE, scale: float = 0.4) -> None:
    """Write a name around a point, on a dark plate, into the picture itself."""
    (wide, high), below = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    left, bottom = round(at_px[0] - wide / 2), round(at_px[1] + high / 2)
    cv2.rectangle(picture, (left - 2, bottom + below - 1), (left + wide + 2, bottom - high - 2), DARK, -1)
    cv2.putText(picture, name, (left, bottom), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)


def heat(values: npt.NDArray[Any], low: float, high: float) -> Picture:
    """Return values (h, w) as colours: `low` is dark, `high` is bright."""
    levels = np.clip((values.astype(np.float64) - low) / (high - low) * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.applyColorMap(levels, cv2.COLORMAP_INFERNO), np.uint8)


def flat(points_mm: Floats) -> Floats:
    """Return points (..., 2) of the table as points (..., 3) of its plane."""
    return np.concatenate([points_mm, np.zeros((*points_mm.shape[:-1], 1))], -1)


def outlines_px(view: View, outlines_mm: Iterable[Floats]) -> list[Floats]:
    """Project outlines, (n, 2) mm each, into the picture."""
    return [view.project(flat(np.asarray(outline, np.float64))) for outline in outlines_mm]


def overlaid(
    picture: Picture, plan: Outlined, view: View | None, pieces: Sequence[PlacedPiece], hidden: Spaces = ()
) -> Picture:
    """Return the app's own overlay, `vision.overlay.annotated`, as BGR."""
    drawn = annotated(picture, plan, view, pieces, hidden, WIDTH_PX)
    return np.asarray(cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR), np.uint8)


def beside(*pictures: Picture, gap_px: int = 6, width_px: int = WIDTH_PX) -> Picture:
    """Return pictures side by side, all of the height that fills the width."""
    shares = [picture.shape[1] / picture.shape[0] for picture in pictures]
    high = int((width_px - gap_px * (len(pictures) - 1)) / sum(shares))
    row = [
        cv2.resize(picture, (int(high * share), high), interpolation=cv2.INTER_AREA)
        for picture, share in zip(pictures, shares, strict=True)
    ]
    gap = np.full((high, gap_px, 3), 255, np.uint8)
    parts = [part for picture in row for part in (gap, picture)][1:]
    return np.concatenate(parts, 1)


def tiled(tiles: Sequence[Picture], columns: int, gap_px: int = 4) -> Picture:
    """Return tiles of one size in rows, on white."""
    high, wide = tiles[0].shape[:2]
    rows = -(-len(tiles) // columns)
    sheet = np.full((rows * (high + gap_px) - gap_px, columns * (wide + gap_px) - gap_px, 3), 255, np.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // columns * (high + gap_px), number % columns * (wide + gap_px)
        sheet[top : top + high, left : left + wide] = tile
    return sheet


def captioned(tile: Picture, *lines: tuple[str, Colour]) -> Picture:
    """Return a tile with lines of text below it."""
    strip = np.full((13 * len(lines) + 3, tile.shape[1], 3), DARK, np.uint8)
    for number, (text, colour) in enumerate(lines):
        place = (3, 11 + 13 * number)
        cv2.putText(strip, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.34, colour, 1, cv2.LINE_AA)
    return np.concatenate([tile, strip])


def around(picture: Picture, centre_px: Floats, wide: int, high: int) -> Picture:
    """Cut a part of a picture around a point; beyond its edge the edge is repeated."""
    part = cv2.getRectSubPix(picture, (wide, high), (float(centre_px[0]), float(centre_px[1])))
    return np.asarray(part, np.uint8)


def cropped(picture: Picture, mask: Mask, margin_px: int = 12) -> Picture:
    """Return the part of a picture around a mask (h, w)."""
    left, top, wide, high = cv2.boundingRect(mask.astype(np.uint8))
    rows = slice(max(top - margin_px, 0), top + high + margin_px)
    return picture[rows, max(left - margin_px, 0) : left + wide + margin_px]
