"""One picture of a camera."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: (height, width, 3) BGR; `time_s` counts from the first one."""

    name: str
    time_s: float
    picture: Picture
