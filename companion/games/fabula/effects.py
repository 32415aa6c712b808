"""Effects of the effect language, one function for each kind."""

from collections.abc import Callable, Iterator, Mapping

from companion.games.fabula import harm
from companion.games.fabula.cards import Ability, CardDefinition, CardEffect, Deed, Who
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Base, CardChange, Due, Id, Item, Permanent, Player
from companion.games.fabula.targets import second_copy
from companion.games.fabula.values import fits, fitting, has, holds


def carry_out(duel: Duel, item: Item) -> None:
    """Carry out all effects of a card or ability; targets that no longer fit are skipped."""
    text = duel.text(item)
    if not holds(duel, text.only_if, item.controller, item.source):
        return
    item = item._replace(targets=tuple(_still(duel, text, item)))
    if text.targets and not any(item.targets):
        return
    for effect in text.effects:
        if effect.do in FOR_PLAYERS:
            for player in _players(effect, item):
                FOR_PLAYERS[effect.do](duel, effect, item, player)
        else:
            for id_ in _cards(duel, effect, item):
                FOR_CARDS[effect.do](duel, effect, item, id_)


def _still(duel: Duel, text: Ability | CardDefinition, item: Item) -> Iterator[Id]:
    for selector, id_ in zip(text.targets, item.targets, strict=False):
        yield id_ if fits(duel, selector, id_, item.controller, item.source) else ""


def _players(effect: CardEffect, item: Item) -> tuple[Player, ...]:
    you = item.controller
    match effect.on:
        case "opponent":
            return (1 - you,)
        case "both":
            return (you, 1 - you)
    return (you,)


def _cards(duel: Duel, effect: CardEffect, item: Item) -> list[Id]:
    if effect.on is None or isinstance(effect.on, str):
        found = party(duel, effect.on or "target", item)
        return [found] if found else []
    return list(fitting(duel, effect.on, item.controller, item.source))


def party(duel: Duel, who: Who, item: Item) -> Id:
    """Return the card that a party of an effect stands for; "" if there is none any more."""
    match who:
        case "self":
            return item.source
        case "host":
            permanent = duel.battle.get(item.source)
            return permanent.host if permanent else ""
        case "event":
            return item.event
        case "target" | "target2":
            index = 0 if who == "target" else 1
            return item.targets[index] if index < len(item.targets) else ""
    return ""


def amount(duel: Duel, effect: CardEffect, item: Item) -> int:
    """Return `n`, multiplied by the number of cards that fit `per` if the effect has one."""
    if effect.per is None:
        return effect.n
    return effect.n * sum(1 for _ in fitting(duel, effect.per, item.controller, item.source))


def _draw(duel: Duel, effect: CardEffect, item: Item, player: Player) -> None:
    duel.draw(player, amount(duel, effect, item))  # may draw fewer: no loss [B03]


def _discard(duel: Duel, effect: CardEffect, item: Item, player: Player) -> None:
    hand, n = duel.sides[player].hand, amount(duel, effect, item)
    if len(hand) <= n:
        for id_ in hand:
            duel.move(id_, "discard")
    elif n:
        duel.owe(Due(player, "discard", n))


def _resources(duel: Duel, effect: CardEffect, item: Item, player: Player) -> None:
    duel.side(player, resources=duel.sides[player].resources + amount(duel, effect, item))


def _cap(duel: Duel, effect: CardEffect, item: Item, player: Player) -> None:
    duel.side(player, cap_bonus=duel.sides[player].cap_bonus + amount(duel, effect, item))


def _token(duel: Duel, effect: CardEffect, item: Item, player: Player) -> None:
    for _ in range(amount(duel, effect, item)):
        if second_copy(duel, effect, player):
            return
        id_ = f"{duel.sides[player].name}/t{duel.number()}"
        duel.names = {**duel.names, id_: effect.token}
        duel.enter(id_, player, preparing=duel.cards[effect.token].type == "ally")
        settle_in(duel, id_)


def _search(duel: Duel, effect: CardEffect, item: Item, player: Player) -> None:
    seen = duel.sides[player].deck[: effect.look]
    assert effect.find
    found = next(
        (id_ for id_ in seen if id_ in duel.names and fits(duel, effect.find, id_, player, item.source)),
        None,
    )
    for id_ in seen:
        if id_ != found:
            duel.move(id_, "deck_bottom")
    if found:
        _put(duel, found, effect, player)


