"""Choice of the centre: every base as a card; the chosen one is lifted and gets the crown."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.games.fabula import keys
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula import words
from companion.session.fabula.snapshot import FabulaSnapshot
from ui import theme
from ui.boards import drawing
from ui.explanation import About
from ui.games.fabula import explanations, player_side
from ui.games.fabula.card_face import CardFace
from ui.games.fabula.panels import DuelPanel
from ui.player_names import shown_name
from ui.widgets.basics import Icon, Key, Text, TouchButton

_LIFT_MM, _RIM_MM, _CROWN_MM = 1.2, 0.7, 7.0


class BaseKey(Key):
    """A base that may become the centre, as its card; `crowned`: it is picked."""

    crowned = BooleanProperty(False)

    def __init__(self, name: str, card: CardDefinition) -> None:
        app = App.get_running_app()
        self._name, self._card = name, card
        said = words.card_name(name, card, app.language)
        super().__init__(text=said, size_hint=(1, 1), quiet=True)
        self._face = CardFace(player_side.face(app.tr, name, card, app.language))
        self.add_widget(self._face)
        for part in ("pos", "size"):
            self._face.fbind(part, self._crown)
        self.fbind("crowned", self._crown)
        self._crown()

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the base and its numbers."""
        app = App.get_running_app()
        return explanations.card(app.tr, self._name, self._card, app.language)

    def _crown(self, *_: Any) -> None:
        """Lift the chosen card, with a rim and the crown."""
        lift = theme.mm(_LIFT_MM)
        self.padding = (
            [0, theme.mm(_CROWN_MM / 2), 0, 2 * lift]
            if self.crowned
            else [0, theme.mm(_CROWN_MM / 2) + lift, 0, lift]
        )
        self.canvas.after.clear()
        if not self.crowned:
            return
        wide, high = self._face.card_px
        x, y = self._face.middle
        box = (x - wide / 2, y - high / 2, wide, high, theme.mm(2))
        self.canvas.after.add(Color(*theme.ACCENT))
        self.canvas.after.add(Line(rounded_rectangle=box, width=theme.mm(_RIM_MM)))
        drawing.picture(self.canvas.after, "crown", x, box[1] + box[3], theme.mm(_CROWN_MM), theme.ACCENT)


class BasesPanel(DuelPanel):
    """Choice of a player's centre; `keys` are the keys of the bases by id. Equal bases share one key.

    A touch picks a base, the key `confirm` or a second touch makes it the centre. `touched` is called when
    one is picked.
    """

    whole = True

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        player: str,
        figure: str,
        chosen: Callable[[Id], None],
        touched: Callable[[], None],
    ) -> None:
        super().__init__()
        self.size_hint = 1, 1
        self.picked: Id = ""
        self._chosen, self._touched = chosen, touched
        duel, position = Duel(snapshot.position), snapshot.position
        own = {
            id_: name for id_, name in snapshot.bases.items() if snapshot.players[duel.owner(id_)] == player
        }
        first = {name: id_ for id_, name in reversed(own.items())}
        made: dict[str, BaseKey] = {}
        cards = GridLayout(cols=2 if theme.portrait() else max(1, len(first)), spacing=theme.mm(2))
        for name in dict.fromkeys(own.values()):
            key = BaseKey(name, position.cards[name])
            key.bind(on_release=lambda _, id_=first[name]: self.pick(id_))
            made[name] = key
            cards.add_widget(key)
        self.keys = {id_: made[name] for id_, name in own.items()}
        self.add_widget(cards)
        self.add_widget(self._foot(snapshot, player, figure))

    def pick(self, id_: Id) -> None:
        """Pick a base; the one that is picked becomes the centre."""
        if self.picked and self.keys[id_] is self.keys[self.picked]:
            self._chosen(self.picked)
            return
        self.picked = id_
        for key in self.keys.values():
            key.crowned = key is self.keys[id_]
        self.confirm.disabled, self.confirm.primary = False, True
        self._touched()

    def _foot(self, snapshot: FabulaSnapshot, player: str, figure: str) -> BoxLayout:
        """Who chooses, and the key that makes the picked base the centre."""
        pattern = self.tr.gettext("{player} chooses")
        if len(snapshot.players) - len(snapshot.bots) > 1:
            pattern = self.tr.gettext("{player} chooses, the other looks away")
        high = theme.text_mm(15 if theme.portrait() else 11)  # three lines of words upright
        foot = BoxLayout(size_hint_y=None, height=high, spacing=theme.mm(2))
        foot.add_widget(Icon(name=figure, size_hint_x=None, width=theme.mm(9.8)))
        foot.add_widget(Text(text=pattern.format(player=shown_name(player)), bold=True))
        text = self.tr.gettext(keys.CENTRE)
        self.confirm = TouchButton(icon="crown", text=text, disabled=True, size_hint=(None, 1))
        self.confirm.width = theme.mm(30 if theme.portrait() else 52)
        self.confirm.why_not = self.tr.gettext("First touch the base that will be your centre.")
        self.confirm.bind(on_release=lambda _: self.picked and self._chosen(self.picked))
        foot.add_widget(self.confirm)
        return foot
