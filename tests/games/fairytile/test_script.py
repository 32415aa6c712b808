"""Written games: every sentence of the format, every code."""

import copy
import json
import re
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import companion.games.fairytile
from companion.commands.script import script
from companion.games.documents import outcomes
from companion.games.fairytile.script import play
from tests.games.fairytile.written import by_chance, game, pages, tiles

MOVE = {"move": "princess", "to": "1,0"}
"""Move of the princess to the neighbouring forest, which has a river."""
FAR = {"move": "princess", "to": "-1,2"}


def turns(*written: Any, **parts: Any) -> dict[str, Any]:
    return play(json.loads(json.dumps(game(turns=list(written), **parts))))


def code(result: dict[str, Any]) -> tuple[Any, ...]:
    """Return turn and code of an error, and the number of turns that counted."""
    return result["error"]["turn"], result["error"]["code"], result.get("turns_played")


def spots_of(face: Any) -> list[Any]:
    """Return the legal spots for a tile in the first turn."""
    now = play(game())
    ask = {"kingdom": now["kingdom"], "figures": now["figures"], "tile": face}
    spots: list[Any] = play({"game": "fairytile", "ask": ask})["placements"]
    return spots


def test_nothing_done_yet() -> None:
    result = play(game())
    assert list(result) == [
        "game", "status", "turn", "turns_played", "kingdom", "figures", "stack_left", "magic", "told",
        "pages_left", "out", "result", "error",
    ]  # fmt: skip
    assert result["kingdom"]["0,1"] == {"terrain": "mountain", "river": [1, 3]}
    assert list(result["kingdom"]) == ["-1,0", "-1,2", "0,-1", "0,0", "0,1", "0,2", "1,0", "2,-1", "2,0"]
    del result["kingdom"]
    assert result == {
        "game": "fairytile",
        "status": "playing",
        "turn": "Ana",
        "turns_played": 0,
        "figures": {"princess": "0,0", "knight": "1,0", "dragon": "0,1"},
        "stack_left": 2,
        "magic": {"Ana": False, "Bo": False},
        "told": {"Ana": [], "Bo": []},
        "pages_left": {"Ana": 2, "Bo": 2},
        "out": [],
        "result": None,
        "error": None,
    }


def test_tell_and_win() -> None:
    result = turns(
        {"adventure": [MOVE], "tell": 1},
        {"turn_page": True},
        {"adventure": [{"move": "dragon", "to": "2,-1"}], "tell": 1},
    )
    assert result["error"] is None
    assert (result["status"], result["turn"], result["turns_played"]) == ("finished", "Ana", 3)
    assert result["told"] == {"Ana": [5, 9], "Bo": []}
    assert result["pages_left"] == {"Ana": 0, "Bo": 2}
    assert result["result"] == {"winner": "Ana"}


def test_a_page_turned_gives_magic_and_the_next_page() -> None:
    first = turns({"turn_page": True})
    assert first["magic"] == {"Ana": True, "Bo": False}
    assert first["turn"] == "Bo"
    knight = {"move": "knight", "to": "0,2"}
    result = turns({"turn_page": True}, {"turn_page": True}, {"adventure": [knight, MOVE], "tell": 1})
    assert result["error"] is None
    assert result["told"]["Ana"] == [9]
    assert result["magic"] == {"Ana": False, "Bo": True}
    assert result["pages_left"] == {"Ana": 1, "Bo": 2}


def test_the_last_page_may_be_turned_and_magic_does_not_add_up() -> None:
    result = turns(
        *[{"turn_page": True}] * 6,
        {"adventure": [MOVE, {"move": "dragon", "to": "0,0"}], "tell": 1},
        books={"Ana": [5], "Bo": [7]},
    )
    assert result["error"]["code"] != "no_magic"
    again = turns(*[{"turn_page": True}] * 4, {"adventure": [MOVE] * 3}, books={"Ana": [5], "Bo": [7]})
    assert code(again) == (5, "no_magic", 4)


