"""Answers of bots to choices that concern only their heroes."""

from collections.abc import Sequence
from typing import Protocol

from companion.games.fate import advice
from companion.games.fate.acts import Act, Hold, MonsterAttack, Quest, Use
from companion.games.fate.forecast import next_walk
from companion.games.fate.hero_stats import in_play
from companion.games.fate.position import Position
from companion.session.base import Bots
from companion.session.fate.choices import ambush
from companion.session.fate.pending import PendingAnswers
from companion.session.fate.snapshot import FateChoice


class BotsSession(Protocol):
    """The part of the session that the answers need."""

    pending: PendingAnswers

    @property
    def bots(self) -> Bots:
        """Players that the app plays."""

    @property
    def position(self) -> Position:
        """Position after the acts that count."""

    def known_to_bot(self, seat: int) -> tuple[int, ...]:
        """Return the event cards that the app holds for a bot."""


def answer(session: BotsSession, choice: FateChoice) -> int | None:
    """Return the index of the bots' answer; None if the choice concerns a person or the table.

    The order and the targets of attacks are chosen by people, as they concern everybody.
    """
    position, taken = session.position, session.pending.taken
    match choice.what:
        case "prevent" if taken.attack and (seat := _seat(session, taken.attack.hero)) is not None:
            return _prevent(position, taken.attack, choice, session.known_to_bot(seat))
        case "ambush":
            hero = next(hero for hero in ambush(position, taken).hexes if hero not in taken.ambush)
            return None if _seat(session, hero) is None else choice.default
        case "hold" | "answer":
            return _react(session, choice)
    return None


def _prevent(position: Position, attack: MonsterAttack, choice: FateChoice, hand: Sequence[int]) -> int:
    uses = [option.act.prevent[-1] for option in choice.options[1:] if isinstance(option.act, MonsterAttack)]
    return 1 + advice.prevention(position, attack, uses, hand)


def _react(session: BotsSession, choice: FateChoice) -> int | None:
    """Return the first useful card or quest if only bots have some, 0 if none is useful."""
    acts = [option.act for option in choice.options[1:]]
    seats = [_seat(session, act.hero) if isinstance(act, Hold | Quest | Use) else None for act in acts]
    if None in seats:
        return None
    useful = (i for i, act in enumerate(acts, 1) if act and _is_useful(session, act, seats[i - 1] or 0))
    return next(useful, 0)


def _is_useful(session: BotsSession, act: Act, seat: int) -> bool:
    position = session.position
    hero = position.heroes[seat]
    match act:
        case Hold(monster=monster):
            return monster in next_walk(position, hero.id).entering
        case Use(card):
            return card in session.known_to_bot(seat) or any(card == mine.number for mine, _ in in_play(hero))
    return isinstance(act, Quest)


def _seat(session: BotsSession, hero_id: str) -> int | None:
    """Return the seat of a bot's hero; None for a person's."""
    for seat, hero in enumerate(session.position.heroes):
        if hero.id == hero_id and hero.player in session.bots:
            return seat
    return None
