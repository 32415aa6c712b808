"""Goals: parser, errors, writer, and sentences for players."""

import random
import re

import pytest

from companion.errors import RuleError
from companion.games.fairytile.board import FIGURES, Hex, read_cell
from companion.games.fairytile.goals import (
    MAX_DEPTH,
    MAX_LETTERS,
    Both,
    Cross,
    Either,
    Goal,
    Meet,
    See,
    SeeLine,
    SeePlace,
    Visit,
    all_tests,
    parse,
    written,
)  # fmt: skip
from companion.games.fairytile.judge import Done, Moment
from companion.games.fairytile.kingdom import PLACES, Kingdom
from companion.games.fairytile.words import goal_sentence, missing
from tests.games.fairytile.random_kingdoms import goal as random_goal
from tests.games.fairytile.test_ask import block

VISIT, MEET, SEE = Visit("dragon", "castle"), Meet("knight", "dragon"), See("princess", ("knight",))


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("visit(dragon, castle)", VISIT),
        ("  visit ( dragon ,castle )  ", VISIT),
        ("cross(princess, great river)", Cross("princess", "great river")),
        ("cross(princess, great\n  river)", Cross("princess", "great river")),
        ("meet(knight,dragon)", MEET),
        ("see(princess, knight)", SEE),
        ("see(princess, knight, dragon)", See("princess", ("knight", "dragon"))),
        ("see(princess, mountain)", SeePlace("princess", "mountain")),
        ("see(princess, great plain)", SeePlace("princess", "great plain")),
        ("see(princess, 3 forest)", SeeLine("princess", "forest")),
        ("see(princess, 3 great forest)", SeeLine("princess", "great forest")),
        ("(((meet(knight, dragon))))", MEET),
        ("visit(dragon, castle) and meet(knight, dragon)", Both((VISIT, MEET))),
        ("visit(dragon, castle) or meet(knight, dragon)", Either((VISIT, MEET))),
        (
            "visit(dragon, castle) or meet(knight, dragon) and see(princess, knight)",
            Either((VISIT, Both((MEET, SEE)))),
        ),
        (
            "(visit(dragon, castle) or meet(knight, dragon)) and see(princess, knight)",
            Both((Either((VISIT, MEET)), SEE)),
        ),
        ("visit(dragon, castle)and(meet(knight, dragon)and see(princess, knight))", Both((VISIT, MEET, SEE))),
        ("meet(dragon, dragon)", Meet("dragon", "dragon")),
    ],
)
def test_goals_are_read(text: str, goal: Goal) -> None:
    assert parse(text) == goal
    assert parse(written(goal)) == goal


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "visit, cross, meet, see"),
        ("   ", 4, "visit, cross, meet, see"),
        ("fly(dragon, castle)", 1, "visit, cross, meet, see"),
        ("Visit(dragon, castle)", 1, "visit, cross, meet, see"),
        ("visit dragon, castle)", 7, '"("'),
        ("visit(queen, castle)", 7, "princess, knight, dragon"),
        ("visit(dragon castle)", 14, '","'),
        ("visit(dragon, tower)", 15, "plain, forest, mountain, castle, river, great"),
        ("visit(dragon, great castle)", 21, "plain, forest, mountain, river"),
        ("visit(dragon, knight)", 15, "plain, forest"),
        ("visit(dragon, greatforest)", 15, "great"),
        ("visit(dragon, castle", 21, '")"'),
        ("visit(dragon, castle))", 22, '"and", "or"'),
        ("visit(dragon, castle) castle", 23, '"and", "or"'),
        ("visit(dragon, castle) and", 26, "visit, cross, meet, see"),
        ("visit(dragon, castle) and or", 27, "visit, cross, meet, see"),
        ("visit(dragon, castle) & meet(dragon, knight)", 23, '"and", "or"'),
        ("meet(dragon, castle)", 14, "princess, knight, dragon"),
        ("meet(dragon, knight, princess)", 20, '")"'),
        ("see(dragon, 2 forest)", 13, "3"),
        ("see(dragon, 33 forest)", 13, "3"),
        ("see(dragon, 3 knight)", 15, "plain, forest"),
        ("see(dragon, 3)", 14, "plain, forest"),
        ("see(dragon, knight, castle)", 21, "princess, knight, dragon"),
        ("see(dragon, castle, knight)", 19, '")"'),
        ("see(dragon, knight, princess, knight)", 29, '")"'),
        ("see(dragon)", 11, '","'),
        ("(visit(dragon, castle)", 23, '")"'),
        ("not visit(dragon, castle)", 1, "visit"),
        ("see(dragon, drágon)", 13, "princess"),
    ],
)
def test_a_typo_is_refused_with_its_column_and_what_was_expected(
    text: str, column: int, expected: str
) -> None:
    with pytest.raises(RuleError) as caught:
        parse(text, "pages.7")
    assert caught.value.code == "bad_page"
    assert caught.value.params["column"] == column
    assert str(caught.value).startswith(f"pages.7, column {column}: expected ")
    assert expected in str(caught.value)


