"""Every constant of finding and following a board, by stage; shared by all readers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GeometryParams:
    """Constants of `vision.geometry`; the text after each field gives meaning, range and source."""

    # -- camera model (`calibrate`)

    focal_share: float = 0.80
    """Prior of the focal length as a share of the picture's width: 29 mm on a 36 mm sensor, the middle of
    phone, webcam and Pi cameras."""
    focal_log_sigma: float = 0.12
    """Standard deviation of its logarithm: covers 26 to 33 mm within one sigma."""
    distortion_sigma: float = 0.03
    """Standard deviation of the radial coefficient k1 around 0."""
    pixel_sigma_px: float = 1.0
    """Standard deviation of a measured point."""
    same_camera_log_sigma: float = 0.005
    """Standard deviation of log focal length and k1 if the camera only moved."""
    moved_rounds: int = 12
    """Rounds of the fit after the camera moved."""
    axis_share_sigma: float = 0.05
    """Standard deviation of the optical axis of a cropped or shifted picture, as a share of its width."""

    # -- borders (`find_board`)

    min_markers: int = 3
    """Minimum number of corner markers: three squares fix a homography with points to spare."""
    tap_reach_px: tuple[int, ...] = (10, 7, 5, 3, 3)
    """Search distances for edges around tapped borders, round by round; a finger misses by about 6 px."""
    follow_reach_px: tuple[int, ...] = (5, 3, 2, 2)
    """Search distances after a tracked movement."""
    min_line_contrast: float = 1.5
    """Minimum edge strength on borders over that beside them; without a board it is about 1."""
    parts: int = 3
    """Rows and columns of parts in which a board is checked for being hidden."""
    min_part_contrast: float = 1.25
    """The same minimum for one part, which has fewer points."""
    min_part_points: int = 20
    """Minimum number of border points of a part that is checked."""
    max_corner_offset: float = 3.0
    """Largest distance of a corner from the middle, in picture widths or heights."""

    # -- a board found by its picture (`learnt_board`)

    search_width_px: int = 960
    """Width to which a picture is reduced for the search."""
    learnt_px_per_mm: float = 1.0
    """Scale of a learnt board's picture."""
    sift_features: int = 3000
    """Maximum number of SIFT features (Lowe, 2004)."""
    sift_contrast: float = 0.01
    """Minimum contrast of a feature; OpenCV's default 0.04 finds too few on faint prints."""
    sift_ratio: float = 0.8
    """Lowe's ratio test: nearest over second nearest distance."""
    ransac_px: float = 4.0
    """Largest reprojection error of an agreeing feature."""
    min_agreeing: int = 25
    """Minimum number of agreeing features; different boards agree in at most about a dozen by chance."""

    # -- marker cards (`marker_layout`)

    card_size_tolerance: float = 1.1
    """Factor within which cards count as printed at true size: nobody lays them to the millimetre."""

    # -- orientation by the print (`orientation`)

    first_corner_prior: float = 0.5
    """Prior probability that the first corner given is the board's own; mostly it is, but this alone is not
    enough."""
    orientation_probability: float = 0.9
    """Minimum probability of one orientation."""
    independent_share: float = 0.25
    """Share of an area's evidence that is its own: neighbouring areas are printed alike."""
    ring_points: int = 16
    """Number of points on each ring around the middle of an area."""
    rings: tuple[float, ...] = (0.5, 0.65, 0.8)
    """Radii of the rings as shares of the distance to the edge."""
    smooth_px: float = 2.0
    """Standard deviation of the blur before colours are read."""
    colour_noise_levels: float = 2.0
    """Standard deviation of a colour that is always assumed, in levels."""

    # -- tracking (`tracker`)

    point_step: int = 5
    """Every n-th border point is used for a movement, for speed."""
    well_fitted_px: float = 1.0
    """Largest median error at which the camera is taken to have only turned or moved a little."""
    same_board_correlation: float = 0.5
    """Minimum correlation, -1..1, of the board found again with its last picture."""


PARAMS = GeometryParams()
"""The constants in use. Values without a derivation were tuned on `tests/bench/watch_scenes.py`."""
