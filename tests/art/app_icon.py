"""The icon of the page of phones: the table from above, its light strip, and a place for everybody."""

from PIL import Image

from tests.art.flat_print import circle, rectangle
from tests.art.icons import render
from tests.art.places import UI

SIZES_PX = (192, 512)
_SIDE = 512


def make() -> None:
    """Write the icon in all sizes. It fills its square, so that a phone may cut it round."""
    board = [
        rectangle(0, 0, _SIDE, _SIDE, "#f5eddd"),
        rectangle(104, 118, 304, 304, "#c57f0e", 'rx="44"'),
        rectangle(104, 106, 304, 304, "#6b4a2f", 'rx="44"'),
        rectangle(128, 130, 256, 256, "#dcc59a", 'rx="26"'),
        rectangle(146, 148, 220, 14, "#f0a422", 'rx="7"'),
    ]
    places = ((194, 226, "#d8402f"), (318, 226, "#2f74d0"), (194, 324, "#f5c226"), (318, 324, "#8c4bbd"))
    for x, y, colour in places:
        board += [circle(x, y + 5, 38, "#2a2019"), circle(x, y, 38, "#2a2019"), circle(x, y, 31, colour)]
    size = f'viewBox="0 0 {_SIDE} {_SIDE}" width="{_SIDE}" height="{_SIDE}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    picture = Image.fromarray(
        render(f"{svg}{''.join(board)}</svg>", _SIDE, _SIDE).toarray()[..., 2::-1].copy()
    )
    for side_px in SIZES_PX:
        small = picture.resize((side_px, side_px), Image.Resampling.LANCZOS)
        small.quantize(64).save(UI / "phone" / f"icon-{side_px}.png", optimize=True)
