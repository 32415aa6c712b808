from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.fae.board import COLOURS
from tests.games.fae.openings import druids, opening


def test_opening_is_one_druid_a_space_and_no_score() -> None:
    p = opening(1, players=3)
    assert fae.table(p) == {space: {colour: 1} for space, colour in druids(1).items()}
    assert fae.scores(p) == dict.fromkeys(COLOURS, 0)
    assert (p.ritual_cards, p.cards_used, p.turn, p.players) == ((0, 0, 0), 0, 0, 3)


def test_setup_names_region_space_and_what_is_missing_or_double() -> None:
    wrong = druids(1)
    spaces = {wrong[space]: space for space in range(11, 16)}
    del wrong[spaces["blue"]]
    wrong[spaces["black"]] = "red"
    with pytest.raises(RuleError) as caught:
        fae.start(wrong, 2)
    assert caught.value.code == "bad_setup"
    message = str(caught.value)
    assert f"Region 3: expected one druid on space {spaces['blue']}, found none." in message
    assert "Region 3: expected one blue druid, found none." in message
    assert "Region 3: expected one black druid, found none." in message
    twice = sorted([spaces["red"], spaces["black"]])
    assert f"Region 3: expected one red druid, found 2 on spaces {twice[0]}, {twice[1]}." in message
    assert set(caught.value.params["spaces"]) == {spaces[c] for c in ("blue", "red", "black")}  # type: ignore[call-overload]  # params are objects


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(RuleError, match=f"2, 3 or 4 players, found {players}"):
        fae.start(druids(1), players)


def test_unknown_space_and_colour_in_a_setup() -> None:
    with pytest.raises(RuleError, match="a space from 1 to 60, found 61"):
        fae.start({**druids(1), 61: "red"}, 2)
    with pytest.raises(
        RuleError, match="Space 7: expected one of red, blue, yellow, purple, black, found 'pink'"
    ):
        fae.start({**druids(1), 7: "pink"}, 2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"druids": {1: {"red": 13}}}, "at most 12 red druids, found 13"),
        ({"druids": {1: {"red": -1}}}, "0 or more red druids, found -1"),
        ({"druids": {1: {"green": 1}}}, "found 'green'"),
        ({"scores": {"red": -1}}, "score of 0 or more for red, found -1"),
        ({"scores": {"pink": 1}}, "found 'pink'"),
        ({"ritual_cards": [7, 6]}, "0 to 12 ritual cards used, found 13"),
        ({"ritual_cards": [1, 1], "cards_used": 3}, "as the players hold, 2; found 3"),
        ({"ritual_cards": [1, 1, 1]}, "each of the 2 players, found 3"),
        ({"turn": 2}, "player 0 to 1, found 2"),
        ({"done": [61]}, "a space from 1 to 60, found 61"),
        (
            {"druids": {1: {"red": 1}, 2: {"red": 1}}, "done": [1]},
            "Space 1 is marked as having had its ritual",
        ),
    ],
)
def test_positions_that_contradict_the_rules(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        fae.position(**{"druids": {1: {"red": 1}, 2: {"red": 1}}, "players": 2, **given})
    assert caught.value.code == "bad_setup"


def test_text_form_is_read_back() -> None:
    p = fae.position(
        {1: {"red": 12, "black": 2}, 2: {"blue": 1}, 40: {"yellow": 3}},
        players=3,
        scores={"purple": 17},
        ritual_cards=[1, 0, 2],
        turn=2,
        done=[7],
    )
    text = fae.dump(p)
    assert text.startswith("r12k2,b,-,-,-/-,-")
    assert text.endswith(" 2 0,0,0,17,0 1,0,2 3 7,40")
    assert fae.load(text) == p


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" 0 0,0,0,0,0", " 0", "expected 6 fields, found 5"),
        ("/", ",", "expected 12 regions, found 1"),
        (",", "", "region 1: expected 5 spaces, found 1"),
        ("r", "x", "expected druids such as r2b or -, found 'x'"),
        ("r", "r0", "found 'r0'"),
        ("0,0,0,0,0", "0,0,0", "expected 5 scores"),
        ("0,0,0,0,0", "0,0,0,0,x", "expected numbers"),
        ("r", "r2", "at most 12 red druids, found 24"),
        (" 0 0,", " 9 0,", "player 0 to 1, found 9"),
    ],
)
def test_text_with_a_mistake_names_the_place(old: str, new: str, message: str) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        fae.load(fae.dump(opening(1)).replace(old, new))
    assert caught.value.code == "bad_position"
