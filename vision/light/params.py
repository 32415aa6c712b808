"""Constants of light, change and picture quality, by stage; shared by all readers.

Sources: "Derived" gives the reason. "Measured" means measured: tests/bench/watch_scenes.py, the accuracy on
pictures with known content, and no derivation. A remark beside it explains the size, but does not derive it.
Levels are grey levels or channels of OpenCV's 8-bit Lab, 0..255.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LightParams:
    """Constants of `vision.light`; `PARAMS` is the instance in use."""

    # -- change of pixels (`change`)

    lightness_sigma: float = 10.0
    """Standard deviation of L between two pictures of one thing, in levels, at middle lightness. Measured."""
    chroma_sigma: float = 5.0
    """The same for a and b. Measured."""
    changed_distance_sigma: float = 3.0
    """Standard deviations above which a pixel shows something else. Measured."""
    lit_share: float = 0.05
    """Share of other pixels below which a changed part is only lit otherwise: nothing came. Measured."""
    shadow_depth: float = 0.5
    """Standard deviation of the logarithm of a shadow's gain; 0.5 is a factor of 1.6. Measured."""
    same_exposure: float = 1 / 512
    """Largest change of the mean brightness, as a share, that needs no correction. Derived: half a
    level of 256."""
    idle_levels: int = 8
    """A picture is unchanged if no 5 x 5 pixels differ by this many levels on average. Measured."""

    # -- fit of light and haze (`illumination.relight`)

    sample_step_px: int = 10
    """Distance of the fitted pixels, in working pixels. Measured; 16, as `grid_px`, changes readings."""
    min_samples: int = 200
    """Minimum number of these pixels; with fewer the light counts as unchanged. Measured."""
    level_sigma: float = 8.0
    """Smallest cut-off of the robust fit, in levels. Measured."""
    max_rounds: int = 5
    """Maximum number of reweighted least-squares rounds. Measured."""
    fitted_levels: float = 0.5
    """Change of the fit, in levels, at which the rounds end. Measured."""
    gain_pull: float = 10.0
    """Weight of the prior "the same gain everywhere". Plain surfaces do not tell gain from haze. Measured."""
    haze_pull: float = 1.0
    """Weight of the prior "no haze". Measured."""
    same_light: float = 0.02
    """Largest change, as a share, at which the light of any pixel counts as unchanged. Measured."""
    other_light: float = 0.15
    """Change of most pixels, as a share, above which a lamp has changed. Measured."""
    grid_px: int = 16
    """Cell of the grid on which gain and haze are stored, in working pixels. Measured."""

    # -- shadows (`illumination.unshaded`)

    shade_step_px: int = 4
    """Factor by which pictures are reduced to find shadows. Measured."""
    shade_window: int = 15
    """Window of the median, in reduced pixels. Pieces cover less than half of it, so that they are no
    shadow. Measured."""
    print_window: int = 11
    """Window in which details are correlated, in reduced pixels. Measured."""
    min_shade: float = 0.1
    """Smallest absolute logarithm of a gain that is a shadow; 0.1 is about 10 %. Measured."""
    min_gain: float = 0.1
    """Smallest gain of a shadow; anything darker is an object. Measured."""
    max_gain: float = 5.0
    """Largest gain at a place that a shadow left. Measured."""
    max_tint: float = 0.3
    """Largest difference of the channels' logarithms of a shadow. Measured."""
    print_correlation: float = 0.6
    """Minimum correlation, -1..1, of the print under a shadow with the print before. Measured."""
    min_print_contrast: float = 0.02
    """Standard deviation of log levels below which print has no detail to correlate. Measured."""

    # -- camera movement (`illumination.shift`)

    max_features: int = 250
    """Maximum number of corner features to follow (Shi & Tomasi, 1994). Measured."""
    min_features: int = 20
    """Minimum number of features; a homography needs 4. Measured."""
    min_inliers: float = 0.35
    """Minimum share of features that agree on one homography, 0..1. Measured."""
    still_corner_px: float = 0.5
    """Movement of the picture's corners below which the camera did not move, in working pixels. Measured."""

    # -- first and later pictures (`picture_check`)

    first_light_level: float = 44.0
    """Minimum level 0..255 of the lightest twentieth of a board in a first picture. Derived: `light_kept` of
    110, the level that boards exceed in good light."""
    light_kept: float = 0.4
    """Minimum share of the first picture's light, 0..1; below it some colours differ by no more than noise.
    Measured."""
    focus_kept: float = 0.5
    """Minimum share of the contrast of fine print relative to coarse print, 0..1. Source: MTF50,
    the usual measure of sharpness."""
    soft_px: tuple[float, ...] = (0.0, 0.6, 0.9, 1.2, 1.6, 2.0, 2.5, 3.0)
    """Blur that is tried for a picture out of focus, standard deviations in working pixels. Derived: the
    largest leaves half of the contrast of a piece 13 mm wide."""
    in_view: float = 1 / 3
    """Minimum share of the board inside the picture, 0..1. Measured."""
    coarse_px: int = 5
    """Window that separates coarse from fine details, in working pixels. Measured."""
    strips: int = 8
    """Number of strips of the board in which details are compared; fewer are faster. Measured."""
    strip_px: int = 16
    """Height of a strip, in working pixels. Measured."""

    # -- advice about the picture (`quality`)

    dark_level: float = 80
    """Minimum level of the lightest twentieth of a board; in good light dark boards, too, are above 110.
    Measured."""
    uneven_light: float = 1.6
    """Ratio of the lightest quarter of a board to the darkest above which its light is uneven. Derived: a
    standard deviation of a shadow, `shadow_depth`."""
    covered_level: float = 24
    """Level below which 99 % of the picture lie if the lens is covered. Measured."""
    burnt_level: int = 250
    """Level from which all channels count as overexposed. Measured."""
    burnt_share: float = 0.08
    """Share of overexposed pixels on the board above which there is too much light, 0..1. Measured."""
    max_reflections: int = 3
    """Number of white spots above which it is too much light rather than reflections. Measured."""
    reflection_share: float = 0.0015
    """Smallest white spot, as a share of the board; about the area of one and a half bases. Measured."""
    max_blur: float = 0.43
    """Largest blur 0..1 (Crete et al., 2007); sharp boards stay below 0.35. Measured."""
    min_px_per_mm: float = 0.44
    """Minimum scale at working width: a base 13 mm wide then has 6 pixels. Measured."""
    edge_share: float = 0.004
    """Distance to the edge, as a share of the width, below which a corner counts as cut off. Measured."""
    shift_width_px: int = 320
    """Width of the pictures in which shaking is measured. Measured; half the working width."""
    shaken_px: float = 0.8
    """Movement of the whole picture, at that width, above which the camera shakes. Measured."""
    min_response: float = 0.15
    """Minimum peak of the phase correlation, 0..1, for a reliable movement. Measured."""

    @property
    def shade_levels(self) -> float:
        """Levels per unit of log gain in the 8-bit picture for the median: `min_gain` has level 1 of 128."""
        return -127 / math.log(self.min_gain)

    @property
    def strip_edge_px(self) -> int:
        """Rows beside a seam that mix two strips: reach of the gradient and of its mean."""
        return 1 + self.coarse_px // 2


PARAMS = LightParams()
"""The constants in use."""
