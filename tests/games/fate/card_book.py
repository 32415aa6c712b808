"""Values and usable effects of a hero, computed from the card facts alone."""

from companion.games.fate.acts import Attack, Use
from companion.games.fate.board import LOCATION_OF, NEIGHBOURS, PATH_DISTANCE, RING, TERRAIN, distances
from companion.games.fate.monsters import LEGENDS, SIDES
from companion.games.fate.position import CardState, Hero, Monster, Position
from tests.games.fate.card_facts import (
    ALONE,
    FACTS,
    Effect,
    Row,
    automatic,
    effects,
    face,
    least_mana,
    uses_mana,
)

FAR = 99
TOWN = 10


class Book:
    """The first hero and the monsters of a position; values of the cards and usable effects."""

    def __init__(self, position: Position) -> None:
        hero: Hero = position.heroes[0]
        self.id, self.hex, self.damage, self.gold = hero.id, hero.hex, hero.damage, hero.gold
        self.level, self.hand, self.actions = hero.level, hero.hand, list(hero.actions)
        self.cards = {card.number: card for card in hero.cards}
        self.discards = list(hero.discards)
        self.quest, self.equipment, self.kills = hero.quest, hero.equipment, [*hero.kills]
        self.move_bonus, self.range_bonus = hero.move_bonus, hero.range_bonus
        self.no_more, self.swapped_from = hero.no_more_moves, ""
        self.moved_last = not hero.move_over
        self.monsters = {monster.id: monster for monster in position.monsters}
        self.town = position.town

    # Values of the cards

    def in_play(self) -> list[int]:
        """Numbers of cards in play, without covered main weapons."""
        mains = [n for n in self.cards if face(self.id, n).get("main_weapon")]
        return [n for n in self.cards if n not in mains[:-1]]

    def all_faces(self) -> list[Row]:
        """The hero card and the cards in play."""
        return [face(self.id, 0, self.level), *(face(self.id, n) for n in self.in_play())]

    def strength(self) -> int:
        """The strength of all cards together."""
        return int(sum(row.get("strength", 0) + row.get("strength_bonus", 0) for row in self.all_faces()))

    def health(self) -> int:
        """The health of all cards together."""
        return int(sum(row.get("health", 0) + row.get("health_bonus", 0) for row in self.all_faces()))

    def steps(self) -> int:
        """Maximum number of hexes of a move action."""
        own = sum(row.get("move", 0) + row.get("move_bonus", 0) for row in self.all_faces())
        return int(own) + self.move_bonus

    def range(self) -> int:
        """Attack range."""
        weapon = max(int(row.get("attack_range", 1)) for row in self.all_faces())
        bonus = sum(int(row.get("attack_range_bonus", 0)) for row in self.all_faces())
        return weapon + bonus + self.range_bonus

    def does(self, key: str) -> bool:
        """Return whether a card in play has a lasting effect of that name."""
        rows = [row.get("effect", {}) for row in self.all_faces()]
        return any(row.get(key) or row.get("passive", {}).get(key) for row in rows)

    def hand_limit(self) -> int:
        """Maximum number of event cards in hand."""
        return max(int(row.get("effect", {}).get("hand_limit", 4)) for row in self.all_faces())

    def distance(self, monster: Monster) -> int:
        return distances(self.hex).get(monster.hex, FAR)

    def beside(self) -> list[Monster]:
        return [m for m in self.monsters.values() if self.distance(m) == 1]

    # Usable effects

    def offered(self) -> set[tuple[int, int, frozenset[str]]]:
        """Effects usable by themselves, with their possible targets; without movements."""
        found = set()
        events = [row["number"] for row in _events(self.id) if self.copies(row["number"])]
        for number in [0, *self.in_play(), *(events if self.hand else [])]:
            for option, effect in enumerate(effects(self.id, number, self.level)):
                if effect.timing in ALONE and "move" not in effect.does and self.may(number, option, effect):
                    targets = self.targets(effect)
                    if targets is None or targets:
                        found.add((number, option, frozenset(targets or ())))
        return found

    def copies(self, number: int) -> int:
        return int(face(self.id, number)["count"]) - self.discards.count(number)

    def may(self, number: int, option: int, effect: Effect) -> bool:
        """Return whether an effect may be used now and its costs can be paid."""
        cost, card = effect.cost, self.cards.get(number, CardState(number))
        bit = 1 << option
        used = card.used & bit if effect.limit == "each_option_once_per_turn" else card.used
        once = face(self.id, number)["pile"] != "event" and effect.limit not in ("unlimited", "always")
        action = cost.get("spend_action")
        grant = effect.does.get("grant_action")
        row = face(self.id, number)
        return not (
            (once and used)
            or (effect.timing == "after_move_action" and not ("move" in self.actions and self.moved_last))
            or card.mana < least_mana(cost)[0]
            or (cost.get("durability") and card.damage >= row["durability"])
            or card.tokens < cost.get("token", 0)
            or (action and (action in self.actions or len(self.actions) > 1))
            or self.hand < cost.get("discard", 0) + (row["pile"] == "event")
            or self.gold < cost.get("gold", 0)
            or sum(c.mana for n, c in self.cards.items() if n in self.in_play())
            < cost.get("mana_any_card", 0)
            or not self.condition(effect.does)
            or grant == "attack"
            or (grant == "focus" and not self.mana_cards())
        )

    def condition(self, does: Row) -> bool:
        mountains = [h for h in (self.hex, *NEIGHBOURS[self.hex]) if TERRAIN.get(h) == "mountain"]
        wanted = does.get("condition")
        if wanted == "in Grimheim" and self.hex != "G":
            return False
        if "add_town_piece" in does and self.town >= TOWN:
            return False
        least = 1 if wanted == "adjacent to mountain" else does.get("if_adjacent_mountains", 0)
        return len(mountains) >= least

    def mana_cards(self) -> list[int]:
        return [n for n in self.in_play() if uses_mana(self.id, n)]

    def targets(self, effect: Effect) -> set[str] | None:
        """Ids of possible target monsters; None if the effect has no target."""
        does = effect.does
        kill, hold = does.get("kill", {}), does.get("prevent_move", {})
        if not ({"damage", "roll", "kill", "bounty", "prevent_move"} & set(does)) or "heal" in does:
            return None
        reach = does.get("range") or kill.get("range") or hold.get("range") or FAR
        reach = self.range() if reach == "attack" else reach
        return {m.id for m in self.monsters.values() if self._fits(m, does, {**kill, **hold}, reach)}

    def _fits(self, monster: Monster, does: Row, limits: Row, reach: int) -> bool:
        side = SIDES[monster.kind, monster.level]
        legend = monster.kind in LEGENDS
        strong = does.get("target") in ("rank 3 or legend", "undamaged rank 3 or legend")
        nearer = PATH_DISTANCE.get(monster.hex, FAR) < PATH_DISTANCE.get(self.hex, 0)
        return (
            (self.distance(monster) <= reach or "bounty" in does)
            and not (legend and (does.get("not_legend") or limits.get("not_legend")))
            and (not limits.get("max_rank") or side.rank <= limits["max_rank"])
            and side.health - monster.damage <= limits.get("max_remaining_health", FAR)
            and (not limits.get("closer_to_grimheim") or nearer)
            and (not strong or side.rank >= 3)
            and (does.get("target") != "undamaged rank 3 or legend" or not monster.damage)
            and (not does.get("swap_places") or self.open_to(monster.hex))
        )

    def open_to(self, hex_: str) -> bool:
        terrain = TERRAIN[hex_]
        if terrain in ("plains", "forest") or LOCATION_OF.get(hex_) in ("TrollCaves", "Nailfare"):
            return True
        return terrain == "mountain" and self.does("may_enter_mountains")

    def wanted(self) -> Row:
        """The visible quest."""
        return dict(face(self.id, self.equipment)["quest"]) if self.equipment else {}

    def attack_dice(self, act: Attack) -> int:
        dice = self.strength() + sum(self.effect(use).does.get("add_dice", 0) for use in act.uses)
        names = [
            face(self.id, use.card).get("name")
            for use in act.uses
            if self.effect(use).does.get("grant_action")
        ]
        for number in self.in_play():
            always = automatic(self.id, number)
            if always.get("if_source") in names and "add_dice" in always:
                dice += int(always["add_dice"])
        return int(dice)

    def following(self, killed: Monster, how: str) -> list[Monster]:
        if how.startswith("next monster clockwise"):
            ring = RING[self.hex]
            monster_at = {m.hex: m for m in self.monsters.values()}
            start = ring.index(killed.hex)
            order = [monster_at.get(ring[(start + turn) % 6]) for turn in range(1, 6)]
            return [m for m in order if m][:1]
        away = distances(self.hex)
        return [
            m
            for m in self.monsters.values()
            if m.hex in NEIGHBOURS[killed.hex] and away.get(m.hex, FAR) > away.get(killed.hex, FAR)
        ]

    def counts(self, enter: Row, hex_: str) -> bool:
        """Return whether a hex counts for a quest of entered hexes."""
        if hex_ == "G":
            return False
        if "adjacent_terrain" in enter:
            return any(TERRAIN.get(h) == enter["adjacent_terrain"] for h in (hex_, *NEIGHBOURS[hex_]))
        return bool(TERRAIN.get(hex_) == enter["terrain"])

    def effect(self, use: Use) -> Effect:
        """Return the effect of a use."""
        return effects(self.id, use.card, self.level)[use.option]


def _events(hero: str) -> list[Row]:
    rows: list[Row] = FACTS[hero]["events"]
    return rows
