"""Combat: offence with blocks, then influence with defence (FB-060 to FB-090)."""

from collections.abc import Mapping

from companion.games.base import N_
from companion.games.fabula import harm
from companion.games.fabula.actions import Attack, Block, Defend, Influence, Order
from companion.games.fabula.cards import Keyword, Trigger
from companion.games.fabula.decisions import require_phase
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Declaration, Id, Player
from companion.games.fabula.refusal import refused
from companion.games.fabula.values import has, influence, life, offence, resistance


def attack(duel: Duel, action: Attack) -> None:
    """Declare an attack on bases and tap the attackers (FB-060, FB-062)."""
    _declare(duel, "attack")
    _join_against(duel, action.attack, "rooted")
    duel.combat = duel.combat._replace(attacks=dict(action.attack))
    _tap(duel, action.attack, "attacks")


def block(duel: Duel, action: Block) -> None:
    """Declare the other player's blocks and tap the blockers (FB-063, FB-071)."""
    _declare(duel, "block")
    blocks: dict[Id, tuple[Id, ...]] = {}
    for ally, attacker in action.block.items():
        _join(duel, ally, 1 - duel.turn, "passive", fresh=True)
        if duel.known(attacker) not in duel.combat.attacks:
            raise refused("bad_target", N_("{id} does not attack."), attacker, id=duel.called(attacker))
        if has(duel, attacker, "evasive"):
            raise refused("bad_target", N_("{id} cannot be blocked."), attacker, id=duel.called(attacker))
        blocks[attacker] = (*blocks.get(attacker, ()), ally)
    duel.combat = duel.combat._replace(blocks=blocks)
    _tap(duel, action.block, "blocks")


def order(duel: Duel, action: Order) -> None:
    """Set the attacking player's order of blockers (FB-069)."""
    _declare(duel, "order")
    for attacker, blockers in action.order.items():
        blocking = duel.combat.blocks.get(duel.known(attacker), ())
        if not blocking or sorted(blockers) != sorted(blocking):
            pattern = N_("Name each ally once that blocks {id}.")
            raise refused("bad_target", pattern, attacker, id=duel.called(attacker))
    duel.combat = duel.combat._replace(blocks={**duel.combat.blocks, **action.order})


def declare_influence(duel: Duel, action: Influence) -> None:
    """Declare influence on bases and tap the allies (FB-080, FB-081)."""
    _declare(duel, "influence")
    _join_against(duel, action.influence, "peaceful")
    duel.combat = duel.combat._replace(influences=dict(action.influence))
    _tap(duel, action.influence, "influences")


def defend(duel: Duel, action: Defend) -> None:
    """Declare the defence of influenced bases and tap the defenders (FB-082) [B14]."""
    _declare(duel, "defend")
    influenced = dict.fromkeys(duel.combat.influences.values())
    for ally, base in action.defend.items():
        _join(duel, ally, 1 - duel.turn, "passive", fresh=True)
        if duel.known(base) not in influenced:
            raise refused("bad_target", N_("Nobody influences {id}."), base, id=duel.called(base))
    duel.combat = duel.combat._replace(defends=dict(action.defend))
    _tap(duel, action.defend, "blocks")


def _declare(duel: Duel, what: Declaration) -> None:
    require_phase(duel, "influence" if what in ("influence", "defend") else "offence")
    if what in duel.combat.declared:
        pattern = N_("This was declared in this turn already: {what}; expected once a turn.")
        raise refused("wrong_phase", pattern, what=what)
    duel.combat = duel.combat._replace(declared=duel.combat.declared | {what})


