"""Snapshot of a duel for a screen: immutable, made for a seat."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games.base import N_, Sentence, counted
from companion.games.fabula import keys, possible
from companion.games.fabula.actions import Action, Attach, Play
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.turns import too_many_cards
from companion.session.events import Why
from companion.session.fabula import by_hand, words
from companion.session.fabula.decisions import Asks as Asks
from companion.session.fabula.decisions import asked as asked
from companion.session.fabula.explanations import NOTHING, DuelReading
from companion.session.fabula.interpret import FabulaInterpreter
from companion.session.fabula.offers import name_of
from companion.session.fabula.stop_settings import Wishes
from companion.session.snapshot import Snapshot, SnapshotSource, lines
from companion.session.timeline import Step
from companion.session.view import Line, Mark, Prompt, Thing
from companion.session.watched_snapshot import asked_to_act, each_once, with_trouble
from companion.session.words import THINKS


@dataclass(frozen=True, slots=True, kw_only=True)
class FabulaSnapshot(Snapshot):
    """All that a screen shows.

    `position`: with the names that this seat may see. `decider`: index of the deciding player. `in_app`: the
    app keeps the hands; otherwise players hold their cards and name those that they play. `unseen`: number of
    unseen cards of each deck list, by player and name. `bases`: those of both decks in the order of the
    lists; `placed`: players who have placed theirs. `near`: player on the camera's near side. `seen`:
    incomplete action or difference in the last picture.
    """

    position: Position
    asks: Asks
    decider: Player
    in_app: bool
    unseen: tuple[Mapping[str, int], ...] = ()
    bases: Mapping[Id, str] = field(default_factory=dict)
    placed: tuple[str, ...] = ()
    wishes: Mapping[str, Wishes] = field(default_factory=dict)
    log: tuple[Line, ...] = ()
    seen: DuelReading = NOTHING
    near: Player = 0

    @property
    def real_cards(self) -> bool:
        """Return whether cards lie on a table: somebody holds their own."""
        return not self.dealt or bool(self.own_hands)

    @property
    def prompt(self) -> Prompt:
        """The sentence of the moment: the table comes first, then the open decision."""
        return with_trouble(self._said(), self.trouble)

    def _said(self) -> Prompt:
        player: Mapping[str, object] = {"player": self.players[self.decider]}
        if self.players[self.decider] in self.bots and not self.over:
            return Prompt("wait", "bot", Sentence(THINKS, player))
        if self.seen.steps:
            first, *more = self.seen.steps
            rest = counted("Then {n} more step.", "Then {n} more steps.", len(more)) if more else None
            return Prompt("do", "hand", first, rest)
        if self.seen.turn_over:
            return Prompt("ask", "", Sentence(N_("{player}, is your turn over?"), player))
        if self.seen.choices:
            how = Sentence(N_("Touch your choice."))
            return Prompt("ask", "", Sentence(N_("{player}, what do you do?"), player), how)
        pattern = MESSAGES[self.asks]
        if self.asks == "bases" and self.real_cards:
            pattern = N_("Lay your bases face down, then turn them over together.")
        text = Sentence(pattern, player if "{player}" in pattern else {})
        if self.asks == "over":
            result = self.position.result
            ends = Sentence(words.ENDS[result.reason], {"player": self.winners[0]}) if result else None
            return Prompt("over", "trophy", text, ends)
        if self.asks in _QUESTIONS:
            return Prompt("ask", "", text, self._detail())
        return asked_to_act(text, self.players[self.decider], self._detail())

    def _detail(self) -> Sentence | None:
        """Return what the open decision is about."""
        if self.asks == "answer" and self.position.stack:
            top = self.position.stack[-1]
            card = Duel(self.position).called(top.id)
            return Sentence(N_("{player}: {card}"), {"player": self.players[top.controller], "card": card})
        if self.asks == "act" and keys.after_cards(self.position) == "end":
            return Sentence(N_("None of your allies can attack or influence now."))
        return self._discards()

    def _discards(self) -> Sentence | None:
        """Return how many cards the deciding player discards, if that is asked for."""
        if self.asks != "discard":
            return None
        if not self.position.due:
            keep, gone = self.position.format.end_hand, too_many_cards(Duel(self.position))
            pattern = N_("You keep {n} cards at the end of your turn. Touch those that go: {gone}.")
            return Sentence(pattern, {"n": keep, "gone": gone})
        alone = self.in_app and len(self.players) - len(self.bots) == 1
        pattern = N_("Touch cards of your hand: {n}.")
        return Sentence(pattern, {"n": self.position.due[0].n}) if alone else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The player who has won the duel."""
        return (self.players[self.position.result.winner],) if self.position.result else ()

    def half(self, player: Player) -> str:
        """Return the half of the table where a player's cards lie, as the names of zones begin."""
        return "near" if player == self.near else "far"

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The top of the stack, what the open choice is about, and zones of the table that hands act on."""
        return each_once(*self._marks())

    def _marks(self) -> Iterator[Mark]:
        position = self.position
        if position.stack and not self.over:
            top = position.stack[-1]
            yield from (Mark(id_, "last") for id_ in (top.source, *top.targets))
        if self.seen.tapped:
            against = position.combat.attacks if self.asks == "block" else possible.attackable(Duel(position))
            goals = position.combat.influences.values() if self.asks == "defend" else against
            yield from (Mark(id_, "ask") for id_ in goals)
        about = (offer.get("to") or offer.get("activate") for offer in self.seen.choices)
        yield from (Mark(str(id_), "ask") for id_ in about if id_)
        if isinstance(self.suggested_move, Play | Attach):
            yield Mark(f"{self.half(self.decider)} battle", "place")
        yield from (Mark(zone, "wrong") for zone in self.seen.zones)

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return self.log

    @property
    def secret_text(self) -> Sentence | None:
        """The hand of the snapshot's seat in words; None if the app does not keep it."""
        if self.seat is None or self.secret is None or self.over:
            return None
        hand = [(id_, self.position.names[id_]) for id_ in self.position.sides[self.seat].hand]
        cards = {id_: words.named(name, self.position.cards[name]) for id_, name in hand}
        if not cards:
            return Sentence(N_("Your hand is empty."))
        keys = {f"card{n}": card for n, card in enumerate(cards.values())}
        listed = Sentence(", ".join(f"{{{key}}}" for key in keys), keys)
        return Sentence(N_("Your hand: {cards}."), {"cards": listed})

    def name_of(self, thing: Thing) -> Sentence:
        """Return the name of a card, of a key that begins something, or of a change by hand."""
        begun = next((one for one in self.decisions if one.id == thing), None)
        if begun:
            return begun.text
        if thing in by_hand.CHANGES:
            return Sentence(by_hand.CHANGES[str(thing)])
        name, _, number = str(thing).removeprefix("=").partition("/")
        if str(thing).startswith("="):
            card = words.named(name, self.position.cards[name])
            return Sentence(N_("{card}, number {n}"), {"card": card, "n": int(number)}) if number else card
        return name_of(self.position, thing)


