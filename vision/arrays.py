"""The arrays that everything here works on, by what they hold."""

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""(h, w, 3) in BGR or Lab, or (h, w) in grey levels."""
Mask = NDArray[np.bool_]
"""(h, w)."""
Floats = NDArray[np.float64]
FloatMap = NDArray[np.float32]
