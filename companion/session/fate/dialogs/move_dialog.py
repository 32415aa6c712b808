"""Dialogs of a hero's movement: target, path, shoved heroes, mana; no widgets here."""

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats, moves
from companion.games.fate.acts import Move, Use
from companion.games.fate.defend import preventions
from companion.games.fate.hero_action import find_hero
from companion.games.fate.heroes import NAMES, card_name, printed
from companion.games.fate.losses import find
from companion.games.fate.names import NAMES as KINDS
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.games.fate.routes import Route, routes
from companion.session.fate.dialogs.dialog import ActDialog, AskHex, AskPick, Pick, Question

MANA = Sentence(N_("Which card gets 1 mana?"))


class Going(NamedTuple):
    """Details of a movement besides its target."""

    path: tuple[Hex, ...]
    aside: tuple[Hex, ...] = ()
    prevent: tuple[Use, ...] = ()
    mana: Mapping[int, int] = {}


def targets(position: Position, hero: Hero) -> tuple[Hex, ...]:
    """Hexes where a move action may end."""
    return tuple(routes(position, hero, hero_stats.move_allowance(hero)))


def move(position: Position, hero: Hero) -> ActDialog:
    """Move action: target, and all choices on the way."""
    found = routes(position, hero, hero_stats.move_allowance(hero))
    to = yield AskHex(
        Sentence(N_("Where does {hero} move?"), {"hero": NAMES[hero.id]}), tuple(found), act_to=Move
    )
    going = yield from go(position, hero, found[to], action=True)
    usual = moves.ways(position, hero, hero_stats.move_allowance(hero)).get(to)
    path = going.path if going.path != usual or going.aside or going.prevent else ()
    return Move(to, path, going.aside, mana=going.mana, prevent=going.prevent)


def go(
    position: Position, hero: Hero, found: tuple[Route, ...], action: bool = False
) -> Generator[Question, Any, Going]:
    """Path to a hex, targets of shoved heroes, and gained mana (F-054, F-440)."""
    path: tuple[Hex, ...] = found[0].way
    if len(found) > 1 or path[-1] == hero.hex:  # a touch of the own hex cancels
        picks = tuple(
            Pick(_brings(position, route), route.way, way=(hero.hex, *route.way)) for route in found
        )
        path = yield AskPick(Sentence(N_("Which way does {hero} go?"), {"hero": NAMES[hero.id]}), picks)
    prevent = yield from _prevented(position, hero, path)
    aside: tuple[Hex, ...] = ()
    chosen = False
    while len(away := moves.shoved(position, hero.id, path, aside, prevent)) > len(aside):
        who, here, free = away[len(aside)]
        place = free[0]
        if len(free) > 1:
            way = (hero.hex, *path[: path.index(here) + 1])
            question = Sentence(N_("{who} is shoved away. Where to?"), {"who": _name(position, who)})
            place, chosen = (yield AskHex(question, free, path=way)), True
        aside += (place,)
    mana: Mapping[int, int] = {}
    if moves.forest_mana(hero, path[-1], action):
        mana = yield from one_mana(hero)
    return Going(path, aside if chosen else (), prevent, mana)


def one_mana(hero: Hero) -> Generator[Question, Any, Mapping[int, int]]:
    """Card that gets 1 mana; empty if there is no choice."""
    cards = [card.number for card, face in hero_stats.in_play(hero) if face.uses_mana]
    if len(cards) < 2:
        return {}
    picks = (Pick(card_name(hero.id, card), card, "mana", explains=(hero, card)) for card in cards)
    number = yield AskPick(MANA, tuple(picks))
    return {number: 1}


def _prevented(
    position: Position, hero: Hero, path: tuple[Hex, ...]
) -> Generator[Question, Any, tuple[Use, ...]]:
    """Effects that shoved heroes use to prevent damage (F-066)."""
    used: tuple[Use, ...] = ()
    for other in position.heroes:
        cards = preventions(position, other.id)
        passes = hero_stats.has(hero, "pass_occupied") or other.id == hero.id
        if other.hex not in path or other.hex == GRIMHEIM or not cards or passes:
            continue
        words = {"hero": NAMES[other.id]}
        picks = [Pick(Sentence(N_("Take the damage")), None, "check")]
        for use in cards:
            name = {"card": printed(other.id, use.card).name}
            text = Sentence(N_("Use {card}"), name)
            picks.append(Pick(text, use._replace(hero=other.id), "shield", explains=(other, use.card)))
        question = Sentence(N_("{hero} is shoved away. Does a card prevent the damage?"), words)
        chosen = yield AskPick(question, tuple(picks))
        used += (chosen,) if chosen else ()
    return used


def _name(position: Position, piece: str) -> str:
    monster = find(position, piece)
    return KINDS[monster.kind] if monster else NAMES[find_hero(position, piece).id]


def _brings(position: Position, route: Route) -> Sentence:
    """Short text of a path's distinct effects."""
    pieces = {m.hex: KINDS[m.kind] for m in position.monsters}
    pieces |= {h.hex: str(NAMES[h.id]) for h in position.heroes if h.hex != GRIMHEIM}
    shoved = [pieces[place] for place in route.way if place in route.shoved]
    if len(shoved) == 1:
        return Sentence(N_("Over {who}"), {"who": shoved[0]})
    if shoved:
        return Sentence(N_("Over {who} and others: {n}"), {"who": shoved[0], "n": len(shoved)})
    if route.markers:
        return Sentence(N_("Over the markers"))
    if route.quest:
        return Sentence(N_("For the quest: {n}"), {"n": route.quest})
    if route.healed:
        return Sentence(N_("Heals {n}"), {"n": route.healed})
    return Sentence(N_("Around them"))
