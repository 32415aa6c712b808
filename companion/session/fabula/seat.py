"""Fábula for a phone: both sides for everybody, and for its seat the hand with what it decides in secret."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.base import N_, Translations, player_name
from companion.games.fabula import values
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.session import view_json
from companion.session.fabula import playable, words
from companion.session.fabula.by_hand import CHANGES
from companion.session.fabula.decisions import PLAYING
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.seat_form import SeatForm

_WORDS = {
    "discards": N_("Discard pile"), "gone": N_("Banished"), "unknown": N_("a card"),
    "close": N_("Close"), "keep": N_("Keep it"), "next": N_("Happens next"),
    "resources": N_("resources"), "ask_me": N_("When to ask me"), "by_hand": N_("Correct something"),
    "hand": N_("Your hand"), "hand_key": N_("Hand"), "table": N_("Table"), "last": N_("What happened"),
    "more": N_("More"), "sure": N_("Really give up"),
    **{f"change {key}": text for key, text in CHANGES.items()},
}  # fmt: skip
_OF_HAND = ("play", "mulligan", "discard", "bases")
"""First words of the ids of decisions about cards that only their player sees."""


def public(snapshot: FabulaSnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; cards are ids, with their present state in `cards`."""
    position = snapshot.position
    duel = Duel(position)
    open_ids = [
        *duel.bases, *duel.battle, *(item.id for item in position.stack),
        *(id_ for side in position.sides for id_ in (*side.discard, *side.banished)),
    ]  # fmt: skip
    named = {id_: name for id_ in open_ids if (name := _name(duel, id_))}
    return {
        "asks": snapshot.asks,
        "phases": [
            {"name": tr.gettext(name), "now": phase == position.phase}
            for phase, name in words.PHASES.items()
            if (phase in ("bases", "mulligan")) == (position.phase in ("bases", "mulligan"))
        ],
        "sides": [_side(snapshot, duel, player, tr) for player in range(len(position.sides))],
        "cards": {id_: _card(duel, id_, name, tr) for id_, name in named.items()},
        "faces": _faces(position, named.values(), tr),
        "stack": [item.id for item in position.stack],
        "arrows": list(_arrows(position)),
        "steps": [step.say(tr) for step in snapshot.seen.steps[1:]],
    }


def secret(snapshot: FabulaSnapshot, tr: Translations) -> dict[str, Any] | None:
    """Return the hand of the snapshot's seat and what it decides in secret; None without a seat.

    A player who holds the hand names cards by the deck's list; their id is "". `hint` says what to do.
    """
    if snapshot.seat is None:
        return None
    seat, position = snapshot.seat, snapshot.position
    asked = seat == snapshot.decider and not snapshot.over
    kept = snapshot.dealt and snapshot.players[seat] not in snapshot.own_hands
    hand = [(id_, position.names[id_], 1) for id_ in position.sides[seat].hand if id_ in position.names]
    hidden = [id_ for id_ in position.sides[seat].hand if id_ not in position.names]
    if asked and not kept and snapshot.asks in (*PLAYING, "discard"):
        cost = position.cards
        unseen = sorted(snapshot.unseen[seat].items(), key=lambda one: (cost[one[0]].cost, one[0]))
        hand += [("", name, n) for name, n in unseen if hidden]
    bases = snapshot.bases.values() if snapshot.asks == "bases" else ()
    hint = N_("Touch a card to read it. Dark cards cannot be played now.")
    if bases and snapshot.players[seat] in snapshot.placed:
        hint = N_("Your bases are laid; you may still change them.")
    own = [
        one
        for one in snapshot.decisions
        if (kept and one.id.split()[0] in _OF_HAND) or one.id == "bases" or (one.aside and not asked)
    ]
    return {
        "hand": [_in_hand(snapshot, card, asked, tr) for card in hand],
        "faces": _faces(position, [*(name for _, name, _ in hand), *bases], tr),
        "decisions": view_json.decisions(own, tr),
        "hint": tr.gettext(hint),
    }


def _secret_bytes(snapshot: FabulaSnapshot) -> int:
    """Return the size of a hand of twelve cards; of a whole deck if people hold their cards themselves."""
    return 12288 if snapshot.dealt and not snapshot.own_hands else 32768


def _name(duel: Duel, id_: Id) -> str:
    """Return the key of the card of an id or of an ability on the stack; "" if nobody knows it."""
    item = duel.item(id_)
    return (item.name if item else "") or duel.names.get(item.source if item else id_, "")


def _label(duel: Duel, id_: Id, tr: Translations) -> str:
    return duel.called(id_).say(tr)


def _faces(position: Position, names: Any, tr: Translations) -> dict[str, Any]:
    """Return the printed cards by key."""
    return {key: _face(key, position.cards[key], tr) for key in dict.fromkeys(names)}


