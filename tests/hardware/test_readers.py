"""Readers of cards: what they say, over a pseudo-terminal and byte by byte."""

import queue
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.errors import HardwareError
from hardware import serial_reader
from hardware.readers import Reader, ReaderTwin, open_reader
from hardware.tags import AGAIN_S, Heard, Held, Lines, Rdm6300
from tests.hardware.tag_board import TagBoard, rdm6300
from tests.patience import WAIT_S

TAG = rdm6300(0x00A1B2C3, 0x0F)


class Ears:
    """Reports of a reader in order: tags as text, failures by their code."""

    def __init__(self, reader: Reader) -> None:
        self.heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.errors: list[HardwareError] = []
        reader.start(self.heard.put, self._failed)

    def next(self) -> str:
        return self.heard.get(timeout=WAIT_S)

    def awake(self, board: TagBoard, said: bytes) -> str:
        """The first that is told, by a tag that lies there until the port is open."""
        for _ in range(100 * WAIT_S):
            board.say(said)
            with suppress(queue.Empty):
                return self.heard.get(timeout=0.01)
        raise AssertionError("nobody listens")

    def _failed(self, error: HardwareError) -> None:
        self.errors.append(error)
        self.heard.put(error.code)


@pytest.fixture
def board() -> TagBoard:
    return TagBoard()


@pytest.fixture
def opened(board: TagBoard, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    monkeypatch.setattr(serial_reader, "RETRY_S", 0.01)
    reader = open_reader("rdm6300", board.port)
    yield reader
    reader.close()


def test_tags_of_an_rdm6300_arrive_and_one_that_lies_there_is_told_once(
    board: TagBoard, opened: Reader
) -> None:
    ears = Ears(opened)
    assert ears.awake(board, TAG) == "0F00A1B2C3"
    board.say(TAG * 5 + rdm6300(7, 1))
    assert ears.next() == "0100000007"
    assert ears.heard.empty() and not ears.errors


def test_a_tag_a_line_arrives_whatever_stands_between_its_digits(board: TagBoard) -> None:
    reader = open_reader("lines", board.port, 115_200)
    ears = Ears(reader)
    try:
        assert ears.awake(board, b"04:A2:2b:1C\r\n") == "04A22B1C"
        board.say(b"UID: DE AD BE EF\n")
        assert ears.next() == "DEADBEEF"
    finally:
        reader.close()


def test_garbage_is_told_once_and_the_next_tag_is_heard(board: TagBoard, opened: Reader) -> None:
    ears = Ears(opened)
    broken = TAG[:-2] + b"0" + TAG[-1:]
    assert ears.awake(board, broken) == "reader_garbled"
    board.say(broken * 3)
    board.say(TAG)
    assert ears.next() == "0F00A1B2C3"
    assert len(ears.errors) == 1
    assert "[reader]" in str(ears.errors[0]) and board.port in str(ears.errors[0])


def test_a_cable_that_is_pulled_is_told_once_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_reader, "RETRY_S", 0.01)
    first, plug = TagBoard(), tmp_path / "reader"
    plug.symlink_to(first.port)
    reader = open_reader("rdm6300", str(plug))
    ears = Ears(reader)
    try:
        assert ears.awake(first, TAG) == "0F00A1B2C3"
        plug.unlink()
        first.unplug()
        assert ears.next() in ("reader_lost", "port_unusable")
        assert reader.lost
        second = TagBoard()
        plug.symlink_to(second.port)
        assert ears.awake(second, rdm6300(7, 1)) == "0100000007"
        assert not reader.lost and len(ears.errors) == 1
    finally:
        reader.close()


def test_a_port_that_is_not_there_says_what_to_do() -> None:
    reader = open_reader("lines", "/dev/no-such-port")
    ears = Ears(reader)
    try:
        assert ears.next() == "port_unusable"
        assert "plug it in" in str(ears.errors[0])
    finally:
        reader.close()


@pytest.mark.parametrize("cut", range(1, len(TAG)))
def test_a_frame_that_begins_in_the_middle_is_noise_and_the_next_one_counts(cut: int) -> None:
    heard = Rdm6300().take(TAG[cut:] + TAG)
    assert heard[-1] == Heard("0F00A1B2C3")
    assert all(not other.tag for other in heard[:-1])


@pytest.mark.parametrize("place", range(1, 13))
def test_one_wrong_digit_is_never_a_tag(place: int) -> None:
    wrong = bytearray(TAG)
    wrong[place] = ord("5") if wrong[place] != ord("5") else ord("6")
    assert [heard.tag for heard in Rdm6300().take(bytes(wrong))] == [""]


def test_what_has_no_end_is_cut() -> None:
    assert [heard.tag for heard in Lines().take(b"A" * 200)] == ["", "", ""]
    assert [heard.tag for heard in Rdm6300().take(b"A" * 200)] == ["", "", ""]


def test_a_tag_that_was_away_is_held_there_again() -> None:
    held = Held()
    times = [held.new("A", at_s) for at_s in (0.0, 0.5, 1.2, 1.2 + 2 * AGAIN_S)]
    assert times == [True, False, False, True]
    assert held.new("B", 3.3)


def test_a_twin_tells_tags_and_its_faults() -> None:
    twin = ReaderTwin()
    ears = Ears(twin)
    twin.hold("0A")
    twin.plugged_in = False
    twin.hold("0B")
    twin.plugged_in, twin.garbled = True, True
    twin.hold("0C")
    assert [ears.next() for _ in range(3)] == ["0A", "reader_lost", "reader_garbled"]


def test_a_driver_that_does_not_exist_is_told() -> None:
    with pytest.raises(HardwareError, match=r"expected one of the drivers twin, lines, rdm6300, found 'nfc'"):
        open_reader("nfc")
