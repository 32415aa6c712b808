"""Hold anything to learn what it is: a finger that rests on a thing opens a card beside it.

The touch's action is not done when the finger is lifted; the card goes with the next touch.
"""

from collections.abc import Callable, Iterator
from math import hypot
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.modalview import ModalView
from kivy.uix.scrollview import ScrollView
from kivy.uix.stencilview import StencilView

from companion.games import registry, rulebook
from ui import theme
from ui.boards.geometry import Point
from ui.explanation import About
from ui.lifetime import Lifetime
from ui.widgets.basics import Key, PanelBox, TouchButton
from ui.widgets.page_parts import WrapLabel
from ui.widgets.rows import Row, RowButton
from ui.widgets.secret import HoldToSee

Builder.load_string("""
#:import theme ui.theme
<AboutCard>:
    orientation: "vertical"
    size_hint: None, None
    height: self.minimum_height
    padding: theme.mm(3), theme.mm(2)
    spacing: theme.mm(1)
""")

HOLD_S = 0.6
"""Seconds that a finger rests on a thing to have it explained."""
STRAY_MM = 3.0
"""A finger that moves farther means something else."""
_WIDE_MM, _AWAY_MM, _EDGE_MM = 54.0, 8.0, 1.5


class AboutCard(PanelBox):
    """The explanation of a thing, beside the finger at `spot` on the window."""

    def __init__(self, about: About, spot: Point, game: str) -> None:
        super().__init__()
        self.about = about
        self.width = min(theme.text_mm(_WIDE_MM), Window.width - 2 * theme.mm(_EDGE_MM))
        tr = App.get_running_app().tr
        topic, rule = _rule(game, about)
        self._say(about.name, "body", theme.INK, bold=True)
        self._say(about.sentence, "note", theme.INK)
        self._say(tr.gettext(rule) if rule else "", "note", theme.SOFT)
        if about.picture:
            self.add_widget(about.picture())
        self.link: TouchButton | None = None
        self.keys: list[TouchButton] = []
        if topic:
            title = tr.gettext(registry.rules(game).book()[topic].title)
            self.link = self._key(
                "book", title, lambda: App.get_running_app().open("rules", game=game, topic=topic)
            )
        if about.act:
            self._key("help", *about.act)
        self._spot = spot
        self.bind(size=lambda *_: self._place())
        self._place()

    def _key(self, icon: str, text: str, act: Callable[[], None]) -> TouchButton:
        key = RowButton(Row(text, act, icon))
        self.keys.append(key)
        self.add_widget(key)
        return key

    def _say(self, text: str, em: theme.TextSize, colour: theme.Rgba, bold: bool = False) -> None:
        if text:
            self.add_widget(WrapLabel(text=text, em=em, color=colour, bold=bold))

    def _place(self) -> None:
        """Stand above the finger, else where there is room beside it."""
        (x, y), edge, away = self._spot, theme.mm(_EDGE_MM), theme.mm(_AWAY_MM)
        right, top = Window.width - edge - self.width, Window.height - edge - self.height
        middle = min(max(edge, x - self.width / 2), right), min(max(edge, y - self.height / 2), top)
        places = (
            (middle[0], y + away),
            (middle[0], y - away - self.height),
            (x + away, middle[1]),
            (x - away - self.width, middle[1]),
        )
        free = (place for place in places if edge <= place[0] <= right and edge <= place[1] <= top)
        self.pos = next(free, middle)


