import numpy as np
import pytest

from vision.arrays import Picture
from vision.light.kind import light_of


def checks(level: int) -> Picture:
    """A board of light and dark squares, (480, 640, 3), on a black table."""
    picture = np.zeros((480, 640, 3), np.uint8)
    rows, columns = np.indices((400, 560)) // 40
    picture[40:440, 40:600] = np.where((rows + columns) % 2, level, level // 3)[..., None]
    return picture


BOARD_PX = np.array([[40, 40], [600, 40], [600, 440], [40, 440]], np.float64)


@pytest.mark.parametrize(("level", "light"), [(60, "dim"), (160, "normal"), (255, "bright")])
def test_the_level_of_the_board_decides(level: int, light: str) -> None:
    assert light_of(checks(level), BOARD_PX) == light
    assert light_of(checks(level)) == light


def test_a_quarter_in_shadow_is_uneven() -> None:
    picture = checks(200)
    picture[40:240, 40:320] //= 2
    assert light_of(picture, BOARD_PX) == "uneven"


def test_a_board_beyond_the_picture_has_some_light() -> None:
    assert light_of(checks(160), BOARD_PX + 2000) == "normal"
