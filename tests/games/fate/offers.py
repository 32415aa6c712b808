"""Possible acts of a hero, for random turns and for tests of targets."""

from companion.games.fate.possible import (
    HeroOptions,
    Target,
    Upgrade,
    Usable,
    hero_options,
    targets,
    upgrades,
)

__all__ = ["HeroOptions", "Target", "Upgrade", "Usable", "hero_options", "targets", "upgrades"]
