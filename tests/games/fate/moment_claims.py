"""Conditions of the moments of Fate, read from RULES.md: what lies on the table before and after an act."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.fate.acts import (
    Act,
    Attack,
    Discard,
    Draw,
    EndTurn,
    Focus,
    Mend,
    MonsterAttack,
    Move,
    Practice,
    Prepare,
    Quest,
    RuneStone,
    Share,
    Spend,
    TakeMarkers,
    Use,
    Walk,
)
from companion.games.fate.board import (
    LOCATION_OF,
    NEIGHBOURS,
    NEXT,
    PATH_DISTANCE,
    RING,
    ROAD,
    TERRAIN,
    distances,
)
from companion.games.fate.hero_stats import armour, attack_range, strength, upgrade_cost
from companion.games.fate.heroes import CardEffect, printed
from companion.games.fate.monsters import CARDS, FACTION, SIDES
from companion.games.fate.position import (
    GRIMHEIM,
    CardState,
    Hero,
    Hex,
    Monster,
    Position,
)
from companion.games.fate.track import TRACKS

FAR = 99


class Seen(NamedTuple):
    """A step as somebody at the table sees it: no happenings, only what lies there before and after."""

    before: Position
    act: Act
    after: Position

    @property
    def dice(self) -> tuple[str, ...]:
        return self.act.dice if isinstance(self.act, Attack | MonsterAttack) else ()

    @property
    def heroes(self) -> list[tuple[Hero, Hero]]:
        return list(zip(self.before.heroes, self.after.heroes, strict=True))

    @property
    def mine(self) -> tuple[Hero, Hero]:
        return self.heroes[self.before.turn]

    @property
    def monsters(self) -> list[tuple[Monster, Monster]]:
        """Monsters that are there before and after."""
        now = {monster.id: monster for monster in self.after.monsters}
        return [(monster, now[monster.id]) for monster in self.before.monsters if monster.id in now]

    @property
    def gone(self) -> set[str]:
        return {m.id for m in self.before.monsters} - {m.id for m in self.after.monsters}

    @property
    def new(self) -> list[Monster]:
        there = {monster.id for monster in self.before.monsters}
        return [monster for monster in self.after.monsters if monster.id not in there]

    @property
    def target(self) -> Monster:
        assert isinstance(self.act, Attack | MonsterAttack)
        return next(m for m in self.before.monsters if m.id == self.act.monster)

    @property
    def victim(self) -> Hero | None:
        attacked = self.act.hero if isinstance(self.act, MonsterAttack) else ""
        return next((hero for hero in self.before.heroes if hero.id == attacked), None)

    def letter(self) -> str:
        return TRACKS[self.after.options.track][self.after.step - 1]

    def beside_hero(self, hex_: Hex) -> bool:
        return any(hex_ in NEIGHBOURS[hero.hex] for hero in self.before.heroes)

    def between(self, hex_: Hex) -> bool:
        """Whether a monster there may turn around one hero and back around another."""
        return sum(hex_ in NEIGHBOURS[hero.hex] for hero in self.before.heroes) > 1

    def went(self, before: Monster, after: Monster) -> int:
        """Number of hexes along the path."""
        return PATH_DISTANCE[before.hex] - PATH_DISTANCE[after.hex]

    def stayed(self, before: Monster, after: Monster) -> bool:
        """Whether a monster did not move by itself: it is where it was, or changed places with another."""
        ends = {(b.hex, a.hex) for b, a in self.monsters}
        return before.hex == after.hex or (after.hex, before.hex) in ends

    def in_a_hurry(self, monster: Monster) -> bool:
        rank = SIDES[monster.kind, monster.level].rank
        return self.letter() == "s" or (self.before.die == "charge" and rank == 1)

    def steps(self, monster: Monster) -> int:
        return (2 if monster.kind == "goblin" else 1) + self.in_a_hurry(monster)

    def went_far(self, monster: Monster) -> int:
        """Number of hexes along the path, 0 if the monster is gone."""
        return next((self.went(b, a) for b, a in self.monsters if b.id == monster.id), 0)

    def moved_on(self, monster: Monster) -> bool:
        """Whether a monster walked: it is gone to Grimheim, or nearer to it."""
        return monster.id in self.gone or self.went_far(monster) > 0

    def way(self, monster: Monster) -> list[Hex]:
        """The path from where a monster was to where it is now, if it went by itself."""
        end = next((a.hex for b, a in self.monsters if b.id == monster.id), GRIMHEIM)
        way = [monster.hex]
        while way[-1] not in (end, GRIMHEIM):
            way.append(NEXT[way[-1]])
        return way

    def swapped(self, legend: Monster) -> bool:
        """Whether a monster that went before a legend is now where the legend was."""
        way, far = self.way(legend), PATH_DISTANCE[legend.hex]
        return any(
            a.hex in way[:-1]
            and (PATH_DISTANCE[b.hex] < far or (PATH_DISTANCE[b.hex] == far and a.hex not in self.way(b)))
            for b, a in self.monsters
            if b.id != legend.id
        )

    def put_back(self, monster: Monster) -> bool:
        """Whether a legend went past where a monster was and is, which it does only by changing places."""
        return any(monster.hex in self.way(legend)[1:-1] for legend in self.before.monsters if legend.level)

    def effects(self) -> list[CardEffect]:
        """Effects of the cards that the hero whose turn it is used."""
        if self.before.phase != "heroes" or self.before.attacked or not isinstance(self.act, Use | Attack):
            return []
        uses = (self.act, *self.act.uses) if isinstance(self.act, Use) else self.act.uses
        hero = self.mine[0]
        return [printed(hero.id, use.card, hero.level).uses[use.option] for use in uses]

    def granted(self) -> bool:
        return any(effect.grant for effect in self.effects())

    def free(self) -> bool:
        return any(effect.when == "free" and effect.action is None for effect in self.effects())

    def unpreventable(self) -> bool:
        armoured = {m.id for m in self.before.monsters if SIDES[m.kind, m.level].armour}
        hurt = self.gone | {a.id for b, a in self.monsters if a.damage > b.damage}
        return any(effect.unpreventable for effect in self.effects()) and bool(armoured & hurt)

    def trodden(self) -> set[Hex]:
        before, after = self.mine
        entered = {after.hex} - {before.hex}
        return {*entered, *after.passed[len(before.passed) :]}

    def field(self, name: str) -> list[tuple[int, int]]:
        """A number on the cards that are there before and after."""
        return [
            (getattr(card, name), getattr(now, name))
            for before, after in self.heroes
            for card in before.cards
            for now in after.cards
            if now.number == card.number
        ]


Claim = Callable[[Seen], bool]


def die(*faces: str) -> Claim:
    return lambda s: isinstance(s.act, RuneStone) and s.act.die in faces


turn = die("maneuver_cw", "maneuver_ccw")


def came(kind: str, *levels: int) -> Claim:
    return lambda s: any(m.kind == kind and m.level in (levels or (1, 2)) for m in s.new)


def of(kind: str) -> Claim:
    return lambda s: FACTION[s.target.kind] == kind


def forest(s: Seen) -> bool:
    hex_ = s.victim.hex if s.victim else s.target.hex
    return TERRAIN.get(hex_) == "forest" and "cover" in s.dice


def reach(s: Seen, monster: Monster, hex_: Hex) -> bool:
    if (monster.kind, monster.level) == ("seer_of_odin", 2):
        return True
    most = SIDES[monster.kind, monster.level].range
    return any(distances(hex_).get(hero.hex, FAR) <= most for hero in s.before.heroes)


def merge(s: Seen) -> bool:
    """Two monsters may go to one hex; the one on the road went."""
    free = [m for m in s.before.monsters if not m.held and not s.beside_hero(m.hex) and m.hex in NEXT]
    return any(
        one.hex in ROAD
        and other.hex not in ROAD
        and NEXT[one.hex] == NEXT[other.hex] != GRIMHEIM
        and PATH_DISTANCE[one.hex] == PATH_DISTANCE[other.hex]
        and one not in s.after.monsters
        for one in free
        for other in free
    )


def entered(s: Seen) -> bool:
    """A monster went into Grimheim; a knock-out costs pieces, too, but no monster."""
    return bool(s.gone) and s.after.town < s.before.town and not isinstance(s.act, MonsterAttack)


def near(one: Hero, other: Hero) -> bool:
    return distances(one.hex).get(other.hex, FAR) <= 1


def mains(hero: Hero) -> int:
    return sum(printed(hero.id, c.number).main for c in hero.cards)


def in_use(hero: Hero, number: int) -> bool:
    """Whether a card is not a covered weapon (F-097)."""
    weapons = [c.number for c in hero.cards if printed(hero.id, c.number).main]
    return number not in weapons[:-1]


def shoved(s: Seen) -> bool:
    return any(b.hex != a.hex for b, a in s.monsters) or (bool(s.gone) and s.after.town < s.before.town)


def helped_roll(s: Seen) -> bool:
    return any(
        effect.when in ("attack", "roll") and (effect.add_dice or effect.add_damage) for effect in s.effects()
    )


def armour_in_the_way(s: Seen) -> bool:
    open_ground = not forest_hex(s)
    swords = s.dice.count("hit") + (s.dice.count("cover") if open_ground else 0)
    if not s.victim:
        return SIDES[s.target.kind, s.target.level].armour > 0 and swords > 0
    runes = "rune" in s.dice and (
        FACTION[s.target.kind] == "dead"
        or (s.target.kind, s.target.level) == ("grendel", 2)
        or (
            FACTION[s.target.kind] == "firehorde"
            and any((m.kind, m.level) == ("surt", 1) for m in s.before.monsters)
        )
    )
    return armour(s.victim) > 0 and (swords > 0 or runes)


def forest_hex(s: Seen) -> bool:
    return TERRAIN.get(s.victim.hex if s.victim else s.target.hex) == "forest"


def skipped(s: Seen) -> bool:
    """Somebody's turn to draw was left out: no card of the deck fits."""
    if isinstance(s.act, Draw):
        return to_draw(s.after) < to_draw(s.before) - bool(s.new)
    drawn = s.before.phase != "heroes" and s.after.phase in ("reinforcements", "heroes")
    return drawn and to_draw(s.after) < len(s.after.heroes)


