"""Private view of a page: its goal, and the state of each part (FT-110, FT-111)."""

from collections.abc import Iterator, Sequence

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import Sentence
from companion.games.fairytile.goals import Either
from companion.games.fairytile.judge import Judged, judge
from companion.games.fairytile.position import Position
from companion.games.fairytile.words import goal_sentence, missing
from companion.i18n import say
from companion.session.fairytile import own_sets
from ui import theme
from ui.games.fairytile import page_photo
from ui.widgets.basics import FitLabel, Icon


def page(book: Sequence[int]) -> Widget:
    """Widget of the page in hand, the only open one of a book; discard it after use."""
    app, number = App.get_running_app(), max(book, default=0)
    position: Position = app.snapshot.position
    shown = BoxLayout(orientation="vertical", spacing=theme.mm(1.2))
    if number not in position.box.goals:
        shown.add_widget(FitLabel(text=app.tr.gettext("You have no page."), halign="center", max_font_mm=5))
        return shown
    goal = position.box.goals[number]
    judged = judge(goal, position.moment)
    head = BoxLayout(size_hint_y=0.5, spacing=theme.mm(1))
    sign = "check" if judged.holds else "ft-page"
    head.add_widget(Icon(name=sign, colour=theme.GOOD if judged.holds else theme.SOFT, size_hint_x=0.3))
    title = app.tr.gettext("Page {number}").format(number=number)
    if judged.holds:
        title = app.tr.gettext("Page {number}: tell it!").format(number=number)
    head.add_widget(FitLabel(text=title, color=theme.GOOD if judged.holds else theme.SOFT, max_font_mm=3.8))
    shown.add_widget(head)
    words = FitLabel(text=say(app.tr, [goal_sentence(goal)]), bold=True, max_font_mm=5.2, size_hint_y=1.6)
    shown.add_widget(_with_photo(words, own_sets.photo(number, position.box.pages[number])))
    for part, holds in _rows(judged, position):
        row = BoxLayout(spacing=theme.mm(1.2))
        colour = theme.GOOD if holds else theme.BAD
        icon = Icon(name="check" if holds else "cross", colour=colour, size_hint_x=None, width=theme.mm(4.6))
        row.add_widget(icon)
        row.add_widget(FitLabel(text=part, max_font_mm=3.8, color=theme.INK if holds else theme.SOFT))
        shown.add_widget(row)
    return shown


def _with_photo(words: Widget, photo: bytes | None) -> Widget:
    """Goal beside the photo of the page, if its set has one."""
    if (picture := page_photo.shown(photo)) is None:
        return words
    row = BoxLayout(spacing=theme.mm(1.6), size_hint_y=4)
    picture.size_hint_x = 0.8
    words.size_hint_y = 1
    row.add_widget(picture)
    row.add_widget(words)
    return row


def _rows(judged: Judged, position: Position) -> Iterator[tuple[str, bool]]:
    """Every condition of the goal, with what is missing if it does not hold."""
    tr = App.get_running_app().tr
    if not judged.parts:
        yield say(tr, [_lack(judged, position)]), judged.holds
        return
    for part in judged.parts:
        yield from _rows(part, position)
    if isinstance(judged.goal, Either) and not judged.holds:
        yield tr.gettext("One of these is enough."), False


def _lack(judged: Judged, position: Position) -> Sentence:
    if judged.holds or not position.done:
        return goal_sentence(judged.goal)
    return missing(judged.goal, position.moment)[0].sentence
