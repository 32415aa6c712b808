"""Geometry of the lamps around the board of Fate."""

from companion.app.base import BoardLights, SpaceLights
from companion.app.lights import ASK, LAST, PUT, TAKE, WRONG
from companion.games.base import Space
from companion.games.fate.geometry import FRAME_MM, MAP_MM, centre_mm
from companion.games.fate.position import GRIMHEIM
from companion.session.fate.snapshot import FateSnapshot


def marks(snapshot: FateSnapshot) -> SpaceLights:
    """Selectable spaces, the active hero, differences, and the next actions."""
    if snapshot.choice and snapshot.stage == "choice":
        yield from ((space, ASK) for option in snapshot.choice.options for space in option.spaces)
    if snapshot.stage == "heroes":
        yield snapshot.position.heroes[snapshot.position.turn].hex, LAST
    yield from ((difference.space, WRONG) for difference in snapshot.differences)
    for act in (act for step in snapshot.steps[snapshot.done : snapshot.done + 1] for act in step.acts):
        if act.space is not None:
            yield act.space, TAKE if act.act in ("remove", "move") else PUT
        if act.target is not None:
            yield act.target, PUT


def place_mm(space: Space) -> tuple[float, float]:
    """Centre of a hex, or of Grimheim for the whole town, from the board's top left corner."""
    x_mm, y_mm = centre_mm("9,9" if space == GRIMHEIM else str(space))
    return FRAME_MM + x_mm, FRAME_MM + y_mm


LIGHTS = BoardLights(
    size_mm=(MAP_MM[0] + 2 * FRAME_MM, MAP_MM[1] + 2 * FRAME_MM), place_mm=place_mm, marks=marks
)
