"""Manual corrections: set one number or piece, without applying the rules of the game.

Allowed corrections (`Correct.what`), their target (`who`, `card`) and their new `value`:

| what | who | card | value |
|---|---|---|---|
| hex | a hero or monster | | a free hex open to it; heroes also "G" |
| damage | a hero or monster | | 0 to its health less 1 |
| damage, mana, tokens | a hero | a card in play | 0 to 99 |
| gold, hand, quest, upgrades | a hero | | 0 to 999 |
| level | a hero | | 1 or 2, the side of the hero card |
| take, lose | a hero | a card | puts the card into play, takes it out |
| ability, equipment | a hero | | the card on top of the pile, 0 for unknown or none |
| action | a hero | | the action whose marker is put down or taken back |
| turn | a hero | | it is this hero's turn |
| bounty | a monster | | 0 to 99 gold laid on it |
| place | a kind | level of a legend | a free hex: a tile comes from the supply |
| remove | a monster | | its tile goes back to the supply; nobody gains or loses |
| town | | | 0 to 10 town pieces; with 0 the game is lost |
| step | | | the space of the Rune Stone |
| markers | a hex | | 0 to 3 markers left there |
| deck | | a monster card | "in" its deck, in unknown order, or "out" of it |
"""

from collections.abc import Callable
from typing import Any, get_args

from companion.errors import RuleError
from companion.games.base import N_, rule_error
from companion.games.codec import wrong
from companion.games.fate import losses
from companion.games.fate.acts import Correct
from companion.games.fate.board import MARKERS, MONSTER_HEXES, TERRAIN
from companion.games.fate.happenings import Applied, Happening, Moved, Over, Town
from companion.games.fate.hero_stats import max_health, unknown_abilities, unknown_equipment
from companion.games.fate.heroes import CARDS as HERO_CARDS
from companion.games.fate.heroes import other_side, printed
from companion.games.fate.monsters import CARDS, KINDS, SIDES, health, supply
from companion.games.fate.moves import is_open
from companion.games.fate.position import GRIMHEIM, Action, CardState, Hero, Hex, Monster, Position
from companion.games.fate.track import last_step


def correct(position: Position, act: Correct) -> Applied:
    """Return the position with one correction. Raises RuleError `bad_correction` naming the mistake."""
    hero = next((hero for hero in position.heroes if hero.id == act.who), None)
    monster = losses.find(position, act.who)
    if hero and act.what in _HERO:
        return Applied(losses.change(position, _HERO[act.what](position, hero, act)), _moved(position, act))
    if monster and act.what in _MONSTER:
        return Applied(
            losses.change(position, _MONSTER[act.what](position, monster, act)), _moved(position, act)
        )
    if act.what in _GAME:
        return _GAME[act.what](position, act)
    if act.what in _HERO or act.what in _MONSTER:
        known = [hero.id for hero in position.heroes] if act.what in _HERO else []
        known += [monster.id for monster in position.monsters] if act.what in _MONSTER else []
        raise _bad("who", ", ".join(known), act.who)
    raise _bad("what", ", ".join(sorted({*_HERO, *_MONSTER, *_GAME})), act.what)


def _moved(position: Position, act: Correct) -> tuple[Happening, ...]:
    if act.what != "hex":
        return ()
    hero = next((hero for hero in position.heroes if hero.id == act.who), None)
    monster = losses.find(position, act.who)
    source, kind = (monster.hex, monster.kind) if monster else (hero.hex if hero else "", act.who)
    return (Moved(act.who, kind, (source, str(act.value)), "correct"),)


def _hero_hex(position: Position, hero: Hero, act: Correct) -> Hero:
    allowed = frozenset(hex_ for hex_ in TERRAIN if is_open(hero, hex_))
    hex_ = GRIMHEIM if act.value == GRIMHEIM else _free(position, act, allowed, hero.id)
    return hero._replace(hex=hex_)


def _hero_damage(position: Position, hero: Hero, act: Correct) -> Hero:
    if act.card:
        return _on_card(position, hero, act)
    return hero._replace(damage=_number(act, 0, max_health(hero) - 1))


