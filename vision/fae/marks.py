"""Letters and BGR colours that mark druids in the camera picture."""

from vision.base import PieceMark

MARKS = {
    "red": PieceMark("R", (60, 60, 230)),
    "blue": PieceMark("B", (230, 130, 40)),
    "yellow": PieceMark("Y", (40, 210, 250)),
    "purple": PieceMark("P", (210, 70, 160)),
    "black": PieceMark("K", (70, 70, 70)),
}
