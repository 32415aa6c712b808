"""Shared parts of the illustrated reports."""

import base64

import cv2
import numpy as np

from companion.app.table.annotated_frame import AnnotatedFrame

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#222;background:#faf8f3}
svg,img{max-width:100%;height:auto} figure{margin:1.5rem 0} figcaption{font-size:.95rem;margin-top:.4rem}
table{border-collapse:collapse} td,th{padding:.2rem .8rem;border-bottom:1px solid #ddd;text-align:left}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:1rem}
"""


def photo(frame: AnnotatedFrame) -> str:
    """A camera picture with the recognised pieces drawn in, as an HTML image with embedded data."""
    bgr = np.asarray(cv2.cvtColor(frame.drawn(), cv2.COLOR_RGB2BGR), dtype=np.uint8)
    _, content = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(content.tobytes()).decode()}">'
