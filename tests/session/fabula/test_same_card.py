"""A card at its old place is the same card; an ambiguous change leads to a question."""

from companion.games.base import Table
from companion.session.fabula.interpret import FabulaInterpreter
from companion.session.fabula.session import FabulaSession
from companion.session.messages import Confirm
from tests.session.fabula.duels import GAME
from tests.session.fabula.test_interpret import expected_table, moves, plays, plays_off, see, with_bandits
from tests.session.fabula_acts import PlayAction


def with_a_tapped_bandit(*more: str) -> FabulaSession:
    """Ana may restore her tapped bandit; `more` bandits are beside it."""
    session = with_bandits()
    plays(session, "Ana", *more)
    session.tell(Confirm(GAME))
    session.tell(PlayAction(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    session.tell(PlayAction(GAME, {"block": {}}))
    while session.snapshot(GAME).asks != "restore":
        session.confirm() if session.snapshot(GAME).asks != "discard" else plays_off(session)
    assert session.snapshot(GAME).turn == "Ana"
    return session


def test_a_restored_card_beside_one_that_is_not_recognised_is_no_new_one() -> None:
    session = with_a_tapped_bandit("bandit")
    see(session, expected_table(session.position))
    before = moves(session)
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1, "unknown/tapped": 1}})
    assert moves(session) == before, "nothing was turned: one of two is not recognised"
    see(session, {**expected_table(session.position), "near battle": {"bandit": 2}})
    assert moves(session)[-1] == "restore"


def test_an_unrecognised_card_is_not_the_one_that_was_turned() -> None:
    session = with_a_tapped_bandit()
    position = session.position
    table = {**expected_table(position), "near battle": {"bandit": 1, "unknown": 1}}
    see(session, expected_table(position))
    see(session, table)
    assert moves(session)[-1] == "restore", "an unknown card upright is not the tapped one"


def test_restored_or_new_is_asked() -> None:
    session = with_a_tapped_bandit()
    see(session, expected_table(session.position))
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1, "unknown/tapped": 1}})
    assert session.snapshot(GAME).seen.choices == ({"restore": ["Ana/1"]}, {"next": True})
    before = moves(session)
    session.tell(PlayAction(GAME, {"restore": ["Ana/1"]}))
    assert moves(session) == [*before, "restore"]


def test_a_card_out_of_sight_that_stands_upright_then_is_asked_about() -> None:
    """It was covered when the table was looked at anew: it was restored, or another one was played."""
    session = with_a_tapped_bandit()
    table: Table = {space: dict(kinds) for space, kinds in expected_table(session.position).items()}
    interpreter = FabulaInterpreter()
    interpreter.undone(session.position)
    seen = interpreter.look(session.position, session.unseen, {**table, "near battle": {}}, 0.0)
    assert (seen.action, seen.choices) == (None, ())
    seen = interpreter.look(session.position, session.unseen, {**table, "near battle": {"bandit": 1}}, 1.0)
    assert (seen.action, seen.choices) == (None, ({"restore": ["Ana/1"]}, {"next": True}))


def test_a_turned_card_that_an_action_took_away_is_no_new_card() -> None:
    """Somebody died who was seen upright; it still lies there, and nobody has played it."""
    session = with_a_tapped_bandit()
    position = session.position
    upright: Table = {**plain_table(session), "near battle": {"bandit": 1}}
    interpreter = FabulaInterpreter()
    interpreter.look(position, session.unseen, plain_table(session), 0.0)
    assert interpreter.look(position, session.unseen, upright, 1.0).action == {"restore": ["Ana/1"]}
    dead = position._replace(battle=tuple(p for p in position.battle if p.id != "Ana/1"))
    interpreter.moved(dead)
    seen = interpreter.look(dead, session.unseen, upright, 2.0)
    assert (seen.action, [str(step) for step in seen.steps]) == (
        None,
        ["Ana: put Bandit on the discard pile."],
    )


def test_a_dead_card_that_is_turned_before_it_is_put_away_is_no_new_card() -> None:
    session = with_a_tapped_bandit()
    position = session.position
    interpreter = FabulaInterpreter()
    interpreter.look(position, session.unseen, plain_table(session), 0.0)
    dead = position._replace(battle=tuple(p for p in position.battle if p.id != "Ana/1"))
    interpreter.moved(dead)
    for n, kind in enumerate(("bandit/tapped", "bandit", "bandit/tapped"), 1):
        table: Table = {**plain_table(session), "near battle": {kind: 1}}
        seen = interpreter.look(dead, session.unseen, table, float(n))
        assert (seen.action, [str(step) for step in seen.steps]) == (
            None,
            ["Ana: put Bandit on the discard pile."],
        )


def test_nothing_is_recorded_while_something_else_is_not_explained() -> None:
    session = with_a_tapped_bandit()
    see(session, expected_table(session.position))
    before = moves(session)
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1, "blade/tapped": 1}})
    assert moves(session) == before, "a bandit was restored, but nothing enters tapped"
    assert session.snapshot(GAME).seen.steps
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1}})
    assert moves(session) == [*before, "restore"]


def test_who_restores_and_lays_a_card_in_one_has_done_both() -> None:
    session = with_a_tapped_bandit()
    see(session, expected_table(session.position))
    before = moves(session)
    see(session, {**expected_table(session.position), "near battle": {"bandit": 2}})
    assert moves(session) == [*before, "restore", "play"]


def test_a_block_is_asked_about_while_somebody_may_be_tapped_unseen() -> None:
    session = with_bandits()
    session.tell(Confirm(GAME))
    session.tell(PlayAction(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    battle = session.position.battle
    other = next(p for p in battle if p.id == "Bo/1")._replace(id="Bo/2")
    position = session.position._replace(
        battle=(*battle, other), names={**session.position.names, "Bo/2": "bandit"}
    )
    for beside, held in (("bandit", True), ("unknown", True), ("unknown/tapped", False), ("", False)):
        interpreter = FabulaInterpreter()
        table: Table = {space: dict(kinds) for space, kinds in expected_table(position).items()}
        interpreter.look(position, session.unseen, table, 0.0)
        far = {"bandit/tapped": 1, **({beside: 1} if beside else {})}
        seen = interpreter.look(position, session.unseen, {**table, "far battle": far}, 1.0)
        assert bool(seen.held) == held, beside


def plain_table(session: FabulaSession) -> Table:
    """Return the table of a session's position as a camera reports it."""
    return {space: dict(kinds) for space, kinds in expected_table(session.position).items()}
