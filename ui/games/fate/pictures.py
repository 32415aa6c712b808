"""Questions with pictures: answers as popups of the board, present beside expected pieces."""

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.games.fate.position import Hex
from companion.session.fate.pieces import BoardPiece, pieces
from companion.session.fate.snapshot import Difference, FateChoice, FateSnapshot
from ui import theme
from ui.explanation import About
from ui.games.fate import explanations, messages
from ui.games.fate.hex_marks import HexMark, HexMarkKind
from ui.games.fate.marks import letter
from ui.games.fate.panels import SidePanel
from ui.games.fate.popup import FatePopup
from ui.widgets.basics import Icon, Text, TouchButton, text_height, text_width
from ui.widgets.lines import Lines
from ui.widgets.rows import Row, RowButton

_PICTURE_MM, _CAPTION_MM, _PAIR_MM = 15.0, 11.8, 13.4


class PopupAnswer(TouchButton):
    """A popup to tap, with its meaning below."""

    def __init__(
        self,
        popup: FatePopup,
        text: str,
        chosen: bool,
        tapped: Callable[[], None],
        about: About | None = None,
    ) -> None:
        super().__init__(orientation="vertical", chosen=chosen)
        self.clear_widgets()
        self.padding, self.spacing = theme.mm(0.8), theme.mm(0.6)
        self.size_hint_x, self.height = 1, theme.mm(_PICTURE_MM + 2.2) + theme.text_mm(_CAPTION_MM)
        self.add_widget(popup)
        label = Text(text=text, em="note", color=self.ink, halign="center", size_hint_y=None)
        label.height = theme.text_mm(_CAPTION_MM)
        label.bind(width=self._grow)
        self.add_widget(label)
        self._about = about or explanations.answer(App.get_running_app().tr, text)
        self.bind(on_release=lambda _: tapped())

    def _grow(self, label: Text, width: float) -> None:
        """Make room for all lines of the text."""
        needed = text_height(label.text, "note", width)
        if isfinite(needed):
            label.height = max(theme.text_mm(_CAPTION_MM), needed)
            self.height = theme.mm(_PICTURE_MM + 2.2) + label.height

    def about_at(self, x: float, y: float) -> About:
        """Explain the answer."""
        return self._about


class PicturesPanel(SidePanel):
    """Answers about spaces, each as a picture of them."""

    def __init__(
        self, snapshot: FateSnapshot, choice: FateChoice, choose: Callable[..., None], map_px: float
    ) -> None:
        super().__init__()
        self.add_widget(self.rows)
        shown = pieces(snapshot)
        made: list[Any] = []
        for index, option in enumerate(choice.options):
            text = messages.say(self.tr, option.label)
            chosen = index == choice.default
            places = [str(space) for space in option.spaces]
            if not places:
                about = explanations.option(self.tr, snapshot.position, option.act, text)
                made.append(Row(text, partial(choose, index), "cross", chosen=chosen, about=about))
                continue
            kind: HexMarkKind = "default" if chosen else "ask"
            mark = HexMark(places[0], kind, label=letter(choice, index))
            popup = FatePopup(places, shown, map_px, mark)
            about = explanations.option(self.tr, snapshot.position, option.act, text)
            made.append(PopupAnswer(popup, text, chosen, partial(choose, index), about))
        self.rows.show(made, columns=3 if theme.portrait() else 2)


def answer_picture(
    snapshot: FateSnapshot, map_px: float, place: Hex, letter: str, text: str, tapped: Callable[[], None]
) -> PopupAnswer:
    """A hex to tap, large, with the letter that it has on the board."""
    mark = HexMark(place, "attack", label=letter)
    about = explanations.place(App.get_running_app().tr, snapshot.position, place)
    return PopupAnswer(FatePopup([place], pieces(snapshot), map_px, mark), text, False, tapped, about)


def way_picture(
    snapshot: FateSnapshot, map_px: float, way: Sequence[Hex], text: str, tapped: Callable[[], None]
) -> PopupAnswer:
    """A way over the board to tap, with its arrow."""
    return PopupAnswer(FatePopup(way, pieces(snapshot), map_px), text, False, tapped)


class TablePanel(SidePanel):
    """Present beside expected pieces, and below the question which is right."""

    def __init__(
        self, snapshot: FateSnapshot, choice: FateChoice, choose: Callable[..., None], map_px: float
    ) -> None:
        super().__init__()
        self.add_widget(self.rows)
        shown = pieces(snapshot)
        pairs = [_pair(n, found, shown, map_px, self.tr) for n, found in enumerate(snapshot.differences, 1)]
        self.rows.show(pairs)
        others = [index for index in range(len(choice.options)) if index != choice.default]
        answers = GridLayout(cols=2 if theme.portrait() else 1, spacing=theme.mm(1.2), size_hint_y=None)
        answers.bind(minimum_height=answers.setter("height"))
        for index in others:  # the large button is for the default one
            text = messages.say(self.tr, choice.options[index].label)
            about = explanations.answer(self.tr, text)
            answers.add_widget(RowButton(Row(text, partial(choose, index), about=about)))
        self.add_widget(answers)


def _pair(number: int, found: Difference, shown: Sequence[BoardPiece], map_px: float, tr: Any) -> BoxLayout:
    """One difference: number, present and expected piece, and below them both in words."""
    place = str(found.space)
    others = [piece for piece in shown if piece.hex != place]
    line = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=theme.text_mm(_PAIR_MM))
    line.add_widget(
        Text(text=f"{number}", bold=True, color=theme.BAD, size_hint_x=None, width=text_width("0"))
    )
    for kind, icon, mark in ((found.seen, "cross", "wrong"), (found.expected, "check", "target")):
        there = [BoardPiece(place, kind)] if kind else []
        expected = [piece for piece in shown if piece.hex == place and piece.kind == kind]
        known = expected or there
        side: HexMarkKind = "wrong" if mark == "wrong" else "target"
        popup = FatePopup([place], [*others, *known], map_px, HexMark(place, side), icon)
        line.add_widget(popup)
        if icon == "cross":
            line.add_widget(Icon(name="next", colour=theme.SOFT, size_hint_x=None, width=theme.mm(3)))
    pair = BoxLayout(orientation="vertical", spacing=theme.mm(0.6), size_hint_y=None)
    pair.bind(minimum_height=pair.setter("height"))
    pair.add_widget(line)
    pair.add_widget(Lines(text=messages.difference(tr, found), em="note"))
    return pair