class HoldToExplain:
    """Watches all touches of the window from `begin` until the window closes.

    A widget explains itself with `about_at(x, y)`, which returns an `About` or None for a place in its
    parent's coordinates. One whose long press acts has `long_press(x, y)` instead, which returns whether it
    did. A widget that keeps what a touch began has `cancel_touch(touch)`.
    """

    def __init__(self) -> None:
        self.card: AboutCard | None = None
        self._lifetime = Lifetime()
        self._timer = self._lifetime.trigger(lambda _: self._held(), HOLD_S)
        self._touch: Any = None
        self._taken: set[Any] = set()
        """Touches that no widget gets any more."""

    def begin(self) -> None:
        """Watch touches from now on."""
        self._lifetime.bind(Window, on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up)
        self._lifetime.at_end(self.hide)

    def hide(self) -> None:
        """Take the card away."""
        self._timer.cancel()
        if self.card:
            Window.remove_widget(self.card)
            self.card = None

    def _down(self, _: Any, touch: Any) -> bool:
        card, alone = self.card, self._touch is None
        self._timer.cancel()
        if card and card.collide_point(*touch.pos):
            if not any(key.collide_point(*touch.pos) for key in card.keys):
                self._taken.add(touch.uid)
                self.hide()
                return True
            return False
        self.hide()
        self._touch = touch
        if alone and not touch.is_mouse_scrolling:
            self._timer()
        return False

    def _move(self, _: Any, touch: Any) -> bool:
        if touch is self._touch and hypot(touch.x - touch.ox, touch.y - touch.oy) > theme.mm(STRAY_MM):
            self._timer.cancel()
        return touch.uid in self._taken

    def _up(self, _: Any, touch: Any) -> bool:
        if touch is self._touch:
            self._timer.cancel()
            self._touch = None
        if touch.uid in self._taken:
            self._taken.discard(touch.uid)
            return True
        card = self.card
        if card and card.keys and card.collide_point(*touch.pos):
            self._lifetime.once(lambda _: self.hide())  # after the key has acted
        return False

    def _held(self) -> None:
        touch = self._touch
        if touch is None or any(isinstance(ref(), ScrollView) for ref in touch.grab_list):
            return
        for widget, x, y in _under(*touch.pos):
            if (ask := getattr(widget, "about_at", None)) and (about := ask(x, y)):
                self._cancel(touch)
                self.show(about, touch.pos)
                return
            if (act := getattr(widget, "long_press", None)) and act(x, y):
                self._cancel(touch)
                return
            if isinstance(widget, Key | HoldToSee):
                return  # it covers what lies below it

    def show(self, about: About, spot: Point) -> None:
        """Show an explanation beside a place of the window."""
        self.hide()
        app = App.get_running_app()
        game = app.snapshot.name if app.snapshot else getattr(app.root.current_screen, "of_game", "")
        self.card = AboutCard(about, spot, game)
        Window.add_widget(self.card)
        app.say_aloud(f"{about.name}. {about.sentence}", needed=False)

    def _cancel(self, touch: Any) -> None:
        """Take the touch from the widgets that have it, as if it had never come."""
        self._taken.add(touch.uid)
        for ref in list(touch.grab_list):
            widget = ref()
            if cancel := getattr(widget, "cancel_touch", None):
                cancel(touch)
        touch.grab_list.clear()


def _rule(game: str, about: About) -> tuple[str, str]:
    """Topic to link to, and the sentence of the rule, if there is one."""
    if not about.rule:
        return about.topic, ""
    book = registry.rules(game).book()
    topics = {key: topic for key, topic in book.items() if about.topic in ("", key)}
    found = rulebook.sentence_of(topics, about.rule)
    if found is None:
        return about.topic, ""
    return next(key for key, topic in topics.items() if found in topic.rules), found.text


def _under(x: float, y: float) -> Iterator[tuple[Any, float, float]]:
    """Widgets at a place of the window, the topmost first, with the place in their parent's coordinates."""
    for child in Window.children:
        yield from _in(child, x, y)
        if isinstance(child, ModalView):
            return  # it takes all touches


def _in(widget: Any, x: float, y: float) -> Iterator[tuple[Any, float, float]]:
    inside = widget.collide_point(x, y)
    if not widget.opacity or not (inside or not isinstance(widget, StencilView)):
        return
    local = widget.to_local(x, y)
    for child in widget.children:
        yield from _in(child, *local)
    if inside:
        yield widget, x, y
