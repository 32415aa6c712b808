"""Panel of a touched monster with its values; the board shows its next move."""

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.games import fate
from companion.games.fate.monsters import health, side
from companion.games.fate.position import Monster, Position
from ui import theme
from ui.games.fate import art, messages
from ui.games.fate.panels import SidePanel
from ui.games.fate.value_row import ValueRow
from ui.widgets.basics import FitLabel, Icon
from ui.widgets.sheet import Row


class MonsterPanel(SidePanel):
    """A monster's picture, health, dice, range, steps and gold; `correct` and `close` are for its rows."""

    def __init__(
        self, position: Position, monster: Monster, correct: Callable[[], None], close: Callable[[], None]
    ) -> None:
        super().__init__()
        printed, most = side(monster), health(monster, position.monsters)
        head = BoxLayout(spacing=theme.mm(2), size_hint_y=None, height=theme.mm(11))
        portrait = art.picture(monster.kind, monster.level)
        head.add_widget(Icon(name=portrait, colour=[1, 1, 1, 1], size_hint_x=None, width=theme.mm(11)))
        head.add_widget(FitLabel(text=messages.monster_title(self.tr, monster), bold=True, max_font_mm=5))
        self.add_widget(head)
        values = [
            ("heart", f"{most - monster.damage}/{most}", [1.0, 1.0, 1.0, 1.0]),
            ("dice", str(fate.monster_dice(position, monster.id)), theme.SOFT),
            ("range", str(printed.range), theme.SOFT),
            ("steps", str(printed.steps), theme.SOFT),
        ]
        if printed.armour:
            values.append(("shield", str(printed.armour), theme.SOFT))
        values.append(("gold", str(printed.xp + monster.bounty), [1.0, 1.0, 1.0, 1.0]))
        self.add_widget(ValueRow(values))
        self.add_widget(self.rows)
        self.rows.show(
            [
                Row(self.tr.gettext("Back"), close, "back", chosen=True),
                Row(self.tr.gettext("Correct something"), correct, "help"),
            ]
        )