def test_a_tile_is_laid_and_the_next_comes() -> None:
    spots = spots_of(tiles()["T4"]["front"])
    assert spots
    result = turns({"adventure": [{"place": spots[0]}]})
    assert result["error"] is None
    assert result["stack_left"] == 1
    assert len(result["kingdom"]) == 12


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ({"adventure": [FAR]}, "not_reachable"),
        ({"adventure": [{"move": "princess", "to": "0,0"}]}, "not_reachable"),
        ({"adventure": [{"move": "knight", "to": "0,0"}]}, "not_reachable"),
        ({"adventure": [{"move": "dragon", "to": "9,9"}]}, "not_reachable"),
        ({"adventure": [{"place": ["0,0", 0]}]}, "overlap"),
        ({"adventure": [{"place": ["9,9", 0]}]}, "too_few_edges"),
        ({"adventure": [{"place": ["-2,1", 2]}]}, "too_few_edges"),
        ({"adventure": [{"place": ["1,1", 0]}]}, "river_mismatch"),
        ({"adventure": [MOVE, MOVE]}, "no_magic"),
        ({"adventure": [MOVE, MOVE, MOVE]}, "no_magic"),
        ({"adventure": [{"move": "dragon", "to": "0,2"}], "tell": 1}, "cannot_tell"),
        ({"adventure": [MOVE], "tell": 2}, "cannot_tell"),
        ({"adventure": [MOVE], "tell": 0}, "cannot_tell"),
        ({"adventure": [MOVE], "tell": -1}, "cannot_tell"),
        ({"adventure": [MOVE], "tell": [1, 1]}, "told_already"),
        ({"adventure": [MOVE], "tell": [1, 2]}, "told_already"),
        ({"turn_page": True, "tell": 1}, "cannot_tell"),
        ({"out": True, "tell": 1}, "cannot_tell"),
        ({}, "nothing_done"),
        ({"adventure": []}, "nothing_done"),
        ({"tell": 1}, "nothing_done"),
        ({"adventure": [], "tell": 1}, "nothing_done"),
        ({"adventure": [MOVE], "turn_page": True}, "bad_setup"),
        ({"adventure": [MOVE], "out": True}, "bad_setup"),
        ({"adventure": [], "out": True}, "bad_setup"),
        ({"turn_page": True, "out": True}, "bad_setup"),
        ({"turn_page": 1}, "bad_setup"),
        ({"turn_page": "yes"}, "bad_setup"),
        ({"turn_page": False}, "bad_setup"),
        ({"out": 5}, "bad_setup"),
        ({"adventure": MOVE}, "bad_setup"),
        ({"adventure": ["princess"]}, "bad_setup"),
        ({"adventure": [{"move": "queen", "to": "1,0"}]}, "bad_setup"),
        ({"adventure": [{"move": ["princess"], "to": "1,0"}]}, "bad_setup"),
        ({"adventure": [{"move": "princess"}]}, "bad_setup"),
        ({"adventure": [{"move": "princess", "to": "1;0"}]}, "bad_setup"),
        ({"adventure": [{"move": "princess", "to": [1, 0]}]}, "bad_setup"),
        ({"adventure": [{"move": "princess", "to": "1,0", "by": "jump"}]}, "bad_setup"),
        ({"adventure": [{"place": ["0,-2"]}]}, "bad_setup"),
        ({"adventure": [{"place": ["0,-2", 6]}]}, "bad_setup"),
        ({"adventure": [{"place": ["0,-2", True]}]}, "bad_setup"),
        ({"adventure": [{"place": "0,-2"}]}, "bad_setup"),
        ({"adventure": [{"place": ["0,-2", 0], "move": "princess", "to": "1,0"}]}, "bad_setup"),
        ({"adventure": [{"place": ["0,-2", 0], "face": "back"}]}, "bad_setup"),
        ({"adventure": [MOVE], "tell": "1"}, "bad_setup"),
        ({"adventure": [MOVE], "tell": True}, "bad_setup"),
        ({"adventure": [MOVE], "tell": [1, "2"]}, "bad_setup"),
        ({"adventure": [MOVE], "told": 1}, "bad_setup"),
        ("turn_page", "bad_setup"),
        ([], "bad_setup"),
        (None, "bad_setup"),
    ],
)  # fmt: skip
def test_a_turn_that_is_refused_changes_nothing(turn: Any, expected: str) -> None:
    before = turns({"turn_page": True}, {"adventure": [{"move": "dragon", "to": "0,2"}]})
    assert code(turns(turn)) == (1, expected, 0)
    # the same in the middle: what was before stays, not even a first action counts
    after = turns(
        {"turn_page": True}, {"adventure": [{"move": "dragon", "to": "0,2"}]}, {"adventure": [MOVE, FAR]}
    )
    assert code(after) == (3, "not_reachable", 2)
    assert {**after, "error": None} == before