def to_draw(position: Position) -> int:
    """Number of players who draw a card with monsters yet."""
    return len(position.heroes) - position.turn if position.phase == "reinforcements" else 0


def adjacent_before(s: Seen, hero: Hero) -> bool:
    return any(monster.hex in NEIGHBOURS[hero.hex] for monster in s.before.monsters)


def no_place(s: Seen) -> bool:
    return isinstance(s.act, Draw) and not s.new


def knocked_out(s: Seen) -> bool:
    """A hero who lies in Grimheim with 5 damage may be knocked out again: then only the town tells it."""
    again = isinstance(s.act, MonsterAttack)
    home = any(a.hex == GRIMHEIM and a.damage == 5 and (again or a != b) for b, a in s.heroes)
    return home and s.after.town <= max(0, s.before.town - 2)


def prevented(s: Seen) -> bool:
    assert s.victim
    now = next(after for before, after in s.heroes if before == s.victim)
    paid = now.cards != s.victim.cards or now.hand < s.victim.hand
    return paid or now.damage - s.victim.damage < len(s.dice) - s.dice.count("blank")


SIGNS: dict[str, Claim] = {
    "F-205": lambda s: s.after.town == 0,
    "F-410": lambda s: s.after.town > 0 and s.after.phase == "over",
    "F-163": knocked_out,
    "F-400": knocked_out,
    "F-217": lambda s: turn(s) and bool(s.gone) and s.after.town < s.before.town,
    "F-025": lambda s: entered(s),
    "F-204": lambda s: isinstance(s.act, RuneStone) and s.after.step == len(TRACKS[s.after.options.track]),
    "F-245": lambda s: die("ambush")(s) and any(hero.hex != GRIMHEIM for hero in s.after.heroes),
    "F-234": lambda s: (
        die("push")(s)
        and s.after.town == s.before.town
        and any(b.hex != GRIMHEIM == a.hex and adjacent_before(s, b) for b, a in s.heroes)
    ),
    "F-230": lambda s: die("push")(s) and any(b.hex != a.hex == NEXT[b.hex] for b, a in s.heroes),
    "F-233": lambda s: die("push")(s) and any(b.hex == a.hex and adjacent_before(s, b) for b, a in s.heroes),
    "F-212": lambda s: (
        turn(s) and (bool(s.gone) or any(b.hex != a.hex or s.between(b.hex) for b, a in s.monsters))
    ),
    "F-214": lambda s: turn(s) and any(b.hex == a.hex and s.beside_hero(b.hex) for b, a in s.monsters),
    "F-240": die("charge"),
    "F-220": die("attack"),
    "F-386": came("seer_of_odin", 2),
    "F-347": came("seer_of_odin", 1),
    "F-383": came("grendel", 2),
    "F-384": came("surt", 2),
    "F-381": came("queen_of_the_dead", 2),
    "F-380": lambda s: (
        came("queen_of_the_dead", 1)(s)
        or (
            isinstance(s.act, Attack)
            and (s.target.kind, s.target.level) == ("queen_of_the_dead", 1)
            and distances(s.mine[0].hex).get(s.target.hex, FAR) > 1
        )
    ),
    "F-312": came("hrungbald"),
    "F-310": came("nidhuggr"),
    "F-341": lambda s: len(s.after.legend_cards) > len(s.before.legend_cards),
    "F-203": lambda s: isinstance(s.act, RuneStone) and s.letter() == "s",
    "F-265": lambda s: any(
        s.went(b, a) == s.steps(b) + 1
        and not s.in_a_hurry(b)
        and reach(s, b, a.hex)
        and (NEXT.get(b.hex) == a.hex or not s.beside_hero(b.hex))
        for b, a in s.monsters
    ),
    "F-270": lambda s: any(s.swapped(b) for b in s.before.monsters if b.level),
    "F-276": lambda s: any(b.held and b.hex == a.hex for b, a in s.monsters),
    "F-267": lambda s: any(
        NEXT[a.hex] == GRIMHEIM
        and s.went(b, a) == s.steps(b)
        and not s.in_a_hurry(b)
        and not s.beside_hero(a.hex)
        for b, a in s.monsters
    ),
    "F-255": merge,
    "F-251": lambda s: any(
        0 < s.went(b, a) < s.steps(b) and s.beside_hero(a.hex) and not s.beside_hero(b.hex)
        for b, a in s.monsters
    ),
    "F-258": lambda s: (
        not s.after.result
        and any(
            b.hex == a.hex and not b.held and not s.beside_hero(b.hex) and not s.put_back(b)
            for b, a in s.monsters
        )
    ),
    "F-250": lambda s: (
        not s.after.result
        and any(s.stayed(b, a) and not b.held and s.beside_hero(b.hex) for b, a in s.monsters)
    ),
    "F-260": lambda s: any(
        b.kind == "goblin" and ((b.id in s.gone and PATH_DISTANCE[b.hex] == 2) or s.went_far(b) == 2)
        for b in s.before.monsters
    ),
    "F-315": lambda s: of("dead")(s) and "rune" in s.dice,
    "F-316": lambda s: (
        of("firehorde")(s) and s.victim is not None and distances(s.victim.hex)[s.target.hex] >= 2
    ),
    "F-311": lambda s: (
        of("trollkin")(s)
        and not any(m.kind == "hrungbald" for m in s.before.monsters)
        and len(s.dice) > SIDES[s.target.kind, s.target.level].strength + (s.before.die == "attack")
    ),
    "F-304": lambda s: (
        any(h.hex == GRIMHEIM for h in s.after.heroes)
        and any(GRIMHEIM in RING[m.hex] for m in s.after.monsters)
    ),
    "F-318": lambda s: isinstance(s.act, MonsterAttack) and bool(s.act.prevent),
    "F-161": lambda s: s.unpreventable(),
    "F-008": forest,
    "F-160": armour_in_the_way,
    "F-446": lambda s: TERRAIN[s.target.hex] == "mountain",
    "F-091": lambda s: bool(s.gone) and any(a.gold > b.gold for b, a in s.heroes),
    "F-156": lambda s: "cover" in s.dice and not forest(s),
    "F-157": lambda s: "rune" in s.dice,
    "F-402": lambda s: s.after.town > s.before.town,
    "F-440": shoved,
    "F-071": lambda s: s.before.phase != "heroes" and any(b.hand > a.hand for b, a in s.heroes),
    "F-061": lambda s: s.granted(),
    "F-067": lambda s: any(b < a for b, a in s.field("damage")),
    "F-064": lambda s: any(len(b.discards) > len(a.discards) and a.hand > 0 for b, a in s.heroes),
    "F-073": helped_roll,
    "F-068": lambda s: any(a < b for b, a in s.field("mana")),
    "F-062": lambda s: s.mine[1].move_bonus > s.mine[0].move_bonus,
    "F-070": lambda s: any(b.discards != a.discards for b, a in s.heroes),
    "F-063": lambda s: isinstance(s.act, Discard) or any(b.hand < a.hand >= 4 for b, a in s.heroes),
    "F-065": lambda s: any(b < a for b, a in s.field("used")),
    "F-053": lambda s: s.free(),
    "F-097": lambda s: any(mains(a) > mains(b) > 0 for b, a in s.heroes),
    "F-094": lambda s: any(
        len(a.cards) > len(b.cards) and b.equipment in {c.number for c in a.cards} for b, a in s.heroes
    ),
    "F-095": lambda s: len(s.mine[1].actions) > len(s.mine[0].actions),
    "F-096": lambda s: any(b.quest < a.quest < 99 and b.equipment == a.equipment for b, a in s.heroes),
    "F-093": lambda s: (
        isinstance(s.act, EndTurn)
        and any(c.number == s.act.upgrade and c != CardState(c.number, used=c.used) for c in s.mine[0].cards)
    ),
    "F-092": lambda s: s.mine[1].upgrades == s.mine[0].upgrades + 1,
    "F-081": lambda s: s.mine[0].gold >= upgrade_cost(s.mine[0], s.before.options),
    "F-090": lambda s: any(a.gold > b.gold for b, a in s.heroes),
    "F-010": lambda s: any(
        LOCATION_OF.get(h) == "TrollCaves" and TERRAIN[h] == "mountain" for h in s.trodden()
    ),
    "F-011": lambda s: any(LOCATION_OF.get(h) == "Nailfare" and TERRAIN[h] == "lake" for h in s.trodden()),
    "F-018": lambda s: isinstance(s.act, TakeMarkers) or any(s.after.markers.get(h) for h in s.trodden()),
    "F-023": lambda s: s.mine[1].hex == GRIMHEIM != s.mine[0].hex,
    "F-055": lambda s: any(
        m.hex in NEIGHBOURS[h] for m in s.before.monsters for h in s.trodden() - {s.mine[1].hex}
    ),
    "F-024": lambda s: s.mine[0].hex == GRIMHEIM != s.mine[1].hex,
    "F-074": lambda s: (
        isinstance(s.act, Share)
        or any(near(s.mine[1], o) and not near(s.mine[0], o) for _, o in s.heroes if o.id != s.mine[0].id)
    ),
    "F-348": lambda s: s.letter() in "yr" and skipped(s),
    "F-346": lambda s: (
        no_place(s)
        and isinstance(s.act, Draw)
        and CARDS[s.act.card].legend in {m.kind for m in s.before.monsters}
    ),
    "F-343": no_place,
    "F-344": lambda s: (
        no_place(s)
        and isinstance(s.act, Draw)
        and CARDS[s.act.card].legend not in {m.kind for m in s.before.monsters}
    ),
    "F-349": lambda s: isinstance(s.act, Draw) and bool(s.new) and not s.after.to_attack,
    "F-340": lambda s: (
        (s.before.phase, s.after.phase).count("reinforcements") == 1 and s.after.phase == "reinforcements"
    ),
    "F-026": lambda s: 0 < s.after.town < s.before.town,
    "F-301": lambda s: s.after.phase == "attacks" and len(s.after.to_attack) > 1,
    "F-300": lambda s: s.after.phase == "attacks",
    "F-254": lambda s: len({PATH_DISTANCE[b.hex] for b in s.before.monsters if s.moved_on(b)}) > 1,
    "F-253": lambda s: any(s.moved_on(b) for b in s.before.monsters),
    "F-210": lambda s: s.before.options.monster_die,
    "F-201": lambda s: s.after.step == s.before.step + 1,
    "F-050": lambda s: s.before.turn == len(s.before.heroes) - 1 and s.after.phase == "die",
    "F-084": lambda s: isinstance(s.act, EndTurn) and s.act.under in ("ability", "equipment"),
    "F-082": lambda s: any(
        printed(s.mine[0].id, c.number).mana for c in s.mine[1].cards if in_use(s.mine[1], c.number)
    ),
    "F-083": lambda s: (
        s.mine[1].hand > s.mine[0].hand - (len(s.act.discard) if isinstance(s.act, EndTurn) else 0)
    ),
    "F-080": lambda s: isinstance(s.act, EndTurn) and s.mine[1].actions == (),
    "F-051": lambda s: (
        s.before.phase == "heroes" and (len(s.mine[0].actions), len(s.mine[1].actions)) == (0, 1)
    ),
    "F-449": lambda s: isinstance(s.act, Mend) and s.mine[0].hex == GRIMHEIM,
    "F-059": lambda s: isinstance(s.act, Mend) and s.mine[0].hex != GRIMHEIM,
    "F-057": lambda s: s.mine[1].actions[-1] == "prepare",
    "F-058": lambda s: sum(c.mana for c in s.mine[1].cards) == sum(c.mana for c in s.mine[0].cards) + 1,
    "F-060": lambda s: s.mine[1].gold == s.mine[0].gold + 1,
    "F-154": lambda s: "hit" in s.dice,
    "F-153": lambda s: len(s.dice) >= strength(s.mine[0]),
    "F-150": lambda s: distances(s.mine[0].hex)[s.target.hex] <= attack_range(s.mine[0]),
    "F-054": lambda s: len(s.mine[1].passed) - len(s.mine[0].passed) > 0 or s.mine[1].hex != s.mine[0].hex,
}
"""A necessary sign of each rule on the table."""