def _on_card(position: Position, hero: Hero, act: Correct) -> Hero:
    """Set damage, mana or tokens of a card in play."""
    _in_play(hero, act)
    fields: dict[str, Any] = {act.what: _number(act, 0, 99)}
    cards = (card._replace(**fields) if card.number == act.card else card for card in hero.cards)
    return hero._replace(cards=tuple(cards))


def _count(position: Position, hero: Hero, act: Correct) -> Hero:
    number: dict[str, Any] = {act.what: _number(act, 0, 999)}
    return hero._replace(**number)


def _level(position: Position, hero: Hero, act: Correct) -> Hero:
    return hero._replace(level=_number(act, 1, 2))


def _take(position: Position, hero: Hero, act: Correct) -> Hero:
    possible = {number for number, card in HERO_CARDS[hero.id].items() if card.pile != "event"}
    possible -= {card.number for card in hero.cards}
    if act.card not in possible:
        raise _bad("card", ", ".join(map(str, sorted(possible))), act.card)
    pair = {act.card}
    if printed(hero.id, act.card).pile == "ability":
        pair.add(other_side(hero.id, act.card))
    kept = [card for card in hero.cards if card.number not in pair]
    return hero._replace(
        cards=(*kept, CardState(act.card)),
        ability=None if hero.ability in pair else hero.ability,
        equipment=None if hero.equipment in pair else hero.equipment,
        abilities_under=tuple(n for n in hero.abilities_under if n not in pair),
        equipment_under=tuple(n for n in hero.equipment_under if n not in pair),
    )


def _lose(position: Position, hero: Hero, act: Correct) -> Hero:
    _in_play(hero, act)
    return hero._replace(cards=tuple(card for card in hero.cards if card.number != act.card))


def _ability(position: Position, hero: Hero, act: Correct) -> Hero:
    under = hero.abilities_under
    top = _top(act, unknown_abilities(hero) | {hero.ability} | set(under))
    return hero._replace(ability=top, abilities_under=tuple(n for n in under if n != top))


def _equipment(position: Position, hero: Hero, act: Correct) -> Hero:
    under = hero.equipment_under
    top = _top(act, unknown_equipment(hero) | {hero.equipment} | set(under))
    left = tuple(n for n in under if n != top)
    return hero._replace(equipment=top, equipment_under=left, quest=0, kills=())


def _action(position: Position, hero: Hero, act: Correct) -> Hero:
    for action in get_args(Action):
        if action == act.value:
            left = tuple(other for other in hero.actions if other != action)
            return hero._replace(actions=left if action in hero.actions else (*hero.actions, action))
    raise _bad("value", ", ".join(get_args(Action)), act.value)


def _monster_hex(position: Position, monster: Monster, act: Correct) -> Monster:
    return monster._replace(hex=_free(position, act, MONSTER_HEXES - {GRIMHEIM}, monster.id))


def _monster_damage(position: Position, monster: Monster, act: Correct) -> Monster:
    return monster._replace(damage=_number(act, 0, health(monster, position.monsters) - 1))


def _bounty(position: Position, monster: Monster, act: Correct) -> Monster:
    return monster._replace(bounty=_number(act, 0, 99))


def _turn(position: Position, act: Correct) -> Applied:
    ids = [hero.id for hero in position.heroes]
    if position.phase != "heroes":
        raise _bad("what", N_("turn only while heroes act"), position.phase)
    if act.who not in ids:
        raise _bad("who", ", ".join(ids), act.who)
    return Applied(position._replace(turn=ids.index(act.who)))


def _place(position: Position, act: Correct) -> Applied:
    kinds = [kind for kind, left in supply(position.monsters).items() if left]
    if act.who not in kinds:
        expected = ", ".join(kinds) if act.who not in KINDS else N_("a kind with tiles left in the supply")
        raise _bad("who", expected, act.who)
    if (act.who, act.card) not in SIDES:
        raise _bad("card", N_("1 or 2 for a legend, else 0"), act.card)
    hex_ = _free(position, act, MONSTER_HEXES - {GRIMHEIM})
    return losses.place(position, act.who, hex_, act.card)


