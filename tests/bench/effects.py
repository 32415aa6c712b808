"""Effects of an ordinary camera on all pictures of a sequence: exposure, colour, code and lens.

An effect is a pure function of a picture with its truth, the picture's number in the sequence, and a seed;
one seed is one camera. Points of the truth, keys that end in `_px`, move along. Gains apply to linear light.
`bands` (mains light) and `focus` (a hunt for focus) are in `optics`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator

from tests.bench.optics import Disturb, Shown, lit, moved, soft, zoomed
from vision.arrays import Floats, Picture

Effect: TypeAlias = Callable[[Shown, int, int], Shown]

PERIOD = (5.0, 17.0)
"""Pictures in which a drift comes back."""
BREATHING, BREATHING_BLUR_PX = (0.01, 0.02), 1.5
"""Share by which the size varies each way, as voice-coil lenses of phones do, and largest sigma."""
EXPOSURE_DRIFT_EV, EXPOSURE_JUMP_EV, JUMP = (0.1, 0.3), (-0.5, 0.5), 4
"""Drift and jumps of automatic exposure in stops, and pictures between two jumps: the regulation works in
steps of a third of a stop and follows sleeves and hands."""
COLOUR = (0.1, 0.25)
"""Largest drift of ln(red / green) and -ln(blue / green); 0.25 is about 4000 K to 6500 K."""
QUALITY = (30, 60)
"""JPEG quality of USB cameras' MJPG, which is 4:2:2."""
HALF_DIAGONAL_DEG = (30.0, 45.0)
"""Half of the diagonal field for the cos⁴ law of vignetting: 56 % to 25 % of the light reach the corners."""
K1, FOCAL_SHARE = (-0.2, 0.05), (0.6, 1.2)
"""OpenCV's k1, and the focal length as a share of the width: fields of 80° to 45°."""
GIVEN_DEG, FIELD_DEG = 62.0, (62.0, 100.0)
"""Horizontal field of the rendered pictures, 56° to 70°, and that of the wider camera in the same place. A
narrower one would cut the board off; one moved to fill the picture again would see other sides of pieces."""


def breathing(shown: Shown, number: int, seed: int) -> Shown:
    """Size and sharpness vary while the lens keeps focusing."""
    chance = np.random.default_rng(seed)
    wave = _wave(number, chance)
    frame, row = zoomed(*shown, 1 + chance.uniform(*BREATHING) * wave)
    return replace(frame, picture=soft(frame.picture, BREATHING_BLUR_PX * abs(wave))), row


def exposure(shown: Shown, number: int, seed: int) -> Shown:
    """Automatic exposure drifts, and jumps after every JUMP pictures."""
    chance = np.random.default_rng(seed)
    drift_ev = chance.uniform(*EXPOSURE_DRIFT_EV) * _wave(number, chance)
    jump_ev = np.random.default_rng([seed, number // JUMP]).uniform(*EXPOSURE_JUMP_EV)
    return _seen(shown, lit(shown[0].picture, np.full(3, 2 ** (drift_ev + jump_ev))))


def white_balance(shown: Shown, number: int, seed: int) -> Shown:
    """Automatic white balance drifts between bluish and reddish."""
    chance = np.random.default_rng(seed)
    warm = chance.uniform(*COLOUR) * _wave(number, chance)
    return _seen(shown, lit(shown[0].picture, np.exp([-warm, 0.0, warm])))


def mjpg(shown: Shown, number: int, seed: int) -> Shown:
    """The camera codes its pictures as MJPG, always with the same quality."""
    quality = int(np.random.default_rng(seed).integers(*QUALITY, endpoint=True))
    how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
           cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422]  # fmt: skip
    coded = cv2.imencode(".jpg", shown[0].picture, how)[1]
    return _seen(shown, np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8))


def vignetting(shown: Shown, number: int, seed: int) -> Shown:
    """Corners are darker, by the cos⁴ law."""
    half_deg = np.random.default_rng(seed).uniform(*HALF_DIAGONAL_DEG)
    height, width = shown[0].picture.shape[:2]
    across, down = np.linspace(-1, 1, width) * width, np.linspace(-1, 1, height)[:, None] * height
    far2 = (across**2 + down**2) / (width**2 + height**2) * np.tan(np.radians(half_deg)) ** 2
    return _seen(shown, lit(shown[0].picture, ((1 + far2) ** -2)[..., None]))


def distortion(shown: Shown, number: int, seed: int) -> Shown:
    """The lens bends the picture; it is enlarged or reduced until its corners are back in the corners."""
    chance = np.random.default_rng(seed)
    k1, focal_share = chance.uniform(*K1), chance.uniform(*FOCAL_SHARE)
    return distorted(shown, k1, focal_share)


def distorted(shown: Shown, k1: float, focal_share: float) -> Shown:
    """Bend a picture by k1; its corners stay. Lines stay bent one way while 3 |k1| r² < 1 in the corners."""
    frame, row = shown
    height, width = frame.picture.shape[:2]
    middle, focal_px = np.array([width - 1, height - 1]) / 2, focal_share * width
    corner = float(np.linalg.norm(middle)) / focal_px
    whole = 1 + k1 * corner**2

    def bend(points_px: Floats) -> Floats:
        rays = (points_px - middle) / focal_px
        return np.asarray(rays * (1 + k1 * (rays**2).sum(-1, keepdims=True)) / whole * focal_px + middle)

    straight = np.linspace(0, corner * 1.01, 2000)
    grid = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1) - middle) / focal_px
    far = np.maximum(np.linalg.norm(grid, axis=-1, keepdims=True), 1e-9)
    source = grid * np.interp(far, straight * (1 + k1 * straight**2) / whole, straight) / far
    at = (source * focal_px + middle).astype(np.float32)
    picture = cv2.remap(
        frame.picture, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return replace(frame, picture=np.asarray(picture, dtype=np.uint8)), moved(row, bend)


def field(shown: Shown, number: int, seed: int) -> Shown:
    """A camera with a wider field in the same place; the table beyond the picture continues its edge."""
    field_deg = np.random.default_rng(seed).uniform(*FIELD_DEG)
    zoom = float(np.tan(np.radians(GIVEN_DEG / 2)) / np.tan(np.radians(field_deg / 2)))
    finer = soft(shown[0].picture, 0.5 * np.sqrt(max(zoom**-2 - 1, 0)))
    return zoomed(replace(shown[0], picture=finer), shown[1], zoom)


def over_all(effect: Effect) -> Disturb:
    """One camera with this effect takes the whole sequence."""

    def act(shown: Sequence[Shown], corners_px: Floats, chance: Generator) -> list[Shown]:
        seed = int(chance.integers(2**32))
        return [effect(each, number, seed) for number, each in enumerate(shown)]

    return act


EFFECTS: Mapping[str, Effect] = {
    "breathing": breathing, "exposure": exposure, "white_balance": white_balance, "mjpg": mjpg,
    "vignetting": vignetting, "distortion": distortion, "field": field,
}  # fmt: skip


def _wave(number: int, chance: Generator) -> float:
    """A drift, -1..1."""
    return float(np.sin(2 * np.pi * (number / chance.uniform(*PERIOD) + chance.uniform())))


def _seen(shown: Shown, picture: Picture) -> Shown:
    return replace(shown[0], picture=picture), shown[1]