def _face(key: str, card: CardDefinition, tr: Translations) -> dict[str, Any]:
    """Return a printed card; `line` has all that its name, numbers and text do not say."""
    language = tr.gettext(words.LANGUAGE)
    cost = None if card.type == "base" or card.token else card.cost
    kind = tr.gettext(card.kind.replace("_", " ")) if card.kind else ""
    colours = [tr.gettext(words.COLOURS.get(one, one)) for one in card.colors]
    line = [
        "" if cost is None else tr.gettext("costs {n}").format(n=cost),
        tr.gettext(words.TYPES[card.type]),
    ]
    ally = {"offence": card.offence, "life": card.life, "influence": card.influence}
    return {
        "name": words.card_name(key, card, language),
        "type": card.type,
        "kind": card.kind,
        "line": " · ".join(filter(None, [*line, kind, *colours])),
        "colours": list(card.colors),
        "cost": cost,
        "numbers": _numbers(ally if card.type == "ally" else {}, tr),
        "text": words.in_language(card.text, language),
    }


def _numbers(numbers: Mapping[str, int], tr: Translations) -> list[dict[str, Any]]:
    return [{"what": what, "n": n, "word": tr.gettext(_NUMBERS[what])} for what, n in numbers.items()]


_NUMBERS = {
    "offence": N_("offence"),
    "life": N_("life"),
    "influence": N_("influence"),
    "resistance": N_("resistance"),
}


def _card(duel: Duel, id_: Id, name: str, tr: Translations) -> dict[str, Any]:
    """Return the present state of a card: numbers and notes."""
    thing, base, permanent = duel.thing(id_), duel.bases.get(id_), duel.battle.get(id_)
    numbers: dict[str, int] = {}
    notes, under = [], [other.id for other in duel.battle.values() if other.host == id_]
    if base:
        numbers = {"resistance": values.resistance(duel, id_)}
        states = (
            (base.centre, N_("centre")),
            (base.controller != base.owner, N_("taken")),
            (base.destroyed, N_("destroyed")),
        )
        notes += [tr.gettext(state) for true, state in states if true]
    elif duel.ally(id_):
        numbers = {
            "offence": values.offence(duel, id_),
            "life": values.life(duel, id_),
            "influence": values.influence(duel, id_),
        }
    if permanent and permanent.preparing:
        notes.append(tr.gettext("prepares"))
    if thing and thing.tapped:
        notes.append(tr.gettext("Turned: {n} to restore it.").format(n=values.restoration_cost(duel, id_)))
    return {
        "face": name,
        "numbers": _numbers(numbers, tr),
        "tapped": bool(thing and thing.tapped),
        "note": ", ".join(notes),
        "under": under,
        "zone": duel.zone(id_),
    }


def _side(snapshot: FabulaSnapshot, duel: Duel, player: Player, tr: Translations) -> dict[str, Any]:
    position = snapshot.position
    own = position.sides[player]
    bases = [base for base in position.bases if base.owner == player]
    outskirts = [base for base in bases if not base.centre]
    half = len(outskirts) // 2
    laid = [*outskirts[:half], *(base for base in bases if base.centre), *outskirts[half:]]
    most = position.format.resources(max(1, own.turns)) + own.cap_bonus
    return {
        "player": own.name,
        "label": player_name(tr, own.name),
        "resources": own.resources,
        "most": max(own.resources, most),
        "counts": [
            tr.gettext("hand: {n}").format(n=len(own.hand)),
            tr.gettext("deck: {n}").format(n=len(own.deck)),
        ],
        "discard": list(reversed(own.discard)),
        "banished": list(reversed(own.banished)),
        "bases": [base.id for base in laid],
        "battle": [one.id for one in position.battle if one.controller == player and not one.host],
    }


def _arrows(position: Position) -> Iterator[list[str]]:
    """Yield declarations and the targets of what happens next, as [card, goal]."""
    combat = position.combat
    for pairs in (combat.attacks, combat.influences, combat.defends):
        yield from ([ally, base] for ally, base in pairs.items())
    for attacker, blockers in combat.blocks.items():
        yield from ([blocker, attacker] for blocker in blockers)
    for item in position.stack[-1:]:
        yield from ([item.id, target] for target in item.targets)


def _in_hand(
    snapshot: FabulaSnapshot, held: tuple[Id, str, int], asked: bool, tr: Translations
) -> dict[str, Any]:
    """Return a card of the hand, and why it cannot be played; `key`: the decision that plays it."""
    id_, name, n = held
    card = snapshot.position.cards[name]
    why = playable.why_not(snapshot, card) if asked else words.REASONS["not_your_decision"]
    key = f"play {id_}" if id_ else f"play ={name}"
    return {"id": id_, "n": n, "face": name, "why": tr.gettext(why) if why else "", "key": key}


SEAT = SeatForm(public=public, secret=secret, secret_bytes=_secret_bytes, words=_WORDS)
