"""Corrections by a long press: what a piece, a hex or Grimheim may be changed to."""

from collections.abc import Iterator
from functools import partial
from typing import get_args

from kivy.app import App

from companion.games.base import N_, Sentence
from companion.games.fate import books
from companion.games.fate.acts import Correct
from companion.games.fate.board import MONSTER_HEXES
from companion.games.fate.die import occupied
from companion.games.fate.heroes import NAMES, card_name
from companion.games.fate.monsters import LEGENDS, TILES, supply
from companion.games.fate.moves import is_open
from companion.games.fate.position import GRIMHEIM, Action, Hero, Hex, Monster, Position
from companion.session.fate.words import NAMES as KINDS
from ui.boards import fate_art
from ui.screens.fate import words
from ui.screens.fate.acts import card_picks
from ui.screens.fate.talk import AskHex, AskPick, Talking, Turn
from ui.widgets.sheet import Row, Sheet, Stepper


def correct_hex(position: Position, place: Hex, turn: Turn, dice: int) -> Sheet:
    """Open the corrections of what stands on a hex; `dice` of a monster there."""
    tr = App.get_running_app().tr
    for hero in position.heroes:
        if hero.hex == place != GRIMHEIM:
            return correct_hero(position, hero, turn)
    for monster in position.monsters:
        if monster.hex == place:
            facts = words.monster_facts(tr, position, monster, dice)
            return Sheet(words.monster_title(tr, monster), list(_monster(position, monster, turn)), facts)
    if place == GRIMHEIM:
        return Sheet(tr.gettext("Grimheim"), list(_town(position, turn)))
    return Sheet(tr.gettext("Put a piece here"), list(_place(position, place, turn)), columns=2)


def correct_hero(position: Position, hero: Hero, turn: Turn) -> Sheet:
    """Open the corrections of a hero."""
    tr = App.get_running_app().tr
    return Sheet(NAMES[hero.id], list(_hero(position, hero, turn)), words.hero_facts(tr, hero))


def _steps(turn: Turn, text: str, what: str, who: str, value: int, card: int = 0) -> Stepper:
    """A number to put right."""
    return Stepper(text, value, lambda number: turn.act(Correct(what, who, card, number)))


def _monster(position: Position, monster: Monster, turn: Turn) -> Iterator[Row | Stepper]:
    tr = App.get_running_app().tr
    yield _steps(turn, tr.gettext("Damage"), "damage", monster.id, monster.damage)
    yield Row(tr.gettext("Stands elsewhere"), lambda: turn.talk(_elsewhere(position, monster)), "move")
    yield Row(tr.gettext("Take it off the board"), partial(turn.act, Correct("remove", monster.id)), "take")
    yield _steps(turn, tr.gettext("Gold on it"), "bounty", monster.id, monster.bounty)


def _elsewhere(position: Position, piece: Monster | Hero) -> Talking:
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


def _hero(position: Position, hero: Hero, turn: Turn) -> Iterator[Row | Stepper]:
    tr = App.get_running_app().tr
    yield _steps(turn, tr.gettext("Damage"), "damage", hero.id, hero.damage)
    yield _steps(turn, tr.gettext("Gold"), "gold", hero.id, hero.gold)
    yield _steps(turn, tr.gettext("Event cards in hand"), "hand", hero.id, hero.hand)
    yield Row(tr.gettext("Stands elsewhere"), lambda: turn.talk(_elsewhere(position, hero)), "move")
    if position.phase == "heroes" and position.heroes[position.turn].id != hero.id:
        yield Row(tr.gettext("It is this hero's turn"), partial(turn.act, Correct("turn", hero.id)), "next")
    for name in get_args(Action):
        taken = name in hero.actions
        pattern = (
            tr.gettext("{action}: take the marker back") if taken else tr.gettext("{action}: put a marker")
        )
        act = Correct("action", hero.id, value=name)
        yield Row(pattern.format(action=words.action(tr, name)), partial(turn.act, act), name)
    other = 3 - hero.level
    text = tr.gettext("Hero card: side {n}").format(n=other)
    yield Row(text, partial(turn.act, Correct("level", hero.id, value=other)), "redo")
    for pile, text in (
        ("ability", tr.gettext("Ability on top of the pile")),
        ("equipment", tr.gettext("Quest on top of the pile")),
    ):
        yield Row(text, partial(_talk_top, turn, hero, pile), "prepare")
    for card, _ in books.in_play(hero):
        text = tr.gettext("Take out of play: {card}").format(
            card=words.say(tr, card_name(hero.id, card.number))
        )
        yield Row(text, partial(turn.act, Correct("lose", hero.id, card.number)), "cross")


def _talk_top(turn: Turn, hero: Hero, pile: str) -> None:
    turn.talk(top_card(hero, pile))


def top_card(hero: Hero, pile: str) -> Talking:
    """Which card lies on top of the pile of "ability" or "equipment" cards."""
    if pile == "ability":
        numbers = books.unknown_abilities(hero) | set(hero.abilities_under)
    else:
        numbers = books.unknown_equipment(hero) | set(hero.equipment_under)
    question = Sentence(N_("Which card is on top of the pile?"))
    number = yield AskPick(question, card_picks(hero, sorted(numbers)))
    return Correct(pile, hero.id, value=number)


def _town(position: Position, turn: Turn) -> Iterator[Row | Stepper]:
    tr = App.get_running_app().tr
    for hero in position.heroes:
        if hero.hex == GRIMHEIM:
            art = fate_art.picture(hero.id)
            yield Row(NAMES[hero.id], partial(correct_hero, position, hero, turn), art)
    yield _steps(turn, tr.gettext("Town pieces"), "town", "", position.town)
    yield _steps(turn, tr.gettext("Space of the Rune Stone"), "step", "", position.step)


def _place(position: Position, place: Hex, turn: Turn) -> Iterator[Row | Stepper]:
    tr = App.get_running_app().tr
    if place in position.markers:
        yield _steps(turn, tr.gettext("Markers"), "markers", place, position.markers[place])
    if place not in MONSTER_HEXES:
        return
    left = supply(position.monsters)
    for kind in TILES:
        for level in (1, 2) if kind in LEGENDS else (0,):
            name = words.kind(tr, kind)
            text = f"{name} ({tr.gettext(words.RANKS[level])})" if level else name
            act = partial(turn.act, Correct("place", kind, level, place)) if left[kind] else None
            yield Row(text, act, fate_art.picture(kind, level))
