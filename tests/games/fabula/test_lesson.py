"""The lesson of Fábula teaches what was passed by before it ends."""

import pytest

from companion.games.lesson import END
from tests.games.lessons import Course


@pytest.mark.parametrize("seed", range(3))
def test_who_strays_is_taught_later_what_was_missed(seed: int) -> None:
    """After two turns of both in which nobody did what was asked, the lesson goes on."""
    course, told = Course("fabula", 2, seed), set[str]()
    while course.past[-1].turn_number <= 7:
        course.deviate()
        view = course.view()
        assert view and view.key != END
        if course.past[-1].turn_number > 4:
            told.add(view.key)
    assert told - {""}
