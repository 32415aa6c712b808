"""Goals in questions: visit, meet, cross, see, and great places."""

from tests.games.fairytile.test_ask import PLAIN_TILE, ROW, ask, block, go, holds

# -- visit, meet, cross (FT-160 to FT-173, FT-200)


def test_visit() -> None:
    cells = block("pfp")
    assert holds("visit(princess, forest)", cells, "0,0 0,0 0,0", go("princess", "1,0"))
    assert not holds("visit(princess, forest)", cells, "1,0 0,0 0,0", go("knight", "2,0")), (
        "stood there before"
    )
    assert not holds("visit(knight, forest)", cells, "0,0 0,0 0,0", go("knight", "2,0")), "passed through"
    lay = {"place": ["0,1", 0], "tile": PLAIN_TILE}
    assert not holds("visit(princess, forest)", cells, "1,0 0,0 0,0", lay)


def test_visit_after_two_adventures_needs_to_be_there_still() -> None:
    cells = block("pfp")
    assert holds("visit(princess, forest)", cells, "0,0 0,0 0,0", go("princess", "1,0"), go("knight", "2,0"))
    assert not holds(
        "visit(princess, forest)", cells, "0,0 0,0 0,0", go("princess", "1,0"), go("princess", "2,0")
    )


def test_a_place_is_judged_when_it_is_told() -> None:
    cells = block("pff")
    tile = {
        "hexes": [
            {"terrain": "forest", "river": []},
            {"terrain": "plain", "river": []},
            {"terrain": "plain", "river": []},
        ]
    }
    visit = go("princess", "1,0")
    lay = {"place": ["1,1", 0], "tile": tile}
    assert not holds("visit(princess, great forest)", cells, "0,0 0,0 0,0", visit)
    assert holds("visit(princess, great forest)", cells, "0,0 0,0 0,0", visit, lay)


def test_meet() -> None:
    cells = block("ppp")
    assert holds("meet(princess, knight)", cells, "0,0 1,0 2,0", go("princess", "1,0"))
    assert holds("meet(knight, princess)", cells, "0,0 1,0 2,0", go("princess", "1,0"))
    assert not holds("meet(princess, knight)", cells, "1,0 1,0 0,0", go("dragon", "2,0")), "shared it before"
    assert not holds("meet(princess, knight)", cells, "0,0 1,0 2,0", go("dragon", "0,0"))
    lay = {"place": ["0,1", 0], "tile": PLAIN_TILE}
    assert not holds("meet(princess, knight)", cells, "1,0 1,0 0,0", lay)


def test_cross() -> None:
    cells = block("pcp")
    assert holds("cross(knight, castle)", cells, "0,0 0,0 0,0", go("knight", "2,0")), "passed"
    assert holds("cross(princess, castle)", cells, "0,0 0,0 0,0", go("princess", "1,0")), "ended"
    assert not holds("cross(princess, castle)", cells, "1,0 0,0 0,0", go("princess", "2,0")), "began"
    assert not holds("cross(dragon, castle)", cells, "0,0 0,0 0,0", go("knight", "2,0")), "somebody else"
    assert holds("cross(dragon, forest)", block("pfp"), "0,0 0,0 0,0", go("dragon", "2,0"))


def test_cross_by_any_way() -> None:
    # to 1,1 by 1,0 or by 0,1: one is a castle, the other a forest, and no way passes both
    cells = {"0,0": "plain", "1,0": "castle", "0,1": "forest", "1,1": "plain"}
    there = go("knight", "1,1")
    assert holds("cross(knight, castle)", cells, "0,0 0,0 0,0", there)
    assert holds("cross(knight, forest)", cells, "0,0 0,0 0,0", there)
    assert not holds("cross(knight, castle) and cross(knight, forest)", cells, "0,0 0,0 0,0", there)
    assert holds("cross(knight, castle) or cross(knight, forest)", cells, "0,0 0,0 0,0", there)


def test_cross_counts_all_moves_of_the_turn() -> None:
    cells = block("cpf")
    done = (go("princess", "0,0"), go("princess", "1,0"))
    assert holds("cross(princess, castle) and visit(princess, plain)", cells, "1,0 0,0 0,0", *done)


