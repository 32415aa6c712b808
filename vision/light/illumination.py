"""Changes between two pictures that come from lamps, shadows or movement of the camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.light.params import PARAMS


@dataclass(frozen=True, eq=False)
class Lighting:
    """Light relative to a reference: picture = gain * reference + haze.

    Gain and haze are on a coarse grid, (h, w, 3) each.
    """

    gain: npt.NDArray[np.float32]
    haze: npt.NDArray[np.float32]

    @property
    def strength(self) -> float:
        """Difference of brightness from the reference in most of the picture, as a share; 0 is none."""
        return float(np.percentile(np.maximum(np.abs(self.gain - 1), np.abs(self.haze) / 128).max(-1), 70))

    @property
    def other(self) -> bool:
        """True if a lamp or the daylight has changed."""
        return self.strength > PARAMS.other_light

    def apply(self, reference: Picture) -> Picture:
        """Return a picture in the light of the reference, (h, w, 3), as it would look in this light."""
        gain, haze = self._full(reference)
        return np.asarray(cv2.add(cv2.multiply(reference, gain, dtype=cv2.CV_32F), haze, dtype=cv2.CV_8U))

    def remove(self, picture: Picture) -> Picture:
        """Return a picture in this light, (h, w, 3), as it would look in the light of the reference."""
        gain, haze = self._full(picture)
        return np.asarray(cv2.divide(cv2.subtract(picture, haze, dtype=cv2.CV_32F), gain, dtype=cv2.CV_8U))

    def _full(self, picture: Picture) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        size = (picture.shape[1], picture.shape[0])
        gain, haze = cv2.resize(self.gain, size), cv2.resize(self.haze, size)
        return np.asarray(gain, np.float32), np.asarray(haze, np.float32)


def _same_light(shape: tuple[int, int]) -> Lighting:
    """Return the light of the reference itself for pictures of shape (h, w)."""
    coarse = (shape[0] // PARAMS.grid_px + 1, shape[1] // PARAMS.grid_px + 1, 3)
    return Lighting(np.ones(coarse, np.float32), np.zeros(coarse, np.float32))


def relight(picture: Picture, reference: Picture, usable: npt.NDArray[np.bool_]) -> tuple[Picture, Lighting]:
    """Return `picture` in the light of `reference`, and the light it was taken in.

    Model: picture = gain * reference + haze. Lamps scale the colours of the board and their reflections add
    to them. Gain and haze are third-order surfaces in x and y for every channel, fitted to the `usable`
    pixels, (h, w), by iteratively reweighted least squares. Tukey weights leave out hands, moved pieces and
    the edges of shadows.
    """
    height, width = usable.shape
    half = PARAMS.sample_step_px // 2
    y, x = np.mgrid[half : height : PARAMS.sample_step_px, half : width : PARAMS.sample_step_px]
    now, then = picture[y, x].astype(np.float64), reference[y, x].astype(np.float64)
    good = usable[y, x] & (now.min(-1) > 2) & (now.max(-1) < 250) & (then.max(-1) < 250)
    if good.sum() < PARAMS.min_samples:
        return picture, _same_light((height, width))
    terms = _terms(x[good] / width, y[good] / height)
    grid_y, grid_x = np.mgrid[: height // PARAMS.grid_px + 1, : width // PARAMS.grid_px + 1] * float(
        PARAMS.grid_px
    )
    grid = _terms(grid_x / width, grid_y / height)
    gain, haze = np.ones((*grid.shape[:2], 3), np.float32), np.zeros((*grid.shape[:2], 3), np.float32)
    for channel in range(3):
        shown, stored = now[good][:, channel], then[good][:, channel]
        columns = np.concatenate([terms * (stored[:, None] / 128), terms], 1)
        start = np.median(shown) / max(np.median(stored), 1.0)
        factors = np.concatenate([[128 * start], np.zeros(columns.shape[1] - 1)])
        pull = np.diag(np.concatenate([np.full(10, PARAMS.gain_pull), np.full(10, PARAMS.haze_pull)]))
        held = factors.copy()
        for _ in range(PARAMS.max_rounds):
            miss = shown - columns @ factors
            cut = max(3 * 1.4826 * float(np.median(np.abs(miss))), PARAMS.level_sigma)
            weight = np.clip(1 - (miss / cut) ** 2, 0, 1) ** 2
            weighted = columns * weight[:, None]
            fitted = np.linalg.solve(weighted.T @ columns + pull, weighted.T @ shown + pull @ held)
            step, factors = np.abs(fitted - factors).max(), fitted
            if step < PARAMS.fitted_levels:
                break
        gain[..., channel] = grid @ factors[:10] / 128
        haze[..., channel] = grid @ factors[10:]
    found = Lighting(np.clip(gain, 0.05, 20).astype(np.float32), haze)
    if max(np.abs(gain - 1).max(), np.abs(haze).max() / 128) < PARAMS.same_light:
        return picture, found
    return found.remove(picture), found


def unshaded(picture: Picture, reference: Picture, board: Mask) -> tuple[Picture, Mask | None]:
    """Remove shadows that fell on the `board`, (h, w), since `reference`; restore those that left.

    Returns the corrected picture and the mask of corrected pixels, (h, w), None without any. Both pictures
    must otherwise be in the same light. A shadow dims all colours about alike, over a part larger than
    pieces, and the print stays visible in it; a hand covers the print instead.
    """
    size = (picture.shape[1], picture.shape[0])
    coarse = (size[0] // PARAMS.shade_step_px, size[1] // PARAMS.shade_step_px)
    now, then = (
        cv2.log(cv2.resize(each, coarse, interpolation=cv2.INTER_AREA).astype(np.float32) + 4)
        for each in (picture, reference)
    )
    levels = np.clip(np.rint((now - then) * PARAMS.shade_levels + 128), 0, 255).astype(np.uint8)
    if not _widely(cv2.absdiff(levels, np.full_like(levels, 128))):
        return picture, None
    gain = (cv2.medianBlur(levels, PARAMS.shade_window).astype(np.float32) - 128) / PARAMS.shade_levels
    depth = gain.mean(-1)
    shaded = cv2.resize(board.astype(np.uint8), coarse, interpolation=cv2.INTER_NEAREST) > 0
    if not (shaded & (np.abs(depth) > PARAMS.min_shade)).any():
        return picture, None
    shaded &= (
        (gain.max(-1) - gain.min(-1) < PARAMS.max_tint)
        & (depth > np.log(PARAMS.min_gain))
        & (depth < np.log(PARAMS.max_gain))
    )
    shaded &= agreement(now.mean(-1) - depth, then.mean(-1)) > PARAMS.print_correlation
    whole = cv2.morphologyEx(shaded.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    shaded = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0)
    if not (shaded & (np.abs(depth) > PARAMS.min_shade)).any():
        return picture, None
    gain[~shaded] = 0
    lit = cv2.multiply(picture, cv2.resize(cv2.exp(-gain), size), dtype=cv2.CV_8U)
    where = cv2.resize((shaded & (np.abs(depth) > PARAMS.min_shade)).astype(np.uint8), size) > 0
    return np.asarray(lit), np.asarray(where)


def _widely(difference: Picture) -> bool:
    """Return whether enough pixels differ in light to change the median of a window."""
    least = cv2.inRange(difference, (PARAMS.min_shade * PARAMS.shade_levels,) * 3, (255.0,) * 3)
    return cv2.countNonZero(least) > PARAMS.shade_window**2 / 2


def agreement(one: FloatMap, other: FloatMap) -> FloatMap:
    """Return the local correlation of the details of two pictures, (h, w) each, -1..1 per pixel."""

    def around(values: FloatMap) -> FloatMap:
        return np.asarray(cv2.blur(values, (PARAMS.print_window, PARAMS.print_window)), dtype=np.float32)

    first, second = around(one), around(other)
    both = around(one * other) - first * second
    spread = (around(one * one) - first * first) * (around(other * other) - second * second)
    faint = PARAMS.min_print_contrast**2
    return np.asarray((both + faint) / (np.sqrt(np.maximum(spread, 0)) + faint), dtype=np.float32)


def contrast(values: FloatMap) -> FloatMap:
    """Return the local standard deviation of the details of a picture, (h, w)."""
    size = (PARAMS.print_window, PARAMS.print_window)
    mean, square = cv2.blur(values, size), cv2.blur(values * values, size)
    return np.asarray(np.sqrt(np.maximum(square - mean * mean, 0)), dtype=np.float32)


def _terms(x: Floats, y: Floats) -> Floats:
    """Return the polynomial terms up to third order of x and y in 0..1, shape (..., 10)."""
    x, y = 2 * x - 1, 2 * y - 1
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], -1)


def flat_grey(picture: Picture) -> Picture:
    """Convert a BGR picture to grey and divide out its shading, so that light hardly changes it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) + 4.0
    return np.asarray(np.clip(96 * grey / cv2.blur(grey, (31, 31)), 0, 255), dtype=np.uint8)