def _join(duel: Duel, ally: Id, player: Player, barred: Keyword, *, fresh: bool) -> None:
    """Raise RuleError unless an ally of a player may join in (FB-047, FB-061) [B15].

    It must be untapped, without the keyword `barred`, and not Preparing unless `fresh` allows that.
    """
    if duel.controller(duel.known(ally)) != player:
        pattern = N_("{id} is on the other side.")
        raise refused("not_your_decision", pattern, ally, id=duel.called(ally))
    permanent = duel.ally(ally)
    if permanent is None:
        raise refused("bad_target", N_("{id} is no ally in the battle zone."), ally, id=duel.called(ally))
    if permanent.tapped:
        raise refused(
            "tapped", N_("{id} is turned; only upright allies join in."), ally, id=duel.called(ally)
        )
    if permanent.preparing and not fresh:
        pattern = N_("{id} is preparing; it may do this from the next turn on.")
        raise refused("preparing", pattern, ally, id=duel.called(ally))
    if has(duel, ally, barred):
        raise refused("bad_target", N_("The text of {id} forbids this."), ally, id=duel.called(ally))


def _join_against(duel: Duel, targets: Mapping[Id, Id], barred: Keyword) -> None:
    """Raise RuleError unless each ally of the player in turn may join in against its base."""
    for ally, base in targets.items():
        _join(duel, ally, duel.turn, barred, fresh=False)
        _check_target(duel, base)


def _check_target(duel: Duel, base: Id) -> None:
    found = duel.bases.get(duel.known(base))
    if found is None or found.destroyed or found.controller == duel.turn:
        pattern = N_("{id} is no base of the opponent.")
        if found and found.destroyed:
            pattern = N_("{id} is destroyed already.")
        raise refused("bad_target", pattern, base, id=duel.called(base))
    if found.centre and duel.options.centre_exposure and not duel.sides[found.owner].exposed:
        pattern = N_("{id} is no target yet: first a base beside it must fall.")
        raise refused("bad_target", pattern, base, id=duel.called(base))


def _tap(duel: Duel, allies: Mapping[Id, Id], trigger: Trigger) -> None:
    for ally in allies:
        duel.tap(ally)
        duel.happened(trigger, ally, duel.battle[ally].controller)


def resolve_offence(duel: Duel) -> None:
    """Resolve the offence: all attackers deal damage before any death (FB-065 to FB-070)."""
    for ally, base in duel.combat.attacks.items():
        if ally in duel.combat.blocks:
            _fight(duel, ally, duel.combat.blocks[ally])
        elif duel.bases[base].controller != duel.turn:
            harm.deal(duel, base, offence(duel, ally))
    duel.combat = duel.combat._replace(attacks={}, blocks={})


def _fight(duel: Duel, attacker: Id, blockers: tuple[Id, ...]) -> None:
    """Exchange damage with one blocker after the other, until the attacker falls [B11] [B12]."""
    left = offence(duel, attacker)
    here = [id_ for id_ in blockers if id_ in duel.battle and duel.battle[id_].controller != duel.turn]
    for blocker in here:
        blow = left
        if duel.options.multi_block == "split" and blocker != here[-1]:
            blow = min(left, max(0, life(duel, blocker)))
        counterblow = offence(duel, blocker)
        harm.deal(duel, blocker, blow)
        harm.deal(duel, attacker, counterblow)
        if duel.options.multi_block == "split":
            left -= blow
        if life(duel, attacker) <= 0:
            return


def resolve_influence(duel: Duel) -> None:
    """Resolve the influence: more than defence and resistance together takes the base (FB-083)."""
    taken = [base for base in dict.fromkeys(duel.combat.influences.values()) if balance(duel, base) > 0]
    for id_ in taken:
        base = duel.bases[id_]
        if base.destroyed or base.controller == duel.turn:
            continue
        duel.set(id_, controller=duel.turn)
        harm.lose(duel, base)
        if base.centre:
            duel.finish(duel.turn, "centre_conquered")
    duel.combat = duel.combat._replace(influences={}, defends={})


def balance(duel: Duel, base: Id) -> int:
    """Return influence less defence and resistance of a base; more than 0 takes it (FB-083)."""
    combat = duel.combat
    strong = sum(influence(duel, ally) for ally, on in combat.influences.items() if on == base)
    held = sum(influence(duel, ally) for ally, on in combat.defends.items() if on == base)
    return strong - held - resistance(duel, base)
