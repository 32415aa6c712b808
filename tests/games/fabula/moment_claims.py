"""Conditions of the moments of Fábula, read from RULES.md: what lies on the table before and after."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.fabula.actions import (
    Action,
    Activate,
    Attach,
    Attack,
    Block,
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
from companion.games.fabula.position import Base, Permanent, Position
from companion.games.fabula.values import influence, resistance


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
    def dead(self) -> list[Permanent]:
        discards = {id_ for side in self.after.sides for id_ in side.discard}
        return [permanent for permanent in self.gone if permanent.id in discards]

    def is_off(self, id_: str) -> bool:
        """Whether a card is not in play after the action."""
        bases = {base.id for base in self.after.bases if not base.destroyed}
        return id_ not in bases and id_ not in {permanent.id for permanent in self.after.battle}

    def left(self, phase: str) -> bool:
        """Whether the action did nothing but end a phase."""
        return self.before.phase == phase != self.after.phase and not self.before.stack

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
    return s.after.turn != s.before.turn and not s.after.result


def taken(s: Seen) -> list[Base]:
    return [now for then, now in s.bases if now.controller != then.controller]


def fought(s: Seen) -> bool:
    there = {permanent.id for permanent in s.before.battle}
    return s.left("offence") and any(
        there & set(s.before.combat.blocks.get(ally, ())) for ally in s.before.combat.attacks
    )


def fell(s: Seen) -> bool:
    blocks = s.before.combat.blocks
    fighters = {*blocks, *(ally for blockers in blocks.values() for ally in blockers)}
    return s.left("offence") and any(permanent.id in fighters for permanent in s.dead)


def triggered(s: Seen) -> bool:
    """An ability waits that nobody activated, as it answers an event."""
    return any(
        item.ability is not None and s.before.cards[item.name].abilities[item.ability].cost is None
        for item in s.after.stack
        if item.id not in {old.id for old in s.before.stack}
    )


def for_allies(card: CardDefinition) -> bool:
    return card.hosts is not None and card.hosts.what == "ally"


def hit(s: Seen) -> bool:
    return any(now.damage > then.damage for then, now in s.bases)


def centre_fell(position: Position) -> bool:
    """A deck may be empty when a centre falls: only the player who must draw from it loses by it."""
    return any(base.centre and (base.destroyed or base.controller != base.owner) for base in position.bases)


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


def tied(s: Seen) -> bool:
    hosts = {permanent.id: permanent.host for permanent in s.before.battle}
    return any(now.host and hosts.get(now.id) != now.host for now in s.after.battle)


def things(position: Position) -> list[Permanent | Base]:
    return [*position.battle, *position.bases]


def attach(s: Seen) -> Permanent:
    assert isinstance(s.action, Attach)
    id_ = s.action.attach
    return next(permanent for permanent in s.before.battle if permanent.id == id_)


SIGNS: Mapping[str, Claim] = {
    "FB-002": lambda s: s.after.result is not None and centre_fell(s.after),
    "FB-003": lambda s: (
        s.after.result is not None
        and not centre_fell(s.after)
        and not s.after.sides[1 - s.after.result.winner].deck
    ),
    "FB-066": worn_down,
    "FB-083": lambda s: all(s.before.stack or s.force(base.id) > 0 for base in taken(s)) and bool(taken(s)),
    "FB-090": lambda s: not s.after.result and any(base.controller != base.owner for base in taken(s)),
    "FB-085": lambda s: (
        s.left("influence")
        and any(
            base.id in s.before.combat.influences.values() and s.force(base.id) <= 0 and not base.destroyed
            for base in s.after.bases
        )
    ),
    "FB-067": fought,
    "FB-068": fell,
    "FB-065": lambda s: (
        s.left("offence")
        and any(
            now.damage > then.damage
            and any(
                base == now.id and ally not in s.before.combat.blocks
                for ally, base in s.before.combat.attacks.items()
            )
            for then, now in s.bases
        )
    ),
    "FB-051": lambda s: any(now.damage > then.damage and not now.destroyed for then, now in s.bases),
    "FB-069": lambda s: (
        isinstance(s.action, Block) and any(len(blockers) > 1 for blockers in s.after.combat.blocks.values())
    ),
    "FB-070": lambda s: isinstance(s.action, Order) and "order" in s.after.combat.declared,
    "FB-004": lambda s: (
        s.after.turn == s.before.turn and any(s.card(p.id).type == "ally" and not p.preparing for p in s.new)
    ),
    "FB-132": lambda s: s.size("banished", after=True) > s.size("banished", after=False),
    "FB-117": lambda s: any(then.host and not now.host and s.is_off(then.host) for then, now in s.stayed),
    "FB-119": lambda s: any("/t" in permanent.id for permanent in (*s.new, *s.gone)),
    "FB-111": lambda s: isinstance(s.action, Play | Activate) and bool(s.before.stack),
    "FB-033": lambda s: isinstance(s.action, Play | Activate | Attach) and s.spent(1 - s.before.turn) > 0,
    "FB-108": triggered,
    "FB-118": lambda s: any(
        s.card(p.id).type == "modification" and not for_allies(s.card(p.id)) for p in s.new
    ),
    "FB-116": lambda s: isinstance(s.action, Attach) and attach(s).host != "",
    "FB-114": lambda s: isinstance(s.action, Attach) and attach(s).host == "",
    "FB-115": tied,
    "FB-105": lambda s: any(s.card(p.id).type == "ally" and p.preparing for p in s.new),
    "FB-131": lambda s: bool(s.dead) and not fell(s),
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
    "FB-061": lambda s: (s.before.phase, s.after.phase) == ("action", "offence") and unready(s),
    "FB-081": lambda s: (s.before.phase, s.after.phase) == ("offence", "influence") and unready(s),
    "FB-034": lambda s: turn_began(s) and s.before.sides[1 - s.before.turn].resources > 0,
    "FB-045": lambda s: (
        turn_began(s) and any(p.tapped for p in things(s.after) if p.controller == s.after.turn)
    ),
    "FB-050": lambda s: turn_began(s) and any(then.damage > now.damage == 0 for then, now in s.stayed),
    "FB-049": lambda s: isinstance(s.action, Discard) and s.before.phase == "end" and not s.before.due,
    "FB-043": lambda s: (
        isinstance(s.action, Restore) and any(p.tapped for p in things(s.before) if p.id in s.action.restore)
    ),
    "FB-110": lambda s: isinstance(s.action, Play) and len(s.after.stack) > len(s.before.stack),
    "FB-017": lambda s: isinstance(s.action, Play | Activate | Attach) and (s.spent(0) > 0 or s.spent(1) > 0),
    "FB-047": lambda s: (s.before.phase, s.after.phase) == ("action", "offence"),
    "FB-046": lambda s: (s.before.phase, s.after.phase) == ("restoration", "action"),
    "FB-041": lambda s: turn_began(s) and s.size("deck", after=True) < s.size("deck", after=False),
    "FB-030": lambda s: (
        s.after.sides[s.after.turn].turns == s.before.sides[s.after.turn].turns + 1
        and not s.after.result  # who cannot draw has lost before the resources are set
        and s.after.sides[s.after.turn].resources >= 2
    ),
    "FB-001": turn_began,
    "FB-040": lambda s: (
        s.after.phase != s.before.phase and s.before.phase not in ("bases", "mulligan") and not s.after.result
    ),
    "FB-022": lambda s: s.before.phase == "bases",
    "FB-025": lambda s: isinstance(s.action, Mulligan) and len(s.action.mulligan) > 0,
    "FB-027": lambda s: s.before.phase == "mulligan" and s.after.phase == "restoration",
}
"""A necessary sign of each rule on the table."""


def _claim(sign: Claim) -> Callable[[Position, Action, Position], bool]:
    return lambda before, action, after: sign(Seen(before, action, after))


CLAIMS = {rule: _claim(sign) for rule, sign in SIGNS.items()}
"""Condition of each moment, by rule."""

SEEDS = range(40)
TOO_RARE: Mapping[str, str] = {
    "FB-003": "a duel that lasts until a deck is empty",
    "FB-118": "modifications of this kind are in few decks; see test_moments.py",
}
