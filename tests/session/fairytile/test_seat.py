"""Fairy Tile on a phone: a whole game is decided at the seats, and a page is its seat's only."""

import json
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fairytile
from companion.i18n import LANGUAGES, translator
from companion.session.base import GameConfig, SessionContext
from companion.session.fairytile.seat import SEAT
from companion.session.fairytile.session import FairySession
from companion.session.seat_form import common
from companion.session.view import Answer

GAME, PLAYERS = 7, ("Ana", "Bo", "Cy")
TR = translator("en")
MOST_ACTS = 3000


def begun(seed: int = 3, **options: Any) -> FairySession:
    return FairySession.begin(
        GameConfig(PLAYERS, options=options), SessionContext(None, Random(seed), watched=False)
    )


def decide(session: FairySession, decision: str, said: Any, seat: int | None = None) -> None:
    """Decide as a phone does: as JSON, at the seat that has the turn, or at another one."""
    seat = session.position.turn if seat is None else seat
    session.tell(Answer(GAME, decision, json.loads(json.dumps(said)), seat))


def choices(session: FairySession) -> dict[str, list[Any]]:
    """Offers of the phone at the seat with the turn, by decision; only from what it is sent."""
    seat = session.snapshot(GAME, seat=session.position.turn)
    held = SEAT.secret(seat, TR)
    found = {one["id"]: one["options"] for one in common(session.snapshot(GAME), TR)["decisions"]}
    return {kind: ways for kind, ways in found.items() if kind != "tell" or held["holds"]}


def play(session: FairySession, chance: Random) -> dict[str, int]:
    """Play a game by chance, telling what can be told; return how often each kind was decided."""
    counts: dict[str, int] = {}
    for _ in range(MOST_ACTS):
        if session.over:
            break
        offered = choices(session)
        kind = "tell" if "tell" in offered else chance.choice(list(offered))
        second = kind in ("move", "lay") and bool(session.position.done)
        before = session.snapshot(GAME)
        decide(session, kind, chance.choice(offered[kind]))
        assert session.snapshot(GAME) != before
        for counted in (kind, "magic") if second else (kind,):
            counts[counted] = counts.get(counted, 0) + 1
    assert session.over
    return counts


@pytest.mark.slow
def test_whole_games_are_decided_at_the_seats() -> None:
    total: dict[str, int] = {}
    for seed in range(4):
        session = begun(seed, pages=3)
        for kind, times in play(session, Random(seed)).items():
            total[kind] = total.get(kind, 0) + times
        shown = SEAT.public(session.snapshot(GAME), TR)
        assert not choices(session) and not shown["tiles"]
        assert [one["page"] for one in shown["told"]] == sorted(one["page"] for one in shown["told"])
        assert SEAT.secret(session.snapshot(GAME, seat=0), TR)["page"] == 0
    assert total.keys() == {"tell", "move", "lay", "turn_page", "give_up", "end_turn", "magic"}, total


def test_a_drawn_tile_of_a_real_stack_is_named_at_the_seat() -> None:
    session, chance = begun(own_stack=True), Random(1)
    shown = SEAT.public(session.snapshot(GAME), TR)
    assert shown["top"] is None and len(shown["tiles"]) > 12
    said = chance.choice(choices(session)["lay"])
    decide(session, "lay", said)
    placed = session.position.kingdom.placed_tiles[-1]
    assert f"{placed.tile}/{placed.side}" == said[0]


def test_the_page_says_what_is_missing_and_when_it_can_be_told() -> None:
    session, chance = begun(), Random(1)
    for _ in range(MOST_ACTS):
        offered = choices(session)
        held = SEAT.secret(session.snapshot(GAME, seat=session.position.turn), TR)
        if "tell" in offered:
            break
        assert not held["holds"] and not all(part["holds"] for part in held["parts"])
        kind = "end_turn" if "end_turn" in offered else chance.choice(["move", "lay"])
        kind = kind if kind in offered else "move"
        decide(session, kind, chance.choice(offered[kind]))
    assert held["parts"] and any(part["holds"] for part in held["parts"])
    teller = session.position.turn
    decide(session, "tell", [])
    assert session.position.told_pages[teller] == (held["page"],)
    shown = SEAT.public(session.snapshot(GAME), TR)
    assert shown["told"][-1]["page"] == held["page"] and shown["books"][teller]["told"] == [held["page"]]
    assert "tell" not in choices(session) and "end_turn" in choices(session)


def test_only_the_seat_with_the_turn_decides() -> None:
    session = begun()
    for other in (1, 2):
        assert not session.snapshot(GAME, seat=other).decisions
        for key in ("turn_page", "tell", "end_turn"):
            with pytest.raises(RuleError) as refused:
                decide(session, key, [], other)
            assert refused.value.code == "no_decision"
    decide(session, "turn_page", [])
    assert session.position.turn == 1


@pytest.mark.parametrize(
    ("decision", "said", "code"),
    [
        ("fly", [], "no_decision"),
        ("tell", [], "no_decision"),
        ("give_up", [], "no_decision"),
        ("end_turn", [], "no_decision"),
        ("turn_page", [3], "no_option"),
        ("move", 3, "no_option"),
        ("move", ["frog", "0,0"], "no_option"),
        ("move", [["knight"], "0,0"], "no_option"),
        ("move", ["knight", 5], "no_option"),
        ("move", ["knight", "0,0"], "not_reachable"),
        ("lay", ["stack", "1,1/9"], "no_option"),
        ("lay", ["stack", "0,0/0"], "overlap"),
        ("lay", ["t1/back", "1,1/0"], "no_option"),
    ],
)
def test_what_cannot_be_decided_changes_nothing(decision: str, said: Any, code: str) -> None:
    session = begun()
    before = session.snapshot(GAME)
    with pytest.raises(RuleError) as refused:
        decide(session, decision, said)
    assert refused.value.code == code and refused.value.params["sentences"]
    assert session.snapshot(GAME) == before


def test_a_page_that_is_not_true_is_offered_to_nobody_at_its_seat() -> None:
    session, chance = begun(), Random(1)
    while "tell" in {one.id for one in session.snapshot(GAME, seat=session.position.turn).decisions}:
        decide(session, "end_turn", [])
    decide(session, "move", chance.choice(choices(session)["move"]))
    offered = {one.id for one in session.snapshot(GAME).decisions}
    own = {one.id for one in session.snapshot(GAME, seat=session.position.turn).decisions}
    assert offered - own == {"tell"}, "all others see the same, whatever the page is"
    with pytest.raises(RuleError) as untold:
        decide(session, "tell", [])
    assert untold.value.code == "no_decision"


def test_an_own_page_shows_nothing_of_other_books() -> None:
    session = begun()
    for seat in range(len(PLAYERS)):
        held = SEAT.secret(session.snapshot(GAME, seat=seat), TR)
        assert held["page"] == session.hand(seat) and not held["holds"]
        assert all(part["text"] for part in held["parts"])


def test_the_pages_that_were_told_are_in_the_phones_language() -> None:
    session = begun(pages=3)
    play(session, Random(1))
    told = {code: SEAT.public(session.snapshot(GAME), translator(code)) for code in LANGUAGES}
    assert len({one["told"][0]["text"] for one in told.values()}) == len(LANGUAGES)
    assert {book["player"] for book in told["es"]["books"]} == set(PLAYERS)
    assert fairytile.finished(session.position)
