"""Set-up of Fae without camera: proposed at random, corrected by touch (E-002)."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.games.base import Space
from companion.games.fae import setup
from companion.games.fae.board import REGION_OF, REGIONS
from ui.controller import TableKind
from ui.game_ui import Begin
from ui.games.fae.board import FaeBoard as FaeBoard  # for the kv file
from ui.games.fae.board import SpaceMark
from ui.screens.page import Page
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.split import Split as Split

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def written(druids: Mapping[Space, str]) -> dict[str, Any]:
    """Set-up in its stored form, from the colour on every space."""
    return {"druids": {str(space): colour for space, colour in druids.items()}}


class FaeSetupPage(Page):
    """A druid of each colour in every region, on the board to copy; two of a region may change places.

    `open(begin, table, read)`: function to start the game, and the camera's reading, colour by space;
    missing and wrong druids are completed and marked.
    """

    of_game = "fae"
    begun = BooleanProperty(False)
    region = NumericProperty(0)
    """Region shown alone, 0 for all."""
    region_words = StringProperty("")
    chance: Random = SystemRandom()
    _begin: Begin | None = None

    def __init__(self, **kwargs: Any) -> None:
        self.druids: dict[int, str] = {}
        self._table: TableKind = "none"
        self._unsure: Collection[int] = ()
        self._selected: int | None = None
        super().__init__(**kwargs)

    def open(
        self, begin: Begin | None = None, table: TableKind = "none",
        read: Mapping[int, str] | None = None, unsure: Collection[int] = (), region: int = 0, **about: Any,
    ) -> None:  # fmt: skip
        """Show the set-up that was read, or a random one."""
        self._begin, self._table, self._selected, self.begun = begin, table, None, False
        self.druids = setup.nearest_valid(read) if read else setup.random_druids(self.chance)
        filled = {
            space for space, colour in self.druids.items() if (read or self.druids).get(space) != colour
        }
        self._unsure, self.region = filled | set(unsure), region
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """Arguments that restore the page: set-up and region."""
        return {"read": self.druids, "unsure": self._unsure, "region": self.region}

    def refresh_text(self) -> None:
        """Paint the set-up with its marks."""
        tr = App.get_running_app().tr
        board = self.ids.board
        shown = REGIONS.get(self.region, tuple(self.druids))
        board.show({space: {colour: 1} for space, colour in self.druids.items() if space in shown}, None)
        one, step = tr.gettext("One region at a time"), tr.gettext("Region {n} of {all}")
        self.region_words = step.format(n=self.region, all=len(REGIONS)) if self.region else one
        if self._selected is None and self.region:
            board.marks = tuple(SpaceMark(space, "move") for space in shown)
        elif self._selected is None:
            board.marks = tuple(SpaceMark(space, "ask", "?") for space in sorted(self._unsure))
        else:
            others = REGIONS[REGION_OF[self._selected]]
            targets = (SpaceMark(space, "target") for space in others if space != self._selected)
            board.marks = (*targets, SpaceMark(self._selected, "selected"))

    def tapped(self, space: int) -> None:
        """Select a druid, or swap it with the selected one."""
        self.problem = ""
        chosen, self._selected = self._selected, None
        if chosen is None:
            self._selected = space
        elif chosen != space:
            if REGION_OF[chosen] == REGION_OF[space]:
                self.druids = setup.swapped(self.druids, chosen, space)
                self._unsure = set(self._unsure) - {chosen, space}
            else:
                self._selected = space
        self.refresh_text()

    def next_region(self) -> None:
        """Show the druids of one region after the other, then all again."""
        self.region, self._selected = (self.region + 1) % (len(REGIONS) + 1), None
        self.refresh_text()

    def shuffle(self) -> None:
        """Propose another set-up."""
        self.druids, self._unsure, self._selected = setup.random_druids(self.chance), (), None
        self.refresh_text()

    def start(self) -> None:
        """Begin with this set-up."""
        if self._begin:
            begin: Callable[..., None] = self._begin
            self.begun = self.attempt(lambda: begin(self._table, self.druids))
