"""Search of the board in a picture: from tapped corners, from corner markers, or by tracking.

The printed borders of the board determine the view: samples along every border search for the nearest strong
edge, and the camera is fitted to all of them at once (Harris & Stennett, RAPID, 1990).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import cv2
import numpy as np

from companion.errors import ExitCode, VisionError
from vision.arrays import FloatMap, Floats, Picture
from vision.geometry.calibrate import View, refine, view_from_points
from vision.geometry.marker_layout import point_pairs
from vision.geometry.markers import IDS, find_markers
from vision.geometry.orientation import Grounded, upright
from vision.geometry.params import PARAMS

Locate: TypeAlias = Callable[[Picture], View]
"""Finds one board in a BGR picture, (h, w, 3). Raises VisionError."""
Pairs: TypeAlias = tuple[Floats, Floats]
"""Points of a board, (n, 3) mm, and their pixels, (n, 2)."""


class Printed(Protocol):
    """A board with printed lines, which are visible in every picture."""

    @property
    def lines(self) -> tuple[Floats, Floats]:
        """Points on the printed lines, (n, 3), and their unit normals, (n, 3), in board mm."""


class Cornered(Printed, Grounded, Protocol):
    """A board that is found by markers at its corners or by a learnt picture of it."""

    @property
    def corners_mm(self) -> Floats:
        """Outer corners clockwise from the top left, (4, 3), in board mm."""


class Tappable(Printed, Grounded, Protocol):
    """A board that a person can point out by tapping."""

    @property
    def taps_mm(self) -> Floats:
        """Four or more points to tap, (n, 3), clockwise, in board mm."""

    @property
    def field_mm(self) -> Floats | None:
        """As many points that people may tap instead, (n, 3), in board mm: the corners inside a frame."""


class FindableBoard(Cornered, Tappable, Protocol):
    """A printed board, which can be found in all ways.

    A game without a printed board provides its own `Locate`.
    """


def check_corners(corners_px: Floats, size_px: tuple[int, int]) -> None:
    """Raise VisionError `bad_corners` unless the corners, (n, 2), are a clockwise convex polygon."""
    text = " ".join(f"{x:g},{y:g}" for x, y in corners_px)
    off = np.abs(corners_px - np.array(size_px) / 2) / size_px
    corners_px = np.where(off < PARAMS.max_corner_offset, corners_px, 0.0)  # also replaces NaN
    sides = np.roll(corners_px, -1, 0) - corners_px
    nexts = np.roll(sides, -1, 0)
    turns = sides[:, 0] * nexts[:, 1] - sides[:, 1] * nexts[:, 0]
    if not (off < PARAMS.max_corner_offset).all():
        problem = "they lie far outside the picture"
    elif (turns < 0).all():
        problem = "they run counter-clockwise"
    elif not (turns > 0).all():
        problem = "they are no convex outline"
    elif cv2.contourArea(corners_px.astype(np.float32)) < 0.02 * size_px[0] * size_px[1]:
        problem = "they enclose less than 2 % of the picture"
    else:
        return
    error = VisionError(
        "bad_corners",
        f"corners {text}: expected the board's corners clockwise from its own top left, but {problem}; "
        "tap them again in that order",
        corners=text,
    )
    error.exit_code = ExitCode.WRONG_INPUT
    raise error


def from_taps(board: Tappable, picture: Picture, taps_px: Floats) -> View:
    """Return the view from taps on the board's `taps_mm` or `field_mm`, (n, 2) px, accurate to about 6 px.

    The taps are those of the field if its print fits better then, else those of `taps_mm`. Reorders taps that
    do not begin at the board's own top left. Raises VisionError.
    """
    check_corners(taps_px, _size_px(picture))
    points_mm, field_mm = board.taps_mm, board.field_mm
    if field_mm is not None:
        frame, field = (_tapped_contrast(board, picture, each, taps_px) for each in (points_mm, field_mm))
        if field > max(PARAMS.min_line_contrast, PARAMS.field_contrast * frame):
            points_mm = field_mm
    turns = _turns(board, picture, points_mm, taps_px)
    pairs = [(points_mm, np.roll(taps_px, turn, 0)) for turn in turns]
    return _best_turn(board, picture, pairs, PARAMS.tap_reach_px, "inside the corners given")


def tapped_part(board: Tappable, view: View, taps_px: Floats) -> Literal["frame", "field"] | None:
    """Return which points of a board in this view lie nearer to the taps, (n, 2) px; None if neither."""
    assert board.field_mm is not None
    frame_px, field_px = view.project(board.taps_mm), view.project(board.field_mm)
    turned = [np.roll(taps_px, turn, 0) for turn in range(len(taps_px))]
    to_frame, to_field = (min(_apart_px(taps, each) for taps in turned) for each in (frame_px, field_px))
    apart_px = _apart_px(frame_px, field_px)
    if abs(to_frame - to_field) < PARAMS.min_nearer_share * apart_px:
        return None
    return "frame" if to_frame < to_field else "field"


def from_markers(board: Cornered, picture: Picture, found: Mapping[int, Floats] | None = None) -> View:
    """Return the view from the corner markers; at least three must be visible. Raises VisionError.

    `found` is the result of `find_markers`, if it is already known. The cards may be turned or printed at
    another size, but must lie in their order around the board.
    """
    found = find_markers(picture) if found is None else found
    if len(found) < PARAMS.min_markers:
        raise no_board(
            f"{len(found)} of its four corner markers are in view, at least {PARAMS.min_markers} expected"
        )
    points, points_px = point_pairs(found, board.corners_mm)
    homography, _ = cv2.findHomography(points[:, :2], points_px)
    corners_px = cv2.perspectiveTransform(board.corners_mm[None, :, :2], homography)[0]
    turns = _turns(board, picture, board.corners_mm, corners_px)
    numbered = [{(card + turn) % len(IDS): square for card, square in found.items()} for turn in turns]
    pairs = [point_pairs(cards, board.corners_mm) for cards in numbered]
    return _best_turn(board, picture, pairs, PARAMS.tap_reach_px[1:], "between the markers")


def soft_lab(picture: Picture) -> FloatMap:
    """Convert a BGR picture, (h, w, 3), to blurred Lab, in which edges are measured."""
    return cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), 1.2).astype(np.float32)


def align(board: Printed, soft: FloatMap, view: View, reach_px: tuple[int, ...]) -> View:
    """Refine a view until the board's printed lines lie on edges of a picture from `soft_lab`.

    `reach_px` holds the search distance of each round, in pixels. Rounds before the last two take some of the
    points: they need not be exact.
    """
    for left, reach in enumerate(reach_px, -len(reach_px)):
        step = PARAMS.point_step if left < -2 else 1
        points, normals = (each[::step] for each in board.lines)
        at, along = _line_pixels(view, points, normals)
        strength = _edge_strength(soft, at, along, reach)
        offsets = np.arange(-reach, reach + 1)
        nearby = strength * np.exp(-0.5 * (offsets / (0.8 * reach)) ** 2)
        peak = nearby.argmax(1)
        clear = nearby.max(1) > np.percentile(nearby.max(1), 25)
        if not clear.any():
            break
        found = at + (peak - reach)[:, None] * along
        view = refine(view, points[clear], found[clear], along[clear], rounds=5, scale_px=1.5)
    return view


def best_lens(board: Printed, picture: Picture, pairs: Pairs, reach_px: tuple[int, ...], where: str) -> View:
    """Return the view with the lens whose borders stand out best, near point pairs (n, 3) mm, (n, 2) px.

    Other lenses than the standard one must be clearly better and fit the pairs. Raises VisionError
    `no_board`.
    """
    soft = soft_lab(picture)
    best: tuple[float, View] | None = None
    for lens in PARAMS.lenses:
        try:
            view = view_from_points(*pairs, _size_px(picture), lens)
            view = align(board, soft, view, PARAMS.other_lens_reach_px if best else reach_px)
        except (ValueError, cv2.error):  # the points have no pose with this lens
            continue
        contrast = line_contrast(board, soft, view)
        if best is None or (
            contrast > PARAMS.other_lens_contrast * best[0] and view.plausible and _fits(view, *pairs)
        ):
            best = contrast, view
        if best[0] > PARAMS.sure_line_contrast:
            break
    if best is None:
        raise no_board(f"no camera sees its printed borders {where} in these places")
    return accept(board, soft, best[1], where)


def _fits(view: View, points_mm: Floats, points_px: Floats) -> bool:
    """Return True if most points lie near their pixels; borders may also fit other edges by chance."""
    miss_px = np.linalg.norm(view.project(points_mm) - points_px, axis=1)
    return bool(np.median(miss_px) < PARAMS.max_miss_share * view.size_px[0])


def line_contrast(board: Printed, soft: FloatMap, view: View) -> float:
    """Return the ratio of the edge strength on the board's lines to that 5 to 8 px beside them."""
    return _contrast(_edge_strength(soft, *_line_pixels(view, *board.lines), 8))


