"""Fate on a phone: its map is the board's, and whole games are decided at the seats."""

import json
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fate.acts import EndTurn
from companion.games.fate.board import LOCATIONS, ROADS
from companion.games.fate.geometry import HEXES
from companion.i18n import LANGUAGES, translator
from companion.session.fate.dialogs.dialog import ActDialog, AskPick, Dialog, Pick
from companion.session.fate.dialogs.roll_dialog import ANYTHING_USED
from companion.session.fate.messages import AnswerAsked, Back, Begin, ChooseOption
from companion.session.fate.seat import SEAT
from companion.session.fate.session import FateSession
from companion.session.messages import AllDone, Confirm, Undo
from companion.session.seat_form import common
from companion.storage.journal import Journal
from tests.session.fate.games import begun, resumed

GAME = 7
EN = translator("en")


def public(session: FateSession) -> Any:
    return json.loads(json.dumps(SEAT.public(session.snapshot(GAME), EN)))


def tell(session: FateSession, seat: int | None, said: Any) -> None:
    """As a phone at a seat: through JSON and `decide`."""
    assert SEAT.decide
    session.tell(SEAT.decide(session.snapshot(GAME, seat=seat), json.loads(json.dumps(said))))


def hero_turn(**settings: Any) -> FateSession:
    session = begun(watched=False, **settings)
    while session.stage != "heroes":
        session.confirm()
    return session


def answers(ask: Any, chance: Random) -> Iterator[Any]:
    """An answer by chance to a question, as the page makes it."""
    match ask["kind"]:
        case "hex":
            yield {"do": "answer", "answer": chance.choice(ask["hexes"])["hex"]}
        case "dice":
            faces = ["hit", "cover", "blank", "rune"]
            typed = {"do": "answer", "answer": [chance.choice(faces) for _ in range(ask["count"])]}
            yield {"do": "roll"} if ask["rolls"] else typed
        case "pick":
            yield {"do": "answer", "answer": chance.randrange(len(ask["picks"]))}
        case "amounts":
            left, amounts = ask["total"], {}
            for row in ask["rows"]:
                amounts[str(row["card"])] = min(row["most"], left)
                left -= amounts[str(row["card"])]
            yield {"do": "answer", "answer": amounts}


def next_decision(session: FateSession, chance: Random) -> tuple[int, Any]:
    """A seat and what it decides."""
    shown, turn = public(session), session.position.turn
    for seat, hero in enumerate(shown["heroes"]):
        if hero["ask"]:
            return seat, next(answers(hero["ask"], chance))
    if shown["stage"] == "heroes":
        aside = [(n, one) for n, hero in enumerate(shown["heroes"]) for one in hero["offers"]]
        aside = [(n, one) for n, one in aside if one["group"] == "aside" and one["key"] != "correct"]
        if aside and chance.random() < 0.05:
            seat, offer = chance.choice(aside)
            return seat, {"do": "begin", "key": offer["key"]}
        offers = [one for one in shown["heroes"][turn]["offers"] if one["key"] != "correct"]
        return turn, {"do": "begin", "key": chance.choice(offers)["key"]}
    seat, choice = chance.randrange(len(shown["heroes"])), shown["choice"]
    if shown["stage"] == "choice" and choice["what"] != "order":
        index = chance.randrange(len(choice["options"]))
        if choice["dice"] and index == choice["typed"]:
            dice = [chance.choice(["hit", "blank", "rune"]) for _ in range(choice["dice"])]
            return seat, {"do": "choose", "index": index, "dice": dice}
        return seat, {"do": "choose", "index": index}
    return seat, {"do": chance.choice(["confirm", "all_done"] if shown["film"] else ["confirm"])}


