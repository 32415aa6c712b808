"""Playing cards, abilities, attaching; the stack and the priority (FB-104 to FB-116) [B16]."""

from collections.abc import Iterable, Mapping

from companion.games.base import N_
from companion.games.fabula import targets, turns
from companion.games.fabula.actions import Activate, Attach, Choose, Discard, Play, Restore
from companion.games.fabula.card_names import named
from companion.games.fabula.cards import Ability
from companion.games.fabula.decisions import require, require_phase
from companion.games.fabula.duel import Duel
from companion.games.fabula.effects import carry_out, put_on, settle_in
from companion.games.fabula.harm import deal
from companion.games.fabula.position import Id, Item, Permanent, Player
from companion.games.fabula.refusal import refused
from companion.games.fabula.values import fits, holds, restoration_cost


def show(duel: Duel, shows: Mapping[Id, str]) -> None:
    """Record newly revealed cards.

    Raises RuleError `unknown_card` for an unknown id or name, `bad_target` if another name is known.
    """
    for id_, name in shows.items():
        duel.known(id_)
        if name not in duel.cards:
            pattern = N_("There is no card called {name}; expected one of the cards of this duel.")
            raise refused("unknown_card", pattern, id_, name=name)
        if duel.names.get(id_, name) != name:
            pattern = N_("This card is {known} already, not {name}.")
            names = {"known": duel.called(id_), "name": named(name, duel.cards[name])}
            raise refused("bad_target", pattern, id_, **names)
    duel.names = {**duel.names, **shows}


def play(duel: Duel, action: Play) -> None:
    """Pay for a card of the hand and put it on the stack (FB-046, FB-104, FB-109)."""
    id_ = duel.known(action.play)
    player = duel.owner(id_)
    require(duel, player)
    if duel.zone(id_) != "hand":
        pattern = N_("{id} is not in the hand.")
        raise refused("not_in_hand", pattern, id_, id=duel.called(id_))
    show(duel, action.shows)
    if id_ not in duel.names:
        raise refused("unknown_card", N_("Nobody has named this card yet; name it."), id_)
    card = duel.card(id_)
    if card.type != "manoeuvre":
        _require_own_action(duel, player)
    targets.check(duel, card, action.targets, player, id_)
    if not holds(duel, card.only_if, player, id_):
        pattern = N_("The condition of {id} is not met.")
        raise refused("bad_target", pattern, id_, id=duel.called(id_))
    duel.pay(player, card.cost)
    hand = duel.sides[player].hand
    duel.side(player, hand=tuple(other for other in hand if other != id_))
    duel.happened("played", id_, player)
    _push(duel, Item(id_, id_, player, targets=action.targets))


def _require_own_action(duel: Duel, player: Player) -> None:
    require_phase(duel, "action")
    if duel.turn != player:
        pattern = N_("Expected the own action phase of {player}, found that of the other player.")
        raise refused("wrong_phase", pattern, player=duel.sides[player].name)


def activate(duel: Duel, action: Activate) -> None:
    """Pay for an ability and put it on the stack; allies' in the own action phase only (FB-107)."""
    id_ = duel.known(action.activate)
    player = duel.controller(id_)
    require(duel, player)
    thing = duel.thing(id_)
    abilities = duel.card(id_).abilities
    if thing is None or not 0 <= action.ability < len(abilities):
        pattern = N_("{id} has no ability number {ability} in play.")
        raise refused("bad_target", pattern, id_, id=duel.called(id_), ability=action.ability + 1)
    ability = abilities[action.ability]
    cost = ability.cost
    if cost is None:
        raise refused("bad_target", N_("This ability of {id} cannot be activated."), id_, id=duel.called(id_))
    if duel.ally(id_) or ability.timing == "action":
        _require_own_action(duel, player)
    if isinstance(thing, Permanent) and thing.preparing:
        pattern = N_("{id} is preparing; it may do this from the next turn on.")
        raise refused("preparing", pattern, id_, id=duel.called(id_))
    if cost.tap and thing.tapped:
        raise refused("tapped", N_("{id} is turned; this ability turns it."), id_, id=duel.called(id_))
    if ability.once and action.ability in thing.used:
        raise refused("wrong_phase", N_("{id} did this in this turn already."), id_, id=duel.called(id_))
    targets.check(duel, ability, action.targets, player, id_)
    if not holds(duel, ability.only_if, player, id_):
        raise refused("bad_target", N_("The condition of {id} is not met."), id_, id=duel.called(id_))
    duel.pay(player, cost.resources)
    duel.set(id_, used=thing.used | {action.ability})
    name = duel.names[id_]
    item = Item(f"{id_}#{duel.number()}", id_, player, action.ability, action.targets, name=name)
    if cost.tap:
        duel.tap(id_)
    deal(duel, id_, cost.damage)
    if cost.sacrifice and id_ in duel.battle:
        duel.die(id_)
    _push(duel, item)


def _push(duel: Duel, item: Item) -> None:
    """Put an item on the stack; its controller keeps priority."""
    duel.stack.append(item)
    duel.priority, duel.passes = item.controller, 0
    turns.settle(duel)


