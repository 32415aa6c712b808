"""Fábula for a phone: both sides and the open decision for everybody, the hand for its seat.

A *way* is a key that plays an action: `action` in the script format lacks its `key`, the targets, one of each
list in `steps`. A *key* is a text with the `message` that a phone sends.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.errors import RuleError
from companion.games.base import N_, Sentence, Translations, player_name, rule_error
from companion.games.fabula import possible, values
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.actions import (
    Action,
    Activate,
    Adjust,
    Attach,
    Attack,
    Block,
    Choose,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Order,
    Play,
    Restore,
)
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.session.fabula import automatic_pass, playable, words
from companion.session.fabula.decisions import Asks
from companion.session.fabula.messages import (
    FinishTurn,
    FoundCard,
    PassForTurn,
    PlaceBases,
    PlayAction,
    StopAt,
)
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.fabula.stop_settings import STOPS, Stop
from companion.session.messages import Confirm, Message
from companion.session.seat_form import NO_DECISION, SeatForm, refuse_others

_ONE_KEY: tuple[Asks, ...] = (
    "restore", "act", "answer", "attack", "block", "order", "fight", "influence", "defend", "end",
)  # fmt: skip
"""Decisions for which doing nothing is an answer."""
_ANSWERS: Mapping[type, Asks] = {
    Restore: "restore", Attack: "attack", Block: "block", Order: "order", Influence: "influence",
    Defend: "defend", Discard: "discard", Choose: "choose", Mulligan: "mulligan",
}  # fmt: skip
"""Decision that an action answers; others may come at several."""
_NOT_YOURS_EITHER = N_("That card is not yours.")
_WORDS = {
    "more": N_("One damage more"), "less": N_("One damage less"), "tapped": N_("Tapped"),
    "restored": N_("Restored"), "to": N_("To {player}"), "battle": N_("Into the battle zone"),
    "discard": N_("Into the discard pile"), "hand": N_("Into the hand"), "deck_top": N_("Onto the deck"),
    "deck_bottom": N_("Under the deck"), "banished": N_("Banished"), "gain": N_("One resource more"),
    "lose": N_("One resource less"), "draw": N_("Draw a card"), "by_hand": N_("By hand …"),
    "ask_me": N_("Ask me …"), "discards": N_("Discard pile"), "gone": N_("Banished"), "unknown": N_("a card"),
    "cancel": N_("Do not do it"),
    "close": N_("Close"), "keep": N_("Keep it"), "give_up": N_("Give up"), "next": N_("Happens next"),
    "resources": N_("resources"), "target": N_("Choose a target."),
}  # fmt: skip
"""Words of the table's screen by the page's keys."""
_HINTS: Mapping[str, str] = {
    "restore": N_("Touch what you restore."),
    "order": N_("Touch the blockers in the order of their fights."),
    "choose": N_("Choose a target."),
    **dict.fromkeys(
        ("attack", "influence", "block", "defend"), N_("Touch one of yours, then where it goes.")
    ),
}
"""How a decision is made at the table, by decision."""


def public(snapshot: FabulaSnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; cards are ids, with their present state in `cards`."""
    position = snapshot.position
    duel = Duel(position)
    open_ids = [
        *duel.bases, *duel.battle, *(item.id for item in position.stack),
        *(id_ for side in position.sides for id_ in (*side.discard, *side.banished)),
    ]  # fmt: skip
    named = {id_: name for id_ in open_ids if (name := _name(duel, id_))}
    ways = dict(_ways(snapshot, duel, tr))
    return {
        "asks": snapshot.asks,
        "phases": [
            {"name": tr.gettext(name), "now": phase == position.phase}
            for phase, name in words.PHASES.items()
            if (phase in ("bases", "mulligan")) == (position.phase in ("bases", "mulligan"))
        ],
        "sides": [_side(snapshot, duel, player, tr) for player in range(len(position.sides))],
        "cards": {id_: _card(duel, id_, name, ways.get(id_, []), tr) for id_, name in named.items()},
        "faces": _faces(position, named.values(), tr),
        "stack": [item.id for item in position.stack],
        "arrows": list(_arrows(position)),
        "open": _open(snapshot, duel, tr),
        "steps": [step.say(tr) for step in snapshot.seen.steps[1:]],
        "stops": [
            {
                "stop": stop,
                "text": tr.gettext(text),
                "on": [name for name in snapshot.players if stop in snapshot.wishes[name].stops],
            }
            for stop, text in STOPS.items()
        ],
        "words": {key: tr.gettext(text) for key, text in _WORDS.items()},
        "result": _result(snapshot, tr),
    }


