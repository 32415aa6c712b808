"""Decisions of a duel: the actions that are open to the player who decides.

Cards in play are touched by their ids. A card of the hand is begun by the key "play ID", or "play =NAME" if
its player holds the cards; an ability by "use ID NUMBER", a modification by "attach ID".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from companion.games.base import N_, Sentence
from companion.games.fabula import keys, possible, values
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.actions import Action, Activate, Attach
from companion.games.fabula.cards import Ability, CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.session.fabula import playable, words
from companion.session.fabula.decisions import PLAYING, Asks
from companion.session.fabula.explanations import NEXT, DuelReading, Written
from companion.session.fabula.stop_settings import STOPS, Stop, Wishes
from companion.session.view import PRESS, Decision, Label, Pairs, Path, Picks, Steps, Thing, Way

Offer = tuple[Decision, Callable[[Way], Action]]
"""A decision, and the action that an answer means."""
DECLARED: tuple[Asks, ...] = ("attack", "influence", "block", "defend")
PASSABLE: tuple[Asks, ...] = ("mulligan", "restore", "act", "answer", *DECLARED, "order", "fight", "end")
"""Decisions for which doing nothing is an answer."""
TURN_OVER = Decision("end_turn", Sentence(N_("Yes, it is over")), PRESS,
                     note=Sentence(N_("The other side has its turn.")), default=())  # fmt: skip
_NO_MORE = N_("You play no more cards, and the other side has its turn.")
END_TURN = Decision("end_turn", Sentence(keys.AFTER_CARDS["end"]), PRESS, note=Sentence(_NO_MORE))
PASS_TURN = Decision("pass_turn", Sentence(N_("No more this turn")), PRESS)
NOT_FOUND = Decision("nothing", Sentence(N_("Nothing")), PRESS)
_CHOOSE = N_("Choose a target.")
_GOALS: Mapping[Asks, str] = {
    "attack": N_("Touch the base that they attack."),
    "influence": N_("Touch the base that they influence."),
    "block": N_("Touch the attacker that they block."),
    "defend": N_("Touch the base that they defend."),
}
"""Questions about allies that the camera saw tapped."""
_THEN = N_("Touch one of yours, then where it goes.")
_DECLARATIONS: Mapping[Asks, tuple[str, str, str]] = {
    "attack": (
        keys.CHOSEN["attack"],
        N_("No attack"),
        N_("Your allies attack as chosen; without a choice, none attacks."),
    ),
    "block": (
        keys.CHOSEN["block"],
        N_("No block"),
        N_("Your allies block as chosen; without a choice, none blocks."),
    ),
    "influence": (
        keys.CHOSEN["influence"],
        N_("No influence"),
        N_("Your allies influence as chosen; without a choice, none does."),
    ),
    "defend": (
        keys.CHOSEN["defend"],
        N_("No defence"),
        N_("Your allies defend as chosen; without a choice, none does."),
    ),
}
"""By declaration, the key with and without a choice, and what it does."""
_AFTER_CARDS: Mapping[str, tuple[str, str]] = {
    "attack": (keys.AFTER_CARDS["attack"], N_("You play no more cards; then your allies attack.")),
    "influence": (keys.AFTER_CARDS["influence"], N_("You play no more cards; then your allies influence.")),
    "end": (keys.AFTER_CARDS["end"], _NO_MORE),
}
_PASSES: Mapping[Asks, tuple[str, str]] = {
    "mulligan": (N_("Keep all"), N_("The chosen cards go under your deck, and you draw as many.")),
    "restore": (N_("To the cards"), N_("Pays for the chosen cards; they can be used again.")),
    "answer": (N_("Let it be"), N_("You do not answer, and it happens.")),
    "order": (N_("Keep the order"), N_("Your ally fights the blockers in the order of their blocks.")),
    "fight": (N_("Go on"), N_("You play nothing more, and it counts now.")),
    "end": (N_("End the turn"), N_("The other side has its turn.")),
    **{asks: (none, note) for asks, (_, none, note) in _DECLARATIONS.items()},
}
"""Key of who does nothing, and what it does, by decision."""


class Asking(NamedTuple):
    """The open decision as a seat sees it, or everybody with None.

    `names`: the hand of who decides is named by its player, from the `unseen` cards of the deck list. `lies`:
    cards lie on a table.
    """

    position: Position
    asks: Asks
    decider: Player
    seat: Player | None
    names: bool
    unseen: Mapping[str, int]
    seen: DuelReading

    @property
    def duel(self) -> Duel:
        """The state of the duel."""
        return Duel(self.position)

    @property
    def hand(self) -> Sequence[Id]:
        """Cards in the hand of who decides."""
        return self.position.sides[self.decider].hand

    @property
    def hidden(self) -> list[Id]:
        """Cards of the hand whose names are not known."""
        return [id_ for id_ in self.hand if id_ not in self.position.names]


def offers(of: Asking) -> Iterator[Offer]:
    """Yield the actions that who decides may choose, the main one first."""
    if of.seen.laid and (laid := _laid(of)):
        yield laid
        return
    if of.seen.choices:
        yield from _seen_choices(of)
        return
    yield from _answers(of)
    yield from _cards(of)
    yield from _in_play(of)


def passing(of: Asking) -> Decision | None:
    """Return the key of who does nothing; None if something must be decided."""
    if NEXT in of.seen.choices:
        return Decision("pass", Sentence(N_("Play a card") if of.asks == "restore" else N_("Attack")), PRESS)
    if of.asks not in PASSABLE or of.seen.choices or of.seen.laid or of.seen.turn_over:
        return None
    text, note = _AFTER_CARDS[keys.after_cards(of.position)] if of.asks == "act" else _PASSES[of.asks]
    if of.asks == "attack" and of.seen.tapped and not of.seen.held:
        text, note = N_("They influence"), N_("The turned allies do not attack, but influence a base.")
    return Decision("pass", Sentence(text), PRESS, note=Sentence(note), default=())


def centre(
    position: Position, player: str, bases: Mapping[Id, str], several: bool, laid: Sequence[Id] = ()
) -> Decision:
    """Return the choice of a player's centre; equal bases are one. `several`: the id names the player.

    `laid`: the bases that lie already, the centre first; another one may still be chosen.
    """
    first: dict[str, Id] = {}
    for id_, name in bases.items():
        if id_.rpartition("/")[0] == player and name not in [bases[one] for one in laid[:1]]:
            first.setdefault(name, id_)
    labels = tuple(Label(words.named(name, position.cards[name])) for name in first)
    text = Sentence(N_("{player}: which base is your centre?"), {"player": player})
    form = Path(tuple((id_,) for id_ in first.values()), labels)
    return Decision(f"bases {player}" if several else "bases", text, form, aside=bool(laid))


def found(cards: Sequence[tuple[str, CardDefinition]]) -> Decision:
    """Return the choice of the card that a search in a deck has found."""
    labels = tuple(Label(words.named(name, card)) for name, card in cards)
    text = Sentence(N_("Which card was found?"))
    return Decision("found", text, Path(tuple((f"={name}",) for name, _ in cards), labels))


def stops(wishes: Wishes) -> Iterator[tuple[Stop, Decision]]:
    """Yield for each stop setting the decision that turns it on or off."""
    for stop, text in STOPS.items():
        pattern = N_("Do not ask: {when}") if stop in wishes.stops else N_("Ask me: {when}")
        yield stop, Decision(f"stop {stop}", Sentence(pattern, {"when": Sentence(text)}), PRESS, aside=True)


def name_of(position: Position, thing: Thing) -> Sentence:
    """Return the name of a card, with a number if others that are seen have the same one."""
    duel, id_ = Duel(position), str(thing)
    piles = (id_ for side in position.sides for id_ in (*side.discard, *side.banished, *side.hand))
    there = [*duel.bases, *duel.battle, *(item.id for item in position.stack), *piles]
    if id_ not in there:
        return Sentence("{thing}", {"thing": id_})
    name = duel.called(id_)
    alike = [one for one in there if duel.called(one) == name]
    if len(alike) == 1:
        return name
    return Sentence(N_("{card}, number {n}"), {"card": name, "n": alike.index(id_) + 1})


def _answers(of: Asking) -> Iterator[Offer]:
    """Yield the answers to the open decision."""
    asks, duel = of.asks, of.duel
    match asks:
        case "mulligan" | "discard":
            yield from _from_hand(of)
        case "restore":
            things = tuple(possible.restorable(duel))
            costs = tuple(values.restoration_cost(duel, id_) for id_ in things)
            budget = of.position.sides[of.decider].resources
            if any(cost <= budget for cost in costs):
                form = Picks(things, 1, len(things), costs, budget)
                note = Sentence(_PASSES["restore"][1])
                text, then = Sentence(keys.CHOSEN["restore"]), Sentence(N_("Touch what you restore."))
                yield Decision("restore", text, form, then, note=note, confirm=True), _written("restore")
        case "attack" | "influence" | "block" | "defend":
            yield from _declarations(of)
        case "order":
            blocks = {one: list(by) for one, by in duel.combat.blocks.items()}
            several = tuple(one for by in blocks.values() if len(by) > 1 for one in by)
            then = Sentence(N_("Touch the blockers in the order of their fights."))
            text, note = (
                Sentence(N_("In this order")),
                Sentence(N_("Your ally fights the blockers in this order.")),
            )
            form = Picks(several, 1, len(several))
            yield (
                Decision("order", text, form, then, note=note, confirm=True),
                lambda way: _order(blocks, way),
            )
        case "choose":
            item = duel.item(of.position.due[0].item)
            if item:
                lists = _lists(duel, duel.text(item), item.controller, item.source)
                yield Decision("choose", Sentence(_CHOOSE), Steps(lists)), _written("choose")


def _declarations(of: Asking) -> Iterator[Offer]:
    """Yield who attacks, blocks or influences what; first for allies that the camera saw tapped."""
    asks, duel = of.asks, of.duel
    sources, goals = _pairs(duel, asks)
    held = dict(of.seen.held.get(asks, {})) if of.seen.held else {}
    if of.seen.tapped and not held:
        seen = of.seen.tapped
        labels = tuple(Label(name_of(of.position, goal)) for goal in goals)
        all_ = Decision("all", Sentence(_GOALS[asks]), Path(tuple((goal,) for goal in goals), labels))
        yield all_, lambda way: read_action({asks: dict.fromkeys(seen, way[0])})
    if sources and goals:
        text, _, note = _DECLARATIONS[asks]
        usual = tuple(thing for pair in held.items() for thing in pair)
        form = Pairs(tuple(sources), tuple(goals), usual)
        decision = Decision(asks, Sentence(text), form, Sentence(_THEN), note=Sentence(note), confirm=True)
        yield decision, lambda way: read_action({asks: dict(zip(way[::2], way[1::2], strict=True))})


def _pairs(duel: Duel, asks: Asks) -> tuple[Sequence[Id], Sequence[Id]]:
    """Return who may be declared, and at what."""
    match asks:
        case "attack":
            return possible.attackers(duel), possible.attackable(duel)
        case "influence":
            return possible.influencers(duel), possible.attackable(duel)
        case "block":
            return possible.blockers(duel), possible.blockable(duel)
    return possible.blockers(duel), list(dict.fromkeys(duel.combat.influences.values()))


def _from_hand(of: Asking) -> Iterator[Offer]:
    """Yield the cards of the hand that are exchanged or discarded."""
    if of.asks == "mulligan":
        if of.seat == of.decider or of.names:
            at = {id_: n for n, id_ in enumerate(of.hand, 1)}
            then = Sentence(N_("Touch the cards that you put back."))
            form = Picks(tuple(of.hand), 1, len(of.hand))
            note = Sentence(_PASSES["mulligan"][1])
            decision = Decision("mulligan", Sentence(N_("Exchange")), form, then, note=note, confirm=True)
            yield decision, lambda way: read_action({"mulligan": [at[str(id_)] for id_ in way]})
        return
    n, text = playable.discards(of), Sentence(N_("Discard"))
    then = Sentence(N_("Touch cards of your hand: {n}."), {"n": n})
    note = Sentence(N_("The chosen cards go to your discard pile."))
    if of.names:
        known = [id_ for id_ in of.hand if id_ not in of.hidden]
        named = [f"={name}/{k}" for name, most in of.unseen.items() for k in range(1, min(n, most) + 1)]
        form = Picks((*known, *(named if of.hidden else ())), n, n)
        yield Decision("discard", text, form, then, note=note, confirm=True), lambda way: _discard(of, way)
    elif of.seat == of.decider:
        decision = Decision("discard", text, Picks(tuple(of.hand), n, n), then, note=note, confirm=True)
        yield decision, _written("discard")


def _discard(of: Asking, way: Way) -> Action:
    """Return the discard of cards, of which some are named."""
    hidden, ids, shows = list(of.hidden), list[Id](), dict[Id, str]()
    for thing in map(str, way):
        if thing.startswith("="):
            ids.append(hidden.pop(0))
            shows[ids[-1]] = thing[1:].rpartition("/")[0]
        else:
            ids.append(thing)
    return read_action({"discard": ids, **({"shows": shows} if shows else {})})


def _cards(of: Asking) -> Iterator[Offer]:
    """Yield the cards that can be played: those of the seat's own hand, or those that its player names."""
    if of.asks not in PLAYING:
        return
    known: list[tuple[Id, str, dict[Id, str]]]
    known = [(id_, of.position.names[id_], {}) for id_ in of.hand if id_ in of.position.names]
    held: list[tuple[Id, str, dict[Id, str]]] = known if of.seat == of.decider or of.names else []
    if of.names and of.hidden:
        held = [*held, *((of.hidden[0], name, {of.hidden[0]: name}) for name in of.unseen)]
    for id_, name, shows in held:
        card = of.position.cards[name]
        if playable.why_not(of, card):
            continue
        key = f"play ={name}" if shows else f"play {id_}"
        lists = _lists(of.duel, card, of.decider, id_)
        named = words.named(name, card) if shows else name_of(of.position, id_)
        said = {"card": named, "n": card.cost}
        text = Sentence(N_("{card}: play it for {n}"), said)
        written = {"play": id_, **({"shows": shows} if shows else {})}
        begun = replace(_begun(key, text, lists), key=Sentence(N_("Play it for {n}"), said))
        yield begun, _written("targets", written)