def test_a_message_names_what_is_possible() -> None:
    error = turns({"adventure": [{"move": "dragon", "to": "2,0"}]})["error"]
    assert error["code"] == "not_reachable"
    assert error["message"].split("may go to: ")[1] == "-1,2 0,-1 0,2 2,-1."
    assert error["spaces"] == ["0,1", "2,0"]


def test_stack_empty() -> None:
    assert code(turns({"adventure": [{"place": ["0,-2", 0]}]}, stack=[])) == (1, "stack_empty", 0)


def test_the_game_is_over_after_the_last_page() -> None:
    won = {"adventure": [MOVE], "tell": 1}
    books = {"Ana": [5], "Bo": [7]}
    assert turns(won, books=books)["result"] == {"winner": "Ana"}
    for more in ({"turn_page": True}, {}, {"adventure": [MOVE]}, {"out": True}, 5):
        result = turns(won, more, books=books)
        assert code(result) == (2, "game_over", 1)
        assert result["result"] == {"winner": "Ana"}


def test_the_last_page_told_first_leaves_no_second_adventure() -> None:
    books = {"Ana": [5], "Bo": [7]}
    turn = {"adventure": [MOVE, {"move": "dragon", "to": "0,2"}], "tell": 1}
    result = turns({"turn_page": True}, {"turn_page": True}, turn, books=books)
    assert code(result) == (3, "game_over", 2)
    assert result["magic"]["Ana"] is True


def test_those_who_give_up_are_out_and_the_others_go_on() -> None:
    players = {"players": ["Ana", "Bo", "Cy"], "books": {"Ana": [5], "Bo": [12], "Cy": [7]}}
    result = turns({"out": True}, {"turn_page": True}, {"turn_page": True}, **players)
    assert (result["turn"], result["out"], result["status"]) == ("Bo", ["Ana"], "playing")
    result = turns({"out": True}, {"turn_page": True}, {"out": True}, {"out": True}, **players)
    assert (result["out"], result["status"]) == (["Ana", "Cy", "Bo"], "finished")
    assert result["result"] == {"winner": None}
    assert code(turns({"out": True}, {"out": True}, {"turn_page": True})) == (3, "game_over", 2)


def test_whoever_is_left_must_still_tell_the_last_page() -> None:
    result = turns({"turn_page": True}, {"out": True}, {"turn_page": True}, {"turn_page": True})
    assert (result["turn"], result["status"], result["result"]) == ("Ana", "playing", None)


def test_one_tell_in_a_turn_after_either_adventure() -> None:
    twice = {"adventure": [MOVE, {"move": "knight", "to": "0,2"}], "tell": [1, 2]}
    result = turns(
        {"turn_page": True}, {"turn_page": True}, {**twice, "tell": 1}, books={"Ana": [9, 5], "Bo": [12, 7]}
    )
    assert result["told"]["Ana"] == [5]
    result = turns({"turn_page": True}, {"turn_page": True}, twice, books={"Ana": [9, 5], "Bo": [12, 7]})
    assert code(result) == (3, "told_already", 2)
    assert result["told"]["Ana"] == []
    result = turns(
        {"turn_page": True}, {"turn_page": True}, {**twice, "tell": [2]}, books={"Ana": [9, 5], "Bo": [12, 7]}
    )
    assert result["told"]["Ana"] == [5], "the move before still counts, she is still there"