def seen_share(board: Printed, soft: FloatMap, view: View) -> float:
    """Return the share 0..1 of the points on the board's lines where a line of that direction is seen.

    Unlike `line_contrast` it is not led by a few strong lines, as the outer edge is that fits every turn.
    """
    at, normals = _line_pixels(view, *board.lines)
    tangents = np.stack([-normals[:, 1], normals[:, 0]], -1)
    across, along = (_edge_strength(soft, at, way, 1).mean(1) for way in (normals, tangents))
    return float((across > PARAMS.min_line_direction * along).mean())


def hidden_part(board: Cornered, picture: Picture, view: View) -> Floats | None:
    """Return the middle, (2,) px, of a board part without visible lines; None without one."""
    points, normals = board.lines
    left_top, right_bottom = board.corners_mm[0, :2], board.corners_mm[2, :2]
    part = (
        ((points[:, :2] - left_top) / (right_bottom - left_top) * PARAMS.parts)
        .astype(int)
        .clip(0, PARAMS.parts - 1)
    )
    strength = _edge_strength(soft_lab(picture), *_line_pixels(view, points, normals), 8)
    for column, row in np.ndindex(PARAMS.parts, PARAMS.parts):
        here = (part == [column, row]).all(1)
        if here.sum() >= PARAMS.min_part_points and _contrast(strength[here]) < PARAMS.min_part_contrast:
            return np.asarray(view.project(points[here].mean(0)[None])[0])
    return None


