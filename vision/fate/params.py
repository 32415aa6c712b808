"""Every constant that tunes the recognition of Fate's table, by stage.

Sizes that the trained network fixes (patch size, foot, scale) are not tuning:
they are in `vision.fate.patches`.
Constants without a derivation were tuned on rendered tables; `tests/bench/fate_scenes.py` and
`tests/bench/fate_prints.py` (sets that the network never saw) measure them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FateParams:
    """Constants of recognition; the text after each field gives meaning, range and source."""

    # -- finding the board

    border_samples_per_side: int = 4
    """Points on each border side of a hex (36 mm wide) that are fitted to edges: one every 5 mm."""

    # -- which hexes are read again

    touched_distance_sigma: float = 2.0
    """Difference of a pixel, in standard deviations, above which its hex is read again; below the 3 of
    `LightParams.changed_distance_sigma`, because reading once more costs little and missing a piece
    much."""
    touched_share: float = 0.004
    """Minimum share of the pixels a piece may cover, 0..1, that must differ (measured:
    tests/bench/fate_scenes.py)."""
    body_radius_mm: float = 13.0
    """Radius of the cylinder around the middle of a hex that a piece may cover (measured:
    tests/bench/fate_scenes.py)."""
    body_heights_mm: tuple[float, ...] = (0.0, 12.0, 24.0)
    """Heights at which the outline of that cylinder is projected: the board and two levels up to the height
    of a miniature (measured: tests/bench/fate_scenes.py)."""
    hidden_share: float = 0.1
    """Minimum share of that cylinder under a hand, 0..1; above it the hex is reported as hidden (measured:
    tests/bench/fate_scenes.py)."""

    # -- patches and what the network says of them

    one_shift_probability: float = 0.98
    """Probability above which a patch is classified once; less certain ones also at the other `shifts_px`
    (measured: tests/bench/fate_scenes.py); each of those costs another run of the network."""
    shifts_px: tuple[tuple[float, float], ...] = ((0.0, 0.0), (2.0, 1.0), (-2.0, 1.0), (0.0, -2.0))
    """Shifts (x, y) of a patch in its pixels, the first is none: up to 2 mm, as far as the fitted view and
    the piece on its hex may be off, so that no single cut decides (measured:
    tests/bench/fate_scenes.py)."""
    other_edition_nats: float = 6.0
    """Penalty in nats for a monster of the edition that is not on the table: e^-6 = 1 in 400 (measured:
    tests/bench/fate_scenes.py)."""
    edition_margin_nats: float = 2.0
    """Minimum mean log odds per monster for one edition over the other; less leaves the edition open
    (measured: tests/bench/fate_scenes.py)."""

    # -- colours of a piece

    colour_bins: tuple[int, int, int] = (6, 9, 9)
    """Number of histogram bins for L, a and b of Lab (measured: tests/bench/fate_prints.py)."""
    chroma_range: tuple[int, int] = (68, 188)
    """Range of a and b that the bins share, in OpenCV's 8-bit Lab (128 is grey): no print is more
    colourful."""
    colour_radius_px: int = 10
    """Half width in patch pixels of the ellipse whose colours count: the radius of a tile, 8 mm."""
    colour_rise_px: float = 3.5
    """Distance in patch pixels between the middle of the hex and the middle of that ellipse above it
    (measured: tests/bench/fate_prints.py)."""
    colour_margin_px: int = 2
    """Height in patch pixels that the thickness of a tile adds to the ellipse."""
    colour_min_flatness: float = 0.4
    """Lower bound for the flatness (1 from above, 0 from the side) of the ellipse; below it too few pixels
    would be left (measured: tests/bench/fate_prints.py)."""
    colour_weight: float = 0.4
    """Share of the colours in a likeness, 0..1; the network's description has the rest (measured:
    tests/bench/fate_prints.py)."""

    # -- likeness to pieces that are known (distances are 1 - cosine, 0..2)

    same_piece_likeness: float = 0.975
    """Cosine above which two patches show one piece that nobody touched between two pictures, so that they
    are no independent samples (measured: tests/bench/fate_prints.py)."""
    new_kind_distance: float = 0.12
    """Smallest distance from every known piece that a kind not seen yet is expected to have (measured:
    tests/bench/fate_prints.py)."""
    max_new_kind_distance: float = 0.15
    """Largest value of that distance, for sets whose kinds differ strongly (measured:
    tests/bench/fate_prints.py)."""
    distance_limit: float = 0.25
    """Distance above which a piece counts as no less like a kind: both are then simply others."""
    new_kind_nats: float = 7.0
    """Penalty in nats at `new_kind_distance`; it grows linearly with the distance (measured:
    tests/bench/fate_prints.py)."""
    spread_quantile: float = 0.1
    """Quantile of the distances between pieces of different kinds that says how far apart the kinds of this
    set lie: the tenth that is nearest, because confusions begin there (measured:
    tests/bench/fate_prints.py)."""
    spread_factor: float = 0.85
    """Expected distance of a new kind as a share of that quantile: a new one lies a little nearer
    (measured: tests/bench/fate_prints.py)."""
    spread_min_pieces: int = 8
    """Minimum number of known pieces for that quantile; with fewer `new_kind_distance` is used."""
    spread_pieces_per_kind: int = 4
    """Number of newest pieces of a kind that enter the quantile: it costs the square of their number."""

    # -- calibration: how far the network is trusted (a factor for its log probabilities)

    temperatures: tuple[float, ...] = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
    """Factors tried on the known pieces (temperature scaling: Guo et al., On calibration of modern neural
    networks, 2017); the likeliest is used."""
    alone_kind_temperature: float = 1.25
    """Factor for the kinds if nothing is known: trained with smoothed labels, the network doubts too much;
    of 103 pieces with 85 to 90 % certainty one was wrong (measured: tests/bench/fate_scenes.py)."""
    familiar_min_pieces: int = 4
    """Minimum number of pieces on a table that can show that its set was not in the training; fewer are too
    often wrong (measured: tests/bench/fate_prints.py)."""
    unfamiliar_kind_temperature: float = 0.1
    """Largest factor for the kind of a piece of such a set (measured: tests/bench/fate_prints.py)."""
    unfamiliar_piece_temperature: float = 0.2
    """Largest factor for "a piece lies there" on such a set if known pieces can tell it better (measured:
    tests/bench/fate_prints.py)."""
    unfamiliar_alone_temperature: float = 0.7
    """Largest factor for "a piece lies there" on such a set if no piece is known (measured:
    tests/bench/fate_prints.py)."""
    hero_probability: float = 0.9
    """Minimum cautious score, 0..1, at which a hero keeps its name on such a set; other kinds do not
    (measured: tests/bench/fate_prints.py)."""

    # -- expectation and memory of one table

    expected_prior_nats: float = 4.5
    """Log prior odds of what the game expects on a hex: e^4.5 = 90 to 1 (measured:
    tests/bench/fate_scenes.py)."""
    clear_look_nats: float = 2.2
    """Log odds of the network for another kind of the same colour above which the expected kind is no more
    than an even chance: ln(0.9 / 0.1), as clear as a reading without expectation has to be. Of 241 rendered
    miniatures with their true expectation none comes nearer than 1.2."""
    surprise_probability: float = 0.95
    """Probability above which something unexpected is reported at once, 0..1 (measured:
    tests/bench/fate_scenes.py)."""
    surprise_confirmation_s: float = 1.0
    """Time in seconds after which something less certain is reported if it is still seen (measured:
    tests/bench/fate_scenes.py)."""
    absent_probability: float = 0.1
    """Probability of the expected piece below which the hex is reported as something else (measured:
    tests/bench/fate_scenes.py)."""
    learn_probability: float = 0.6
    """Minimum probability of the expected piece for its patch to become a sample of its kind (measured:
    tests/bench/fate_prints.py)."""
    new_appearance_likeness: float = 0.95
    """Cosine below which a sample is also learnt shifted and turned: more alike ones add nothing but
    time."""
    table_samples_per_kind: int = 40
    """Number of newest samples of a kind that are kept during a game; it bounds time and memory."""

    # -- learnt sets

    bare_samples_per_picture: int = 90
    """Number of hexes without a piece learnt per picture, of 217: those that look least bare."""
    set_samples_per_kind: int = 60
    """Number of newest samples of a kind that are stored with a set; it bounds the file and the start."""
    turn_min_flatness: float = 0.3
    """Lower bound for the flatness when samples are turned: below it a turn would stretch noise."""
    mislabelled_nats: float = 5.0
    """Log odds for another kind above which a sample of a set is reported as mislabelled: e^5 = 150 to
    1."""
    same_set_min_pieces: int = 5
    """Minimum number of pieces by which a stored set is recognised (measured:
    tests/bench/fate_prints.py)."""
    same_set_share: float = 0.75
    """Minimum share of these pieces that must be nearest to their own kind in that set, 0..1 (measured:
    tests/bench/fate_prints.py)."""


PARAMS = FateParams()
"""The constants in use."""
