"""Whole games go as they are written down, and the written ones hold what they are for."""

import re
from difflib import unified_diff

import pytest

from tests.playthroughs.playthroughs import GAMES, path

MOST_LINES = 400
ASKED = {
    "fae": "Which move was it",
    "fate": "Move action of",
    "fabula": "who attacks?",
}
"""Questions by game about things that the camera cannot tell; that of Fairy Tile asks none."""
EVERY = [(game, number) for game in GAMES for number in (1, 2)]


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_game_goes_as_it_is_written_down(game: str, number: int) -> None:
    written, now = path(game, number).read_text("utf-8"), GAMES[game][number - 1]()
    changed = unified_diff(
        written.splitlines(), now.splitlines(), path(game, number).name, "now", lineterm=""
    )
    assert written == now, "\n".join(
        [*changed, "If this is meant: make playthroughs, and read the difference"]
    )


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_playthrough_is_a_whole_game_that_a_person_can_read(game: str, number: int) -> None:
    lines = path(game, number).read_text("utf-8").splitlines()
    assert len(lines) < MOST_LINES
    assert lines[-1].removeprefix("result: ").strip(), "the game has an end"


@pytest.mark.parametrize("game", GAMES)
def test_a_camera_waits_asks_and_objects_in_the_first_rounds(game: str) -> None:
    written = path(game, 2).read_text("utf-8")
    assert "A hand is over the table." in written
    assert "\nwrong: " in written
    undone = "".join(re.split(r"\n> \w+: undo\n", written)[1].split("\n> ")[:2])
    assert "\ntodo: " in undone, "there is something to put back"
    assert ASKED.get(game, "") in written


@pytest.mark.parametrize("number", (1, 2))
def test_heroes_of_fate_give_no_action_away(number: int) -> None:
    """They are asked if the turn is over only while actions are left."""
    assert "Is the turn over?" not in path("fate", number).read_text("utf-8")