def secret(snapshot: FabulaSnapshot, tr: Translations) -> dict[str, Any] | None:
    """Return the hand of the snapshot's seat and what it chooses in secret; None without a seat.

    A player who holds the hand names cards by the deck's list; their id is "". `hint` says what to do.
    """
    if snapshot.seat is None:
        return None
    seat, position = snapshot.seat, snapshot.position
    asked = seat == snapshot.decider and not snapshot.over
    kept = snapshot.dealt and snapshot.players[seat] not in snapshot.own_hands
    hand = [(id_, position.names[id_], 1) for id_ in position.sides[seat].hand if id_ in position.names]
    hidden = [id_ for id_ in position.sides[seat].hand if id_ not in position.names]
    if asked and not kept and snapshot.asks in ("act", "answer", "restore", "discard"):
        cost = position.cards
        unseen = sorted(snapshot.unseen[seat].items(), key=lambda one: (cost[one[0]].cost, one[0]))
        hand += [("", name, n) for name, n in unseen if hidden]
    bases = snapshot.bases if snapshot.asks == "bases" else {}
    own = [(id_, name) for id_, name in bases.items() if Duel(position).owner(id_) == seat]
    search = automatic_pass.found_by_search(position) if asked and snapshot.asks == "search" else None
    found = [
        name
        for name in (snapshot.unseen[search[0]] if search else ())
        if search and values.matches_print(search[2], position.cards[name])
    ]
    hint = N_("Touch a card to read it. Dark cards cannot be played now.")
    if search:
        hint = N_("Which card was found?")
    elif own:
        laid = snapshot.players[seat] in snapshot.placed
        hint = (
            N_("Your bases are laid; you may still change them.")
            if laid
            else N_("Which base is your centre?")
        )
    names = [*(name for _, name, _ in hand), *(name for _, name in own), *found]
    return {
        "hand": [_in_hand(snapshot, card, hidden[:1], asked, tr) for card in hand],
        "hidden": hidden,
        "faces": _faces(position, names, tr),
        "pick": _pick(snapshot, tr) if asked and (kept or snapshot.asks == "discard") else None,
        "bases": [{"id": id_, "face": name} for id_, name in own],
        "found": [{"face": name} for name in found],
        "nothing": tr.gettext("Nothing") if search else "",
        "hint": tr.gettext(hint),
    }


def _secret_bytes(snapshot: FabulaSnapshot) -> int:
    """Return the size of a hand of twelve cards; of a whole deck if people hold their cards themselves."""
    return 8192 if snapshot.dealt and not snapshot.own_hands else 32768


