"""Rules that an action brought into play: the ids that a player who learns the game is told about."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from companion.games.fabula.actions import (
    Action,
    Activate,
    Adjust,
    Attach,
    Attack,
    Block,
    Concede,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Order,
    Play,
    Restore,
)
from companion.games.fabula.cards import CardDefinition, Type
from companion.games.fabula.duel import UNKNOWN
from companion.games.fabula.position import Base, Id, Permanent, Phase, PlayerSide, Position
from companion.games.fabula.view import view


class Step(NamedTuple):
    """An action with the positions before and after it, as the shared screen may show them."""

    before: Position
    action: Action
    after: Position

    def card(self, id_: Id) -> CardDefinition:
        """Return the card of an id that everybody has seen at one of both times."""
        name = self.after.names.get(id_) or self.before.names.get(id_)
        return self.after.cards[name] if name else UNKNOWN

    @property
    def bases(self) -> Iterator[tuple[Base, Base]]:
        """Every base before and after the action."""
        return zip(self.before.bases, self.after.bases, strict=True)

    @property
    def sides(self) -> Iterator[tuple[PlayerSide, PlayerSide]]:
        """Every player's side before and after the action."""
        return zip(self.before.sides, self.after.sides, strict=True)


Predicate: TypeAlias = Callable[[Step], bool]


def moments(before: Position, action: Action, after: Position) -> tuple[str, ...]:
    """Return the ids of RULES.md that a legal action brought into play, the most surprising first.

    They follow from what the shared screen may show, so nothing secret follows from them. Changes by hand and
    giving up bring nothing into play.
    """
    if isinstance(action, Adjust | Concede):
        return ()
    step = Step(view(before, None), action, view(after, None))
    return tuple(rule for rule, happened in MOMENTS.items() if happened(step))


# The end, turns and phases


def _centre_fell(step: Step) -> bool:
    return step.after.result is not None and step.after.result.reason != "deck_out"


def _deck_out(step: Step) -> bool:
    return step.after.result is not None and step.after.result.reason == "deck_out"


def _new_turn(step: Step) -> bool:
    return step.after.turn_number > step.before.turn_number and not step.after.result


def _first_turn(step: Step) -> bool:
    return step.before.phase == "mulligan" and step.after.phase == "restoration"


def _next_phase(step: Step) -> bool:
    return not _opening(step) and step.after.phase != step.before.phase and not step.after.result


def _opening(step: Step) -> bool:
    return step.before.phase in ("bases", "mulligan")


def _revealed(step: Step) -> bool:
    return step.before.phase == "bases"


def _began(phase: Phase) -> Predicate:
    return lambda step: step.after.phase == phase != step.before.phase


def _drew(step: Step) -> bool:
    return _new_turn(step) and any(len(now.deck) < len(then.deck) for then, now in step.sides)


def _resources_set(step: Step) -> bool:
    return _new_turn(step) or _first_turn(step)


def _resources_gone(step: Step) -> bool:
    return _new_turn(step) and step.before.sides[step.after.turn].resources > 0


def _nothing_untapped(step: Step) -> bool:
    things: tuple[Permanent | Base, ...] = (*step.after.battle, *step.after.bases)
    return _new_turn(step) and any(thing.tapped and thing.controller == step.after.turn for thing in things)


def _healed(step: Step) -> bool:
    after = {permanent.id: permanent for permanent in step.after.battle}
    return _new_turn(step) and any(
        permanent.damage and permanent.id in after and not after[permanent.id].damage
        for permanent in step.before.battle
    )


def _discarded_down(step: Step) -> bool:
    return isinstance(step.action, Discard) and step.before.phase == "end" and not step.before.due


# Allies and bases in combat


def _preparing(phase: Phase) -> Predicate:
    """Return whether a part of the combat began while own allies were preparing."""
    return lambda step: (
        _began(phase)(step)
        and any(p.preparing and p.controller == step.after.turn for p in step.after.battle)
    )


