"""Decisions before the first turn: bases and opening hands (FB-023, FB-025)."""

from companion.games.base import N_
from companion.games.fabula import turns
from companion.games.fabula.actions import Mulligan, Place
from companion.games.fabula.decisions import require_phase
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Player
from companion.games.fabula.refusal import refused


def place(duel: Duel, action: Place) -> None:
    """Reveal both players' bases on their places [B05]."""
    require_phase(duel, "bases")
    for player, side in enumerate(duel.sides):
        places = [base.id for base in duel.bases.values() if base.owner == player]
        placed = action.place.get(side.name, tuple(places))
        if sorted(placed) != sorted(places):
            pattern = N_("Bases of {player}: expected each of these once: {expected}.")
            raise refused("bad_target", pattern, player=side.name, expected=", ".join(places))
        names = [duel.names.get(id_, "") for id_ in placed]
        duel.names = {**duel.names, **{id_: name for id_, name in zip(places, names, strict=True) if name}}
    if unknown := set(action.place) - {side.name for side in duel.sides}:
        pattern = N_("There is no player {player}.")
        raise refused("bad_target", pattern, player=", ".join(sorted(unknown)))
    go_on(duel)


def mulligan(duel: Duel, action: Mulligan) -> None:
    """Change the opening hand of the player who decides (FB-025)."""
    require_phase(duel, "mulligan")
    hand = len(duel.sides[duel.priority].hand)
    positions = action.mulligan
    if len(set(positions)) < len(positions) or any(not 1 <= n <= hand for n in positions):
        pattern = N_("Expected different positions in the hand, 1 to {last}, found {found}.")
        raise refused("bad_target", pattern, last=hand, found=", ".join(map(str, positions)))
    change_hand(duel, duel.priority, positions)
    go_on(duel)


def change_hand(duel: Duel, player: Player, positions: tuple[int, ...]) -> None:
    """Put the cards at these positions, from 1, under the deck in this order, and draw as many."""
    hand = duel.sides[player].hand
    for n in positions:
        duel.move(hand[n - 1], "deck_bottom")
    duel.draw(player, len(positions))


def go_on(duel: Duel) -> None:
    """Go on to the next decision before the first turn, or begin the first turn."""
    if duel.phase == "bases":
        duel.phase, duel.priority = "mulligan", 0
    elif duel.priority == 0:
        duel.priority = 1
    else:
        duel.priority = 0
        turns.begin_turn(duel)
