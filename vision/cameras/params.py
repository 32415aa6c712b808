"""Constants of all cameras: picture size, timeouts and limits, one field each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CameraParams:
    """Constants of `vision.cameras`; the text after each field gives meaning, unit and reason."""

    # -- Pictures asked of a camera (live_camera.py, pi_camera.py)

    size_px: tuple[int, int] = (1280, 960)
    """Width and height that are requested; readers work on half of it, 640 px wide."""
    frames_per_s: int = 10
    """Frame rate of a Pi camera."""
    usb_coding: str = "MJPG"
    """Coding asked of a USB camera: without it most send this size uncompressed, at 5 to 10 pictures/s."""
    usb_frames_per_s: int = 30
    """Frame rate asked of a USB camera; the most common one, and no picture is older than 1/30 s."""
    focus_settled: int = 10
    """Number of pictures in a row with the same focus after which a USB camera has found it."""
    focus_pictures: int = 90
    """Maximum number of pictures that a USB camera may take to find its focus."""
    focus_timeout_s: float = 4.0
    """Longest time in seconds for a Pi camera to find its focus before it is held as it is."""

    # -- Timeouts

    network_timeout_s: float = 5.0
    """Longest time in seconds for a network address to answer, and between two of its pictures."""
    first_picture_timeout_s: float = 15.0
    """Longest time in seconds for the first picture of a Pi camera, which includes its start."""
    next_picture_timeout_s: float = 5.0
    """Longest time in seconds between two pictures of a Pi camera."""
    list_timeout_s: float = 5.0
    """Longest time in seconds for `rpicam-hello` to list the cameras."""
    stop_timeout_s: float = 2.0
    """Longest time in seconds for `rpicam-vid` to end before it is killed."""
    kept_messages: int = 50
    """Number of last lines kept of the messages of `rpicam-vid`."""
    max_message_bytes: int = 4096
    """Maximum length of one such line; a longer one is split."""

    # -- Limits of pictures from files and from the network (picture_files.py, mjpeg.py)

    max_picture_bytes: int = 100_000_000
    """Maximum size of one coded picture."""
    max_picture_px: int = 64_000_000
    """Maximum number of pixels: the best camera of a Raspberry Pi takes 64 million."""
    longest_side_px: int = 2560
    """Maximum length of the longer side of a picture from a file: larger ones are reduced to it. Printed
    borders of boards are found up to here, not at 4032 px; cards are read as well as in full size."""
    max_video_frames_per_s: int = 30
    """Maximum number of pictures read from a second of a video; the others are left out."""
    max_part_header_bytes: int = 10_000
    """Maximum size of the header of one MJPEG part."""
    read_block_bytes: int = 65_536
    """Maximum number of bytes taken from a connection at once."""

    # -- Recordings and folders (recorder.py, sources.py)

    recording_quality: int = 92
    """JPEG quality of recorded pictures, 0..100."""
    folder_step_s: float = 2.0
    """Seconds between two pictures of a folder: each counts as a moment of its own, not as motion."""
    named_files: int = 5
    """Maximum number of files of a folder that are named when they are left out."""


PARAMS = CameraParams()
"""The constants in use."""
