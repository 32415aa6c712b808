"""Cards in the monster turn are offered at the right moment and only then, and can be taken back."""

from random import Random
from typing import Any

from companion.games import fate
from companion.games.codec import encode
from companion.games.fate.acts import Discard, MonsterAttack, Quest, Use
from companion.games.fate.position import CardState, Hero, Monster, PendingAttacks, Position
from companion.session.base import SessionContext
from companion.session.fate.session import FateSession
from companion.storage.journal import Journal
from tests.games.fate.hero_tables import turn_of

RETALIATION = Use(31, monsters=("m1",), hero="embla")


class Misses(Random):
    """Dice of the app that always show the same."""

    face = "blank"

    def choices(self, population: Any, *more: Any, k: int = 1, **named: Any) -> Any:
        return [self.face] * k


class Hits(Misses):
    """Dice that always hit."""

    face = "hit"


def attacked(hero: str = "embla", *cards: CardState | int, phase: str = "attacks", **fields: Any) -> Position:
    monsters = fields.pop("monsters", (Monster("m1", "troll", "14,8"),))
    position = turn_of(hero, *cards, phase=phase, **fields)
    waiting = tuple(PendingAttacks(monster.id, 1) for monster in monsters) if phase == "attacks" else ()
    return position._replace(monsters=monsters, to_attack=waiting, next_monster=9)


def session_of(position: Position, journal: Journal | None = None, luck: Random | None = None) -> FateSession:
    around = SessionContext(journal, luck or Misses(), {}, watched=False)
    session = FateSession({"position": encode(position)}, around)
    session.all_done()
    return session


def said(session: FateSession) -> list[str]:
    assert session.choice
    return [str(option.label) for option in session.choice.options]


def answering(session: FateSession) -> bool:
    return session.stage == "choice" and session.choice is not None and session.choice.what == "answer"


def through(session: FateSession) -> FateSession:
    """On to the next question, hands having done what is asked of them."""
    for _ in range(20):
        if session.stage in ("choice", "heroes", "over"):
            return session
        session.confirm()
    raise AssertionError(session.stage)


def test_vigilance_is_offered_before_the_attacks_and_may_be_taken_back() -> None:
    session = session_of(attacked())
    assert answering(session)
    assert said(session) == ["Nobody", "Embla uses Vigilance on Troll"]
    session.choose(1)
    assert session.position.monsters[0].damage == 1
    session.undo()
    assert session.position.monsters[0].damage == 0
    through(session)
    assert answering(session)


def test_retaliation_is_offered_after_the_only_attack_though_the_turn_goes_on() -> None:
    session = session_of(attacked())
    session.choose(0)
    assert isinstance(session.timeline.moves[-1], MonsterAttack)
    through(session)
    assert session.position.phase == "heroes"
    assert answering(session)
    assert said(session) == ["Nobody", "Embla uses Retaliation on Troll"]
    session.choose(1)
    assert fate.act_object(session.timeline.moves[-1]) == fate.act_object(RETALIATION)
    through(session)
    assert session.position.monsters[0].damage == 2
    assert answering(session)  # she may hold another one
    session.undo()
    through(session)
    assert session.position.monsters[0].damage == 0
    session.choose(0)
    assert session.stage == "heroes"


def test_nobody_is_asked_without_a_card_in_hand_or_a_monster_beside() -> None:
    session = session_of(attacked(hand=0))
    assert through(session).stage == "heroes"
    far = attacked(monsters=(Monster("m1", "elemental", "15,8"),))
    assert through(session_of(far)).stage == "heroes"


def test_a_quest_is_claimed_at_once_and_helps_against_the_next_attack() -> None:
    weak = (Monster("m1", "troll", "14,8", damage=6), Monster("m2", "troll", "13,9"))
    position = attacked("boldur", 12, 15, equipment=16, hand=0, monsters=weak)
    session = session_of(position)
    assert session.stage == "choice"
    session.choose(0)
    through(session)
    assert answering(session)
    assert all(label.startswith("Boldur has done the quest: Shield.") for label in said(session)[1:])
    session.choose(1)
    assert any(isinstance(move, Quest) for move in session.timeline.moves)
    assert session.position.heroes[0].cards[-1] == CardState(16)
    through(session)
    assert session.position.phase == "heroes"


def test_a_discard_keeps_dice_that_lie() -> None:
    other = Hero("bjorn", "Bo", "12,4", hand=1)
    session = session_of(attacked("embla", 20, others=(other,), hand=0), luck=Hits())
    through(session)
    assert session.choice and session.choice.what == "prevent"
    before = session.choice
    session.submit(Discard((27,), "bjorn"))
    assert session.choice == before
    session.choose(1)
    assert session.position.heroes[0].damage == 5


def test_answers_come_back_out_of_a_journal(tmp_path: Any) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = session_of(attacked(), journal)
        session.choose(0)
        through(session).choose(1)
        stored = session.snapshot(1).stored_as
        assert stored is not None
        again = FateSession.resume(stored, SessionContext(journal, Misses(), {}, watched=False))
        assert fate.dump(again.position) == fate.dump(session.position)
        assert again.timeline.moves[-1] == RETALIATION
