"""Geometry of the lamps around the board of Fae."""

from companion.app.base import BoardLights, SpaceLights
from companion.app.devices.secret_lamps import SecretLight
from companion.app.lights import ASK, LAST, PUT, TAKE, WRONG
from companion.games.base import Space
from companion.games.fae.board import CENTRES, COLOURS, FRAME_MM, MAP_MM
from companion.session.fae.snapshot import FaeSnapshot
from hardware.strip import Light


def marks(snapshot: FaeSnapshot) -> SpaceLights:
    """The last move, errors and questions, and the next actions."""
    step = snapshot.step
    if snapshot.log and step is None:
        move = snapshot.log[-1].move
        yield from ((move.source, LAST), (move.target, LAST))
    if snapshot.illegal:
        yield from ((space, WRONG) for space in snapshot.illegal.spaces)
    yield from ((space, ASK) for move in snapshot.doubt for space in (move.source, move.target))
    yield from ((space, ASK) for space in snapshot.choose)
    if step and step.space is not None:
        yield step.space, TAKE if step.act in ("remove", "move") else PUT
        if step.target is not None:
            yield step.target, PUT


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


LIGHTS = BoardLights(
    size_mm=(MAP_MM[0] + 2 * FRAME_MM, MAP_MM[1] + 2 * FRAME_MM), place_mm=place_mm, marks=marks
)
