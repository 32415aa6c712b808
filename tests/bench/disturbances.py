"""Disturbances of recorded sequences for `batteries`: worse light, cameras and tables.

Each disturbance takes the pictures of a sequence with their truth, the board's corners, (4, 2) px, and a
random generator, and returns the pictures to show instead. Gains apply to linear light; lengths are shares of
the picture's width. The first settled picture, with which a game begins, stays clean unless the kind is a
worse camera.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.games.fae.board import CENTRES, FRAME_MM, MAP_MM
from tests.bench.effects import EFFECTS, over_all
from tests.bench.optics import OPTICS, Disturb, Shown, lit
from tests.bench.scenes import Row
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.cameras.sources import Frame

NewThing: TypeAlias = Callable[[Sequence[Row]], Callable[[Picture], Picture] | None]
"""Makes a change of pictures from the rows before, during and after an episode; None for none."""

EPISODE = (1, 4)
"""Range of settled pictures, end excluded, for which a thing stays, and then stays away."""
SMALL_PX = (640, 480)
STILL_PICTURES, STILL_S = 6, 0.125
"""Pictures of each moment for kinds with noise, and seconds between them; the reader averages them."""
WIDE, HIGH = (size + 2 * FRAME_MM for size in MAP_MM)
FRAMED_MM = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)
PLACES = 30
"""Number of random places tried for a cup."""
HAND_LEVELS, HAND_SHARE = 14, 0.01


def clean(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """No change."""
    return [*shown]


def shadow(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """Soft shadows of bodies and arms, at another place in every picture."""
    return _each(shown, lambda picture: lit(picture, _shade(picture, chance)))


def blurred(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """Blur a third of the pictures, out of focus or by motion."""
    return _each(shown, lambda picture: _soft(picture, chance) if chance.random() < 1 / 3 else picture)


def hand(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """A hand stays in the picture, cut out of the sequence's own pictures of hands."""
    donors = list(_hands(shown))
    if not donors:
        return []

    def thing(rows: Sequence[Row]) -> Callable[[Picture], Picture]:
        mask, donor = donors[chance.integers(len(donors))]
        return partial(_pasted, mask=mask, donor=donor)

    return _episodes(shown, chance, thing)


