"""Fate at its seats: the map on phones is the board's, and whole games are decided by answers."""

import json
from collections import Counter
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.base import Sentence
from companion.games.fate.acts import EndTurn
from companion.games.fate.board import LOCATIONS, ROADS
from companion.games.fate.geometry import HEXES
from companion.i18n import LANGUAGES, translator
from companion.session.fate.dialogs.dialog import ActDialog, AskAmounts, AskHex, AskPick, Dialog, Pick
from companion.session.fate.dialogs.roll_dialog import anything_used
from companion.session.fate.seat import SEAT
from companion.session.fate.session import FateSession
from companion.session.messages import Undo
from companion.session.seat_form import common
from companion.session.view import Answer, Decision
from companion.storage.journal import Journal
from tests.session.fate.games import begun, resumed

GAME = 7
EN = translator("en")


def public(session: FateSession) -> Any:
    return json.loads(json.dumps(SEAT.public(session.snapshot(GAME), EN)))


def offered(session: FateSession, seat: int | None = 0) -> dict[str, Decision]:
    return {one.id: one for one in session.snapshot(GAME, seat=seat).decisions}


def answer(session: FateSession, seat: int | None, decision: str, *way: Any) -> None:
    """As a screen: through JSON."""
    session.tell(Answer(GAME, decision, json.loads(json.dumps(way)), seat))


def hero_turn(**settings: Any) -> FateSession:
    session = begun(watched=False, **settings)
    while session.stage != "heroes":
        session.confirm()
    return session


def whole_game(seed: int, **settings: Any) -> Counter[str]:
    """Play by chance, without corrections; return how often each decision was made."""
    session, chance, made = begun(seed=seed, watched=False, **settings), Random(seed), Counter[str]()
    for _ in range(4000):
        if session.over:
            assert session.snapshot(GAME).prompt.detail
            return made
        seat = chance.choice([0, 1, None])
        found = [one for one in offered(session, seat).values() if not one.aside or one.id == "cancel"]
        if found:
            decision, before = chance.choice(found), session.snapshot(GAME)
            answer(session, seat, decision.id, *decision.form.random(chance))
            assert not session.snapshot(GAME).decides_as(before)
            made[decision.id] += 1
    raise AssertionError(f"the game does not end: {session.stage}")


@pytest.mark.slow
def test_whole_games_are_decided_at_the_seats() -> None:
    made = sum((whole_game(seed) for seed in range(6)), Counter[str]())
    made += sum((whole_game(seed, dice="typed", cards="deck") for seed in range(6, 9)), Counter[str]())
    wanted = {"move", "attack", "prepare", "focus", "mend", "practice", "event", "end", "roll", "ask"}
    assert wanted | {"dice", "choose", "done", "all_done", "back", "cancel"} <= set(made)


def test_the_map_of_the_page_is_the_board() -> None:
    held = json.loads(resources.files("ui.phone").joinpath("fate_board.json").read_text("utf-8"))
    rows = [f"{max(1, 10 - y) + x},{y}" for y, row in enumerate(held["terrain"], 1) for x in range(len(row))]
    terrain = json.loads(resources.files("companion.games.fate").joinpath("data/map.json").read_text("utf-8"))
    assert held["terrain"] == terrain["terrain"] and sorted(rows) == sorted(HEXES)
    assert [tuple(road) for road in held["roads"]] == list(ROADS.values())
    assert [tuple(hexes) for hexes in held["places"]] == list(LOCATIONS.values())


def test_a_move_is_its_hero_and_its_target() -> None:
    session = hero_turn()
    move = offered(session)["move"]
    here, to = move.ways[0]
    assert here == session.position.heroes[0].hex
    answer(session, 0, "move", here, to)
    while session.snapshot(GAME, seat=0).asked:
        answer(session, 0, "ask", "0")
    assert session.position.heroes[0].hex == to and "move" in session.position.heroes[0].actions
    assert [one["done"] for one in public(session)["heroes"][0]["actions"] if one["key"] == "move"] == [True]


def test_an_illegal_target_is_refused_with_its_reason() -> None:
    session = hero_turn()
    with pytest.raises(RuleError, match="expected"):
        answer(session, 0, "move", session.position.heroes[0].hex, "1,9")
    assert "move" in offered(session)


def test_an_act_ends_the_questions_and_undo_too() -> None:
    session = hero_turn()
    answer(session, 0, "practice")
    assert session.position.heroes[0].actions == ("practice",)
    answer(session, 0, "end")
    assert set(offered(session)) == {"ask", "cancel"} == set(offered(session, None))
    answer(session, 0, "cancel")
    assert "end" in offered(session)
    answer(session, 0, "end")
    session.tell(Undo(GAME))
    assert "ask" not in offered(session) and not session.position.heroes[0].actions


