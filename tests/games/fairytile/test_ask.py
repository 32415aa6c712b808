"""Questions about a kingdom: answers, and errors for invalid questions."""

import json
from typing import Any

import pytest

from companion.games.fairytile.script import play

ROW = {"0,0": "castle", "1,0": "forest", "2,0": "forest"}
PLAIN_TILE = {"hexes": [{"terrain": "plain", "river": []}] * 3}
FOUR = dict.fromkeys(("princess", "knight", "dragon", "queen"), "0,0")
DEAD_END = {"terrain": "plain", "river": [3]}


def land(cells: dict[str, str], rivers: dict[str, list[int]] | None = None) -> dict[str, Any]:
    return {
        cell: {"terrain": terrain, "river": (rivers or {}).get(cell, [])} for cell, terrain in cells.items()
    }


def ask(cells: dict[str, str], figures: str = "0,0 0,0 1,0", **rest: Any) -> dict[str, Any]:
    """Return the answer for figures in the order princess, knight, dragon."""
    rivers = rest.pop("rivers", None)
    question = {
        "kingdom": land(cells, rivers),
        "figures": dict(zip(("princess", "knight", "dragon"), figures.split(), strict=True)),
        **rest,
    }
    return play(json.loads(json.dumps({"game": "fairytile", "ask": question})))


def moves(cells: dict[str, str], figure: str, at: str, **rest: Any) -> list[str]:
    answer = ask(cells, " ".join([at] * 3), **rest)
    assert answer["error"] is None
    found: list[str] = answer["moves"][figure]
    return found


def holds(goal: str, cells: dict[str, str], figures: str, *done: Any, **rest: Any) -> bool:
    answer = ask(cells, figures, done=list(done), pages=[goal], **rest)
    assert answer["error"] is None, answer["error"]
    (holds,) = answer["pages"]
    return bool(holds)


def go(figure: str, to: str) -> dict[str, str]:
    return {"move": figure, "to": to}


def code(answer: dict[str, Any]) -> str:
    assert answer["error"]["turn"] is None
    found: str = answer["error"]["code"]
    return found


def block(*rows: str) -> dict[str, str]:
    """Build a kingdom from rows of letters: row r begins at q = 0; "." is a gap."""
    terrain = {"p": "plain", "f": "forest", "m": "mountain", "c": "castle"}
    return {
        f"{q},{r}": terrain[letter]
        for r, row in enumerate(rows)
        for q, letter in enumerate(row)
        if letter != "."
    }


def test_the_whole_answer() -> None:
    assert ask(ROW) == {
        "game": "fairytile",
        "moves": {"princess": ["1,0"], "knight": ["2,0"], "dragon": ["0,0", "2,0"]},
        "placements": [],
        "sees": {figure: ["0,0", "1,0", "2,0"] for figure in ("princess", "knight", "dragon")},
        "great": {"plain": [], "forest": [], "mountain": [], "river": []},
        "pages": [],
        "error": None,
    }


def test_the_answer_is_about_the_kingdom_after_what_was_done() -> None:
    lay = {
        "place": ["0,1", 0],
        "tile": {"hexes": [{"terrain": "plain", "river": []}, *[{"terrain": "forest", "river": []}] * 2]},
    }
    answer = ask(ROW, done=[go("dragon", "2,0"), lay], pages=["see(dragon, plain)", "visit(dragon, forest)"])
    assert answer["moves"]["dragon"] == ["0,0", "0,2"]
    assert answer["great"]["forest"] == [["0,2", "1,0", "1,1", "2,0"]]
    assert answer["pages"] == [False, True]


def test_lists_are_sorted_by_q_then_r() -> None:
    cells = {f"{q},{r}": "plain" for q in range(-2, 13) for r in range(-2, 3)}
    answer = ask(cells, "10,0 10,0 10,0", tile=PLAIN_TILE)
    for found in (*answer["moves"].values(), *answer["sees"].values(), *answer["great"]["plain"]):
        assert found == sorted(found, key=lambda cell: [int(n) for n in cell.split(",")])
    spots = answer["placements"]
    assert spots == sorted(spots, key=lambda spot: ([int(n) for n in spot[0].split(",")], spot[1]))


