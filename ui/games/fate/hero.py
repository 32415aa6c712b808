"""The sheet of a hero beside the board: portrait and values, actions, and stacks of cards."""

from functools import partial
from typing import Any, get_args

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.games.base import N_
from companion.games.fate import equip, hero_stats
from companion.games.fate.heroes import NAMES, card_name, printed
from companion.games.fate.position import Action, Hero, Hex, Position
from companion.games.fate.quests import is_counted, task
from companion.session.fate.dialogs import action_dialogs as acts
from companion.session.fate.dialogs.offered import offered
from ui import theme
from ui.explanation import About
from ui.games.fate import explanations, messages
from ui.games.fate.card_page import open_card
from ui.games.fate.cards_sheet import EMBLEMS, CardsSheet
from ui.games.fate.dialog_host import DialogHost
from ui.games.fate.hero_parts import ACTION_MM, ActionKey, HeroCard, Stack, Value
from ui.games.fate.panels import SidePanel
from ui.widgets.reuse import arrange
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet

_ORDER: tuple[Action, ...] = ("move", "attack", "prepare", "focus", "mend", "practice")
assert set(_ORDER) == set(get_args(Action))
_ICONS = {"move": "steps"}
_STACKS = {
    "events": (N_("Events"), *EMBLEMS["event"]),
    "skills": (N_("Skills"), *EMBLEMS["ability"]),
    "gear": (N_("Gear"), *EMBLEMS["equipment"]),
    "quest": (N_("Quest"), *EMBLEMS["quest"]),
    "markers": (N_("Find"), "thing-two-coins", get_color_from_hex("#3f5a35")),
}


_TOP = N_("Tells the app which card lies face up on the pile.")
_LOW_MM, _LOWEST_MM = 62.0, 58.0
"""Heights of the panel below which its parts come closer, and below which values beside large text have one
line.
"""


