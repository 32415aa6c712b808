"""Continuous pictures of whole games: every change is reported soon, and nothing wrong."""

from statistics import median

import pytest

from companion.games import fae
from companion.table.guide import GuideStep
from tests.bench.recording import RECORDINGS, FaeRecording, Score, history


@pytest.mark.parametrize(
    ("game", "pictures"),
    [("fae", 56), *(pytest.param(game, 400, marks=pytest.mark.slow) for game in RECORDINGS)],
)
def test_changes_are_reported_before_the_next_hand_comes(game: str, pictures: int) -> None:
    found = Score(game, 8.0)
    RECORDINGS[game](found, 4).watch(pictures)
    assert found.pictures == pictures
    assert 0 < found.hands < found.pictures
    assert found.changes >= pictures // 56
    assert found.wrong == []
    assert found.late == 0
    assert median(found.silences_s) <= 0.4
    assert max(found.silences_s) <= 1.0


@pytest.mark.slow
def test_wrong_reports_are_counted() -> None:
    recording = FaeRecording(Score("fae", 8.0), 4)
    recording.watch(8)
    assert recording.found.wrong == []
    before = recording.session.assumed_table
    recording.session.submit(fae.legal(recording.session.timeline.current.position)[0])
    (wrong,) = recording.mistakes_in(before, before, settled=True)
    assert wrong.endswith("after ()")


def test_a_move_that_is_put_back_counts_for_none() -> None:
    there, back = (GuideStep("move", a, b, {"red": 1}, "Ana") for a, b in ((1, 2), (2, 1)))
    then = GuideStep("move", 1, 3, {"red": 1}, "Ana")
    played = history({1: {"red": 1}}, [there, back, then])
    assert [each.slip for each in played] == [False, True, False, False]
    assert played[-1].moves == ((1, 3),)
    assert [list(each.actual) for each in played] == [[1], [2], [1], [3]]