def whole_game(seed: int, **settings: Any) -> Counter[str]:
    """Play by chance; return how often each kind of decision was made."""
    session, chance, kinds = begun(seed=seed, watched=False, **settings), Random(seed), Counter[str]()
    for _ in range(4000):
        if session.over:
            assert public(session)["result"]
            return kinds
        seat, said = next_decision(session, chance)
        before = session.snapshot(GAME)
        ask = public(session)["heroes"][seat]["ask"]
        try:
            tell(session, seat, said)
        except RuleError:  # a combination that the rules refuse; the table says why
            kinds["refused"] += 1
            session.dialogs.forget()
            continue
        assert session.snapshot(GAME) != before
        kinds[said.get("key", "") or (ask["kind"] if said["do"] == "answer" else said["do"])] += 1
    raise AssertionError(f"the game does not end: {session.stage}")


@pytest.mark.slow
def test_whole_games_are_decided_at_the_seats() -> None:
    kinds = sum((whole_game(seed) for seed in range(4)), Counter[str]())
    kinds += whole_game(5, dice="typed", cards="deck")
    wanted = {"move", "attack", "prepare", "focus", "mend", "practice", "event", "end", "roll", "hex", "pick"}
    assert wanted | {"dice", "choose", "confirm", "all_done"} <= set(kinds)
    assert kinds["refused"] < 0.05 * kinds.total(), kinds


def test_the_map_of_the_page_is_the_board() -> None:
    held = json.loads(resources.files("ui.phone").joinpath("fate_board.json").read_text("utf-8"))
    rows = [f"{max(1, 10 - y) + x},{y}" for y, row in enumerate(held["terrain"], 1) for x in range(len(row))]
    terrain = json.loads(resources.files("companion.games.fate").joinpath("data/map.json").read_text("utf-8"))
    assert held["terrain"] == terrain["terrain"] and sorted(rows) == sorted(HEXES)
    assert [tuple(road) for road in held["roads"]] == list(ROADS.values())
    assert [tuple(hexes) for hexes in held["places"]] == list(LOCATIONS.values())


def test_a_move_is_asked_and_played() -> None:
    session = hero_turn()
    tell(session, 0, {"do": "begin", "key": "move"})
    ask = public(session)["heroes"][0]["ask"]
    assert ask["kind"] == "hex" and all(one["label"] for one in ask["hexes"])
    assert public(session)["heroes"][1]["ask"] is None
    to = ask["hexes"][0]["hex"]
    tell(session, 0, {"do": "answer", "answer": to})
    while ask := public(session)["heroes"][0]["ask"]:
        tell(session, 0, {"do": "answer", "answer": 0})
    assert session.position.heroes[0].hex == to and "move" in session.position.heroes[0].actions
    assert [one["done"] for one in public(session)["heroes"][0]["actions"] if one["key"] == "move"] == [True]


def test_an_act_ends_the_questions_and_undo_too() -> None:
    session = hero_turn()
    tell(session, 0, {"do": "begin", "key": "practice"})
    assert session.position.heroes[0].actions == ("practice",)
    tell(session, 0, {"do": "begin", "key": "move"})
    tell(session, 0, {"do": "cancel"})
    assert not public(session)["heroes"][0]["ask"]
    tell(session, 0, {"do": "begin", "key": "move"})
    session.tell(Undo(GAME))
    assert not public(session)["heroes"][0]["ask"] and not session.position.heroes[0].actions


