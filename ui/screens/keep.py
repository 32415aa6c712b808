"""Keep a stored game: its film for a phone, or files of the film, a picture to print and the record."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.i18n import say
from companion.storage.exports import Saved
from ui import all_games, background, theme
from ui.player_names import figures
from ui.poster import png
from ui.screens.page import Page
from ui.services import Archive, History
from ui.widgets.basics import PanelBox, Text, TouchButton
from ui.widgets.page_parts import PageHead, WrapLabel
from ui.widgets.qr import QrCode
from ui.widgets.toggle import Toggle

_SEEN_S = 0.1
"""Seconds between the busy message and the work that blocks the window."""


class KeepPage(Page):
    """The stored game with the id it is opened with; its film is made in the background once it is over.

    Phones are served while the page is open, if they are not anyway. `said` is where the last file is.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.game, self.initials = 0, False
        self._history: History | None = None
        self._film: bytes | None = None
        self._codes: Sequence[str] = ()
        self.said = ""
        self._turned_on = False
        self._wanted = 0
        super().__init__(**kwargs)

    def open(self, **about: Any) -> None:
        """Make the film of the stored `game`, if it is over."""
        self.game, self.initials = about["game"], about.get("initials", False)
        self._history, self.said = None, ""
        super().open()
        self.attempt(self._read)
        self.make()

    def state(self) -> dict[str, Any]:
        """The game, and whether names are initials."""
        return {"game": self.game, "initials": self.initials}

    def on_leave(self, *_: Any) -> None:
        """Lend nothing any longer."""
        super().on_leave()
        phones = App.get_running_app().controller.phones
        phones.take_back()
        if self._turned_on:
            phones.turn_off()
        self._wanted, self._turned_on, self._film, self._codes = self._wanted + 1, False, None, ()

    def make(self) -> None:
        """Make the film, anew after a change."""
        app = App.get_running_app()
        self._wanted += 1
        self._film, self._codes = None, ()
        if self.is_over:
            act = partial(app.controller.reviews.film, self.game, app.language, self.initials)
            background.run(act, partial(self._take, self._wanted))
        self.refresh_text()

    def shorten(self, initials: bool) -> None:
        """Write names as initials, or whole."""
        self.initials = initials
        self.make()

    def save_film(self) -> None:
        """Save the film as a file and show its path."""
        film = self._film
        assert film
        self._write(lambda archive: archive.save_film(self.game, film))

    def export(self) -> None:
        """Save the record and show its path."""
        self._write(lambda archive: archive.export(self.game))

    def draw(self) -> None:
        """Save a printable picture of the game and show its path; takes about a second."""
        app, history = App.get_running_app(), self._history
        assert history

        def write(archive: Archive) -> Saved:
            known, steps = figures(app, history.players), archive.replay(self.game)
            page = png(history, steps, all_games.of(history.game), known, app.tr)
            return archive.save_picture(self.game, page)

        self.said = app.tr.gettext("One moment …")
        self.refresh_text()
        self.lifetime.once(lambda _: self._write(write), _SEEN_S)

    @property
    def is_over(self) -> bool:
        """Whether there is a film: of a game that is over."""
        return self._history is not None and self._history.finished

    def refresh_text(self) -> None:
        """Build the page anew."""
        tr = App.get_running_app().tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        title = tr.gettext("Take the film with you") if self.is_over else tr.gettext("Keep this game")
        page.add_widget(PageHead(title=title, icon="film" if self.is_over else "save"))
        body = BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(3))
        if self._codes:
            body.add_widget(QrCode(text=self._codes[0]))
        side = PanelBox(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(1))
        for part in (Widget(), *self._words(), Widget(), *self._keys()):
            side.add_widget(part)
        body.add_widget(side)
        page.add_widget(body)
        self.clear_widgets()
        self.add_widget(page)

    def film_made(self, film: bytes | None, error: CompanionError | None) -> None:
        """Lend the film, or show why there is none."""
        app = App.get_running_app()
        self._film, self.problem = film, app.explain(error) if error else ""
        if film:
            self.attempt(lambda: self._lend(film))
        self.refresh_text()

    def _read(self) -> None:
        self._history = App.get_running_app().controller.archive.history(self.game)

    def _take(self, wanted: int, film: bytes | None, error: CompanionError | None) -> None:
        if wanted == self._wanted:
            self.film_made(film, error)

    def _lend(self, film: bytes) -> None:
        phones = App.get_running_app().controller.phones
        if not phones.on:
            phones.turn_on()
            self._turned_on = True
        self._codes = phones.lend(film)

    def _write(self, write: Callable[[Archive], Saved]) -> None:
        """Write a file and say where it is, or why not."""
        app = App.get_running_app()
        saved: list[Saved] = []
        if self.attempt(lambda: saved.append(write(app.controller.archive))):
            self.said = say(app.tr, [saved[0].said])
        self.refresh_text()

    def _words(self) -> list[Widget]:
        """How a phone gets the film, and what was saved or went wrong."""
        tr = App.get_running_app().tr
        if self.is_over and self._film is None and not self.problem:
            return [Text(text=tr.gettext("Making the film …"), bold=True, halign="center")]
        steps: Sequence[str] = ()
        if self._codes:
            steps = (
                tr.gettext("Join this Wi-Fi."),
                tr.gettext("Point your phone's camera here."),
                tr.gettext("Save the page: it needs no network."),
            )
            note = tr.gettext("The code is good for ten minutes. Nothing leaves your home.")
        elif self.is_over:
            note = tr.gettext("There is no network that a phone could come through. Save the film as a file.")
        else:
            note = tr.gettext("There will be a film when the game is over.")
        said = WrapLabel(text=self.problem or self.said or note)
        said.color = theme.BAD if self.problem else theme.INK if self.said else theme.SOFT
        numbered = enumerate(steps, 1)
        return [*(WrapLabel(text=f"{n}. {step}", em="body") for n, step in numbered), said]

    def _keys(self) -> list[Widget]:
        """The switch of the names, and a key for each kind of file."""
        tr, found = App.get_running_app().tr, list[Widget]()
        files = [
            ("picture", tr.gettext("Picture"), self.draw),
            ("save", tr.gettext("Copy"), self.export),
        ]
        if self._film:
            names = Toggle(text=tr.gettext("Only initials"), on=self.initials, size_hint=(1, None))
            names.height = theme.mm(11)
            names.bind(on_release=lambda _: self.shorten(not self.initials))
            found.append(names)
            files.insert(0, ("film", tr.gettext("Film"), self.save_film))
        if self._history is None:
            return found
        line = GridLayout(rows=1, spacing=theme.mm(2), size_hint_y=None, height=theme.mm(11))
        for icon, text, act in files:
            key = TouchButton(icon=icon, text=text, size_hint=(1, 1))
            key.about = tr.gettext("Saves this as a file, on a USB stick if there is one.")
            key.bind(on_release=lambda _, act=act: act())
            line.add_widget(key)
        return [*found, line]