def cup(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """A cup stands on the board for a while; no druid moves under it."""
    there = np.asarray(cv2.getPerspectiveTransform(FRAMED_MM, corners_px.astype(np.float32)), np.float64)

    def thing(rows: Sequence[Row]) -> Callable[[Picture], Picture] | None:
        moving = _around(_moving([row["state"] for row in rows]), there)
        for _ in range(PLACES):
            mask, donor = _cup(shown[0][0].picture.shape, there, chance)
            if not mask[moving[:, 1], moving[:, 0]].any():
                return partial(_pasted, mask=mask, donor=donor)
        return None

    return _episodes(shown, chance, thing)


def knock(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """The camera is shifted, turned and moved a little nearer or farther; then put back."""

    def thing(rows: Sequence[Row]) -> Callable[[Picture], Picture]:
        height, width = shown[0][0].picture.shape[:2]
        turn = cv2.getRotationMatrix2D(
            (width / 2, height / 2), chance.uniform(-6, 6), float(np.exp(chance.uniform(-0.06, 0.06)))
        )
        turn[:, 2] += chance.uniform(-0.05, 0.05, 2) * width
        return lambda picture: _picture(
            cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        )

    return _episodes(shown, chance, thing)


def light(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """The lamp goes off for a picture and on again with slightly changed strength and colour."""
    disturbed: list[Shown] = []
    lamp = np.ones(3)
    for frame, row in shown:
        if disturbed and chance.random() < 0.25:
            off = _noisy(lit(frame.picture, np.full(3, chance.uniform(0.005, 0.02))), 3.0, chance)
            disturbed.append((Frame(f"off_{frame.name}", frame.time_s - 1, off), {**row, "hand": True}))
            lamp = np.exp(chance.normal(0, 0.25)) * np.exp(chance.normal(0, 0.06, 3))
        disturbed.append((replace(frame, picture=lit(frame.picture, lamp)), row))
    return disturbed


def torn(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """Insert between two pictures one that is half of each, like a torn frame."""
    disturbed = [shown[0]]
    for (before, was), (after, row) in pairwise(shown):
        picture = before.picture.copy()
        axis = int(chance.integers(2))
        at = int(chance.uniform(0.15, 0.85) * picture.shape[axis])
        part = (slice(at, None), slice(None))[:: 1 if axis == 0 else -1]
        picture[part] = after.picture[part]
        legal = was.get("legal", was["event"] != "illegal") and row.get("legal", row["event"] != "illegal")
        half = {**row, "hand": True, "legal": legal, "number": was["number"]}
        time_s = (before.time_s + after.time_s) / 2
        disturbed += [(Frame(f"torn_{after.name}", time_s, picture), {**half, "file": f"torn_{after.name}"})]
        disturbed.append((after, row))
    return disturbed


def noisy(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """A small camera: 640 x 480, noise of 8 grey levels, JPEG 60; several pictures of every moment."""
    return list(_small(shown, chance, gain=1.0, noise=8.0))


def dim(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
    """`noisy` with half the light and noise of 14 grey levels."""
    return list(_small(shown, chance, gain=0.5, noise=14.0))


DISTURBANCES: Mapping[str, Disturb] = {
    "clean": clean,
    "shadow": shadow, "blur": blurred, "hand": hand, "cup": cup, "knock": knock, "light": light,
    "torn": torn, "noisy": noisy, "dim": dim, **OPTICS,
    **{kind: over_all(effect) for kind, effect in EFFECTS.items()},
}  # fmt: skip


def _each(shown: Sequence[Shown], act: Callable[[Picture], Picture]) -> list[Shown]:
    return [shown[0], *((replace(frame, picture=act(frame.picture)), row) for frame, row in shown[1:])]


def _episodes(shown: Sequence[Shown], chance: Generator, new_thing: NewThing) -> list[Shown]:
    """Change the pictures for a while, then not, then with another thing of the same kind."""
    disturbed, thing = [shown[0]], None
    left = int(chance.integers(*EPISODE))
    for number, (frame, row) in enumerate(shown[1:], 1):
        if left == 0:
            left = int(chance.integers(*EPISODE))
            ends = [n for n, (_, later) in enumerate(shown) if n >= number and not later["hand"]][: left + 1]
            rows = [each for _, each in shown[number - 1 : ends[-1] + 1]] if ends else []
            thing = new_thing(rows) if thing is None else None
        disturbed.append((replace(frame, picture=thing(frame.picture)) if thing else frame, row))
        left -= not row["hand"]
    return disturbed


def _moving(states: Sequence[Mapping[str, Mapping[str, int]]]) -> set[int]:
    """Spaces on which anything changes."""
    return {
        int(space)
        for one, other in pairwise(states)
        for space in {*one, *other}
        if one.get(space) != other.get(space)
    }


def _around(spaces: Iterable[int], there: Floats) -> NDArray[np.intp]:
    """Pixels, (n, 2), of points on and around spaces."""
    ring = np.array([(0, 0), *(20 * np.array([np.cos(a), np.sin(a)]) for a in np.arange(0, 6.2, 0.5))])
    middles = np.array([CENTRES[space] for space in spaces]).reshape(-1, 1, 2) * MAP_MM + FRAME_MM
    if not len(middles):
        return np.zeros((0, 2), np.intp)
    points = cv2.perspectiveTransform((middles + ring).reshape(1, -1, 2), there)[0]
    return np.asarray(np.rint(points), dtype=np.intp)


def _small(shown: Sequence[Shown], chance: Generator, gain: float, noise: float) -> Iterator[Shown]:
    for frame, row in shown:
        dimmed = cv2.resize(frame.picture, SMALL_PX, interpolation=cv2.INTER_AREA)
        dimmed = lit(_picture(dimmed), np.full(3, gain))
        for number in range(STILL_PICTURES):
            taken = _noisy(dimmed, noise, chance)
            coded = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
            picture = _picture(cv2.imdecode(coded, cv2.IMREAD_COLOR))
            yield Frame(frame.name, frame.time_s + number * STILL_S, picture), row


def _noisy(picture: Picture, levels: float, chance: Generator) -> Picture:
    noise = chance.standard_normal(picture.shape, np.float32) * levels
    return _picture(np.clip(np.rint(picture + noise), 0, 255))


def _shade(picture: Picture, chance: Generator) -> FloatMap:
    """Share of light, (h, w, 3), left by the shadows of one to three people."""
    height, width = picture.shape[:2]
    gain = np.ones((height, width, 3), np.float32)
    for _ in range(chance.integers(1, 4)):
        mask = np.zeros((height, width), np.float32)
        edge = np.array([chance.uniform(-0.1, 1.1), chance.choice([-0.05, 1.05])])
        side = edge[:: chance.choice([-1, 1])] * (width, height)
        reach = (
            np.array([chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8)]) * (width, height) - side
        ) * 0.9
        if chance.random() < 0.5:
            end = tuple(int(v) for v in side + reach)
            cv2.line(mask, tuple(int(v) for v in side), end, 1.0, int(chance.uniform(0.05, 0.12) * width))
        else:
            axes = (int(np.hypot(*reach) * chance.uniform(0.5, 0.9)), int(chance.uniform(0.1, 0.25) * width))
            angle = float(np.degrees(np.arctan2(reach[1], reach[0])))
            cv2.ellipse(mask, tuple(int(v) for v in side), axes, angle, 0, 360, 1.0, -1)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), chance.uniform(0.006, 0.04) * width), np.float32)
        dark = 1 - chance.uniform(0.3, 0.75) * chance.uniform(0.95, 1.05, 3)
        gain *= (1 - mask[..., None] * (1 - dark)).astype(np.float32)
    return gain


def _soft(picture: Picture, chance: Generator) -> Picture:
    size = chance.uniform(0.001, 0.004) * picture.shape[1]
    if chance.random() < 0.5:
        return _picture(cv2.GaussianBlur(picture, (0, 0), size))
    length = max(3, round(3 * size))
    path = np.zeros((length, length), np.float32)
    path[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), chance.uniform(0, 180), 1)
    path = np.asarray(cv2.warpAffine(path, turn, (length, length)), np.float32)
    return _picture(cv2.filter2D(picture, -1, path / path.sum()))


def _hands(shown: Sequence[Shown]) -> Iterator[tuple[FloatMap, Picture]]:
    """Masks and pictures of hands: what entered over the edge after a settled picture."""
    for (before, was), (after, row) in pairwise(shown):
        if was["hand"] or not row["hand"] or row.get("camera_changed") or row.get("light_changed"):
            continue
        unlike = cv2.GaussianBlur(cv2.absdiff(before.picture, after.picture), (0, 0), 2).max(-1)
        closed = cv2.morphologyEx((unlike > HAND_LEVELS).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9)))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
        largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()) if len(stats) > 1 else 0
        whole = np.asarray(labels == largest)
        if largest and whole.mean() > HAND_SHARE and _at_edge(whole):
            soft = cv2.GaussianBlur(whole.astype(np.float32), (0, 0), 1.5)
            yield np.asarray(soft, np.float32), after.picture


