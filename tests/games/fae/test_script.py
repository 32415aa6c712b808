import json
import re
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

import companion.games.fae
from companion.errors import RuleError
from companion.games import fae
from companion.games.fae import script
from companion.games.fae.board import COLOURS
from tests.games.fae.openings import druids, game


def opening(**more: Any) -> dict[str, Any]:
    return {"players": ["Ana", "Bo"], "druids": {str(k): v for k, v in druids(1).items()}, **more}


def test_example_of_the_page() -> None:
    text = Path(companion.games.fae.__file__).with_name("SCRIPT.md").read_text("utf-8")
    document, printed = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    assert script.play(document) == printed


def test_a_written_position_is_read_back() -> None:
    for _, _, p in game(3):
        setup = script.FaeSetup(("Ana", "Bo"), {0: "red", 1: "blue"}, p)
        assert script.read_setup(json.loads(json.dumps(script.setup_object(setup)))) == setup


def test_a_game_is_the_same_when_cut_in_the_middle() -> None:
    steps = list(game(8))
    moves = [script.move_object(move) for _, move, _ in steps]
    middle = script.FaeSetup(("Ana", "Bo"), {}, steps[20][0])
    druids_at_start = {str(space): next(iter(c)) for space, c in fae.table(steps[0][0]).items()}
    whole = script.play({"setup": {"players": ["Ana", "Bo"], "druids": druids_at_start}, "moves": moves})
    rest = script.play({"setup": script.setup_object(middle), "moves": moves[20:]})
    same = ("status", "turn", "druids", "scores", "ritual_cards", "cards_used", "result", "error")
    assert {key: whole[key] for key in same} == {key: rest[key] for key in same}
    assert whole["status"] == "finished"


def test_result_needs_spirits_and_an_end() -> None:
    assert (
        script.play({"setup": opening(spirits={"Ana": "red", "Bo": "blue"}), "moves": []})["result"] is None
    )
    over = {"players": ["Ana", "Bo"], "druids": {}, "scores": {"red": 5}, "ritual_cards": {"Bo": 4}}
    assert script.play({"setup": over})["result"] is None
    with_spirits = {**over, "spirits": {"Ana": "red", "Bo": "blue"}}
    assert script.play({"setup": with_spirits})["result"] == {
        "totals": {"Ana": 5, "Bo": 4},
        "winners": ["Ana"],
    }


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"from": 1, "to": 1}, "same_space"),
        ({"from": 20, "to": 22}, "across_lake"),
        ({"from": 1, "to": 60}, "not_adjacent"),
        ({"from": 2, "to": 1}, "empty_source"),
        ({"from": 1, "to": 2}, "empty_target"),
        ({"from": 0, "to": 1}, "unknown_space"),
        ({"from": "1", "to": 3}, "unknown_space"),
        ({"from": 1, "to": None}, "unknown_space"),
        ({"from": True, "to": 3}, "unknown_space"),
        ({"from": [], "to": 3}, "unknown_space"),
        ({"from": 1, "to": 3, "rituals": [3]}, "ritual_order"),
    ],
)
def test_illegal_move_leaves_the_state_before_it(move: dict[str, Any], code: str) -> None:
    before = script.play({"setup": opening(), "moves": [{"from": 2, "to": 3}]})
    after = script.play({"setup": opening(), "moves": [{"from": 2, "to": 3}, move, {"from": 4, "to": 3}]})
    error = after.pop("error")
    assert {**after, "error": None} == before
    assert (error["move"], error["code"]) == (2, code)
    assert "xpected" in error["message"]


def test_too_many_druids() -> None:
    setup = {"players": ["Ana", "Bo"], "druids": {"1": {"red": 7}, "2": "blue"}}
    assert (
        script.play({"setup": setup, "moves": [{"from": 1, "to": 2}]})["error"]["code"] == "too_many_druids"
    )


def test_an_order_left_open_is_asked_for() -> None:
    setup = {"players": ["Ana", "Bo"], "druids": {"2": "red", "1": "red", "5": {"blue": 2}}}
    error = script.play({"setup": setup, "moves": [{"from": 2, "to": 1}]})["error"]
    assert error["code"] == "ritual_order"
    assert list(error["spaces"]) == [1, 5]
    assert script.play({"setup": setup, "moves": [{"from": 2, "to": 1, "rituals": [1, 5]}]})["error"] is None


