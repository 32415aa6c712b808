"""A game of Fairy Tile at a table: acts, pages that nobody else sees, and what hands do."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fairytile
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import FinishTurn, GiveUp, PlaceTile, TurnPage
from companion.session.answering import Answering
from companion.session.base import GameConfig, SessionContext
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.session import FairySession
from companion.session.messages import AllDone, BotMove, GoTo, Redo, Reveal, Undo
from companion.session.view import Answer
from companion.storage import export
from companion.storage.journal import Journal

G = 1
PLAYERS = ("Ana", "Bo")


def begun(journal: Journal | None = None, seed: int = 3, **agreed: Any) -> FairySession:
    around = SessionContext(journal, Random(seed), watched=False)
    return FairySession.begin(GameConfig(PLAYERS, **agreed), around)


def adventure(session: FairySession, chance: Random) -> None:
    session.tell(answer(G, chance.choice(fairytile.adventures(session.position))))


def until_told(session: FairySession, chance: Random, most: int = 400) -> int:
    """Play by chance until a player can tell a page; return the seat."""
    for _ in range(most):
        adventure(session, chance)
        if fairytile.tellable(session.position, session.hand(session.position.turn)):
            return session.position.turn
        session.tell(answer(G, FinishTurn()))
    raise AssertionError("nobody could tell a page")


def test_a_turn_is_adventure_tell_and_end() -> None:
    session, chance = begun(), Random(1)
    seat = until_told(session, chance)
    page = session.hand(seat)
    session.tell(Answer(G, "tell", ()))
    shown = session.snapshot(G)
    assert shown.position.told_pages[seat] == (page,)
    assert session.hand(seat) not in (page, 0)
    assert {one.id for one in shown.decisions} >= {"end_turn"} and "tell" not in {
        one.id for one in shown.decisions
    }
    session.tell(answer(G, FinishTurn()))
    assert session.snapshot(G).turn == PLAYERS[1 - seat]


def test_a_page_that_is_not_fulfilled_is_refused_without_a_word_about_it() -> None:
    session = begun()
    page = session.hand(0)
    chance = Random(1)
    while True:
        adventure(session, chance)
        if not fairytile.tellable(session.position, page):
            break
        session.tell(Undo(G))
    with pytest.raises(RuleError) as refused:
        session.tell(Answer(G, "tell", ()))
    assert str(refused.value) == "You cannot tell your page now."


def test_turning_a_page_gives_magic_for_a_second_adventure() -> None:
    session, chance = begun(), Random(2)
    first = session.hand(0)
    session.tell(answer(G, TurnPage()))
    assert session.hand(0) != first
    shown = session.snapshot(G)
    assert (shown.turn, shown.position.magic) == ("Bo", (True, False))
    adventure(session, chance)
    assert {one.id for one in session.snapshot(G).decisions} == {"tell", "end_turn"}
    to = cell_text(min(fairytile.reachable(session.position, "knight")))
    reason = Answering(session.snapshot(G).decisions, ("knight",)).why_not(to)
    assert reason and (reason.code, reason.rule) == ("no_magic", "FT-131")
    session.tell(answer(G, FinishTurn()))
    adventure(session, chance)
    assert session.snapshot(G).with_magic
    adventure(session, chance)
    assert session.snapshot(G).position.magic == (False, False)


def test_undo_goes_act_by_act_and_tells_hands_what_to_put_back() -> None:
    session, chance = begun(), Random(4)
    place = next(act for act in fairytile.adventures(session.position) if isinstance(act, PlaceTile))
    session.tell(answer(G, place))
    session.tell(answer(G, FinishTurn()))
    adventure(session, chance)
    session.tell(GoTo(G, 0))
    assert session.snapshot(G).put_back in (1, 2), (
        "a tile of three lands is taken off as one, a figure put back"
    )
    session.tell(AllDone(G))
    assert session.snapshot(G).put_back == 0
    session.tell(Redo(G))
    assert session.snapshot(G).put_back == 1
    assert session.position.kingdom.placed_tiles[-1].at == place.at


def test_a_killed_game_goes_on_with_the_same_pages(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.db") as journal:
        session, chance = begun(journal), Random(1)
        until_told(session, chance)
        session.tell(Answer(G, "tell", ()))
        session.tell(answer(G, FinishTurn()))
        session.tell(answer(G, TurnPage()))
        stored = session.timeline.stored_as
        assert stored
        again = FairySession.resume(stored, SessionContext(journal, Random(9), watched=False))
        assert [again.hand(seat) for seat in (0, 1)] == [session.hand(seat) for seat in (0, 1)]
        assert again.position == session.position
        again.tell(Undo(G, 2))
        assert again.position.told_pages == session.position.told_pages


def test_no_page_in_hand_or_book_is_written_anywhere(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.db") as journal:
        session, chance = begun(journal), Random(1)
        seat = until_told(session, chance)
        session.tell(Answer(G, "tell", ()))
        narrated = session.position.told_pages[seat]
        stored = session.timeline.stored_as
        assert stored
        written = json.dumps(export.export(journal, stored))
        assert "books" not in written
        assert f'"page": {narrated[0]}' in written
        public = repr(session.snapshot(G))
        for other in (0, 1):
            shown = session.snapshot(G, seat=other)
            hand = session.hand(other)
            assert [page for page in shown.secret if page] == [hand]
            known = {page for book in shown.position.dealt for page in book if page}
            assert known <= {hand}
            assert "<Sealed" not in public
        assert session.snapshot(G).secret is None
        assert not any(map(any, session.snapshot(G).position.dealt))
        assert session.snapshot(G).position.stack == session.position.stack[:1], "nobody sees below the top"


def test_who_gives_up_is_out_and_when_all_do_nobody_wins() -> None:
    session = begun()
    session.submit(GiveUp())
    assert session.snapshot(G).position.out == (0,)
    assert not session.over
    session.submit(GiveUp())
    shown = session.snapshot(G)
    assert (shown.over, shown.winner) == (True, "")
    session.tell(Reveal(G))
    assert set(session.snapshot(G).revealed) == set(PLAYERS)


def test_a_bot_tells_its_own_page_only() -> None:
    session, chance = begun(bots={"Bo": "easy"}), Random(1)
    adventure(session, chance)
    session.tell(answer(G, FinishTurn()))
    assert session.snapshot(G).thinking
    move = fairytile.adventures(session.position)[0]
    session.tell(BotMove(G, 2, move))
    assert session.snapshot(G).played == 3
    wrong = next(page for page in session.position.box.pages if page != session.hand(1))
    with pytest.raises(RuleError):
        session.tell(BotMove(G, 3, fairytile.Tell(wrong)))
