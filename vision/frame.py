"""One picture of a camera."""

from dataclasses import dataclass

from vision.arrays import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, (height, width, 3) BGR; `time_s` is the time in seconds since the first one.

    `still`: a picture taken for itself, read without waiting until nothing moves. `scale`: pixels of the
    source per pixel of `picture`, at least 1.
    """

    name: str
    time_s: float
    picture: Picture
    still: bool = False
    scale: float = 1.0
