"""Mutable copy of a position while an action is carried out, and the zones of its cards."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.games.base import N_, Sentence
from companion.games.fabula.card_names import named
from companion.games.fabula.cards import Ability, CardDefinition, Condition, Passive, Trigger
from companion.games.fabula.position import (
    Base,
    Due,
    DuelResult,
    EndReason,
    Id,
    Item,
    Permanent,
    Phase,
    Player,
    PlayerSide,
    Position,
)
from companion.games.fabula.refusal import refused

Zone: TypeAlias = Literal["deck", "hand", "battle", "territory", "discard", "banished", "stack"]
"""Zone of a card (FB-130)."""

_A_CARD = N_("a card")
UNKNOWN = CardDefinition("manoeuvre")
"""Placeholder for a card that nobody has revealed yet."""


class TriggerEvent(NamedTuple):
    """Event on a card or of a player, for triggered abilities (FB-108).

    For a card that left play `left` is the permanent it was, `attached` its modifications.
    """

    trigger: Trigger
    subject: Id
    player: Player
    name: str = ""
    left: Permanent | None = None
    attached: tuple[Id, ...] = ()


class Lasting(NamedTuple):
    """Passive effect in play: the card it is from, and its condition."""

    source: Id
    passive: Passive
    only_if: Condition | None


NUMBERS = ("offence", "life", "influence", "restoration", "keyword")
"""Fields of `Passive` that change something."""


class Duel:
    """Mutable working copy of a position; `frozen` returns a position again."""

    def __init__(self, p: Position) -> None:
        self.format, self.options, self.cards = p.format, p.options, p.cards
        self.names = p.names
        self.sides = list(p.sides)
        self.bases = {base.id: base for base in p.bases}
        self.battle = {permanent.id: permanent for permanent in p.battle}
        self.stack = list(p.stack)
        self.turn, self.turn_number = p.turn, p.turn_number
        self.phase: Phase = p.phase
        self.priority, self.passes = p.priority, p.passes
        self.combat, self.due, self.serial, self.result = p.combat, list(p.due), p.serial, p.result
        self.events: list[TriggerEvent] = []
        self._lasting: dict[str, list[Lasting]] | None = None

    def frozen(self) -> Position:
        """Return the current position."""
        return Position(
            self.format, self.options, self.cards, self.names, tuple(self.sides), tuple(self.bases.values()),
            tuple(self.battle.values()), tuple(self.stack), self.turn, self.turn_number, self.phase,
            self.priority, self.passes, self.combat, tuple(self.due), self.serial, self.result,
        )  # fmt: skip

    def card(self, id_: Id) -> CardDefinition:
        """Return the printed card of an id; UNKNOWN if nobody has revealed it."""
        name = self.names.get(id_)
        return self.cards[name] if name else UNKNOWN

    def called(self, id_: Id) -> Sentence:
        """Return the name of a card, or of the card of an ability on the stack, for a sentence."""
        item = self.item(id_)
        name = (item.name if item else "") or self.names.get(item.source if item else id_, "")
        return named(name, self.cards[name]) if name else Sentence(_A_CARD)

    def owner(self, id_: Id) -> Player:
        """Return the owner of a card in any zone."""
        return 0 if id_.rpartition("/")[0] == self.sides[0].name else 1

    def controller(self, id_: Id) -> Player:
        """Return the controller of a card in play; elsewhere its owner."""
        thing = self.thing(id_)
        return thing.controller if thing else self.owner(id_)

    def thing(self, id_: Id) -> Permanent | Base | None:
        """Return the permanent or base of an id; None if it is not in play or destroyed."""
        if permanent := self.battle.get(id_):
            return permanent
        base = self.bases.get(id_)
        return base if base and not base.destroyed else None

    def ally(self, id_: Id) -> Permanent | None:
        """Return the ally of an id in the battle zone; None if there is none."""
        permanent = self.battle.get(id_)
        return permanent if permanent and self.card(id_).type == "ally" else None

    def in_play(self) -> Iterator[Permanent | Base]:
        """Yield the bases that are not destroyed, then all permanents in order of arrival."""
        yield from (base for base in self.bases.values() if not base.destroyed)
        yield from self.battle.values()

    def lasting(self, number: str) -> list[Lasting]:
        """Return the passive effects in play that change a field of NUMBERS (FB-106)."""
        if self._lasting is None:
            self._lasting = {number: [] for number in NUMBERS}
            for thing in self.in_play():
                for ability in self.card(thing.id).abilities:
                    for passive in ability.passive:
                        for changed in NUMBERS:
                            if getattr(passive, changed):
                                found = Lasting(thing.id, passive, ability.only_if)
                                self._lasting[changed].append(found)
        return self._lasting[number]

    def item(self, id_: Id) -> Item | None:
        """Return the item on the stack with an id; None if there is none."""
        return next((item for item in self.stack if item.id == id_), None)

    def zone(self, id_: Id) -> Zone | None:
        """Return the zone of a card; None if there is no such card."""
        if id_ in self.battle:
            return "battle"
        if id_ in self.bases:
            return "territory"
        if any(item.id == id_ for item in self.stack if item.ability is None):
            return "stack"
        side = self.sides[self.owner(id_)]
        pile: Zone
        for pile in ("hand", "deck", "discard", "banished"):
            if id_ in getattr(side, pile):
                return pile
        return None

    def zones(self) -> dict[Id, Zone]:
        """Return the zone of every card."""
        found: dict[Id, Zone] = {}
        pile: Zone
        for side in self.sides:
            for pile in ("hand", "deck", "discard", "banished"):
                found |= dict.fromkeys(getattr(side, pile), pile)
        found |= {item.id: "stack" for item in self.stack if item.ability is None}
        found |= dict.fromkeys(self.bases, "territory")
        return found | dict.fromkeys(self.battle, "battle")

    def known(self, id_: Id) -> Id:
        """Return the id. Raises RuleError `unknown_card` if there is no such card in the duel."""
        if self.zone(id_) is None and self.item(id_) is None:
            found = N_("There is no card {id} in this duel; expected an id such as {example}.")
            raise refused("unknown_card", found, id_, id=id_, example=f"{self.sides[0].name}/1")
        return id_

    def set(self, id_: Id, **changes: Any) -> None:
        """Change fields of a permanent or base."""
        if id_ in self.battle:
            self.battle[id_] = self.battle[id_]._replace(**changes)
        else:
            self.bases[id_] = self.bases[id_]._replace(**changes)
            self._lasting = None

    def side(self, player: Player, **changes: Any) -> PlayerSide:
        """Change fields of the side of a player, if any are given, and return it."""
        if changes:
            self.sides[player] = self.sides[player]._replace(**changes)
        return self.sides[player]

    def pay(self, player: Player, cost: int) -> None:
        """Spend resources (FB-035). Raises RuleError `too_expensive`."""
        have = self.sides[player].resources
        if cost > have:
            pattern = N_("{player} has too few resources: {have} of {cost}; wait until there are more.")
            raise refused("too_expensive", pattern, player=self.sides[player].name, cost=cost, have=have)
        self.side(player, resources=have - cost)

    def happened(
        self,
        trigger: Trigger,
        subject: Id,
        player: Player,
        left: Permanent | None = None,
        attached: tuple[Id, ...] = (),
    ) -> None:
        """Record an event for triggered abilities."""
        self.events.append(
            TriggerEvent(trigger, subject, player, self.names.get(subject, ""), left, attached)
        )

    def tap(self, id_: Id) -> None:
        """Tap a card in play, unless it is tapped."""
        thing = self.thing(id_)
        if thing and not thing.tapped:
            self.set(id_, tapped=True)
            self.happened("tapped", id_, thing.controller)

    def enter(self, id_: Id, player: Player, *, preparing: bool) -> None:
        """Put a card into the battle zone (FB-046, FB-105)."""
        self.battle[id_] = Permanent(id_, player, preparing=preparing)
        self._lasting = None
        self.happened("enters", id_, player)

    def leave(self, id_: Id) -> None:
        """Remove a permanent from the battle zone; its modifications stay there unattached (FB-117)."""
        left = self.battle.pop(id_)
        self._lasting = None
        attached = tuple(other.id for other in self.battle.values() if other.host == id_)
        for other in attached:
            self.set(other, host="")
        combat = self.combat
        if id_ in combat.attacks or id_ in combat.influences or id_ in combat.defends:
            self.combat = combat._replace(
                attacks={ally: base for ally, base in combat.attacks.items() if ally != id_},
                influences={ally: base for ally, base in combat.influences.items() if ally != id_},
                defends={ally: base for ally, base in combat.defends.items() if ally != id_},
            )
        self.happened("leaves", id_, left.controller, left, attached)

    def die(self, id_: Id) -> None:
        """Put a destroyed or sacrificed permanent on its owner's discard (FB-068, FB-131)."""
        self.move(id_, "discard")
        leaves = next(event for event in reversed(self.events) if event.trigger == "leaves")
        self.events.append(leaves._replace(trigger="dies"))

    def move(self, id_: Id, to: Literal["hand", "deck_top", "deck_bottom", "discard", "banished"]) -> None:
        """Move a card from any zone to a pile of its owner; a token leaves the duel (FB-119)."""
        zone, owner = self.zone(id_), self.owner(id_)
        if zone == "battle":
            self.leave(id_)
        elif zone == "stack":
            self.stack = [item for item in self.stack if item.id != id_]
        elif zone in ("hand", "deck", "discard", "banished"):
            pile = getattr(self.sides[owner], zone)
            self.side(owner, **{zone: tuple(other for other in pile if other != id_)})
        if self.card(id_).token:
            self.names = {known: name for known, name in self.names.items() if known != id_}
            return
        side = self.sides[owner]
        match to:
            case "deck_top":
                self.side(owner, deck=(id_, *side.deck))
            case "deck_bottom":
                self.side(owner, deck=(*side.deck, id_))
            case _:
                self.side(owner, **{to: (*getattr(side, to), id_)})

    def draw(self, player: Player, n: int) -> int:
        """Cards from the deck to the hand; how many there were."""
        side = self.sides[player]
        drawn = side.deck[:n]
        if drawn:
            self.side(player, deck=side.deck[len(drawn) :], hand=side.hand + drawn)
        return len(drawn)

    def number(self) -> int:
        """The next number for a token or an ability on the stack."""
        self.serial += 1
        return self.serial

    def finish(self, winner: Player, reason: EndReason) -> None:
        """The duel is won, unless it was before."""
        self.result = self.result or DuelResult(winner, reason)

    def owe(self, due: Due) -> None:
        """Require a decision of a player before any other action."""
        self.due.append(due)

    def text(self, item: Item) -> Ability | CardDefinition:
        """Return the card or ability of an item on the stack."""
        card = self.cards[item.name] if item.name else self.card(item.source)
        return card if item.ability is None else card.abilities[item.ability]
