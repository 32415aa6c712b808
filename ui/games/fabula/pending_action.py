"""An action that is being put together by touches on cards; no widgets here."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from companion.games.fabula.position import Id
from ui.games.fabula.views import Arrow, Pointing

Written: TypeAlias = Mapping[str, Any]
"""An action in the words of the script format."""
Naming: TypeAlias = Literal["targets", "to", "choose"]
"""Under which key the targets are written."""
Declared: TypeAlias = Literal["attack", "block", "influence", "defend"]

_POINTS: Mapping[Declared, Pointing] = {
    "attack": "attack", "influence": "influence", "block": "block", "defend": "block",
}  # fmt: skip


class Draft(Protocol):
    """What was touched so far, and what may be touched next."""

    @property
    def can(self) -> Collection[Id]:
        """Cards that may be touched now."""

    @property
    def targets(self) -> Collection[Id]:
        """Cards that may be named for what was picked."""

    @property
    def chosen(self) -> Collection[Id]:
        """Cards that were chosen."""

    @property
    def arrows(self) -> Sequence[Arrow]:
        """What points where."""

    def touch(self, card: Id) -> bool:
        """A card was touched; whether it means something here."""

    def written(self) -> Written | None:
        """The action, once it is complete."""


@dataclass
class Pairs:
    """Each source is given to one target: attackers to bases, blockers to attackers."""

    what: Declared
    sources: frozenset[Id]
    targets_of: Callable[[Id], frozenset[Id]]
    pairs: dict[Id, Id] = field(default_factory=dict)
    picked: Id = ""
    waiting: tuple[Id, ...] = ()
    """Sources that a camera saw: the next target is theirs."""
    sent: bool = False
    """Whether they went there."""

    @property
    def can(self) -> Collection[Id]:
        """All that may still be given."""
        return self.sources - self.pairs.keys()

    @property
    def targets(self) -> Collection[Id]:
        """Where the one picked may go."""
        picked = self.picked or next(iter(self.waiting), "")
        return self.targets_of(picked) if picked else frozenset()

    @property
    def chosen(self) -> Collection[Id]:
        """Those given, and the one picked."""
        return {*self.pairs, *self.waiting, *([self.picked] if self.picked else [])}

    @property
    def arrows(self) -> Sequence[Arrow]:
        """One a pair."""
        return [Arrow(source, target, _POINTS[self.what]) for source, target in self.pairs.items()]

    def touch(self, card: Id) -> bool:
        """Pick one, then its target; one that was given is taken back by touching it again."""
        if self.waiting and not self.picked and card in self.targets:
            self.pairs |= dict.fromkeys(self.waiting, card)
            self.waiting, self.sent = (), True
            return True
        if self.picked and card in self.targets:
            self.pairs[self.picked] = card
            self.picked = ""
            return True
        if card in self.sources:
            given = self.pairs.pop(card, None)
            self.waiting = tuple(other for other in self.waiting if other != card)
            self.picked = "" if card == self.picked or given else card
            only = self.targets_of(card) if self.picked else frozenset()
            if len(only) == 1:
                self.pairs[card], self.picked = next(iter(only)), ""
            return True
        return False

    def written(self) -> Written | None:
        """The declaration, which may name nobody."""
        return {self.what: dict(self.pairs)}

    @property
    def at_once(self) -> bool:
        """Whether all that was seen has its goal: nothing else is to be touched."""
        return self.sent and not self.waiting and not self.picked


@dataclass
class Picks:
    """Some cards of several: what is restored, what is discarded."""

    what: Literal["restore", "discard"]
    among: frozenset[Id]
    most: int
    least: int = 0
    picked: tuple[Id, ...] = ()

    @property
    def can(self) -> Collection[Id]:
        """All others, while there is room."""
        return self.among - set(self.picked) if len(self.picked) < self.most else frozenset()

    @property
    def targets(self) -> Collection[Id]:
        """Nothing."""
        return ()

    @property
    def chosen(self) -> Collection[Id]:
        """Those picked."""
        return self.picked

    @property
    def arrows(self) -> Sequence[Arrow]:
        """None."""
        return ()

    def touch(self, card: Id) -> bool:
        """Pick it, or not any more."""
        if card in self.picked:
            self.picked = tuple(other for other in self.picked if other != card)
            return True
        if card in self.can:
            self.picked = (*self.picked, card)
            return True
        return False

    def written(self) -> Written | None:
        """Once there are enough."""
        return {self.what: list(self.picked)} if len(self.picked) >= max(1, self.least) else None


@dataclass
class Aim:
    """An action that needs targets, one after the other; `step(chosen)` are those that may come next."""

    action: Written
    source: Id
    count: int
    step: Callable[[tuple[Id, ...]], frozenset[Id]]
    key: Naming = "targets"
    named: tuple[Id, ...] = ()

    @property
    def can(self) -> Collection[Id]:
        """Nothing but targets."""
        return ()

    @property
    def targets(self) -> Collection[Id]:
        """What may be named next."""
        return self.step(self.named) if len(self.named) < self.count else frozenset()

    @property
    def chosen(self) -> Collection[Id]:
        """The card itself, and what was named."""
        return {self.source, *self.named}

    @property
    def arrows(self) -> Sequence[Arrow]:
        """To every target."""
        return [Arrow(self.source, target, "target") for target in self.named]

    def touch(self, card: Id) -> bool:
        """Name a target; the last one again takes it back."""
        if self.named and card == self.named[-1]:
            self.named = self.named[:-1]
            return True
        if card in self.targets:
            self.named = (*self.named, card)
            return True
        return False

    def written(self) -> Written | None:
        """Once all are named."""
        if len(self.named) < self.count:
            return None
        return {**self.action, self.key: self.named[0] if self.key == "to" else list(self.named)}


@dataclass
class Offers:
    """Several actions that explain what a camera saw; touching what tells them apart says which."""

    offers: tuple[Written, ...]
    picked: Written | None = None

    @property
    def can(self) -> Collection[Id]:
        """Nothing but targets."""
        return ()

    @property
    def targets(self) -> Collection[Id]:
        """The card that each is about."""
        return [about for offer in self.offers if (about := self.about(offer))]

    @property
    def chosen(self) -> Collection[Id]:
        """Nothing yet."""
        return ()

    @property
    def arrows(self) -> Sequence[Arrow]:
        """None."""
        return ()

    def about(self, offer: Written) -> Id:
        """What tells it apart: a host, a card used or restored; "" for an attack."""
        found = offer.get("to") or offer.get("activate") or (offer.get("restore") or [""])[-1]
        return str(found)

    def touch(self, card: Id) -> bool:
        """The one offer about a card is taken."""
        same = [offer for offer in self.offers if self.about(offer) == card]
        self.picked = same[0] if len(same) == 1 else None
        return self.picked is not None

    def written(self) -> Written | None:
        """The one that was taken."""
        return self.picked


@dataclass
class CardOrder:
    """In which order blockers of each attacker are fought; touching them sets it."""

    blocks: Mapping[Id, tuple[Id, ...]]
    order: dict[Id, tuple[Id, ...]] = field(default_factory=dict)

    @property
    def can(self) -> Collection[Id]:
        """Blockers that have no number yet."""
        given = {blocker for blockers in self.order.values() for blocker in blockers}
        return {b for blockers in self.blocks.values() if len(blockers) > 1 for b in blockers} - given

    @property
    def targets(self) -> Collection[Id]:
        """Nothing."""
        return ()

    @property
    def chosen(self) -> Collection[Id]:
        """Those that have a number."""
        return {blocker for blockers in self.order.values() for blocker in blockers}

    @property
    def arrows(self) -> Sequence[Arrow]:
        """From each blocker to what it blocks."""
        return [Arrow(b, attacker, "block") for attacker, blockers in self.blocks.items() for b in blockers]

    def touch(self, card: Id) -> bool:
        """The next one of its attacker; one that has a number gives it back."""
        for attacker, blockers in self.blocks.items():
            if card in blockers and len(blockers) > 1:
                given = self.order.get(attacker, ())
                self.order[attacker] = (
                    tuple(b for b in given if b != card) if card in given else (*given, card)
                )
                return True
        return False

    def numbers(self) -> Iterator[tuple[Id, int]]:
        """Blockers and their places, from 1."""
        for blockers in self.order.values():
            yield from ((blocker, number) for number, blocker in enumerate(blockers, 1))

    def written(self) -> Written | None:
        """The order; those without a number come last, as they were named."""
        return {
            "order": {
                attacker: [
                    *self.order.get(attacker, ()),
                    *(b for b in blockers if b not in self.order.get(attacker, ())),
                ]
                for attacker, blockers in self.blocks.items()
            }
        }