def test_magic_is_for_the_next_turn_and_lasts() -> None:
    two = {"adventure": [MOVE, {"move": "dragon", "to": "0,2"}]}
    assert code(turns(two)) == (1, "no_magic", 0)
    late = [{"turn_page": True}, {"turn_page": True}, {"adventure": [MOVE]}, {"turn_page": True}]
    result = turns(*late, {"adventure": [{"move": "dragon", "to": "0,2"}, {"move": "dragon", "to": "0,-1"}]})
    assert result["error"] is None
    assert result["magic"] == {"Ana": False, "Bo": True}


def test_the_sample_plays_through_and_back() -> None:
    document = by_chance(3)
    result = play(document)
    assert result["error"] is None
    assert result["status"] == "finished"
    sample = {**document, "tiles": "sample", "pages": "sample"}
    assert play(sample) == result
    assert play({key: value for key, value in document.items() if key not in ("tiles", "pages")}) == result
    assert document["pages"] == pages()


def test_options_beside_the_set_up_are_taken() -> None:
    there_and_back = {"adventure": [{"move": "princess", "to": "0,0"}]}
    assert code(turns(there_and_back)) == (1, "not_reachable", 0)
    # from her castle she jumps to 2,0 and has no step from there back: the two castles are not neighbours
    assert code(turns(there_and_back, options={"princess_may_return": True})) == (1, "not_reachable", 0)


class Exclaiming(NullTranslations):
    def gettext(self, message: str) -> str:
        return "¡" + message


def test_errors_are_translated() -> None:
    document = game(turns=[{"adventure": [FAR]}])
    (outcome,) = outcomes(json.dumps(document), Exclaiming())
    assert outcome.result["error"]["message"].startswith("¡")


def test_what_is_hidden_is_named_when_it_is_laid() -> None:
    spots: list[dict[str, Any]] = [{"place": ["-2,0", 0], "tile": ["T7", "back"], "shows": ["T8", "front"]}]
    dry = spots_of(tiles()["T7"]["back"])
    spots[0]["place"] = dry[0]
    result = turns({"adventure": spots}, stack=[], hidden=3)
    assert result["error"] is None
    assert result["stack_left"] == 2
    unnamed = copy.deepcopy(spots)
    del unnamed[0]["tile"]
    assert code(turns({"adventure": unnamed}, stack=[], hidden=3)) == (1, "stack_empty", 0)
    assert code(turns({"adventure": [{"place": dry[0], "tile": ["T9", "back"]}]})) == (1, "bad_setup", 0)


TEXT = Path(companion.games.fairytile.__file__).with_name("SCRIPT.md").read_text("utf-8")


def test_the_examples_of_the_page_about_the_format() -> None:
    examples = [json.loads(block) for block in re.findall(r"```json\n(\{\"game.*?)```", TEXT, re.DOTALL)]
    asked, answers = examples[::2], examples[1::2]
    assert len(asked) == len(answers) == 2
    for document, answer in zip(asked, answers, strict=True):
        assert play(document) == answer


def test_every_code_is_on_the_page_about_the_format() -> None:
    for name in (
        "not_reachable", "overlap", "too_few_edges", "river_mismatch", "stack_empty", "no_magic",
        "cannot_tell", "told_already", "nothing_done", "game_over", "bad_page", "bad_tile", "bad_setup",
    ):  # fmt: skip
        assert f"`{name}`" in TEXT


def test_the_command_plays_games_and_questions(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    written = [
        game(turns=[{"turn_page": True}]),
        game(turns=[{"adventure": [FAR]}]),
        {"game": "fairytile", "ask": {}},
    ]
    file.write_text("\n".join(map(json.dumps, written)), "utf-8")
    ran = CliRunner().invoke(script, [str(file)], standalone_mode=False)
    assert ran.return_value == 2
    results = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [result["error"] and result["error"]["code"] for result in results] == [
        None,
        "not_reachable",
        "bad_setup",
    ]
    assert "games.jsonl:2, turn 1: not_reachable: " in ran.stderr
    assert "games.jsonl:3: bad_setup: " in ran.stderr
