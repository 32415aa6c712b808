"""Written games with an invalid set-up, tile or page: errors that name the place."""

from typing import Any

import pytest

from companion.games.fairytile.script import play
from tests.games.fairytile.test_script import code, turns
from tests.games.fairytile.written import START, game, tiles

BAD_SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"players": ["Ana"]}, "setup.players"),
    ({"players": ["Ana", "Ana"]}, "setup.players"),
    ({"players": ["Ana", ""]}, "setup.players"),
    ({"players": list("abcde")}, "setup.players"),
    ({"players": "Ana"}, "setup.players"),
    ({"players": ["Ana", "Cy"]}, "setup.books"),
    ({"books": {"Ana": [5, 9]}}, "setup.books"),
    ({"books": {"Ana": [5, 9], "Bo": []}}, "setup.books.Bo"),
    ({"books": {"Ana": [5, 9], "Bo": [9]}}, "9"),
    ({"books": {"Ana": [5, 8], "Bo": [7]}}, "8"),
    ({"books": {"Ana": [5, "9"], "Bo": [7]}}, "setup.books.Ana"),
    ({"books": {"Ana": [5, True], "Bo": [7]}}, "setup.books.Ana"),
    ({"books": {"Ana": [5], "Bo": [7], "Cy": [9]}}, "setup.books"),
    ({"stack": [["T4", "front"], ["T4", "back"]]}, "T4"),
    ({"stack": [["S1", "back"]]}, "S1"),
    ({"stack": [["T99", "front"]]}, "T99"),
    ({"stack": [["T4", "up"]]}, "setup.stack[0]"),
    ({"stack": ["T4"]}, "setup.stack[0]"),
    ({"stack": {"T4": "front"}}, "setup.stack"),
    ({"start": START[:2]}, "setup.start"),
    ({"start": [*START, ["T4", "5,5", 0]]}, "setup.start"),
    ({"start": [START[0], START[1], ["T4", "0,1", 1]]}, "T4"),
    ({"start": [START[0], START[1], ["S3", "0;1", 1]]}, "0;1"),
    ({"start": [START[0], START[1], ["S3", "0,1", 6]]}, "setup.start[2]"),
    ({"start": [START[0], START[1], ["S3", "1,0", 1]]}, "overlap"),
    ({"start": [START[0], START[1], ["S3", "0,2", 1]]}, "corner"),
    ({"start": [START[0], START[1], ["S3", "0,1", 0]]}, "corner"),
    ({"start": [START[0], START[0], START[1]]}, "S1"),
    ({"options": {"double_jump": True}}, "double_jump"),
    ({"options": {"princess_double_jump": 1}}, "princess_double_jump"),
    ({"options": []}, "options"),
    ({"tiles": "mine"}, "tiles"),
    ({"pages": "mine"}, "pages"),
    ({"pages": ["visit(dragon, castle)"]}, "pages"),
    ({"seed": 5}, "setup.seed"),
    ({"turn": "Bo"}, "setup.turn"),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "message"), BAD_SETUPS)
def test_a_bad_set_up_is_refused_with_its_place(parts: dict[str, Any], message: str) -> None:
    result = turns({"turn_page": True}, **parts)
    assert code(result) == (None, "bad_setup", None)
    assert message in result["error"]["message"]
    assert result["status"] is None


@pytest.mark.parametrize("key", ["tile", "moves_", "Setup"])
def test_an_unknown_key_of_the_document_is_named(key: str) -> None:
    result = play({**game(), key: []})
    assert code(result) == (None, "bad_setup", None)
    assert key in result["error"]["message"]


@pytest.mark.parametrize("setup", [None, [], 5, {}, {"players": ["Ana", "Bo"]}])
def test_no_set_up(setup: Any) -> None:
    assert code(play({**game(), "setup": setup})) == (None, "bad_setup", None)


@pytest.mark.parametrize("key", ["tiles", "pages", "options"])
def test_sets_and_options_stand_beside_the_set_up(key: str) -> None:
    document = game()
    document["setup"][key] = document.pop(key, {})
    assert code(play(document)) == (None, "bad_setup", None)


def test_turns_that_are_no_list() -> None:
    assert code(play({**game(), "turns": {}})) == (None, "bad_setup", None)