def decide(snapshot: FabulaSnapshot, written: Mapping[str, Any]) -> Message:
    """Read an action in the script format, or another decision of the snapshot's seat.

    Raises RuleError `no_decision`, `not_yours`, `wrong_phase`, `unknown_card`, `bad_setup`.
    """
    if snapshot.seat is None:
        refuse_others(snapshot)
    game, player = snapshot.game, snapshot.players[snapshot.seat or 0]
    match dict(written):
        case {"do": "bases", "bases": [*bases], **rest} if not rest:
            if snapshot.asks != "bases":
                raise _refused("wrong_phase")
            if all(isinstance(base, str) for base in bases):
                return PlaceBases(game, player, tuple(bases))
        case {"do": "stop", "stop": str(stop), "wanted": bool(wanted), **rest} if not rest:
            chosen: list[Stop] = [one for one in STOPS if one == stop]
            if chosen:
                return StopAt(game, player, chosen[0], wanted)
        case {"do": "give_up", **rest} if not rest:
            return PlayAction(game, {"concede": player})
        case {"do": "act", "action": dict(action), **rest} if not rest:
            refuse_others(snapshot)
            _check(snapshot, read_action(action))
            return PlayAction(game, action)
        case {"do": "confirm", **rest} if not rest:
            refuse_others(snapshot)
            if snapshot.asks not in _ONE_KEY:
                raise _refused("wrong_phase")
            return Confirm(game)
        case {"do": "end_turn", **rest} if not rest:
            refuse_others(snapshot)
            return FinishTurn(game)
        case {"do": "pass_turn", **rest} if not rest:
            refuse_others(snapshot)
            return PassForTurn(game, player)
        case {"do": "found", "card": str(card), **rest} if not rest:
            refuse_others(snapshot)
            return FoundCard(game, card)
    raise rule_error("no_decision", [Sentence(NO_DECISION)])


def _refused(code: str) -> RuleError:
    return rule_error(code, [Sentence(words.REASONS[code])])


def _check(snapshot: FabulaSnapshot, action: Action) -> None:
    """Refuse what only both may do, what is not asked now, and cards that the seat may not touch.

    The rules alone do not: at the table both players share one screen.
    """
    duel, seat = Duel(snapshot.position), snapshot.decider
    shows = set(getattr(action, "shows", {}))
    touched: tuple[Id, ...] = ()
    match action:
        case Play(card):
            touched = (card,)
        case Activate(card) | Attach(card):
            if duel.controller(card) != seat:
                raise rule_error("not_yours", [Sentence(_NOT_YOURS_EITHER)])
        case Adjust(changes) if not shows:
            for change in changes:
                if change.player and change.player != snapshot.players[seat]:
                    raise rule_error("not_yours", [Sentence(_NOT_YOURS_EITHER)])
                if change.card and duel.zone(change.card) in ("hand", "deck", None):
                    raise _refused("unknown_card")
        case Discard(cards):
            touched = cards
        case _ if type(action) not in _ANSWERS:
            raise rule_error("no_decision", [Sentence(NO_DECISION)])
    if any(duel.owner(id_) != seat for id_ in touched) or shows - set(touched):
        raise rule_error("not_yours", [Sentence(_NOT_YOURS_EITHER)])
    if _ANSWERS.get(type(action), snapshot.asks) != snapshot.asks:
        raise _refused("wrong_phase")


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


