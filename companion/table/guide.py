"""One step that the players must do at the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from companion.games.base import Kind, Space

Act: TypeAlias = Literal["place", "remove", "move", "turn_over", "exchange", "roll", "look", "confirm"]


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One act; the lights mark `space` and `target`, the camera or a button confirms it.

    `pieces`: which pieces and how many, before the act. `target`: only for "move" and "exchange".
    `becomes`: what the pieces are after "turn_over"; what comes from `target` to `space` in an "exchange".
    """

    act: Act
    space: Space | None = None
    target: Space | None = None
    pieces: Mapping[Kind, int] = field(default_factory=dict)
    player: str = ""
    becomes: Mapping[Kind, int] = field(default_factory=dict)


def movements(step: GuideStep) -> tuple[GuideStep, ...]:
    """The single movements of a step in order; an exchange lays the first pieces aside meanwhile."""
    off, on = replace(step, act="remove", target=None, becomes={}), replace(step, act="place", becomes={})
    match step.act:
        case "turn_over":
            return off, replace(on, pieces=step.becomes)
        case "exchange":
            back = replace(
                step, act="move", space=step.target, target=step.space, pieces=step.becomes, becomes={}
            )
            return off, back, replace(on, space=step.target, target=None)
    return (step,)
