"""Actions built step by step by touches on cards; no widgets here."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from companion.games.fabula.position import Id
from ui.games.fabula.views import Arrow, Pointing

Written: TypeAlias = Mapping[str, Any]
"""An action in the script format."""
Naming: TypeAlias = Literal["targets", "to", "choose"]
"""Key of the targets in the script format."""
Declared: TypeAlias = Literal["attack", "block", "influence", "defend"]

_POINTS: Mapping[Declared, Pointing] = {
    "attack": "attack", "influence": "influence", "block": "block", "defend": "block",
}  # fmt: skip


class Draft(Protocol):
    """An incomplete action: cards touched so far, and cards that may be touched next."""

    @property
    def can(self) -> Collection[Id]:
        """Cards that may be touched now."""

    @property
    def targets(self) -> Collection[Id]:
        """Possible targets of the picked card."""

    @property
    def chosen(self) -> Collection[Id]:
        """Chosen cards."""

    @property
    def arrows(self) -> Sequence[Arrow]:
        """Arrows between cards."""

    def touch(self, card: Id) -> bool:
        """Handle a touch of a card; return true if it has an effect here."""

    def written(self) -> Written | None:
        """The action, once it is complete."""


@dataclass
class Pairs:
    """Assignment of each source to one target: attackers to bases, blockers to attackers."""

    what: Declared
    sources: frozenset[Id]
    targets_of: Callable[[Id], frozenset[Id]]
    pairs: dict[Id, Id] = field(default_factory=dict)
    picked: Id = ""
    waiting: tuple[Id, ...] = ()
    """Sources that the camera saw; the next touched target is assigned to them."""
    sent: bool = False
    """True once they were assigned."""

    @property
    def can(self) -> Collection[Id]:
        """Sources that can still be assigned."""
        return self.sources - self.pairs.keys()

    @property
    def targets(self) -> Collection[Id]:
        """Possible targets of the picked source."""
        picked = self.picked or next(iter(self.waiting), "")
        return self.targets_of(picked) if picked else frozenset()

    @property
    def chosen(self) -> Collection[Id]:
        """Assigned sources, and the picked one."""
        return {*self.pairs, *self.waiting, *([self.picked] if self.picked else [])}

    @property
    def arrows(self) -> Sequence[Arrow]:
        """One arrow per pair."""
        return [Arrow(source, target, _POINTS[self.what]) for source, target in self.pairs.items()]

    def touch(self, card: Id) -> bool:
        """Pick a source, then its target; a second touch of an assigned source undoes its assignment."""
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
        """The declaration, which may be empty."""
        return {self.what: dict(self.pairs)}

    @property
    def at_once(self) -> bool:
        """Return true if every seen source has its target, so that no touch is missing."""
        return self.sent and not self.waiting and not self.picked


@dataclass
class Picks:
    """Selection of several cards, e.g. to restore or to discard."""

    what: Literal["restore", "discard"]
    among: frozenset[Id]
    most: int
    least: int = 0
    picked: tuple[Id, ...] = ()

    @property
    def can(self) -> Collection[Id]:
        """All other cards until the maximum is reached."""
        return self.among - set(self.picked) if len(self.picked) < self.most else frozenset()

    @property
    def targets(self) -> Collection[Id]:
        """Nothing."""
        return ()

    @property
    def chosen(self) -> Collection[Id]:
        """Selected cards."""
        return self.picked

    @property
    def arrows(self) -> Sequence[Arrow]:
        """None."""
        return ()

    def touch(self, card: Id) -> bool:
        """Select or deselect a card."""
        if card in self.picked:
            self.picked = tuple(other for other in self.picked if other != card)
            return True
        if card in self.can:
            self.picked = (*self.picked, card)
            return True
        return False

    def written(self) -> Written | None:
        """The action once enough cards are selected."""
        return {self.what: list(self.picked)} if len(self.picked) >= max(1, self.least) else None


@dataclass
class Aim:
    """An action that needs targets one after the other; `step(chosen)` returns the possible next ones."""

    action: Written
    source: Id
    count: int
    step: Callable[[tuple[Id, ...]], frozenset[Id]]
    key: Naming = "targets"
    named: tuple[Id, ...] = ()

    @property
    def can(self) -> Collection[Id]:
        """No cards; only targets can be touched."""
        return ()

    @property
    def targets(self) -> Collection[Id]:
        """Possible next targets."""
        return self.step(self.named) if len(self.named) < self.count else frozenset()

    @property
    def chosen(self) -> Collection[Id]:
        """The card itself and the chosen targets."""
        return {self.source, *self.named}

    @property
    def arrows(self) -> Sequence[Arrow]:
        """One arrow to each target."""
        return [Arrow(self.source, target, "target") for target in self.named]

    def touch(self, card: Id) -> bool:
        """Choose a target; a second touch of the last one removes it."""
        if self.named and card == self.named[-1]:
            self.named = self.named[:-1]
            return True
        if card in self.targets:
            self.named = (*self.named, card)
            return True
        return False

    def written(self) -> Written | None:
        """The action once all targets are chosen."""
        if len(self.named) < self.count:
            return None
        return {**self.action, self.key: self.named[0] if self.key == "to" else list(self.named)}


@dataclass
class Offers:
    """Several actions that explain the camera's observation; a touch of a distinguishing card chooses one."""

    offers: tuple[Written, ...]
    picked: Written | None = None

    @property
    def can(self) -> Collection[Id]:
        """No cards; only targets can be touched."""
        return ()

    @property
    def targets(self) -> Collection[Id]:
        """Distinguishing card of each action."""
        return [about for offer in self.offers if (about := self.about(offer))]

    @property
    def chosen(self) -> Collection[Id]:
        """No cards."""
        return ()

    @property
    def arrows(self) -> Sequence[Arrow]:
        """None."""
        return ()

    def about(self, offer: Written) -> Id:
        """Distinguishing card: a host, a used or restored card; "" for an attack."""
        found = offer.get("to") or offer.get("activate") or (offer.get("restore") or [""])[-1]
        return str(found)

    def touch(self, card: Id) -> bool:
        """Choose the only action about a card."""
        same = [offer for offer in self.offers if self.about(offer) == card]
        self.picked = same[0] if len(same) == 1 else None
        return self.picked is not None

    def written(self) -> Written | None:
        """The chosen action."""
        return self.picked


