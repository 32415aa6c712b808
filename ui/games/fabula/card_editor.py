"""Editor of one of the user's own cards: name, type, numbers, and its face from the camera."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.base import N_
from companion.session.fabula import words
from ui import theme
from ui.capture import LOOKING, Capture
from ui.games.fabula.icons import COLOURS, TYPES, sign_of
from ui.games.fabula.panels import Line
from ui.widgets.basics import TouchButton
from ui.widgets.corners import PictureView
from ui.widgets.keyboard import NameSheet
from ui.widgets.page_parts import PictureButton
from ui.widgets.rows import ROW_MM, Row, RowButton, RowList, Stepper

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "ally": ("cost", "offence", "life", "influence", "restoration_cost"),
    "manoeuvre": ("cost",),
    "modification": ("cost", "attach_cost"),
    "base": (),
}
"""Numbers printed on each type of card."""
_TITLES: Mapping[str, str] = {
    "cost": N_("Cost"),
    "offence": N_("Offence"),
    "life": N_("Life"),
    "influence": N_("Influence"),
    "restoration_cost": N_("Restoration cost"),
    "attach_cost": N_("Attach cost"),
}
_TEXT: Mapping[str, str] = {
    "en": "Do what the card says.", "pt_BR": "Façam o que a carta diz.", "es": "Haced lo que dice la carta.",
}  # fmt: skip
"""Placeholder for the text of a card, which players read themselves."""
_TITLED_MM = 14.0
"""Height in mm of buttons with a picture above a word; a picture beside it leaves no room for large text."""
SET = "mine"
"""Name of the set of faces for own cards."""


def empty() -> dict[str, Any]:
    """A new card in its stored form."""
    return {"type": "ally", "colors": ["red"], "rarity": "common", "cost": 1, "life": 1, "name": ""}


class CardEditor(BoxLayout):
    """Editor of a card; calls `changed(card)` to store it and `done()` to leave."""

    def __init__(
        self,
        key: str,
        card: dict[str, Any],
        changed: Callable[[dict[str, Any]], None],
        done: Callable[[], None],
    ) -> None:
        super().__init__(spacing=theme.mm(2), orientation="vertical" if theme.portrait() else "horizontal")
        self._key, self._card, self._changed, self._done = key, card, changed, done
        self.list = RowList()
        self._side_panel = BoxLayout(orientation="vertical", spacing=theme.mm(1.5))
        self._side_panel.size_hint = (1, 0.9) if theme.portrait() else (0.62, 1)
        self.picture = PictureView()
        self.camera = Capture("fabula", self._show_camera)
        self._status = Line(em="note")
        self.add_widget(self.list)
        self.add_widget(self._side_panel)
        self._show()

    def _show(self) -> None:
        tr, card = App.get_running_app().tr, self._card
        rows: list[Row | Widget] = [Row(card["name"] or tr.gettext("Name"), self._name, "text")]
        rows.append(self._line("type", {kind: (TYPES[kind], title) for kind, title in words.TYPES.items()}))
        rows.append(self._line("colors", {name: (sign_of(name), "") for name in COLOURS}))
        stars = {rarity: ("star", title) for rarity, title in words.RARITIES.items()}
        rows.append(self._line("rarity", stars))
        for number in NUMBERS[card["type"]]:
            usual = 1 if number in ("life", "restoration_cost") else 0
            text = tr.gettext(_TITLES[number])
            rows.append(Stepper(text, card.get(number, usual), partial(self._set, number), lambda: 30))
        has = bool(card.get("text"))
        rows.append(Row(tr.gettext("It has a text"), self._text, "check" if has else "", has))
        self.list.show(rows)
        self._side_panel.clear_widgets()
        self._side_panel.add_widget(self.picture)
        self._status.text = self._status.text or tr.gettext("Lay only this card in front of the camera.")
        self._side_panel.add_widget(self._status)
        for row in (
            Row(tr.gettext("Take its picture"), self._take, "camera"),
            Row(tr.gettext("Ready"), self._done, "check", chosen=True),
        ):
            self._side_panel.add_widget(RowButton(row))

    def _line(self, what: str, choices: Mapping[str, tuple[str, str]]) -> Widget:
        tr = App.get_running_app().tr
        titled = any(title for _, title in choices.values())
        each, columns = (theme.text_mm(_TITLED_MM), 2) if titled else (theme.mm(ROW_MM), len(choices))
        line = GridLayout(cols=columns, spacing=theme.mm(1), size_hint_y=None)
        line.height = -(-len(choices) // columns) * (each + theme.mm(1)) - theme.mm(1)
        for value, (icon, title) in choices.items():
            now = self._card.get(what, "common" if what == "rarity" else "")
            chosen = value in now if what == "colors" else value == now
            if what == "colors" and not value:
                chosen = not now
            made = (
                PictureButton(icon=icon, text=tr.gettext(title), em="note", chosen=chosen, picture_share=1)
                if title
                else TouchButton(icon=icon, chosen=chosen)
            )
            made.size_hint = (1, 1)
            made.bind(on_release=lambda _, value=value: self._choose(what, value))
            line.add_widget(made)
        return line

    def _choose(self, what: str, value: str) -> None:
        if what == "colors":
            now = list(self._card["colors"])
            if not value:
                now = []
            elif value in now:
                now.remove(value)
            else:
                now = [*now, value][-2:]
            self._card["colors"] = now
        else:
            self._card[what] = value
        allowed = {"type", "colors", "rarity", "name", "text", *NUMBERS[self._card["type"]]}
        self._card = {key: kept for key, kept in self._card.items() if key in allowed}
        if self._card["type"] == "ally":
            self._card.setdefault("life", 1)
        self._changed(self._card)
        self._show()

    def _set(self, number: str, value: int) -> None:
        self._card[number] = max(value, 1) if number == "life" else value
        self._changed(self._card)

    def _text(self) -> None:
        if self._card.get("text"):
            del self._card["text"]
        else:
            self._card["text"] = dict(_TEXT)
        self._changed(self._card)
        self._show()

    def _name(self) -> None:
        def done(name: str) -> str:
            self._card["name"] = name
            self._changed(self._card)
            self._show()
            return ""

        NameSheet(App.get_running_app().tr.gettext("What is the card called?"), self._card["name"], done)

    def _take(self) -> None:
        """Take the picture on a background thread, because the camera needs a moment."""
        teacher = App.get_running_app().controller.teacher

        def take() -> Any:
            teacher.capture("fabula")
            teacher.learn_pieces(None, {self._key: teacher.propose(SET)[""]}, SET)
            return teacher.face("fabula", SET, self._key)

        self.camera.work(take, self._taken)

    def _taken(self, face: Any) -> None:
        self.picture.picture = face
        self.camera.status = App.get_running_app().tr.gettext("This is how I will recognise it.")

    def _show_camera(self) -> None:
        tr, camera = App.get_running_app().tr, self.camera
        self._status.text = tr.gettext(LOOKING) if camera.busy else camera.problem or camera.status
        if camera.problem:
            self.picture.picture = None
