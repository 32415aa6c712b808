"""Corrections by a long press: possible changes of a piece, a hex or Grimheim."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import get_args

from kivy.app import App

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Correct
from companion.games.fate.board import MONSTER_HEXES
from companion.games.fate.heroes import NAMES, card_name
from companion.games.fate.monster_die import occupied
from companion.games.fate.monsters import LEGENDS, TILES, health, supply
from companion.games.fate.moves import is_open
from companion.games.fate.position import GRIMHEIM, Action, Hero, Hex, Monster, Position
from companion.games.fate.track import last_step
from companion.session.fate.dialogs.action_dialogs import top_card
from companion.session.fate.dialogs.dialog import ActDialog, AskHex
from companion.session.fate.words import NAMES as KINDS
from ui.explanation import About
from ui.games.fate import art, messages
from ui.games.fate.dialog_host import DialogHost
from ui.widgets.sheet import ModalSheet, Row, Stepper


def correct_hex(position: Position, place: Hex, host: DialogHost, dice: int) -> ModalSheet:
    """Open the corrections of a hex's piece; `dice` of a monster there."""
    tr = App.get_running_app().tr
    for hero in position.heroes:
        if hero.hex == place != GRIMHEIM:
            return correct_hero(position, hero, host)
    for monster in position.monsters:
        if monster.hex == place:
            facts = messages.monster_facts(tr, position, monster, dice)
            return ModalSheet(
                messages.monster_title(tr, monster), list(_monster(position, monster, host)), facts
            )
    if place == GRIMHEIM:
        return ModalSheet(tr.gettext("Grimheim"), list(_town(position, host)))
    return ModalSheet(tr.gettext("Put a piece here"), list(_place(position, place, host)), columns=2)


def correct_hero(position: Position, hero: Hero, host: DialogHost) -> ModalSheet:
    """Open the corrections of a hero."""
    tr = App.get_running_app().tr
    return ModalSheet(NAMES[hero.id], list(_hero(position, hero, host)), messages.hero_facts(tr, hero))


def _row(text: str, act: Callable[[], object] | None, icon: str, chosen: bool = False) -> Row:
    """A row that corrects something."""
    tr = App.get_running_app().tr
    said = tr.gettext("Makes the app agree with the table. It costs no action.")
    return Row(text, act, icon, chosen, about=About(text, said))


class Numbers:
    """Numbers to correct; the changes are played at the end, one action per number."""

    def __init__(self, host: DialogHost) -> None:
        self._host = host
        self._changed: dict[tuple[str, str, int], tuple[int, int]] = {}

    def line(self, text: str, what: str, who: str, value: int, card: int = 0, most: int = 999) -> Stepper:
        """A number with buttons for one less and one more."""

        def change(number: int) -> None:
            self._changed[what, who, card] = value, number

        return Stepper(text, value, change, lambda: most)

    def done(self) -> Row:
        """The row that plays the changes."""
        return _row(App.get_running_app().tr.gettext("Done"), self._play, "check", chosen=True)

    def _play(self) -> None:
        changed = [(about, number) for about, (before, number) in self._changed.items() if number != before]
        if changed:
            self._host.act(*[Correct(*about, number) for about, number in changed])


def _monster(position: Position, monster: Monster, host: DialogHost) -> Iterator[Row | Stepper]:
    tr, numbers = App.get_running_app().tr, Numbers(host)
    most = health(monster, position.monsters) - 1
    yield numbers.line(tr.gettext("Damage"), "damage", monster.id, monster.damage, most=most)
    yield numbers.line(tr.gettext("Gold on it"), "bounty", monster.id, monster.bounty, most=99)
    yield numbers.done()
    yield _row(tr.gettext("Stands elsewhere"), lambda: host.begin(_elsewhere(position, monster)), "move")
    yield _row(tr.gettext("Take it off the board"), partial(host.act, Correct("remove", monster.id)), "take")