def _remove(position: Position, act: Correct) -> Applied:
    monster = losses.find(position, act.who)
    if monster is None:
        raise _bad("who", ", ".join(m.id for m in position.monsters), act.who)
    return losses.remove(position, monster, "correct")


def _town(position: Position, act: Correct) -> Applied:
    pieces = _number(act, 0, 10)
    done: tuple[Happening, ...] = (Town(pieces - position.town, "correct"),)
    position = position._replace(town=pieces)
    if pieces:
        return Applied(position, done)
    return Applied(position._replace(phase="over", result="lost", to_attack=()), (*done, Over("lost")))


def _step(position: Position, act: Correct) -> Applied:
    heroes_follow = position.phase in ("heroes", "die")  # the Rune Stone still has to move on
    most = last_step(position.options) - heroes_follow
    return Applied(position._replace(step=_number(act, 1, most)))


def _markers(position: Position, act: Correct) -> Applied:
    if act.who not in MARKERS:
        raise _bad("who", ", ".join(MARKERS), act.who)
    return Applied(position._replace(markers={**position.markers, act.who: _number(act, 0, 3)}))


def _deck(position: Position, act: Correct) -> Applied:
    if act.card not in CARDS:
        raise _bad("card", N_("a monster card from 1 to 54"), act.card)
    if act.value not in ("in", "out"):
        raise _bad("value", "in, out", act.value)
    colour = CARDS[act.card].colour
    deck = position.yellow if colour == "yellow" else position.red
    shuffled = deck.shuffled - {act.card}
    deck = deck._replace(
        shuffled=shuffled | {act.card} if act.value == "in" else shuffled,
        under=tuple(card for card in deck.under if card != act.card),
    )
    legend_cards = tuple(card for card in position.legend_cards if card != act.card)
    position = position._replace(legend_cards=legend_cards)
    return Applied(position._replace(yellow=deck) if colour == "yellow" else position._replace(red=deck))


_HERO: dict[str, Callable[[Position, Hero, Correct], Hero]] = {
    "hex": _hero_hex,
    "damage": _hero_damage,
    "mana": _on_card,
    "tokens": _on_card,
    "gold": _count,
    "hand": _count,
    "quest": _count,
    "upgrades": _count,
    "level": _level,
    "take": _take,
    "lose": _lose,
    "ability": _ability,
    "equipment": _equipment,
    "action": _action,
}
_MONSTER: dict[str, Callable[[Position, Monster, Correct], Monster]] = {
    "hex": _monster_hex,
    "damage": _monster_damage,
    "bounty": _bounty,
}
_GAME: dict[str, Callable[[Position, Correct], Applied]] = {
    "turn": _turn,
    "place": _place,
    "remove": _remove,
    "town": _town,
    "step": _step,
    "markers": _markers,
    "deck": _deck,
}


def _number(act: Correct, least: int, most: int) -> int:
    if type(act.value) is int and least <= act.value <= most:
        return act.value
    raise _bad("value", f"{least}..{most}", act.value)


def _free(position: Position, act: Correct, allowed: frozenset[Hex], mover: str = "") -> Hex:
    hex_ = str(act.value)
    if hex_ not in allowed:
        raise _bad("value", N_("a hex open to this piece"), act.value)
    pieces = [(hero.id, hero.hex) for hero in position.heroes] + [(m.id, m.hex) for m in position.monsters]
    for piece, occupied_hex in pieces:
        if occupied_hex == hex_ and piece != mover:
            raise _bad("value", N_("a free hex"), f"{hex_} ({piece})")
    return hex_


def _in_play(hero: Hero, act: Correct) -> None:
    cards = [card.number for card in hero.cards]
    if act.card not in cards:
        raise _bad("card", ", ".join(map(str, cards)), act.card)


def _top(act: Correct, possible: frozenset[int | None] | set[int | None]) -> int | None:
    if act.value in possible or act.value == 0:
        return int(act.value) or None
    known = sorted(number for number in possible if number)
    raise _bad("value", ", ".join(map(str, (0, *known))), act.value)


def _bad(place: str, expected: str, found: object) -> RuleError:
    return rule_error("bad_correction", [wrong(place, expected, found)])
