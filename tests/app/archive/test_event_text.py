"""Events as lines of the terminal."""

from gettext import NullTranslations

import pytest

from companion.app.archive.event_text import in_doubt, line, with_spaces
from companion.app.board.game import _event_text
from companion.session.board.events import InDoubt
from companion.session.events import Event, Waiting

TR = NullTranslations()


def test_of_many_spaces_only_the_first_are_named() -> None:
    assert with_spaces("Moved.", ("a1", "a2")) == "Moved. (a1, a2)"
    told = line(TR, Waiting("motion", tuple(range(60))), lambda *_: None)
    assert told == "Waiting until nothing moves. (0, 1, 2, 3, 4, 5, 6, 7, …)"


def test_a_picture_that_was_read_is_not_said_to_move() -> None:
    told = line(TR, Waiting("motion", ("a1", "b2"), read=True, frame="table.jpg"), lambda *_: None)
    assert told.startswith("table.jpg  I do not understand what lies here:") and told.endswith(" (a1, b2)")
    assert line(TR, Waiting("hand", ("a1",), read=True), lambda *_: None) == "A hand is over the table. (a1)"


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (({"path": ["a5", "c3"]},), "Is it this move? a5-c3"),
        (
            ({"from": "a5", "to": "b4"}, {"path": ["a5", "c3", "e1"]}),
            "Several moves are possible: a5 b4 / a5-c3-e1.",
        ),
    ],
)
def test_moves_in_doubt_are_told_as_people_write_them(
    moves: tuple[dict[str, object], ...], told: str
) -> None:
    event: Event = InDoubt(moves)
    assert _event_text("draughts", TR, event) == told
    assert in_doubt(TR, ["a → b"]) == in_doubt(TR, ["a → b", "a → b"]) == "Is it this move? a → b"