def _elsewhere(position: Position, piece: Monster | Hero) -> ActDialog:
    taken = occupied(position)
    hero = isinstance(piece, Hero)
    free = (
        [h for h in MONSTER_HEXES if h not in taken and h != GRIMHEIM] if not hero else _open(position, piece)
    )
    name = NAMES[piece.id] if isinstance(piece, Hero) else KINDS[piece.kind]
    place = yield AskHex(Sentence(N_("Where does {who} stand?"), {"who": name}), tuple(free))
    return Correct("hex", piece.id, value=place)


def _open(position: Position, hero: Monster | Hero) -> list[Hex]:
    assert isinstance(hero, Hero)
    taken = occupied(position)
    return [h for h in (*MONSTER_HEXES, GRIMHEIM) if h not in taken and is_open(hero, h)]


def _hero(position: Position, hero: Hero, host: DialogHost) -> Iterator[Row | Stepper]:
    tr, numbers = App.get_running_app().tr, Numbers(host)
    most = hero_stats.max_health(hero) - 1
    yield numbers.line(tr.gettext("Damage"), "damage", hero.id, hero.damage, most=most)
    yield numbers.line(tr.gettext("Gold"), "gold", hero.id, hero.gold)
    yield numbers.line(tr.gettext("Event cards in hand"), "hand", hero.id, hero.hand)
    yield numbers.done()
    yield _row(tr.gettext("Stands elsewhere"), lambda: host.begin(_elsewhere(position, hero)), "move")
    if position.phase == "heroes" and position.heroes[position.turn].id != hero.id:
        yield _row(tr.gettext("It is this hero's turn"), partial(host.act, Correct("turn", hero.id)), "next")
    for name in get_args(Action):
        taken = name in hero.actions
        pattern = (
            tr.gettext("{action}: take the marker back") if taken else tr.gettext("{action}: put a marker")
        )
        act = Correct("action", hero.id, value=name)
        yield _row(pattern.format(action=messages.action(tr, name)), partial(host.act, act), name)
    other = 3 - hero.level
    text = tr.gettext("Hero card: side {n}").format(n=other)
    yield _row(text, partial(host.act, Correct("level", hero.id, value=other)), "redo")
    for pile, text in (
        ("ability", tr.gettext("Ability on top of the pile")),
        ("equipment", tr.gettext("Quest on top of the pile")),
    ):
        yield _row(text, partial(_talk_top, host, hero, pile), "prepare")
    for card, _ in hero_stats.in_play(hero):
        text = tr.gettext("Take out of play: {card}").format(
            card=messages.say(tr, card_name(hero.id, card.number))
        )
        yield _row(text, partial(host.act, Correct("lose", hero.id, card.number)), "cross")


def _talk_top(host: DialogHost, hero: Hero, pile: str) -> None:
    host.begin(top_card(hero, pile))


def _town(position: Position, host: DialogHost) -> Iterator[Row | Stepper]:
    tr, numbers = App.get_running_app().tr, Numbers(host)
    for hero in position.heroes:
        if hero.hex == GRIMHEIM:
            portrait = art.picture(hero.id)
            yield _row(NAMES[hero.id], partial(correct_hero, position, hero, host), portrait)
    last = last_step(position.options)
    yield numbers.line(tr.gettext("Town pieces"), "town", "", position.town, most=10)
    yield numbers.line(tr.gettext("Space of the Rune Stone"), "step", "", position.step, most=last)
    yield numbers.done()


def _place(position: Position, place: Hex, host: DialogHost) -> Iterator[Row | Stepper]:
    tr = App.get_running_app().tr
    if place in position.markers:
        numbers = Numbers(host)
        yield numbers.line(tr.gettext("Markers"), "markers", place, position.markers[place], most=3)
        yield numbers.done()
    if place not in MONSTER_HEXES:
        return
    left = supply(position.monsters)
    for kind in TILES:
        for level in (1, 2) if kind in LEGENDS else (0,):
            name = messages.kind(tr, kind)
            text = f"{name} ({tr.gettext(messages.RANKS[level])})" if level else name
            act = partial(host.act, Correct("place", kind, level, place)) if left[kind] else None
            yield _row(text, act, art.picture(kind, level))
