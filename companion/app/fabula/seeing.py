"""Camera support of Fábula: reader before and during a duel, and the simulated table."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from math import hypot

import cv2
import numpy as np

from companion.app.camera_game import Seeing, SetupProblem, SetupReading, SimulatedGame
from companion.app.fabula.hands import drawn_cards
from companion.app.fabula.own_cards import TEACHING, own_cards
from companion.app.fabula.players import DuelPlayers
from companion.games.base import Sentence, Space, Table
from companion.games.fabula.catalogue import sample
from companion.i18n import system_language
from companion.session.fabula import own_decks, words
from companion.session.fabula.difference import TAPPED, UNDER, UNKNOWN
from companion.settings import settings
from companion.simulation.player import PAUSE
from companion.table.observation import Observation
from vision.base import Outlined, PlacedPiece
from vision.cameras.sources import Camera, Picture
from vision.fabula.card_overlay import CardOverlay
from vision.fabula.faces import Faces
from vision.fabula.layout import PlacedCard
from vision.fabula.params import PARAMS
from vision.fabula.reader import FabulaReader, space
from vision.fabula.simulated import SimulatedFabulaTable
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.light.change import as_before
from vision.simulated import SimulatedCamera

_SMALL_PX = (320, 240)


class DuelReader(FabulaReader):
    """A reader that also marks tapped cards in battle zones, as the session counts them."""

    _over: Picture | None = None
    _lay: Sequence[PlacedCard] = ()

    def __init__(self, faces: Faces, names: Mapping[str, str]) -> None:
        super().__init__(faces)
        self._names = names

    @property
    def plan(self) -> Outlined:
        """Outlines of the named cards; if none are known, the expected zones of both players."""
        if self.view is None or not self.cards:
            return super().plan
        return CardOverlay(self.cards, self.view, self._names)

    @property
    def pieces(self) -> Sequence[PlacedPiece]:
        """The cards at the positions seen by the camera."""
        plan = self.plan
        return plan.pieces if isinstance(plan, CardOverlay) else ()

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3).

        A resting hand does not count as occlusion, so all is read again.
        """
        seen = super().look(frame, time_s, picture)
        if seen.trouble == "hand":
            small = np.asarray(cv2.resize(picture, _SMALL_PX, interpolation=cv2.INTER_AREA), np.uint8)
            if self._over is not None and as_before(small, self._over):
                self._memory = None
                seen = super().look(frame, time_s, picture)
            self._over = small
        if seen.trouble:
            return seen
        self._lay = recognised(self.cards, self._lay)
        return replace(seen, table=table_of(self._lay))


def recognised(cards: Sequence[PlacedCard], before: Sequence[PlacedCard]) -> list[PlacedCard]:
    """Name each unrecognised card after the card previously there, if that is not elsewhere.

    A turned card is lit differently, and its neighbours then cover a different part of it.
    """
    moved = Counter(card.id for card in before if card.id)
    moved.subtract(card.id for card in cards if card.id)
    found = list(cards)
    pairs = sorted(
        (hypot(card.at_mm[0] - old.at_mm[0], card.at_mm[1] - old.at_mm[1]), number, at)
        for number, card in enumerate(cards)
        if card.id is None
        for at, old in enumerate(before)
        if old.id and (old.side, old.zone) == (card.side, card.zone)
    )
    taken: set[int] = set()
    for away_mm, number, at in pairs:
        name = before[at].id
        free = found[number].id is None and at not in taken
        if away_mm < PARAMS.same_place_mm and name is not None and free and moved[name] > 0:
            found[number] = found[number]._replace(id=name)
            taken.add(at)
            moved[name] -= 1
    return found


def table_of(cards: Sequence[PlacedCard]) -> Table:
    """Convert cards to the session's counts: in battle zones tapped cards and covered cards."""
    table: dict[Space, Counter[str]] = defaultdict(Counter)
    for card in cards:
        name = card.id or UNKNOWN
        if card.zone == "battle":
            host = None if card.under is None else cards[card.under].id
            name += (UNDER + host if host else "") + TAPPED * card.tapped
        table[space(card)][name] += 1
    return {place: dict(kinds) for place, kinds in table.items()}


def new_reader(find: Locate, printed: bool) -> Callable[[Table | None], DuelReader]:
    """Return a function that makes readers of the last learnt cards.

    With `printed`, of the sample set.
    """
    known = drawn_cards() if printed else own_cards()
    names = names_of(known.ids, shown_language())
    return lambda _: DuelReader(known, names)


def names_of(ids: Sequence[str], language: str) -> Mapping[str, str]:
    """Names of cards in a language: of the sample set and of the user's own decks."""
    cards = {**sample(), **own_decks.all_cards()}
    return {id_: words.card_name(id_, cards.get(id_), language) for id_ in ids}


def shown_language() -> str:
    """The language of the settings, otherwise of the computer."""
    chosen = settings.load().language
    return system_language() if chosen == "auto" else chosen


def read_setup(picture: Picture, view: View, printed: bool) -> SetupReading | None:
    """Return None: a duel can begin with any cards on the table."""
    return SetupReading({})


def wrong_setup(table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
    """Return no problems: nothing can be wrong before a duel."""
    return []


def find(picture: Picture) -> View:
    """Return a view that covers the whole picture."""
    height, width = picture.shape[:2]
    return View((width, height), float(width), 0.0, np.zeros(3), np.zeros(3))


def simulated(game: SimulatedGame, realtime: bool = True) -> Camera:
    """Return the simulated table with simulated players of a duel."""
    twin = SimulatedFabulaTable({}, game.seed)
    players = DuelPlayers(twin, game.latest, game.tell, game.chance)
    return SimulatedCamera(twin, players.acts(), fps=game.fps, realtime=realtime)


def _still(seed: int, fps: float) -> Camera:
    twin = SimulatedFabulaTable({}, seed)
    return SimulatedCamera(twin, repeat(PAUSE), fps=fps, realtime=True)


SEEING = Seeing(
    find=find,
    new_reader=new_reader,
    read_setup=read_setup,
    wrong_setup=wrong_setup,
    bare=Sentence(""),
    waiting=_still,
    lesson=_still,
    simulated=simulated,
    teaching=TEACHING,
)
