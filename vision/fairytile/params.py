"""Constants of recognition of Fairy Tile, grouped by the stages of README.md.

"Measured" means: chosen by the report of `tests/bench/fairytile_scenes.py`. Log-likelihood ratios are nats,
shares 0..1, lengths on the table in mm. A tone is the logarithm of lightness, red/green or blue/green.
Sizes of patches, histograms and files are not here: stored samples depend on them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FairyTileParams:
    """Every threshold, prior and search limit of the reader."""

    # All stages
    working_width_px: int = 640
    """Width to which pictures are scaled for line detection, change detection and sharpness."""
    mostly_share: float = 0.8
    """Share of a known thing that must match for it to be the same: pixels of a tile, cells of the last
    kingdom, area that a new tile explains. Measured.
    """
    contradicted_nats: float = -4.0
    """Evidence (odds 1 : 55) of what looks different from what is known: the minimum for pixels of tiles and
    the place of a figure; below it a cell contradicts the accepted position.
    """
    candidates: int = 3
    """Number of best hypotheses compared closely: rival placements of a tile, shifts per turn."""

    samples_min: int = 8
    """Minimum number of samples of a least-squares fit: segments (16 ends for 7 unknowns of the camera), bare
    cells (6 terms of the table's appearance).
    """

    # Find the lattice (find_lattice.py); pixels at the working width
    line_length_px: tuple[float, float] = (8.0, 40.0)
    """Minimum length of a line segment (shorter ones are noise) and the length at which its weight saturates
    (a whole side of a hex); also the standard deviation of the neighbourhood in which directions of segments
    are counted. Measured.
    """
    lines_max: int = 600
    """Maximum number of line segments used, the longest first; bounds the time."""
    tilts_deg: tuple[int, ...] = tuple(range(0, 51, 5))
    """Tilts of the table that are searched; a line stays within `direction_sigma_deg` between two of them."""
    direction_sigma_deg: float = 4.0
    """Standard deviation of the direction of a side. Measured."""
    line_spacings_px: tuple[float, float, int] = (12.0, 70.0, 80)
    """Minimum, maximum and number of the distances between lattice lines that are searched, seen from above,
    in geometric steps of 2 %: cells 24 to 140 px wide.
    """
    mixed_min: float = 0.02
    """Minimum weight of a line whose neighbours have only one or two directions (planks, cloth)."""
    tilts_refined: int = 8
    """Number of best tilts to which a camera is fitted. Measured."""
    sides_min: float = 12.0
    """Minimum number of sides of hexes seen; three tiles have 21. Also the minimum number of line
    segments, because each adds one side at most.
    """

    # Fit the camera to the lattice (lattice.py)
    fit_reaches_mm: tuple[float, ...] = (5.0, 4.0, 3.0, 3.0, 3.0)
    """Maximum distance of a segment from its lattice line in each round of the fit. Measured."""
    refit_reaches_mm: tuple[float, ...] = (4.0, 3.0, 3.0)
    """The same if the view is nearly right and only sides of hexes count. Measured."""
    fit_sigma_px: float = 4.0
    """Standard deviation of tiles from the lattice; keeps the lens distortion near zero. Measured."""
    on_side_mm: float = 3.0
    """Maximum distance of a segment's ends from a side that it belongs to. Measured."""
    side_line_mm: float = 3.2
    """The same when the visible share of a side is counted. Measured."""
    cells_reach: int = 25
    """Maximum distance, in cells, from the origin that is searched; bounds the time at flat views."""
    best_sides: int = 4
    """Number of sides of a cell that must show; a figure or a neighbour may hide the other two."""

    # Covered cells (coverage.py)
    search_cells: int = 3
    """Distance, in cells, from known tiles within which new tiles are searched: one tile and a gap."""
    bare_sides_share: float = 0.3
    """Maximum visible share of the sides of a cell from which the bare table's look is estimated."""
    bare_max_spreads: float = 4.0
    """Outlier limit of that estimate, in standard deviations; applied in each round of it."""
    bare_rounds: int = 3
    """Number of rounds of outlier rejection."""
    cell_core_mm: float = 18.0
    """Radius of the part of a cell that is compared with the table; neighbours do not reach into it."""
    table_ridge: tuple[float, ...] = (1e-3, 0.3, 0.3, 1.0, 1.0, 1.0)
    """Ridge regularisation of the table: constant, 2 linear, 3 quadratic terms. Measured."""
    table_spreads: tuple[float, ...] = (0.02, 0.01, 0.01, 0.1, 0.1)
    """Minimum standard deviations of the table: lightness, 2 colours, roughness, colour mix. Measured."""
    sides_nats: float = 12.0
    """Evidence of fully visible sides beyond `sides_even_share`. Measured."""
    sides_even_share: float = 0.55
    """Visible share of sides that is no evidence for or against a tile. Measured."""
    unlike_nats: float = 1.2
    """Evidence for each standard deviation from the table's look beyond `unlike_even_spreads`. Measured."""
    unlike_even_spreads: float = 3.6
    """Distance from the table's look that is no evidence for or against a tile. Measured."""
    unlike_max_spreads: float = 8.0
    """Distance from the table's look beyond which evidence does not grow. Measured."""
    covered_nats: float = 3.0
    """Minimum evidence of a covered cell (odds 20 : 1); an accepted position adds as much to its cells."""
    doubted_nats: float = 1.0
    """Evidence (odds 2.7 : 1) above which a cell that was not read is reported as doubted; below its negative
    a cell is bare: no tile is matched to it, and a known tile was removed.
    """

    # Appearance of a patch (patch_cache.py)
    blur_mm: float = 0.9
    """Standard deviation of the blur before comparison; tiles lie about 1 mm off the lattice. Measured."""
    cell_inside_mm: float = 21.5
    """Distance from a cell's middle to the edge of the compared hexagon: half a cell less 1 mm of border."""
    tone_offset: float = 12.0
    """Added to a channel, 0..255, before its logarithm: limits noise of dark pixels. Stored samples change
    their meaning with it.
    """
    colour_weight: float = 1.5
    """Weight of the two colour tones beside lightness in the descriptor of a cell. Measured."""
    faint_tone: float = 0.02
    """Contrast of a cell, in tones, below which its descriptor fades to zero: noise is no print."""
    tone_tolerance: tuple[float, float, float] = (0.2, 0.12, 0.12)
    """Maximum difference of a pixel's tones from the same print, two standard deviations, beyond what half a
    pixel of displacement explains. Measured.
    """

    # Fit and match known tiles (fit_tile.py, match.py)
    fit_rounds: int = 5
    """Maximum number of Gauss-Newton steps of a tile's pose."""
    fit_outlier_tone: float = 0.35
    """Difference of lightness at which Tukey's weight of a pixel becomes zero. Measured."""
    fit_max_mm: float = 4.5
    """Maximum displacement of a tile from its cell; beyond it the fit has diverged. Measured."""
    fit_max_deg: float = 6.0
    """Maximum rotation of a tile from its cell; beyond it the fit has diverged. Measured."""
    still_there_share: float = 0.55
    """Minimum matching share of the best cell of a known tile (half of it for the mean). Measured."""
    changed_share: float = 0.35
    """Matching share of a cell below which it shows something else. Measured."""
    unchanged_share: float = 0.93
    """Minimum matching share of a cell to which nothing was added since it was learnt. Measured."""
    likeness_min: float = 1.2
    """Minimum likeness of a tile, the sum of three correlations (exactly alike: 3). Measured."""
    likeness_margin: float = 0.5
    """Minimum lead of likeness over the next face or turn on the same cells. Measured."""
    likeness_cell: float = 0.6
    """Minimum correlation of two cells that are the same; of a tile two of three must reach it. Measured."""
    sure_share: float = 0.6
    """Minimum matching share of a tile that is sure in spite of a small lead of likeness. Measured."""
    share_margin: float = 0.2
    """Minimum lead of that share over the rivals. Measured."""

    # Unknown tiles and terrain (unknown_tiles.py, terrain_classifier.py)
    percentiles: tuple[int, ...] = (10, 30, 50, 70, 90)
    """Percentiles that describe the distribution of tones in a cell."""
    terrain_sigma: float = 0.08
    """Standard deviation of a feature within a terrain, added to the measured covariance. Measured."""
    terrain_nats: float = 6.0
    """Evidence per squared standard deviation, averaged over the features, times two. Measured."""
    terrain_max_spreads: float = 7.0
    """Distance from all terrains beyond which a cell is of an unknown kind. Measured."""
    terrain_max_nats: float = 12.0
    """Maximum evidence against a terrain."""
    strange_weight: float = 0.5
    """Weight of the evidence of a cell of an unknown kind. Measured."""
    river_max_nats: float = 8.0
    """Maximum evidence for or against a river at one side."""
    river_half_width_mm: float = 2.6
    """Half the width of the strip in which a river is searched. Measured on one printed set."""
    bank_mm: tuple[float, float] = (5.5, 10.5)
    """Distance range of the banks from the middle line of a river."""
    river_depth_mm: tuple[float, float] = (13.0, 20.0)
    """Distance range from the middle of a cell in which rivers and banks are compared."""
    river_samples_min: int = 3
    """Minimum number of sides with, and without, a river; with fewer no river is recognised."""
    guess_sure_chance: float = 0.99
    """Minimum probability of a classified cell that counts as read. Measured."""
    other_colour_tone: float = 0.3
    """Maximum difference of colour tones between cells that lie in the same light. Measured."""

    # The plane of the tiles (ground.py)
    plane_mm_per_px: float = 1.5
    """Resolution at which figures are searched; the time falls with its square."""
    alternative_nats: float = -1.0
    """Log-likelihood of a pixel with another explanation: shadow on a tile, or (added to its paint) a figure
    that is not placed yet.
    """
    same_terrain_share: float = 0.85
    """Share of the tones of a hidden cell predicted by other cells of its terrain. Measured."""
    usual_tone_nats: float = 4.5
    """Rarity, -ln(share), of the usual tones of a terrain; makes their likelihood about 1. Measured."""
    guessed_nats: tuple[float, float] = (-3.0, 0.3)
    """Range of the log-likelihood of ground that is only predicted. Measured."""
    unknown_cell_share: float = 0.25
    """Unknown share of a cell above which its own pixels do not predict it: a figure may stand there."""

    # Figures (figures.py)
    figure_profile_mm: tuple[tuple[float, float], ...] = ((10.0, 0.0), (6.0, 20.0), (3.5, 37.0))
    """Radius and height of a figure at foot, body and head: the smallest of usual sets."""
    off_centre_px: int = 9
    """Maximum distance of a foot from the middle of its cell, in pixels of the plane: 13.5 mm."""
    off_centre_sigma_mm: float = 8.0
    """Standard deviation of that distance. Measured."""
    ring_px: int = 4
    """Width of the ring around a figure's outline that it should not fill, in pixels of the plane."""
    ring_weight: float = 0.5
    """Weight of evidence in that ring against a place. Measured."""
    outline_scale: float = 1.15
    """Enlargement of an outline that covers nearly all of a figure."""
    outline_wide_scale: float = 1.5
    """Enlargement of an outline that covers arms and shadow, too; used when appearances are learnt."""
    figure_share: float = 0.6
    """Share of its outline that a figure covers."""
    pixels_per_nat: float = 12.0
    """Neighbouring pixels are correlated: this many count as one independent measurement. Measured."""
    guessed_discount: float = 0.7
    """Share of the evidence on predicted ground that is disregarded. Measured."""
    guessed_max_nats: float = 16.0
    """Maximum evidence disregarded for that reason. Measured."""
    figure_min_nats: float = 4.0
    """Minimum evidence of a visible figure. Measured."""
    far_less_nats: float = 25.0
    """Lead of the best place beyond which other places are not evaluated; saves time."""
    apart_mm: float = 30.0
    """Distance of two feet below which one figure explains both places: arms and shadow included."""
    near_weight: float = 0.6
    """Weight of the difference between two such places; they share pixels. Measured."""
    part_share: float = 0.5
    """Share of a figure's best evidence so far below which it is only partly seen, and in doubt."""
    hidden_cell_share: float = 0.12
    """Share of a cell behind a figure above which the cell is not learnt from this picture."""
    behind_share: float = 0.4
    """Share of a figure's last outline behind another figure above which it may be hidden there."""

    # Figures that stay (figure_tracking.py)
    stays_nats: float = 6.0
    """Prior of the accepted cell: nine of ten figures stay, and there are tens of cells."""
    same_place_nats: float = 16.0
    """Evidence of a place that looks exactly as before. Measured."""
    same_even_share: float = 0.88
    """Unchanged share of a place that is no evidence for or against a figure. Measured."""

    # Paint of figures (figure_colours.py)
    paint_nats: tuple[float, float] = (-4.5, 0.5)
    """Range of the log-likelihood of a tone relative to the paint's mean."""
    paint_sigma: float = 0.16
    """Standard deviation of a paint's colour tones between sets. Measured."""
    paint_palest: float = 0.5
    """Minimum saturation, as a factor, that glare and shadow leave of a paint."""
    prior_pixels: float = 150.0
    """Weight of the usual paint, in pixels seen. Measured."""
    history_pixels: float = 2000.0
    """Maximum weight of learnt paint; beyond it older pixels fade."""
    histogram_blur_bins: float = 0.8
    """Standard deviation of the smoothing of colour histograms."""

    # The reading (kingdom_reading.py)
    sure_chance: float = 0.9
    """Minimum probability of what counts as read."""
    known_tile_chance: float = 0.995
    """Probability of a cell of a tile that was matched beyond doubt."""
    accepted_chance: float = 0.92
    """Probability of what the accepted position says and the picture does not contradict."""
    doubted_chance: float = 0.5
    """Maximum probability of anything in doubt."""

    # Hands and motion (reader.py)
    not_shadow_share: float = 0.15
    """Minimum share of a changed region that no shadow explains; below it the light changed."""
    hand_margin_mm: float = 60.0
    """Distance around the kingdom within which a hand disturbs."""
    tile_rim_mm: float = 5.0
    """Margin around new cells that a new tile's rim and shadow may change."""
    hidden_cells: int = 2
    """Minimum number of changed cells of known tiles that reports something in the way."""

    # Name the cells (orient.py)
    same_hex_nats: float = 2.0
    """Evidence of a recognised cell that shows what the kingdom has there, or of another one against it."""
    colour_evidence_weight: float = 0.5
    """Weight of the analysis of variance of colours; neighbouring cells are correlated. Measured."""

    # Learn tiles (own_set.py, tile_proposals.py)
    exact_mm: float = 0.8
    """Maximum error of given middles that place a tile more exactly than the lattice."""
    near_mm: float = 8.0
    """Maximum error of given middles that belong to this lattice."""
    close_place_nats: float = 3.0
    """Lead below which the second place of a figure is excluded from learnt tiles, too."""
    learn_paint_nats: float = 10.0
    """Minimum evidence of a figure whose paint is learnt. Measured."""
    pictures_per_face: int = 4
    """Maximum number of pictures kept of one face, the newest; bounds the size of the file."""
    tiles_max: int = 16
    """Maximum number of tiles proposed in one picture."""
    partitions_max: int = 300
    """Beam width of the search for a partition of cells into tiles."""
    left_over_sides: float = 1.5
    """Penalty of a cell without a tile, in visible sides inside a tile. Measured."""


PARAMS = FairyTileParams()
