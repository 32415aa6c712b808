"""Buttons for people, by figure and name: players, other people, and a guest."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.stacklayout import StackLayout

from companion.settings.people import Person, Plan
from ui.boards import people as art
from ui.player_names import shown_name
from ui.screens.start_game import named
from ui.widgets.basics import Key

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Pill(Key):
    """A key that is as wide as what is on it, with round ends."""


class PersonChip(Pill):
    """Chip of a person: figure, name, and a check mark if they play, or another icon."""

    sign = StringProperty("")


class NameChip(Pill):
    """Chip with an icon and words instead of a person."""


class Flow(StackLayout):
    """Chips in lines, as many as fit."""


def chip(person: Person, act: Callable[[str], object], here: bool = False) -> PersonChip:
    """Button of a person: calls `act(name)`. `here`: they play already."""
    made = PersonChip(icon=art.picture(person.colour), text=shown_name(person.name), chosen=here)
    made.bind(on_release=lambda _: act(person.name))
    return made


def next_guest(plan: Plan, act: Callable[[str], object]) -> PersonChip:
    """Button of one more guest: calls `act("")`."""
    more = named(plan.joined(""))
    guest = chip(more.players[-1], lambda _: act(""))
    guest.sign = "plus"
    return guest


def new_name(text: str, act: Callable[[], object]) -> NameChip:
    """Chip to add a name."""
    made = NameChip(icon="plus", text=text)
    made.bind(on_release=lambda _: act())
    return made


def flow(chips: Iterable[Key]) -> Flow:
    """The chips in lines."""
    made = Flow()
    for chip in chips:
        made.add_widget(chip)
    return made


def everybody(plan: Plan, let_go: Mapping[str, Person]) -> list[Person]:
    """Named people: players, removed players, then all remembered people."""
    known = [p for p in App.get_running_app().controller.profiles.people() if not p.guest]
    names = {person.name for person in known}
    met = {**let_go, **{person.name: person for person in plan.players if person.name}}
    return [*(person for name, person in met.items() if name not in names), *known]
