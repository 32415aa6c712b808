"""Candidate declarations for the search, the expected answers, and the line of play after an action."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from companion.games.fabula import judge
from companion.games.fabula.actions import Action, Attack, Block, Defend, Influence, Next
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Position
from companion.games.fabula.possible import attackable, attackers, blockable, blockers, influencers
from companion.games.fabula.rules import perform
from companion.games.fabula.stack import resolve
from companion.games.fabula.values import influence, life, offence, resistance


def attacks(duel: Duel) -> Iterator[Attack]:
    """Yield attacks: none, and on each base by all allies, by the safe ones, by the strong ones.

    Allies are safe if no blocker can kill them, strong with an offence of at least 3.
    """
    able, bases = attackers(duel), attackable(duel)
    yield Attack({})
    if not able:
        return
    against = blockers(duel)
    safe = [id_ for id_ in able if all(offence(duel, other) < life(duel, id_) for other in against)]
    strong = [id_ for id_ in able if offence(duel, id_) >= 3]
    for group in ([id_ for id_ in able if offence(duel, id_) > 0], safe, strong):
        for base in bases:
            if group:
                yield Attack(dict.fromkeys(group, base))


def variants(plan: Mapping[Id, Id], allies: list[Id], goals: list[Id]) -> Iterator[dict[Id, Id]]:
    """Yield the plan with one ally more, one less, or one with another goal."""
    for ally in allies:
        for goal in goals:
            if plan.get(ally) != goal:
                yield {**plan, ally: goal}
        if ally in plan:
            yield {other: goal for other, goal in plan.items() if other != ally}


def likely_block(duel: Duel) -> Block:
    """Predict the opponent's block: every exchange that pays, and all that saves the centre."""
    free = blockers(duel)
    block: dict[Id, Id] = {}
    threat: dict[Id, int] = {}
    for attacker, base in duel.combat.attacks.items():
        threat[base] = threat.get(base, 0) + offence(duel, attacker)
    for attacker in sorted(blockable(duel), key=lambda id_: -offence(duel, id_)):
        base = duel.combat.attacks[attacker]
        urgent = duel.bases[base].centre and threat[base] >= resistance(duel, base)
        best = max(free, key=lambda id_: _exchange(duel, id_, attacker), default=None)
        if best is None:
            break
        if urgent or _exchange(duel, best, attacker) > 0:
            block[best] = attacker
            free.remove(best)
            threat[base] -= offence(duel, attacker)
    return Block(block)


def _exchange(duel: Duel, blocker: Id, attacker: Id) -> float:
    """Return the gain of a block for the defender, in the unit of `judge.worth`."""
    gain = judge.ally(duel, attacker) if offence(duel, blocker) >= life(duel, attacker) else 0.0
    loss = judge.ally(duel, blocker) if offence(duel, attacker) >= life(duel, blocker) else 0.0
    saved = 0.7 * offence(duel, attacker)
    return gain - loss + saved - judge.TAPPED * judge.ally(duel, blocker)


def influences(duel: Duel) -> Iterator[Influence]:
    """Yield influences: none, and for each base the fewest allies that suffice.

    They must suffice against no defence, against half of the possible defence, or against all of it.
    """
    yield Influence({})
    able = sorted(influencers(duel), key=lambda id_: influence(duel, id_))
    defence = sum(influence(duel, id_) for id_ in blockers(duel))
    for base in attackable(duel):
        for needed in {resistance(duel, base) + part for part in (0, defence // 2, defence)}:
            chosen: list[Id] = []
            for ally in reversed(able):
                if sum(influence(duel, other) for other in chosen) > needed:
                    break
                chosen.append(ally)
            if chosen and sum(influence(duel, other) for other in chosen) > needed:
                yield Influence(dict.fromkeys(chosen, base))


def likely_defence(duel: Duel) -> Defend:
    """Predict the opponent's defence: the fewest allies that hold a base, the centre first.

    A base that all defenders together cannot hold gets none.
    """
    free = sorted(blockers(duel), key=lambda id_: influence(duel, id_))
    defend: dict[Id, Id] = {}
    bases = dict.fromkeys(duel.combat.influences.values())
    for base in sorted(bases, key=lambda id_: not duel.bases[id_].centre):
        strong = sum(influence(duel, ally) for ally, on in duel.combat.influences.items() if on == base)
        missing = strong - resistance(duel, base)
        if missing <= 0 or sum(influence(duel, id_) for id_ in free) < missing:
            continue
        while missing > 0:
            ally = free.pop()
            defend[ally] = base
            missing -= influence(duel, ally)
    return Defend(defend)


Answers: TypeAlias = Mapping[type, Callable[[Duel], tuple[Action, ...]]]
"""Actions after a declaration, by its class."""

EXPECTED: Answers = {
    Attack: lambda duel: (likely_block(duel), Next()),
    Influence: lambda duel: (likely_defence(duel), Next()),
    Block: lambda duel: (Next(),),
    Defend: lambda duel: (Next(),),
}
"""Expected answers of the opponent."""

NONE: Answers = {
    **EXPECTED,
    Attack: lambda duel: (Block({}), Next()),
    Influence: lambda duel: (Defend({}), Next()),
}
"""No answer of the opponent."""


def line(now: Position, action: Action, answers: Answers) -> Duel:
    """Return the duel after an action, the answers to it and the whole stack.

    It ends early if a decision is due. Raises RuleError if the action is not legal.
    """
    duel = Duel(now)
    perform(duel, action)
    if type(action) in answers:
        for answer in answers[type(action)](duel):
            if not duel.result and not duel.due:
                perform(duel, answer)
    settled(duel)
    return duel


def settled(duel: Duel) -> Duel:
    """Resolve the stack as far as no decision is due; return the duel."""
    while duel.stack and not duel.due and not duel.result:
        resolve(duel)
    return duel