@dataclass
class CardOrder:
    """Order in which each attacker fights its blockers, set by touches."""

    blocks: Mapping[Id, tuple[Id, ...]]
    order: dict[Id, tuple[Id, ...]] = field(default_factory=dict)

    @property
    def can(self) -> Collection[Id]:
        """Blockers without number."""
        given = {blocker for blockers in self.order.values() for blocker in blockers}
        return {b for blockers in self.blocks.values() if len(blockers) > 1 for b in blockers} - given

    @property
    def targets(self) -> Collection[Id]:
        """Nothing."""
        return ()

    @property
    def chosen(self) -> Collection[Id]:
        """Blockers with a number."""
        return {blocker for blockers in self.order.values() for blocker in blockers}

    @property
    def arrows(self) -> Sequence[Arrow]:
        """One arrow from each blocker to its attacker."""
        return [Arrow(b, attacker, "block") for attacker, blockers in self.blocks.items() for b in blockers]

    def touch(self, card: Id) -> bool:
        """Give a blocker the next number of its attacker; a second touch removes it."""
        for attacker, blockers in self.blocks.items():
            if card in blockers and len(blockers) > 1:
                given = self.order.get(attacker, ())
                self.order[attacker] = (
                    tuple(b for b in given if b != card) if card in given else (*given, card)
                )
                return True
        return False

    def numbers(self) -> Iterator[tuple[Id, int]]:
        """Positions of the blockers, from 1."""
        for blockers in self.order.values():
            yield from ((blocker, number) for number, blocker in enumerate(blockers, 1))

    def written(self) -> Written | None:
        """The order; blockers without number come last, in the declared order."""
        return {
            "order": {
                attacker: [
                    *self.order.get(attacker, ()),
                    *(b for b in blockers if b not in self.order.get(attacker, ())),
                ]
                for attacker, blockers in self.blocks.items()
            }
        }
