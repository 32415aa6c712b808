"""Training data of the network: invented card faces, and how a camera may show them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
WIDTH, HEIGHT = 128, 176
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
)


class Design:
    """Design shared by all cards of one publisher: frame, boxes, fonts."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.border = tuple(int(each) for each in chance.integers(0, 256, 3))
        self.edge = int(chance.integers(2, 8))
        self.title = int(chance.integers(14, 26))
        self.picture = int(chance.integers(80, 110))
        self.title_below = bool(chance.random() < 0.3)
        self.font = int(chance.choice(FONTS))
        self.numbers = int(chance.integers(0, 5))
        self.paper = int(chance.integers(150, 250))


def face(design: Design, chance: np.random.Generator) -> Picture:
    """A face of that design, BGR (176, 128, 3)."""
    hue = int(chance.integers(180))
    drawn = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    drawn[:] = design.border
    edge = design.edge
    ground = _colour(hue, 120, 150)
    cv2.rectangle(drawn, (edge, edge), (WIDTH - edge, HEIGHT - edge), ground, -1)
    top, left, right = edge + 2, edge + 4, WIDTH - edge - 4
    box = design.title
    paper = _colour(hue, 40, design.paper)
    picture_top = top if design.title_below else top + box
    art = _art(hue, design.picture, right - left, chance)
    drawn[picture_top : picture_top + design.picture, left:right] = art
    title_top = picture_top + design.picture if design.title_below else top
    cv2.rectangle(drawn, (left, title_top), (right, title_top + box - 2), paper, -1)
    _words(drawn, left + 3, title_top + box - 6, right - 20, 0.4, design.font, chance)
    text_top = top + box + design.picture
    cv2.rectangle(drawn, (left, text_top), (right, HEIGHT - edge - 4), paper, -1)
    for line in range(text_top + 10, HEIGHT - edge - 20, 9):
        if chance.random() < 0.85:
            _words(drawn, left + 3, line, int(chance.integers(left + 30, right)), 0.22, design.font, chance)
    for number in range(design.numbers):
        x = left + 10 + number * (right - left - 20) // max(design.numbers - 1, 1)
        centre = (x, HEIGHT - edge - 12)
        cv2.circle(drawn, centre, 9, _colour(int(chance.integers(180)), 180, 120), -1, cv2.LINE_AA)
        digit = str(chance.integers(10))
        cv2.putText(drawn, digit, (x - 5, centre[1] + 5), design.font, 0.5, (250, 250, 250), 1, cv2.LINE_AA)
    return drawn


def twin(original: Picture, design: Design, chance: np.random.Generator) -> Picture:
    """A face with the same picture but for a detail, and another text."""
    other = face(design, chance)
    edge, box = design.edge, design.title
    top = edge + 2 + (0 if design.title_below else box)
    other[top : top + design.picture, edge:-edge] = original[top : top + design.picture, edge:-edge]
    _shape(other[top : top + design.picture, edge + 4 : -edge - 4], chance, 0.12)
    return other


def seen(drawn: Picture, chance: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """A face as a camera may show it: misaligned, blurred, unevenly lit, with glare, partly covered."""
    width, height = size_px
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    away = chance.normal(0, 1.5, (4, 2)) + chance.normal(0, 1.5, 2)
    picture = cv2.warpPerspective(
        drawn,
        cv2.getPerspectiveTransform(corners, (corners + away).astype(np.float32)),
        (WIDTH, HEIGHT),
        borderMode=cv2.BORDER_REPLICATE,
    )
    small = chance.uniform(0.5, 1.0)
    picture = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    picture = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.3, 1.2))
    light = cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA).astype(np.float32)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    slope = chance.normal(0, 0.2, 2)
    light *= (
        chance.uniform(0.4, 1.2)
        * (1 + slope[0] * (x / width - 0.5) + slope[1] * (y / height - 0.5))[..., None]
    )
    light *= chance.uniform(0.75, 1.2, 3)
    if chance.random() < 0.5:
        at, wide = chance.uniform(0, (width, height)), chance.uniform(5, 25)
        glare = np.exp(-(((x - at[0]) / wide) ** 2 + ((y - at[1]) / (wide * chance.uniform(0.5, 3))) ** 2))
        light += chance.uniform(40, 200) * glare[..., None]
    if chance.random() < 0.4:
        left, top = int(chance.uniform(0, width)), int(chance.uniform(0, height))
        wide, high = (int(each) for each in chance.uniform(5, 30, 2))
        light[top : top + high, left : left + wide] = chance.uniform(0, 255, 3)
    return np.asarray((light + chance.normal(0, chance.uniform(1, 8), light.shape)).clip(0, 255), np.uint8)


def _colour(hue: int, saturation: int, value: int) -> tuple[int, int, int]:
    blue, green, red = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _art(hue: int, height: int, width: int, chance: np.random.Generator) -> Picture:
    coarse = chance.integers(0, 256, (4, 4, 3)).astype(np.uint8)
    ground = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    tint = np.array(_colour(hue, 150, 160), np.float32)
    art = (0.4 * ground + 0.6 * tint).clip(0, 255).astype(np.uint8)
    for _ in range(int(chance.integers(3, 12))):
        _shape(art, chance, 0.35)
    return art


def _shape(art: Picture, chance: np.random.Generator, size: float) -> None:
    height, width = art.shape[:2]
    centre = chance.uniform((0.15 * width, 0.15 * height), (0.85 * width, 0.85 * height))
    away = chance.normal(0, size * height / 2, (int(chance.integers(3, 8)), 2))
    colour = tuple(int(each) for each in chance.integers(0, 256, 3))
    canvas = np.ascontiguousarray(art)
    cv2.fillPoly(canvas, [cv2.convexHull(np.rint(centre + away).astype(np.int32))], colour, cv2.LINE_AA)
    art[:] = canvas


def _words(
    drawn: Picture, left: int, base: int, right: int, scale: float, font: int, chance: np.random.Generator
) -> None:
    words = "".join(chance.choice(list(LETTERS), 24)).title()
    count = max(1, int((right - left) / (20 * scale)))
    cv2.putText(drawn, words[:count], (left, base), font, scale, (20, 20, 20), 1, cv2.LINE_AA)