def test_questions_are_not_stored(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.db") as journal:
        session = hero_turn(journal=journal)
        tell(session, 0, {"do": "begin", "key": "practice"})
        tell(session, 0, {"do": "begin", "key": "move"})
        again = resumed(journal, session.timeline.stored_as)
    assert again.position == session.position and not again.snapshot(GAME).asked


def test_two_equal_questions_are_two_states() -> None:
    """An event may be used twice in a roll: the second answer is none that is sent again."""
    session, ask = hero_turn(), AskPick(ANYTHING_USED, (Pick(ANYTHING_USED, None),))

    def twice() -> ActDialog:
        yield ask
        yield ask
        return EndTurn()

    session.dialogs._running["bjorn"] = Dialog(twice())
    first = session.snapshot(GAME)
    tell(session, 0, {"do": "answer", "answer": 0})
    second = session.snapshot(GAME)
    assert first.asked == second.asked == {"bjorn": ask}
    assert not second.decides_as(first)


def test_a_hero_is_corrected_aside() -> None:
    session = hero_turn()
    tell(session, 1, {"do": "begin", "key": "correct"})
    picks = public(session)["heroes"][1]["ask"]["picks"]
    tell(session, 1, {"do": "answer", "answer": [one["label"] for one in picks].index("Gold")})
    amounts = public(session)["heroes"][1]["ask"]["picks"]
    tell(session, 1, {"do": "answer", "answer": [one["label"] for one in amounts].index("4")})
    assert session.position.heroes[1].gold == 4


def test_only_the_seat_with_the_turn_acts_and_all_decide_for_the_table() -> None:
    session = hero_turn()
    decide = SEAT.decide
    assert decide
    assert decide(session.snapshot(GAME, seat=0), {"do": "begin", "key": "move"}) == Begin(
        GAME, "bjorn", "move"
    )
    for seat in (1, None):
        with pytest.raises(RuleError) as refused:
            decide(session.snapshot(GAME, seat=seat), {"do": "begin", "key": "move"})
        assert refused.value.code == "not_yours"
    film = begun(watched=False).snapshot(GAME, seat=1)
    assert film.stage == "guide"
    assert decide(film, {"do": "confirm"}) == Confirm(GAME) and decide(film, {"do": "back"}) == Back(GAME)
    assert decide(film, {"do": "all_done"}) == AllDone(GAME)
    assert decide(film, {"do": "choose", "index": 0, "dice": ["hit"]}) == ChooseOption(GAME, 0, ("hit",))
    assert decide(film, {"do": "answer", "answer": 1}) == AnswerAsked(GAME, "alva", 1)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"do": "fly"},
        {"do": "begin"},
        {"do": "begin", "key": 3},
        {"do": "begin", "key": "move", "more": 1},
        {"do": "answer"},
        {"do": "choose", "index": "0"},
        {"do": "choose", "index": True},
        {"do": "choose", "index": 0, "dice": ["six"]},
        {"do": "choose", "index": 0, "dice": [{}]},
        {"do": "confirm", "now": True},
        {"do": "confirm"},
        {"do": "back"},
    ],
)
def test_nonsense_is_refused(said: Any) -> None:
    assert SEAT.decide
    with pytest.raises(RuleError) as refused:
        SEAT.decide(hero_turn().snapshot(GAME, seat=0), said)
    assert refused.value.code == "no_decision"


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("move", "1,1"),
        ("move", ""),
        ("move", 3),
        ("move", None),
        ("correct", 99),
        ("correct", -1),
        ("correct", True),
        ("correct", []),
    ],
)
def test_what_is_no_answer_is_refused_and_the_question_stays(key: str, answer: Any) -> None:
    session = hero_turn()
    tell(session, 0, {"do": "begin", "key": key})
    asked = session.snapshot(GAME).asked
    with pytest.raises(RuleError) as refused:
        tell(session, 0, {"do": "answer", "answer": answer})
    assert refused.value.code == "not_asked" and session.snapshot(GAME).asked == asked


def test_what_is_not_offered_is_refused() -> None:
    session = hero_turn()
    for seat, said, code in (
        (0, {"do": "begin", "key": "quest"}, "not_offered"),
        (1, {"do": "begin", "key": "discard"}, ""),
        (0, {"do": "begin", "key": "discard"}, "not_offered"),
        (0, {"do": "answer", "answer": 0}, "not_asked"),
        (0, {"do": "roll"}, "not_asked"),
        (1, {"do": "roll"}, "not_asked"),
    ):
        if not code:
            tell(session, seat, said)
            continue
        with pytest.raises(RuleError) as refused:
            tell(session, seat, said)
        assert refused.value.code == code


def test_the_story_is_in_the_phones_language() -> None:
    session = hero_turn()
    tell(session, 0, {"do": "begin", "key": "practice"})
    told = {common(session.snapshot(GAME), translator(one))["story"][-1]["text"] for one in LANGUAGES}
    assert len(told) == len(LANGUAGES)