def accept(board: Printed, soft: FloatMap, view: View, where: str) -> View:
    """Return the view. Raises VisionError `no_board` if the board's lines are no edges in `soft`."""
    contrast = line_contrast(board, soft, view)
    if contrast < PARAMS.min_line_contrast:
        raise no_board(
            f"its printed borders {where} stand out {contrast:.2f}-fold, {PARAMS.min_line_contrast} expected"
        )
    return view


def _apart_px(one_px: Floats, other_px: Floats) -> float:
    """Return the mean distance of points, (n, 2) px each."""
    return float(np.linalg.norm(one_px - other_px, axis=1).mean())


def _tapped_contrast(board: Tappable, picture: Picture, points_mm: Floats, taps_px: Floats) -> float:
    """Return the contrast of the board's lines if the taps are these points, with the standard lens.

    0 if no view fits them.
    """
    if (ordered_px := upright(board, picture, points_mm, taps_px)) is None:
        return 0.0
    soft = soft_lab(picture)
    try:
        view = view_from_points(points_mm, ordered_px, _size_px(picture), PARAMS.lenses[0])
        view = align(board, soft, view, PARAMS.tap_reach_px)
        fits = _fits(view, points_mm, ordered_px)
        return line_contrast(board, soft, view) if fits else 0.0
    except (ValueError, cv2.error):  # the points have no pose
        return 0.0


def _turns(board: Grounded, picture: Picture, corners_mm: Floats, corners_px: Floats) -> Sequence[int]:
    """Return by how many corners, of (n, 2) px, the board may be turned, the likeliest number first.

    Geometry cannot tell, as a perspective fits all turns. Several kinds of ground leave one; raises
    VisionError `no_board` if they do not tell which. A single kind is no evidence and leaves all.
    """
    if len({*board.grounds.values()}) == 1:
        return range(len(corners_px) // board.symmetry)
    if (found := upright(board, picture, corners_mm, corners_px)) is None:
        raise no_board("its print does not fit the corners in the order given, nor clearly in another one")
    every = range(len(corners_px))
    return [next(turn for turn in every if np.array_equal(np.roll(corners_px, turn, 0), found))]


def _best_turn(
    board: Printed, picture: Picture, pairs: Sequence[Pairs], reach_px: tuple[int, ...], where: str
) -> View:
    """Return the view of the first turn if its lines are seen, else of the one whose lines are seen best.

    Raises VisionError `no_board`, also if no turn shows its lines, as only they tell the board.
    """
    if len(pairs) == 1:
        return best_lens(board, picture, pairs[0], reach_px, where)
    soft, best, refused = soft_lab(picture), 0.0, no_board(f"no turn of it fits {where}")
    found: View | None = None
    for number, each in enumerate(pairs):
        try:
            view = best_lens(board, picture, each, reach_px, where)
        except VisionError as error:
            refused = error
            continue
        if (share := seen_share(board, soft, view)) > best:
            best, found = share, view
        if number == 0 and best >= PARAMS.min_seen_share:
            break
    if found is None:
        raise refused
    if best < PARAMS.min_seen_share:
        least = PARAMS.min_seen_share
        raise no_board(f"{best:.0%} of its printed lines are seen {where}, at least {least:.0%} expected")
    return found


def no_board(why: str) -> VisionError:
    """Return the error of a picture in which the board is not found."""
    return VisionError(
        "no_board",
        f"no board in the picture: {why}; check the light, the corners and that the whole board is in view",
        why=why,
    )


def _size_px(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _line_pixels(view: View, points_mm: Floats, normals_mm: Floats) -> tuple[Floats, Floats]:
    at = view.project(points_mm)
    along = view.project(points_mm + normals_mm) - at
    return at, along / np.linalg.norm(along, axis=1, keepdims=True)


def _contrast(strength: Floats) -> float:
    """Return the ratio of the mean edge strength, (n, 17), on lines to that 5 to 8 px beside them."""
    mean = strength.mean(0)
    return float(mean[7:10].mean() / max(mean[[0, 1, 2, 3, 13, 14, 15, 16]].mean(), 1e-6))


def _edge_strength(soft: FloatMap, at: Floats, along: Floats, reach: int) -> Floats:
    """Return the Lab difference at each offset -reach..reach along the normals, (n, 2 reach + 1)."""
    offsets = np.arange(-reach - 1, reach + 2)
    xy = (at[:, None] + offsets[None, :, None] * along[:, None]).astype(np.float32)
    profile = cv2.remap(soft, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.abs(profile[:, 2:] - profile[:, :-2]).sum(-1), dtype=np.float64)
