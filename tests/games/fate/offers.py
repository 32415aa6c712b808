"""Everything a hero may do now: what random turns choose from, and what tests ask for targets."""

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
