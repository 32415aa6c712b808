"""Dice rolled by the app."""

from random import Random
from typing import cast, get_args

from companion.games.fate.position import DieFace, Face
from companion.games.fate.track import ATTACK_DIE


def dice(chance: Random, count: int) -> tuple[Face, ...]:
    """Roll `count` attack dice (F-158)."""
    return tuple(chance.choices(ATTACK_DIE, k=count))


def die_face(chance: Random) -> DieFace:
    """Roll the monster die (F-210)."""
    return cast(DieFace, chance.choice(get_args(DieFace)))