def _put(duel: Duel, id_: Id, effect: CardEffect, player: Player) -> None:
    """Move a card to the zone `effect.to`."""
    if effect.to != "battle":
        duel.move(id_, effect.to)
        return
    side = duel.sides[duel.owner(id_)]
    if duel.card(id_).type not in ("ally", "modification") or id_ in duel.battle:
        return
    duel.side(
        duel.owner(id_),
        discard=tuple(other for other in side.discard if other != id_),
        deck=tuple(other for other in side.deck if other != id_),
        hand=tuple(other for other in side.hand if other != id_),
    )
    duel.enter(id_, player, preparing=duel.card(id_).type == "ally")
    settle_in(duel, id_)


def settle_in(duel: Duel, id_: Id) -> None:
    """End the preparation of an ally that has entered if it is swift."""
    if has(duel, id_, "swift"):
        duel.set(id_, preparing=False)


def _damage(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    harm.deal(duel, id_, amount(duel, effect, item))


def _heal(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    if thing := duel.thing(id_):
        duel.set(id_, damage=max(0, thing.damage - amount(duel, effect, item)))


def _destroy(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    harm.destroy(duel, id_)


def _banish(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    if duel.zone(id_) not in (None, "territory"):
        duel.move(id_, "banished")


def _return(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    if duel.zone(id_) in ("battle", "discard", "stack"):  # banished cards never return (FB-132)
        _put(duel, id_, effect, item.controller)


def _tap(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    duel.tap(id_)


def _restore(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    if duel.thing(id_):
        duel.set(id_, tapped=False)


def _change(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    _alter(
        duel,
        id_,
        CardChange(effect.offence, effect.life, effect.influence, keyword=effect.keyword, until=effect.until),
    )
    if id_ in duel.battle and effect.keyword == "swift":
        settle_in(duel, id_)


def _prevent(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    _alter(duel, id_, CardChange(prevent=amount(duel, effect, item), until=effect.until))


def _alter(duel: Duel, id_: Id, change: CardChange) -> None:
    if thing := duel.thing(id_):
        duel.set(id_, changes=(*thing.changes, change))


def _move_damage(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    source, target = duel.thing(party(duel, effect.source, item)), duel.thing(id_)
    if source and target and source.id != target.id:
        n = min(amount(duel, effect, item), source.damage)
        duel.set(source.id, damage=source.damage - n)
        duel.set(target.id, damage=target.damage + n)


def _counter(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    countered = duel.item(id_)
    if countered and countered.ability is None:
        duel.move(id_, "discard")
    elif countered:
        duel.stack.remove(countered)


def _control(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    thing: Permanent | Base | None = duel.battle.get(id_)
    if isinstance(thing, Permanent) and thing.controller != item.controller:
        back = thing.controller if effect.until == "turn" else None
        permanent = thing._replace(controller=item.controller, back_to=back)
        attacks = {ally: base for ally, base in duel.combat.attacks.items() if ally != id_}
        duel.combat = duel.combat._replace(attacks=attacks)
        duel.battle[id_] = permanent


def _attach(duel: Duel, effect: CardEffect, item: Item, id_: Id) -> None:
    modification = duel.battle.get(party(duel, effect.source, item))
    if modification is None or not duel.thing(id_) or duel.card(modification.id).type != "modification":
        return
    hosts = duel.card(modification.id).hosts
    if hosts and fits(duel, hosts, id_, modification.controller, modification.id):
        put_on(duel, modification.id, id_)


def put_on(duel: Duel, modification: Id, host: Id) -> None:
    """Attach a modification to a host, away from its old one (FB-116)."""
    duel.set(modification, host=host)
    duel.happened("attached", modification, duel.battle[modification].controller)


FOR_PLAYERS: Mapping[Deed, Callable[[Duel, CardEffect, Item, Player], None]] = {
    "draw": _draw, "discard": _discard, "resources": _resources, "cap": _cap, "token": _token,
    "search": _search,
}  # fmt: skip
"""Effects on players."""

FOR_CARDS: Mapping[Deed, Callable[[Duel, CardEffect, Item, Id], None]] = {
    "damage": _damage, "heal": _heal, "destroy": _destroy, "banish": _banish, "return": _return,
    "tap": _tap, "restore": _restore, "change": _change, "prevent": _prevent,
    "move_damage": _move_damage, "counter": _counter, "control": _control, "attach": _attach,
}  # fmt: skip
"""Effects on cards."""
