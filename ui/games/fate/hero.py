"""The sheet of a hero beside the board: health, gold, actions taken, cards in play, quest."""

from collections.abc import Callable
from functools import partial
from typing import get_args

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.errors import RuleError
from companion.games.fate import equip, hero_stats
from companion.games.fate.hero_action import HeroAct
from companion.games.fate.heroes import NAMES, card_name, printed
from companion.games.fate.position import Action, Hero, Hex, Position
from companion.games.fate.quests import is_counted, task
from ui import theme
from ui.games.fate import action_dialogs as acts
from ui.games.fate import art, attack_dialog, messages, move_dialog
from ui.games.fate import card_dialogs as cards
from ui.games.fate.card_page import card_facts, open_card
from ui.games.fate.corrections import top_card
from ui.games.fate.dialog import ActDialog, DialogHost
from ui.games.fate.panels import SidePanel
from ui.games.fate.value_row import ValueRow
from ui.widgets.basics import FitLabel, Icon, TouchButton
from ui.widgets.sheet import Row


class HeroChip(TouchButton):
    """A hero to look at: figure with the letters it has on the board, and health left."""

    def __init__(self, hero: Hero, chosen: bool, acting: bool, many: bool) -> None:
        left = hero_stats.max_health(hero) - hero.damage
        letters, narrow = art.HEROES[hero.id].letters, theme.portrait()
        text = f"{letters}\n{left}" if narrow else f"{letters}\N{NO-BREAK SPACE}{left}"
        super().__init__(text=text, chosen=chosen, font_mm=3 if narrow else 3.6)
        self.size_hint_x, self.height, self.padding = 1, theme.mm(9.2), theme.mm(0.7)
        self.spacing = theme.mm(0.5)
        wide = theme.mm(4 if narrow or many else 5.6)
        figure = Icon(name=art.picture(hero.id), colour=[1, 1, 1, 1], size_hint_x=None, width=wide)
        self.add_widget(figure, index=len(self.children))
        if acting and not narrow:
            self.add_widget(Icon(name="next", colour=self.ink, size_hint_x=None, width=theme.mm(2)))


class ActionSpace(TouchButton):
    """An action space of the player board: icon over its name; taken ones have a marker."""

    def __init__(self, name: str, icon: str, taken: bool) -> None:
        super().__init__(orientation="vertical", icon="", chosen=taken, padding=[0, theme.mm(0.6)], spacing=0)
        self.size_hint_x, self.height = 1, theme.mm(10.2)
        self.clear_widgets()
        ink = theme.ON_ACCENT if taken else theme.TEXT
        self.add_widget(Icon(name="check" if taken else icon, colour=ink, size_hint_y=1.5))
        self.add_widget(FitLabel(text=name, color=ink, halign="center", max_font_mm=2.5))


