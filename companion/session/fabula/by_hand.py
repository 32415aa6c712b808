"""Changes that players make by hand: texts that the app does not carry out, and corrections of a mistake."""

from collections.abc import Mapping
from typing import Any

from companion.games.base import N_, Sentence, rule_error
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.actions import Action
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Position
from companion.session.view import Decision, Steps, Way

CHANGES: Mapping[str, str] = {
    "damage +1": N_("One damage more"), "damage -1": N_("One damage less"),
    "turn": N_("Turn it, or restore it"),
    "offence +1": N_("Offence +1"), "offence -1": N_("Offence -1"), "life +1": N_("Life +1"),
    "life -1": N_("Life -1"), "influence +1": N_("Influence +1"), "influence -1": N_("Influence -1"),
    "controller": N_("To the other player"), "battle": N_("Into the battle zone"),
    "discard": N_("Into the discard pile"), "hand": N_("Into the hand"), "deck_top": N_("Onto the deck"),
    "deck_bottom": N_("Under the deck"), "banished": N_("Banished"), "resources +1": N_("One resource more"),
    "resources -1": N_("One resource less"), "draw": N_("Draw a card"),
}  # fmt: skip
"""Texts of the changes by hand."""
CORRECT = (N_("Correct something"), N_("Correct the table"))
"""Text of such a change, without and with real cards."""
_OF_PLAYERS = ("resources +1", "resources -1", "draw")
_NOT_IN_PLAY = N_("{card}: expected a card in play, found one elsewhere.")
_NOT_THERE = N_("Expected a change that fits, found another.")


def decision(position: Position, player: str, real: bool) -> Decision:
    """Return the change of a card that is seen, or of what a player has; `real`: cards lie on a table."""
    duel = Duel(position)
    piles = (id_ for side in position.sides for id_ in (*side.discard, *side.banished))
    things = (*duel.bases, *duel.battle, *piles, player)
    form = Steps((("adjust",), things, tuple(CHANGES)))
    return Decision("adjust", Sentence(CORRECT[real]), form, aside=True)


def action(position: Position, way: Way) -> Action:
    """Return the action of a change. Raises RuleError `no_option` if it does not fit what is changed."""
    thing, change = str(way[1]), str(way[2])
    side = next((side for side in position.sides if side.name == thing), None)
    if (side is None) == (change in _OF_PLAYERS):
        raise rule_error("no_option", [Sentence(_NOT_THERE)])
    if side:
        resources = max(0, side.resources + (1 if change.endswith("+1") else -1))
        made: dict[str, Any] = {"draw": 1} if change == "draw" else {"resources": resources}
        return read_action({"adjust": [{"player": thing, **made}]})
    return read_action({"adjust": [{"card": thing, **_of_card(Duel(position), thing, change)}]})


def _of_card(duel: Duel, card: str, change: str) -> dict[str, Any]:
    what, _, by = change.partition(" ")
    if what in ("battle", "discard", "hand", "deck_top", "deck_bottom", "banished"):
        return {"zone": what}
    thing = duel.thing(card)
    if thing is None:
        raise rule_error("no_option", [Sentence(_NOT_IN_PLAY, {"card": duel.called(card)})])
    match what:
        case "damage":
            return {"damage": max(0, thing.damage + int(by))}
        case "turn":
            return {"tapped": not thing.tapped}
        case "controller":
            return {"controller": duel.sides[1 - thing.controller].name}
    return {what: int(by)}
