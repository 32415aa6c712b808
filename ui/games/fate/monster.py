"""Panel of a touched monster with its values; the board shows its next move."""

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.games import fate
from companion.games.fate.monsters import health, side
from companion.games.fate.position import Monster, Position
from ui import theme
from ui.explanation import About, about_key
from ui.games.fate import art, messages
from ui.games.fate.hero_parts import HeroValues
from ui.games.fate.panels import SidePanel
from ui.widgets.basics import Icon, PanelBox, Text, text_height
from ui.widgets.rows import Row


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
        title = messages.monster_title(self.tr, monster)
        short = text_height(title, "title", theme.mm(42)) < 2 * theme.em("title")
        head.add_widget(Text(text=title, em="title" if short else "body", bold=not short))
        self.add_widget(head)
        dice, steps = fate.monster_dice(position, monster.id), printed.steps
        values = [
            ("heart", f"{most - monster.damage}/{most}", self.tr.gettext("health")),
            ("dice", str(dice), self.tr.gettext("dice") if dice != 1 else self.tr.gettext("die")),
            ("range", str(printed.range), self.tr.gettext("range")),
            ("steps", str(steps), self.tr.gettext("steps") if steps != 1 else self.tr.gettext("step")),
            ("coins", str(printed.xp + monster.bounty), self.tr.gettext("gold")),
        ]
        if printed.armour:
            values.append(("shield", str(printed.armour), self.tr.gettext("armour")))
        card = PanelBox(padding=theme.mm(1.6), size_hint_y=None)
        shown = HeroValues(values=values)
        card.height = shown.lines * 1.3 * theme.em("body") + theme.mm(3.2)
        card.add_widget(shown)
        self.add_widget(card)
        self.add_widget(self.rows)
        correcting = self.tr.gettext("Correct something")
        costless = self.tr.gettext("Makes the app agree with the table. It costs no action.")
        self.rows.show(
            [
                Row(self.tr.gettext("Back"), close, "back", about=About(*about_key(self.tr, "back"))),
                Row(correcting, correct, "help", about=About(correcting, costless)),
            ]
        )
