"""Events of a duel as short lines for the terminal."""

from collections.abc import Iterable, Mapping
from gettext import NullTranslations
from typing import Any

from companion.games.base import N_, player_name
from companion.games.fabula.catalogue import sample
from companion.i18n import say
from companion.session.events import Event
from companion.session.fabula import own_decks, words
from companion.session.fabula.describe import TURN
from companion.session.fabula.events import ActionAsked, ActionSeen, CardChanged, CardsRead, DuelStands
from vision.fabula.rows import BACK

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
            names = _names(tr, {card.card for card in cards})
            lying: dict[str, list[str]] = {}
            for card in cards:
                lying.setdefault(f"{card.side} {card.zone}", []).append(names[card.card])
            listed = "; ".join(f"{_(_ZONES[key])}: {', '.join(lying[key])}" for key in _ZONES if key in lying)
            text = listed or _("There is no card.")
            uncertain = tr.ngettext("{n} card is not certain.", "{n} cards are not certain.", len(unknown))
            return f"{text} {uncertain.format(n=len(unknown))}" if unknown else text
        case CardChanged(what=what, card=card, more=more):
            place = f"{more['side']} {more['zone']}"  # inside _() Babel takes the keys for a message
            zone = _(_ZONES[place])
            names = _names(tr, {card, to := more.get("to", "")})
            return _(_CHANGES[what]).format(card=names[card], zone=zone, to=names[to])
        case ActionSeen(player=player, said=said):
            return say(tr, said) or _("{player} goes on.").format(player=player_name(tr, player))
        case ActionAsked(said=said):
            return _("One of these was done: {actions}").format(
                actions=" / ".join(say(tr, one) for one in said)
            )
        case DuelStands(standing=standing):
            return _standing(tr, standing)
    return None


def _names(tr: NullTranslations, ids: Iterable[str]) -> dict[str, str]:
    """Return the names of cards: of the sample set, of decks of one's own, else the ids in plain words."""
    known, language = {**own_decks.all_cards(), **sample()}, tr.gettext(words.LANGUAGE)
    names = {id_: words.card_name(id_, known.get(id_), language) for id_ in ids}
    return {**names, BACK: tr.gettext("Card, face down")}


def _standing(tr: NullTranslations, standing: Mapping[str, Any]) -> str:
    _ = tr.gettext
    if result := standing["result"]:
        how = _(words.ENDS[result["reason"]]).format(player=player_name(tr, result["winner"]))
        return " ".join((_("The game is over."), how))
    turn = _(TURN).format(n=standing["turn_number"], player=player_name(tr, standing["turn"]))
    return " ".join((_("The game goes on."), turn))
