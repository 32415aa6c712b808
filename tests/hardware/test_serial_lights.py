"""Strips at a serial port, through a pseudo-terminal with a decoder of its own at the other end."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import cast

import pytest
import serial

from companion.errors import HardwareError
from companion.games.base import MOST_DEVICE_CHARACTERS
from hardware import serial_lights
from hardware.lights import Lights, open_lights
from hardware.strip import DARK, Light, Strip
from tests.hardware.decoder import AdalightBoard, WledBoard

PLAIN = Strip(4, 2, 4, 2, gamma=1.0, most_ma=50_000)
RED: Light = (255, 0, 0)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_lights, "ANSWER_S", 0.3)


@contextmanager
def lights(driver: str, port: str, strip: Strip = PLAIN, baud: int = 115_200) -> Iterator[Lights]:
    opened = open_lights(driver, strip, port, baud)
    try:
        yield opened
    finally:
        opened.close()


def some(count: int, seed: int = 1) -> list[Light]:
    chance = Random(seed)
    return [(chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(count)]


@pytest.mark.parametrize("lamps", [1, 60, 256, 300])
def test_every_colour_arrives_at_its_lamp(lamps: int) -> None:
    board, strip = AdalightBoard(), Strip(lamps, 0, 0, 0, gamma=1.0, most_ma=50_000)
    with lights("adalight", board.port, strip) as opened:
        for number in range(1, 4):
            opened.show(sent := some(lamps, number))
            assert board.until(number) == sent
    assert not board.dropped


def test_colours_that_look_like_the_magic_word_are_colours() -> None:
    board = AdalightBoard()
    word: Sequence[Light] = [(65, 100, 97)] * PLAIN.count
    with lights("adalight", board.port) as opened:
        opened.show(word)
        opened.show(word)
        assert board.until(2) == list(word)


def test_a_mute_board_that_was_named_is_believed_and_one_that_was_not_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mute, board = AdalightBoard(greets=False), AdalightBoard()
    with lights("adalight", mute.port) as opened:
        opened.show([RED] * PLAIN.count)
        assert mute.until(1) == [RED] * PLAIN.count
    monkeypatch.setattr(serial_lights, "ports", lambda: iter([mute.port, board.port]))
    with lights("adalight", "auto") as opened:
        opened.show([RED] * PLAIN.count)
        assert board.until(1) == [RED] * PLAIN.count
    assert len(mute.frames) == 1


def test_wled_is_asked_and_changes_its_speed() -> None:
    board = WledBoard(lamps=12)
    with lights("wled", board.port, baud=921_600) as opened:
        opened.show([RED] * PLAIN.count)
        assert board.until(1) == [RED] * PLAIN.count
        opened.show([DARK] * PLAIN.count)
        assert board.until(2) == [DARK] * PLAIN.count
        assert opened.again_s is not None and opened.again_s < 2.5, "WLED goes back to its effects"
    assert board.asked >= 1


def test_the_version_that_wled_says_is_cut_and_filtered() -> None:
    board = WledBoard(lamps=12, version="0.15\x1b[31m\u202e" + "9" * 1000)
    with lights("wled", board.port) as opened:
        opened.show([RED] * PLAIN.count)
        assert opened.answer.startswith("WLED 0.15 [31m 99")
        assert opened.answer.isprintable() and len(opened.answer) <= MOST_DEVICE_CHARACTERS


def test_what_is_heard_while_an_answer_is_waited_for_is_bounded() -> None:
    class Flood:
        """A port that says more than anybody asked for."""

        timeout = 0.0
        in_waiting = 10**6

        def read(self, size: int) -> bytes:
            return b"x" * size

    heard = serial_lights._heard(cast(serial.Serial, Flood()), 60.0, lambda _: False)
    assert len(heard) == serial_lights.MOST_ANSWER_BYTES


@pytest.mark.parametrize(
    ("board", "code", "told"),
    [
        (lambda: WledBoard(lamps=11), "too_few_lamps", "expected 12 lamps, the strip has 11"),
        (lambda: WledBoard(brand="other"), "no_strip", "expected an answer of a light strip"),
        (lambda: AdalightBoard(), "no_strip", "expected an answer of a light strip"),
    ],
)
def test_what_is_no_wled_is_told(board: type[AdalightBoard], code: str, told: str) -> None:
    made = board()
    with lights("wled", made.port) as opened, pytest.raises(HardwareError, match=told) as caught:
        opened.show([RED] * PLAIN.count)
    assert caught.value.code == code
    assert made.port in str(caught.value)
    assert not made.frames


def test_a_strip_that_was_unplugged_is_lost_and_found_again() -> None:
    board = AdalightBoard()
    with lights("adalight", board.port) as opened:
        opened.show([RED] * PLAIN.count)
        board.until(1)
        board.unplug()
        with pytest.raises(HardwareError) as caught:
            for _ in range(3):
                opened.show([DARK] * PLAIN.count)
        assert caught.value.code in ("lights_lost", "port_unusable")
        again = AdalightBoard()
        opened._wanted = again.port  # type: ignore[attr-defined]  # the same port, where there is one cable only
        opened.show([RED] * PLAIN.count)
        assert again.until(1) == [RED] * PLAIN.count


def test_a_port_is_for_one_program_and_errors_say_what_to_do(tmp_path: object) -> None:
    board = AdalightBoard()
    with lights("adalight", board.port) as first, lights("adalight", board.port) as second:
        first.show([RED] * PLAIN.count)
        with pytest.raises(HardwareError, match="close the other program") as caught:
            second.show([RED] * PLAIN.count)
        assert caught.value.code == "port_unusable"
    with (
        lights("adalight", "/dev/none") as none,
        pytest.raises(HardwareError, match="plug it in, or name another"),
    ):
        none.show([RED] * PLAIN.count)


def test_nothing_plugged_in_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_lights, "ports", lambda: iter(()))
    with lights("wled", "auto") as opened, pytest.raises(HardwareError, match="no port") as caught:
        opened.show([RED] * PLAIN.count)
    assert caught.value.code == "no_strip"
