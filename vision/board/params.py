"""Recognition constants of boards: one field each, with unit, range and source, grouped by stage.

Sources: "Derived" gives the reason. "Measured" means measured: tests/bench/watch_scenes.py, the accuracy on
pictures with known content, and no derivation. A remark after it explains the size, but does not derive it.

Suffixes: `_px` pixels of the working picture (about one a millimetre), `_mm` board millimetres, `_s` seconds,
`_nats` natural logarithm of a likelihood ratio, `_share` 0..1, `_levels` grey levels 0..255, `_bins` colour
bins, `_sigmas` standard deviations.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.observation import CERTAIN_NATS


@dataclass(frozen=True, slots=True)
class BoardParams:
    """All tuning values of the reader of boards; `PARAMS` is the instance in use."""

    # -- Board: sampling of the printed spaces (board_geometry.py)
    border_step_mm: float = 5.0
    """Distance of the points on drawn borders that the tracker follows. Measured."""
    min_border_mm: float = 2.0
    """Shortest border segment with a usable normal. Measured."""
    sample_step_mm: float = 4.0
    """Step of outlines, which lenses bend, and of the grid of candidate places. Derived: less than
    `place_reach_mm`, within which places are refined."""
    place_depth_mm: float = 1.0
    """Least depth of a candidate place inside its space. Measured."""

    alone_depth_share: float = 0.6
    """The same for a piece that has its space for itself, as a share of its radius. Derived: it may reach a
    little over the border, its middle stays well inside."""

    # -- Piece: the cylinder in which it is looked for (piece_kinds.py)
    body_margin_mm: float = 0.3
    """Added to the radius of a foot. Measured."""
    body_ring_mm: float = 6.8
    """Radius for each ring of inner points. Measured: one ring for a druid, 13 mm wide."""
    body_ring_offset: float = 0.35
    """Offset of the rings, in rings, inwards from their outer edges. Measured."""
    body_outer_share: float = 1.15
    """Radius of the outer ring as a multiple of the piece's; it lies just beside the piece. Measured."""
    body_point_mm: float = 5.5
    """Distance of the points on a ring. Measured."""
    body_lowest_mm: float = 1.5
    """Height of the lowest points above the board. Measured."""
    body_step_mm: float = 4.0
    """Least step of the heights. Measured."""
    body_levels: int = 5
    """Most steps in the height of a piece. Measured."""
    body_height_share: float = 1.3
    """Height below which points lie, as a multiple of the piece's: sets differ. Measured."""
    prior_height_share: float = 0.9
    """Height below which a point belongs to a piece of any set, before one was seen. Measured."""
    prior_shape: tuple[float, float] = (0.9, 0.3)
    """Chance 0..1 that a point below, or above, that height shows the piece. Measured."""
    shape_limits: tuple[float, float] = (0.02, 0.95)
    """Least and greatest learnt chance of a body point. Measured; no point is ever certain."""
    solid_share: float = 0.4
    """Chance above which a body point counts as covered by the piece, for occlusion. Measured."""
    learnt_cover_share: float = 0.2
    """Chance above which a body point is left out when the grounds are learnt. Measured."""
    cover_share: float = 0.15
    """Chance above which a body point hides the ground; low, as the plate must be bare. Measured."""

    # -- Colours: smoothed densities over Lab bins (colours.py, densities.py)
    l_blur_bins: float = 0.7
    """Spread of lightness over its bins of 16 levels. Measured."""
    ab_blur_bins: float = 2.0
    """Spread of a and b over their bins of 2 levels, cut off at 3 standard deviations. Measured."""
    uniform_share: float = 0.02
    """Share of pixels that may have any colour: reflections, dirt, JPEG artefacts. Measured."""
    neutral_chroma: float = 5.0
    """Standard deviation of the chroma of black plastic. Measured."""
    saturation_offset: float = 12.0
    """Lightness added before chroma is divided by it. Measured; dark noise
    would look saturated."""
    saturation_width: float = 0.1
    """Width of the soft step at a kind's least saturation. Measured."""
    own_ground_share: float = 0.6
    """Weight of a space's own colours; all spaces with the same ground share the rest. Measured."""
    shadow_share: float = 0.08
    """Prior share of ground pixels in a soft shadow. Measured."""
    shadow_sigma_levels: float = 60.0
    """Spread of lightness in a soft shadow. Measured; any depth is about as likely."""
    min_cast_sigma_levels: float = 4.0
    """Least spread of lightness in a cast shadow. Measured."""

    # -- Noise: averaging pictures in which nothing moves (fusing.py)
    noise_block_px: int = 8
    """Size of blocks, and step of the pixels, that noise is estimated from. Derived: JPEG blocks
    of 8 pixels."""
    noise_apart_px: int = 12
    """Distance of two pixels in the same light whose noise is independent. Measured; more
    than a JPEG block."""
    ratio_floor_levels: float = 8.0
    """Added to a pixel before two are divided. Measured; noise dominates the ratio of dark pixels."""
    min_noise_levels: float = 3.5
    """Standard deviation that every comparison allows for: a camera in good light. Measured."""
    max_noise_levels: float = 4.5
    """Most excess noise that a picture may have; above it the trouble is "motion" until further pictures
    are averaged. Measured; similar colours differ by no more."""
    max_fused_pictures: int = 8
    """Most pictures averaged. Derived: the ninth lowers the noise by 1 - sqrt(8 / 9) = 6 % only."""
    moved_levels: float = 1.5
    """Difference of a block beyond `moved_sigmas` above which something moved. Measured."""
    moved_sigmas: float = 5.5
    """Usual differences of blocks allowed for before something moved. Measured."""
    max_usual_share: float = 0.75
    """Usual difference of blocks, as a share of the noise, above which camera or light changed. Derived:
    averaging leaves half."""
    smooth_percentile: float = 10.0
    """Percentile 0..100 of blocks that are taken to show noise only. Measured."""
    compression_factor: float = 3.5
    """Most by which compression lowers the noise of smooth blocks. Measured."""

    # -- Learning: palette, grounds and shape of this set (learn.py)
    unseen_point_nats: float = 0.5
    """Support that each point of a piece may give before one was seen. Measured."""
    learning_rounds: int = 4
    """Rounds of expectation-maximisation. Measured."""
    max_point_nats: float = 6.0
    """Most that one pixel may count for or against a piece. Measured; odds of 400 : 1."""
    prior_palette_share: float = 0.15
    """Weight of the expected colours in the learnt ones. Measured."""
    foot_search_mm: tuple[float, float] = (9.2, 3.0)
    """Range, towards the camera beyond a base's radius and away from it, in which the front of the base is
    looked for. Derived: its edge, and `max_foot_mm` beyond."""
    foot_height_mm: float = 0.7
    """Height above the board of the points on the front of a base. Measured."""
    front_share: float = 0.65
    """Share of piece-coloured pixels, of that well inside, at which the base begins. Measured."""
    max_foot_mm: float = 5.0
    """Most by which the base may be off the body that fits best. Measured."""
    whole_piece_nats: float = CERTAIN_NATS
    """Evidence of a whole, well visible piece. Derived: neighbouring pixels are far from independent, so
    that their sum is scaled to what counts as certain."""
    max_scale: float = 4.0
    """Most by which the support of a kind that hardly differs from the ground is scaled, so that a whole
    piece of every kind counts the same. Measured."""
    min_setup_nats: float = 30.0
    """Least support of a usual piece of a set-up, before scaling; below it the trouble is "unclear".
    Measured; noise on a bare board reaches half."""
    bare_nats: float = 1.0
    """Evidence below which a place is bare; of a known piece it is not scaled. Measured; odds of 3 : 1."""
    other_kind_nats: float = 5.0
    """Evidence by which another colour must win before the set-up rule is doubted. Measured."""
    decisive_nats: float = 8.0
    """Evidence that excludes an alternative: limits what colour alone counts for, as light spoils all pixels
    of a piece alike, ends the spaces a border piece may belong to, and overrules a set-up with one piece too
    many. Measured; odds of 3 000 : 1."""
    trace_share: float = 0.1
    """Share of a usual piece's support below which nothing of its colour is there. Measured."""
    doubtful_share: float = 0.6
    """Share of a usual piece's support below which a known piece is looked for elsewhere. Measured."""
    contested_share: float = 0.5
    """Share of a usual piece's support needed to contradict another piece: one too close to it, or the same
    one elsewhere. Measured."""
    crowd: int = 3
    """Pieces on a space from which on they hide each other, so that low support is expected. Measured."""
    learnt_edge_px: int = 1
    """Edge of a piece explained with it while the set is learnt. Measured."""
    polish_rounds: int = 2
    """Rounds of refining positions; more than one, as neighbours move, too. Measured."""
    max_miscount: int = 2
    """Most pieces that may be missing from a start position (else VisionError `start_not_seen`), or seem to
    come beyond those that left (else the trouble is "hand"). Measured."""

    # -- Geometry of pieces (scene.py, borders.py)
    place_accuracy_mm: float = 3.0
    """Accuracy of a position, added to the width of a shadow. Measured."""
    place_reach_mm: float = 6.0
    """Position uncertainty before refinement, or by a push: radius of the search around a place, and least
    apparent distance of two pieces. Measured."""
    nudge_step_mm: float = 1.5
    """Step of that search. Derived: half of `place_accuracy_mm`."""
    polish_scale: float = 0.7
    """Scale of that search in the second pass. Measured; below 1, so that it is finer."""
    frame_margin_mm: float = 2.5
    """Least distance of a piece from the edge of the map; nearer things are score markers. Derived: less than
    half a base of 13 mm."""
    place_sigma_mm: tuple[float, float] = (3.5, 2.0)
    """Standard deviation of a position along, and across, the line of sight. Measured."""
    inside_sigmas: float = 1.5
    """Depth inside of its space that players keep. Derived: some 4 mm."""

    # -- Differences: spaces that changed, and things that are no pieces (differences.py)
    touched_px: int = 12
    """Changed pixels above which a space is examined. Measured."""
    bare_sigmas: float = 4.0
    """Standard deviations from the bare ground above which a pixel is no ground. Measured."""
    gloss_nats: float = 0.1
    """Evidence per pixel for the print above which a strange thing is only gloss. Measured."""
    unchanged_share: float = 0.05
    """Share of changed pixels below which nothing came: a part is only lit otherwise, a piece is not new.
    Measured."""
    usual_log_density: float = -9.0
    """Log density per bin below which a colour belongs to neither pieces nor grounds. Measured; a
    uniform density is log(1 / 65 536) = -11."""

    # -- Print: is the pattern of the ground still visible (texture.py)
    print_window_px: int = 5
    """Window in which light and dark are compared. Measured."""
    print_noise_levels: float = 2.8
    """Standard deviation of one place's lightness between two pictures. Measured."""
    misfit_share: float = 0.03
    """Least share of a pattern's variance lost to registration. Measured."""
    min_pattern_variance: float = 25.0
    """Least variance of lightness (levels squared) that is a pattern. Derived: 5 levels."""
    print_dimming: tuple[float, float] = (0.3, 3.0)
    """Range of brightness ratios in which a print is still recognised. Measured."""
    print_offset_levels: float = 4.0
    """Added to a mean before it is divided. Measured; less than
    `ratio_floor_levels`, as a mean has less noise."""
    print_context_px: int = 40
    """Margin in which the general loss of pattern is estimated. Measured."""
    print_nats: tuple[float, float] = (-1.5, 1.0)
    """Limits of the evidence of one pixel's print. Measured; neighbours share their window."""

    # -- Room light: direction and depth of cast shadows (room_light.py)
    azimuth_count: int = 32
    """Directions of light that are tried. Derived: 11 degrees are less than a base at a shadow's end."""
    spreads_per_m: tuple[float, ...] = (0.0, 0.7, 1.3, 2.2)
    """Inverse horizontal distances (1 / m) of the light that are tried. Measured; 0 is daylight."""
    shadow_reach_mm: tuple[float, float, float] = (9.0, 46.0, 3.0)
    """Nearest, farthest (excluded) and step of the distances at which a shadow is sampled. Measured; the
    first is beyond the base."""
    near_shadow_points: int = 3
    """First samples, which lie in every shadow. Measured."""
    min_darkness_nats: float = 0.1
    """Least log ratio by which a shadow is darker than the median direction. Measured."""
    shade_step_mm: float = 1.2
    """Step of the points that fill a shadow. Derived: about one pixel."""
    min_depth_sigma: float = 0.25
    """Least spread of the logarithm of a shadow's depth. Measured."""
    min_shadow_share: float = 0.3
    """Share of shadow places to be visible before light is judged; fewer lie behind the pieces. Measured."""

    # -- Likelihood map: each pixel for a piece against the ground (likelihood_map.py)
    plate_share: float = 0.97
    """Share of ground pixels that look as on the known plate, or as that in shadow. Measured."""
    unknown_ground_weight: float = 0.5
    """Trust in a ground never seen bare: share of the guessed plate, and exponent of the evidence. Measured;
    a guess is wrong for whole patches."""
    same_share: float = 0.6
    """Share of a kept piece's pixels that look as in the picture before. Measured."""
    dull_share: float = 0.5
    """Share of ground pixels in a cast shadow that look as before, only darker; gloss is gone. Measured."""
    shaded_share: float = 0.7
    """Share of ground pixels of a predicted shadow that lie in it. Measured."""
    hidden_print_nats: float = -0.75
    """Evidence below which what was there before is hidden. Measured; half of the
    least `print_nats`."""
    against_gain: float = -0.5
    """Gain (likelihood ratio less one) below which a pixel contradicts a piece. Derived: half as
    likely."""
    explained_edge_px: int = 2
    """Edge of a piece explained with it. Measured."""
    area_margin_px: int = 15
    """Width of the margin kernel around the candidate places of a space. Derived: at least
    `place_reach_mm` on each side."""

    # -- Reading: which pieces stayed, left and came (reading.py)
    piece_share: float = 0.3
    """Share of a usual piece's support that a new piece, or a better place of a pushed one, must add.
    Measured."""
    visible_share: float = 0.45
    """Least support of a kept piece, as a share of what its visible part can give. Measured."""
    hidden_share: float = 0.12
    """Least support as a share of a whole piece's; a piece of which less is visible is kept. Measured."""
    clear_share: float = 0.8
    """Visible share from which a piece is in clear view. Measured."""
    still_share: float = 0.35
    """Share of a place's visible print below which the piece there moved or left. Measured."""
    whole_share: float = 0.9
    """Share of a usual piece's support below which it is not whole: a look-alike ground, or a marker on the
    frame. Measured."""
    plain_share: float = 0.75
    """Share of `whole_piece_nats` above which it is a piece of some colour. Measured."""
    changed_share: float = 0.25
    """Share of its place that changes when a faint piece comes. Measured."""
    max_calm_spaces: int = 12
    """Most changed spaces for which a changed place tells of a faint piece. Measured."""
    in_view_share: float = 0.4
    """Visible share above which something of a piece would be seen. Measured."""
    pieces_per_extra: int = 8
    """Each so many changed spaces and lost pieces allow for one more arrival. Measured."""
    hidden_nats: float = 2.0
    """Negative log likelihood of a piece of which nothing can be seen. Measured; odds of 1 : 7."""

    # -- Faces: what is printed on pieces that look alike (faces.py)
    face_points: int = 28
    """Points of a face in each direction, across the foot. Measured."""
    face_share: float = 0.88
    """Radius within which a face is compared, as a share of that of the foot. Derived: the edge may be round,
    and a place is known to a few mm."""
    face_blur_points: float = 0.7
    """Blur of a face in points; evens out parts of a step of turn and shift. Measured."""
    face_turn_deg: float = 5.0
    """Step of the directions in which a face is learnt. Derived: half a step moves the edge of a face by
    half a point."""
    face_reach_mm: float = 5.0
    """Most shift of a face in each direction. Derived: an exchanged piece is looked for
    where the earlier one lay."""
    blank_levels: float = 10.0
    """Contrast in grey levels, a standard deviation, below which a face is more blank than printed.
    Measured."""
    face_noise_apart: float = 0.03
    """Squared distance 0..4 of two good pictures of one face; 2 is that of unlike ones. Measured, with
    tests/vision/board/test_faces.py, as those below: 95 % of tiles of 30 mm are within 0.08, of 15 mm 0.2."""
    strange_face_apart: float = 0.12
    """The distance of a face that was never learnt, in the comparison with those that were. Measured; the
    nearest two numbers are 0.1 apart, most 0.25."""
    twin_face_apart: float = 0.07
    """Least distance of two learnt faces that can be told apart: 6 and 9 without a dot are 0.04 apart.
    Measured."""
    most_face_apart: float = 0.3
    """Most distance of a face from the nearest learnt one. Measured."""
    sure_face_ratio: float = 1.5
    """How many times farther the second kind must be for a face to tell for sure. Measured."""

    # -- Occlusion and reference pictures (occlusion.py, memory.py, reader.py)
    occluder_edge_px: int = 9
    """Kernel of the blurred edge of a thing over the board. Measured."""
    occluder_shadow_px: int = 15
    """Kernel of a thing's edge and the shadow there. Measured."""
    beside_px: int = 40
    """Changed pixels beside a thing, on a space that it partly hides, above which they are no shadow.
    Measured."""
    detailed_share: float = 0.3
    """Share of a part, 0..1, that needs details, so that they tell a shadow from a thing. Assumed."""
    detail_kept_share: float = 0.75
    """Share of those details, 0..1, that a shadow leaves visible; its own edge hides some. Assumed."""
    kept_contrast: float = 0.5
    """Share of the contrast of details, 0..1, that a shadow leaves; logarithms of levels keep it. Assumed."""
    max_beside_spaces: int = 8
    """Most spaces that change beside a hand; with more its shadow is in the way ("hand"). Derived: no move
    changes more."""
    piece_margin_px: int = 7
    """Kernel around pieces that is kept clear: edge of their shadows. Measured."""
    relearn_strength: float = 0.06
    """Change of light, as a share, above which colours are learnt again. Measured."""
    fresh_share: float = 0.4
    """Weight of the newest picture when colours are learnt again. Measured."""

    @property
    def faint_px(self) -> int:
        """Pixels by which a piece differs from its ground; with fewer it may leave unseen. Derived."""
        return 4 * self.touched_px


PARAMS = BoardParams()