def test_questions_are_not_stored(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.db") as journal:
        session = hero_turn(journal=journal)
        answer(session, 0, "practice")
        answer(session, 0, "end")
        again = resumed(journal, session.timeline.stored_as)
    assert again.position == session.position and not again.snapshot(GAME).asked


def test_two_equal_questions_are_two_states() -> None:
    """An event may be used twice in a roll: the second answer is none that is sent again."""
    session, ask = hero_turn(), anything_used((Pick(Sentence("Nothing"), None),), ())

    def twice() -> ActDialog:
        yield ask
        yield ask
        return EndTurn()

    session.dialogs._running["bjorn"] = Dialog(twice())
    first = session.snapshot(GAME)
    answer(session, 0, "ask", "0")
    second = session.snapshot(GAME)
    assert first.asked == second.asked == ask
    assert not second.decides_as(first)


def test_a_hero_is_corrected_aside() -> None:
    session = hero_turn()
    answer(session, 1, "correct", "alva")
    assert session.snapshot(GAME, seat=0).asked is None, "only who asks sees the question"
    asked = session.snapshot(GAME, seat=1).asked
    assert isinstance(asked, AskPick)
    answer(session, 1, "ask", str([str(pick.label) for pick in asked.picks].index("Numbers")))
    numbers = session.snapshot(GAME, seat=1).asked
    assert isinstance(numbers, AskAmounts) and numbers.now
    wanted = [4 if str(numbers.labels[key]) == "Gold" else n for key, n in numbers.now.items()]
    answer(session, 1, "ask", *wanted)
    assert session.position.heroes[1].gold == 4
    assert session.position.heroes[1].damage == 0


def test_anything_is_corrected_at_the_table() -> None:
    session = hero_turn()
    monster = session.position.monsters[0]
    answer(session, None, "correct", monster.hex)
    asked = session.snapshot(GAME).asked
    assert isinstance(asked, AskPick)
    answer(session, None, "ask", str([str(pick.label) for pick in asked.picks].index("Stands elsewhere")))
    where = session.snapshot(GAME).asked
    assert isinstance(where, AskHex)
    answer(session, None, "ask", where.hexes[0])
    assert next(m for m in session.position.monsters if m.id == monster.id).hex == where.hexes[0]


def test_only_the_seat_with_the_turn_acts_and_all_decide_for_the_table() -> None:
    session = hero_turn()
    assert "move" in offered(session, 0) and "move" in offered(session, None)
    assert all(one.aside for one in offered(session, 1).values())
    with pytest.raises(RuleError) as refused:
        answer(session, 1, "move", *offered(session, 0)["move"].ways[0])
    assert refused.value.code == "no_decision"
    film = begun(watched=False)
    assert film.stage == "guide"
    for seat in (0, 1, None):
        assert {"done", "all_done"} <= set(offered(film, seat))
    answer(film, 1, "done")
    assert film.guide.at == 1 and "back" in offered(film)
    answer(film, 0, "back")
    assert film.guide.at == 0


@pytest.mark.parametrize("way", [["1,1", ""], [""], [3], [None], [[]], [True], ["G"], ["G", "G", "G"]])
def test_what_is_no_answer_is_refused_and_changes_nothing(way: list[Any]) -> None:
    session = hero_turn()
    before = session.snapshot(GAME)
    with pytest.raises(RuleError):
        answer(session, 0, "move", *way)
    assert session.snapshot(GAME) == before


@pytest.mark.parametrize("way", [["99"], ["-1"], [0], [True], [], ["0", "1"]])
def test_a_question_stays_after_what_is_no_answer(way: list[Any]) -> None:
    session = hero_turn()
    answer(session, 0, "end")
    asked = session.snapshot(GAME).asked
    with pytest.raises(RuleError) as refused:
        answer(session, 0, "ask", *way)
    assert refused.value.code == "no_option" and session.snapshot(GAME).asked == asked


def test_what_is_not_offered_is_refused() -> None:
    session = hero_turn()
    for seat, decision in ((0, "quest"), (0, "ask"), (1, "end"), (1, "roll"), (0, "discard bjorn")):
        with pytest.raises(RuleError) as refused:
            answer(session, seat, decision)
        assert refused.value.code == "no_decision"


def test_every_hex_has_a_name_of_its_own() -> None:
    shown = hero_turn().snapshot(GAME)
    places = [hex_ for hex_ in HEXES if str(shown.name_of(hex_)) != "Grimheim"]
    assert len({str(shown.name_of(hex_)) for hex_ in places}) == len(places) == len(HEXES) - 7


def test_the_story_is_in_the_phones_language() -> None:
    session = hero_turn()
    answer(session, 0, "practice")
    told = {common(session.snapshot(GAME), translator(one))["story"][-1]["text"] for one in LANGUAGES}
    assert len(told) == len(LANGUAGES)
