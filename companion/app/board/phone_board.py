"""The printed board and the pieces of a game, as the page of phones draws them."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from companion.app.board.description import BoardGame
from companion.games import grounds
from vision.arrays import Floats

_WIDTH = 1000.0
"""Width of the board with its frame; all lengths of the drawing are in this unit."""
_MIDDLE = 107.0
"""Brightness, 0..255, from which the letters of a piece are dark."""
_DARK, _LIGHT = "#2a2019", "#fffaf0"


def phone_board(of: BoardGame) -> Mapping[str, Any]:
    """Return the board as JSON; points as SVG has them, from the top left of the frame, whose width is 1000.

    A space has its outline, middle, radius of the circle that fits there, and colour of its ground.
    """
    board = of.board()
    width_mm, height_mm = (side + 2 * board.frame_mm for side in board.size_mm)
    unit, colours = _WIDTH / width_mm, grounds.colours(board.grounds.values())

    def scaled(outline: Floats) -> Floats:
        return (outline + board.frame_mm) * unit

    return {
        "width": _WIDTH,
        "height": round(height_mm * unit, 1),
        "frame": round(board.frame_mm * unit, 1),
        "drawn": board.drawn,
        "spaces": [
            {
                "space": space,
                "points": _points(scaled(ring)),
                **_room(scaled(ring)),
                "colour": f"#{colours[board.grounds[space]]}",
            }
            for space, ring in board.spaces.items()
        ],
        "holes": [_points(scaled(ring)) for ring in board.holes],
        "lines": [_points(scaled(line)) for line in board.extra_lines],
        "pieces": {
            kind.name: {
                "letters": kind.mark.letters,
                "colour": _code(kind.rgb),
                "ink": _DARK if np.dot(kind.rgb, (0.3, 0.59, 0.11)) > _MIDDLE else _LIGHT,
                "radius": round(kind.foot_mm * unit / 2, 1),
            }
            for kind in of.kinds
        },
    }


def _code(rgb: Iterable[int]) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in rgb)


def _points(outline: Floats) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)


def _room(ring: Floats) -> dict[str, Any]:
    """Return the middle of an outline, and how far it is from the nearest edge."""
    middle = ring.mean(0)
    along = np.roll(ring, -1, 0) - ring
    share = np.clip(((middle - ring) * along).sum(1) / np.maximum((along**2).sum(1), 1e-9), 0, 1)
    nearest = np.hypot(*(ring + share[:, None] * along - middle).T).min()
    return {"at": [round(float(value), 1) for value in middle], "room": round(float(nearest), 1)}