KINDS: Mapping[str, tuple[type[Act], ...]] = {
    **dict.fromkeys(("F-153", "F-150", "F-446", "F-154", "F-156", "F-157", "F-073"), (Attack,)),
    **dict.fromkeys(("F-315", "F-316", "F-311", "F-318"), (MonsterAttack,)),
    **dict.fromkeys(("F-008", "F-160"), (Attack, MonsterAttack)),
    **dict.fromkeys(("F-250", "F-251", "F-253", "F-254", "F-255", "F-258", "F-260"), (Walk,)),
    **dict.fromkeys(("F-265", "F-267", "F-270", "F-276", "F-300", "F-301", "F-304"), (Walk,)),
    **dict.fromkeys(("F-050", "F-080", "F-081", "F-082", "F-083", "F-084", "F-092", "F-093"), (EndTurn,)),
    **dict.fromkeys(("F-010", "F-011", "F-023", "F-024", "F-055"), (Move, Use)),
    **dict.fromkeys(("F-061", "F-161"), (Attack, Use)),
    "F-440": (Attack, Use, Move),
    **dict.fromkeys(("F-340", "F-348"), (RuneStone, Walk, MonsterAttack, Use, Draw)),
    "F-018": (Move, Use, TakeMarkers),
    "F-053": (Use,),
    "F-054": (Move,),
    "F-057": (Prepare,),
    "F-058": (Focus,),
    "F-059": (Mend,),
    "F-060": (Practice,),
    "F-068": (Attack, Use, MonsterAttack, Move),
    "F-074": (Move, Share),
    "F-095": (Quest, Spend),
    "F-097": (Quest,),
    "F-380": (Draw, Attack),
    "F-449": (Mend,),
}
"""Acts that can bring a rule into play; any act if left out."""