def _resolved(step: Step, phase: Phase) -> bool:
    """Return whether a part of the combat was carried out, with nothing else before it."""
    return step.before.phase == phase and step.after.phase != phase and not step.before.stack


def _base_hit(step: Step) -> bool:
    return any(now.damage > then.damage and not now.destroyed for then, now in step.bases)


def _base_destroyed(step: Step) -> bool:
    return any(now.destroyed and now.damage > then.damage for then, now in step.bases)


def _unblocked(step: Step) -> bool:
    combat = step.before.combat
    open_to = {base for ally, base in combat.attacks.items() if ally not in combat.blocks}
    return _resolved(step, "offence") and any(
        now.id in open_to and now.damage > then.damage for then, now in step.bases
    )


def _fought(step: Step) -> bool:
    here = {permanent.id for permanent in step.before.battle}
    return _resolved(step, "offence") and any(
        not here.isdisjoint(blockers)
        for ally, blockers in step.before.combat.blocks.items()
        if ally in step.before.combat.attacks
    )


def _died_in_fight(step: Step) -> bool:
    blocks = step.before.combat.blocks
    fighters = {*blocks, *(blocker for blockers in blocks.values() for blocker in blockers)}
    return _resolved(step, "offence") and not fighters.isdisjoint(_discarded_from_battle(step))


def _several_blockers(step: Step) -> bool:
    return isinstance(step.action, Block) and any(
        number > 1 for number in Counter(step.action.block.values()).values()
    )


def _base_taken(step: Step) -> bool:
    return any(now.controller != then.controller for then, now in step.bases)


def _may_return(step: Step) -> bool:
    return not step.after.result and any(
        now.controller not in (then.controller, now.owner) for then, now in step.bases
    )


def _influence_failed(step: Step) -> bool:
    influenced = set(step.before.combat.influences.values())
    return _resolved(step, "influence") and any(
        now.id in influenced and now.controller == then.controller and not now.destroyed
        for then, now in step.bases
    )


# Cards


def _entered(step: Step, type_: Type) -> list[Permanent]:
    here = {permanent.id for permanent in step.before.battle}
    return [p for p in step.after.battle if p.id not in here and step.card(p.id).type == type_]


def _ally_prepares(step: Step) -> bool:
    return any(ally.preparing for ally in _entered(step, "ally"))


def _ally_ready(step: Step) -> bool:
    same_turn = step.after.turn_number == step.before.turn_number
    return same_turn and any(not ally.preparing for ally in _entered(step, "ally"))


def _modification_entered(step: Step) -> bool:
    return bool(_entered(step, "modification"))


def _other_hosts(step: Step) -> bool:
    hosts = [step.card(modification.id).hosts for modification in _entered(step, "modification")]
    return any(selector is None or selector.what != "ally" for selector in hosts)


def _is_token(id_: Id) -> bool:
    return id_.rpartition("/")[2].startswith("t")


def _token(step: Step) -> bool:
    before = {permanent.id for permanent in step.before.battle}
    after = {permanent.id for permanent in step.after.battle}
    return any(_is_token(id_) for id_ in before ^ after)


def _manoeuvre(step: Step) -> bool:
    return isinstance(step.action, Play) and step.card(step.action.play).type == "manoeuvre"


def _answered(step: Step) -> bool:
    return isinstance(step.action, Play | Activate) and bool(step.before.stack)


def _ability_of_ally(step: Step) -> bool:
    return isinstance(step.action, Activate) and step.card(step.action.activate).type == "ally"


def _triggered(step: Step) -> bool:
    here = {item.id for item in step.before.stack}
    return any(
        item.ability is not None and step.after.cards[item.name].abilities[item.ability].when
        for item in step.after.stack
        if item.id not in here and item.name
    )


