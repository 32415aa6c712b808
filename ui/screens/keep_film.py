"""Keep the film of a game: a code that a phone scans, or a file."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.i18n import say
from companion.storage.exports import Saved
from ui import background, theme
from ui.screens.page import Page
from ui.widgets.basics import PanelBox, Text, TouchButton
from ui.widgets.page_parts import PageHead, WrapLabel
from ui.widgets.qr import QrCode
from ui.widgets.toggle import Toggle


class KeepFilmPage(Page):
    """The film of the stored game with the id it is opened with, made in the background.

    Phones are served while the page is open, if they are not anyway.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.game, self.initials = 0, False
        self._made: bytes | None = None
        self._codes: Sequence[str] = ()
        self._saved: Saved | None = None
        self._turned_on = False
        self._wanted = 0
        super().__init__(**kwargs)

    def open(self, **about: Any) -> None:
        """Make the film of the stored `game`."""
        self.game, self.initials = about["game"], about.get("initials", False)
        super().open()
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
        self._wanted, self._turned_on, self._made, self._codes = self._wanted + 1, False, None, ()

    def make(self) -> None:
        """Make the film, anew after a change."""
        app = App.get_running_app()
        self._wanted += 1
        self._made, self._codes, self._saved = None, (), None
        act = partial(app.controller.reviews.film, self.game, app.language, self.initials)
        background.run(act, partial(self._take, self._wanted))
        self.refresh_text()

    def shorten(self, initials: bool) -> None:
        """Write names as initials, or whole."""
        self.initials = initials
        self.make()

    def save(self) -> None:
        """Save the film as a file and show its path."""
        made = self._made
        assert made

        def written() -> None:
            self._saved = App.get_running_app().controller.archive.save_film(self.game, made)

        self.attempt(written)
        self.refresh_text()

    def refresh_text(self) -> None:
        """Build the page anew."""
        tr = App.get_running_app().tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        page.add_widget(PageHead(title=tr.gettext("Take the film with you"), icon="film"))
        body = BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(3))
        if self._codes:
            body.add_widget(QrCode(text=self._codes[0]))
        side = PanelBox(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        for part in self._parts():
            side.add_widget(part)
        body.add_widget(side)
        page.add_widget(body)
        self.clear_widgets()
        self.add_widget(page)

    def _take(self, wanted: int, made: bytes | None, error: CompanionError | None) -> None:
        if wanted == self._wanted:
            self.film_made(made, error)

    def film_made(self, made: bytes | None, error: CompanionError | None) -> None:
        """Lend the film, or show why there is none."""
        app = App.get_running_app()
        self._made, self.problem = made, app.explain(error) if error else ""
        if made:
            self.attempt(lambda: self._lend(made))
        self.refresh_text()

    def _lend(self, made: bytes) -> None:
        phones = App.get_running_app().controller.phones
        if not phones.on:
            phones.turn_on()
            self._turned_on = True
        self._codes = phones.lend(made)

    def _parts(self) -> list[Widget]:
        tr = App.get_running_app().tr
        if self._made is None and not self.problem:
            return [Text(text=tr.gettext("Making the film …"), bold=True, halign="center")]
        parts: list[Widget] = [Widget()]
        if self._codes:
            steps = (
                tr.gettext("Join the table's Wi-Fi."),
                tr.gettext("Point your phone's camera here."),
                tr.gettext("Save the page: it needs no network."),
            )
            parts += [WrapLabel(text=f"{n}. {step}", em="body") for n, step in enumerate(steps, 1)]
            note = tr.gettext("The code is good for ten minutes. Nothing leaves your home.")
        else:
            note = tr.gettext("There is no network that a phone could come through. Save the film as a file.")
        said = self.problem or (say(tr, [self._saved.said]) if self._saved else note)
        parts.append(WrapLabel(text=said, color=theme.BAD if self.problem else theme.SOFT))
        if self._made is None:
            return [*parts, Widget()]
        names = Toggle(text=tr.gettext("Only initials"), on=self.initials, size_hint=(1, None))
        names.bind(on_release=lambda _: self.shorten(not self.initials))
        save = TouchButton(icon="save", text=tr.gettext("Save as a file"), size_hint=(1, None))
        save.bind(on_release=lambda _: self.save())
        names.height = save.height = theme.mm(11)
        return [*parts, Widget(), names, save]
