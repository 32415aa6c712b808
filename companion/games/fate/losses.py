"""Losses: monsters that leave the board, town pieces, damage and knock-outs of heroes."""

from typing import Literal

from companion.games.fate import monsters
from companion.games.fate.happenings import (
    Applied,
    Damaged,
    Gained,
    Happening,
    KnockedOut,
    Over,
    Placed,
    Removed,
    Town,
)
from companion.games.fate.hero_stats import max_health
from companion.games.fate.monsters import CARDS, QUEEN
from companion.games.fate.position import GRIMHEIM, Face, Hero, Hex, Monster, MonsterDeck, Position

DAMAGE_AFTER_KNOCK_OUT = 5

TOWN_LOST = 2
"""Number of town pieces that a knock-out costs (F-400)."""


def find(position: Position, monster_id: str) -> Monster | None:
    """Return the monster of that id, or None if it is not on the board."""
    return next((m for m in position.monsters if m.id == monster_id), None)


def change(position: Position, *changed: Monster | Hero) -> Position:
    """Replace monsters and heroes by those given with the same id."""
    moved = {piece.id: piece for piece in changed if isinstance(piece, Monster)}
    acting = {piece.id: piece for piece in changed if isinstance(piece, Hero)}
    if moved:
        position = position._replace(monsters=tuple(moved.get(m.id, m) for m in position.monsters))
    if acting:
        position = position._replace(heroes=tuple(acting.get(h.id, h) for h in position.heroes))
    return position


def place(position: Position, kind: str, hex_: Hex, level: int = 0, card: int | None = None) -> Applied:
    """Place a monster from the supply, without damage (F-350)."""
    monster = Monster(f"m{position.next_monster}", kind, hex_, level)
    placed = position._replace(monsters=(*position.monsters, monster), next_monster=position.next_monster + 1)
    return Applied(placed, (Placed(monster.id, kind, level, hex_, card),))


def remove(
    position: Position, monster: Monster, why: Literal["killed", "entered", "correct"], hero_id: str = ""
) -> Applied:
    """Return a monster to the supply, a legend's card under its deck (F-162, F-341).

    Hero `hero_id` gets the experience and bounty of a kill (F-091). If the red Queen leaves, other dead may
    die with her (F-381).
    """
    left = position._replace(monsters=tuple(m for m in position.monsters if m.id != monster.id))
    left = _card_back(left, monster)
    done: tuple[Happening, ...] = (Removed(monster.id, monster.kind, monster.hex, why),)
    if why == "killed":
        left, gained = gain(left, hero_id, monsters.side(monster).xp + monster.bounty)
        done += gained
    if monster.kind == QUEEN:
        for other in [m for m in left.monsters if m.damage >= monsters.health(m, left.monsters)]:
            left, died = remove(left, other, "killed", hero_id)
            done += died
    return Applied(left, done)


def _card_back(position: Position, monster: Monster) -> Position:
    number = next((n for n in position.legend_cards if CARDS[n].legend == monster.kind), None)
    if number is None:
        return position
    legend_cards = tuple(n for n in position.legend_cards if n != number)
    return put_under(position._replace(legend_cards=legend_cards), number)


def put_under(position: Position, card: int) -> Position:
    """Put a monster card under the deck of its colour."""
    colour = CARDS[card].colour
    deck: MonsterDeck = position.yellow if colour == "yellow" else position.red
    deck = deck._replace(under=(*deck.under, card))
    return position._replace(yellow=deck) if colour == "yellow" else position._replace(red=deck)


def gain(position: Position, hero_id: str, gold: int) -> Applied:
    """Add gold or experience to a hero; nothing if `hero_id` is ""."""
    hero = next((h for h in position.heroes if h.id == hero_id), None)
    if hero is None or not gold:
        return Applied(position)
    return Applied(change(position, hero._replace(gold=hero.gold + gold)), (Gained(hero_id, gold),))


def lose_town(
    position: Position, pieces: int, why: Literal["entered", "legend", "knocked_out", "card"]
) -> Applied:
    """Remove town pieces, the Well last; without it the game is lost at once (F-026, F-205)."""
    lost = min(pieces, position.town)
    position = position._replace(town=position.town - lost)
    done: tuple[Happening, ...] = (Town(-lost, why),)
    if position.town:
        return Applied(position, done)
    position = position._replace(phase="over", result="lost", to_attack=())
    return Applied(position._replace(attacks_begun=False, attacked=None), (*done, Over("lost")))


def enter_grimheim(position: Position, monster: Monster) -> Applied:
    """Return a monster that entered Grimheim to the supply; it costs town pieces (F-025)."""
    monster = monster._replace(hex=GRIMHEIM)
    position, done = remove(position, monster, "entered")
    legend = monsters.is_legend(monster)
    position, lost = lose_town(position, 3 if legend else 1, "legend" if legend else "entered")
    return Applied(position, done + lost)


def hurt(position: Position, hero_id: str, amount: int, dice: tuple[Face, ...] = ()) -> Applied:
    """Put damage on a hero without further prevention; the hero may be knocked out (F-163)."""
    hero = next(h for h in position.heroes if h.id == hero_id)
    hero = hero._replace(damage=hero.damage + amount)
    done: tuple[Happening, ...] = (Damaged(hero_id, amount, dice),)
    if hero.damage < max_health(hero):
        return Applied(change(position, hero), done)
    knocked_out = hero._replace(hex=GRIMHEIM, damage=DAMAGE_AFTER_KNOCK_OUT)
    position, lost = lose_town(change(position, knocked_out), TOWN_LOST, "knocked_out")
    return Applied(position, (*done, KnockedOut(hero_id, hero.hex), *lost))