# -- the princess (FT-060 to FT-067)


def test_princess_steps() -> None:
    cells = block("ppp", "ppp", "ppp")
    assert moves(cells, "princess", "1,1") == ["0,1", "0,2", "1,0", "1,2", "2,0", "2,1"]
    assert moves(block("p"), "princess", "0,0") == []


def test_princess_step_then_jump() -> None:
    cells = {**block("pc"), "9,9": "castle", "5,5": "castle", "6,5": "plain"}
    assert moves(cells, "princess", "0,0") == ["1,0", "5,5", "9,9"]


def test_princess_jump_then_step_and_never_a_jump_alone() -> None:
    cells = {"0,0": "castle", "9,9": "castle", "9,8": "plain"}
    assert moves(cells, "princess", "0,0") == ["9,8"]
    assert moves({"0,0": "castle", "9,9": "castle"}, "princess", "0,0") == []


def test_princess_needs_two_castles_for_a_jump() -> None:
    assert moves(block("pc"), "princess", "0,0") == ["1,0"]


def test_princess_double_jump_is_an_option() -> None:
    # from castle 0,0 by jump to 5,5, a step to the castle 6,5, a jump to 9,9
    cells = {"0,0": "castle", "5,5": "castle", "6,5": "castle", "9,9": "castle"}
    assert moves(cells, "princess", "0,0") == ["5,5", "6,5", "9,9"]
    off = {"princess_double_jump": False}
    assert moves(cells, "princess", "0,0", options=off) == ["5,5", "6,5"]


def test_princess_may_return_is_an_option() -> None:
    cells = block("cc")
    assert moves(cells, "princess", "0,0") == ["1,0"]
    assert moves(cells, "princess", "0,0", options={"princess_may_return": True}) == ["0,0", "1,0"]


# -- the knight (FT-070 to FT-075)


def test_knight_goes_two_straight_or_bent_never_one_never_none() -> None:
    cells = {f"{q},{r}": "plain" for q in range(-3, 4) for r in range(-3, 4)}
    found = moves(cells, "knight", "0,0")
    assert len(found) == 12
    assert {"2,0", "1,1"} <= set(found)
    assert not {"0,0", "1,0", "0,1", "3,0"} & set(found)


def test_knight_needs_land_in_the_middle() -> None:
    assert moves({"0,0": "plain", "2,0": "plain"}, "knight", "0,0") == []
    assert moves({"0,0": "plain", "1,0": "plain", "2,0": "plain"}, "knight", "0,0") == ["2,0"]
    # 1,1 has two middles, one is enough
    assert moves({"0,0": "plain", "0,1": "plain", "1,1": "plain"}, "knight", "0,0") == ["1,1"]
    # around the hairpin: two steps lead beside the start
    assert moves({"0,0": "plain", "1,0": "plain", "0,1": "plain"}, "knight", "0,0") == []


# -- the dragon (FT-080 to FT-083)


def test_dragon_flies_to_the_border_or_the_first_gap() -> None:
    assert moves(block("ppppp"), "dragon", "1,0") == ["0,0", "4,0"]
    assert moves(block("ppp.p"), "dragon", "0,0") == ["2,0"]
    assert moves(block("p.p"), "dragon", "0,0") == []


# -- tiles (FT-090 to FT-095)


def test_a_single_cell_has_no_two_edges_side_by_side_but_at_the_notch() -> None:
    spots = ask({"0,0": "plain"}, "0,0 0,0 0,0", tile=PLAIN_TILE)["placements"]
    # one cell gives a tile two edges only in a notch between two of the tile's cells: those two are
    # neighbours of the cell and of each other, 6 pairs, and the tile can lie there in 3 of its turns
    assert len(spots) == 18
    assert ["1,0", 0] not in spots


