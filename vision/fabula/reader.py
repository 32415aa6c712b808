"""From pictures of a duel to observations: where the table lies, its cards, and hands over it."""

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
from vision.fabula.cards import pose_of
from vision.fabula.faces import Faces
from vision.fabula.finding import first_view
from vision.fabula.layout import PlacedCard, offset_mm, placed
from vision.fabula.reading import SeenCard, fitted, read
from vision.fabula.rectangles import Rectangles
from vision.fabula.zone_overlay import UNKNOWN, FabulaPlan
from vision.geometry.calibrate import View
from vision.light import illumination, quality
from vision.light.change import Comparison, as_before, to_lab
from vision.light.params import PARAMS as LIGHT

MOST_PIXELS = 1_300_000
"""Larger pictures are made smaller: a card is then still some 100 pixels wide."""
COMPARED_WIDTH_PX, SOFT_PX = 640, 1.5
SAME_GREY = 2.0
MARGIN_PX = 5
"""So much around a card changes with it, its shadow among it."""
FOUND_AGAIN = 0.6
"""When fewer of the cards before lie where they lay, the camera may have moved."""
FIRST_LOOKS = 2
MOSTLY = 0.5
"""When more of the cards are those of the picture before, so is the view."""
RESTS_S, RESTS_GREY = 5.0, 3.0
"""What lies over the picture's edge for so long, and changes less on average, is a thing."""


@dataclass(frozen=True, eq=False)
class _Memory:
    """The last picture that was understood: its cards, and how it looked, compared at 640 pixels; and how
    each card looked when it was read.
    """

    small: Picture
    lab: Picture
    when_read: Picture
    cards: tuple[SeenCard, ...]
    observation: Observation


