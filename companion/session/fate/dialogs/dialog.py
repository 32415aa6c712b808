"""Dialogs that build a hero's action from answers, asked one after the other; no widgets here.

An `ActDialog` is a generator that yields questions, is sent the answers and returns the action.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.games.base import N_, Sentence
from companion.games.fate.acts import Act, Correct, Use
from companion.games.fate.heroes import card_text, printed
from companion.games.fate.position import Face, Hero, Hex


@dataclass(frozen=True, slots=True)
class AskHex:
    """One of these hexes; the answer is the hex. `attack`: monsters stand on them.

    With `enough` the answer may be "", none of them. `act_to` makes the action of another hex: the rules say
    why it is illegal. `path` is a path to draw.
    """

    question: Sentence
    hexes: tuple[Hex, ...]
    attack: bool = False
    enough: bool = False
    act_to: Callable[[Hex], Act | None] | None = None
    path: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class AskDice:
    """Faces of `count` dice; the answer is a tuple of them."""

    question: Sentence
    count: int


@dataclass(frozen=True, slots=True)
class Pick:
    """One choice: its label, the answer, and details; a `way` is drawn, `card`
    is the printed number of a card in a list of cards. `explains`: hero and number of the card that it is
    about.
    """

    label: Sentence
    answer: Any
    icon: str = ""
    note: Sentence | None = None
    way: tuple[Hex, ...] = ()
    card: int = 0
    explains: tuple[Hero, int] | None = None


@dataclass(frozen=True, slots=True)
class AskPick:
    """One of several things; the answer is the pick's. `dice` are shown above, `more` is a second line."""

    question: Sentence
    picks: tuple[Pick, ...]
    dice: tuple[Face, ...] = ()
    more: Sentence | None = None


@dataclass(frozen=True, slots=True)
class AskAmounts:
    """Amounts on cards, 0 is the hero: at most `most` on each, from `least` to `total` in all.

    The answer maps cards. `now`: present numbers, which are to be corrected; then the answer has all numbers.
    """

    question: Sentence
    labels: Mapping[int, Sentence]
    most: Mapping[int, int]
    total: int | None = None
    now: Mapping[int, int] | None = None
    least: int = 0


Question: TypeAlias = AskHex | AskDice | AskPick | AskAmounts
ActDialog: TypeAlias = Generator[Question, Any, Act]
Corrections: TypeAlias = Generator[Question, Any, tuple[Correct, ...]]
UseDialog: TypeAlias = Generator[Question, Any, Use]


Hand: TypeAlias = Callable[[str], Collection[int] | None]
"""Event cards that the app keeps for a hero; None if they are in people's hands."""
HELD = Sentence(N_("Touch the card that you hold in your hand."))
"""Below a question with all event cards that may be in the hand: only the player knows which are."""
_KEPT = Sentence(N_("These cards are in your hand."))


class Dialog:
    """A running dialog: `ask` is the open question until the `acts` are known.

    `thrown` dice of the app were used in its answers. `hand(hero)`: event cards that the app keeps for a
    hero, of which only these are offered; None if they are in people's hands, and any may be.
    """

    def __init__(self, dialog: ActDialog | Corrections, hand: Hand = lambda _: None) -> None:
        self._dialog, self._hand = dialog, hand
        self._given = Counter[tuple[str, int]]()
        self.ask: Question | None = None
        self.acts: tuple[Act, ...] = ()
        self.thrown = 0
        self._go_on(None)

    def answer(self, answer: Any) -> None:
        """Answer the question."""
        if isinstance(self.ask, AskPick):
            given = (_event(pick) for pick in self.ask.picks if pick.answer == answer)
            self._given += Counter(event for event in given if event)
        self._go_on(answer)

    def _go_on(self, answer: Any) -> None:
        try:
            self.ask = self._dialog.send(answer)
        except StopIteration as end:
            self.ask, self.acts = None, end.value if type(end.value) is tuple else (end.value,)
            return
        if isinstance(self.ask, AskPick):
            self._offer(self.ask)

    def _offer(self, ask: AskPick) -> None:
        """Leave out cards that are in no hand; if only the answer that uses nothing stays, it is given.

        Effects of one card that was given already all stay.
        """
        about = {_event(pick) for pick in ask.picks}
        if len(about) == 1 and self._given.keys() & about:
            return
        picks = tuple(kept for pick in ask.picks if (kept := self._kept(pick)))
        more = _KEPT if ask.more == HELD and picks != ask.picks else ask.more
        self.ask = replace(ask, picks=picks, more=more)
        if len(picks) == 1 < len(ask.picks) and picks[0].answer is None:
            self._go_on(None)

    def _kept(self, pick: Pick) -> Pick | None:
        """Return what is offered for a pick: nothing for a card in no hand, for one in hand what it does."""
        event = _event(pick)
        hand = self._hand(event[0]) if event else None
        if event is None or hand is None:
            return pick
        if [*hand].count(event[1]) <= self._given[event]:
            return None
        assert pick.explains
        hero, number = pick.explains
        text = card_text(hero.id, number, hero.level)
        return replace(pick, card=0, icon="cards", note=text) if pick.card else pick


def _event(pick: Pick) -> tuple[str, int] | None:
    """Return the hero and number of the event card that a pick is about; None if it is about none."""
    if pick.explains is None or printed(pick.explains[0].id, pick.explains[1]).pile != "event":
        return None
    return pick.explains[0].id, pick.explains[1]


def spread(most: Mapping[int, int], total: int) -> dict[int, int]:
    """Default answer to `AskAmounts`: as much as possible on each card, from the first on."""
    amounts: dict[int, int] = {}
    for card, limit in most.items():
        amounts[card] = min(limit, total - sum(amounts.values()))
    return {card: amount for card, amount in amounts.items() if amount}