class HeroPanel(SidePanel):
    """Sheet of one hero, with keys for the possible actions on their turn."""

    def __init__(self, host: DialogHost) -> None:
        super().__init__()
        self._host = host
        self.spacing = theme.mm(1.3)
        self._card = HeroCard()
        self._card.bind(on_release=lambda _: self._more())
        self._actions = GridLayout(
            cols=3 if theme.portrait() else 2, spacing=[theme.mm(1.2), theme.mm(0.9)], size_hint_y=None
        )
        self._actions.bind(minimum_height=self._actions.setter("height"))
        self._spaces = {name: ActionKey(_ICONS.get(name, name), name) for name in _ORDER}
        for name, space in self._spaces.items():
            space.bind(on_release=lambda _, name=name: self._take(name))
            self._actions.add_widget(space)
        self._row = BoxLayout(spacing=theme.mm(1), size_hint_max_y=theme.mm(19))
        self._stacks = {name: Stack(name, icon, colour) for name, (_, icon, colour) in _STACKS.items()}
        for stack_name, stack in self._stacks.items():
            stack.bind(on_release=lambda _, name=stack_name: self._open(name))

    def part(self, name: str) -> Widget | None:
        """The widget of an action or of a stack, or that of the "hero"; None if there is no such part."""
        if name == "hero":
            return self._card
        action = next((space for space in self._spaces.values() if space.action == name), None)
        return action or self._stacks.get(name)

    def on_height(self, *_: Any) -> None:
        """Make the actions lower where the stacks would have no room."""
        low = self.height < theme.mm(_LOW_MM) and not theme.portrait()
        self.spacing = theme.mm(0.9 if low else 1.3)
        self._card.squeeze(low and theme.large_text() and self.height < theme.mm(_LOWEST_MM))
        for space in self._spaces.values():
            space.height = theme.mm(theme.TOUCH_MM + 0.1 if low else ACTION_MM)

    def show(self, position: Position, hero: Hero, active: bool) -> None:
        """Show a hero; `active`: with keys for the actions. What looks as before stays as it is."""
        self.tr = App.get_running_app().tr
        self._position, self._hero, self._active = position, hero, active
        most = hero_stats.max_health(hero)
        self._card.show(hero.id, most - hero.damage, most, self._values())
        self._show_actions()
        counts = self._counts()
        for name, stack in self._stacks.items():
            stack.text, stack.count = self.tr.gettext(_STACKS[name][0]), counts.get(name, 0)
        arrange(self._row, [self._stacks[name] for name in counts])
        arrange(self, [self._card, *([self._actions] if active else []), self._row])

    def _values(self) -> list[Value]:
        hero, tr = self._hero, self.tr
        return [
            ("attack", str(hero_stats.strength(hero)), tr.gettext("dice")),
            ("range", str(hero_stats.attack_range(hero)), tr.gettext("range")),
            ("coins", str(hero.gold), tr.gettext("gold")),
            ("steps", str(hero_stats.move_allowance(hero)), tr.gettext("steps")),
        ]

    def _show_actions(self) -> None:
        hero, tr = self._hero, self.tr
        dice = hero_stats.strength(hero)
        meanings = {
            "move": tr.gettext("{n} steps").format(n=hero_stats.move_allowance(hero)),
            "attack": tr.ngettext("{n} die", "{n} dice", dice).format(n=dice),
            "prepare": tr.gettext("1 card"),
            "focus": tr.gettext("1 mana"),
            "mend": tr.gettext("heal 2"),
            "practice": tr.gettext("1 gold"),
        }
        begun = self._host.begun
        offers = {one.key for one in offered(self._position, hero, active=self._active)}
        for name, space in self._spaces.items():
            spent = name in hero.actions
            meaning = tr.gettext("done") if spent else meanings[name]
            possible = begun == name or name in offers
            space.show(messages.action(tr, name), meaning, spent, possible, name == begun)

    def _counts(self) -> dict[str, int]:
        """The stacks that there are, with their numbers."""
        hero = self._hero
        own = [card.number for card in hero.cards]
        piles = [printed(hero.id, number, hero.level).pile for number in own]
        counts = {"events": hero.hand, "skills": piles.count("ability"), "gear": piles.count("equipment")}
        if markers := self._markers_here():
            counts["markers"] = sum(self._position.markers[place] for place in markers)
        elif hero.equipment:
            counts["quest"] = 1
        return counts

    def _markers_here(self) -> list[Hex]:
        hero = self._hero
        places = dict.fromkeys((hero.hex, *hero.passed)) if self._active else ()
        return [place for place in places if self._position.markers.get(place) and acts.takes(hero, place)]

    def _open(self, name: str) -> None:
        """Open a stack."""
        position, hero = self._position, self._hero
        if name == "markers":
            self._host.press("markers")
        elif name == "events" and hero.hand and position.phase != "over":
            self._host.press("event" if self._active else f"discard {hero.id}")
        elif name != "events":
            CardsSheet(position, hero, name, self._host, self._active)

    def _more(self) -> None:
        """Open what a hero may do besides the actions; in a lesson only what there is to read."""
        free_px = self._host.strip_px
        rows = self._to_read() if free_px else self._piles()
        facts = messages.hero_facts(self.tr, self._hero)
        ModalSheet(NAMES[self._hero.id], rows, facts, free_px=free_px)

    def _take(self, name: Action) -> None:
        """Begin an action, or show why it is impossible."""
        self._host.press(name)

    def _to_read(self) -> list[Row]:
        """The top cards of the piles."""
        return [row for row in (self._quest_row(), self._ability_row()) if row]

    def _quest_row(self) -> Row | None:
        hero, tr = self._hero, self.tr
        wanted = task(hero)
        if wanted is None:
            return None
        name = messages.say(tr, card_name(hero.id, hero.equipment or 0))
        count = f" {min(hero.quest, wanted.need)}/{wanted.need}" if wanted.counts else ""
        text = tr.gettext("Quest: {card}").format(card=name) + count
        icon = "check" if is_counted(hero) else "quest"
        page = partial(open_card, self._position, hero, hero.equipment or 0, self._host, self._active)
        return Row(text, page, icon, about=explanations.card(tr, hero, hero.equipment or 0))

    def _ability_row(self) -> Row | None:
        hero, tr = self._hero, self.tr
        if not hero.ability:
            return None
        name = messages.say(tr, card_name(hero.id, hero.ability))
        text = tr.gettext("Next ability: {card}").format(card=name)
        page = partial(open_card, self._position, hero, hero.ability, self._host, False)
        return Row(text, page, "more", about=explanations.card(tr, hero, hero.ability))

    def _piles(self) -> list[Row | Widget]:
        hero, tr = self._hero, self.tr
        rows: list[Row | Widget] = []
        if self._active and equip.is_possible(self._position, hero.id):
            text = tr.gettext("The quest is done: {card}").format(
                card=messages.say(tr, card_name(hero.id, hero.equipment or 0))
            )
            about = explanations.card(tr, hero, hero.equipment or 0)
            done = partial(self._host.press, "quest")
            rows.append(Row(text, done, "quest", chosen=True, about=about))
        if hero.hand and not self._active and self._position.phase != "over":
            text = tr.gettext("Discard an event card")
            about = About(text, tr.gettext("It is possible at any time. Its effect is lost."), "cards")
            rows.append(Row(text, partial(self._host.press, f"discard {hero.id}"), "cards", about=about))
        if quest := self._quest_row():
            rows += [quest, *self._under("equipment", hero.equipment)]
        elif self._active and hero_stats.unknown_equipment(hero):
            text = tr.gettext("Quest on top of the pile")
            about = About(text, tr.gettext(_TOP), "quests")
            rows.append(Row(text, partial(self._host.press, "top equipment"), "quest", about=about))
        if ability := self._ability_row():
            rows += [ability, *self._under("ability", hero.ability)]
        elif self._active and hero_stats.unknown_abilities(hero):
            text = tr.gettext("Ability on top of the pile")
            about = About(text, tr.gettext(_TOP), "upgrades")
            rows.append(Row(text, partial(self._host.press, "top ability"), "more", about=about))
        if self._active and acts.partners(self._position, hero):
            text = tr.gettext("Share gold")
            about = About(text, tr.gettext("Heroes beside each other may give and take gold."), "turn")
            rows.append(Row(text, partial(self._host.press, "share"), "coins", about=about))
        text = tr.gettext("Correct something")
        about = About(text, tr.gettext("Makes the app agree with the table. It costs no action."))
        rows.append(Row(text, partial(self._host.correct, hero.id), "help", about=about))
        return rows

    def _under(self, pile: acts.PileName, number: int | None) -> list[Row]:
        """The end of the turn with which a top card goes to the bottom of its pile (F-084)."""
        if not self._active:
            return []
        card = messages.say(self.tr, card_name(self._hero.id, number or 0))
        text = self.tr.gettext("End the turn, put {card} under its pile").format(card=card)
        said = self.tr.gettext("The turn ends. The next card of the pile comes up instead of this one.")
        about = About(self.tr.gettext("Under its pile"), said, "end_of_turn")
        end = partial(self._host.press, f"end {pile}")
        return [Row(text, end, "check", about=about)]