def test_no_move_after_the_end() -> None:
    setup = {"players": ["Ana", "Bo"], "druids": {"1": "red", "2": "red"}, "cards_used": 12}
    assert script.play({"setup": setup, "moves": [{"from": 1, "to": 2}]})["error"]["code"] == "game_over"


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"players": ["Ana"]}, ["setup.players: expected 2 to 4 different names"]),
        ({"players": ["Ana", "Ana"]}, ["setup.players"]),
        ({"players": [1, 2], "druids": []}, ["setup.players", "setup.druids"]),
        ({"spirits": {"Ana": "red"}}, ["setup.spirits"]),
        ({"spirits": {"Ana": "red", "Bo": "red"}}, ["setup.spirits"]),
        ({"spirits": {"Ana": "red", "Bo": ["blue"]}}, ["setup.spirits"]),
        ({"turn": "Cy"}, ["setup.turn: expected Ana, Bo, found 'Cy'"]),
        ({"turn": []}, ["setup.turn"]),
        ({"druids": {"61": "red", "1": 5, "x": {}}}, ["found '61'", "setup.druids.1", "found 'x'"]),
        ({"druids": {"1": {"red": 1.5}}}, ["setup.druids.1"]),
        ({"druids": {"1": {"red": True}}}, ["setup.druids.1"]),
        (
            {"druids": {"1": {"pink": 1}}},
            ["Space 1: expected one of red, blue, yellow, purple, black, found 'pink'"],
        ),
        ({"druids": {"1": "red"}}, ["Region 1: expected one druid on space 2, found none.", "more problems"]),
        ({"scores": []}, ["setup.scores"]),
        ({"scores": {"red": "9"}}, ["setup.scores"]),
        ({"ritual_cards": {"Cy": 1}}, ["setup.ritual_cards"]),
        ({"ritual_cards": {"Ana": 1}, "cards_used": 2}, ["as the players hold, 1; found 2"]),
        ({"cards_used": "2"}, ["setup.cards_used"]),
        ({"cards_used": 13}, ["0 to 12 ritual cards used, found 13"]),
        ({"done": [1.0]}, ["setup.done"]),
        (
            {"score": {"red": 9}, "Turn": "Bo"},
            ["setup.score: expected no such key", "setup.Turn: expected"],
        ),
    ],
)
def test_bad_setup_names_every_place(change: dict[str, Any], places: list[str]) -> None:
    with pytest.raises(RuleError) as caught:
        script.play({"setup": opening(**change)})
    assert caught.value.code == "bad_setup"
    assert all(place in str(caught.value) for place in places)


@pytest.mark.parametrize("setup", [None, [], "x", {}])
def test_no_setup_at_all(setup: object) -> None:
    with pytest.raises(RuleError, match="setup"):
        script.play({"setup": setup})


def test_moves_not_written_as_such_are_all_named() -> None:
    moves = [{"from": 1, "to": 3}, {"from": 1}, 5, {"from": 1, "to": 3, "rituals": ["x"]}]
    with pytest.raises(RuleError) as caught:
        script.play({"setup": opening(), "moves": moves})
    assert caught.value.code == "bad_document"
    assert all(place in str(caught.value) for place in ("moves[1]:", "moves[2]:", "moves[3].rituals:"))
    assert "moves[0]" not in str(caught.value)
    typo = [{"from": 1, "to": 3, "ritual": [3]}]
    with pytest.raises(RuleError, match=r"moves\[0\]\.ritual: expected no such key, found \[3\]"):
        script.play({"setup": opening(), "moves": typo})
    with pytest.raises(RuleError, match="moves: expected a list of moves"):
        script.play({"setup": opening(), "moves": {}})


def test_messages_are_told_in_the_language_of_a_catalogue() -> None:
    class Shouting(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("Expected", "EXPECTED").replace("red", "rouge")

    message = script.play({"setup": opening(), "moves": [{"from": 1, "to": 1}]}, Shouting())["error"][
        "message"
    ]
    assert message.startswith("EXPECTED a move to another space, found space 1 twice.")
    assert set(COLOURS) == set(script.play({"setup": opening()}, Shouting())["scores"])