def test_goals_have_bounds() -> None:
    assert parse("(" * MAX_DEPTH + "meet(knight, dragon)" + ")" * MAX_DEPTH) == MEET
    with pytest.raises(RuleError) as caught:
        parse("(" * (MAX_DEPTH + 1) + "meet(knight, dragon)" + ")" * (MAX_DEPTH + 1))
    assert (caught.value.code, caught.value.params["column"]) == ("bad_page", MAX_DEPTH + 1)
    with pytest.raises(RuleError, match=f"{MAX_LETTERS}"):
        parse("meet(knight, dragon) and " * 60 + "meet(knight, dragon)")
    with pytest.raises(RuleError):
        parse("(" * 100_000)


@pytest.mark.parametrize("seed", range(200))
def test_what_is_written_is_read_again(seed: int) -> None:
    goal = parse(random_goal(random.Random(seed), 3))
    assert parse(written(goal)) == goal
    assert written(parse(written(goal))) == written(goal)
    sentence = str(goal_sentence(goal))
    assert len(re.findall(r"visit|cross|meet|see", sentence)) == len(all_tests(goal))
    assert "{" not in sentence


def test_a_goal_in_words() -> None:
    goal = parse("(visit(dragon, castle) or see(knight, 3 great forest)) and see(princess, knight, dragon)")
    assert str(goal_sentence(goal)) == (
        "(The dragon visits a castle or the knight sees 3 lands of a great forest in one line) "
        "and the princess sees the knight and the dragon"
    )
    goal = parse("visit(knight, plain) and (see(knight, princess) or see(knight, dragon))")
    assert str(goal_sentence(goal)) == "The knight visits a plain and (sees the princess or sees the dragon)"


GAPPY = ("pfp.p", "p....")


def moment(figures: str, moved: str) -> Moment:
    """Build a moment on GAPPY from the cells of the three figures and the moved figures."""
    land = {read_cell(text): Hex(terrain) for text, terrain in block(*GAPPY).items()}  # type: ignore[arg-type]  # letters of block
    kingdom = Kingdom({cell: hex_ for cell, hex_ in land.items() if cell})
    cells = [cell for text in figures.split() if (cell := read_cell(text))]
    done = [Done(figure, ((),)) for figure in FIGURES if figure == moved]
    return Moment(kingdom, dict(zip(FIGURES, cells, strict=True)), done)


LACKS = [
    (
        "see(dragon, knight)", "0,0 4,0 0,0", "princess",
        "Dragon: does not see the knight: a gap at 3,0.", {(3, 0)},
    ),
    ("see(dragon, knight)", "0,0 0,1 1,0", "princess", None, None),
    (
        "see(dragon, knight)", "0,0 0,1 2,0", "princess",
        "Dragon: does not see the knight, who is in no straight line.", {(0, 1), (2, 0)},
    ),
    ("visit(dragon, forest)", "0,0 0,0 1,0", "princess", "Dragon: not moved in this turn.", {(1, 0)}),
    ("visit(dragon, forest)", "0,0 0,0 2,0", "dragon", "Dragon: does not stand on a forest.", {(2, 0)}),
    ("visit(dragon, castle)", "0,0 0,0 2,0", "dragon", "There is not a castle yet.", set()),
    (
        "visit(dragon, great plain)", "0,0 0,0 2,0", "dragon",
        "There is not a great plain yet: 3 connected lands make one.", set(),
    ),
    (
        "cross(dragon, forest)", "0,0 0,0 2,0", "dragon",
        "Dragon: has not crossed a forest in this turn.", {(2, 0)},
    ),
    (
        "meet(dragon, knight)", "0,0 0,0 2,0", "dragon",
        "Dragon and Knight: not on the same land.", {(0, 0), (2, 0)},
    ),
    (
        "meet(dragon, knight)", "0,0 1,0 1,0", "princess",
        "Dragon and Knight: neither was moved in this turn.", {(1, 0)},
    ),
    (
        "see(dragon, 3 plain)", "0,0 0,0 2,0", "dragon",
        "Dragon: does not see 3 plains in one line.", {(2, 0)},
    ),
    ("see(dragon, forest)", "0,0 0,0 4,0", "dragon", "Dragon: does not see a forest.", {(4, 0)}),
    ("see(dragon, forest)", "0,0 0,0 4,0", "", "Nothing was done in this turn yet.", set()),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "figures", "done", "expected", "cells"), LACKS)
def test_what_a_page_lacks_is_explained_with_its_cells(
    goal: str, figures: str, done: str, expected: str | None, cells: set[tuple[int, int]] | None
) -> None:
    lacks = missing(parse(goal), moment(figures, done))
    if expected is None:
        assert lacks == []
    else:
        (lack,) = lacks
        assert str(lack.sentence) == expected
        assert cells is not None and cells <= set(lack.cells)


def test_every_missing_part_is_explained() -> None:
    goal = parse("visit(dragon, forest) and see(dragon, knight) and see(princess, plain)")
    lacks = missing(goal, moment("0,0 4,0 0,0", "princess"))
    assert [str(lack.sentence)[:12] for lack in lacks] == ["Dragon: not ", "Dragon: does"]


def test_every_place_has_words() -> None:
    for place in PLACES:
        assert "{" not in str(goal_sentence(SeeLine("dragon", place)))
        assert "{" not in str(goal_sentence(Cross("dragon", place)))
