"""One act of a hero, step by step: the position so far, its happenings, and the single changes."""

from collections.abc import Mapping
from typing import Any

from companion.errors import RuleError
from companion.games.base import N_, Sentence, Space, rule_error
from companion.games.fate import quests
from companion.games.fate.board import distances
from companion.games.fate.happenings import Applied, Gained, Hand, Happening, Healed, Loaded, Over, Removed
from companion.games.fate.hero_stats import (
    card,
    copies_left,
    drawable,
    event_deck,
    hand_limit,
    has,
    in_play,
    main_weapon,
)
from companion.games.fate.heroes import ALL, NAMES, PrintedCard, printed
from companion.games.fate.losses import change, find, remove
from companion.games.fate.monster_attack import damage_monster
from companion.games.fate.monsters import health, side
from companion.games.fate.position import GRIMHEIM, Action, CardState, Hero, Hex, Monster, Position

ACTIONS = 2
"""Number of actions per turn (F-051)."""

ACTION_NAMES: Mapping[Action, str] = {
    "move": N_("Move"),
    "attack": N_("Attack"),
    "prepare": N_("Prepare"),
    "focus": N_("Focus"),
    "mend": N_("Mend"),
    "practice": N_("Practice"),
}
"""Names of the actions for people (F-052)."""


def refused(code: str, pattern: str, spaces: tuple[Space, ...] = (), **values: object) -> RuleError:
    """Build an error of one sentence."""
    return rule_error(code, [Sentence(pattern, values)], spaces)


def find_hero(position: Position, hero_id: str) -> Hero:
    """Return the hero of that id. Raises RuleError `unknown_hero`."""
    for hero in position.heroes:
        if hero.id == hero_id:
            return hero
    expected = ", ".join(hero.id for hero in position.heroes)
    raise refused(
        "unknown_hero", N_("Expected one of {expected}, found {found}."), expected=expected, found=hero_id
    )


def together(one: Hex, other: Hex) -> bool:
    """Return whether heroes on these hexes are within 1: adjacent, the same, or both in Grimheim (F-021)."""
    return distances(one).get(other, ALL) <= 1


