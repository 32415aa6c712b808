"""Side panels of the duel table: turn, choice of cards, card details, log."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player
from companion.session.fabula import playable, words
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.fabula.stop_settings import STOPS
from ui import theme
from ui.boards.geometry import Point
from ui.games.fabula import card_print, player_side
from ui.games.fabula.card_face import CardFace
from ui.games.fabula.icons import PAPER, TYPES, sign_of
from ui.games.fabula.views import FaceView
from ui.player_names import shown_name
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton, largest_em, text_height
from ui.widgets.rows import ROW_MM, Row, RowButton, RowList

_SIDE_MM = 56.0
"""Width of what stands beside a card."""
_ROWS_MM = 37.2
"""Height of three keys beside a card; more are scrolled to."""
_PALE: theme.Rgba = get_color_from_hex("#d9c6a2")
"""Soft text on the dark around a card."""
TIMES = "\N{MULTIPLICATION SIGN}"


def sign(card: CardDefinition) -> str:
    """Art of a card in a list: that of its first colour, else of its type."""
    return sign_of(card.colors[0]) if card.colors else TYPES[card.type]


class Line(Text):
    """A text as high as its lines."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self.bind(width=self._measure, text=self._measure)

    def _measure(self, *_: Any) -> None:
        high = text_height(self.text, self.em, self.width, self.bold)
        self.height = high if high < inf else 2 * theme.em(self.em)


class DuelPanel(PanelBox):
    """A sheet with a list of rows, and optional widgets above it; `whole`: it has the whole window."""

    whole = False

    def __init__(self) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(2), padding=theme.mm(3))
        app = App.get_running_app()
        self.tr, self.language = app.tr, app.language
        self.size_hint = (1 if theme.portrait() else 0.8, 1)
        self.rows = RowList()

    def line(self, text: str, **look: Any) -> None:
        """A text above the rows."""
        self.add_widget(Line(text=text, **look))

    def show(self, rows: Sequence[Row | Widget], columns: int = 1) -> None:
        """Add the rows below the other widgets."""
        self.add_widget(self.rows)
        self.rows.show(rows, columns)

    def foot(self, *rows: Row) -> None:
        """Add a line of buttons that does not scroll."""
        line = BoxLayout(spacing=theme.mm(2), size_hint_y=None, height=theme.text_mm(ROW_MM))
        for row in rows:
            made = RowButton(row)
            made.size_hint_y = 1
            line.add_widget(made)
        self.add_widget(line)


class LookPanel(BoxLayout):
    """A card from near beside what can be done with it. The first row moves the game on if it is chosen.

    `steady`: the rows stand in the same place for every card and text, and without a card.
    `title` is a question, or the reason why nothing can be done; `figure` who plays the card, which comes
    from `start`.
    """

    whole = True

    def __init__(
        self,
        view: FaceView | None,
        rows: Sequence[Row],
        title: str = "",
        lines: Sequence[str] = (),
        figure: str = "",
        turn: float = 0,
        start: Point | None = None,
        steady: bool = False,
    ) -> None:
        upright = theme.portrait()
        super().__init__(
            orientation="vertical" if upright else "horizontal", spacing=theme.mm(6), padding=theme.mm(6)
        )
        tr = App.get_running_app().tr
        if not upright:
            self.add_widget(Widget())
        if view:
            face = CardFace(view, turn, start)
            if not upright:
                face.size_hint_x, face.width = None, theme.mm(card_print.LARGE_MM[0])
            self.add_widget(face)
        elif steady:
            self.add_widget(Widget(size_hint_x=None, width=theme.mm(card_print.LARGE_MM[0])))
        else:
            title = title or tr.gettext("Nobody has seen this card yet.")
        side = BoxLayout(orientation="vertical", spacing=theme.mm(2.4))
        if upright:
            side.size_hint_y = None
            side.bind(minimum_height=side.setter("height"))
        else:
            side.size_hint_x, side.width = None, theme.text_mm(_SIDE_MM)
            side.add_widget(Widget())
        if figure:
            side.add_widget(Icon(name=figure, size_hint=(None, None), size=(theme.mm(12), theme.mm(12))))
        if title:
            em = largest_em(title, theme.text_mm(_SIDE_MM), 3.5 * theme.em("title"), "title", "body")
            side.add_widget(Line(text=title, em=em, bold=em == "body", color=PAPER))
        for line in (*lines, *(view.small if view else ())):
            side.add_widget(Line(text=line, color=_PALE))
        if steady and not upright:
            side.add_widget(Widget())
        list_ = RowList(size_hint_y=None)
        list_.bind(needed=lambda _, needed: setattr(list_, "height", min(needed, theme.text_mm(_ROWS_MM))))
        side.add_widget(list_)
        list_.show([_Bold(row) if row.chosen else row for row in rows])
        for key in list_.shown():
            key.align = ""
        self.add_widget(side)
        if not upright:
            if not steady:
                side.add_widget(Widget())
            self.add_widget(Widget())


class _Bold(TouchButton):
    """The row that moves the game on."""

    def __init__(self, row: Row) -> None:
        super().__init__(icon=row.icon, text=row.text, primary=True, size_hint=(1, None))
        self.height = theme.text_mm(12)
        self.bind(on_release=lambda _: row.act and row.act())


class CardsPanel(DuelPanel):
    """Choice of cards by name; `counts` limits the number of each."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        title: str,
        counts: Sequence[tuple[str, int]],
        chosen: Callable[[str], None],
        foot: Sequence[Row] = (),
        dim: Callable[[CardDefinition], bool] = lambda _: False,
    ) -> None:
        super().__init__()
        self.line(title, bold=True)
        cards = snapshot.position.cards
        rows = []
        for name, n in sorted(counts, key=lambda one: (cards[one[0]].cost, one[0])):
            card = cards[name]
            many = f" {TIMES}{n}" if n > 1 else ""
            text = f"{card.cost} · {words.card_name(name, card, self.language)}{many}"
            rows.append(Row(text, partial(chosen, name), sign(card), dim=dim(card)))
        self.show(rows)
        if foot:
            self.foot(*foot)


class StopsPanel(DuelPanel):
    """Stop settings: when a player wants to be asked."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        press: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__()
        player = snapshot.players[snapshot.decider]
        self.line(self.tr.gettext("When to ask {player}").format(player=shown_name(player)), bold=True)
        rows = []
        for stop, title in STOPS.items():
            on = stop in snapshot.wishes[player].stops
            act = partial(press, f"stop {stop}")
            rows.append(Row(self.tr.gettext(title), act, "check" if on else "", chosen=on))
        self.show(rows)
        self.foot(Row(self.tr.gettext("Close"), close, "back"))


class PilePanel(DuelPanel):
    """Cards of an open pile, last one first."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        player: Player,
        zone: str,
        look_at: Callable[[Id], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__()
        side, duel = snapshot.position.sides[player], Duel(snapshot.position)
        titles = {"discard": self.tr.gettext("Discard pile"), "banished": self.tr.gettext("Banished")}
        self.line(f"{titles[zone]} · {shown_name(side.name)}", bold=True)
        rows = []
        for id_ in reversed(getattr(side, zone)):
            name = player_side.name_of(duel, id_, self.language) or self.tr.gettext("a card")
            rows.append(Row(name, partial(look_at, id_), "fb-card"))
        self.show(rows)
        self.foot(Row(self.tr.gettext("Close"), close, "back"))


def discard_title(tr: Any, snapshot: FabulaSnapshot, picked: int) -> str:
    """Title with the number of cards still to discard."""
    return str(tr.gettext("Discard: {n} more").format(n=playable.discards(snapshot) - picked))
