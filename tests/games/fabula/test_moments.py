"""Moments of Fábula: each one claimed in random duels is checked against the positions before and after."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from companion.games import fabula
from companion.games.fabula.actions import (
    Action,
    Activate,
    Adjust,
    Adjustment,
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
from companion.games.fabula.autoplay import next_move
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.moments import MOMENTS, moments
from companion.games.fabula.position import Base, Permanent, Position
from companion.games.fabula.setup import read_setup
from companion.games.fabula.values import influence, resistance
from tests.games.fabula.random_duels import opening
from tests.games.sentences import assert_sentences


class Seen(NamedTuple):
    """A step as somebody sees it who knows all cards."""

    before: Position
    action: Action
    after: Position

    def name(self, id_: str) -> str:
        return self.before.names.get(id_) or self.after.names[id_]

    def card(self, id_: str) -> CardDefinition:
        return self.before.cards[self.name(id_)]

    @property
    def bases(self) -> list[tuple[Base, Base]]:
        return list(zip(self.before.bases, self.after.bases, strict=True))

    @property
    def new(self) -> list[Permanent]:
        there = {permanent.id for permanent in self.before.battle}
        return [permanent for permanent in self.after.battle if permanent.id not in there]

    @property
    def gone(self) -> list[Permanent]:
        there = {permanent.id for permanent in self.after.battle}
        return [permanent for permanent in self.before.battle if permanent.id not in there]

    @property
    def stayed(self) -> list[tuple[Permanent, Permanent]]:
        now = {permanent.id: permanent for permanent in self.after.battle}
        return [(p, now[p.id]) for p in self.before.battle if p.id in now]

    def size(self, pile: str, *, after: bool) -> int:
        sides = self.after.sides if after else self.before.sides
        return sum(len(getattr(side, pile)) for side in sides)

    def spent(self, player: int) -> int:
        return self.before.sides[player].resources - self.after.sides[player].resources

    def force(self, base: str) -> int:
        """Influence on a base, less defence and resistance (FB-083)."""
        duel, combat = Duel(self.before), self.before.combat
        strong = sum(influence(duel, ally) for ally, on in combat.influences.items() if on == base)
        held = sum(influence(duel, ally) for ally, on in combat.defends.items() if on == base)
        return strong - held - resistance(duel, base)


Claim = Callable[[Seen], bool]


def turn_began(s: Seen) -> bool:
    return s.after.turn != s.before.turn and s.after.phase == "restoration"


def taken(s: Seen) -> list[Base]:
    return [now for then, now in s.bases if now.controller != then.controller]


def fought(s: Seen) -> bool:
    fighters = [ally for blockers in s.before.combat.blocks.values() for ally in blockers]
    return s.before.phase == "offence" and bool(fighters) and not s.after.combat.attacks


def fell(s: Seen) -> bool:
    blocks = s.before.combat.blocks
    fighters = {*blocks, *(ally for blockers in blocks.values() for ally in blockers)}
    return fought(s) and any(permanent.id in fighters for permanent in s.gone)


def hit(s: Seen) -> bool:
    return any(now.damage > then.damage for then, now in s.bases)


def worn_down(s: Seen) -> bool:
    """No resistance would be left to a base that is destroyed now."""
    bases = tuple(then._replace(damage=now.damage) for then, now in s.bases)
    duel = Duel(s.before._replace(bases=bases))
    return any(
        now.destroyed and not then.destroyed and resistance(duel, now.id) <= 0 for then, now in s.bases
    )


def unready(s: Seen) -> bool:
    return any(
        ally.preparing and s.card(ally.id).type == "ally" and ally.controller == s.before.turn
        for ally in s.after.battle
    )


def untied(s: Seen) -> bool:
    return any(then.host and not now.host for then, now in s.stayed)


def tied(s: Seen) -> bool:
    hosts = {permanent.id: permanent.host for permanent in s.before.battle}
    return any(now.host and hosts.get(now.id) != now.host for now in s.after.battle)


def attach(s: Seen) -> Permanent:
    assert isinstance(s.action, Attach)
    return next(p for p in s.before.battle if p.id == s.action.attach)  # type: ignore[union-attr]


def free_to_attach(s: Seen) -> bool:
    return any(s.card(p.id).hosts is None or s.card(p.id).hosts.what != "ally" for p in s.new)  # type: ignore[union-attr]


CLAIMS: dict[str, Claim] = {
    "FB-002": lambda s: (
        s.after.result is not None
        and any(
            base.centre and (base.destroyed or base.controller != base.owner)
            for base in s.after.bases
            if base.owner != s.after.result.winner  # type: ignore[union-attr]
        )
    ),
    "FB-003": lambda s: (
        s.after.result is not None and not s.after.sides[1 - s.after.result.winner].deck
    ),
    "FB-066": worn_down,
    "FB-083": lambda s: all(s.before.stack or s.force(base.id) > 0 for base in taken(s)) and bool(taken(s)),
    "FB-090": lambda s: any(base.controller != base.owner for base in taken(s)),
    "FB-085": lambda s: any(s.force(base) <= 0 for base in s.before.combat.influences.values()),
    "FB-067": fought,
    "FB-068": fell,
    "FB-065": lambda s: (
        hit(s) and any(ally not in s.before.combat.blocks for ally in s.before.combat.attacks)
    ),
    "FB-051": lambda s: any(now.damage > then.damage and not now.destroyed for then, now in s.bases),
    "FB-069": lambda s: any(len(blockers) > 1 for blockers in s.after.combat.blocks.values()),
    "FB-070": lambda s: isinstance(s.action, Order) and "order" in s.after.combat.declared,
    "FB-004": lambda s: any(s.card(p.id).type == "ally" and not p.preparing for p in s.new),
    "FB-132": lambda s: s.size("banished", after=True) > s.size("banished", after=False),
    "FB-117": untied,
    "FB-119": lambda s: any("/t" in permanent.id for permanent in (*s.new, *s.gone)),
    "FB-111": lambda s: len(s.after.stack) > 1,
    "FB-033": lambda s: s.spent(1 - s.before.turn) > 0,
    "FB-108": lambda s: any(
        item.ability is not None and item not in s.before.stack for item in s.after.stack
    ),
    "FB-118": free_to_attach,
    "FB-116": lambda s: attach(s).host != "",
    "FB-114": lambda s: attach(s).host == "" and tied(s),
    "FB-115": tied,
    "FB-105": lambda s: any(s.card(p.id).type == "ally" and p.preparing for p in s.new),
    "FB-131": lambda s: (
        bool(s.gone) and s.size("discard", after=True) > s.size("discard", after=False)
    ),
    "FB-107": lambda s: (
        isinstance(s.action, Activate)
        and s.before.phase == "action"
        and s.card(s.action.activate).type == "ally"
    ),
    "FB-109": lambda s: (
        isinstance(s.action, Play)
        and s.card(s.action.play).type == "manoeuvre"
        and s.action.play in {item.id for item in s.after.stack}
    ),
    "FB-101": lambda s: any(s.card(p.id).type == "modification" for p in s.new),
    "FB-082": lambda s: isinstance(s.action, Defend) and bool(s.after.combat.defends),
    "FB-063": lambda s: isinstance(s.action, Block) and bool(s.after.combat.blocks),
    "FB-080": lambda s: isinstance(s.action, Influence) and bool(s.after.combat.influences),
    "FB-060": lambda s: isinstance(s.action, Attack) and bool(s.after.combat.attacks),
    "FB-061": lambda s: s.after.phase == "offence" and unready(s),
    "FB-081": lambda s: s.after.phase == "influence" and unready(s),
    "FB-034": lambda s: turn_began(s) and s.before.sides[1 - s.before.turn].resources > 0,
    "FB-045": lambda s: turn_began(s)
    and any(p.tapped for p in (*s.after.battle, *s.after.bases) if p.controller == s.after.turn),
    "FB-050": lambda s: any(then.damage > now.damage == 0 for then, now in s.stayed),
    "FB-049": lambda s: isinstance(s.action, Discard) and len(s.after.sides[s.before.turn].hand) >= 5,
    "FB-043": lambda s: (
        isinstance(s.action, Restore)
        and any(p.tapped for p in (*s.before.battle, *s.before.bases) if p.id in s.action.restore)
    ),
    "FB-110": lambda s: isinstance(s.action, Play) and len(s.after.stack) > len(s.before.stack),
    "FB-017": lambda s: s.spent(0) > 0 or s.spent(1) > 0,
    "FB-047": lambda s: (s.before.phase, s.after.phase) == ("action", "offence"),
    "FB-046": lambda s: (s.before.phase, s.after.phase) == ("restoration", "action"),
    "FB-041": lambda s: turn_began(s) and s.size("deck", after=True) < s.size("deck", after=False),
    "FB-030": lambda s: (
        s.after.sides[s.after.turn].turns == s.before.sides[s.after.turn].turns + 1
        and s.after.sides[s.after.turn].resources >= 2
    ),
    "FB-001": turn_began,
    "FB-040": lambda s: s.after.phase != s.before.phase,
    "FB-022": lambda s: (s.before.phase, s.after.phase) == ("bases", "mulligan"),
    "FB-025": lambda s: isinstance(s.action, Mulligan) and s.before.phase == "mulligan",
    "FB-027": lambda s: s.after.turn_number == 1 and s.after.phase == "restoration",
}  # fmt: skip
"""A necessary sign of each rule on the table."""

EXACT = ("FB-090", "FB-051", "FB-132", "FB-119", "FB-047", "FB-046", "FB-001", "FB-115", "FB-101", "FB-105")
"""Rules whose sign never shows before the end without the moment."""


def steps(seed: int) -> Iterable[Seen]:
    """Play a random duel."""
    chance = random.Random(seed)
    position = read_setup(opening(seed))
    while not position.result:
        action = next_move(position, chance)
        after = fabula.apply(position, action)
        yield Seen(position, action, after)
        position = after


def check(duel: Iterable[Seen]) -> Counter[str]:
    """Check every claim of a duel; return how often each moment came."""
    found: Counter[str] = Counter()
    for seen in duel:
        rules = moments(*seen)
        for rule in rules:
            assert CLAIMS[rule](seen), (rule, seen.action)
        for rule in EXACT if not seen.after.result else ():
            assert rule in rules or not CLAIMS[rule](seen), (rule, seen.action)
        found.update(rules)
    return found


def games(seeds: Iterable[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        found += check(steps(seed))
    return found


def test_every_rule_of_a_moment_has_a_claim_and_a_sentence_of_its_own() -> None:
    assert set(CLAIMS) == set(MOMENTS)
    assert_sentences(fabula.RULES, MOMENTS)


def test_every_moment_of_30_duels_is_true_and_all_happen() -> None:
    assert set(games(range(30))) == set(MOMENTS)


@pytest.mark.slow
def test_every_moment_of_600_duels_is_true() -> None:
    assert set(games(range(600))) == set(MOMENTS)


def test_nothing_secret_follows_from_a_moment() -> None:
    """What one seat or nobody may see gives the same moments."""
    for seed in range(3):
        for before, action, after in steps(seed):
            known = moments(before, action, after)
            for seat in (0, 1, None):
                assert moments(fabula.view(before, seat), action, fabula.view(after, seat)) == known


def test_changes_by_hand_and_giving_up_are_no_moments() -> None:
    position = next(seen.after for seen in steps(1) if seen.after.phase == "action")
    for action in (Concede(), Adjust((Adjustment(player="Ana", resources=0),))):
        assert moments(position, action, fabula.apply(position, action)) == ()