def _at_edge(mask: Mask) -> bool:
    return bool(mask[[0, -1]].any() or mask[:, [0, -1]].any())


def _cup(shape: tuple[int, ...], there: Floats, chance: Generator) -> tuple[FloatMap, Picture]:
    """Mask and picture of a cup 80 mm wide at a random place of the board."""
    height, width = shape[:2]
    turn = np.linspace(0, 2 * np.pi, 60)
    ring_mm = np.column_stack([np.cos(turn), np.sin(turn)]) * 40 + chance.uniform((60, 60), (465, 356))
    foot = cv2.perspectiveTransform(ring_mm[None], there)[0]
    middle = foot.mean(0)
    rim = middle + (foot - middle) * 1.12 + (middle - (width / 2, height * 0.75)) * 0.12
    body = np.rint(cv2.convexHull(np.concatenate([foot, rim]).astype(np.float32))).astype(np.int32)
    mask = np.zeros((height, width), np.float32)
    cv2.fillPoly(mask, [body], 1.0)
    across = np.linspace(0.55, 1.15, width)[None, :, None] * np.ones((height, 1, 1))
    donor = _picture(np.clip(across * chance.uniform(40, 220, 3), 0, 255))
    cv2.fillPoly(donor, [np.rint(rim).astype(np.int32)], chance.uniform(60, 250, 3).tolist())
    inside = np.rint(rim.mean(0) + (rim - rim.mean(0)) * 0.85).astype(np.int32)
    cv2.fillPoly(donor, [inside], chance.uniform(20, 90, 3).tolist())
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.float32), _picture(cv2.blur(donor, (3, 3)))


def _pasted(picture: Picture, mask: FloatMap, donor: Picture) -> Picture:
    """Blend `donor` into the picture by the mask, (h, w) of 0..1."""
    return _picture(picture + mask[..., None] * (donor.astype(np.float32) - picture))


def _picture(values: object) -> Picture:
    return np.asarray(values).astype(np.uint8)
