"""Labels and colours of the three figures in the camera's picture."""

from vision.base import PieceMark

MARKS = {
    "princess": PieceMark("Pr", (160, 90, 220)),
    "knight": PieceMark("Kn", (190, 140, 60)),
    "dragon": PieceMark("Dr", (40, 40, 200)),
}
