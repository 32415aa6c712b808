"""Heroes that the app plays, in sessions without a window."""

from pathlib import Path
from random import Random

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import EndTurn, Move
from companion.session.base import Bots, GameConfig, SessionContext
from companion.session.fate.session import FateSession
from companion.session.messages import BotMove, Confirm, Undo
from companion.storage.journal import Journal
from tests.session.fate.games import HEROES

PLAYERS = ("Ana", "The app", "The app 2", "The app 3")
BOTS: Bots = dict.fromkeys(PLAYERS[1:], "easy")


def begun(
    seed: int, watched: bool = False, journal: Journal | None = None, first: int = 0, **settings: str
) -> FateSession:
    """A game of one person, at seat `first` of four, and three heroes of the app."""
    seats = (*PLAYERS[1 : 1 + first], PLAYERS[0], *PLAYERS[1 + first :])
    config = GameConfig(seats, HEROES, {"monster_die": True}, None, BOTS)
    return FateSession.begin(config, SessionContext(journal, Random(seed), settings, watched))


def think(session: FateSession, chance: Random, trials: int = 0) -> BotMove:
    """The act of the hero to move, as the thinking process finds it."""
    seat = session.position.turn
    advisor = fate.RULES.advisor
    assert advisor
    found = advisor.advise(session.past(seat), seat, session.known_to_bot(seat), trials, chance, lambda: True)
    return BotMove(1, session.timeline.at, found[0].move)


def step(session: FateSession, chance: Random) -> None:
    """One act of the app, a random act of the person, or one tap."""
    shown = session.snapshot(1)
    if shown.thinking:
        assert shown.turn in BOTS
        session.tell(think(session, chance))
    elif shown.stage == "heroes":
        assert shown.turn == "Ana"
        hero = session.position.heroes[session.position.turn]
        near = sorted(fate.reach(session.position, hero.id)) if "move" not in hero.actions else []
        session.submit(Move(chance.choice(near)) if near else EndTurn())
    else:
        session.tell(Confirm(1))


def until_thinking(session: FateSession, chance: Random) -> None:
    for _ in range(200):
        if session.snapshot(1).thinking:
            return
        step(session, chance)
    raise AssertionError(session.stage)


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 9))])
@pytest.mark.parametrize("watched", [False, True])
def test_one_person_and_three_heroes_of_the_app_play_to_the_end(seed: int, watched: bool) -> None:
    session, chance = begun(seed, watched, first=seed % 4), Random(seed)
    for _ in range(4000):
        if session.stage == "over":
            break
        step(session, chance)
    assert session.position.result and session.snapshot(1).over
    acts = zip(session.timeline.moves, session.timeline.steps, strict=False)
    played = {s.position.heroes[s.position.turn].player for a, s in acts if isinstance(a, EndTurn)}
    assert played == {*PLAYERS}


@pytest.mark.slow
def test_real_dice_and_cards_at_the_table_do_not_stop_the_app() -> None:
    session, chance = begun(5, dice="typed", cards="deck"), Random(5)
    for _ in range(300):
        if session.stage != "over":
            step(session, chance)
    assert session.position.step > 1


def test_the_app_waits_for_the_hands_that_make_its_act() -> None:
    session, chance = begun(1, watched=True, first=1), Random(1)
    until_thinking(session, chance)
    for _ in range(30):
        before = session.assumed_table
        step(session, chance)
        if session.guide.left and session.position.phase == "heroes":
            break
        until_thinking(session, chance)
    shown = session.snapshot(1)
    assert shown.stage == "guide" and not shown.thinking and shown.prompt.text == session.guide.left[0].hands
    assert session.assumed_table == before != fate.table(session.position)
    acts = session.timeline.at
    session.tell(BotMove(1, acts, EndTurn()))
    assert session.timeline.at == acts
    while session.guide.left:
        session.tell(Confirm(1))
    assert session.assumed_table == fate.table(session.position)


def test_undo_goes_back_to_the_persons_act() -> None:
    session, chance = begun(2), Random(2)
    while session.stage != "heroes":
        step(session, chance)
    mine = session.timeline.at
    assert session.snapshot(1).turn == "Ana"
    session.submit(EndTurn())
    for _ in range(4):
        assert session.snapshot(1).thinking
        step(session, chance)
    assert session.timeline.at == mine + 5
    session.tell(Undo(1))
    assert session.timeline.at == mine and session.snapshot(1).turn == "Ana"


def test_a_stored_game_knows_its_bots_and_their_event_cards(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite3") as journal:
        session, chance = begun(3, journal=journal), Random(3)
        until_thinking(session, chance)
        game = session.timeline.stored_as
        assert game
        again = FateSession.resume(game, SessionContext(journal, Random(9), watched=False))
        assert again.snapshot(1).thinking and again.bots == BOTS
        assert again.known_to_bot(1) == session.known_to_bot(1)
        assert len(again.known_to_bot(1)) == again.position.heroes[1].hand > 0


def test_only_bots_have_event_cards_in_the_app() -> None:
    session = begun(1)
    with pytest.raises(RuleError):
        session.known_to_bot(0)
    assert session.snapshot(1).secret is None
