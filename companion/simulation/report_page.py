"""The report of a demo: figures, pictures of the camera, and the story, in one file."""

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Picture

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#222;background:#faf8f3}
img{max-width:100%;height:auto} figure{margin:1.5rem 0}
table{border-collapse:collapse} td,th{padding:.2rem .8rem;border-bottom:1px solid #ddd;text-align:left}
"""


class DrawnFrame(Protocol):
    """A camera frame that can be drawn with what was recognised in it."""

    def drawn(self, width_px: int | None = None) -> Picture:
        """Return the picture: RGB, shape (h, w, 3), no wider than `width_px`."""


def page(
    title: str, facts: Iterable[tuple[str, str]], frames: Iterable[DrawnFrame], story: Sequence[str]
) -> str:
    """Return the page as HTML: rows of label and value, the frames, and the story line by line."""
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(value)}</td></tr>" for label, value in facts)
    told = "".join(f"<li>{escape(line)}</li>" for line in story)
    return (
        f'<!DOCTYPE html><html><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
        f"<h1>{escape(title)}</h1><table>{rows}</table>{''.join(map(_photo, frames))}<ol>{told}</ol></html>\n"
    )


def _photo(frame: DrawnFrame) -> str:
    """Return a frame as a figure inside the page."""
    bgr = np.asarray(cv2.cvtColor(frame.drawn(), cv2.COLOR_RGB2BGR), dtype=np.uint8)
    _, content = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])
    written = base64.b64encode(content.tobytes()).decode()
    return f'<figure><img alt="" src="data:image/jpeg;base64,{written}"></figure>'