def test_cross_where_she_jumps() -> None:
    # she begins on a castle, jumps to 9,9 and steps to 9,8: 9,9 was crossed, 0,0 was not
    cells = {"0,0": "castle", "9,9": "castle", "9,8": "plain"}
    assert holds("cross(princess, castle)", cells, "0,0 0,0 0,0", go("princess", "9,8"))
    # a step onto a castle before a jump counts too
    cells = {"0,0": "plain", "1,0": "castle", "9,9": "castle"}
    assert holds("cross(princess, castle)", cells, "0,0 0,0 0,0", go("princess", "9,9"))


# -- see (FT-150 to FT-156)


def test_see() -> None:
    cells = block("pppf")
    here = "0,0 3,0 1,0"
    moved = go("dragon", "0,0")
    assert holds("see(princess, forest)", cells, here, moved)
    assert holds("see(princess, knight)", cells, "0,0 3,0 1,0", moved), "nobody hides anybody"
    assert not holds("see(princess, castle)", cells, here, moved)
    assert not holds("see(princess, forest)", block("pp.f"), "0,0 3,0 1,0", moved), "a gap"
    assert holds("see(princess, dragon)", cells, here, moved), "on her own cell"
    assert holds("see(knight, forest)", cells, here, moved), "its own cell"


def test_see_two_at_once_in_any_direction() -> None:
    cells = {"0,0": "plain", "1,0": "plain", "0,1": "plain", "1,1": "plain", "-1,1": "plain"}
    assert holds("see(princess, knight, dragon)", cells, "0,0 1,0 1,1", go("dragon", "-1,1"))
    assert not holds("see(princess, knight, dragon)", cells, "0,0 1,0 -1,1", go("dragon", "1,1"))


def test_see_three_in_a_line() -> None:
    cells = block("fpff", "f...")
    moved = go("knight", "2,0")
    assert holds("see(princess, 3 forest)", cells, "0,0 0,0 0,0", moved), "the own cell counts"
    assert not holds(
        "see(princess, 3 forest)", cells, "0,0 0,0 0,0", moved, options={"own_hex_counts_in_line": False}
    )
    assert not holds("see(princess, 3 forest)", cells, "1,0 0,0 0,0", moved), "two this way, one that way"
    assert holds("see(dragon, 3 forest)", block("pffff"), "0,0 0,0 0,0", go("knight", "2,0")), (
        "more than three"
    )


def test_see_after_a_tile() -> None:
    lay = {"place": ["0,1", 0], "tile": PLAIN_TILE}
    assert holds("see(princess, plain)", block("cff"), "0,0 0,0 0,0", lay)


def test_nothing_done_nothing_told() -> None:
    assert not holds("see(princess, castle)", ROW, "0,0 0,0 0,0")
    assert ask(ROW, pages=["see(princess, castle)"])["pages"] == [False]
    assert ask(ROW)["pages"] == []


# -- great (FT-180 to FT-191)


def test_great_needs_three_that_are_connected() -> None:
    assert ask(block("ff.f"))["great"]["forest"] == []
    assert ask(block("ff", "f."))["great"]["forest"] == [["0,0", "0,1", "1,0"]]
    two = {**block("fff"), "0,5": "forest", "1,5": "forest", "2,5": "forest"}
    assert ask(two)["great"]["forest"] == [["0,0", "1,0", "2,0"], ["0,5", "1,5", "2,5"]]
    castles = block("ccc")
    assert ask(castles)["great"] == {"plain": [], "forest": [], "mountain": [], "river": []}


def test_great_river_needs_five_joined_by_their_ends() -> None:
    cells = block("pfmcpp")
    through = {f"{q},0": [3, 9] for q in range(5)}
    through["4,0"] = [9]
    five = [f"{q},0" for q in range(5)]
    assert ask(cells, rivers=through)["great"]["river"] == [five]
    four = {**through, "3,0": [9]}
    del four["4,0"]
    assert ask(cells, rivers=four)["great"]["river"] == []
    # 3 + 2 side by side that are not joined
    apart = {**through, "2,0": [9], "3,0": [3], "4,0": [9]}
    assert ask(cells, rivers=apart)["great"]["river"] == []