def _claim(rule: str) -> Callable[[Position, Act, Position], bool]:
    def holds(before: Position, act: Act, after: Position) -> bool:
        return isinstance(act, KINDS.get(rule, object)) and bool(SIGNS[rule](Seen(before, act, after)))

    return holds


CLAIMS = {rule: _claim(rule) for rule in SIGNS}
"""Condition of each moment, by rule."""

SEEDS = [seed for seed in range(40) if seed not in (16, 19)]
"""In the games left out a monster stands where it was after two swaps: the board does not show them."""

_DIE = "random games of the set-up have no monster die; see test_moments.py"
TOO_RARE: Mapping[str, str] = {
    **dict.fromkeys(("F-210", "F-212", "F-214", "F-217", "F-220", "F-230", "F-233", "F-234"), _DIE),
    **dict.fromkeys(("F-240", "F-245"), _DIE),
    "F-057": "heroes who may do anything else do not prepare",
    "F-062": "these heroes do not play events that lengthen a move",
    "F-064": "the events of a hero seldom run out",
    "F-071": "these heroes play no events in the monster turn",
    "F-093": "an upgrade of a card that holds something",
    "F-161": "one card, against one kind of monster",
    "F-276": "one card of one hero",
    "F-346": "a second card of the same legend",
    "F-348": "a deck without any card that fits",
    "F-402": "one card",
    "F-011": "a far corner of the board",
    "F-410": "these heroes seldom win",
    "F-204": "these heroes seldom last so long",
    "F-386": "one card of 18",
    "F-347": "one card of 36",
    "F-383": "one card of 18",
}
