"""Reader of a duel: takes pictures, returns observations of the cards in each zone, and of hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.base import Space, Table
from companion.table.observation import Observation, Trouble
from vision import hand_detection
from vision.arrays import Floats, Mask, Picture
from vision.base import Outlined, PlacedPiece
from vision.fabula.card_classifier import Scene
from vision.fabula.cards import corners_mm, on_table, pose_of
from vision.fabula.faces import Faces
from vision.fabula.find_table import first_view
from vision.fabula.layout import PlacedCard, offset_mm, place_cards
from vision.fabula.params import PARAMS
from vision.fabula.read_cards import SeenCard, read_cards, refine_view
from vision.fabula.rectangles import Rectangles
from vision.fabula.zone_overlay import UNKNOWN, ZoneOverlay
from vision.geometry.calibrate import View
from vision.light import illumination, quality
from vision.light.change import Comparison, as_before, to_lab
from vision.light.params import PARAMS as LIGHT

STILL = np.eye(3)
"""Homography of a camera that did not move."""


@dataclass(frozen=True, eq=False)
class _Memory:
    """The last picture without trouble: its cards, and the picture at the size for comparison.

    `reference` shows each card as it was when it was read.
    """

    small: Picture
    lab: Picture
    reference: Picture
    cards: tuple[SeenCard, ...]
    observation: Observation


class FabulaReader:
    """Reads one table of cards through one camera.

    `faces` are the known cards. `cards` is the reading of the last picture without trouble, `pieces` the same
    in the form of the other games: a card counts for the zone of a side, such as "near battle".
    """

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._offset: Floats | None = None
        self._memory: _Memory | None = None
        self._scale = 1.0
        self._size_px: tuple[int, ...] = (0, 0)
        self._working_view: View | None = None
        self._motionless_since: tuple[float, Picture] | None = None
        self.cards: tuple[PlacedCard, ...] = ()

    @property
    def plan(self) -> Outlined:
        """Zones and marks of the table."""
        return ZoneOverlay(self._faces.ids)

    @property
    def view(self) -> View | None:
        """View of the table, None until cards determined it."""
        return None if self._working_view is None else self._working_view.scaled(1 / self._scale)

    @property
    def pieces(self) -> Sequence[PlacedPiece]:
        """Cards by zone."""
        return [PlacedPiece(card.id or UNKNOWN, space(card), card.at_mm) for card in self.cards]

    def accept(self, table: Table) -> None:
        """Do nothing: cards are recognised by their faces alone, not by the expected table."""

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture (h, w, 3)."""
        self._scale = min(1.0, float(np.sqrt(PARAMS.max_picture_px / (picture.shape[0] * picture.shape[1]))))
        work = picture
        if self._scale < 1:
            work = np.asarray(
                cv2.resize(picture, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA),
                np.uint8,
            )
        factor = PARAMS.compared_width_px / work.shape[1]
        small = _for_comparison(work, factor)
        before = self._memory
        if before is not None and self._size_px != picture.shape[:2]:
            return Observation(frame, time_s, trouble="board_lost")
        if before is not None and as_before(small, before.small):
            return self._repeated(before, frame, time_s)
        scene = Scene.of(work)
        kept = [] if before is None else _unchanged_cards(small, before, factor)
        cards, view = self._read(scene, before, kept)
        if before is not None and cards:
            over = self._hand_mask(small, before, cards, factor)
            if over.any() and not self._is_static(small, over, time_s):
                return Observation(frame, time_s, trouble="hand", hidden=self._hidden_spaces(over, factor))
        if not cards and before is not None and before.cards:
            return Observation(frame, time_s, trouble="board_lost")
        if not cards and (flaw := _flaw(work)):
            return Observation(frame, time_s, trouble=flaw)
        self._working_view, self._motionless_since, self._size_px = view, None, picture.shape[:2]
        self._offset = offset_mm(cards, self._offset)
        scaled = [card._replace(corners_px=card.corners_px / self._scale) for card in cards]
        self.cards = tuple(place_cards(scaled, self._offset))
        observation = self._observation(frame, time_s, before)
        reference = small if before is None else _reference(small, before, cards, factor)
        self._memory = _Memory(small, to_lab(small), reference, tuple(cards), observation)
        return observation

    def _read(
        self, scene: Scene, before: _Memory | None, kept: Sequence[SeenCard]
    ) -> tuple[list[SeenCard], View | None]:
        """Return the cards in a picture and the view; search the view anew if too few cards are found."""
        view, known = self._working_view, before.cards if before else ()
        unknown = np.array([card.corners_px for card in known if card.id is None]).reshape(-1, 4, 2)
        cards = [] if view is None else self._at(scene, view, known, kept, unknown)
        enough = _certain(cards) >= max(1, PARAMS.min_found_share * _certain(known))
        if view is not None and enough and _shift(known, cards, scene.picture.shape[1]) is not None:
            # while most cards are unchanged the view is, too; refining it again would only let it drift
            return cards, view if len(kept) > 0.5 * len(cards) else refine_view(view, cards)
        elsewhere, view_and_poses = self._first(scene)
        return (
            (elsewhere, view_and_poses)
            if _certain(elsewhere) > _certain(cards) or view is None
            else (cards, view)
        )

    def _first(self, scene: Scene) -> tuple[list[SeenCard], View | None]:
        """Return the cards in a first picture, and the view."""
        view_and_poses = first_view(scene, self._faces)
        if view_and_poses is None:
            return [], None
        view, poses = view_and_poses
        cards = read_cards(scene, view, self._faces, [], poses, None)
        outlines = view.project(on_table(corners_mm(poses)))
        for _ in range(PARAMS.first_rounds):
            view = refine_view(view, cards)
            sure = [card for card in cards if card.id is not None]
            cards = self._at(scene, view, [], sure, outlines)
        return cards, refine_view(view, cards)

    def _at(
        self,
        scene: Scene,
        view: View,
        known: Sequence[SeenCard],
        kept: Sequence[SeenCard],
        outlines_px: Floats,
    ) -> list[SeenCard]:
        """Return the cards in a picture; `outlines_px` (n, 4, 2) are places of cards at any turn."""
        height, width = scene.picture.shape[:2]
        middle = view.to_board(np.array([width / 2, height / 2]))
        left = [card for card in known if card.id and not any(card is one for one in kept)]
        poses = np.array([view_pose(view, card) for card in left]).reshape(-1, 3)
        found = Rectangles(scene.grey, view, middle, outlines_px)
        return read_cards(scene, view, self._faces, kept, poses, found, [card.id for card in left if card.id])

    def _repeated(self, before: _Memory, frame: str, time_s: float) -> Observation:
        seen = before.observation
        return Observation(frame, time_s, seen.table, frozenset(), seen.confidence)

    def _observation(self, frame: str, time_s: float, before: _Memory | None) -> Observation:
        table: dict[Space, Counter[str]] = defaultdict(Counter)
        for card in self.cards:
            table[space(card)][card.id or UNKNOWN] += 1
        counted: Table = {place: dict(kinds) for place, kinds in table.items()}
        confidence = {place: 0.5 for place, kinds in counted.items() if UNKNOWN in kinds}
        last = before.observation.table if before else {}
        changed = frozenset(
            place for place in {*counted, *last} if counted.get(place) != last.get(place) or not before
        )
        return Observation(frame, time_s, counted, changed, confidence)

    def _hand_mask(self, small: Picture, before: _Memory, cards: Sequence[SeenCard], factor: float) -> Mask:
        """Return the mask (h, w) of hands: changed parts that reach the picture's edge and are no card.

        Nothing in a picture from elsewhere, such as a photograph taken by hand: all of it differs.
        """
        everywhere = np.ones(small.shape[:2], bool)
        moved = _shift(before.cards, cards, small.shape[1] / factor)
        if moved is None:
            return ~everywhere
        then, lab, seen = before.small, before.lab, everywhere
        if moved is not STILL:
            scale = np.diag([factor, factor, 1.0])
            homography = scale @ moved @ np.linalg.inv(scale)
            then, lab = (illumination.warped(kept, homography) for kept in (then, lab))
            seen = illumination.warped(np.full_like(small, 255), homography, 0)[..., 0] == 255
        light_changed = False
        if abs(float(np.median(small)) - float(np.median(then))) > PARAMS.relit_grey:
            small, lamp = illumination.relight(small, then, everywhere)
            light_changed = lamp.other
        same = Comparison(to_lab(small), lab)
        changed = same.changed().reshape(small.shape[:2])
        if light_changed:
            changed = same.without_shadows(changed)
        explained = np.zeros(small.shape[:2], np.uint8)
        for card in (card for card in cards if card.id is not None):
            corners = np.rint(card.corners_px * factor).astype(np.int32)
            cv2.fillConvexPoly(explained, corners, 1)
            cv2.polylines(explained, [corners], True, 1, 2 * PARAMS.card_margin_px)
        changed &= (explained == 0) & seen
        parts = hand_detection.large_parts(changed, seen)
        return hand_detection.reaching_in(parts, np.zeros_like(changed), everywhere, light_changed)

    def _is_static(self, small: Picture, over: Mask, time_s: float) -> bool:
        """Return true if a mask (h, w) is a thing, not a hand: motionless for longer than hands are."""
        seen = self._motionless_since
        if seen is not None and np.abs(cv2.absdiff(small, seen[1])[over]).mean() < PARAMS.hand_rest_grey:
            return time_s - seen[0] >= PARAMS.hand_rest_s
        self._motionless_since = time_s, small
        return False

    def _hidden_spaces(self, over: Mask, factor: float) -> frozenset[Space]:
        """Return the zones with a card whose middle is covered by the mask (h, w)."""
        hidden = set()
        for card in self.cards:
            x, y = np.rint(card.corners_px.mean(0) * self._scale * factor).astype(int)
            inside = 0 <= y < over.shape[0] and 0 <= x < over.shape[1]
            if inside and over[y, x]:
                hidden.add(space(card))
        return frozenset(hidden)


