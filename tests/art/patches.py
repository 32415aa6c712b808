"""Nine-patches in white, to be tinted, and the grain of paper."""

from PIL import Image, ImageDraw, ImageFilter

from tests.art.icons import document, render
from tests.art.places import UI

ART = UI / "art"
_OVERSAMPLING = 4
_GRAIN_PX = 256


def make() -> None:
    """Write the nine-patches and the grain."""
    folder = ART / "patches"
    folder.mkdir(exist_ok=True)
    _rounded(64, 14).save(folder / "key.png", optimize=True)
    _rounded(64, 22).save(folder / "card.png", optimize=True)
    _rounded(96, 22, inset=20, blur=9, opacity=150).save(folder / "shadow.png", optimize=True)
    _grain().save(ART / "grain.png", optimize=True)


def _rounded(side: int, radius: int, inset: int = 0, blur: int = 0, opacity: int = 255) -> Image.Image:
    """A white rounded square, opaque as far as its alpha channel says, in a square of `side` pixels."""
    alpha = Image.new("L", (side * _OVERSAMPLING, side * _OVERSAMPLING))
    low, high = inset * _OVERSAMPLING, (side - 1 - inset) * _OVERSAMPLING
    ImageDraw.Draw(alpha).rounded_rectangle((low, low, high, high), radius * _OVERSAMPLING, fill=opacity)
    alpha = alpha.resize((side, side), Image.Resampling.LANCZOS)
    if blur:
        alpha = alpha.filter(ImageFilter.GaussianBlur(blur))
    patch = Image.new("RGBA", (side, side), (255, 255, 255, 0))
    patch.putalpha(alpha)
    return patch


def _grain() -> Image.Image:
    """Brown specks on white, to be multiplied with what is below; its edges continue on the other side."""
    tile = f'width="{_GRAIN_PX}" height="{_GRAIN_PX}"'
    svg = document(
        f'<filter id="specks" x="0" y="0" width="1" height="1">'
        '<feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="3" stitchTiles="stitch"/>'
        '<feColorMatrix values="0 0 0 0 .45  0 0 0 0 .33  0 0 0 0 .18  0 0 0 .9 -.38"/></filter>'
        f'<rect {tile} fill="#fff"/><rect {tile} filter="url(#specks)" opacity=".35"/>',
        _GRAIN_PX,
        _GRAIN_PX,
    )
    pixels = render(svg, _GRAIN_PX, _GRAIN_PX).toarray()[..., 2::-1]
    return Image.fromarray(pixels.copy()).quantize(16)
