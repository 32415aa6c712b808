"""Where the lamps around the board of Fae point."""

from companion.app.base import BoardLights, SpaceLights
from companion.app.lights import ASK, LAST, PUT, TAKE, WRONG
from companion.games.base import Space
from companion.games.fae.board import CENTRES, FRAME_MM, MAP_MM
from companion.session.fae.snapshot import FaeSnapshot


def marks(snapshot: FaeSnapshot) -> SpaceLights:
    """The last move, what is wrong or asked, and what to do next."""
    step = snapshot.step
    if snapshot.log and step is None:
        move = snapshot.log[-1].move
        yield from ((move.source, LAST), (move.target, LAST))
    if snapshot.illegal:
        yield from ((space, WRONG) for space in snapshot.illegal.spaces)
    yield from ((space, ASK) for move in snapshot.doubt for space in (move.source, move.target))
    yield from ((space, ASK) for space in snapshot.choose)
    if step and step.space is not None:
        yield step.space, PUT if step.act == "place" else TAKE
        if step.target is not None:
            yield step.target, PUT


def place_mm(space: Space) -> tuple[float, float]:
    """The middle of a space, from the board's top left corner."""
    x, y = CENTRES[int(space)]
    return FRAME_MM + x * MAP_MM[0], FRAME_MM + y * MAP_MM[1]


LIGHTS = BoardLights(
    size_mm=(MAP_MM[0] + 2 * FRAME_MM, MAP_MM[1] + 2 * FRAME_MM), place_mm=place_mm, marks=marks
)
