"""The sheet of a hero beside the board: health, gold, actions taken, cards in play, quest."""

from collections.abc import Callable
from functools import partial
from typing import get_args

from kivy.app import App
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
from ui.widgets.reuse import ReusedWidgets, arrange
from ui.widgets.sheet import Row


class HeroChip(TouchButton):
    """A hero to look at: figure with the letters it has on the board, and health left."""

    def __init__(self, hero: str, many: bool) -> None:
        narrow = theme.portrait()
        super().__init__(font_mm=3 if narrow else 3.6)
        self._letters = art.HEROES[hero].letters + ("\n" if narrow else "\N{NO-BREAK SPACE}")
        self.size_hint_x, self.height, self.padding = 1, theme.mm(9.2), theme.mm(0.7)
        self.spacing = theme.mm(0.5)
        wide = theme.mm(4 if narrow or many else 5.6)
        figure = Icon(name=art.picture(hero), colour=[1, 1, 1, 1], size_hint_x=None, width=wide)
        self.add_widget(figure, index=len(self.children))
        self._turn = Icon(name="next", size_hint_x=None, width=theme.mm(2))

    def show(self, left: int, chosen: bool, acting: bool) -> None:
        """Show the health, whether the sheet of the hero is shown, and an arrow if it is their turn."""
        self.text, self.chosen = f"{self._letters}{left}", chosen
        self._turn.colour = self.ink
        marked = acting and not theme.portrait()
        if marked != bool(self._turn.parent):
            (self.add_widget if marked else self.remove_widget)(self._turn)


class ActionSpace(TouchButton):
    """An action space of the player board: icon over its name; taken ones have a marker."""

    def __init__(self, icon: str) -> None:
        super().__init__(orientation="vertical", icon="", padding=[0, theme.mm(0.6)], spacing=0)
        self.size_hint_x, self.height = 1, theme.mm(10.2)
        self.clear_widgets()
        self._name, self._picture = icon, Icon(size_hint_y=1.5)
        self._label = FitLabel(halign="center", max_font_mm=2.5)
        self.add_widget(self._picture)
        self.add_widget(self._label)

    def show(self, name: str, taken: bool, full: bool) -> None:
        """Show the action with its name; `full`: no more actions can be taken."""
        self.chosen, self.opacity = taken, 0.4 if full and not taken else 1
        self._picture.name = "check" if taken else self._name
        self._picture.colour = self._label.color = theme.SURFACE if taken else theme.INK
        self._label.text = name


class HeroPanel(SidePanel):
    """Sheet of one hero, with buttons for the possible actions on their turn."""

    def __init__(self, host: DialogHost) -> None:
        super().__init__()
        self._host = host
        self._values = ValueRow()
        self._chips = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=theme.mm(9.2))
        self._actions = GridLayout(cols=6, spacing=theme.mm(0.8), size_hint_y=None)
        self._actions.bind(minimum_height=self._actions.setter("height"))
        self._heroes = ReusedWidgets()
        self._spaces = {name: ActionSpace(name) for name in get_args(Action)}
        for name, space in self._spaces.items():
            space.bind(on_release=lambda _, name=name: self._take(name))
            self._actions.add_widget(space)
        self._looks: object = None

    def show(self, position: Position, hero: Hero, look_at: Callable[[str], None], active: bool) -> None:
        """Show a hero; `active`: with buttons for the actions. What looks as before stays as it is."""
        if (hero.id, active) != self._looks:
            self.rows.scroll_y = 1
        self._looks = hero.id, active
        self.tr = App.get_running_app().tr
        self._position, self._hero, self._look_at, self._active = position, hero, look_at, active
        self._values.values = _values(hero)
        narrow, several = theme.portrait(), len(position.heroes) > 1
        chips = self._hero_chips() if several else []
        in_line = narrow and several
        if in_line:
            self._values.height, self._values.size_hint_x = self._chips.height, 3.3
        arrange(self._chips, [*chips, self._values] if in_line else chips)
        if active:
            self._show_actions()
        parts = {self._chips: several, self._values: not in_line, self._actions: active, self.rows: True}
        arrange(self, [part for part, shown in parts.items() if shown])
        columns = 1 if _large_text() else 3 if narrow else 2
        self.rows.show([*self._offers(), *self._cards(), *self._piles()], columns=columns)

    def _hero_chips(self) -> list[Widget]:
        heroes = self._position.heroes
        acting = heroes[self._position.turn].id if self._position.phase == "heroes" else ""
        chips = self._heroes.get((hero.id, partial(self._chip, hero.id)) for hero in heroes)
        for hero, chip in zip(heroes, chips, strict=True):
            chip.show(_health_left(hero), hero.id == self._hero.id, hero.id == acting)
        return chips

    def _chip(self, hero: str) -> Widget:
        chip = HeroChip(hero, len(self._position.heroes) > 2)
        chip.bind(on_release=lambda _: self._look_at(hero))
        return chip

    def _show_actions(self) -> None:
        self._actions.cols = 3 if _large_text() and not theme.portrait() else 6
        full = len(self._hero.actions) >= 2
        for name, space in self._spaces.items():
            space.show(messages.action(self.tr, name), name in self._hero.actions, full)

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


def _health_left(hero: Hero) -> int:
    return hero_stats.max_health(hero) - hero.damage


def _values(hero: Hero) -> list[tuple[str, str, theme.Rgba]]:
    white = [1.0, 1.0, 1.0, 1.0]
    values = [
        ("heart", f"{_health_left(hero)}/{hero_stats.max_health(hero)}", white),
        ("gold", str(hero.gold), white),
        ("cards", str(hero.hand), theme.SOFT),
        ("dice", str(hero_stats.strength(hero)), theme.SOFT),
        ("range", str(hero_stats.attack_range(hero)), theme.SOFT),
        ("steps", str(hero_stats.move_allowance(hero)), theme.SOFT),
    ]
    if hero_stats.armour(hero):
        values.append(("shield", str(hero_stats.armour(hero)), theme.SOFT))
    return values
