"""Story view: narrated pages to read and to hear; at the end in the order of their numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.games.fairytile.position import Tell
from companion.games.fairytile.words import goal_sentence
from companion.i18n import say
from companion.session.fairytile import own_sets
from companion.session.fairytile.snapshot import FairySnapshot
from ui import theme
from ui.games.fairytile import messages, page_photo
from ui.player_names import shown_name
from ui.widgets.basics import TouchButton
from ui.widgets.page_parts import WrapLabel

PHOTO_MM = 26


class NarratedPage(NamedTuple):
    """A narrated page: number, player, text, and its photo in an own set."""

    page: int
    player: str
    text: str
    photo: bytes | None = None


def narrated(snapshot: FairySnapshot) -> list[NarratedPage]:
    """All pages narrated so far, in the order of narration."""
    app = App.get_running_app()
    goals, found = snapshot.position.box.goals, []
    for line in snapshot.log:
        if isinstance(line.act, Tell):
            page = line.act.page
            text = messages.story(app.tr, snapshot.position.box, page) or say(
                app.tr, [goal_sentence(goals[page])]
            )
            photo = own_sets.photo(page, snapshot.position.box.pages[page])
            found.append(NarratedPage(page, line.player, text, photo))
    return found


def epilogue(snapshot: FairySnapshot) -> list[NarratedPage]:
    """Narrated pages in the order of their numbers (FT-144)."""
    return sorted(narrated(snapshot))


class StoryView(BoxLayout):
    """List of pages, scrolled to the last, with a button to read them aloud."""

    def __init__(self, pages: Sequence[NarratedPage], newest: bool = True) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.4))
        app = App.get_running_app()
        self._pages = pages
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.mm(0.8), scroll_distance=theme.mm(1.5))
        box = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(1.6))
        box.padding = [0, 0, theme.mm(2), 0]
        box.bind(minimum_height=box.setter("height"))
        for one in pages:
            box.add_widget(_paragraph(one))
        if not pages:
            box.add_widget(WrapLabel(text=app.tr.gettext("No page was told yet."), color=theme.SOFT))
        scroll.add_widget(box)
        if newest:
            box.bind(height=lambda *_: setattr(scroll, "scroll_y", float(box.height <= scroll.height)))
        self.add_widget(scroll)
        if app.controller.profiles.preferences().voice and pages:
            aloud = TouchButton(icon="voice", text=app.tr.gettext("Read it to us"), size_hint=(1, None))
            aloud.height = theme.mm(10)
            aloud.bind(on_release=lambda _: self.read_aloud())
            self.add_widget(aloud)

    def read_aloud(self) -> None:
        """Speak the whole story."""
        App.get_running_app().say_aloud(" ".join(one.text for one in self._pages))


def _paragraph(one: NarratedPage) -> Widget:
    row = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(0.3))
    row.bind(minimum_height=row.setter("height"))
    row.add_widget(
        WrapLabel(text=f"{one.page} · {shown_name(one.player)}", color=theme.SOFT, font_mm=3, bold=True)
    )
    row.add_widget(WrapLabel(text=one.text, font_mm=3.8))
    if picture := page_photo.shown(one.photo):
        picture.size_hint_y, picture.height = None, theme.mm(PHOTO_MM)
        row.add_widget(picture)
    return row
