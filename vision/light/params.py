"""Every constant of light, change and picture quality, by stage; shared by all readers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LightParams:
    """Constants of `vision.light`; the text after each field gives meaning, range and source."""

    # -- change of pixels (`change`)

    lightness_sigma: float = 10.0
    """Standard deviation of L between two pictures of one thing, in levels of OpenCV's 8-bit Lab, at middle
    lightness."""
    chroma_sigma: float = 5.0
    """The same for a and b."""
    changed_distance_sigma: float = 3.0
    """Standard deviations above which a pixel shows something else: the three-sigma rule."""
    shadow_depth: float = 0.5
    """Standard deviation of the logarithm of a shadow's gain: one sigma is a factor of 1.6."""
    same_exposure: float = 1 / 512
    """Largest change of the mean brightness, as a share, that needs no correction: half a level of 256."""
    idle_levels: int = 8
    """A picture is unchanged if no 5 x 5 pixels differ by this many grey levels on average; above the noise
    of a camera."""

    # -- fit of light and haze (`illumination.relight`)

    sample_step_px: int = 10
    """Distance of the pixels that are fitted."""
    min_samples: int = 200
    """Minimum number of these pixels: ten for each of the 20 unknowns."""
    level_sigma: float = 8.0
    """Smallest cut-off of the robust fit in levels; less would cut noise."""
    max_rounds: int = 5
    """Maximum number of reweighted least-squares rounds."""
    fitted_levels: float = 0.5
    """Change of the fit, in levels, at which the rounds end."""
    gain_pull: float = 10.0
    """Weight of the prior "one gain everywhere", which decides on surfaces without print."""
    haze_pull: float = 1.0
    """Weight of the prior "no haze" on such surfaces."""
    same_light: float = 0.02
    """Largest change, as a share, in any pixel at which the light counts as unchanged."""
    other_light: float = 0.15
    """Change in most pixels above which a lamp has changed."""
    grid_px: int = 16
    """Cell of the grid on which gain and haze are kept."""

    # -- shadows (`illumination.unshaded`)

    shade_step_px: int = 4
    """Factor by which pictures are reduced to look for shadows."""
    shade_window: int = 15
    """Window of the median, in reduced pixels; what covers less than half of it, as pieces do, is no
    shadow."""
    print_window: int = 11
    """Window in which details are correlated, in reduced pixels."""
    shade_levels: float = 48.0
    """Levels per unit of the logarithm of a gain in the 8-bit picture for the median."""
    min_shade: float = 0.1
    """Smallest absolute logarithm of a gain that is a shadow: 10 %."""
    min_gain: float = 0.1
    """Smallest gain of a shadow; darker is a thing."""
    max_gain: float = 5.0
    """Largest gain, where a shadow went away."""
    max_tint: float = 0.3
    """Largest difference of the channels' logarithms of a shadow."""
    print_correlation: float = 0.6
    """Minimum correlation, -1..1, of the print under a shadow with the print before."""
    min_print_contrast: float = 0.02
    """Standard deviation of log levels below which print has no detail to correlate."""

    # -- camera movement (`illumination.shift`)

    max_features: int = 250
    """Maximum number of corner features that are followed (Shi & Tomasi, 1994)."""
    min_features: int = 20
    """Minimum number of them; a homography has 8 unknowns in 4 points, the rest guards against outliers."""
    min_inliers: float = 0.35
    """Minimum share of features that agree on one homography, 0..1."""
    still_corner_px: float = 0.5
    """Movement of the picture's corners below which the camera did not move."""

    # -- first and later pictures (`picture_check`)

    first_light_level: float = 44.0
    """Minimum level 0..255 of the lightest twentieth of a board in a first picture: 40 % of the 110 in good
    light."""
    light_kept: float = 0.4
    """Minimum share of the first picture's light; with less, some colours differ by no more than noise."""
    focus_kept: float = 0.5
    """Minimum share of the contrast of fine print relative to coarse print (as MTF50)."""
    in_view: float = 1 / 3
    """Minimum share of the board inside the picture."""
    coarse_px: int = 5
    """Window that separates coarse from fine details."""
    strips: int = 8
    """Number of strips of the board in which details are compared, for speed."""
    strip_px: int = 16
    """Height of a strip."""
    strip_edge_px: int = 3
    """Rows beside a seam of two strips that do not count: `coarse_px` rounded up to both sides."""

    # -- advice about the picture (`quality`)

    dark_level: float = 80
    """Minimum level of the lightest twentieth of a board; in good light it is above 110, on dark boards
    too."""
    covered_level: float = 24
    """Level below which 99 % of the picture lie if no light comes in."""
    burnt_level: int = 250
    """Level from which all channels count as overexposed."""
    burnt_share: float = 0.08
    """Share of overexposed pixels on the board above which there is too much light."""
    max_reflections: int = 3
    """Number of white spots above which it is too much light rather than reflections."""
    reflection_share: float = 0.0015
    """Smallest white spot, as a share of the board: the foot of one and a half pieces."""
    max_blur: float = 0.43
    """Largest blur 0..1 (Crete et al., 2007); sharp boards stay below 0.35."""
    min_px_per_mm: float = 0.44
    """Minimum scale at working width: a piece 13 mm wide then has 6 pixels."""
    edge_share: float = 0.004
    """Distance to the edge, as a share of the width, below which a corner counts as cut off."""
    shift_width_px: int = 320
    """Width of the pictures in which shaking is measured."""
    shaken_px: float = 0.8
    """Movement of the whole picture, at that width, above which the camera shakes."""
    min_response: float = 0.15
    """Minimum peak of the phase correlation, 0..1, for a reliable movement."""


PARAMS = LightParams()
"""The constants in use. Values without a derivation were tuned on `tests/bench/watch_scenes.py`."""