class FabulaReader:
    """Reads one table of cards through one camera.

    `faces` are the cards that are known. `cards` is the best reading of the last picture without trouble,
    `pieces` the same as other games tell it: a card counts for the zone of a side, such as "near battle".
    """

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._offset: Floats | None = None
        self._memory: _Memory | None = None
        self._scale = 1.0
        self._size_px: tuple[int, ...] = (0, 0)
        self._working_view: View | None = None
        self._hand_seen: tuple[float, Picture] | None = None
        self.cards: tuple[PlacedCard, ...] = ()

    @property
    def plan(self) -> Outlined:
        """What the table looks like: its cards."""
        return FabulaPlan(self._faces.ids)

    @property
    def view(self) -> View | None:
        """Where the camera stands, None until cards told it."""
        return None if self._working_view is None else self._working_view.scaled(1 / self._scale)

    @property
    def pieces(self) -> Sequence[PlacedPiece]:
        """The cards by zone."""
        return [PlacedPiece(card.id or UNKNOWN, space(card), card.at_mm) for card in self.cards]

    def accept(self, table: Table) -> None:
        """What should lie there tells nothing about pictures: cards are told by their faces alone."""

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3)."""
        self._scale = min(1.0, float(np.sqrt(MOST_PIXELS / (picture.shape[0] * picture.shape[1]))))
        work = picture
        if self._scale < 1:
            work = np.asarray(
                cv2.resize(picture, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA),
                np.uint8,
            )
        factor = COMPARED_WIDTH_PX / work.shape[1]
        small = _compared(work, factor)
        before = self._memory
        if before is not None and self._size_px != picture.shape[:2]:
            return Observation(frame, time_s, trouble="board_lost")
        if before is not None and as_before(small, before.small):
            return self._again(before, frame, time_s)
        scene = Scene.of(work)
        kept = [] if before is None else _unchanged(small, before, factor)
        cards, view = self._read(scene, before, kept)
        if before is not None and cards:
            over = self._hand(small, before, cards, factor)
            if over.any() and not self._rests(small, over, time_s):
                return Observation(frame, time_s, trouble="hand", hidden=self._under(over, factor))
        if not cards and before is not None and before.cards:
            return Observation(frame, time_s, trouble="board_lost")
        if not cards and (flaw := _flaw(work)):
            return Observation(frame, time_s, trouble=flaw)
        self._working_view, self._hand_seen, self._size_px = view, None, picture.shape[:2]
        self._offset = offset_mm(cards, self._offset)
        scaled = [card._replace(corners_px=card.corners_px / self._scale) for card in cards]
        self.cards = tuple(placed(scaled, self._offset))
        observation = self._observation(frame, time_s, before)
        when_read = small if before is None else _when_read(small, before, cards, factor)
        self._memory = _Memory(small, to_lab(small), when_read, tuple(cards), observation)
        return observation

    def _read(
        self, scene: Scene, before: _Memory | None, kept: Sequence[SeenCard]
    ) -> tuple[list[SeenCard], View | None]:
        """The cards in a picture, and the view that they tell: that of the pictures before, while as many
        cards lie there as then.
        """
        view, known = self._working_view, before.cards if before else ()
        cards = [] if view is None else self._at(scene, view, known, kept)
        if view is not None and _certain(cards) >= max(1, FOUND_AGAIN * _certain(known)):
            return cards, view if len(kept) > MOSTLY * len(cards) else fitted(view, cards)
        elsewhere, told = self._first(scene)
        return (elsewhere, told) if _certain(elsewhere) > _certain(cards) or view is None else (cards, view)

    def _first(self, scene: Scene) -> tuple[list[SeenCard], View | None]:
        """The cards in a picture of which nothing is known."""
        told = first_view(scene, self._faces)
        if told is None:
            return [], None
        view, poses = told
        cards = read(scene, view, self._faces, [], poses, None)
        for _ in range(FIRST_LOOKS):
            view = fitted(view, cards)
            sure = [card for card in cards if card.id is not None]
            cards = self._at(scene, view, [], sure)
        return cards, fitted(view, cards)

    def _at(
        self, scene: Scene, view: View, known: Sequence[SeenCard], kept: Sequence[SeenCard]
    ) -> list[SeenCard]:
        height, width = scene.picture.shape[:2]
        middle = view.to_board(np.array([width / 2, height / 2]))
        left = [card for card in known if card.id and not any(card is one for one in kept)]
        poses = np.array([view_pose(view, card) for card in left]).reshape(-1, 3)
        found = Rectangles(scene.grey, view, middle)
        return read(scene, view, self._faces, kept, poses, found, [card.id for card in left if card.id])

    def _again(self, before: _Memory, frame: str, time_s: float) -> Observation:
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

    def _hand(self, small: Picture, before: _Memory, cards: Sequence[SeenCard], factor: float) -> Mask:
        """Where a hand reaches in over the picture's edge: what changed and is no card now; (h, w),
        compared.
        """
        then, lab = before.small, before.lab
        moved = _moved(before.cards, cards)
        if moved is not None:
            scale = np.diag([factor, factor, 1.0])
            homography = scale @ moved @ np.linalg.inv(scale)
            then, lab = (illumination.warped(kept, homography) for kept in (then, lab))
        everywhere = np.ones(small.shape[:2], bool)
        light_changed = False
        if abs(float(np.median(small)) - float(np.median(then))) > SAME_GREY:
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
            cv2.polylines(explained, [corners], True, 1, 2 * MARGIN_PX)
        changed &= explained == 0
        parts = hand_detection.large_parts(changed)
        return hand_detection.reaching_in(parts, np.zeros_like(changed), everywhere, light_changed)

    def _rests(self, small: Picture, over: Mask, time_s: float) -> bool:
        """Whether what reaches in, (h, w), is no hand: it has not moved at all for longer than hands rest."""
        seen = self._hand_seen
        if seen is not None and np.abs(cv2.absdiff(small, seen[1])[over]).mean() < RESTS_GREY:
            return time_s - seen[0] >= RESTS_S
        self._hand_seen = time_s, small
        return False

    def _under(self, over: Mask, factor: float) -> frozenset[Space]:
        """The zones of cards that a hand covers, (h, w)."""
        hidden = set()
        for card in self.cards:
            x, y = np.rint(card.corners_px.mean(0) * self._scale * factor).astype(int)
            inside = 0 <= y < over.shape[0] and 0 <= x < over.shape[1]
            if inside and over[y, x]:
                hidden.add(space(card))
        return frozenset(hidden)


def space(card: PlacedCard) -> Space:
    """What a card counts for."""
    return f"{card.side} {card.zone}"


def view_pose(view: View, card: SeenCard) -> Floats:
    """Where a card lies as a view of now shows it."""
    return pose_of(view.to_board(card.corners_px))


def _unchanged(small: Picture, before: _Memory, factor: float) -> list[SeenCard]:
    """The cards that look as they did when they were read, and so are what they were."""
    levels = cv2.boxFilter(cv2.absdiff(small, before.when_read), -1, (5, 5)).max(2)
    labels = _labels(before.cards, small.shape[:2], factor)
    changed = np.bincount(labels[levels >= LIGHT.idle_levels], minlength=256)[1 : len(before.cards) + 1]
    return [card for card, pixels in zip(before.cards, changed, strict=True) if card.id and not pixels]


def _when_read(small: Picture, before: _Memory, cards: Sequence[SeenCard], factor: float) -> Picture:
    """How cards looked when they were read, which was now, or before where they are the same."""
    looks = small.copy()
    old = [any(card is other for other in before.cards) for card in cards]
    still = np.array([False, *old])[_labels(cards, small.shape[:2], factor)]
    looks[still] = before.when_read[still]
    return looks


def _labels(cards: Sequence[SeenCard], shape: tuple[int, ...], factor: float) -> Picture:
    """The number of the card that is seen in each place, from 1, (h, w); 0 where none is."""
    labels = np.zeros(shape, np.uint8)
    for number, card in reversed(list(enumerate(cards[:254], 1))):
        cv2.fillConvexPoly(labels, np.rint(card.corners_px * factor).astype(np.int32), number)
    return labels


def _certain(cards: Sequence[SeenCard]) -> int:
    return sum(card.id is not None for card in cards)


def _moved(then: Sequence[SeenCard], now: Sequence[SeenCard]) -> Floats | None:
    """The homography (3, 3) from the picture before to this one, when the camera moved between them."""
    pairs = []
    for card in then:
        same = [other for other in now if other.id == card.id is not None]
        if same:
            near = min(same, key=lambda other: float(np.abs(other.corners_px - card.corners_px).max()))
            pairs.append((card.corners_px, near.corners_px))
    if len(pairs) < 4:
        return None
    before, after = (np.concatenate(each) for each in zip(*pairs, strict=True))
    if np.median(np.linalg.norm(after - before, axis=1)) < 1.5:
        return None
    found, _ = cv2.findHomography(before, after, cv2.RANSAC, 4.0)
    return None if found is None else np.asarray(found, np.float64)


def _compared(work: Picture, factor: float) -> Picture:
    """A picture as it is compared with the next: small, and so soft that noise is no change."""
    small = cv2.resize(work, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), SOFT_PX), np.uint8)


def _flaw(picture: Picture) -> Trouble | None:
    found = {each.flaw for each in quality.findings(picture)}
    return "dark" if "dark" in found else "blurred" if "blurred" in found else None
