"""A duel at a table: questions, hidden information and automatic actions."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.errors import RuleError
from companion.games.base import ENGLISH
from companion.games.fabula import RULES, read_setup
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.manifest import SESSION
from companion.session.fabula.session import FabulaSession
from companion.session.messages import BotMove, Confirm, Redo, Undo
from companion.session.view import Answer
from companion.storage import export
from companion.storage.journal import Journal
from tests.session.fabula.duels import GAME, begun, lay, next_message
from tests.session.fabula_acts import PlaceBases, PlayAction

ALLIES = ["bandit"] * 12


def act(session: FabulaSession, **written: object) -> None:
    session.tell(PlayAction(GAME, written))


def asks(session: FabulaSession) -> tuple[str, str]:
    shown = session.snapshot(GAME)
    return shown.asks, shown.players[shown.decider]


def test_bases_are_turned_over_together() -> None:
    session = begun(*ALLIES, laid=False)
    assert asks(session) == ("bases", "Ana")
    session.tell(PlaceBases(GAME, "Ana", ("Ana/o1", "Ana/c", "Ana/o2", "Ana/o3", "Ana/o4")))
    shown = session.snapshot(GAME)
    assert (shown.placed, shown.played, asks(session)) == (("Ana",), 0, ("bases", "Bo"))
    assert not [id_ for id_ in shown.position.names if id_.startswith("Ana/")], "nobody sees them yet"
    session.tell(PlaceBases(GAME, "Bo", ("Bo/c", "Bo/o1", "Bo/o2", "Bo/o3", "Bo/o4")))
    names = session.snapshot(GAME).position.names
    assert (names["Ana/c"], names["Ana/o1"], names["Bo/c"]) == ("hill", "camp", "camp")
    assert asks(session) == ("mulligan", "Ana")


def test_bases_that_are_not_ones_own_are_refused() -> None:
    session = begun(*ALLIES, laid=False)
    with pytest.raises(RuleError) as caught:
        session.tell(PlaceBases(GAME, "Ana", ("Bo/c",)))
    assert caught.value.code == "bad_target"
    assert session.snapshot(GAME).placed == ()


def test_a_phase_without_a_decision_passes_by_itself() -> None:
    session = begun(*ALLIES)
    assert asks(session) == ("act", "Ana"), "nothing is tapped: the restoration was not asked about"
    session.tell(Confirm(GAME))
    assert asks(session) == ("discard", "Ana"), "nobody can attack nor influence"
    session.tell(Confirm(GAME))
    assert asks(session) == ("discard", "Ana"), "what is discarded is not usual"
    hand = session.position.sides[0].hand
    act(session, discard=[hand[0]])
    assert asks(session) == ("act", "Bo")


def test_who_cannot_answer_is_not_asked() -> None:
    session = begun(*ALLIES)
    act(session, play=session.position.sides[0].hand[0])
    assert asks(session) == ("act", "Ana"), "no deck holds a manoeuvre"
    assert session.position.battle and not session.position.stack


def with_answers(*cards: str) -> FabulaSession:
    """The second turn: Bo plays, and Ana has resources left to answer with."""
    session = begun(*cards, hands="table")
    session.tell(Confirm(GAME))
    act(session, discard=["Ana/1"], shows={"Ana/1": cards[0]})
    return session


def test_who_may_have_an_answer_is_asked_and_may_say_no_more() -> None:
    session = with_answers(*["bandit", "bolt"] * 6)
    act(session, play="Bo/1", shows={"Bo/1": "bandit"})
    assert asks(session) == ("answer", "Ana")
    session.tell(Confirm(GAME))
    assert asks(session) == ("act", "Bo")
    session.tell(Undo(GAME))
    assert asks(session) == ("answer", "Ana"), "undo leads to where somebody decided"
    session.tell(Answer(GAME, "pass_turn", ()))
    assert asks(session) == ("act", "Bo")
    act(session, play="Bo/2", shows={"Bo/2": "bandit"})
    assert asks(session) == ("act", "Bo"), "not in this turn any more"


def test_a_stop_that_is_not_wanted_is_none() -> None:
    session = with_answers(*["bandit", "bolt"] * 6)
    session.tell(Answer(GAME, "stop answers", (), 0))
    act(session, play="Bo/1", shows={"Bo/1": "bandit"})
    assert asks(session) == ("act", "Bo")
    session.tell(Answer(GAME, "stop phases", (), 0))
    session.tell(Confirm(GAME))
    assert asks(session) == ("answer", "Ana"), "before Bo's phase ends"


def test_an_answer_comes_first() -> None:
    session = with_answers(*["bandit", "bolt"] * 6)
    act(session, play="Bo/1", shows={"Bo/1": "bandit"})
    session.tell(Confirm(GAME))
    act(session, play="Bo/2", shows={"Bo/2": "bandit"})
    act(session, play="Ana/2", shows={"Ana/2": "bolt"}, targets=["Bo/1"])
    assert asks(session) == ("answer", "Ana"), "Bo's second bandit still waits"
    session.tell(Confirm(GAME))
    position = session.position
    assert position.sides[1].discard == ("Bo/1",), "Ana's bolt resolved first"
    assert [p.id for p in position.battle] == ["Bo/2"]


def test_a_search_is_answered_where_the_deck_lies_on_the_table() -> None:
    session = begun(*["seek"] * 6, *["bandit"] * 6, hands="table")
    act(session, play="Ana/1", shows={"Ana/1": "seek"})
    assert asks(session) == ("search", "Ana")
    session.tell(Answer(GAME, "found", ("=bandit",)))
    position = session.position
    assert "bandit" in {position.names.get(id_) for id_ in position.sides[0].hand}
    assert asks(session) == ("act", "Ana")


def test_the_app_finds_by_itself_where_it_keeps_the_decks() -> None:
    session = begun(*["seek"] * 9, *["bandit"] * 3, seed=2)
    top = [session.ordered(0)[int(id_.rpartition("/")[2]) - 1] for id_ in session.position.sides[0].deck[:4]]
    seek = next(id_ for id_, name in session.secret(0) if name == "seek")
    act(session, play=seek)
    shown = [n for i, n in session.position.names.items() if i.startswith("Ana/") and n == "bandit"]
    assert shown == (["bandit"] if "bandit" in top else [])
    assert asks(session)[0] == "act"


def test_what_everybody_sees_is_named() -> None:
    session = begun(*["rob"] * 4, *["bandit"] * 8)
    rob = next(id_ for id_, name in session.secret(0) if name == "rob")
    act(session, play=rob)
    position = session.position
    assert len(position.sides[1].discard) == 6 and not position.sides[1].hand
    assert set(position.sides[1].discard) <= position.names.keys(), "the whole hand was laid open"


def test_nobody_knows_more_than_the_seat() -> None:
    session = begun(*["bandit", "bolt", "seek", "blade"] * 4)
    for seat in (0, 1):
        names = session.snapshot(GAME, seat=seat).position.names
        assert all(id_ in names for id_ in session.position.sides[seat].hand)
        others = (*session.position.sides[1 - seat].hand, *session.position.sides[seat].deck)
        assert not names.keys() & set(others)
    assert not [id_ for id_ in session.snapshot(GAME).position.names if id_.rpartition("/")[2].isdecimal()]


def test_a_journal_before_the_end_tells_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(*["bandit", "bolt", "seek", "blade"] * 4, journal=journal)
        chance = Random(1)
        for _ in range(30):
            session.tell(next_message(session, chance))
        stored = session.timeline.stored_as
        assert stored is not None
        written = export.export(journal, stored)
        written_moves = json.dumps(written["moves"])
        hidden = [id_ for side in session.position.sides for id_ in (*side.hand, *side.deck)]
        hidden = [id_ for id_ in hidden if id_ not in session.position.names]
        assert hidden and not [id_ for id_ in hidden if f'"{id_}": "' in written_moves]
        assert set(written["setup"]["decks"]["Ana"]["cards"]) == {"?"}
        assert RULES.play(written, ENGLISH)["error"] is None, "what was exported is played again"


def test_a_resumed_duel_goes_on(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(*["bandit", "bolt"] * 6, journal=journal, hands="table")
        act(session, play="Ana/1", shows={"Ana/1": "bandit"})
        stored = session.timeline.stored_as
        assert stored is not None
        again = SESSION.resume(stored, SessionContext(journal, watched=False))
        assert again.snapshot(GAME) == session.snapshot(GAME)
        assert not again.snapshot(GAME).dealt, "the app keeps no hands here"
        session.tell(Undo(GAME))
        session.tell(Redo(GAME))
        assert SESSION.resume(stored, SessionContext(journal, watched=False)).snapshot(
            GAME
        ) == session.snapshot(GAME)


def test_a_card_of_another_name_than_the_list_has_is_refused() -> None:
    session = begun(*ALLIES, hands="table")
    with pytest.raises(RuleError) as caught:
        act(session, play="Ana/1", shows={"Ana/1": "dragon"})
    assert caught.value.code == "unknown_card"
    assert session.timeline.at == session.snapshot(GAME).played


def test_what_players_did_by_hand_counts_and_is_undone() -> None:
    session = begun(*["oath"] * 6, *ALLIES, hands="table")
    act(session, play="Ana/1", shows={"Ana/1": "oath"})
    before = session.position
    act(session, adjust=[{"player": "Ana", "draw": 1}, {"card": "Bo/c", "damage": 3}])
    assert len(session.position.sides[0].hand) == len(before.sides[0].hand) + 1
    assert next(b.damage for b in session.position.bases if b.id == "Bo/c") == 3
    session.tell(Undo(GAME))
    assert session.position == before


@pytest.mark.parametrize("strengths", [("easy", "strong")])
def test_the_app_plays_a_whole_duel(strengths: tuple[str, str]) -> None:
    bots = dict(zip(("Ana", "Bo"), strengths, strict=True))
    agreed = GameConfig(("Ana", "Bo"), ("river", "ember"), bots=bots)  # type: ignore[arg-type]  # strengths
    session = FabulaSession.begin(agreed, SessionContext(None, Random(3), watched=False))
    assert RULES.advisor
    chance = Random(3)
    for _ in range(900):
        if session.finished:
            break
        seat = RULES.turn(session.position)
        assert seat is not None
        trials = RULES.advisor.trials[bots[session.players[seat]]]  # type: ignore[index]  # strengths
        found = RULES.advisor.advise(session.past(seat), seat, None, trials, chance, lambda: True)
        session.tell(BotMove(GAME, session.timeline.at, found[0].move))
    assert session.finished
    assert session.snapshot(GAME).prompt.text.pattern == "The game is over."


def test_a_set_up_by_decks_is_one_of_the_rules() -> None:
    session = FabulaSession.begin(
        GameConfig(("Ana", "Bo"), ("ember", "grove")), SessionContext(watched=False)
    )
    lay(session)
    assert read_setup(session.setup).sides[0].deck
    assert sum(session.unseen[0].values()) == 40
