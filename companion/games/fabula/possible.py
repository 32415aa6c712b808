"""Legal actions of the player who decides."""

from collections.abc import Iterator
from itertools import permutations

from companion.games.fabula import targets, turns
from companion.games.fabula.actions import (
    Action,
    Activate,
    Attach,
    Attack,
    Block,
    Choose,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Next,
    Order,
    Pass,
    Play,
    Restore,
)
from companion.games.fabula.cards import Keyword
from companion.games.fabula.decisions import decider, must_order
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Declaration, Id, Permanent, Player, Position
from companion.games.fabula.values import fitting, has, holds, restoration_cost


def legal(position: Position) -> list[Action]:
    """Return the legal actions of the player who decides, in a fixed order; none after the end.

    Declarations are listed with none or one ally, restoring and discarding with one card. Larger ones are
    combinations of them: any allies of `attackers` may attack any bases of `attackable`.
    """
    return list(_legal(Duel(position))) if not position.result else []


def _legal(duel: Duel) -> Iterator[Action]:
    player = decider(duel)
    if duel.due:
        yield from _due(duel)
    elif duel.phase == "bases":
        yield Next()
    elif duel.phase == "mulligan":
        yield Mulligan(())
        yield from (Mulligan((n,)) for n in range(1, len(duel.sides[player].hand) + 1))
    elif player != duel.priority:
        yield from _answers(duel)
    else:
        if player == duel.turn:
            yield from _own(duel)
        yield from _cards(duel, player)
        if duel.stack or player != duel.turn or not turns.too_many_cards(duel):
            yield Pass()


def _due(duel: Duel) -> Iterator[Action]:
    due = duel.due[0]
    if due.what == "discard":
        yield from (Discard((id_,)) for id_ in duel.sides[due.player].hand)
    elif item := duel.item(due.item):
        for chosen in targets.choices(duel, duel.text(item).targets, item.controller, item.source):
            yield Choose(chosen)


def _answers(duel: Duel) -> Iterator[Action]:
    """Yield blocks or defences, which are due while the other player has priority."""
    if duel.phase == "offence":
        yield Block({})
        yield from (Block({ally: on}) for ally in blockers(duel) for on in blockable(duel))
    else:
        yield Defend({})
        influenced = dict.fromkeys(duel.combat.influences.values())
        yield from (Defend({ally: base}) for ally in blockers(duel) for base in influenced)


def _own(duel: Duel) -> Iterator[Action]:
    declared = duel.combat.declared
    match duel.phase:
        case "restoration":
            yield from (Restore((id_,)) for id_ in restorable(duel))
        case "offence" if "attack" not in declared:
            yield from (Attack({ally: base}) for ally in attackers(duel) for base in attackable(duel))
        case "offence" if must_order(duel):
            for attacker, order in duel.combat.blocks.items():
                if 1 < len(order) < 5:
                    yield from (Order({attacker: other}) for other in permutations(order))
        case "influence" if "influence" not in declared:
            yield from (Influence({ally: base}) for ally in influencers(duel) for base in attackable(duel))
        case "end" if turns.too_many_cards(duel):
            yield from (Discard((id_,)) for id_ in duel.sides[duel.turn].hand)


def _cards(duel: Duel, player: Player) -> Iterator[Action]:
    """Yield the actions of a player with priority: cards of the hand, abilities, modifications."""
    own_action = duel.turn == player and duel.phase == "action"
    have = duel.sides[player].resources
    for id_ in duel.sides[player].hand:
        card = duel.card(id_)
        if id_ not in duel.names or card.cost > have or not (own_action or card.type == "manoeuvre"):
            continue
        if holds(duel, card.only_if, player, id_) and targets.allows_tokens(duel, card, player):
            yield from (Play(id_, found) for found in targets.choices(duel, card.targets, player, id_))
    for thing in list(duel.in_play()):
        if thing.controller == player:
            yield from _activations(duel, thing.id, player, have, own_action)
            if isinstance(thing, Permanent):
                yield from _attachings(duel, thing, have, own_action)


def _activations(duel: Duel, id_: Id, player: Player, have: int, own_action: bool) -> Iterator[Action]:
    thing = duel.thing(id_)
    assert thing
    for number, ability in enumerate(duel.card(id_).abilities):
        cost = ability.cost
        if cost is None or cost.resources > have or (cost.tap and thing.tapped):
            continue
        if not own_action and (ability.timing == "action" or duel.ally(id_)):
            continue
        if (ability.once and number in thing.used) or (isinstance(thing, Permanent) and thing.preparing):
            continue
        if holds(duel, ability.only_if, player, id_) and targets.allows_tokens(duel, ability, player):
            for found in targets.choices(duel, ability.targets, player, id_):
                yield Activate(id_, number, found)


def _attachings(duel: Duel, permanent: Permanent, have: int, own_action: bool) -> Iterator[Action]:
    card = duel.card(permanent.id)
    if card.type != "modification" or card.hosts is None or card.attach_cost > have:
        return
    if duel.options.attach_timing == "own_action" and not own_action:
        return
    for host in fitting(duel, card.hosts, permanent.controller, permanent.id):
        if host not in (permanent.id, permanent.host):
            yield Attach(permanent.id, host)


def declarable(duel: Duel) -> Declaration | None:
    """Return the declaration, except "order", open to the player who decides; else None."""
    own, declared = decider(duel) == duel.turn, duel.combat.declared
    if duel.due or duel.stack or duel.phase not in ("offence", "influence"):
        return None
    names: tuple[Declaration, Declaration] = (
        ("attack", "block") if duel.phase == "offence" else ("influence", "defend")
    )
    if own:
        able = attackers(duel) if duel.phase == "offence" else influencers(duel)
        return names[0] if names[0] not in declared and able else None
    against = duel.combat.attacks if duel.phase == "offence" else duel.combat.influences
    return names[1] if names[1] not in declared and against else None


def restorable(duel: Duel) -> list[Id]:
    """Return the tapped cards of the player whose turn it is, each affordable on its own."""
    have = duel.sides[duel.turn].resources
    return [
        thing.id
        for thing in duel.in_play()
        if thing.tapped and thing.controller == duel.turn and restoration_cost(duel, thing.id) <= have
    ]


def attackers(duel: Duel) -> list[Id]:
    """Return the allies of the player whose turn it is that may attack now."""
    return _ready(duel, duel.turn, "rooted", fresh=False)


def influencers(duel: Duel) -> list[Id]:
    """Return the allies of the player whose turn it is that may influence now."""
    return _ready(duel, duel.turn, "peaceful", fresh=False)


def blockers(duel: Duel) -> list[Id]:
    """Return the allies of the other player that may block or defend now."""
    return _ready(duel, 1 - duel.turn, "passive", fresh=True)


def _ready(duel: Duel, player: Player, barred: Keyword, *, fresh: bool) -> list[Id]:
    return [
        permanent.id
        for permanent in duel.battle.values()
        if permanent.controller == player
        and not permanent.tapped
        and (fresh or not permanent.preparing)
        and duel.ally(permanent.id)
        and not has(duel, permanent.id, barred)
    ]


def attackable(duel: Duel) -> list[Id]:
    """Return the bases that may be attacked or influenced now (FB-062)."""
    covered = duel.options.centre_exposure
    return [
        base.id
        for base in duel.bases.values()
        if base.controller != duel.turn
        and not base.destroyed
        and not (base.centre and covered and not duel.sides[base.owner].exposed)
    ]


def blockable(duel: Duel) -> list[Id]:
    """Return the attackers that may be blocked."""
    return [id_ for id_ in duel.combat.attacks if not has(duel, id_, "evasive")]
