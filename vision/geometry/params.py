"""Constants of finding and following a board, by stage; shared by all readers.

Sources: "Derived" gives the reason. "Measured" means measured: tests/bench/watch_scenes.py, the accuracy on
pictures with known content, and no derivation. A remark beside it explains the size, but does not derive it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lens:
    """Prior over the lenses of one kind of camera.

    `focal_share` is the focal length in the middle of the picture as a share of its width, `focal_log_sigma`
    the standard deviation of its logarithm. `distortion` holds the radial coefficients k1 and k2 (OpenCV's),
    `distortion_sigmas` their standard deviations; 0 fixes k2.
    """

    name: str
    focal_share: float
    focal_log_sigma: float
    distortion: tuple[float, float] = (0.0, 0.0)
    distortion_sigmas: tuple[float, float] = (0.03, 0.0)


@dataclass(frozen=True, slots=True)
class GeometryParams:
    """Constants of `vision.geometry`; `PARAMS` is the instance in use."""

    # -- camera model (`calibrate`)

    lenses: tuple[Lens, ...] = (
        Lens("standard", 0.80, 0.12),
        Lens("wide", 0.42, 0.12, (-0.05, 0.0), (0.05, 0.01)),
        Lens("wide, bent", 0.42, 0.12, (-0.18, 0.03), (0.05, 0.02)),
        Lens("fisheye", 0.45, 0.12, (-0.28, 0.06), (0.05, 0.02)),
        Lens("tele", 1.30, 0.20),
        Lens("bent", 0.75, 0.12, (-0.20, 0.03), (0.07, 0.03)),
    )
    """Kinds of lens in the order of trial. Derived: 29 mm on a 36 mm sensor is the middle of phone, webcam
    and Pi cameras, and 26 to 33 mm lie within one standard deviation; 102 and 120 degrees across are shares
    of about 0.40 and 0.35. Cheap lenses of the usual focal length bend the picture, too. Measured
    (`tests.bench.lenses`): without k2 the corners of boards miss by up to 17 px in the pictures of bent
    lenses, with it by up to 6.5, and the standard lens's by 5.6."""
    pixel_sigma_px: float = 1.0
    """Standard deviation of a measured point, in pixels. Measured."""
    same_camera_log_sigma: float = 0.005
    """Standard deviation of log focal length and k1 if the same camera moved. Measured."""
    moved_rounds: int = 12
    """Number of rounds of the fit after the camera moved. Measured."""
    axis_share_sigma: float = 0.05
    """Standard deviation of the optical axis of a cropped or shifted picture, as a share of its width.
    Measured."""

    # -- borders (`find_board`)

    min_markers: int = 3
    """Minimum number of corner markers. Measured; three squares have 12 corners, a homography needs 4."""
    tap_reach_px: tuple[int, ...] = (10, 7, 5, 3, 3)
    """Search distances for edges around tapped borders, in pixels, one a round; fingers miss by about 6 px.
    Measured."""
    follow_reach_px: tuple[int, ...] = (5, 3, 2, 2)
    """The same after a tracked movement. Measured."""
    min_line_contrast: float = 1.5
    """Minimum edge strength on borders over that beside them; about 1 without a board. Measured."""
    sure_line_contrast: float = 3.5
    """The same ratio from which on no other lens is tried. Measured: 3.6 to 6.3 with the right lens, up to
    3.43 with a wrong one (tests/bench/lenses.py)."""
    field_contrast: float = 1.15
    """Minimum edge strength with the corners given taken as the field's, over that with them as the
    frame's. Measured with corners of the field: 1.6 to 9 in photographs and simulated pictures."""
    min_nearer_share: float = 0.3
    """Minimum difference of the distances of given corners from frame and field, to tell which were given;
    share of the distance between those. Assumed."""
    other_lens_contrast: float = 1.15
    """Minimum edge strength with another lens over that with the standard one. Measured."""
    other_lens_reach_px: tuple[int, ...] = (14, 10, 7, 5, 3, 3)
    """Search distances for edges with another lens than the standard one, as the distortion is hardly known
    at first. Measured."""
    max_miss_share: float = 0.02
    """Largest median distance of points from their pixels, as a share of the picture's width. Measured;
    taps miss by 0.005, other edges were found by chance at 0.1 and more."""
    max_lens_sigmas: float = 3.0
    """Largest distance of a lens from the middle of its kind, in standard deviations. Measured."""
    parts: int = 3
    """Number of rows and of columns of parts in which a board is checked for being hidden. Measured."""
    min_part_contrast: float = 1.25
    """The same minimum for one part, which has fewer points. Measured."""
    min_part_points: int = 20
    """Minimum number of border points of a part that is checked. Measured."""
    max_corner_offset: float = 3.0
    """Largest distance of a corner from the middle, in picture widths or heights. Measured."""

    # -- a board found by its picture (`learnt_board`)

    search_width_px: int = 960
    """Width to which a picture is reduced for the search. Measured."""
    learnt_px_per_mm: float = 1.0
    """Scale of a learnt board's picture. Measured; about the scale of working pictures."""
    sift_features: int = 3000
    """Maximum number of SIFT features (Lowe, 2004). Measured."""
    sift_contrast: float = 0.01
    """Minimum contrast of a feature; OpenCV's default is 0.04. Measured."""
    sift_ratio: float = 0.8
    """Largest ratio of the nearest to the second nearest distance. Source: Lowe (2004)."""
    ransac_px: float = 4.0
    """Largest reprojection error of an agreeing feature, in pixels. Measured."""
    min_agreeing: int = 25
    """Minimum number of agreeing features; different boards agree in at most about 12 by chance. Measured."""

    # -- marker cards (`markers`, `marker_layout`)

    marker_cell_px: int = 8
    """Side of a marker's module when its bit is read; OpenCV's default is 4. Measured (`tests.bench.markers`)
    with the next two: 3.85 instead of 3.02 of four markers in noisy, sharpened pictures, none where none are.
    Wider thresholds or more bit errors found no others beside these."""
    marker_cell_margin: float = 0.25
    """Share of the module that is left out on each side; OpenCV's default is 0.13."""
    marker_blur_px: float = 1.0
    """Standard deviation of the blur of the second search."""

    card_size_tolerance: float = 1.1
    """Factor within which cards count as printed at true size, as people do not place
    them to the millimetre. Measured."""

    # -- orientation by the print (`orientation`, `find_board`)

    min_line_direction: float = 2.0
    """Minimum edge strength across a drawn line over that along it where it counts as seen. Measured."""
    min_seen_share: float = 0.7
    """Minimum share of the points on the drawn lines of a board of one ground that are seen. Measured on
    simulated boards, blurred or full of pieces, too: 0.78 to 1.00 with the right turn of the right board, up
    to 0.61 with another turn or another board."""
    first_corner_prior: float = 0.5
    """Prior probability that the first corner given is the board's own. It usually is, but a prior below
    `orientation_probability` alone does not decide. Measured."""
    orientation_probability: float = 0.9
    """Minimum probability of the accepted orientation. Measured."""
    independent_share: float = 0.25
    """Share of the evidence of an area that is independent; neighbours are printed alike. Measured."""
    ring_points: int = 16
    """Number of points on each ring around the middle of an area. Measured."""
    rings: tuple[float, ...] = (0.5, 0.65, 0.8)
    """Radii of the rings as shares of the distance to the edge. Measured."""
    smooth_px: float = 2.0
    """Standard deviation of the blur before colours are read, in pixels. Measured."""
    colour_noise_levels: float = 2.0
    """Standard deviation of a colour that is always assumed, in levels. Measured."""

    # -- tracking (`tracker`)

    point_step: int = 5
    """Step through the border points that measure a movement; a larger one is faster. Measured."""
    well_fitted_px: float = 1.0
    """Largest median error, in working pixels, of a small movement of the same view. Measured."""
    same_board_correlation: float = 0.5
    """Minimum correlation, -1..1, of the board found again with its last picture. Measured."""


PARAMS = GeometryParams()
"""The constants in use."""
