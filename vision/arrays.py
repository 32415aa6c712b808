"""Array types of this package."""

import numpy as np
import numpy.ma
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""8-bit picture: (h, w, 3) in BGR or Lab, or (h, w) in grey levels."""
Mask = NDArray[np.bool_]
"""(h, w), True at the pixels meant."""
Floats = NDArray[np.float64]
"""Coordinates and matrices of any shape."""
FloatMap = NDArray[np.float32]
"""Values per pixel or per feature, in the precision of OpenCV."""