class FabulaSource(SnapshotSource[Step[Position], Action], Protocol):
    """The part of the session that the snapshot reads."""

    wishes: dict[str, Wishes]
    placing: dict[str, tuple[Id, ...]]
    interpreter: FabulaInterpreter
    trouble: Why | None

    @property
    def asks(self) -> Asks:
        """The decision that is open now."""

    @property
    def decider(self) -> Player:
        """Index of the deciding player."""

    @property
    def in_app(self) -> bool:
        """True if the app keeps the hands of people."""

    @property
    def unseen(self) -> tuple[Mapping[str, int], ...]:
        """By player, the cards of the deck list that no player has seen yet."""

    @property
    def bases(self) -> Mapping[Id, str]:
        """The bases of both decks."""

    def seen_by(self, position: Position, seat: Player | None) -> Position:
        """Return a position with the names that a seat may see."""


def snapshot(session: FabulaSource, common: Mapping[str, Any], seat: int | None) -> FabulaSnapshot:
    """Return the snapshot of a seat; `common`: fields common to all games."""
    timeline = session.timeline
    position = session.seen_by(timeline.current.position, seat)
    asks = session.asks
    now = session.decider
    player = session.players[now]
    return FabulaSnapshot(
        **common,
        turn="" if session.over else player,
        assumed_table=session.assumed_table,
        position=position,
        asks=asks,
        decider=now,
        in_app=session.in_app,
        unseen=session.unseen,
        bases=session.bases,
        placed=tuple(session.placing),
        wishes=dict(session.wishes),
        seen=session.interpreter.reading,
        near=session.interpreter.near,
        log=lines(timeline),
    )


MESSAGES: Mapping[Asks, str] = {
    "bases": N_("Choose your centre."),
    "mulligan": N_("{player}, which cards do you put back?"),
    "restore": N_("{player}, which turned cards do you restore?"),
    "act": N_("{player}, play cards"),
    "answer": N_("{player}, do you answer?"),
    "attack": N_("{player}, who attacks?"),
    "block": N_("{player}, who blocks?"),
    "order": N_("{player}, in which order do you fight the blockers?"),
    "fight": N_("{player}, do you play anything before it counts?"),
    "influence": N_("{player}, who influences?"),
    "defend": N_("{player}, who defends?"),
    "discard": N_("{player}, discard cards."),
    "choose": N_("{player}, choose a target."),
    "search": N_("{player}, look at the top cards of the deck: which one do you take?"),
    "end": N_("{player}, end your turn."),
    "over": N_("The game is over."),
}
"""Sentence by open decision."""
_QUESTIONS: tuple[Asks, ...] = ("answer", "block", "defend", "choose", "search", "discard")
