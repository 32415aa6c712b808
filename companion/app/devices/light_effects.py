"""Patterns that move: told apart by how they light as well as by colour, drawn anew many times a second."""

from collections.abc import Sequence
from math import cos, pi
from typing import Literal, NamedTuple, TypeAlias

from hardware.strip import DARK, Light

Effect: TypeAlias = Literal["still", "blink", "breathe", "run"]
FRAMES_S = 25.0
BLINK_S, BREATHE_S, RUN_S = 0.5, 3.0, 1.2
_LEAST, _TAIL = 0.25, 0.35


class Led(NamedTuple):
    """How one lamp lights; of a running light it is `phase` 0..1 of the way behind the head."""

    light: Light = DARK
    effect: Effect = "still"
    phase: float = 0.0


def moves(pattern: Sequence[Led]) -> bool:
    """Whether it looks different after a while."""
    return any(lamp.effect != "still" for lamp in pattern)


def frame(pattern: Sequence[Led], at_s: float, level: float = 1.0) -> list[Light]:
    """What the lamps show at a time, when all give this share 0..1 of their light."""
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