def test_edges_side_by_side() -> None:
    two_apart = {"0,0": "plain", "2,-1": "plain", "-5,0": "plain"}
    # the tile 1,0 2,0 1,1 touches 0,0 on one edge and 2,-1 on two
    assert ["1,0", 0] in ask(two_apart, "0,0 0,0 0,0", tile=PLAIN_TILE)["placements"]
    lay = {"place": ["1,0", 0], "tile": PLAIN_TILE}
    assert code(ask({"0,0": "plain"}, "0,0 0,0 0,0", done=[lay])) == "too_few_edges"
    # it touches 0,0 and 3,0: two edges that do not share a corner
    apart = {"0,0": "plain", "3,0": "plain"}
    assert code(ask(apart, "0,0 0,0 0,0", done=[lay])) == "too_few_edges"


def river_tile(*rivers: list[int]) -> dict[str, Any]:
    return {"hexes": [{"terrain": "plain", "river": river} for river in rivers]}


@pytest.mark.parametrize(
    ("there", "tile", "legal"),
    [
        ([3], river_tile([9], [], []), True),
        ([3], river_tile([], [], []), False),
        ([], river_tile([9], [], []), False),
        ([], river_tile([], [], []), True),
        ([], river_tile([1], [], []), True),
        ([3], river_tile([3, 9], [9], []), True),
    ],
)
def test_rivers_meet_rivers_and_dry_land_dry_land(
    there: list[int], tile: dict[str, Any], legal: bool
) -> None:
    cells = {"0,0": "plain", "0,1": "plain"}
    done = [{"place": ["1,0", 0], "tile": tile}]
    answer = ask(cells, "0,0 0,0 0,0", rivers={"0,0": there}, done=done)
    assert answer["error"] is None if legal else code(answer) == "river_mismatch"


def test_free_placement_when_stuck_is_an_option() -> None:
    everywhere = [1, 3, 5, 7, 9, 11]
    wet = river_tile(everywhere, everywhere, everywhere)
    options = {"free_placement_when_stuck": True}
    assert ask(ROW, tile=wet)["placements"] == []
    free = ask(ROW, tile=wet, options=options)["placements"]
    assert free == ask(ROW, tile=PLAIN_TILE)["placements"]
    lay = {"place": free[0], "tile": wet}
    assert code(ask(ROW, done=[lay])) == "river_mismatch"
    assert ask(ROW, done=[lay], options=options)["error"] is None
    # a tile that fits somewhere gets no freedom
    some = river_tile([7], [], [])
    strict = ask(ROW, tile=some)["placements"]
    assert 0 < len(strict) < len(free)
    assert ask(ROW, tile=some, options=options)["placements"] == strict


# -- errors


