"""Evaluation of a position for one seat by its own view; bots' duels gave the weights."""

from companion.games.fabula import values
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Permanent, Player

WON = 1000.0
"""Worth of a won duel."""
HAND_CARD = 1.6
RESOURCE = 0.25
CENTRE_POINT, OUTSKIRT_POINT, OUTSKIRT = 2.2, 0.5, 3.0
"""Worth of cards in hand, resources and bases, in about the value of one resource.

The points are points of resistance of a base."""
TAPPED = 0.3
"""Share of its worth, 0..1, that an ally loses while it is tapped."""


def worth(duel: Duel, seat: Player) -> float:
    """Return the advantage of a seat over the other, in about the value of one resource."""
    if duel.result:
        return WON if duel.result.winner == seat else -WON
    return _side(duel, seat) - _side(duel, 1 - seat)


def _side(duel: Duel, player: Player) -> float:
    side = duel.sides[player]
    total = HAND_CARD * min(len(side.hand), duel.format.draw_up_to) + RESOURCE * side.resources
    for base in duel.bases.values():
        if base.destroyed or base.controller != player:
            continue
        left = values.resistance(duel, base.id)
        if base.centre:
            total += CENTRE_POINT * left + (10 if left > 5 else 0)
        else:
            total += OUTSKIRT + OUTSKIRT_POINT * left
    for permanent in duel.battle.values():
        if permanent.controller == player:
            total += _permanent(duel, permanent)
    return total


def _permanent(duel: Duel, permanent: Permanent) -> float:
    if duel.card(permanent.id).type != "ally":
        return 0.5 + (0.4 * duel.card(permanent.id).cost if permanent.host else 0.0)
    whole = ally(duel, permanent.id)
    return whole * (1 - TAPPED) if permanent.tapped else whole


def ally(duel: Duel, id_: Id) -> float:
    """Return the worth of an ally as if it were untapped."""
    card = duel.card(id_)
    life = values.life(duel, id_) + duel.battle[id_].damage
    return (
        0.9 * values.offence(duel, id_)
        + 0.5 * life
        + 0.6 * values.influence(duel, id_)
        + 0.6 * len(card.abilities)
    )
