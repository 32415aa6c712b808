"""Correction of a hero as a dialog: what differs at the table, and how."""

from typing import NamedTuple

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Correct
from companion.games.fate.board import MONSTER_HEXES
from companion.games.fate.heroes import NAMES, card_name
from companion.games.fate.monster_die import occupied
from companion.games.fate.moves import is_open
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.session.fate.dialogs.dialog import ActDialog, AskHex, AskPick, Pick

_NEAR, _MOST = 5, 99
"""Largest change of a number at once, and the largest number."""


class _Number(NamedTuple):
    what: str
    label: Sentence
    value: int
    card: int = 0
    most: int = _MOST


def corrected(position: Position, hero: Hero) -> ActDialog:
    """Correction of one number or of the place of a hero."""
    numbers = _numbers(hero)
    picks = [Pick(one.label, one, note=Sentence("{n}", {"n": one.value})) for one in numbers]
    elsewhere = Pick(Sentence(N_("Stands elsewhere")), None)
    question = Sentence(N_("What is different for {hero}?"), {"hero": NAMES[hero.id]})
    chosen: _Number | None = yield AskPick(question, (*picks, elsewhere))
    if chosen is None:
        question = Sentence(N_("Where does {who} stand?"), {"who": NAMES[hero.id]})
        return Correct("hex", hero.id, value=(yield AskHex(question, open_hexes(position, hero))))
    near = range(max(0, chosen.value - _NEAR), min(chosen.most, chosen.value + _NEAR) + 1)
    amounts = tuple(Pick(Sentence("{n}", {"n": n}), n) for n in near if n != chosen.value)
    value: int = yield AskPick(chosen.label, amounts)
    return Correct(chosen.what, hero.id, chosen.card, value)


def open_hexes(position: Position, hero: Hero) -> tuple[Hex, ...]:
    """Return the free hexes on which a hero may stand."""
    taken = occupied(position)
    return tuple(h for h in (*MONSTER_HEXES, GRIMHEIM) if h not in taken and is_open(hero, h))


def _numbers(hero: Hero) -> tuple[_Number, ...]:
    most = hero_stats.max_health(hero) - 1
    found = [
        _Number("damage", Sentence(N_("Damage")), hero.damage, most=most),
        _Number("gold", Sentence(N_("Gold")), hero.gold),
        _Number("hand", Sentence(N_("Event cards in hand")), hero.hand),
    ]
    for card, face in hero_stats.in_play(hero):
        name = {"card": card_name(hero.id, card.number)}
        if face.uses_mana or card.mana:
            found.append(_Number("mana", Sentence(N_("Mana on {card}"), name), card.mana, card.number))
        if face.durability or card.damage:
            found.append(_Number("damage", Sentence(N_("Damage on {card}"), name), card.damage, card.number))
        if face.tokens or card.tokens:
            found.append(_Number("tokens", Sentence(N_("Markers on {card}"), name), card.tokens, card.number))
    return tuple(found)