def test_no_river_through_all_starting_tiles() -> None:
    dry = tiles()
    for name in ("S1", "S2", "S3"):
        for hex_ in dry[name]["front"]["hexes"]:
            hex_["river"] = []
    result = turns(tiles=dry)
    assert code(result) == (None, "bad_setup", None)
    assert "river" in result["error"]["message"]
    half = tiles()
    for name in ("S3",):
        for hex_ in half[name]["front"]["hexes"]:
            hex_["river"] = []
    assert code(turns(tiles=half)) == (None, "bad_setup", None)


def test_a_white_corner_elsewhere() -> None:
    catalogue = tiles()
    for name in ("S1", "S2", "S3"):
        catalogue[name]["front"]["white_corner"] = [0, 5]
    assert turns(tiles=catalogue)["error"] is None
    catalogue["S1"]["front"]["white_corner"] = [1, 5]
    assert code(turns(tiles=catalogue)) == (None, "bad_setup", None)


def test_two_princesses() -> None:
    catalogue = tiles()
    catalogue["S2"]["front"]["start"] = "princess"
    result = turns(tiles=catalogue)
    assert code(result) == (None, "bad_setup", None)
    assert "knight" in result["error"]["message"]


FACE = {"hexes": [{"terrain": "plain", "river": []}] * 3}
BAD_TILES: list[tuple[Any, str]] = [
    ({"hexes": FACE["hexes"][:2]}, "hexes"),
    ({"hexes": [*FACE["hexes"], FACE["hexes"][0]]}, "hexes"),
    ({}, "hexes"),
    ({**FACE, "name": "T4"}, "name"),
    ({**FACE, "start": "queen"}, "start"),
    ({**FACE, "white_corner": [3, 0]}, "white_corner"),
    ({**FACE, "white_corner": [0, 6]}, "white_corner"),
    ({**FACE, "white_corner": 5}, "white_corner"),
    ({"hexes": [{"terrain": "swamp", "river": []}] * 3}, "swamp"),
    ({"hexes": [{"terrain": "plain"}] * 3}, "river"),
    ({"hexes": [{"river": []}] * 3}, "terrain"),
    ({"hexes": [{"terrain": "plain", "river": [2]}] * 3}, "hexes[0].river"),
    ({"hexes": [{"terrain": "plain", "river": [True]}] * 3}, "hexes[0].river"),
    ({"hexes": [{"terrain": "plain", "river": "3"}] * 3}, "hexes[0].river"),
    ({"hexes": [{"terrain": "plain", "river": [1, 1]}, *FACE["hexes"][:2]]}, "hexes[0].river"),
    ({"hexes": [{"terrain": "plain", "river": [3]}, *FACE["hexes"][:2]]}, "hexes[0].river"),
    ({"hexes": [{"terrain": "plain", "river": [], "castle": 1}, *FACE["hexes"][:2]]}, "castle"),
    ("front", "front"),
    (None, "front"),
]  # fmt: skip


@pytest.mark.parametrize(("face", "message"), BAD_TILES)
def test_a_bad_tile_is_refused_with_its_place(face: Any, message: str) -> None:
    result = turns(tiles={**tiles(), "T4": {"front": face}})
    assert code(result) == (None, "bad_tile", None)
    assert message in result["error"]["message"]
    assert "T4" in result["error"]["message"]


@pytest.mark.parametrize("sides", [{}, {"top": FACE}, [], "sample", None])
def test_a_tile_without_sides(sides: Any) -> None:
    result = turns(tiles={**tiles(), "T4": sides})
    assert code(result) == (None, "bad_tile", None)


@pytest.mark.parametrize(
    ("goal", "column"),
    [("visit(dragon castle)", 14), ("vist(dragon, castle)", 1), ("", 1), ("meet(dragon, castle)", 14)],
)
def test_a_bad_page_is_refused_with_its_column(goal: str, column: int) -> None:
    result = turns(pages={**game()["pages"], "31": goal})
    assert code(result) == (None, "bad_page", None)
    assert f"pages.31, column {column}:" in result["error"]["message"]
    assert result["error"]["column"] == column


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ({"x": "meet(dragon, knight)"}, "bad_setup"),
        ({"0": "meet(dragon, knight)"}, "bad_setup"),
        ({"5": 7}, "bad_page"),
        ({"5": None}, "bad_page"),
        ({"5": ["meet(dragon, knight)"]}, "bad_page"),
    ],
)
def test_pages_without_number_or_goal(page: Any, expected: str) -> None:
    assert code(turns(pages={**game()["pages"], **page})) == (None, expected, None)
