"""Preview of a declaration without responses: notes over the cards concerned."""

from collections.abc import Mapping
from typing import Any

from companion.errors import RuleError
from companion.games.fabula import values
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.actions import Attack, Block, Defend, Influence, Next, Order
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Position
from companion.games.fabula.rules import apply

GONE = "\N{MULTIPLICATION SIGN}"
_TO = "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"


def preview(position: Position, written: Mapping[str, Any]) -> dict[Id, str]:
    """Notes by card: remaining life or destruction; for influence, both totals."""
    try:
        action = read_action(written)
        after = apply(position, action)
        match action:
            case Attack(pairs) if pairs:
                after = apply(apply(after, Block({})), Next())
            case Block() | Order():
                after = apply(after, Next())
            case Influence(pairs) | Defend(pairs) if pairs or isinstance(action, Defend):
                return _balance(after)
            case _:
                return {}
    except RuleError:
        return {}
    return _changes(position, after)


def _changes(position: Position, after: Position) -> dict[Id, str]:
    was, now, notes = Duel(position), Duel(after), {}
    for id_, old in was.bases.items():
        before, left = values.resistance(was, id_), values.resistance(now, id_)
        if now.bases[id_].destroyed and not old.destroyed:
            notes[id_] = GONE
        elif left != before:
            notes[id_] = f"{before} {_TO} {left}"
    for id_ in was.battle:
        if id_ not in now.battle:
            notes[id_] = GONE
        elif (before := values.life(was, id_)) != (left := values.life(now, id_)):
            notes[id_] = f"{before} {_TO} {left}"
    return notes


def _balance(after: Position) -> dict[Id, str]:
    """Influence on a base against its defenders and resistance (FB-083)."""
    duel, combat = Duel(after), after.combat
    notes = {}
    for base in dict.fromkeys(combat.influences.values()):
        strong = sum(values.influence(duel, ally) for ally, on in combat.influences.items() if on == base)
        held = sum(values.influence(duel, ally) for ally, on in combat.defends.items() if on == base)
        against = held + values.resistance(duel, base)
        notes[base] = (
            f"{strong} > {against}" if strong > against else f"{strong} \N{LESS-THAN OR EQUAL TO} {against}"
        )
    return notes