def features(grey: Picture, board: npt.NDArray[np.uint8]) -> FloatMap:
    """Return corner features within a board mask, (h, w), of a `flat_grey` picture: (n, 1, 2) pixels."""
    points = cv2.goodFeaturesToTrack(grey, PARAMS.max_features, 0.02, 12, mask=board)
    return np.zeros((0, 1, 2), np.float32) if points is None else np.asarray(points, dtype=np.float32)


def shift(now: Picture, then: Picture, points: FloatMap) -> Floats | None:
    """Return the homography (3, 3) from `then` to `now` by the `features` of `then`.

    Both pictures are `flat_grey`. The result is the identity if nothing moved, None if the board was not
    found again (Lucas-Kanade, RANSAC).
    """
    if len(points) < PARAMS.min_features:
        return None
    moved, status, _ = cv2.calcOpticalFlowPyrLK(
        then, now, points, np.empty_like(points), winSize=(17, 17), maxLevel=4
    )
    found = status.ravel() == 1
    if found.sum() < PARAMS.min_features:
        return None
    homography, inliers = cv2.findHomography(points[found], moved[found], cv2.RANSAC, 1.2)
    if homography is None or inliers.mean() < PARAMS.min_inliers:
        return None
    corners = np.array(
        [[[0, 0], [now.shape[1], 0], [now.shape[1], now.shape[0]], [0, now.shape[0]]]], np.float32
    )
    if np.abs(cv2.perspectiveTransform(corners, homography) - corners).max() < PARAMS.still_corner_px:
        return np.eye(3)
    return np.asarray(homography, dtype=np.float64)


def warped(picture: Picture, homography: Floats, outside: int | None = None) -> Picture:
    """Return a picture transformed by a homography (3, 3), as from `shift`.

    Pixels from beyond its edge repeat the edge, or have the level `outside`.
    """
    size = (picture.shape[1], picture.shape[0])
    border = cv2.BORDER_REPLICATE if outside is None else cv2.BORDER_CONSTANT
    level = (float(outside or 0),) * 3
    moved = cv2.warpPerspective(picture, homography, size, borderMode=border, borderValue=level)
    return np.asarray(moved, dtype=np.uint8)
