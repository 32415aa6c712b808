"""Page for a new game: players, seats, options, and how the table is watched."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, isfinite
from pathlib import Path
from typing import Any, cast

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games import registry
from companion.settings import tags
from companion.settings.people import COLOURS, Person, Plan, Side
from ui import all_games, theme
from ui.boards import people as art
from ui.boards.art import WHITE
from ui.controller import TableKind
from ui.game_ui import GameOption, GameUi, PicturedChoice
from ui.player_names import shown_name
from ui.screens import bot_choice
from ui.screens import person_chips as chips
from ui.screens.page import Page
from ui.screens.phones import turn
from ui.screens.start_game import begin_plan, chosen_options, filled, named, plan_for
from ui.widgets.basics import Key, TouchButton, text_height
from ui.widgets.keyboard import NameSheet
from ui.widgets.lines import Lines
from ui.widgets.page_parts import PictureButton
from ui.widgets.rows import ROW_MM, Row, RowButton
from ui.widgets.seats import SeatTable as SeatTable  # for the kv file
from ui.widgets.sheet import ModalSheet

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def _painted(person: Person, role: PicturedChoice | None) -> Person:
    """A person as shown on the table, with picture and name of the role."""
    if role is None:
        return replace(person, name=shown_name(person.name), role="bot" if person.bot else "")
    return replace(person, name=f"{shown_name(person.name)} · {role.words}", role=role.icon)


_LARGE_TEXT = 1.15
"""Text size factor from which the title is the name of the game alone."""


def _note(words: str) -> Lines:
    return Lines(text=words, em="note", color=theme.SOFT)


class SegmentKey(Key):
    """One of the values of a choice of which exactly one is true."""

    em = StringProperty("body")


class Segments(GridLayout):
    """A choice of which exactly one value is true."""


def _segments(rows: Iterable[Row]) -> Segments:
    """Keys of small letters, as high as the longest text needs, and at least a finger.

    They stand side by side; if a word is too long for that, in two columns, or below each other.
    """
    made = Segments(cols=1, row_default_height=theme.mm(9.8))
    made.bind(width=_arrange)
    for row in rows:
        key = SegmentKey(icon=row.icon, text=row.text, chosen=row.chosen, em="note")
        key.disabled, key.why_not = row.act is None, row.why_not
        key.bind(on_release=lambda _, act=row.act: act())
        made.add_widget(key)
    return made


def _arrange(keys: Segments, width: float) -> None:
    count, space = len(keys.children), keys.spacing[0]
    for cols in (count, 2, 1):
        share = (width - space * (cols + 1)) / cols
        high = max(
            text_height(key.text, "note", share - theme.mm(9.6 if key.icon else 4), bold=True)
            for key in keys.children
        )
        if isfinite(high):
            break
    high = max(keys.row_default_height, high if isfinite(high) else 0)
    keys.cols, keys.height = cols, ceil(count / cols) * (high + space) + space


class NewGamePage(Page):
    """People around the table; beside it all names, the selected person, or the options of the game.

    Every choice is stored at once, so the page is the same when it is opened again.
    """

    title = StringProperty("")
    how = StringProperty("")
    """Question how to play, or the answer that none of the keys below it shows."""
    table = StringProperty("none")
    camera = BooleanProperty(False)
    watchable = BooleanProperty(True)
    phones = BooleanProperty(False)
    begun = BooleanProperty(False)
    teaches = BooleanProperty(False)
    lesson = BooleanProperty(False)
    """The game has a guided first round, and this is to be one."""
    mode = OptionProperty("people", options=["people", "person", "seat", "options"])
    chosen = NumericProperty(-1)
    seat = StringProperty("")

    _game_ui: GameUi | None = None
    _plan = Plan()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._let_go: dict[str, Person] = {}
        if theme.left_handed() and not theme.portrait():
            self.ids.middle.children = self.ids.middle.children[::-1]
        self._head_keys = self.ids.about.__self__, self.ids.options.__self__
        self._watching = self.ids.watching.__self__  # `ids` holds them only weakly
        self.bind(mode=lambda *_: self.refresh_text())

    def open(
        self,
        game: str = "",
        mode: str = "people",
        chosen: int = -1,
        seat: str = "",
        lesson: bool = False,
        problem: str = "",
        **about: Any,
    ) -> None:
        """Show the last plan of this game, and `problem`, the last refusal."""
        app = App.get_running_app()
        self.teaches, self.lesson = all_games.tiles()[game].teaches, lesson
        self.of_game, self._game_ui = game, all_games.of(game)
        self._plan = plan_for(app, self._game_ui)
        wanted = self.teaches, bool(self._game_ui.options or self._game_ui.watchable)
        for key, has in zip(self._head_keys, wanted, strict=True):
            self.ids.head.remove_widget(key)
            if has:
                self.ids.head.add_widget(key)
        self.camera, self.watchable = app.controller.has_camera(), self._game_ui.watchable
        self.chosen = chosen if chosen < len(self._plan.players) else -1
        self.seat = seat
        needs = {"person": self.chosen >= 0, "seat": bool(seat)}
        self.mode = mode if needs.get(mode, True) else "people"
        self.begun, self.phones = False, app.controller.phones.on
        super().open(**about)
        self.problem = problem

    def state(self) -> dict[str, Any]:
        """Present selection."""
        return {"mode": self.mode, "chosen": self.chosen, "seat": self.seat, "lesson": self.lesson}

    def refresh_text(self) -> None:
        """Show the plan."""
        if self._game_ui is None:
            return
        plan, tr = self._plan, App.get_running_app().tr
        game = self._game_ui.title
        short = theme.portrait() or theme.text_mm(1) > _LARGE_TEXT * theme.mm(1)
        self.title = game if short else tr.gettext("New game of {game}").format(game=game)
        simulated = plan.table == "simulated"
        self.how = tr.gettext("You try it without a table.") if simulated else tr.gettext("How do you play?")
        shown = named(plan)
        roles = {role.value: role for role in self._game_ui.roles}
        table = self.ids.table
        table.picture = self._game_ui.tile
        table.players = [_painted(person, roles.get(person.role)) for person in shown.players]
        table.chosen, table.wanted = self.chosen, self.seat if self.mode == "seat" else ""
        table.first = (plan.first or 0) if len(plan.players) > 1 else -1
        self.table = plan.table
        shown_in = {
            "people": self._people, "person": self._person, "seat": self._sitting, "options": self._options
        }  # fmt: skip
        self.ids.side.show(shown_in[self.mode]())
        column = self.ids.column
        column.remove_widget(self._watching)
        if self.mode == "people":
            column.add_widget(self._watching, index=1)  # above the key that starts

    def choose(self, index: int) -> None:
        """Select a person; -1 selects nobody. A second touch deselects the person."""
        self.chosen, self.seat = -1 if index == self.chosen else index, ""
        self.mode = "people" if self.chosen < 0 else "person"
        self.refresh_text()

    def offer(self, side: Side) -> None:
        """Offer people for a free seat."""
        self.seat, self.chosen, self.mode = side, -1, "seat"
        self.refresh_text()

    def sit(self, index: int, side: Side) -> None:
        """Seat a person."""
        self._leave_seat()
        self._change(self._plan.seated(index, side))

    def come(self, name: str) -> None:
        """Seat a person at the touched seat; "" is a guest."""
        plan, side = self._plan, cast(Side, self.seat)
        known = self._known().get(name)
        if len(plan.players) < self._game.players[1]:
            plan = plan.joined(name, known, side)
        elif name and (guest := plan.guest()) is not None:
            plan = plan.replaced(guest, name, known).seated(guest, side)
        self._leave_seat()
        self._change(plan if known else self._with_an_animal(plan, name))

    def watch(self, table: TableKind) -> None:
        """Choose how the table is watched."""
        self._change(replace(self._plan, table=table))

    def toggle(self, name: str) -> None:
        """Add a person, replacing a guest if there is one, or remove the person."""
        plan, names = self._plan, [player.name for player in self._plan.players]
        known = self._known().get(name)
        if name and name in names:
            plan = self._without(names.index(name))
        elif name and (guest := plan.guest()) is not None:
            plan = plan.replaced(guest, name, known)
        elif len(names) < self._game.players[1]:
            plan = plan.joined(name, known)
        self._change(plan if known else self._with_an_animal(plan, name))

    def _with_an_animal(self, plan: Plan, name: str) -> Plan:
        """Give somebody new an animal that nobody else has, who may come later."""
        index = next((n for n, player in enumerate(plan.players) if name and player.name == name), None)
        taken = {person.colour for person in self._known().values()}
        free = [colour for colour in COLOURS if colour not in taken]
        if index is None or not free or plan.players[index].colour in free:
            return plan
        return plan.coloured(index, free[0])

    def touched(self, owner: str, thing: str) -> None:
        """Handle a person's tag: add or remove the person."""
        if owner == tags.PERSON and self.mode == "people":
            self.toggle(thing)

    def turn_phones(self) -> None:
        """Turn the phones on or off; the game then begins with the codes for them."""
        phones = App.get_running_app().controller.phones
        self.attempt(lambda: turn(not phones.on))
        self.phones = phones.on

    def move_flag(self) -> None:
        """Let the next player clockwise begin."""
        self._change(self._plan.next_round())

    def start(self) -> None:
        """Start the game."""
        app = App.get_running_app()
        self.begun = self.attempt(lambda: begin_plan(app, self._game, self._plan, lesson=self.lesson))

    @property
    def _game(self) -> GameUi:
        assert self._game_ui
        return self._game_ui

    def _change(self, plan: Plan) -> None:
        self._plan = filled(self._game, plan)
        profiles = App.get_running_app().controller.profiles
        self.attempt(lambda: profiles.agree(self._game.name, self._plan))
        if self.mode == "person" and self.chosen >= len(self._plan.players):
            self.chosen, self.mode = -1, "people"
        self.refresh_text()

    def _known(self) -> dict[str, Person]:
        """Remembered people with colour and seat, by name."""
        people = App.get_running_app().controller.profiles.people()
        return self._let_go | {person.name: person for person in people}

    def _people(self) -> list[Row | Widget]:
        tr, playing = App.get_running_app().tr, {person.name for person in self._plan.players}
        full = self._full() and "" not in playing
        shown: list[Key] = []
        for person in chips.everybody(self._plan, self._let_go):
            chip = chips.chip(person, self.toggle, person.name in playing)
            chip.disabled = full and not chip.chosen
            chip.why_not = self._full_table()
            shown.append(chip)
        if registry.rules(self._game.name).advisor:
            shown.append(self._app_chip())
        if not full:
            shown.append(chips.new_name(tr.gettext("Name"), partial(self._add, self.toggle)))
        oldest = tr.gettext("Who plays? The oldest has the flag and begins.")
        words = oldest if self._game.oldest_begins else tr.gettext("Who plays? The one with the flag begins.")
        return [_note(words), chips.flow(shown), *map(self._segments, self._own_choices())]

    def _app_chip(self) -> Key:
        """Chip by which the app plays, in place of a guest if there is one."""
        plan = self._plan
        bots = [index for index, person in enumerate(plan.players) if person.bot]
        made = chips.PersonChip(icon=art.APP, text=App.get_running_app().tr.gettext("App"), chosen=bool(bots))
        guest = plan.guest() if plan.people > 1 else None
        if bots:
            wanted = plan.left(bots[-1])
        elif guest is not None:
            wanted = plan.played_by(guest, "easy")
        else:
            wanted = plan.joined("").played_by(len(plan.players), "easy")
            made.disabled, made.why_not = self._full(), self._full_table()
        made.bind(on_release=lambda _: self._change(wanted))
        return made

    def _sitting(self) -> list[Row | Widget]:
        """People for the touched seat: new ones, else those who sit elsewhere."""
        tr, plan = App.get_running_app().tr, self._plan
        playing = {person.name for person in plan.players}
        shown: list[Key] = []
        if not self._full():
            shown.append(chips.next_guest(plan, self.come))
        if not self._full() or "" in playing:
            others = (p for p in chips.everybody(plan, self._let_go) if p.name not in playing)
            shown += [chips.chip(person, self.come) for person in others]
            shown.append(chips.new_name(tr.gettext("Name"), partial(self._add, self.come)))
        for index, person in enumerate(named(plan).players):
            moved = chips.chip(person, partial(self._move_here, index))
            moved.sign = "move"
            shown.append(moved)
        return [_note(tr.gettext("Who sits here?")), chips.flow(shown)]

    def _move_here(self, index: int, _: str) -> None:
        self.sit(index, cast(Side, self.seat))

    def _full(self) -> bool:
        return len(self._plan.players) >= self._game.players[1]

    def _full_table(self) -> str:
        """Sentence that says why nobody can join."""
        tr, most = App.get_running_app().tr, self._game.players[1]
        pattern = tr.ngettext(
            "The table is full: {n} person plays at most.",
            "The table is full: {n} people play at most.",
            most,
        )
        return str(pattern.format(n=most))

    def _leave_seat(self) -> None:
        self.seat = ""
        if self.mode == "seat":
            self.mode = "people"

    def _person(self) -> list[Row | Widget]:
        app, plan, index = App.get_running_app(), self._plan, self.chosen
        tr = app.tr
        if not 0 <= index < len(plan.players):
            return self._people()
        person = named(plan).players[index]
        kept = tr.gettext("A seat that the app plays keeps its name.")
        rename = None if person.bot else self._rename
        head = [Row(shown_name(person.name), rename, "text", keep=True, why_not=kept)]
        if plan.players[index].name:
            head.append(Row("", self._ask_forget, "trash", keep=True))
        rows: list[Row | Widget] = [self._line(head), self._colours(person.colour)]
        if roles := self._game.roles:
            rows.append(self._pictured(roles, person.role))
        if advisor := registry.rules(self._game.name).advisor:
            rows.append(_segments(bot_choice.rows(plan, index, advisor.trials, self._change)))
        foot = []
        if len(plan.players) > 1:
            begin = partial(self._change, replace(plan, first=index))
            foot.append(Row(tr.gettext("Begins"), begin, "quest", self.ids.table.first == index))
        if len(plan.players) > self._game.players[0] or plan.players[index].name:
            foot.append(Row(tr.gettext("Does not play"), self._leave, "minus"))
        return [*rows, self._line(foot)]

    def _line(self, rows: Sequence[Row]) -> Widget:
        """Buttons in one line; those without text are one finger wide."""
        line = BoxLayout(spacing=theme.mm(1.2), size_hint_y=None)
        line.bind(minimum_height=line.setter("height"))
        for row in rows:
            made = RowButton(row)
            if not row.text:
                made.size_hint_x, made.width = None, theme.mm(ROW_MM)
            line.add_widget(made)
        return line

    def _colours(self, mine: str) -> Widget:
        line = GridLayout(
            cols=len(COLOURS) // 2, spacing=theme.mm(1.2), size_hint_y=None, height=theme.mm(20.8)
        )
        for colour in COLOURS:
            made = TouchButton(icon=art.picture(colour), chosen=colour == mine, size_hint=(1, 1))
            made.padding, made.ink = theme.mm(0.8), theme.INK
            made.bind(
                on_release=lambda _, colour=colour: self._change(self._plan.coloured(self.chosen, colour))
            )
            line.add_widget(made)
        return line

    def _pictured(self, roles: Sequence[PicturedChoice], mine: str) -> Widget:
        line = BoxLayout(spacing=theme.mm(0.8), size_hint_y=None, height=theme.mm(16))
        for role in roles:
            made = PictureButton(icon=role.icon, text=role.words, chosen=role.value == mine, size_hint=(1, 1))
            made.tint, made.em = WHITE, "note"
            plan = self._plan.cast(self.chosen, role.value)
            made.bind(on_release=lambda _, plan=plan: self._change(plan))
            line.add_widget(made)
        return line

    def _own_choices(self) -> Sequence[GameOption]:
        """The choice that stands beside the names: the first one of the game."""
        return [option for option in self._game.options[:1] if option.role is None]

    def _options(self) -> list[Row | Widget]:
        roles = {None, *(person.role for person in self._plan.players)}
        own = self._own_choices()
        asked = (option for option in self._game.options if option.role in roles and option not in own)
        rows: list[Row | Widget] = [self._segments(option) for option in asked]
        if self._game.watchable:
            words = App.get_running_app().tr.gettext("Try without a table")
            simulated = self._plan.table == "simulated"
            watch = partial(self.watch, "none" if simulated else "simulated")
            rows.append(Row(words, watch, "board", chosen=simulated))
        return rows

    def _segments(self, option: GameOption) -> Segments:
        gettext, now = App.get_running_app().tr.gettext, chosen_options(self._game, self._plan)
        return _segments(
            Row(
                gettext(choice.words),
                partial(self._change, replace(self._plan, options={**now, option.name: choice.value})),
                choice.icon,
                chosen=choice.value == now[option.name],
            )
            for choice in option.choices
        )

    def _add(self, act: Callable[[str], object]) -> None:
        def done(name: str) -> str:
            if problem := self._refused(name):
                return problem
            act(name)
            return ""

        NameSheet(App.get_running_app().tr.gettext("Who plays?"), "", done)

    def _rename(self) -> None:
        index, before = self.chosen, self._plan.players[self.chosen].name

        def done(name: str) -> str:
            if name != before and (problem := self._refused(name)):
                return problem
            self._change(self._plan.named(index, name))
            return ""

        NameSheet(App.get_running_app().tr.gettext("Who plays?"), before, done)

    def _refused(self, name: str) -> str:
        words: str = App.get_running_app().tr.gettext("Every player needs a name of their own.")
        return words if name and name in {person.name for person in self._plan.players} else ""

    def _leave(self) -> None:
        plan, self.chosen, self.mode = self._without(self.chosen), -1, "people"
        self._change(plan)

    def _without(self, index: int) -> Plan:
        """Plan without a person, who stays in the list of people."""
        person = self._plan.players[index]
        if person.name:
            self._let_go[person.name] = person
        return self._plan.left(index)

    def _ask_forget(self) -> None:
        tr = App.get_running_app().tr
        name = self._plan.players[self.chosen].name
        pattern = tr.gettext("Forget {name}? Stored games stay as they are.")

        def forget() -> None:
            if self.attempt(lambda: App.get_running_app().controller.profiles.forget_person(name)):
                self._leave()
                self._let_go.pop(name)
                self.refresh_text()

        keep = Row(tr.gettext("Keep"), lambda: None, "check")
        rows = [Row(tr.gettext("Forget this name"), forget, "trash"), keep]
        ModalSheet(name, rows, pattern.format(name=name))
