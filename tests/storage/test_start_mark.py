"""Starts that did not finish are counted, and only those."""

from pathlib import Path

import pytest

from companion.errors import HardwareError
from companion.storage.start_mark import MOST, StartMark


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "starting.json"


def killed(path: Path) -> None:
    """A start that ends with the process: nothing after the kill runs."""
    StartMark(path).starting().__enter__()


def crashed(path: Path) -> None:
    with pytest.raises(ValueError, match="size changed"), StartMark(path).starting():
        raise ValueError("numpy.dtype size changed")


def test_the_start_after_three_that_did_not_finish_is_careful(path: Path) -> None:
    for number in range(MOST):
        assert (StartMark(path).unfinished, StartMark(path).careful) == (number, False)
        killed(path)
    assert StartMark(path).careful


def test_the_reason_is_kept_where_it_is_known(path: Path) -> None:
    killed(path)
    assert StartMark(path).why == ""
    crashed(path)
    killed(path)
    mark = StartMark(path)
    assert (mark.unfinished, mark.why) == (3, "ValueError: numpy.dtype size changed")


def test_a_start_that_finished_forgets_the_others(path: Path) -> None:
    killed(path)
    mark = StartMark(path)
    with pytest.raises(ValueError, match="later"), mark.starting():
        mark.finished()
        raise ValueError("later")
    assert StartMark(path).unfinished == 0
    assert not path.exists()


@pytest.mark.parametrize("end", [HardwareError("no_display", "no display"), KeyboardInterrupt()])
def test_what_was_told_or_wanted_does_not_count(path: Path, end: BaseException) -> None:
    killed(path)
    with pytest.raises(type(end)), StartMark(path).starting():
        raise end
    assert StartMark(path).unfinished == 1


def test_a_window_that_was_closed_at_once_does_not_count(path: Path) -> None:
    with StartMark(path).starting():
        pass
    assert StartMark(path).unfinished == 0


def test_careful_starts_stay_careful_until_somebody_tries_again(path: Path) -> None:
    for _ in range(MOST):
        killed(path)
    mark = StartMark(path)
    with mark.starting():
        mark.finished()
    killed(path)
    assert (StartMark(path).careful, StartMark(path).unfinished) == (True, MOST)
    StartMark(path).clear()
    assert not StartMark(path).careful


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", '{"unfinished": "x"}', '{"unfinished": []}'])
def test_a_broken_mark_is_none(path: Path, text: str) -> None:
    path.write_text(text)
    assert StartMark(path).unfinished == 0


def test_a_disk_that_refuses_is_no_reason_not_to_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with StartMark(tmp_path / "file" / "starting.json").starting():
        pass