def attach(duel: Duel, action: Attach) -> None:
    """Attach a modification to a host for its cost (FB-114, FB-116) [B17] [B18]."""
    id_, host = duel.known(action.attach), duel.known(action.to)
    player = duel.controller(id_)
    require(duel, player)
    permanent = duel.battle.get(id_)
    if permanent is None or duel.card(id_).type != "modification":
        pattern = N_("{id} is no modification in the battle zone.")
        raise refused("bad_target", pattern, id_, id=duel.called(id_))
    if duel.options.attach_timing == "own_action":
        _require_own_action(duel, player)
    hosts = duel.card(id_).hosts
    if host in (id_, permanent.host) or hosts is None or not fits(duel, hosts, host, player, id_):
        pattern = N_("{id} cannot be attached to {host}.")
        raise refused("bad_target", pattern, id_, host, id=duel.called(id_), host=duel.called(host))
    duel.pay(player, duel.card(id_).attach_cost)
    put_on(duel, id_, host)
    duel.priority, duel.passes = player, 0
    turns.settle(duel)


def restore(duel: Duel, action: Restore) -> None:
    """Untap cards of the player whose turn it is for their cost (FB-043 to FB-045) [B07]."""
    require_phase(duel, "restoration")
    for id_ in action.restore:
        thing = duel.thing(duel.known(id_))
        if thing is None or not thing.tapped or thing.controller != duel.turn:
            pattern = N_("{id} is no turned card of {player} in play.")
            player = duel.sides[duel.turn].name
            raise refused("cannot_restore", pattern, id_, id=duel.called(id_), player=player)
        duel.set(id_, tapped=False)
    duel.pay(duel.turn, sum(restoration_cost(duel, id_) for id_ in action.restore))


def discard(duel: Duel, action: Discard) -> None:
    """Discard cards from the hand, at most the number that is due (FB-049)."""
    due = duel.due[0] if duel.due else None
    player, most = duel.turn, turns.too_many_cards(duel)
    if due:
        player, most = due.player, due.n
    else:
        require_phase(duel, "end")
    _check_hand(duel, player, action.discard)
    if len(action.discard) > most:
        pattern = N_("Cards that {player} discards now: expected at most {most}, found {found}.")
        name = duel.sides[player].name
        raise refused("too_many", pattern, player=name, most=most, found=len(action.discard))
    show(duel, action.shows)
    for id_ in action.discard:
        duel.move(id_, "discard")
    if due:
        rest = due._replace(n=due.n - len(action.discard))
        duel.due[:1] = [rest] if rest.n else []


def _check_hand(duel: Duel, player: Player, cards: Iterable[Id]) -> None:
    left = list(duel.sides[player].hand)
    for id_ in cards:
        if duel.owner(duel.known(id_)) != player:
            pattern = N_("{id} is on the other side.")
            raise refused("not_your_decision", pattern, id_, id=duel.called(id_))
        if id_ not in left:
            pattern = N_("{id} is not in the hand.")
            raise refused("not_in_hand", pattern, id_, id=duel.called(id_))
        left.remove(id_)


def choose(duel: Duel, action: Choose) -> None:
    """Set the targets of the triggered ability that waits for them."""
    due = duel.due[0] if duel.due else None
    item = duel.item(due.item) if due and due.what == "choose" else None
    if due is None or item is None:
        raise refused("wrong_phase", N_("There is nothing to choose now."))
    targets.check(duel, duel.text(item), action.choose, item.controller, item.source)
    index = duel.stack.index(item)
    duel.stack[index] = item._replace(targets=action.choose)
    duel.due.pop(0)


def pass_priority(duel: Duel) -> None:
    """Pass the priority; two passes in a row resolve the top of the stack or end the phase."""
    if not duel.stack and duel.priority == duel.turn:
        turns.check_hand(duel)
    if duel.passes == 0:
        duel.passes, duel.priority = 1, 1 - duel.priority
    elif duel.stack:
        resolve(duel)
    else:
        turns.end_phase(duel)


def next_phase(duel: Duel) -> None:
    """Resolve the whole stack and end the phase; stop early if a decision is due."""
    while duel.stack and not duel.due and not duel.result:
        resolve(duel)
    if not duel.due and not duel.result:
        turns.end_phase(duel)


def resolve(duel: Duel) -> None:
    """Resolve the top of the stack (FB-110, FB-111)."""
    item = duel.stack.pop()
    text = duel.text(item)
    if isinstance(text, Ability) or text.type == "manoeuvre":
        carry_out(duel, item)
        if item.ability is None:
            _discard_manoeuvre(duel, item.id)
    else:
        duel.enter(item.id, item.controller, preparing=text.type == "ally")
        settle_in(duel, item.id)
    duel.priority, duel.passes = duel.turn, 0
    turns.settle(duel)


def _discard_manoeuvre(duel: Duel, id_: Id) -> None:
    """Put a used manoeuvre on its owner's discard, unless its text moved it (FB-109)."""
    if duel.zone(id_) is None:
        side = duel.sides[duel.owner(id_)]
        duel.side(duel.owner(id_), discard=(*side.discard, id_))
