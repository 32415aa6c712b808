"""Story view: narrated pages to read and to hear; at the end in the order of their numbers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.games.fairytile.goals import Goal
from companion.games.fairytile.position import Tell
from companion.games.fairytile.words import goal_sentence
from companion.i18n import say
from companion.session.fairytile import own_sets
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.fairytile.words import story_text
from ui import theme
from ui.games.fairytile import page_photo
from ui.games.fairytile.scenes import SceneView
from ui.player_names import shown_name
from ui.widgets.basics import TouchButton
from ui.widgets.page_parts import WrapLabel


class NarratedPage(NamedTuple):
    """A narrated page: number, player, text, goal, and its photo in an own set."""

    page: int
    player: str
    text: str
    goal: Goal
    photo: bytes | None = None


def narrated(snapshot: FairySnapshot) -> list[NarratedPage]:
    """All pages narrated so far, in the order of narration."""
    app = App.get_running_app()
    goals, found = snapshot.position.box.goals, []
    for line in snapshot.log:
        if isinstance(line.act, Tell):
            page = line.act.page
            text = story_text(app.tr, snapshot.position.box, page) or say(
                app.tr, [goal_sentence(goals[page])]
            )
            photo = own_sets.photo(page, snapshot.position.box.pages[page])
            found.append(NarratedPage(page, line.player, text, goals[page], photo))
    return found


def epilogue(snapshot: FairySnapshot) -> list[NarratedPage]:
    """Narrated pages in the order of their numbers (FT-144)."""
    return sorted(narrated(snapshot), key=lambda one: one.page)


class StoryView(BoxLayout):
    """The story so far, scrolled to its newest page, with keys to read it aloud and to `close` it."""

    def __init__(self, pages: Sequence[NarratedPage], close: Callable[[], object]) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(2))
        app = App.get_running_app()
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.mm(0.8), scroll_distance=theme.mm(1.5))
        box = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(2))
        box.padding = [0, 0, theme.mm(2), 0]
        box.bind(minimum_height=box.setter("height"))
        for one in pages:
            box.add_widget(_paragraph(one))
        if not pages:
            box.add_widget(
                WrapLabel(text=app.tr.gettext("No page was told yet."), color=theme.SOFT, em="body")
            )
        scroll.add_widget(box)
        box.bind(height=lambda *_: setattr(scroll, "scroll_y", float(box.height <= scroll.height)))
        self.add_widget(scroll)
        keys = BoxLayout(size_hint_y=None, height=theme.mm(11), spacing=theme.mm(2))
        shut = TouchButton(icon="cross", height=theme.mm(11))
        shut.bind(on_release=lambda _: close())
        keys.add_widget(shut)
        if pages and reads_aloud():
            aloud = TouchButton(icon="speaker", text=app.tr.gettext("Read it to us"), size_hint=(1, 1))
            aloud.bind(on_release=lambda _: read_aloud(pages))
            keys.add_widget(aloud)
        else:
            keys.add_widget(Widget())
        self.add_widget(keys)


def reads_aloud() -> bool:
    """Return true if the app may speak."""
    return bool(App.get_running_app().controller.profiles.preferences().voice)


def read_aloud(pages: Sequence[NarratedPage]) -> None:
    """Speak a whole story."""
    App.get_running_app().say_aloud(" ".join(one.text for one in pages))


def _paragraph(one: NarratedPage) -> Widget:
    row = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(0.6))
    row.bind(minimum_height=row.setter("height"))
    row.add_widget(
        WrapLabel(text=f"{one.page} · {shown_name(one.player)}", color=theme.SOFT, em="note", bold=True)
    )
    row.add_widget(WrapLabel(text=one.text, em="body"))
    return row


class Vignette(BoxLayout):
    """A told page: its scene, or its photo in an own set, above its text."""

    def __init__(self, one: NarratedPage) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1))
        self.add_widget(page_photo.shown(one.photo) or SceneView(goal=one.goal))
        words = WrapLabel(text=one.text, em="note", color=theme.INK)
        self.add_widget(words)
