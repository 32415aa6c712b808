"""All recognition constants of the package, grouped by stage; `README.md` describes the stages.

"Measured" means: chosen by experiment, without a derivation; `tests/bench/fabula_scenes.py` measures
the effect of a change.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FabulaParams:
    """Recognition constants. Shares are 0..1, correlations -1..1, grey levels 0..255, angles radians."""

    # 1. Comparison with the picture before (reader.py)
    max_picture_px: int = 1_300_000
    """Maximum number of pixels of a picture; larger ones are reduced. A card is then about 100 px wide."""
    compared_width_px: int = 640
    """Width to which two pictures are reduced before they are compared; limits the time. Measured."""
    compared_blur_px: float = 1.5
    """Standard deviation of the Gaussian blur before the comparison, so that noise is no change. Measured."""
    relit_grey: float = 2.0
    """Minimum difference of two pictures' medians, grey levels, to correct for the light. Measured."""
    card_margin_px: int = 5
    """Width of the band around a card that changes with it (shadow), px, compared. Measured."""
    camera_moved_px: float = 1.5
    """Minimum median shift of the cards' corners, px, to conclude that the camera moved. Measured."""
    homography_miss_px: float = 4.0
    """Maximum error of a corner, px, that agrees with the camera's movement (RANSAC). Measured."""
    max_bump_share: float = 0.01
    """Maximum median shift of the cards by a bump of the camera, share of the picture's width; a camera that
    was carried moves them farther. Assumed."""
    min_stayed_share: float = 0.25
    """Minimum share of the cards before that lie at their place in a picture from the same place; a hand
    hides fewer of them than the others. Assumed."""
    hand_rest_s: float = 5.0
    """Time in seconds after which something motionless at the edge is a thing, no hand. Measured."""
    hand_rest_grey: float = 3.0
    """Maximum mean change, grey levels, of something motionless. Measured."""
    min_found_share: float = 0.6
    """Minimum share of the cards before to be found again; below it the view is searched anew. Measured."""
    first_rounds: int = 2
    """Number of times the first picture is read again with the improved view. Measured."""

    # 2. Outlines of cards and the view of the table (outlines.py)
    outline_area_share: tuple[float, float] = (0.002, 0.2)
    """Minimum and maximum area of a card's outline, share of the picture: 5 to 25 % of its width are 0.006 to
    0.16 in a picture of 16:9."""
    min_outline_px: int = 100
    """Minimum length of a contour, px. Measured."""
    threshold_windows: int = 12
    """Windows of the adaptive threshold across the picture. Measured."""
    threshold_grey: int = 6
    """Minimum difference to the mean of that window, grey levels. Measured."""
    canny_grey: tuple[int, int] = (30, 80)
    """Lower and upper threshold of the Canny edges, grey levels. Measured."""
    min_convexity_share: float = 0.9
    """Minimum area of an outline, share of its convex hull's. Measured."""
    corner_tolerance_share: float = 0.02
    """Tolerance of the four-sided approximation (Douglas-Peucker), share of the perimeter. Measured."""
    side_end_share: float = 0.15
    """Share of a side at each end that does not count for its line: corners are round. Measured."""
    side_tolerance_share: float = 0.06
    """Maximum distance of a contour's points from their side, share of the side's length. Measured."""
    same_outline_px: float = 3.0
    """Maximum distance of the corners of two outlines that are one. Measured."""
    tilts_deg: tuple[int, ...] = tuple(range(0, 56, 5))
    """Tilts of the camera from the vertical tried for the first view, degrees; it is refined afterwards."""
    size_step: float = 0.01
    """Step between the sizes of cards that are tried for the first view, as a share; refined afterwards."""
    max_outlines: int = 150
    """Maximum number of outlines that are tried and judged as cards, the largest ones; limits the time."""
    exact_views: int = 6
    """Number of promising views that are compared exactly. Measured."""
    min_view_cards: int = 3
    """Minimum number of cards that determine, or refine, the view of the table. Measured."""
    fit_rounds: int = 4
    """Iterations of each robust fit (the view; the light on a card); more change little. Measured."""
    outline_miss_mm: float = 4.0
    """Maximum error of an outline's corners as a card on the table; later half of it. Measured."""
    same_outline_mm: float = 20.0
    """Maximum distance of the middles of two outlines that are parts of one card. Measured."""
    approximate_miss_mm: float = 12.0
    """The maximum error if outlines are frames printed on cards, a few mm smaller than these. Measured."""
    min_approximate_cards: int = 4
    """Minimum number of cards that determine such an approximate view. Measured."""
    min_outline_glance: float = 0.15
    """Minimum coarse similarity of an outline to a face, to be aligned with it. Measured."""
    min_outline_similarity: float = 0.45
    """Minimum similarity of an aligned outline to its face. Measured."""
    same_known_px: float = 15.0
    """Maximum distance of the middles of two outlines that are one known card. Measured."""
    known_rounds: int = 2
    """Number of times a known card is aligned again with its face before it determines the view. Measured."""
    min_fit_similarity: float = 0.6
    """Minimum similarity to its face of a card that refines the view. Measured."""

    # 2b. Local features (local_features.py)
    max_face_features: int = 250
    """Maximum number of features of a face; limits the time."""
    compared_features: int = 8
    """Number of the most similar features of faces that are compared for each of a picture. Measured."""
    feature_chunk: int = 256
    """Features of a picture that are compared at once; limits the memory."""
    same_feature_mm: float = 5.0
    """Maximum distance of two features at one place of a card, mm. Measured."""
    max_feature_ratio: float = 0.85
    """Maximum distance of descriptors, share of the next one elsewhere (Lowe: 0.8). Measured."""
    min_feature_votes: int = 8
    """Minimum number of features that agree on a card; a homography has 4. Measured."""
    same_vote_share: float = 0.35
    """Maximum distance of two votes for one card's middle, share of its width. Measured."""
    same_vote_log_scale: float = 0.5
    """Maximum difference of two votes' scales (natural logarithm). Measured."""
    same_vote_cos: float = 0.8
    """Minimum cosine of the difference of two votes' turns: 37 degrees, more than a tilt shears. Measured."""
    feature_miss_mm: float = 1.5
    """Maximum error of a feature under the homography, mm. Measured."""
    feature_aspect: tuple[float, float] = (0.4, 1.3)
    """Minimum and maximum width by height of a card seen askew, up to about 55 degrees."""
    max_opposite_ratio: float = 1.5
    """Maximum ratio of opposite sides of a card in a picture. Measured."""

    # 3. Candidates: rectangles of a card's size (rectangles.py)
    turns_deg: tuple[float, ...] = (-6.0, -3.0, 0.0, 3.0, 6.0)
    """Turns of cards against the table's axes that are searched, degrees. Measured."""
    reach_mm: float = 520.0
    """Maximum distance of a card from the table point in the middle of the picture, mm."""
    min_sides_level: int = 77
    """Minimum edge strength of a rectangle's sides, of 255: a share of 0.3. Measured."""
    max_compared: int = 1000
    """Maximum number of rectangles that are compared with each other; limits the time."""
    max_candidates: int = 100
    """Maximum number of candidates that are returned; limits the time."""
    grown_share: float = 0.1
    """A card enlarged by this share at each side has no other candidate's middle on it. Measured."""
    evened_window_px: int = 25
    """Width of the window, mm = px from above, whose mean edge strength counts as 1. Measured."""
    evened_times: float = 1.5
    """Edge strength that counts as full, multiple of the mean in the window. Measured."""
    evened_floor_grey: float = 12.0
    """Added to it, so that noise is no edge, grey levels. Measured."""
    edge_direction_ratio: float = 1.5
    """Minimum ratio of an edge's gradients across and along it. Measured."""
    straight_side_share: float = 0.86
    """Share of a card's side between its round corners that is straight. Measured."""
    same_rectangle_mm: float = 3.5
    """Maximum distance of two rectangles that are one candidate, in x and in y. Measured."""
    same_card_mm: float = 8.0
    """Maximum distance of the middles of two poses that are one card. Measured."""
    same_turn_sin: float = 0.5
    """Maximum sine of the angle between two cards that lie parallel: 30 degrees."""

    # 4. Faces made comparable (faces.py)
    face_px_per_mm: int = 2
    """Resolution of a face as it is compared in print; half of it block by block. Measured."""
    small_px_per_mm: float = 0.5
    """Resolution of a face for the coarse match. Measured."""
    blocks: tuple[int, int] = (9, 11)
    """Blocks across and down a card for the fine match: about 7 x 8 mm each. Measured."""
    small_blocks: tuple[int, int] = (4, 4)
    """Blocks across and down a card for the coarse match. Measured."""
    chroma_weight: float = 3.0
    """Weight of colour against lightness in a block: similar cards often differ in nothing else. Measured."""
    flat_grey: float = 4.0
    """Noise of a block, grey levels (root mean square), added to its length. Measured."""
    shading_mm: float = 10.0
    """Width of the window whose mean and spread are removed before alignment. Measured."""
    shading_floor_grey: float = 10.0
    """Added to that spread, grey levels, so that noise is not amplified. Measured."""

    # 5. Alignment of a card with a face (card_patches.py)
    align_rounds: int = 3
    """Maximum number of steps at each of two sizes. Measured."""
    align_still: float = 0.004
    """Step at which the alignment ends, half cards: 0.13 mm. Measured."""
    shift_stiffness: float = 0.002
    """Weight against shifts, share of all gradients (ridge regression). Measured."""
    shape_stiffness: float = 0.03
    """Weight against growing and shearing, share of all gradients. Measured."""
    max_align_step: float = 0.2
    """Maximum step, half cards. Measured."""
    min_agreement: float = 0.25
    """Minimum local correlation of a card and a face; below it something else covers the card. Measured."""
    covered_weight: float = 0.02
    """Weight of covered places in the alignment, so that a covered card still has a solution. Measured."""

    # 6. Coarse and fine match (card_classifier.py)
    min_aligned_glance: float = 0.35
    """Minimum coarse similarity after a coarse alignment; below it a candidate is dropped. Measured."""
    good_glance: float = 0.75
    """Coarse similarity above which a candidate needs no coarse alignment; saves time. Measured."""
    good_similarity: float = 0.7
    """Similarity below which a card is aligned again with its most similar face. Measured."""
    twin_lead: float = 0.12
    """Difference in similarity below which a card is aligned with the second face, too. Measured."""
    block_sigma: float = 0.15
    """Standard deviation of a block's correlation by chance. Measured."""
    shown_correlation: tuple[float, float] = (0.2, 0.5)
    """Correlations at which a block starts to count, and counts fully, as showing either face. Measured."""
    foreign_correlation_share: float = 0.3
    """A block shows something else below this share of the highest possible correlation. Measured."""

    # 7. Decision for each candidate (read_cards.py)
    min_glance: float = 0.3
    """Minimum coarse similarity of a candidate to a face, to be aligned. Measured."""
    min_glance_with_lead: float = 0.18
    """The same if no other face is as similar. Measured."""
    min_glance_lead: float = 0.08
    """Minimum difference to every other face for that. Measured."""
    candidate_rounds: int = 3
    """Number of times the next candidate of a place is tried if none was certain. Measured."""
    min_lead_sigmas: float = 4.5
    """Minimum lead of a face over every other, standard deviations (1 in 300 000). Measured."""
    min_similarity: float = 0.55
    """Minimum mean correlation of the blocks of a card. Measured."""
    max_foreign_share: float = 0.2
    """Maximum share of its blocks that show something else. Measured."""
    obstructed_lead_sigmas: float = 14.0
    """Minimum lead of a card partly under unknown things, in glare or in the dark. Measured."""
    obstructed_similarity: float = 0.47
    """Minimum similarity of such a card. Measured: right names have 0.49, one of a like frame had 0.44."""
    obstructed_foreign_share: float = 0.33
    """Maximum foreign share of such a card. Measured: right names have 0.32, the wrong one had 0.34."""
    max_print_share: float = 0.03
    """Share of blocks, and of places of fine print, that differ; above both a card is unknown. Measured."""
    same_print_times: float = 2.0
    """Multiple of it for a card that was there in the picture before. Measured."""
    min_blocks: int = 13
    """Minimum number of visible blocks of a card, of 99. Measured."""
    min_unknown_sides_share: float = 0.5
    """Minimum share of the sides of an unknown card that are edges. Measured."""
    min_weakest_side_share: float = 0.65
    """The same for the weakest of its four sides: cards have 0.8, places on printed mats 0.5. Measured."""
    max_named_miss_mm: float = 5.0
    """Maximum error of a named card's corners as a card on the table; tops of decks have 2. Measured."""
    max_featured: int = 6
    """Maximum number of outlines without a name that are compared by features; limits the time."""
    side_margin_mm: int = 13
    """Width of the surroundings of a card in which its sides are compared with other edges, mm. Measured."""
    side_reach_px: int = 2
    """Maximum distance of an edge from the side of a card, px = mm. Measured."""
    min_open_share: float = 0.75
    """Minimum share of a candidate that lies under no other card. Measured."""
    beside_mm: float = 3.0
    """Shift of a candidate whose side may be a frame or a neighbour's edge, mm. Measured."""
    max_beside: int = 8
    """Maximum number of candidates that are shifted; limits the time."""
    max_piles: int = 12
    """Maximum number of candidates that are searched for piles; limits the time."""
    pile_shift_mm: float = 12.0
    """Maximum distance of a deck's top from its foot as the camera sees them, mm. Measured."""

    # 8. Fine print (verify_card.py)
    print_window_px: int = 9
    """Side of a compared square, px at 2 px/mm: 4.5 mm. Measured."""
    print_step_px: int = 5
    """Distance between squares, px at 2 px/mm: 2.5 mm. Measured."""
    print_shift_px: int = 2
    """Maximum shift of a square against the face, px: 1 mm. Measured."""
    print_blur_px: float = 0.6
    """Standard deviation of the blur that removes noise. Measured."""
    camera_blurs_px: tuple[float, ...] = (0.0, 0.7, 1.2)
    """Blurs of the face that are tried, to match the camera's. Measured."""
    print_variance: float = 36.0
    """Variance above which a square of a face holds print, grey levels squared. Measured."""
    flat_variance: float = 4.0
    """Variance below which it holds none, grey levels squared. Measured."""
    same_print_correlation: float = 0.8
    """Minimum correlation of a square that shows the face's print. Measured."""
    other_print_share: float = 0.7
    """Share of the 90th percentile of correlations below which print differs. Measured."""
    print_strength: tuple[float, float] = (0.5, 3.0)
    """Minimum and maximum strength of print, share of the expected; else blur or a thing. Measured."""
    paper_grey: tuple[float, float] = (14.0, 30.0)
    """Bounds of the maximum difference of the same paper, grey levels. Measured."""
    paper_spreads: float = 2.5
    """That maximum within the bounds, multiple of the median difference. Measured."""
    min_print_places: int = 20
    """Minimum number of squares with print; with fewer nothing is concluded. Measured."""

    # 9. Zones of the table (layout.py)
    slot_spread_mm: float = 14.0
    """Distance of a card from its slot at which the agreement is 1/e. Measured."""
    battle_weight: float = 0.5
    """Weight of the battle's slots: cards lie less exactly there than in the other zones. Measured."""
    min_slots_score: float = 2.5
    """Minimum sum of agreements that determines where the rows are. Measured."""
    still_slots_share: float = 0.45
    """Minimum mean agreement at which the table has not moved. Measured."""
    attached_mm: float = 50.0
    """Maximum distance of the middles of a card and the one that it is attached to. Measured."""
    max_attached_open_share: float = 0.55
    """Maximum open share of an attached card. Measured."""

    # 10. Changes between two settled tables (table_changes.py)
    same_place_mm: float = 22.0
    """Maximum distance of a card from its place before; tapping and tidying shift it. Measured."""
    covered_mm: float = 62.0
    """Maximum distance of the middles of a card and one laid over it: a card's width, 63 mm, less 1 mm."""

    # 11. Faces learnt from a picture (learn_faces.py)
    min_learnt_width_px: float = 50.0
    """Minimum width of a card in the picture. Measured."""
    learnt_aspect: tuple[float, float] = (0.45, 1.05)
    """Minimum and maximum width by height of a card seen askew; 0.72 from above. Measured."""
    min_learnt_grey: float = 6.0
    """Minimum contrast of a face, grey levels, root mean square; a bare table has less. Measured."""
    printed_grey: float = 5.0
    """Minimum contrast of a printed part of a card, grey levels, root mean square. Measured."""
    min_printed_share: float = 0.6
    """Minimum share of printed parts: drawn cards have 0.9, bare mats 0.5. Measured."""
    least_printed_share: float = 0.1
    """Minimum share of printed parts of a card with much white: an ace has 0.2. Measured."""
    beside_edge_px: float = 4.0
    """Distance from the outline at which a card with much white is compared with what lies around it, px."""
    edge_grey: float = 15.0
    """Minimum difference there, grey levels; outlines drawn by a threshold around cards have 0. Measured."""
    parallel_turn: float = 0.25
    """Maximum turn of a place on a mat against the mat, radians; pips of diamonds are turned by 0.9."""
    max_learnt_blur: float = 0.53
    """Maximum `vision.light.quality.blur`: below 0.4 in focus, above illegible. Measured."""
    search_width_px: int = 1280
    """Width to which a picture is reduced before the one card is searched; limits the time."""
    max_lone_area_share: float = 0.9
    """Maximum area of the one card in a picture, share of the picture."""
    max_lone_aspect_times: float = 1.25
    """Maximum width by height of the one card, multiple of its true one. Measured."""
    inner_share: float = 0.6
    """Minimum share of an outline in a larger one that makes it the card's inner frame. Measured."""


PARAMS = FabulaParams()
"""The values in use."""
