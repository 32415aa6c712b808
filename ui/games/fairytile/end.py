"""End screen: the book itself, all told pages in the order of their numbers, and the winner on the last."""

from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Reveal
from ui import theme
from ui.games.fairytile import story
from ui.games.fairytile.spread import Spread as Spread  # for the kv file
from ui.lifetime import Lifetime
from ui.player_names import shown_name
from ui.screens.end_of_game import EndScreen
from ui.widgets.basics import Text, text_height
from ui.widgets.result import EndPage

_ON_A_SPREAD = 3
_TURN_S = 0.35
_SWIPE_MM = 8.0


class WinnerMark(BoxLayout):
    """Who has won, below the last page of the story, or `large` on a page of its own."""

    large = BooleanProperty(False)

    figure = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")

    __events__ = ("on_board",)

    def on_kv_post(self, base_widget: Widget) -> None:
        """Lay the words out whenever they or their room change."""
        for name in ("title", "detail"):
            self.fbind(name, self._lay_words)
        self.ids.words.bind(size=self._lay_words)

    def on_board(self) -> None:
        """Handle the way back to the board."""

    def _lay_words(self, *_: Any) -> None:
        """Choose the largest lines that fit: the second line goes first, then the size."""
        (width, height), title, detail = self.ids.words.size, self.ids.title, self.ids.detail
        sizes: tuple[tuple[theme.TextSize, str], ...] = (
            ("title", self.detail), ("title", ""), ("body", self.detail), ("body", ""),
        )  # fmt: skip
        for title.em, detail.text in sizes:
            title.bold = title.em == "body"
            detail.height = text_height(detail.text, "note", width) if detail.text else 0
            if text_height(self.title, title.em, width, bold=title.bold) + detail.height <= height:
                break


class StoryBook(EndPage):
    """The story as spreads of two pages on the left and one on the right; a swipe or a touch turns them.

    `figure` is the winner, `title` and `detail` stand beside it. `voiced`: the story can be read aloud.
    """

    figure = StringProperty("")
    voiced = BooleanProperty(False)
    at = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self.lifetime = Lifetime()
        self._pages: list[story.NarratedPage] = []
        self._mark = mark = WinnerMark()
        super().__init__(**kwargs)
        self.bind(figure=mark.setter("figure"), title=mark.setter("title"), detail=mark.setter("detail"))
        mark.bind(on_board=lambda _: self.dispatch("on_board"))
        self._aloud = self.ids.aloud.__self__
        self.on_voiced()

    def on_voiced(self, *_: Any) -> None:
        """Offer to read the story aloud, or no longer."""
        ways, key = self.ids.ways, self._aloud
        if not self.voiced:
            ways.remove_widget(key)
        elif not key.parent:
            ways.add_widget(key)

    @property
    def spreads(self) -> int:
        """Number of spreads."""
        return max(1, -(-len(self._pages) // _ON_A_SPREAD))

    def _shown(self, at: int) -> list[story.NarratedPage]:
        """Pages on a spread: as many on each as on the others, one more on the first ones."""
        each, more = divmod(len(self._pages), self.spreads)
        first = at * each + min(at, more)
        return self._pages[first : first + each + (at < more)]

    def write(self, pages: list[story.NarratedPage]) -> None:
        """Fill the book, open at its last spread, where the winner is."""
        self._pages = pages
        self.open(self.spreads - 1)

    def open(self, at: int) -> None:
        """Show a spread."""
        self.at = at
        book = self.ids.book
        shown = self._shown(at)
        on_right = shown[1:][-1:]
        for leaf, pages in ((book.left, shown[: len(shown) - len(on_right)]), (book.right_leaf, on_right)):
            leaf.clear_widgets()
            for one in pages:
                leaf.add_widget(story.Vignette(one))
        if not shown:
            words = App.get_running_app().tr.gettext("No page was told.")
            book.left.add_widget(Text(text=words, halign="center"))
        right = book.right_leaf
        if at == self.spreads - 1:
            if self._mark.parent:
                self._mark.parent.remove_widget(self._mark)
            self._mark.large = not on_right
            around = [] if on_right else [Widget(), Widget()]
            for widget in (*around[:1], self._mark, *around[1:]):
                right.add_widget(widget)
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


class FairyEndScreen(EndScreen):
    """The told book; the last action can still be undone on the board."""

    page_type = StoryBook

    def on_pre_enter(self, *_: Any) -> None:
        """Follow the settings: the voice may have been switched on or off."""
        self.page.voiced = story.reads_aloud()

    def announce(self, snapshot: FairySnapshot) -> None:
        """Announce the winner, and reveal the remaining pages."""
        app = App.get_running_app()
        if snapshot.winner:
            super().announce(snapshot)
        else:
            app.sound("wrong")
        app.say_aloud(self.title, needed=False)
        if snapshot.dealt and not snapshot.revealed:
            self.attempt(lambda: app.tell(Reveal(snapshot.game)))

    def refresh_text(self) -> None:
        """Write everything again."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        tr, winner = App.get_running_app().tr, snapshot.winner
        self.title = tr.gettext("Nobody could finish the story.")
        if winner:
            pattern = tr.ngettext("{players} wins!", "{players} win together!", 1)
            self.title = pattern.format(players=shown_name(winner))
        pages = story.epilogue(snapshot)
        told = tr.ngettext("{n} page was told.", "{n} pages were told.", len(pages))
        self.detail = told.format(n=len(pages))
        self.page.figure = next(iter(self.people((winner,))), "")
        self.page.voiced = story.reads_aloud()
        self.page.write(pages)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