def _paid(step: Step) -> bool:
    return isinstance(step.action, Play | Activate | Attach) and any(
        now.resources < then.resources for then, now in step.sides
    )


def _paid_in_other_turn(step: Step) -> bool:
    other = 1 - step.before.turn
    return _paid(step) and step.after.sides[other].resources < step.before.sides[other].resources


def _attach_paid(step: Step, *, moved: bool) -> bool:
    hosts = {permanent.id: permanent.host for permanent in step.before.battle}
    return isinstance(step.action, Attach) and moved == bool(hosts[step.action.attach])


def _attached(step: Step) -> bool:
    hosts = {permanent.id: permanent.host for permanent in step.before.battle}
    return any(p.host and p.host != hosts.get(p.id) for p in step.after.battle)


def _host_gone(step: Step) -> bool:
    hosts = {permanent.id: permanent.host for permanent in step.before.battle}
    here = {permanent.id for permanent in step.after.battle}
    here |= {base.id for base in step.after.bases if not base.destroyed}
    return any(not p.host and hosts.get(p.id) and hosts[p.id] not in here for p in step.after.battle)


def _discarded_from_battle(step: Step) -> set[Id]:
    discards = {id_ for side in step.after.sides for id_ in side.discard}
    return {permanent.id for permanent in step.before.battle} & discards


def _discarded_otherwise(step: Step) -> bool:
    return bool(_discarded_from_battle(step)) and not _died_in_fight(step)


def _banished(step: Step) -> bool:
    return any(len(now.banished) > len(then.banished) for then, now in step.sides)


def _did(*kinds: type[Action]) -> Predicate:
    return lambda step: isinstance(step.action, kinds)


def _named(*kinds: type[Action]) -> Predicate:
    """Return whether an action of these kinds names at least one card."""
    return lambda step: isinstance(step.action, kinds) and any(step.action)


MOMENTS: Mapping[str, Predicate] = {
    # The end
    "FB-002": _centre_fell,
    "FB-003": _deck_out,
    # Combat
    "FB-066": _base_destroyed,
    "FB-083": _base_taken,
    "FB-090": _may_return,
    "FB-085": _influence_failed,
    "FB-067": _fought,
    "FB-068": _died_in_fight,
    "FB-065": _unblocked,
    "FB-051": _base_hit,
    "FB-069": _several_blockers,
    "FB-070": _did(Order),
    # Cards
    "FB-004": _ally_ready,
    "FB-132": _banished,
    "FB-117": _host_gone,
    "FB-119": _token,
    "FB-111": _answered,
    "FB-033": _paid_in_other_turn,
    "FB-108": _triggered,
    "FB-118": _other_hosts,
    "FB-116": lambda step: _attach_paid(step, moved=True),
    "FB-114": lambda step: _attach_paid(step, moved=False),
    "FB-115": _attached,
    "FB-105": _ally_prepares,
    "FB-131": _discarded_otherwise,
    "FB-107": _ability_of_ally,
    "FB-109": _manoeuvre,
    "FB-101": _modification_entered,
    # Declarations
    "FB-082": _named(Defend),
    "FB-063": _named(Block),
    "FB-080": _named(Influence),
    "FB-060": _named(Attack),
    "FB-061": _preparing("offence"),
    "FB-081": _preparing("influence"),
    # The course of a turn
    "FB-034": _resources_gone,
    "FB-045": _nothing_untapped,
    "FB-050": _healed,
    "FB-049": _discarded_down,
    "FB-043": _named(Restore),
    "FB-110": _did(Play),
    "FB-017": _paid,
    "FB-047": _began("offence"),
    "FB-046": _began("action"),
    "FB-041": _drew,
    "FB-030": _resources_set,
    "FB-001": _new_turn,
    "FB-040": _next_phase,
    # Before the first turn
    "FB-022": _revealed,
    "FB-025": _named(Mulligan),
    "FB-027": _first_turn,
}
"""When each rule is in play, the most surprising first."""