class HeroAct:
    """Running state of one act of a hero; `applied` returns the result."""

    def __init__(self, position: Position, hero_id: str) -> None:
        find_hero(position, hero_id)
        self.position = position
        self.hero_id = hero_id
        self.done: list[Happening] = []

    @property
    def hero(self) -> Hero:
        """The hero as changed so far."""
        return find_hero(self.position, self.hero_id)

    def applied(self) -> Applied:
        """Return the position reached and all happenings, the end of the game last."""
        return Applied(self.position, tuple(sorted(self.done, key=lambda h: isinstance(h, Over))))

    def add(self, applied: Applied) -> None:
        """Continue with the result of another part of the rules; its kills count for the quest."""
        before = self.position
        self.position = applied.position
        self.done += applied.happenings
        if any(isinstance(h, Removed) and h.why == "killed" for h in applied.happenings):
            self.position = quests.count_kills(before, self.position, self.hero_id, applied.happenings)

    def set(self, **fields: Any) -> None:
        """Change fields of the hero."""
        self.position = change(self.position, self.hero._replace(**fields))

    def set_card(self, number: int, **fields: Any) -> None:
        """Change fields of a card in play."""
        self.set(cards=tuple(c._replace(**fields) if c.number == number else c for c in self.hero.cards))

    def card(self, number: int) -> CardState:
        """Return an own card in play. Raises RuleError `card_not_in_play`."""
        found = card(self.hero, number)
        if found is None:
            name = printed(self.hero_id, number).name
            if any(c.number == number for c in self.hero.cards):
                weapon = printed(self.hero_id, main_weapon(self.hero)).name
                raise refused("card_covered", N_("{card} is covered by {weapon}."), card=name, weapon=weapon)
            raise refused(
                "card_not_in_play",
                N_("{card} is not in play; expected a card in front of {hero}."),
                card=name,
                hero=NAMES[self.hero_id],
            )
        return found

    def monster(self, monster_id: str) -> Monster:
        """Return a monster on the board. Raises RuleError `unknown_monster`."""
        monster = find(self.position, monster_id)
        if monster is None:
            raise refused(
                "unknown_monster",
                N_("{found} is not on the board; expected a monster that is."),
                found=monster_id,
            )
        return monster

    def distance(self, monster: Monster) -> int:
        """Return the steps to a monster, never over Grimheim (F-152)."""
        return distances(self.hero.hex).get(monster.hex, ALL)

    def take_action(self, action: Action) -> None:
        """Place an action marker (F-051, F-095). Raises RuleError `action_taken` or `no_action`."""
        taken = self.hero.actions
        if action in taken:
            raise refused(
                "action_taken",
                N_("{action} was taken this turn already. Choose another action."),
                action=ACTION_NAMES[action],
            )
        if len(taken) >= ACTIONS:
            raise refused(
                "no_action",
                N_("Both actions are taken: {first} and {second}. End the turn."),
                first=ACTION_NAMES[taken[0]],
                second=ACTION_NAMES[taken[1]],
            )
        self.set(actions=(*taken, action))

    def gold(self, amount: int) -> None:
        """Gain gold or experience, one resource (F-090), or pay it. Raises RuleError `too_little_gold`."""
        if not amount:
            return
        if self.hero.gold + amount < 0:
            raise refused(
                "too_little_gold",
                N_("Expected {needed} gold, {hero} has {found}."),
                needed=-amount,
                hero=NAMES[self.hero_id],
                found=self.hero.gold,
            )
        self.set(gold=self.hero.gold + amount)
        self.done.append(Gained(self.hero_id, amount))

    def mana(self, number: int, amount: int) -> None:
        """Put mana on a card or pay it from there (F-068, F-069). Raises RuleError `too_little_mana`."""
        if not amount:
            return
        held = self.card(number).mana
        face = printed(self.hero_id, number)
        if amount > 0 and not face.uses_mana:
            raise refused("no_mana_card", N_("{card} does not use mana."), card=face.name)
        if held + amount < 0:
            raise refused(
                "too_little_mana",
                N_("{card} holds {found} mana; expected {needed}."),
                card=face.name,
                found=held,
                needed=-amount,
            )
        self.set_card(number, mana=held + amount)
        self.done.append(Loaded(self.hero_id, number, amount))

    def tokens(self, number: int, amount: int) -> None:
        """Put arrows, gold or stored damage on a card or take them. Raises RuleError `too_few_tokens`."""
        held = self.card(number).tokens
        if held + amount < 0:
            raise refused(
                "too_few_tokens",
                N_("{card} holds {found}; expected at least {needed}."),
                card=printed(self.hero_id, number).name,
                found=held,
                needed=-amount,
            )
        self.set_card(number, tokens=held + amount)
        self.done.append(Loaded(self.hero_id, number, amount, "tokens"))

    def wear(self, number: int, amount: int) -> None:
        """Pay durability with damage on the card (F-067). Raises RuleError `worn_out`."""
        face, damage = printed(self.hero_id, number), self.card(number).damage
        if damage + amount > face.durability:
            raise refused(
                "worn_out",
                N_("{card} is worn out: {damage} damage of {durability}. Mend it first."),
                card=face.name,
                damage=damage,
                durability=face.durability,
            )
        self.set_card(number, damage=damage + amount)
        self.done.append(Loaded(self.hero_id, number, amount, "damage"))

    def gain_mana(self, amount: int, cards: Mapping[int, int] | None = None) -> None:
        """Put mana from an effect on the chosen cards, else on the first card that uses mana."""
        if not amount:
            return
        if cards and (sum(cards.values()) != amount or min(cards.values()) < 0):
            raise refused(
                "wrong_amount",
                N_("Expected {expected} in total, found {found}."),
                expected=amount,
                found=sum(cards.values()),
            )
        first = next((c.number for c, face in in_play(self.hero) if face.uses_mana), 0)
        for number, part in (cards or ({first: amount} if first else {})).items():
            self.mana(number, part)

    def heal(self, hero_id: str, number: int, amount: int) -> int:
        """Remove up to `amount` damage from a hero (0) or a card (F-449); return the amount removed."""
        other = HeroAct(self.position, hero_id)
        removed = min(amount, other.card(number).damage if number else other.hero.damage)
        if removed > 0 and number:
            other.set_card(number, damage=other.card(number).damage - removed)
        elif removed > 0:
            other.set(damage=other.hero.damage - removed)
        if removed > 0:
            self.position = other.position
            self.done.append(Healed(hero_id, number, removed))
        return removed

    def draw(self, cards: int, really: int = 0) -> None:
        """Draw event cards as far as hand limit and deck allow (F-063, F-064)."""
        room = hand_limit(self.hero) - self.hero.hand
        drawn = max(0, min(cards, room, drawable(self.hero)))
        if not 0 <= really <= cards:
            raise refused(
                "wrong_amount",
                N_("Expected up to {expected}, found {found}."),
                expected=cards,
                found=really,
            )
        drawn = min(drawn, really or drawn)
        if not drawn:
            return
        if drawn > event_deck(self.hero):
            self.set(discards=())
        self.set(hand=self.hero.hand + drawn)
        self.done.append(Hand(self.hero_id, drawn))

    def discard(self, cards: tuple[int, ...]) -> None:
        """Put event cards from the hand on the discards. Raises RuleError `no_cards` or `not_in_hand`."""
        for number in cards:
            face: PrintedCard = printed(self.hero_id, number)
            if face.pile != "event":
                raise refused(
                    "not_an_event", N_("{card} is no event card; expected one from the hand."), card=face.name
                )
            if not self.hero.hand:
                raise refused("no_cards", N_("{hero} has no event cards in hand."), hero=NAMES[self.hero_id])
            if not copies_left(self.hero, number):
                raise refused(
                    "not_in_hand",
                    N_("Every copy of {card} is on the discard pile ({copies})."),
                    copies=face.copies,
                    card=face.name,
                )
            self.set(hand=self.hero.hand - 1, discards=(*self.hero.discards, number))
            self.done.append(Hand(self.hero_id, -1))

    def harm(self, monster: Monster, amount: int, unpreventable: bool = False) -> int:
        """Resolve one damage event on a monster (F-159 to F-162).

        Returns the excess damage if it dies, else 0.
        """
        ignores = unpreventable or has(self.hero, "ignore_armour")
        needed = health(monster, self.position.monsters) - monster.damage
        needed += 0 if ignores else side(monster).armour
        self.add(damage_monster(self.position, self.hero_id, monster.id, amount, ignores))
        return max(0, amount - needed) if find(self.position, monster.id) is None else 0

    def kill(self, monster: Monster) -> None:
        """Kill a monster regardless of its damage (F-091)."""
        self.add(remove(self.position, monster, "killed", self.hero_id))


def neighbours_in_play(position: Position, hero: Hero) -> list[Monster]:
    """Return the monsters next to a hero; none in Grimheim (F-022)."""
    if hero.hex == GRIMHEIM:
        return []
    return [m for m in position.monsters if distances(hero.hex).get(m.hex) == 1]
