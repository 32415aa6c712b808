"""Whole games as a camera at the table takes them: everything is told soon, nothing wrongly."""

import pytest

from companion.games import fae
from companion.table.guide import GuideStep
from tests.bench.recording import RECORDINGS, FaeRecording, Score, history


@pytest.mark.parametrize("game", RECORDINGS)
@pytest.mark.parametrize("pictures", [56, pytest.param(400, marks=pytest.mark.slow)])
def test_what_hands_do_is_told_before_they_come_again(game: str, pictures: int) -> None:
    found = Score(game)
    RECORDINGS[game](found, 4).watch(pictures)
    assert found.pictures == pictures
    assert 0 < found.hands < found.pictures
    assert found.changes >= pictures // 56
    assert found.wrong == []
    assert found.late == 0
    assert max(found.silences_s) < 2.0


def test_what_is_told_wrongly_is_counted() -> None:
    recording = FaeRecording(Score("fae"), 4)
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
