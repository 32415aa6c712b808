"""One picture of a camera."""

from dataclasses import dataclass

from vision.arrays import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, (height, width, 3) BGR; `time_s` is the time in seconds since the first one."""

    name: str
    time_s: float
    picture: Picture
