"""Events of a duel as short lines for the terminal."""

import json
from gettext import NullTranslations

from companion.games.base import N_, player_name
from companion.session.events import Event
from companion.session.fabula.events import ActionAsked, ActionSeen, CardChanged, CardsRead

_ZONES = {
    "near battle": N_("near, in battle"),
    "near centre": N_("near, the centre"),
    "near outskirts": N_("near, outskirts"),
    "near discard": N_("near, discarded"),
    "near deck": N_("near, the deck"),
    "far battle": N_("far, in battle"),
    "far centre": N_("far, the centre"),
    "far outskirts": N_("far, outskirts"),
    "far discard": N_("far, discarded"),
    "far deck": N_("far, the deck"),
}
_CHANGES = {
    "appeared": N_("{card} was laid down ({zone})."),
    "gone": N_("{card} was taken away ({zone})."),
    "moved": N_("{card} was moved ({zone})."),
    "tapped": N_("{card} was turned ({zone})."),
    "restored": N_("{card} was restored ({zone})."),
    "attached": N_("{card} was attached to {to} ({zone})."),
    "detached": N_("{card} is no longer attached to {to} ({zone})."),
    "turned_down": N_("{card} was turned face down ({zone})."),
    "turned_up": N_("{card} was turned face up ({zone})."),
}


def event_text(tr: NullTranslations, event: Event) -> str | None:
    """Format an event of Fábula; None for others."""
    _ = tr.gettext
    match event:
        case CardsRead(cards=cards, unknown=unknown):
            listed = "; ".join(
                f"{_(zone)}: " + ", ".join(card.card for card in cards if f"{card.side} {card.zone}" == key)
                for key, zone in _ZONES.items()
                if any(f"{card.side} {card.zone}" == key for card in cards)
            )
            text = listed or _("There is no card.")
            uncertain = tr.ngettext("{n} card is not certain.", "{n} cards are not certain.", len(unknown))
            return f"{text} {uncertain.format(n=len(unknown))}" if unknown else text
        case CardChanged(what=what, card=card, more=more):
            place = f"{more['side']} {more['zone']}"  # inside _() Babel takes the keys for a message
            zone = _(_ZONES[place])
            return _(_CHANGES[what]).format(card=card, zone=zone, to=more.get("to", ""))
        case ActionSeen(player=player, action=action):
            return f"{player_name(tr, player)}: {json.dumps(action, ensure_ascii=False)}"
        case ActionAsked(candidates=candidates):
            uncertain = _("One of these was done: {actions}")
            return uncertain.format(actions=json.dumps(list(candidates), ensure_ascii=False))
    return None
