"""Before the first turn: bases are placed, opening hands changed once (FB-023, FB-025)."""

from companion.games.base import N_
from companion.games.fabula import turns
from companion.games.fabula.actions import Mulligan, Place
from companion.games.fabula.decisions import require_phase
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Player
from companion.games.fabula.refusal import refused


def place(duel: Duel, action: Place) -> None:
    """Both players' bases are turned face up where they were laid [B05]."""
    require_phase(duel, "bases")
    for player, side in enumerate(duel.sides):
        places = [base.id for base in duel.bases.values() if base.owner == player]
        placed = action.place.get(side.name, tuple(places))
        if sorted(placed) != sorted(places):
            pattern = N_("Bases of {player}: expected each once of: {expected}.")
            raise refused("bad_target", pattern, player=side.name, expected=", ".join(places))
        names = [duel.names.get(id_, "") for id_ in placed]
        duel.names = {**duel.names, **{id_: name for id_, name in zip(places, names, strict=True) if name}}
    if unknown := set(action.place) - {side.name for side in duel.sides}:
        pattern = N_("There is no player {player}.")
        raise refused("bad_target", pattern, player=", ".join(sorted(unknown)))
    go_on(duel)


def mulligan(duel: Duel, action: Mulligan) -> None:
    """The player who decides puts cards under the deck and draws as many (FB-025)."""
    require_phase(duel, "mulligan")
    hand = len(duel.sides[duel.priority].hand)
    positions = action.mulligan
    if len(set(positions)) < len(positions) or any(not 1 <= n <= hand for n in positions):
        pattern = N_("Expected different positions in the hand, 1 to {last}, found {found}.")
        raise refused("bad_target", pattern, last=hand, found=", ".join(map(str, positions)))
    change_hand(duel, duel.priority, positions)
    go_on(duel)


def change_hand(duel: Duel, player: Player, positions: tuple[int, ...]) -> None:
    """Cards at these positions go under the deck in this order, then as many are drawn."""
    hand = duel.sides[player].hand
    for n in positions:
        duel.move(hand[n - 1], "deck_bottom")
    duel.draw(player, len(positions))


def go_on(duel: Duel) -> None:
    """The next decision before the first turn, or the first turn."""
    if duel.phase == "bases":
        duel.phase, duel.priority = "mulligan", 0
    elif duel.priority == 0:
        duel.priority = 1
    else:
        duel.priority = 0
        turns.begin_turn(duel)
