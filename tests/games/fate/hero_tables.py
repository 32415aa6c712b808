"""Positions in the turn of one hero, and the changes an act makes."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fate import hero_turn, rules
from companion.games.fate.acts import Act
from companion.games.fate.happenings import Applied
from companion.games.fate.position import CardState, Face, Hero, Hex, Monster, Options, Position

HERE = "13,8"
"""On plains, with plains all around: 13,7 14,7 14,8 13,9 12,9 12,8, clockwise."""

H: Face = "hit"
C: Face = "cover"
B: Face = "blank"
R: Face = "rune"


def turn_of(
    hero: str,
    *cards: int | CardState,
    monsters: Mapping[Hex, str | Monster] | None = None,
    hex: Hex = HERE,
    others: tuple[Hero, ...] = (),
    phase: str = "heroes",
    town: int = 4,
    **fields: Any,
) -> Position:
    """Return a position in the hero's turn: cards in play by number, monsters by hex, which is their id."""
    seat = Hero(
        hero,
        "Ana",
        hex,
        cards=tuple(CardState(c) if isinstance(c, int) else c for c in cards),
        **{"hand": 3, "gold": 5, **fields},
    )
    pieces = tuple(
        kind if isinstance(kind, Monster) else _monster(hex_, kind) for hex_, kind in (monsters or {}).items()
    )
    return Position(
        Options(to_the_letter=True),
        (seat, *others),
        pieces,
        town=town,
        step=2,
        phase=phase,  # type: ignore[arg-type]  # tests name a phase
        markers={"5,7": 3, "17,5": 3, "5,17": 3},
        next_monster=1,
    )


def _monster(hex_: Hex, what: str) -> Monster:
    kind, _, level = what.partition(" ")
    return Monster(hex_, kind, hex_, int(level or 0))


def play(position: Position, *acts: Act) -> Position:
    """Return the position after acts."""
    for act in acts:
        position = hero_turn.apply(position, act).position
    return position


def changes(before: Position, after: Applied | Position) -> dict[str, Any]:
    """Return the changes: sums of the first hero's values, and every monster hurt, moved or gone."""
    now = after.position if isinstance(after, Applied) else after
    old, new = before.heroes[0], now.heroes[0]
    found: dict[str, Any] = {
        name: getattr(new, name) - getattr(old, name)
        for name in ("damage", "gold", "hand", "move_bonus", "range_bonus", "level", "quest")
    }
    for name in ("damage", "mana", "tokens"):
        on_cards = sum(getattr(c, name) for c in new.cards) - sum(getattr(c, name) for c in old.cards)
        found[f"card_{name}"] = on_cards
    found["hex"] = new.hex if new.hex != old.hex else ""
    found["actions"] = new.actions[len(old.actions) :]
    found["town"] = now.town - before.town
    left = {m.id: m for m in now.monsters}
    for monster in before.monsters:
        if monster.id not in left:
            found[monster.id] = "gone"
        elif (changed := left[monster.id]) != monster:
            found[monster.id] = {k: v for k, v in changed._asdict().items() if v != monster._asdict()[k]}
    return {name: value for name, value in found.items() if value}


def refused(code: str, position: Position, act: Act) -> str:
    """Return the sentence with which an act is refused."""
    with pytest.raises(RuleError) as caught:
        rules.apply(position, act)
    assert caught.value.code == code
    return str(caught.value)