def space(card: PlacedCard) -> Space:
    """Return the space of a card in an observation: its side and zone."""
    return f"{card.side} {card.zone}"


def view_pose(view: View, card: SeenCard) -> Floats:
    """Return the pose (3,) of a card in the present view."""
    return pose_of(view.to_board(card.corners_px))


def _unchanged_cards(small: Picture, before: _Memory, factor: float) -> list[SeenCard]:
    """Return the cards that look as they did when they were read; they need no reading."""
    blue, green, red = cv2.split(cv2.boxFilter(cv2.absdiff(small, before.reference), -1, (5, 5)))
    levels = np.asarray(cv2.max(cv2.max(blue, green), red))
    labels = _labels(before.cards, small.shape[:2], factor)
    changed = np.bincount(labels[levels >= LIGHT.idle_levels], minlength=256)[1 : len(before.cards) + 1]
    return [card for card, pixels in zip(before.cards, changed, strict=True) if card.id and not pixels]


def _reference(small: Picture, before: _Memory, cards: Sequence[SeenCard], factor: float) -> Picture:
    """Return the picture of each card at the time when it was read: now, or before if it is unchanged."""
    pictures = small.copy()
    old = [any(card is other for other in before.cards) for card in cards]
    still = np.array([False, *old])[_labels(cards, small.shape[:2], factor)]
    np.copyto(pictures, before.reference, where=still[..., None])
    return pictures


