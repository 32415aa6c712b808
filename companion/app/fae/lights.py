"""Geometry of the lamps around the board of Fae."""

from companion.app.base import BoardLights
from companion.app.devices.secret_lamps import SecretLight
from companion.games.base import Space
from companion.games.fae.board import CENTRES, COLOURS, FRAME_MM, MAP_MM
from hardware.strip import Light


def place_mm(space: Space) -> tuple[float, float]:
    """Centre of a space, from the board's top left corner."""
    x, y = CENTRES[int(space)]
    return FRAME_MM + x * MAP_MM[0], FRAME_MM + y * MAP_MM[1]


_SPIRITS: dict[str, Light] = {
    "red": (255, 0, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 190, 0),
    "purple": (190, 0, 255),
    "black": (255, 255, 255),
}


def spirit_light(spirit: str, *_: object) -> SecretLight:
    """Lamp colour of a player's spirit: black is shown white; each has its own number of blinks."""
    return SecretLight(_SPIRITS[spirit], 1 + COLOURS.index(spirit))


LIGHTS = BoardLights(size_mm=(MAP_MM[0] + 2 * FRAME_MM, MAP_MM[1] + 2 * FRAME_MM), place_mm=place_mm)
