"""End screen: the book itself, all told pages in the order of their numbers, and the winner on the last."""

from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Reveal
from ui import theme
from ui.boards.people import picture
from ui.games.fairytile import story
from ui.games.fairytile.spread import Spread as Spread  # for the kv file
from ui.lifetime import Lifetime
from ui.player_names import figures, shown_name
from ui.screens.end_of_game import EndScreen
from ui.widgets.basics import Text

_ON_A_SPREAD = 3
_TURN_S = 0.35
_SWIPE_MM = 8.0


class WinnerMark(BoxLayout):
    """Who has won, below the last page of the story, or `large` on a page of its own."""

    large = BooleanProperty(False)

    figure = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")


class StoryBook(BoxLayout):
    """The story as spreads of two pages on the left and one on the right; a swipe or a touch turns them."""

    screen: Any = ObjectProperty(None)
    at = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self.lifetime = Lifetime()
        self._pages: list[story.NarratedPage] = []
        self._mark = WinnerMark()
        super().__init__(**kwargs)
        self._aloud = self.ids.aloud.__self__

    @property
    def spreads(self) -> int:
        """Number of spreads."""
        return max(1, -(-len(self._pages) // _ON_A_SPREAD))

    def write(self, pages: list[story.NarratedPage], figure: str, title: str, detail: str) -> None:
        """Fill the book, open at its last spread, where the winner is."""
        self._pages = pages
        self._mark.figure, self._mark.title, self._mark.detail = figure, title, detail
        if not (pages and story.reads_aloud()) and self._aloud.parent:
            self.ids.foot.remove_widget(self._aloud)
        self.open(self.spreads - 1)

    def open(self, at: int) -> None:
        """Show a spread."""
        self.at = at
        book = self.ids.book
        first, second, *third = [*self._pages[_ON_A_SPREAD * at : _ON_A_SPREAD * (at + 1)], None, None, None][
            :3
        ]
        for leaf, shown in ((book.left, (first, second)), (book.right_leaf, third)):
            leaf.clear_widgets()
            for one in shown:
                if one:
                    leaf.add_widget(story.Vignette(one))
        if not first:
            words = App.get_running_app().tr.gettext("No page was told.")
            book.left.add_widget(Text(text=words, halign="center"))
        right = book.right_leaf
        if at == self.spreads - 1:
            if self._mark.parent:
                self._mark.parent.remove_widget(self._mark)
            self._mark.large = not third[0]
            around = [] if third[0] else [Widget(), Widget()]
            for shown in (*around[:1], self._mark, *around[1:]):
                right.add_widget(shown)
        if self.spreads > 1:
            number = f"{at + 1} / {self.spreads}"
            label = Text(text=number, em="note", color=theme.SOFT, halign="right", size_hint_y=None)
            label.height = theme.text_mm(4.2)
            right.add_widget(label)

    def turn(self, by: int) -> None:
        """Turn to the next spread or back; the page that is turned narrows, the other one widens."""
        if not 0 <= self.at + by < self.spreads:
            return
        book = self.ids.book
        leaf, other = (book.right_leaf, book.left) if by > 0 else (book.left, book.right_leaf)
        for each in (leaf, other):
            Animation.cancel_all(each, "open")
            each.open = 1.0
        self.open(self.at + by)
        other.open = 0.0
        self.lifetime.animate(other, Animation(open=1.0, duration=_TURN_S, t="out_quad"))

    def touch_down(self, touch: Any) -> bool:
        """Begin a swipe."""
        if self.ids.book.collide_point(*touch.pos):
            touch.ud["story"] = True
        return False

    def touch_up(self, touch: Any) -> bool:
        """End a swipe; a touch without one turns the page under it."""
        if touch.ud.pop("story", None):
            moved = touch.x - touch.ox
            if abs(moved) < theme.mm(_SWIPE_MM):
                moved = self.ids.book.center_x - touch.x
            self.turn(1 if moved < 0 else -1)
        return False

    def read_aloud(self) -> None:
        """Speak the whole story."""
        story.read_aloud(self._pages)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FairyEndScreen(EndScreen):
    """The told book; the last action can still be undone on the board."""

    won = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.clear_widgets()
        self.book = StoryBook(screen=self)
        self.add_widget(self.book)

    def announce(self, snapshot: FairySnapshot) -> None:
        """Announce the winner, and reveal the remaining pages."""
        app = App.get_running_app()
        app.sound("win" if self.won else "wrong")
        app.say_aloud(self.title, needed=False)
        if snapshot.dealt and not snapshot.revealed:
            self.attempt(lambda: app.controller.tell(Reveal(snapshot.game)))

    def refresh_text(self) -> None:
        """Write everything again."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        app, tr = App.get_running_app(), App.get_running_app().tr
        self.won = bool(snapshot.winner)
        self.title = (
            tr.gettext("{player} wins").format(player=shown_name(snapshot.winner))
            if self.won
            else tr.gettext("Nobody could finish the story.")
        )
        pages = story.epilogue(snapshot)
        self.detail = tr.ngettext("{n} page was told.", "{n} pages were told.", len(pages)).format(
            n=len(pages)
        )
        known = figures(app, snapshot.players)
        figure = picture(known[snapshot.winner].colour) if snapshot.winner in known else ""
        self.book.write(pages, figure, self.title, self.detail)

    def on_detail(self, *_: Any) -> None:
        """Show what could not be done where the number of pages stands."""
        if hasattr(self, "book"):
            self.book._mark.detail = self.detail
