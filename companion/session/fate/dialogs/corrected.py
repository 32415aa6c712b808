"""Corrections as dialogs: what differs at the table, and how."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Correct
from companion.games.fate.board import MONSTER_HEXES
from companion.games.fate.hero_action import ACTION_NAMES
from companion.games.fate.heroes import NAMES, card_name
from companion.games.fate.monster_die import occupied
from companion.games.fate.monsters import LEGENDS, TILES, health, supply
from companion.games.fate.moves import is_open
from companion.games.fate.names import title
from companion.games.fate.position import GRIMHEIM, Action, Hero, Hex, Monster, Position
from companion.games.fate.track import last_step
from companion.session.fate.dialogs.action_dialogs import PileName, top_card
from companion.session.fate.dialogs.dialog import AskAmounts, AskHex, AskPick, Corrections, Pick

_MOST = 99
_HERE = N_("What is different here?")


class _Number(NamedTuple):
    """A number that may be wrong; `who`, `what` and `card` name it in a correction."""

    label: Sentence
    what: str
    value: int
    who: str = ""
    card: int = 0
    most: int = _MOST


class _Other(NamedTuple):
    """The next question."""

    dialog: Corrections


def corrected(position: Position, thing: str) -> Corrections:
    """Correction of a hero, or of a hex with what stands on it."""
    question, numbers, picks = _about(position, thing)
    if numbers:
        several = Sentence(N_("Numbers"))
        picks = (Pick(several, _Other(_numbers(numbers)), "coins"), *picks)
    chosen: Correct | _Other = yield AskPick(question, picks)
    if not isinstance(chosen, _Other):
        return (chosen,)
    return (yield from chosen.dialog)


def _numbers(numbers: tuple[_Number, ...]) -> Corrections:
    """Ask for all numbers at once; only those that differ are corrected."""
    question = Sentence(N_("What are the numbers at the table?"))
    by_key = dict(enumerate(numbers))
    labels = {key: one.label for key, one in by_key.items()}
    most, now = (
        {key: one.most for key, one in by_key.items()},
        {key: one.value for key, one in by_key.items()},
    )
    given: dict[int, int] = yield AskAmounts(question, labels, most, None, now)
    return tuple(
        Correct(one.what, one.who, one.card, given.get(key, 0))
        for key, one in by_key.items()
        if given.get(key, 0) != one.value
    )


def _about(position: Position, thing: str) -> tuple[Sentence, tuple[_Number, ...], tuple[Pick, ...]]:
    if hero := next(
        (hero for hero in position.heroes if thing in (hero.id, hero.hex) and thing != GRIMHEIM), None
    ):
        question = Sentence(N_("What is different for {hero}?"), {"hero": NAMES[hero.id]})
        return question, _of_hero(hero), tuple(_hero_picks(position, hero))
    if monster := next((monster for monster in position.monsters if monster.hex == thing), None):
        question = Sentence(N_("What is different for {hero}?"), {"hero": title(monster.kind, monster.level)})
        most = health(monster, position.monsters) - 1
        numbers: tuple[_Number, ...] = (
            _Number(Sentence(N_("Damage")), "damage", monster.damage, monster.id, most=most),
            _Number(Sentence(N_("Gold on it")), "bounty", monster.bounty, monster.id),
        )
        off = Pick(Sentence(N_("Take it off the board")), Correct("remove", monster.id), "take")
        return question, numbers, (_elsewhere(position, monster), off)
    if thing == GRIMHEIM:
        numbers = (
            _Number(Sentence(N_("Town pieces")), "town", position.town, most=10),
            _Number(
                Sentence(N_("Space of the Rune Stone")),
                "step",
                position.step,
                most=last_step(position.options),
            ),
        )
        inside = [hero for hero in position.heroes if hero.hex == GRIMHEIM]
        picks = (
            Pick(Sentence(NAMES[hero.id]), _Other(corrected(position, hero.id)), "hero") for hero in inside
        )
        return Sentence(_HERE), numbers, tuple(picks)
    left = position.markers.get(thing)
    numbers = (_Number(Sentence(N_("Markers")), "markers", left, thing, most=3),) if left is not None else ()
    return Sentence(_HERE), numbers, tuple(_pieces(position, thing))


def _pieces(position: Position, hex_: Hex) -> Iterator[Pick]:
    """Monsters that may have been put on a hex."""
    left = supply(position.monsters)
    for kind in TILES if hex_ in MONSTER_HEXES else ():
        for level in (1, 2) if kind in LEGENDS else (0,):
            if left[kind]:
                yield Pick(title(kind, level), Correct("place", kind, level, hex_))


def _elsewhere(position: Position, piece: Monster | Hero) -> Pick:
    return Pick(Sentence(N_("Stands elsewhere")), _Other(_where(position, piece)), "move")


def _where(position: Position, piece: Monster | Hero) -> Corrections:
    name = Sentence(NAMES[piece.id]) if isinstance(piece, Hero) else title(piece.kind, piece.level)
    place = yield AskHex(Sentence(N_("Where does {who} stand?"), {"who": name}), open_hexes(position, piece))
    return (Correct("hex", piece.id, value=place),)


def _top(hero: Hero, pile: PileName) -> Corrections:
    act = yield from top_card(hero, pile)
    return (act,)


def open_hexes(position: Position, piece: Monster | Hero) -> tuple[Hex, ...]:
    """Return the free hexes on which a piece may stand."""
    taken = occupied(position)
    if isinstance(piece, Hero):
        return tuple(h for h in (*MONSTER_HEXES, GRIMHEIM) if h not in taken and is_open(piece, h))
    return tuple(h for h in MONSTER_HEXES if h not in taken and h != GRIMHEIM)


def _of_hero(hero: Hero) -> tuple[_Number, ...]:
    who, most = hero.id, hero_stats.max_health(hero) - 1
    found = [
        _Number(Sentence(N_("Damage")), "damage", hero.damage, who, most=most),
        _Number(Sentence(N_("Gold")), "gold", hero.gold, who),
        _Number(Sentence(N_("Event cards in hand")), "hand", hero.hand, who),
    ]
    if hero.equipment:
        found.append(_Number(Sentence(N_("Progress of the quest")), "quest", hero.quest, who))
    for card, face in hero_stats.in_play(hero):
        name, number = {"card": card_name(hero.id, card.number)}, card.number
        if face.uses_mana or card.mana:
            found.append(_Number(Sentence(N_("Mana on {card}"), name), "mana", card.mana, who, number))
        if face.durability or card.damage:
            found.append(_Number(Sentence(N_("Damage on {card}"), name), "damage", card.damage, who, number))
        if face.tokens or card.tokens:
            found.append(_Number(Sentence(N_("Markers on {card}"), name), "tokens", card.tokens, who, number))
    return tuple(found)


def _hero_picks(position: Position, hero: Hero) -> Iterator[Pick]:
    yield _elsewhere(position, hero)
    if position.phase == "heroes" and position.heroes[position.turn].id != hero.id:
        yield Pick(Sentence(N_("It is this hero's turn")), Correct("turn", hero.id), "next")
    for name in get_args(Action):
        pattern = (
            N_("{action}: take the marker back") if name in hero.actions else N_("{action}: put a marker")
        )
        act = Correct("action", hero.id, value=name)
        yield Pick(Sentence(pattern, {"action": ACTION_NAMES[name]}), act, name)
    other = 3 - hero.level
    yield Pick(
        Sentence(N_("Hero card: side {n}"), {"n": other}), Correct("level", hero.id, value=other), "redo"
    )
    tops: tuple[tuple[PileName, str], ...] = (
        ("ability", N_("Ability on top of the pile")),
        ("equipment", N_("Quest on top of the pile")),
    )
    for pile, text in tops:
        yield Pick(Sentence(text), _Other(_top(hero, pile)), "prepare")
    for card, _ in hero_stats.in_play(hero):
        lost = Sentence(N_("Take out of play: {card}"), {"card": card_name(hero.id, card.number)})
        yield Pick(lost, Correct("lose", hero.id, card.number), "cross")