def _in_play(of: Asking) -> Iterator[Offer]:
    """Yield the abilities that can be used, and the modifications that can be attached."""
    duel, hosts = of.duel, dict[Id, list[Id]]()
    used = dict.fromkeys((one.activate, one.ability) for one in _legal(of) if isinstance(one, Activate))
    for card, number in used:
        yield _ability(of, card, number)
    for one in _legal(of):
        if isinstance(one, Attach):
            hosts.setdefault(one.attach, []).append(one.to)
    for card, fitting in hosts.items():
        said = {"card": name_of(of.position, card), "n": duel.card(card).attach_cost}
        text = Sentence(N_("{card}: attach it for {n}"), said)
        yield _begun(f"attach {card}", text, (tuple(fitting),)), partial(_attached, card)


def _attached(card: Id, way: Way) -> Action:
    return Attach(card, str(way[1]))


def _ability(of: Asking, card: Id, number: int) -> Offer:
    duel = of.duel
    ability = duel.card(card).abilities[number]
    lists = _lists(duel, ability, duel.controller(card), card)
    decision = _begun(f"use {card} {number}", _used(of, card, number), lists)
    return decision, _written("targets", {"activate": card, "ability": number})


def _used(of: Asking, card: Id, number: int) -> Sentence:
    cost = of.duel.card(card).abilities[number].cost
    said = {"card": name_of(of.position, card), "n": cost.resources if cost else 0}
    return Sentence(N_("{card}: use it for {n}"), said)


