"""The monsters' turn as a film: one step at a time, with its dice, its damage, and what hands do."""

from typing import Any

from kivy.animation import Animation
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fate.hero_stats import max_health
from companion.games.fate.position import Hero, Hex
from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from ui import theme
from ui.boards.geometry import Point
from ui.games.fate import board_map, messages
from ui.games.fate.dice import FaceRow
from ui.games.fate.hero_parts import Hearts, Portrait, line
from ui.games.fate.panels import SidePanel
from ui.lifetime import Lifetime
from ui.widgets.basics import Icon, PanelBox, Text

_SEEN = 0.46
"""Share of the board's height that is seen around a place."""
_DIE_MM, _A_LINE = 15.0, 3
_COUNT_S = 0.3
"""How long damage is counted up."""


def places(snapshot: FateSnapshot) -> list[Hex]:
    """Hexes of the present step."""
    step = snapshot.steps[snapshot.done]
    found = [str(place) for path in step.paths for place in path]
    found += [str(place) for act in step.acts for place in (act.space, act.target) if place is not None]
    struck = hurt(snapshot, step)
    if not found and struck:  # the position is ahead of the step
        found = [str(space) for space, kinds in snapshot.assumed_table.items() if struck.id in kinds]
    return [place for place in found if place in board_map.CENTRES]


def view(shown: list[Hex]) -> tuple[float, Point]:
    """Zoom and middle of the board with which these hexes are seen from near."""
    points = [board_map.CENTRES[place] for place in shown]
    low = min(x for x, _ in points), min(y for _, y in points)
    high = max(x for x, _ in points), max(y for _, y in points)
    span = max(high[1] - low[1], (high[0] - low[0]) / board_map.ASPECT) + 6 * board_map.SIDE
    return max(1.0, 1 / max(_SEEN, span)), ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)


def hurt(snapshot: FateSnapshot, step: GuideEntry) -> Hero | None:
    """Hero whose damage changes with a step, or who falls."""
    return next((hero for hero in snapshot.position.heroes if hero.id == step.hero), None)


class FilmPanel(SidePanel):
    """The present step; the keys for the next, the one before and the end stand below."""

    def __init__(self, snapshot: FateSnapshot) -> None:
        super().__init__()
        self.spacing = theme.mm(2.4)
        step = snapshot.steps[snapshot.done]
        if step.dice:
            dice = FaceRow(faces=list(step.dice), most=_A_LINE, side_mm=_DIE_MM, thrown=True)
            self.add_widget(dice)
            dice.roll()
        struck = hurt(snapshot, step)
        damaged = struck is not None and step.damage is not None
        self.add_widget(self._damage(struck, step) if struck and damaged else self._scene(step))
        if not (damaged and step.dice):
            self.add_widget(Widget())
        if snapshot.at_table and snapshot.together and step.hands:  # before a camera the bar says it
            self.note(messages.say(self.tr, step.hands))
        elif step.what == "walk":
            self.note(self.tr.gettext("The arrows show where they go."))

    def _damage(self, hero: Hero, step: GuideEntry) -> Widget:
        """Portrait of the hero, the damage in large digits, and the health that is left after it."""
        high = max(theme.mm(16), line("display") + theme.mm(8.4))
        card = PanelBox(padding=theme.mm(1.6), spacing=theme.mm(2.2), size_hint_y=None, height=high)
        card.add_widget(Portrait(hero=hero.id, size_hint_x=None, width=theme.mm(12.8)))
        column = BoxLayout(orientation="vertical")
        words = BoxLayout(spacing=theme.mm(1.4))
        off, amount = step.what == "heal", step.n
        em: theme.TextSize = "note" if theme.large_text() else "body"
        if amount:
            number = _Damage(
                "+" if off else "\N{MINUS SIGN}",
                amount,
                em="display",
                size_hint_x=None,
                width=theme.em("display") * (1.3 if amount < 10 else 1.8),
            )
            number.color, number.font_name, number.bold = theme.GOOD if off else theme.BAD, "text", True
            words.add_widget(number)
            number.count()
            words.add_widget(Text(text=self.tr.gettext("health"), bold=True, em=em))
        else:
            words.add_widget(Text(text=self.tr.gettext("No damage"), em="title"))
        column.add_widget(words)
        most = max_health(hero)
        left = max(0, most - (step.damage or 0))
        hearts = Hearts(left=left, most=most, new=0 if off else min(amount, most - left))
        hearts.size_hint_y, hearts.height = None, theme.mm(4.4)
        column.add_widget(hearts)
        card.add_widget(column)
        return card

    def _scene(self, step: GuideEntry) -> Widget:
        """Return a picture of a step without damage; the bar says what to do."""
        card = PanelBox(orientation="vertical", padding=theme.mm(2.4), spacing=theme.mm(1.6))
        card.size_hint_y, card.height = None, theme.mm(26)
        card.add_widget(Icon(name=messages.actor(step), colour=theme.INK))
        return card


class _Damage(Text):
    """Damage in large digits that are counted up."""

    share = NumericProperty(1.0)

    def __init__(self, sign: str, amount: int, **look: Any) -> None:
        self._sign, self._amount = sign, amount
        self.lifetime = Lifetime()
        super().__init__(text=f"{sign}{amount}", **look)
        self.bind(share=self._say)

    def count(self) -> None:
        """Count from nothing to the damage."""
        self.share = 0.0
        self.lifetime.animate(self, Animation(share=1.0, duration=_COUNT_S))

    def _say(self, *_: Any) -> None:
        self.text = f"{self._sign}{round(self._amount * self.share)}"