def _labels(cards: Sequence[SeenCard], shape: tuple[int, ...], factor: float) -> Picture:
    """Return the number of the card at each pixel, from 1, (h, w); 0 for none."""
    labels = np.zeros(shape, np.uint8)
    for number, card in reversed(list(enumerate(cards[:254], 1))):
        cv2.fillConvexPoly(labels, np.rint(card.corners_px * factor).astype(np.int32), number)
    return labels


def _certain(cards: Sequence[SeenCard]) -> int:
    return sum(card.id is not None for card in cards)


def _camera_homography(then: Sequence[SeenCard], now: Sequence[SeenCard]) -> Floats | None:
    """Return the homography (3, 3) from the picture before to this one, None if the camera did not move."""
    pairs = []
    for card in then:
        same = [other for other in now if other.id == card.id is not None]
        if same:
            near = min(same, key=lambda other: float(np.abs(other.corners_px - card.corners_px).max()))
            pairs.append((card.corners_px, near.corners_px))
    if len(pairs) < 4:
        return None
    before, after = (np.concatenate(each) for each in zip(*pairs, strict=True))
    if np.median(np.linalg.norm(after - before, axis=1)) < PARAMS.camera_moved_px:
        return None
    found, _ = cv2.findHomography(before, after, cv2.RANSAC, PARAMS.homography_miss_px)
    return None if found is None else np.asarray(found, np.float64)


def _shift(then: Sequence[SeenCard], now: Sequence[SeenCard], width_px: float) -> Floats | None:
    """Return the homography (3, 3) by which a bump moved the camera, `STILL` without one.

    None if the two pictures, `width_px` wide, were taken from different places, or show different cards.
    """
    before, after = (np.array([card.corners_px for card in each]).reshape(-1, 4, 2) for each in (then, now))
    found = _camera_homography(then, now)
    moved = STILL if found is None else found
    warped = cv2.perspectiveTransform(before.reshape(1, -1, 2), moved).reshape(-1, 4, 2) if then else before
    apart_px = np.abs(warped[:, None] - after[None]).max((2, 3), initial=0)
    stayed = (apart_px < PARAMS.homography_miss_px).any(1)
    if not stayed.any() or stayed.mean() < PARAMS.min_stayed_share:
        return None
    shift_px = float(np.median(np.linalg.norm(warped - before, axis=2)))
    return moved if shift_px <= PARAMS.max_bump_share * width_px else None


def _for_comparison(work: Picture, factor: float) -> Picture:
    """Return a picture for the comparison with the next: small and blurred, so that noise is no change."""
    small = cv2.resize(work, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), PARAMS.compared_blur_px), np.uint8)


def _flaw(picture: Picture) -> Trouble | None:
    found = {each.flaw for each in quality.findings(picture)}
    return "dark" if "dark" in found else "blurred" if "blurred" in found else None