def _legal(of: Asking) -> Sequence[Action]:
    return possible.legal(of.position)


def _lists(duel: Duel, text: Ability | CardDefinition, player: Player, source: Id) -> tuple[Way, ...]:
    return tuple(map(tuple, playable.steps(duel, text, player, source)))


def _begun(key: str, text: Sentence, lists: Sequence[Way]) -> Decision:
    """Return a decision that a key begins, and whose targets are touched then."""
    return Decision(key, text, Steps(((key,), *lists)), Sentence(_CHOOSE))


def _written(name: str, begun: Mapping[str, Any] | None = None) -> Callable[[Way], Action]:
    """Return what makes an action of the things of an answer; a key that began it is none of them."""

    def made(way: Way) -> Action:
        things = list(way[1:] if begun is not None else way)
        return read_action({**(begun or {}), **({name: things} if things or begun is None else {})})

    return made


def _order(blocks: Mapping[Id, Sequence[Id]], way: Way) -> Action:
    """Return the order of fights; blockers that were not touched come last."""
    order = {
        attacker: sorted(by, key=lambda one: way.index(one) if one in way else len(way))
        for attacker, by in blocks.items()
    }
    return read_action({"order": order})


def _laid(of: Asking) -> Offer | None:
    """Return the card that the camera saw and whose targets are missing."""
    name = of.seen.laid
    known = next((id_ for id_ in of.hand if of.position.names.get(id_) == name), None)
    id_ = known or next(iter(of.hidden), None)
    if id_ is None:
        return None
    lists = _lists(of.duel, of.position.cards[name], of.decider, id_)
    written = {"play": id_, **({} if known else {"shows": {id_: name}})}
    made = _written("targets", written)
    return Decision("laid", Sentence(_CHOOSE), Steps(lists)), lambda way: made(("", *way))


def _seen_choices(of: Asking) -> Iterator[Offer]:
    """Yield the actions that may explain what the camera saw."""
    whole = [offer for offer in of.seen.choices if "next" not in offer and not _needs_targets(offer)]
    for offer in of.seen.choices:
        if _needs_targets(offer):
            yield _ability(of, offer["activate"], offer["ability"])
    if not whole:
        return
    about = [_about(offer) for offer in whole]
    ways: list[Way] = [(one,) if about.count(one) == 1 else (str(n),) for n, one in enumerate(about)]
    labels = tuple(Label(_meaning(of, offer)) for offer in whole)
    decision = Decision("which", Sentence(N_("What do you do?")), Path(tuple(ways), labels))
    yield decision, lambda way: read_action(whole[ways.index(way)])


def _needs_targets(offer: Written) -> bool:
    return "activate" in offer and "targets" not in offer


def _about(offer: Written) -> Thing:
    """Return the card that tells an offer from others: a host, a used or restored card."""
    return str(offer.get("to") or offer.get("activate") or (offer.get("restore") or [""])[-1])


def _meaning(of: Asking, offer: Written) -> Sentence:
    if "activate" in offer:
        return _used(of, offer["activate"], offer["ability"])
    return name_of(of.position, _about(offer))