def _card(duel: Duel, id_: Id, name: str, ways: list[dict[str, Any]], tr: Translations) -> dict[str, Any]:
    """Return the present state of a card: numbers, notes, and what can be done with it."""
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
        notes.append(tr.gettext("Tapped: {n} to restore it.").format(n=values.restoration_cost(duel, id_)))
    return {
        "face": name,
        "numbers": _numbers(numbers, tr),
        "tapped": bool(thing and thing.tapped),
        "note": ", ".join(notes),
        "under": under,
        "ways": ways,
        "zone": duel.zone(id_),
        "damage": thing.damage if thing else None,
        "controller": duel.controller(id_),
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


def _way(text: str, action: Any, targets: Any, key: str = "targets") -> dict[str, Any]:
    return {"text": text, "action": action, "steps": list(targets), "key": key}


def _ability(duel: Duel, card: Id, number: int, tr: Translations) -> dict[str, Any]:
    ability = duel.card(card).abilities[number]
    text = tr.gettext("Use it for {n}").format(n=ability.cost.resources if ability.cost else 0)
    found = playable.steps(duel, ability, duel.controller(card), card)
    return _way(text, {"activate": card, "ability": number}, found)


def _ways(
    snapshot: FabulaSnapshot, duel: Duel, tr: Translations
) -> Iterator[tuple[Id, list[dict[str, Any]]]]:
    """Yield what the deciding player can do with each card in play."""
    ways: dict[Id, dict[int, dict[str, Any]]] = {}
    hosts: dict[Id, list[Id]] = {}
    for action in possible.legal(snapshot.position):
        match action:
            case Activate(card, number):
                if number not in ways.setdefault(card, {}):
                    ways[card][number] = _ability(duel, card, number, tr)
            case Attach(card, host):
                hosts.setdefault(card, []).append(host)
    for card, found in hosts.items():
        text = tr.gettext("Attach it for {n}").format(n=duel.card(card).attach_cost)
        ways.setdefault(card, {})[-1] = _way(text, {"attach": card}, [found], "to")
    yield from ((card, list(of_card.values())) for card, of_card in ways.items())


def _key(tr: Translations, text: str, **message: Any) -> dict[str, Any] | None:
    return {"text": tr.gettext(text), "message": message} if text else None


def _open(snapshot: FabulaSnapshot, duel: Duel, tr: Translations) -> dict[str, Any]:
    """Return the open decision as far as everybody may see it.

    `kind` is how it is made: `pairs` of sources and goals, `pick` of cards, or `aim` at targets.
    `none` is the key with nothing chosen, `some` the text of the key with something; `more` are further keys
    and ways.
    """
    asks, seen = snapshot.asks, snapshot.seen
    nothing, some = playable.KEYS.get(asks, ("", ""))
    found: dict[str, Any] = {"kind": "", "none": None, "some": tr.gettext(some) if some else "", "more": []}
    found["hint"] = tr.gettext(_HINTS[asks]) if asks in _HINTS else ""
    if snapshot.over:
        return found
    if asks in _ONE_KEY:
        found["none"] = _key(tr, nothing, do="confirm")
    if asks == "mulligan":
        found["none"] = _key(tr, nothing, do="act", action={"mulligan": []})
    if seen.turn_over:
        found["none"] = _key(tr, N_("Yes, it is over"), do="end_turn")
    elif seen.choices:
        found["more"] = [_offer(snapshot, duel, offer, tr) for offer in seen.choices]
        return found | {"none": None}
    elif seen.laid and (way := _laid(snapshot, duel)):
        return found | {"kind": "aim", "way": way, "none": None}
    if asks == "answer":
        found["more"].append(_key(tr, N_("No more this turn"), do="pass_turn"))
    elif asks == "act" and not seen.turn_over:
        found["more"].append(_key(tr, N_("End the turn"), do="end_turn"))
    match asks:
        case "restore":
            cards = possible.restorable(duel)
            return found | {"kind": "pick", "what": asks, "cards": cards}
        case "attack" | "influence" | "block" | "defend":
            held = dict(seen.held.get(asks, {})) if seen.held else {}
            sources, goals = _pairs(duel, asks)
            if seen.tapped and not held:
                if asks == "attack":
                    found["none"] = _key(tr, N_("They influence"), do="confirm")
                found["more"] += [
                    _way(_label(duel, goal, tr), {asks: dict.fromkeys(seen.tapped, goal)}, [])
                    for goal in goals
                ]
            return found | {
                "kind": "pairs", "what": asks, "sources": sources, "goals": goals, "pairs": held,
            }  # fmt: skip
        case "order":
            blocks = {one: list(by) for one, by in duel.combat.blocks.items()}
            several = [one for by in blocks.values() if len(by) > 1 for one in by]
            return found | {"kind": "pick", "what": asks, "cards": several, "blocks": blocks}
        case "choose":
            item = duel.item(snapshot.position.due[0].item)
            if item:
                targets = playable.steps(duel, duel.text(item), item.controller, item.source)
                return found | {"kind": "aim", "way": _way("", {}, targets, "choose")}
    return found


def _pairs(duel: Duel, asks: str) -> tuple[list[Id], list[Id]]:
    """Return who may be declared and at what."""
    match asks:
        case "attack":
            return possible.attackers(duel), possible.attackable(duel)
        case "influence":
            return possible.influencers(duel), possible.attackable(duel)
        case "block":
            return possible.blockers(duel), possible.blockable(duel)
    return possible.blockers(duel), list(dict.fromkeys(duel.combat.influences.values()))


def _offer(snapshot: FabulaSnapshot, duel: Duel, offer: Mapping[str, Any], tr: Translations) -> Any:
    """Return the way or key of an action that may explain what the camera saw."""
    if "next" in offer:
        return _key(tr, N_("Play a card") if snapshot.asks == "restore" else N_("Attack"), do="confirm")
    about = str(offer.get("to") or offer.get("activate") or (offer.get("restore") or [""])[-1])
    if "activate" in offer:
        way = _ability(duel, about, offer["ability"], tr)
        way["text"] = f"{_label(duel, about, tr)}: {way['text']}"
        return way | ({"action": dict(offer), "steps": []} if "targets" in offer else {})
    return _way(_label(duel, about, tr), dict(offer), [])


def _laid(snapshot: FabulaSnapshot, duel: Duel) -> dict[str, Any] | None:
    """Return the way of a card that the camera saw and whose targets are missing."""
    name, hand = snapshot.seen.laid, duel.sides[snapshot.decider].hand
    card = next((id_ for id_ in hand if duel.names.get(id_) == name), None)
    hidden = next((id_ for id_ in hand if id_ not in duel.names), None)
    id_ = card or hidden
    if id_ is None:
        return None
    action = {"play": id_, **({} if card else {"shows": {id_: name}})}
    return _way("", action, playable.steps(duel, duel.cards[name], snapshot.decider, id_))


def _in_hand(
    snapshot: FabulaSnapshot, held: tuple[Id, str, int], hidden: list[Id], asked: bool, tr: Translations
) -> dict[str, Any]:
    """Return a card of the hand with the way to play it, or why it cannot be played."""
    id_, name, n = held
    card, position = snapshot.position.cards[name], snapshot.position
    played, shows = (id_, {}) if id_ else (hidden[0], {"shows": {hidden[0]: name}})
    why = playable.why_not(snapshot, card) if asked else words.REASONS["not_your_decision"]
    ways = []
    if not why:
        text = tr.gettext("Play it for {n}").format(n=card.cost)
        found = playable.steps(Duel(position), card, snapshot.decider, played)
        ways = [_way(text, {"play": played, **shows}, found)]
    return {"id": id_, "n": n, "face": name, "why": tr.gettext(why) if why else "", "ways": ways}


def _pick(snapshot: FabulaSnapshot, tr: Translations) -> dict[str, Any] | None:
    """Return which cards of the hand are to be chosen now: to exchange any, to discard exactly `least`."""
    if snapshot.asks not in ("mulligan", "discard"):
        return None
    text = tr.gettext(playable.KEYS[snapshot.asks][1])
    if snapshot.asks == "mulligan":
        size = len(snapshot.position.sides[snapshot.decider].hand)
        hint = tr.gettext("Touch the cards that you put back.")
        return {"what": "mulligan", "least": 1, "most": size, "text": text, "hint": hint}
    n = playable.discards(snapshot)
    hint = tr.gettext("Touch cards of your hand: {n}.").format(n=n)
    return {"what": "discard", "least": n, "most": n, "text": text, "hint": hint}


def _result(snapshot: FabulaSnapshot, tr: Translations) -> str:
    result = snapshot.position.result
    if not result:
        return ""
    winner = snapshot.players[result.winner]
    return Sentence(words.ENDS[result.reason], {"player": winner}).say(tr)


SEAT = SeatForm(public=public, secret=secret, decide=decide, secret_bytes=_secret_bytes)
