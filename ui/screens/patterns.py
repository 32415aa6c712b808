"""Page of press patterns that lock secrets: list, set, change and give up."""

import math
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from companion.settings import locks as rules
from ui import theme
from ui.boards import people as art
from ui.boards.art import WHITE
from ui.lifetime import Lifetime
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.widgets.basics import PanelBox, Text
from ui.widgets.page_parts import PageHead, PictureButton
from ui.widgets.presses import PatternInput
from ui.widgets.rows import Row, RowList
from ui.widgets.secret import SecretCover
from ui.widgets.sheet import Dialog

TILE_MM = 19.0


class PressPad(PanelBox):
    """Pad that takes a pattern by touches; `words` is its label."""

    def __init__(self, words: str, given: Any) -> None:
        super().__init__(orientation="vertical", padding=theme.mm(4))
        self.cover = SecretCover(words=words)
        self.add_widget(self.cover)
        self.lifetime = Lifetime()
        self.pattern = PatternInput(self.lifetime, given, self.say)

    def say(self, words: str) -> None:
        """Show the number of presses, or their result."""
        self.cover.words = words

    def on_touch_down(self, touch: Any) -> bool:
        """A press begins."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.pattern.down()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It ends."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.pattern.up()
        return True


class PatternsPage(Page):
    """Without `who` the list of people; with `who` that person's pattern.

    The present pattern is pressed first; then a new one twice, or it is removed.
    """

    who = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._first, self._said = "", ""

    def open(self, who: str = "", **about: Any) -> None:
        """Show the list of people, or one person's pattern."""
        self._choose(who)
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """Person whose pattern is shown."""
        return {"who": self.who}

    def refresh_text(self) -> None:
        """Show everything anew."""
        tr = App.get_running_app().tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        title = (
            tr.gettext("Pattern of {player}").format(player=shown_name(self.who))
            if self.who
            else tr.gettext("Patterns")
        )
        page.add_widget(PageHead(title=title, icon="eye"))
        page.add_widget(self._line(self.problem or self._said or self._pattern_status()))
        rows = RowList()
        if not self.who:
            rows.show([self._tile(person) for person in self._people()], 3 if theme.portrait() else 6)
        else:
            page.add_widget(PressPad(self._asked(), self._given))
            rows.show(self._acts())
        page.add_widget(rows)
        self.clear_widgets()
        self.add_widget(page)

    def give_up(self) -> None:
        """Give up a forgotten pattern, after a confirmation."""
        tr = App.get_running_app().tr
        question = tr.gettext(_STRIKE).format(player=shown_name(self.who))
        row = Row(tr.gettext("Remove it"), self._strike)
        Dialog(tr.gettext("Forgotten"), question, tr.gettext("Keep"), row)

    def _choose(self, who: str) -> None:
        self.who, self._first, self._said = who, "", ""

    def _pattern_status(self) -> str:
        tr = App.get_running_app().tr
        return str(tr.gettext(_WHAT_FOR).format(fewest=rules.FEWEST, most=rules.MOST))

    def _asked(self) -> str:
        tr, locks = App.get_running_app().tr, App.get_running_app().controller.locks
        if locks.has_lost(self.who):
            return str(tr.gettext("The file with the patterns is damaged: remove this pattern."))
        if not locks.is_open(self.who):
            return str(tr.gettext("Press the pattern you have."))
        return str(tr.gettext("Once more.") if self._first else tr.gettext("Press a new pattern."))

    def _acts(self) -> list[Row]:
        tr, locks = App.get_running_app().tr, App.get_running_app().controller.locks
        if not locks.has(self.who):
            return []
        if locks.is_open(self.who):
            return [Row(tr.gettext("Take it off"), self._take_off, "trash")]
        return [Row(tr.gettext("Forgotten"), self.give_up, "help")]

    def _given(self, pattern: str) -> None:
        app = App.get_running_app()
        locks, tr = app.controller.locks, app.tr
        if not locks.is_open(self.who):
            right: list[bool] = []
            self.attempt(lambda: right.append(locks.unlock(self.who, pattern)))
            wait_s = math.ceil(locks.wait_s(self.who))
            wrong = tr.gettext("That was not it. Wait {n} s.").format(n=wait_s)
            self._said = "" if any(right) else wrong if wait_s else tr.gettext("That was not it.")
        elif not self._first:
            self._first, self._said = (pattern, "") if rules.usable(pattern) else ("", "")
            self.problem = "" if self._first else self._pattern_status()
        elif pattern != self._first:
            self._first, self._said = "", tr.gettext("The two patterns differ.")
        elif self.attempt(lambda: locks.lock(self.who, pattern)):
            self._choose("")
        self.refresh_text()

    def _take_off(self) -> None:
        locks = App.get_running_app().controller.locks
        if self.attempt(lambda: locks.lock(self.who, "")):
            self._choose("")
        self.refresh_text()

    def _strike(self) -> None:
        locks = App.get_running_app().controller.locks
        if self.attempt(lambda: locks.strike(self.who)):
            self._choose("")
        self.refresh_text()

    def _people(self) -> list[Any]:
        """Remembered people, and guests who must give up a lost pattern."""
        controller = App.get_running_app().controller
        people = (person for person in controller.profiles.people() if not person.bot)
        return [p for p in people if not p.guest or controller.locks.has_lost(p.name)]

    def _tile(self, person: Any) -> PictureButton:
        locks = App.get_running_app().controller.locks
        known = locks.has(person.name)
        tile = PictureButton(icon=art.picture(person.colour), text=shown_name(person.name), chosen=known)
        if known:
            tile.text = (
                App.get_running_app().tr.gettext("{player}: set").format(player=shown_name(person.name))
            )
        tile.tint, tile.em, tile.size_hint, tile.height = WHITE, "note", (1, None), theme.mm(TILE_MM)
        tile.bind(on_release=partial(lambda who, _: self.open(who), person.name))
        return tile

    def _line(self, words: str) -> Text:
        return Text(text=words, em="note", size_hint_y=None, height=theme.mm(13))


_WHAT_FOR = N_(
    "With a pattern, you press it before the app shows your secret: {fewest} to {most} short"
    " and long touches, here or at the button of the seat."
)
_STRIKE = N_(
    "The pattern is removed. In games stored so far the secrets of {player} stay closed to"
    " everybody until the end."
)
