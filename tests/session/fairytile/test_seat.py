"""Fairy Tile on a phone: a whole game is decided at the seats, and a page is its seat's only."""

import json
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fairytile
from companion.games.fairytile.position import FinishTurn, TurnPage
from companion.i18n import LANGUAGES, translator
from companion.session.base import GameConfig, SessionContext
from companion.session.fairytile.messages import PlayFairyAct, TellPage
from companion.session.fairytile.seat import SEAT
from companion.session.fairytile.session import FairySession

GAME, PLAYERS = 7, ("Ana", "Bo", "Cy")
TR = translator("en")
MOST_ACTS = 3000


def begun(seed: int = 3, **options: Any) -> FairySession:
    return FairySession.begin(
        GameConfig(PLAYERS, options=options), SessionContext(None, Random(seed), watched=False)
    )


def decide(session: FairySession, said: Any, seat: int | None = None) -> None:
    """Decide as a phone does: as JSON, at the seat that has the turn, or at another one."""
    assert SEAT.decide
    seat = session.position.turn if seat is None else seat
    session.tell(SEAT.decide(session.snapshot(GAME, seat=seat), json.loads(json.dumps(said))))


def choices(session: FairySession) -> dict[str, list[Any]]:
    """Offers of the phone at the seat with the turn, by kind; only from what it is sent."""
    seat = session.snapshot(GAME, seat=session.position.turn)
    shown, held = SEAT.public(session.snapshot(GAME), TR), SEAT.secret(seat, TR)

    def act(written: Any) -> Any:
        return {"do": "act", "act": written}

    kinds = {
        "tell": [{"do": "tell"}] if shown["may"]["tell"] and held["holds"] else [],
        "move": [act({"move": one["figure"], "to": to}) for one in shown["figures"] for to in one["targets"]],
        "place": [
            act({"place": spot, **({"tile": one["tile"]} if one["tile"] else {})})
            for one in shown["tiles"]
            for group in one["spots"]
            for spot in group
        ],
    }
    for kind in ("turn_page", "out", "end_turn"):
        kinds[kind] = [act({kind: True})] if shown["may"][kind] else []
    return {kind: found for kind, found in kinds.items() if found}


def play(session: FairySession, chance: Random) -> dict[str, int]:
    """Play a game by chance, telling what can be told; return how often each kind was decided."""
    counts: dict[str, int] = {}
    for _ in range(MOST_ACTS):
        if session.over:
            break
        offered = choices(session)
        kind = "tell" if "tell" in offered else chance.choice(list(offered))
        second = kind in ("move", "place") and bool(session.position.done)
        before = session.snapshot(GAME)
        decide(session, chance.choice(offered[kind]))
        assert session.snapshot(GAME) != before
        for counted in (kind, "magic") if second else (kind,):
            counts[counted] = counts.get(counted, 0) + 1
    assert session.over
    return counts


def test_whole_games_are_decided_at_the_seats() -> None:
    total: dict[str, int] = {}
    for seed in range(4):
        session = begun(seed, pages=3)
        for kind, times in play(session, Random(seed)).items():
            total[kind] = total.get(kind, 0) + times
        shown = SEAT.public(session.snapshot(GAME), TR)
        assert not any(shown["may"].values()) and not shown["tiles"]
        assert [one["page"] for one in shown["told"]] == sorted(one["page"] for one in shown["told"])
        assert SEAT.secret(session.snapshot(GAME, seat=0), TR)["page"] == 0
    assert total.keys() == {"tell", "move", "place", "turn_page", "out", "end_turn", "magic"}, total


def test_a_drawn_tile_of_a_real_stack_is_named_at_the_seat() -> None:
    session, chance = begun(own_stack=True), Random(1)
    shown = SEAT.public(session.snapshot(GAME), TR)
    assert shown["top"] is None and len(shown["tiles"]) > 12
    said = chance.choice(choices(session)["place"])
    decide(session, said)
    placed = session.position.kingdom.placed_tiles[-1]
    assert [placed.tile, placed.side] == said["act"]["tile"]


def test_the_page_says_what_is_missing_and_when_it_can_be_told() -> None:
    session, chance = begun(), Random(1)
    for _ in range(MOST_ACTS):
        offered = choices(session)
        held = SEAT.secret(session.snapshot(GAME, seat=session.position.turn), TR)
        if "tell" in offered:
            break
        assert not held["holds"] and not all(part["holds"] for part in held["parts"])
        kind = "end_turn" if "end_turn" in offered else chance.choice(["move", "place"])
        decide(session, chance.choice(offered.get(kind) or offered["move"]))
    assert held["parts"] and any(part["holds"] for part in held["parts"])
    teller = session.position.turn
    decide(session, {"do": "tell"})
    assert session.position.told_pages[teller] == (held["page"],)
    shown = SEAT.public(session.snapshot(GAME), TR)
    assert shown["told"][-1]["page"] == held["page"] and shown["books"][teller]["told"] == [held["page"]]
    assert not shown["may"]["tell"] and shown["may"]["end_turn"]


def test_only_the_seat_with_the_turn_decides() -> None:
    assert SEAT.decide
    session = begun()
    first = session.snapshot(GAME, seat=0)
    turn_page = {"do": "act", "act": {"turn_page": True}}
    assert SEAT.decide(first, turn_page) == PlayFairyAct(GAME, TurnPage())
    assert SEAT.decide(first, {"do": "act", "act": {"end_turn": True}}) == PlayFairyAct(GAME, FinishTurn())
    assert SEAT.decide(first, {"do": "tell"}) == TellPage(GAME)
    for other in (1, None):
        for said in (turn_page, {"do": "tell"}):
            with pytest.raises(RuleError) as refused:
                SEAT.decide(session.snapshot(GAME, seat=other), said)
            assert refused.value.code == "not_yours"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "no_decision"),
        ({"do": "fly"}, "no_decision"),
        ({"do": "tell", "page": 3}, "no_decision"),
        ({"do": "act"}, "no_decision"),
        ({"do": "act", "act": {"tell": True, "page": 3}}, "no_decision"),
        ({"do": "act", "act": {"place": ["1,1", 0], "shows": ["t1", "back"]}}, "no_decision"),
        ({"do": "act", "act": 3}, "bad_setup"),
        ({"do": "act", "act": {"move": "frog", "to": "0,0"}}, "bad_setup"),
        ({"do": "act", "act": {"move": ["knight"], "to": "0,0"}}, "bad_setup"),
        ({"do": "act", "act": {"move": "knight", "to": 5}}, "bad_setup"),
        ({"do": "act", "act": {"place": ["1,1", 9]}}, "bad_setup"),
        ({"do": "act", "act": {"end_turn": False}}, "bad_setup"),
        ({"do": "act", "act": {"turn_page": True, "more": 1}}, "bad_setup"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(said: Any, code: str) -> None:
    session = begun()
    with pytest.raises(RuleError) as refused:
        decide(session, said)
    assert refused.value.code == code and refused.value.params["sentences"]


def test_an_illegal_act_changes_nothing() -> None:
    session = begun()
    before = session.snapshot(GAME)
    home = SEAT.public(before, TR)["figures"][0]["cell"]
    for said in ({"move": "princess", "to": home}, {"place": ["0,0", 0]}, {"end_turn": True}):
        with pytest.raises(RuleError):
            decide(session, {"do": "act", "act": said})
    with pytest.raises(RuleError) as untold:
        decide(session, {"do": "tell"})
    assert untold.value.code == "cannot_tell" and session.snapshot(GAME) == before


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
