"""Base of every game's end screen: the result page, announced once; the ways on from it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from kivy.app import App
from kivy.properties import NumericProperty, StringProperty

from companion.errors import CompanionError
from ui import all_games
from ui.boards import people
from ui.lifetime import LivingScreen
from ui.player_names import figures
from ui.screens.start_game import rematch
from ui.widgets.chart import LineChart, LineStyle
from ui.widgets.history_chart import chart_of
from ui.widgets.result import EndPage, ResultPage
from ui.widgets.sparks import Sparks


class EndScreen(LivingScreen):
    """Result of a game on its `page`; the last action can still be undone on the board.

    Subclasses write `title`, `detail` and what else the page has, which is a `page_type`.
    """

    page_type: ClassVar[type[EndPage]] = ResultPage

    title = StringProperty("")
    detail = StringProperty("")
    stored = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: Any = None
        self._again = ""
        super().__init__(**kwargs)
        app = App.get_running_app()
        self.page: Any = self.page_type()
        page = self.page
        page.bind(on_again=lambda _: self.rematch(), on_home=lambda _: self.attempt(app.leave_game))
        page.bind(on_board=lambda _: app.show_board())
        page.bind(on_watch=lambda _: app.open("review" if page.reviewed else "replay", game=self.stored))
        page.bind(on_keep=lambda _: app.open("keep", game=self.stored))
        self.bind(title=page.setter("title"), detail=page.setter("detail"))
        self.bind(stored=lambda *_: self._offer_more())
        self.add_widget(page)
        self.sparks = Sparks()
        self.add_widget(self.sparks)

    def show(self, snapshot: Any) -> None:
        """Show a snapshot of a finished game; nothing is redrawn if nothing changed."""
        before, self._snapshot = self._snapshot, snapshot
        self.stored = snapshot.stored_as or 0  # known a moment after the end
        if before and (before.game, before.position) == (snapshot.game, snapshot.position):
            if snapshot.problem and snapshot.problem is not before.problem:
                self.detail = App.get_running_app().explain(snapshot.problem)
            return
        self.take(snapshot)
        self.refresh_text()
        self.announce(snapshot)

    def _offer_more(self) -> None:
        """Offer what can be done with a stored game."""
        reviews = App.get_running_app().controller.reviews
        self.page.kept = bool(self.stored)
        self.page.reviewed = self.page.kept and reviews.offered(self._snapshot.name)

    def take(self, snapshot: Any) -> None:
        """Note which game this is the end of."""
        self.page.tile = all_games.tiles()[snapshot.name]

    def refresh_text(self) -> None:
        """Write everything again."""

    def announce(self, snapshot: Any) -> None:
        """Announce the end of the game once."""
        App.get_running_app().sound("win")
        self.sparks.burst()

    def people(self, names: Sequence[str]) -> list[str]:
        """Figures of players; one who is nobody known has the sign of the app if it played, else none."""
        known = figures(App.get_running_app(), self._snapshot.players)
        found = {name: people.picture(person.colour) for name, person in known.items()}
        found |= dict.fromkeys(self._snapshot.bots, people.APP)
        return [found[name] for name in names if name in found]

    def show_chart(self, styles: Mapping[str, LineStyle]) -> None:
        """Show the chart of the game if it is stored."""
        if not self.stored:
            self.page.show_course(())
            return
        chart, archive = LineChart(), App.get_running_app().controller.archive
        if self.attempt(lambda: chart_of(chart, archive.history(int(self.stored)), styles)):
            self.page.show_course((chart,))

    def rematch(self) -> None:
        """Start a rematch of the same people, once."""
        app, game = App.get_running_app(), self._snapshot.uid
        if self._again != game and self.attempt(lambda: rematch(app)):
            here = self.manager and self.manager.current == self.name  # else a page comes first
            self._again = game if here else ""

    def attempt(self, act: Callable[[], object]) -> bool:
        """Run `act` and return true if it succeeded; a CompanionError is shown."""
        try:
            act()
        except CompanionError as error:
            self.detail = App.get_running_app().explain(error)
            return False
        return True