@pytest.mark.parametrize(
    ("change", "expected", "message"),
    [
        ({"kingdom": {}}, "bad_setup", "ask.kingdom"),
        ({"kingdom": []}, "bad_setup", "ask.kingdom"),
        ({"kingdom": {"0.0": {"terrain": "plain", "river": []}}}, "bad_setup", "0.0"),
        ({"kingdom": {"00,0": {"terrain": "plain", "river": []}}}, "bad_setup", "00,0"),
        ({"kingdom": {"0,0": {"terrain": "lake", "river": []}}}, "bad_setup", "lake"),
        ({"kingdom": {"0,0": {"terrain": "plain", "river": [0]}}}, "bad_setup", "ask.kingdom.0,0.river"),
        ({"kingdom": {"0,0": {"terrain": "plain", "river": [], "tile": "T4"}}}, "bad_setup", "tile"),
        ({"figures": {"princess": "0,0", "knight": "0,0"}}, "bad_setup", "dragon"),
        ({"figures": {"princess": "0,0", "knight": "0,0", "dragon": "7,7"}}, "bad_setup", "7,7"),
        ({"figures": {"princess": "0,0", "knight": "0,0", "dragon": 7}}, "bad_setup", "dragon"),
        ({"figures": FOUR}, "bad_setup", "ask.figures"),
        ({"figures": "0,0"}, "bad_setup", "figures"),
        ({"tile": {"hexes": []}}, "bad_tile", "ask.tile.hexes"),
        ({"tile": {"hexes": [DEAD_END, *PLAIN_TILE["hexes"][:2]]}}, "bad_tile", "ask.tile"),
        ({"tile": {**PLAIN_TILE, "side": "front"}}, "bad_tile", "side"),
        ({"done": {}}, "bad_setup", "ask.done"),
        ({"done": [{}]}, "bad_setup", "ask.done[0]"),
        ({"done": [{"place": ["0,1", 0]}]}, "bad_setup", "ask.done[0].tile"),
        ({"done": [{"place": ["0,1", 9], "tile": PLAIN_TILE}]}, "bad_setup", "ask.done[0].place"),
        ({"done": [{"place": ["0,1", 0], "tile": {"hexes": 3}}]}, "bad_tile", "ask.done[0].tile.hexes"),
        ({"done": [{"place": ["0,1", 0], "tile": ["T4", "front"]}]}, "bad_tile", "ask.done[0].tile"),
        ({"done": [{"move": "dragon", "to": "2,0", "tile": PLAIN_TILE}]}, "bad_setup", "tile"),
        ({"done": [{"turn_page": True}]}, "bad_setup", "ask.done[0]"),
        ({"pages": "meet(dragon, knight)"}, "bad_setup", "ask.pages"),
        ({"pages": [5]}, "bad_page", "ask.pages[0]"),
        ({"pages": ["meet(dragon, knight)", "meet(dragon)"]}, "bad_page", "ask.pages[1], column 12"),
        ({"options": {"own_hex": True}}, "bad_setup", "own_hex"),
        ({"options": {"own_hex_counts_in_line": "no"}}, "bad_setup", "own_hex_counts_in_line"),
        ({"stack": []}, "bad_setup", "stack"),
        ({"done": [go("dragon", "1,0")]}, "not_reachable", "1,0"),
        ({"done": [{"place": ["1,0", 0], "tile": PLAIN_TILE}]}, "overlap", "1,0"),
        ({"done": [{"place": ["7,0", 0], "tile": PLAIN_TILE}]}, "too_few_edges", "edge"),
        ({"done": [go("dragon", "2,0"), go("dragon", "0,0"), go("dragon", "2,0")]}, "no_magic", "adventure"),
    ],
)  # fmt: skip
def test_a_wrong_question_is_refused(change: dict[str, Any], expected: str, message: str) -> None:
    question = {
        "kingdom": land(ROW),
        "figures": {"princess": "0,0", "knight": "0,0", "dragon": "1,0"},
        **change,
    }
    answer = play(json.loads(json.dumps({"game": "fairytile", "ask": question})))
    assert code(answer) == expected
    assert message in answer["error"]["message"]
    assert answer["moves"] is None


@pytest.mark.parametrize("document", [None, [], 5, "x", {}])
def test_no_question(document: Any) -> None:
    assert code(play({"game": "fairytile", "ask": document})) == "bad_setup"


def test_a_question_stands_alone() -> None:
    assert code(play({"game": "fairytile", "ask": {}, "setup": {}})) == "bad_setup"


def test_rivers_of_neighbours_must_agree() -> None:
    answer = ask(ROW, rivers={"0,0": [3]})
    assert code(answer) == "bad_setup"
    assert "0,0 has a river towards 1,0" in answer["error"]["message"]
    assert ask(ROW, rivers={"0,0": [3], "1,0": [9]})["error"] is None
    assert ask(ROW, rivers={"0,0": [5]})["error"] is None, "nothing lies there yet"


def test_too_large_a_question() -> None:
    cells = {f"{q},{r}": "castle" for q in range(20) for r in range(20)}
    assert code(ask(cells)) == "bad_setup"
    assert code(ask(ROW, pages=["meet(dragon, knight)"] * 500)) == "bad_setup"
    largest = {f"{q},{r}": "castle" for q in range(15) for r in range(8)}
    goal = " and ".join(["cross(princess, castle)", "cross(princess, forest)"] * 8)
    done = [go("princess", "10,6"), go("princess", "0,0")]
    assert ask(largest, "0,0 0,0 0,0", done=done, pages=[goal])["pages"] == [False]