class HeroPanel(SidePanel):
    """Sheet of one hero, with buttons for the possible actions on their turn."""

    def __init__(
        self, position: Position, hero: Hero, host: DialogHost, look_at: Callable[[str], None], active: bool
    ) -> None:
        super().__init__()
        self._position, self._hero, self._host = position, hero, host
        self._active = active
        acting = position.heroes[position.turn].id if position.phase == "heroes" else ""
        values = ValueRow(_values(hero))
        if len(position.heroes) > 1:
            chips = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=theme.mm(9.2))
            for other in position.heroes:
                chip = HeroChip(other, other.id == hero.id, other.id == acting, len(position.heroes) > 2)
                chip.bind(on_release=lambda _, id=other.id: look_at(id))
                chips.add_widget(chip)
            self.add_widget(chips)
            if theme.portrait():
                values.height, values.size_hint_x = chips.height, 3.3
                chips.add_widget(values)
        if not values.parent:
            self.add_widget(values)
        if active:
            self.add_widget(self._actions())
        self.add_widget(self.rows)
        columns = 1 if _large_text() else 3 if theme.portrait() else 2
        self.rows.show([*self._offers(), *self._cards(), *self._piles()], columns=columns)

    def _actions(self) -> Widget:
        columns = 3 if _large_text() and not theme.portrait() else 6
        line = GridLayout(cols=columns, spacing=theme.mm(0.8), size_hint_y=None)
        line.bind(minimum_height=line.setter("height"))
        full = len(self._hero.actions) >= 2
        for name in get_args(Action):
            taken = name in self._hero.actions
            made = ActionSpace(messages.action(self.tr, name), name, taken)
            made.opacity = 0.4 if full and not taken else 1
            made.bind(on_release=lambda _, name=name: self._take(name))
            line.add_widget(made)
        return line

    def _take(self, name: Action) -> None:
        """Begin an action, or show why it is impossible."""
        try:
            HeroAct(self._position, self._hero.id).take_action(name)
        except RuleError as error:
            self._host.refuse(error)
        else:
            self._host.begin(self._begin(name))

    def _begin(self, name: str) -> ActDialog:
        position, hero = self._position, self._hero
        match name:
            case "attack":
                return attack_dialog.attack(position, hero)
            case "prepare" | "practice":
                return acts.plain(name)
        return {"move": move_dialog.move, "focus": acts.focus, "mend": acts.mend}[name](position, hero)

    def _offers(self) -> list[Row]:
        """Free actions: markers on the hex, event cards, gold for others, the quest."""
        position, hero, tr = self._position, self._hero, self.tr
        if not self._active:
            away = Row(tr.gettext("Discard an event card"), lambda: self._ask(cards.discard(hero)), "cards")
            return [away] if hero.hand and position.phase != "over" else []
        rows = []
        for place in dict.fromkeys((hero.hex, *hero.passed)):
            if position.markers.get(place) and acts.takes(hero, place):
                text = tr.gettext("Take the markers here ({n})").format(n=position.markers[place])
                rows.append(Row(text, partial(self._markers, place), "more"))
        if equip.is_possible(position, hero.id):
            name = messages.say(tr, card_name(hero.id, hero.equipment or 0))
            text = tr.gettext("The quest is done: {card}").format(card=name)
            rows.append(Row(text, lambda: self._ask(cards.quest(position, hero)), "quest", chosen=True))
        if hero.hand:
            text = tr.gettext("Play an event card ({n})").format(n=hero.hand)
            rows.append(Row(text, lambda: self._ask(cards.event(position, hero)), "cards"))
        return rows

    def _cards(self) -> list[Row]:
        rows = []
        weapon = hero_stats.main_weapon(self._hero)
        numbers = [0, *(card.number for card in self._hero.cards)]
        for number in numbers:
            face = printed(self._hero.id, number, self._hero.level)
            if face.main and number != weapon:
                continue
            name = (
                NAMES[self._hero.id]
                if number == 0
                else messages.say(self.tr, card_name(self._hero.id, number))
            )
            text = f"{name}{card_facts(self._hero, number)}"
            may = self._active and bool(cards.usable(self._position, self._hero, number))
            page = partial(open_card, self._position, self._hero, number, self._host, self._active)
            rows.append(Row(text, page, "next" if may else "prepare"))
        return rows

    def _piles(self) -> list[Row]:
        hero, tr, rows = self._hero, self.tr, []
        if wanted := task(hero):
            name = messages.say(tr, card_name(hero.id, hero.equipment or 0))
            count = f" {min(hero.quest, wanted.need)}/{wanted.need}" if wanted.counts else ""
            text = tr.gettext("Quest: {card}").format(card=name) + count
            icon = "check" if is_counted(hero) else "quest"
            page = partial(open_card, self._position, hero, hero.equipment or 0, self._host, self._active)
            rows.append(Row(text, page, icon))
            rows += self._under("equipment", name)
        elif self._active and hero_stats.unknown_equipment(hero):
            text = tr.gettext("Quest on top of the pile")
            rows.append(Row(text, lambda: self._ask(top_card(hero, "equipment")), "quest"))
        if hero.ability:
            name = messages.say(tr, card_name(hero.id, hero.ability))
            text = tr.gettext("Next ability: {card}").format(card=name)
            page = partial(open_card, self._position, hero, hero.ability, self._host, False)
            rows.append(Row(text, page, "more"))
            rows += self._under("ability", name)
        elif self._active and hero_stats.unknown_abilities(hero):
            text = tr.gettext("Ability on top of the pile")
            rows.append(Row(text, lambda: self._ask(top_card(hero, "ability")), "more"))
        if self._active and acts.partners(self._position, hero):
            rows.append(
                Row(
                    tr.gettext("Share gold"),
                    lambda: self._ask(acts.share(self._position, hero)),
                    "gold",
                )
            )
        rows.append(Row(tr.gettext("Correct something"), lambda: self._host.correct(hero), "help"))
        return rows

    def _under(self, pile: acts.PileName, card: str) -> list[Row]:
        """The end of the turn with which a top card goes to the bottom of its pile (F-084)."""
        if not self._active:
            return []
        text = self.tr.gettext("End the turn, put {card} under its pile").format(card=card)
        return [Row(text, lambda: self._ask(acts.end_turn(self._position, self._hero, pile)), "check")]

    def _markers(self, place: Hex) -> None:
        self._ask(acts.markers(self._position, self._hero, place))

    def _ask(self, dialog: ActDialog) -> None:
        self._host.begin(dialog)


def _large_text() -> bool:
    return theme.text_mm(1) > 1.2 * theme.mm(1)


def _values(hero: Hero) -> list[tuple[str, str, theme.Rgba]]:
    white = [1.0, 1.0, 1.0, 1.0]
    left = hero_stats.max_health(hero) - hero.damage
    values = [
        ("heart", f"{left}/{hero_stats.max_health(hero)}", white),
        ("gold", str(hero.gold), white),
        ("cards", str(hero.hand), theme.TEXT_SOFT),
        ("dice", str(hero_stats.strength(hero)), theme.TEXT_SOFT),
        ("range", str(hero_stats.attack_range(hero)), theme.TEXT_SOFT),
        ("steps", str(hero_stats.move_allowance(hero)), theme.TEXT_SOFT),
    ]
    if hero_stats.armour(hero):
        values.append(("shield", str(hero_stats.armour(hero)), theme.TEXT_SOFT))
    return values
