"""Style and parts of the illustrated reports of all games."""

import base64
from collections.abc import Iterable
from html import escape
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Picture

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#222;background:#faf8f3}
svg,img{max-width:100%;height:auto} figure{margin:1.5rem 0} figcaption{font-size:.95rem;margin-top:.4rem}
table{border-collapse:collapse} td,th{padding:.2rem .8rem;border-bottom:1px solid #ddd;text-align:left}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:1rem}
"""


class DrawnFrame(Protocol):
    """A camera frame that can be drawn with what was recognised in it."""

    def drawn(self, width_px: int | None = None) -> Picture:
        """Return the picture: RGB, shape (h, w, 3), no wider than `width_px`."""


def facts_table(facts: Iterable[tuple[str, str]]) -> str:
    """Return rows of label and value as an HTML table."""
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(value)}</td></tr>" for label, value in facts)
    return f"<table>{rows}</table>"


def photos(frames: Iterable[DrawnFrame]) -> str:
    """Return camera frames as HTML figures."""
    return "".join(f"<figure>{_photo(frame)}</figure>" for frame in frames)


def _photo(frame: DrawnFrame) -> str:
    """Return a frame as an image inside the page."""
    bgr = np.asarray(cv2.cvtColor(frame.drawn(), cv2.COLOR_RGB2BGR), dtype=np.uint8)
    _, content = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(content.tobytes()).decode()}">'
