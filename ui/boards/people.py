"""Colours of people, each with a shape of its own, as they sit around the table."""

from kivy.utils import get_color_from_hex

from companion.settings.people import COLOURS
from ui.boards.art import ART, Fill, Layer, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.theme import Rgba

_EDGE: Rgba = [0.07, 0.08, 0.1, 1]
_RIM: Rgba = [0.97, 0.96, 0.92, 1]

PEOPLE_COLOURS: dict[str, Rgba] = {
    "red": get_color_from_hex("#e0433a"),
    "blue": get_color_from_hex("#3b82e0"),
    "yellow": get_color_from_hex("#f5c92f"),
    "green": get_color_from_hex("#3fae6b"),
    "purple": get_color_from_hex("#9a52c9"),
    "orange": get_color_from_hex("#f28f24"),
}
PEOPLE_SHAPES: dict[str, list[Point]] = {
    "red": spokes(48, 0.44),
    "blue": rounded(spokes(4, 0.56, turn=45), 0.1),
    "yellow": [(x, y - 0.07) for x, y in rounded(spokes(3, 0.58), 0.1)],
    "green": rounded(spokes(6, 0.5), 0.06),
    "purple": rounded(spokes(4, 0.52), 0.09),
    "orange": rounded(spokes(5, 0.53, 0.29), 0.1),
}


def picture(colour: str) -> str:
    """The name of the art of a person's colour."""
    return f"person-{colour}"


def _person(colour: str) -> list[Layer]:
    """A figure whose body has the shape: with a head nobody takes it for a druid of that colour."""
    layers: list[Layer] = []
    for grow, tint in ((1.0, _EDGE), (0.9, _RIM), (0.74, PEOPLE_COLOURS[colour])):
        body = [(x, y - 0.13) for x, y in scaled(PEOPLE_SHAPES[colour], 0.78 * grow)]
        head = arc(0.5, 0.8, 0.2 - 0.22 * (1 - grow), 0, 360)
        layers += [Fill(body, tint), Fill(head, tint)]
    return layers


ART.update({picture(colour): _person(colour) for colour in COLOURS})
