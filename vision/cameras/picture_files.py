"""Pictures from files and the network; checks their size before decoding and turns them upright.

OpenCV and libheif turn a picture as its file says (EXIF orientation, HEIF irot and imir).
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from companion.errors import ExitCode, VisionError
from companion.games.base import N_, Sentence
from vision.arrays import Picture
from vision.cameras.params import PARAMS
from vision.cameras.picture_header import FORMATS, is_complete, picture_format, size_px

_NAMES = f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_NO_HEIC = N_(
    "{path}: a HEIC picture, and the library that reads it is not installed; run pip install"
    " 'table-companion[heic]', or let the iPhone take JPEG: Settings > Camera > Formats > Most Compatible."
)


class NoHeicError(ValueError):
    """A HEIC picture without the library that reads it."""


def load_picture(path: Path) -> Picture:
    """Read a picture file as `load_scaled`, without its scale."""
    return load_scaled(path)[0]


def load_scaled(path: Path) -> tuple[Picture, float]:
    """Read a picture file as (height, width, 3) BGR, upright and at most `PARAMS.longest_side_px` long.

    Returns the picture and its scale: pixels of the file per pixel of the picture, at least 1. Raises
    VisionError if the file is not complete.
    """
    try:
        if path.stat().st_size > PARAMS.max_picture_bytes:
            raise ValueError(f"a file of more than {PARAMS.max_picture_bytes} bytes")
        return _decode(path.read_bytes(), PARAMS.longest_side_px)
    except OSError as error:
        raise _broken_picture(path, error.strerror or str(error)) from error
    except NoHeicError as error:
        sentence = Sentence(_NO_HEIC, {"path": str(path)})
        raise wrong_input(
            "no_heic", str(sentence), sentences=(sentence,), path=str(path), found="HEIC"
        ) from error
    except ValueError as error:
        raise _broken_picture(path, str(error)) from error


def decoded(content: bytes, path: Path, most_side_px: int | None = None) -> Picture:
    """Decode the content of a picture file as `decode`; raises VisionError that names `path`.

    With `most_side_px` it refuses one that is wider or higher, before it is decoded.
    """
    try:
        return _decode(content, None, most_side_px)[0]
    except ValueError as error:
        raise _broken_picture(path, str(error)) from error


def decode(content: bytes | bytearray) -> Picture:
    """Decode a complete picture file in its full size. Raises ValueError that names the problem found."""
    return _decode(content, None)[0]


def check_size(width_px: float, height_px: float, *, most_side_px: int | None = None) -> None:
    """Raise ValueError if a picture has too many pixels, in all or along a side."""
    if most_side_px and max(width_px, height_px) > most_side_px:
        raise ValueError(
            f"{width_px:.0f} x {height_px:.0f} pixels, a side of {most_side_px} at most expected"
        )
    if width_px * height_px > PARAMS.max_picture_px:
        raise ValueError(f"{width_px:.0f} x {height_px:.0f} pixels, {PARAMS.max_picture_px} at most expected")


def reduced(picture: Picture, longest_px: int) -> Picture:
    """Return a picture at most `longest_px` long; a smaller one as it is."""
    height, width = picture.shape[:2]
    factor = longest_px / max(height, width)
    if factor >= 1:
        return picture
    size = max(1, round(width * factor)), max(1, round(height * factor))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def wrong_input(code: str, message: str, **params: object) -> VisionError:
    """Return the error of a file or source that is not as expected."""
    error = VisionError(code, message, **params)
    error.exit_code = ExitCode.WRONG_INPUT
    return error


def _decode(
    content: bytes | bytearray, longest_px: int | None, most_side_px: int | None = None
) -> tuple[Picture, float]:
    """Decode a picture file and return it with its scale; None as `longest_px` keeps its size."""
    form = picture_format(content)
    if form is None:
        raise ValueError(f"{len(content)} bytes that are no {_NAMES} picture")
    if not is_complete(content, form):
        raise ValueError(f"a file that stops after {len(content)} bytes without its end")
    if form == "HEIC":
        picture = _decode_heic(content, most_side_px)
        longest = max(picture.shape)
    else:
        size = size_px(content, form)
        if 0 in size:  # the decoder might find one that is too large
            raise ValueError("a header that holds no size")
        check_size(*size, most_side_px=most_side_px)
        longest = max(size)
        # A JPEG decoder can leave out pixels itself, which bounds memory and time.
        factor = max(f for f in _REDUCED if f == 1 or (longest_px and longest >= f * longest_px))
        picture = _decode_cv(content, _REDUCED[factor if form == "JPEG" else 1])
    if longest_px:
        picture = reduced(picture, longest_px)
    return picture, max(1.0, longest / max(picture.shape[:2]))


def _decode_cv(content: bytes | bytearray, flags: int) -> Picture:
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise ValueError(f"damaged data ({error.code})") from error
    if picture is None:
        raise ValueError("damaged data")
    return np.asarray(picture, dtype=np.uint8)


def _decode_heic(content: bytes | bytearray, most_side_px: int | None) -> Picture:
    try:
        import pi_heif
    except ModuleNotFoundError as error:
        raise NoHeicError("a HEIC picture, which no installed library reads") from error
    with _heic_damage():
        image = pi_heif.open_heif(io.BytesIO(content), convert_hdr_to_8bit=True, bgr_mode=True)
    check_size(*image.size, most_side_px=most_side_px)
    with _heic_damage():
        picture = np.asarray(image)
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(picture[..., :3], dtype=np.uint8)


@contextmanager
def _heic_damage() -> Iterator[None]:
    """Raise ValueError for each of the errors by which libheif reports damage."""
    try:
        yield
    except (OSError, RuntimeError, SyntaxError, EOFError, ValueError) as error:
        raise ValueError(f"damaged data ({str(error).strip()})") from error


def _broken_picture(path: Path, found: str) -> VisionError:
    return wrong_input(
        "broken_picture",
        f"{path}: expected a complete {_NAMES} picture, found {found}; copy the file again or remove it",
        path=str(path),
        found=found,
    )
