"""Kept moments: pictures of when the app was wrong, to look at, copy or delete."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from companion.errors import CompanionError
from ui import all_games, background, days, theme
from ui.overlay import NoticeKey
from ui.screens.list_page import ListPage
from ui.services import KeptMoment, RgbPicture
from ui.table_test_service import Moments
from ui.widgets.basics import TouchButton
from ui.widgets.corners import PictureView
from ui.widgets.lines import Lines
from ui.widgets.rows import Row

AT_ONCE = 12
"""Number of moments listed at first; each loads a picture, so `more` adds further ones."""


class MomentCard(BoxLayout):
    """A kept moment: picture, game and date, what was believed, and two keys."""

    def __init__(self, moment: KeptMoment, picture: RgbPicture | None, **kwargs: Any) -> None:
        super().__init__(spacing=theme.mm(2), size_hint_y=None, height=theme.mm(24), **kwargs)
        tr = App.get_running_app().tr
        self.add_widget(PictureView(picture=picture, size_hint_x=None, width=theme.mm(26)))
        words = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
        words.bind(minimum_height=words.setter("height"))
        words.bind(height=lambda _, height: setattr(self, "height", max(theme.mm(24), height)))
        title = all_games.of(moment.game).title if moment.game in all_games.tiles() else moment.game
        title = title or tr.gettext("{name}: damaged").format(name=moment.name)
        words.add_widget(Lines(text=title, bold=True))
        words.add_widget(Lines(text=moment.believed.say(tr), em="note"))
        words.add_widget(Lines(text=days.moment(tr, moment.when), em="note", color=theme.SOFT))
        self.add_widget(words)
        self.keys = BoxLayout(
            orientation="vertical", spacing=theme.mm(2), size_hint_x=None, width=theme.mm(11)
        )
        self.add_widget(self.keys)


class MomentsPage(ListPage):
    """The list, the newest first."""

    icon = "camera"

    def __init__(self, **kwargs: Any) -> None:
        self._moments: Sequence[KeptMoment] | None = None
        self._pictures: dict[str, RgbPicture | None] = {}
        self._hidden = ""
        self._count = AT_ONCE
        super().__init__(**kwargs)

    def open(self, **about: Any) -> None:
        """Read the list again."""
        self._moments, self._pictures = None, {}
        super().open(**about)
        self._load()

    def refresh_text(self) -> None:
        """Write the list again."""
        tr = App.get_running_app().tr
        shown = [moment for moment in self._moments or () if moment.name != self._hidden]
        if self.problem:
            said = self.problem
        elif self._moments is None:
            said = tr.gettext("Looking …")
        elif shown:
            said = tr.gettext(
                "Pictures of the table when the app was wrong. They hold no names and no secrets."
            )
        else:
            said = tr.gettext("Nothing is kept yet. In a game, touch That was wrong in the menu.")
        self.show(tr.gettext("Kept moments"), said, bool(self.problem), self._rows(shown))

    def delete(self, moment: KeptMoment) -> None:
        """Hide a moment, and delete it once the notice that offers it back has gone."""
        app = App.get_running_app()
        app.overlay.unnotice()
        self._hidden = moment.name
        undo = NoticeKey(app.tr.gettext("Undo"), self._bring_back, partial(self._delete, moment.name))
        app.overlay.notice(app.tr.gettext("The moment is deleted."), undo)
        self.refresh_text()

    def copy(self, moment: KeptMoment) -> None:
        """Copy a moment to a USB stick and say where it is."""
        app = App.get_running_app()
        saved: list[Any] = []
        if self.attempt(lambda: saved.append(app.controller.moments.export(moment.name))):
            app.overlay.notice(saved[0].said.say(app.tr))

    def on_leave(self, *_: Any) -> None:
        """Stop everything; a hidden moment is deleted now."""
        if self._hidden:
            App.get_running_app().overlay.unnotice()
        super().on_leave()

    def more(self) -> None:
        """List more of them."""
        self._count += AT_ONCE
        self._load()

    def _load(self) -> None:
        """Read the list and its pictures beside the window."""
        moments, known, count = App.get_running_app().controller.moments, self._pictures, self._count

        def read() -> Any:
            found = moments.moments()
            return found, {
                one.name: known.get(one.name) or _picture(moments, one.name) for one in found[:count]
            }

        background.run(read, self._loaded)

    def _loaded(self, result: Any, error: CompanionError | None) -> None:
        if error:
            self.problem = App.get_running_app().explain(error)
        else:
            self._moments, self._pictures = result
        self.refresh_text()

    def _bring_back(self) -> None:
        self._hidden = ""
        self.refresh_text()

    def _delete(self, name: str) -> None:
        if self._hidden == name:
            self._hidden = ""
        self.attempt(lambda: App.get_running_app().controller.moments.delete(name))
        self._moments = [moment for moment in self._moments or () if moment.name != name or self.problem]
        self.refresh_text()

    def _rows(self, shown: Sequence[KeptMoment]) -> list[Any]:
        tr = App.get_running_app().tr
        app = App.get_running_app()
        playing = bool(app.snapshot and app.controller.watched())
        rows: list[Any] = [
            Row(
                tr.gettext("How well does it see my table?"),
                (lambda: app.open("table_test")) if playing else None,
                "gauge",
                why_not=tr.gettext("Begin a game with the camera first, then open this again."),
            )
        ]
        for moment in shown[: self._count]:
            card = MomentCard(moment, self._pictures.get(moment.name))
            copy = TouchButton(
                icon="save", about=tr.gettext("Copies this moment to a USB stick."), size_hint=(1, 1)
            )
            copy.bind(on_release=lambda _, moment=moment: self.copy(moment))
            trash = TouchButton(icon="trash", about=tr.gettext("Deletes this moment."), size_hint=(1, 1))
            trash.bind(on_release=lambda _, moment=moment: self.delete(moment))
            card.keys.add_widget(copy)
            card.keys.add_widget(trash)
            rows.append(card)
        if len(shown) > self._count:
            rows.append(Row(tr.gettext("More"), self.more, "plus"))
        return rows


def _picture(moments: Moments, name: str) -> RgbPicture | None:
    try:
        return moments.picture(name)
    except CompanionError:  # damaged on the disk: the rest of the row is still shown
        return None
