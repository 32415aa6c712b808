"""Corner markers: ArUco cards around the board, or around the playing area of a bare table."""

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.arrays import Floats, Picture
from vision.geometry.params import PARAMS

DICTIONARY = cv2.aruco.DICT_4X4_50
IDS = (0, 1, 2, 3)
"""Numbers of the cards at the top left, top right, bottom right and bottom left."""
SQUARE_MM = 30.0
"""Side of the black square."""
QUIET_MM = 6.0
"""Width of the white border around it, which detection needs."""
CARD_MM = SQUARE_MM + 2 * QUIET_MM
MODULES = 6
"""Modules along a side: 4 bits and the black border."""
BOARD_DEPTH_MM = 2.75
"""Depth of the cards, which lie on the table, below the surface of a board."""

LEFT_OF, ABOVE = (True, False, False, True), (True, True, False, False)
"""Side of its corner on which each card lies, in the order of `IDS`."""


def card_px(number: int, module_px: int) -> Picture:
    """Return the black square of a card with its bits, (h, w) of 0 and 255."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, MODULES * module_px), dtype=np.uint8)


def find_markers(picture: Picture) -> dict[int, Floats]:
    """Return the corners of visible markers' black squares, (4, 2) px, from their top left.

    Those missing are searched again in a blurred picture: noise that the camera has sharpened breaks the
    outlines of squares.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = _detected(grey)
    if len(found) < len(IDS):
        found = {**_detected(cv2.GaussianBlur(grey, (0, 0), PARAMS.marker_blur_px)), **found}
    return found


def _detected(grey: MatLike) -> dict[int, Floats]:
    reading = cv2.aruco.DetectorParameters()
    reading.perspectiveRemovePixelPerCell = PARAMS.marker_cell_px
    reading.perspectiveRemoveIgnoredMarginPerCell = PARAMS.marker_cell_margin
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), reading)
    squares, ids, _ = detector.detectMarkers(grey)
    numbers = [] if ids is None else [int(number) for number in ids.ravel()]
    found: dict[int, Floats] = {}
    for square, number in zip(squares, numbers, strict=True):
        if number in IDS and number not in found:
            found[number] = square.reshape(4, 2).astype(np.float64)
    return found


def card_corners(corners_mm: Floats) -> Floats:
    """Return the top left corner, (4, 2), of each card around a rectangle with corners (4, 2 or 3)."""
    outward = np.column_stack([LEFT_OF, ABOVE]) * CARD_MM
    return np.asarray(corners_mm[:, :2] - outward)


def marker_squares(corners_mm: Floats, depth_mm: float = BOARD_DEPTH_MM) -> dict[int, Floats]:
    """Return the corners of each marker's black square, (4, 3) mm, clockwise from its top left.

    The cards touch the corners of a rectangle, (4, 2 or 3), clockwise from the top left, and lie `depth_mm`
    below it: 0 on a bare table.
    """
    square = SQUARE_MM * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    flat = card_corners(corners_mm)[:, None] + QUIET_MM + square
    deep = np.concatenate([flat, np.full((4, 4, 1), depth_mm)], -1)
    return dict(zip(IDS, deep, strict=True))
