"""Disturbances of a whole picture by the camera: a hunting lens, flickering light and a wide lens.

They suit the sequences of every game. Points in a row of the truth, keys that end in `_px`, move along.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.random import Generator

from tests.bench.lenses import bent
from tests.bench.scenes import Row
from vision.arrays import FloatMap, Floats, Picture
from vision.cameras.sources import Frame

Shown: TypeAlias = tuple[Frame, Row]
Disturb: TypeAlias = Callable[[Sequence[Shown], Floats, Generator], list[Shown]]

GAMMA = 2.2
HUNT_S, REST_S, LOOK_S = 20.0, 4.0, 2.0
"""Longest hunt for focus, least rest after the longest one, and time from one picture to the next, as in the
recorded sequences."""
BLUR_PX, BREATHING = (1.0, 6.0), (0.005, 0.03)
"""Sigma of the blur where a hunt begins, and the change of size that goes with it, as a share."""
BANDS, BAND_DEPTH = (1.0, 4.0), (0.05, 0.2)
FOCAL_SHARE, BEND = (0.6, 0.9), (0.3, 0.95)
"""Focal length as a share of the width, and w of `lenses.bent`."""


def focus(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """After every change of the table the camera hunts for focus, sometimes until the next change."""
    disturbed, added_s = [shown[0]], 0.0
    for frame, row in shown[1:]:
        here = replace(frame, time_s=frame.time_s + added_s)
        if row["hand"]:
            disturbed.append((here, row))
            continue
        hunt_s, stay_s = chance.uniform(-REST_S, HUNT_S), chance.uniform(LOOK_S, HUNT_S + REST_S)
        sigma_px = chance.uniform(*BLUR_PX)
        breathing = chance.uniform(*BREATHING) * chance.choice([-1, 1])
        times_s = np.arange(0, stay_s, LOOK_S)
        for time_s in times_s:
            off = max(0.0, 1 - time_s / hunt_s) if hunt_s > 0 else 0.0
            seen, truth = zoomed(here, row, 1 + off * breathing) if off else (here, row)
            picture = soft(seen.picture, off * sigma_px) if off else seen.picture
            disturbed.append((replace(seen, picture=picture, time_s=here.time_s + time_s), truth))
        added_s += times_s[-1]
    return disturbed


def bands(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """Dark bands across the picture, in other places in each: flickering light and a rolling shutter."""
    count, depth = chance.uniform(*BANDS), chance.uniform(*BAND_DEPTH)
    disturbed = []
    for frame, row in shown:
        turns = count * np.linspace(0, 1, frame.picture.shape[0]) + chance.uniform()
        gain = 1 - depth * (0.5 + 0.5 * np.cos(2 * np.pi * turns))
        disturbed.append((replace(frame, picture=lit(frame.picture, gain[:, None, None])), row))
    return disturbed


def wide_lens(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """One wide lens bends all pictures; they are enlarged until their corners are back in the corners."""
    height, width = shown[0][0].picture.shape[:2]
    focal_px, w = chance.uniform(*FOCAL_SHARE) * width, chance.uniform(*BEND)
    far = w * np.hypot(width, height) / 2 / focal_px
    disturbed = []
    for frame, row in shown:
        picture, _ = bent(frame.picture, np.zeros((1, 2)), focal_px, w)
        curved = moved(row, partial(_bent_points, frame.picture, focal_px, w))
        disturbed.append(zoomed(replace(frame, picture=picture), curved, far / np.arctan(far)))
    return disturbed


OPTICS: Mapping[str, Disturb] = {"focus": focus, "bands": bands, "wide_lens": wide_lens}


def moved(truth: Row, act: Callable[[Floats], Floats]) -> Row:
    """Copy of a row, or of a part of it, whose points, (n, 2) px, are moved by `act`."""
    return {key: _moved(value, key.endswith("_px"), act) for key, value in truth.items()}


def _moved(value: Any, points: bool, act: Callable[[Floats], Floats]) -> Any:
    if isinstance(value, dict):
        return {key: _moved(each, points or key.endswith("_px"), act) for key, each in value.items()}
    if points and np.ndim(value) and np.shape(value)[-1] == 2:
        return act(np.reshape(value, (-1, 2)).astype(float)).reshape(np.shape(value)).tolist()
    return [_moved(each, points, act) for each in value] if isinstance(value, list) else value


def lit(picture: Picture, gain: FloatMap | Floats) -> Picture:
    """Multiply linear light by `gain`, (3,) or (h, w, 3)."""
    return np.asarray(np.clip(picture * np.power(gain, 1 / GAMMA), 0, 255)).astype(np.uint8)


def zoomed(frame: Frame, row: Row, zoom: float) -> Shown:
    """Enlarge a picture about its middle."""
    height, width = frame.picture.shape[:2]
    middle = np.array([width - 1, height - 1]) / 2
    turn = cv2.getRotationMatrix2D((middle[0], middle[1]), 0, zoom)
    nearer = cv2.warpAffine(frame.picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    picture = np.asarray(nearer, dtype=np.uint8)
    return replace(frame, picture=picture), moved(row, lambda points: (points - middle) * zoom + middle)


def _bent_points(picture: Picture, focal_px: float, w: float, points_px: Floats) -> Floats:
    return bent(picture, points_px, focal_px, w)[1]


def soft(picture: Picture, sigma_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma_px, 0.1)), dtype=np.uint8)
