"""What a hero does about an attack before damage is placed, and right after it (F-066, F-160, F-318)."""

from collections.abc import Sequence

from companion.games.fate.acts import Use
from companion.games.fate.happenings import Happening
from companion.games.fate.position import Position


def defended(
    position: Position, hero_id: str, attacker_id: str, damage: int, uses: Sequence[Use]
) -> tuple[Position, int, tuple[Happening, ...]]:
    """The damage left after armour and prevention."""
    return position, damage, ()
