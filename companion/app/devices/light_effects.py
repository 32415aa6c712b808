"""Animated light patterns.

They differ in motion as well as in colour, for colour-blind users.
"""

from collections.abc import Sequence
from math import cos, pi
from typing import Literal, NamedTuple, TypeAlias

from hardware.strip import DARK, Light

Effect: TypeAlias = Literal["still", "blink", "breathe", "run"]
BLINK_S, BREATHE_S, RUN_S = 0.5, 3.0, 1.2
_LEAST, _TAIL = 0.25, 0.35


class Led(NamedTuple):
    """Colour and effect of one lamp.

    In a running light `phase` 0..1 is its distance behind the head.
    """

    light: Light = DARK
    effect: Effect = "still"
    phase: float = 0.0


def moves(pattern: Sequence[Led]) -> bool:
    """Return True if the pattern changes with time."""
    return any(lamp.effect != "still" for lamp in pattern)


def frame(pattern: Sequence[Led], at_s: float, level: float = 1.0) -> list[Light]:
    """Colours of the lamps at time `at_s`, scaled by `level` 0..1."""
    return [_dimmed(lamp.light, level * _share(lamp, at_s)) for lamp in pattern]


def _share(lamp: Led, at_s: float) -> float:
    match lamp.effect:
        case "blink":
            return 1.0 if at_s % BLINK_S < BLINK_S / 2 else 0.0
        case "breathe":
            return _LEAST + (1 - _LEAST) * (1 - cos(2 * pi * at_s / BREATHE_S)) / 2
        case "run":
            behind = (at_s / RUN_S - lamp.phase) % 1
            return max(0.0, 1 - behind / _TAIL)
        case _:
            return 1.0


def _dimmed(light: Light, share: float) -> Light:
    red, green, blue = light
    return round(red * share), round(green * share), round(blue * share)
