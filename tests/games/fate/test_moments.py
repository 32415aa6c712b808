"""Moments of Fate: each one claimed in random games is checked against the positions before and after."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from companion.games import fate
from companion.games.fate import autoplay
from companion.games.fate.acts import (
    Act,
    Attack,
    Correct,
    Discard,
    Draw,
    EndTurn,
    Mend,
    MonsterAttack,
    Prepare,
    RuneStone,
    Share,
    TakeMarkers,
    Use,
    Walk,
)
from companion.games.fate.board import (
    HERO_HEXES,
    LOCATION_OF,
    MONSTER_HEXES,
    NEIGHBOURS,
    NEXT,
    PATH_DISTANCE,
    RING,
    TERRAIN,
    distances,
)
from companion.games.fate.hero_stats import armour, attack_range, strength, upgrade_cost
from companion.games.fate.heroes import CARDS as CARDS_OF_HEROES
from companion.games.fate.heroes import HEROES, CardEffect, PrintedCard, pile, printed
from companion.games.fate.moments import MOMENTS, moments
from companion.games.fate.monsters import CARDS, FACTION, SIDES
from companion.games.fate.position import (
    GRIMHEIM,
    CardState,
    Face,
    Hero,
    Hex,
    Monster,
    MonsterDeck,
    Options,
    PendingAttacks,
    Position,
)
from companion.games.fate.setup import STANDARD, Player
from companion.games.fate.track import TRACKS
from tests.games.fate.whole_games import Played, opening, table, whole_game
from tests.games.sentences import assert_sentences

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

    def went(self, before: Monster, after: Monster) -> int:
        """Number of hexes along the path."""
        return PATH_DISTANCE[before.hex] - PATH_DISTANCE[after.hex]

    def in_a_hurry(self, monster: Monster) -> bool:
        rank = SIDES[monster.kind, monster.level].rank
        return self.letter() == "s" or (self.before.die == "charge" and rank == 1)

    def steps(self, monster: Monster) -> int:
        return (2 if monster.kind == "goblin" else 1) + self.in_a_hurry(monster)

    def trodden(self) -> set[Hex]:
        before, after = self.mine
        return {after.hex, *after.passed[len(before.passed) :]}

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
    wanted = Counter(NEXT[m.hex] for m in s.before.monsters if not s.beside_hero(m.hex))
    return any(number > 1 for hex_, number in wanted.items() if hex_ != GRIMHEIM)


def adjacent_before(s: Seen, hero: Hero) -> bool:
    return any(monster.hex in NEIGHBOURS[hero.hex] for monster in s.before.monsters)


def no_place(s: Seen) -> bool:
    return isinstance(s.act, Draw) and not s.new


def knocked_out(s: Seen) -> bool:
    home = any(a.hex == GRIMHEIM and a.damage == 5 and a != b for b, a in s.heroes)
    return home and s.after.town <= max(0, s.before.town - 2)


def prevented(s: Seen) -> bool:
    assert s.victim
    now = next(after for before, after in s.heroes if before == s.victim)
    paid = now.cards != s.victim.cards or now.hand < s.victim.hand
    return paid or now.damage - s.victim.damage < len(s.dice) - s.dice.count("blank")


CLAIMS: dict[str, Claim] = {
    "F-205": lambda s: s.after.town == 0,
    "F-410": lambda s: s.after.town > 0 and s.before.step == len(TRACKS[s.before.options.track]),
    "F-163": knocked_out,
    "F-400": knocked_out,
    "F-217": lambda s: turn(s) and bool(s.gone) and s.after.town < s.before.town,
    "F-025": lambda s: bool(s.gone) and s.after.town < s.before.town,
    "F-204": lambda s: isinstance(s.act, RuneStone) and s.after.step == len(TRACKS[s.after.options.track]),
    "F-245": lambda s: die("ambush")(s) and any(hero.hex != GRIMHEIM for hero in s.after.heroes),
    "F-234": lambda s: (
        die("push")(s)
        and s.after.town == s.before.town
        and any(b.hex != GRIMHEIM == a.hex and adjacent_before(s, b) for b, a in s.heroes)
    ),
    "F-230": lambda s: die("push")(s) and any(b.hex != a.hex == NEXT[b.hex] for b, a in s.heroes),
    "F-233": lambda s: die("push")(s) and any(b.hex == a.hex and adjacent_before(s, b) for b, a in s.heroes),
    "F-212": lambda s: turn(s) and (bool(s.gone) or any(b.hex != a.hex for b, a in s.monsters)),
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
        or (s.target in s.after.monsters and distances(s.mine[0].hex).get(s.target.hex, FAR) > 1)
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
    "F-270": lambda s: (
        any(m.level for m in s.before.monsters) and any(s.went(b, a) != 0 for b, a in s.monsters)
    ),
    "F-276": lambda s: any(b.held and b.hex == a.hex for b, a in s.monsters),
    "F-267": lambda s: any(
        NEXT[a.hex] == GRIMHEIM and s.went(b, a) == s.steps(b) and not s.beside_hero(a.hex)
        for b, a in s.monsters
    ),
    "F-255": merge,
    "F-251": lambda s: any(
        0 < s.went(b, a) < s.steps(b) and s.beside_hero(a.hex) and not s.beside_hero(b.hex)
        for b, a in s.monsters
    ),
    "F-258": lambda s: any(
        b.hex == a.hex
        and not s.beside_hero(b.hex)
        and NEXT[b.hex] in {m.hex for m in (*s.before.monsters, *s.after.monsters)}
        for b, a in s.monsters
    ),
    "F-250": lambda s: any(b.hex == a.hex and s.beside_hero(b.hex) for b, a in s.monsters),
    "F-260": lambda s: any(
        b.kind == "goblin" and (PATH_DISTANCE[b.hex] == 2 or b.id not in s.gone)
        for b in s.before.monsters
    ),
    "F-315": lambda s: of("dead")(s) and "rune" in s.dice,
    "F-316": lambda s: (
        of("firehorde")(s) and s.victim is not None and distances(s.victim.hex)[s.target.hex] >= 2
    ),
    "F-311": lambda s: (
        of("trollkin")(s)
        and len(s.dice) > SIDES[s.target.kind, s.target.level].strength + (s.before.die == "attack")
    ),
    "F-304": lambda s: (
        any(hero.hex == GRIMHEIM for hero in s.after.heroes)
        and any(GRIMHEIM in RING[monster.hex] for monster in s.after.monsters)
    ),
    "F-318": prevented,
    "F-161": lambda s: any(
        b.kind == "draugr" or (b.level and (b.id in s.gone or b not in s.after.monsters))
        for b in s.before.monsters
    ),
    "F-008": forest,
    "F-160": lambda s: (
        armour(s.victim) > 0 if s.victim else SIDES[s.target.kind, s.target.level].armour > 0
    ),
    "F-446": lambda s: TERRAIN[s.target.hex] == "mountain",
    "F-091": lambda s: bool(s.gone) and any(a.gold > b.gold for b, a in s.heroes),
    "F-156": lambda s: "cover" in s.dice and not forest(s),
    "F-157": lambda s: "rune" in s.dice,
    "F-402": lambda s: s.after.town > s.before.town,
    "F-440": lambda s: bool(s.gone) or any(b.hex != a.hex for b, a in s.monsters),
    "F-071": lambda s: s.before.phase != "heroes" and any(b.hand > a.hand for b, a in s.heroes),
    "F-061": lambda s: s.mine[1].actions == s.mine[0].actions,
    "F-067": lambda s: any(b < a for b, a in s.field("damage")),
    "F-064": lambda s: any(len(b.discards) > len(a.discards) and a.hand > 0 for b, a in s.heroes),
    "F-073": lambda s: isinstance(s.act, Attack) and bool(s.act.uses),
    "F-068": lambda s: any(b.cards != a.cards for b, a in s.heroes),
    "F-062": lambda s: s.mine[1].move_bonus > s.mine[0].move_bonus,
    "F-070": lambda s: any(b.discards != a.discards for b, a in s.heroes),
    "F-063": lambda s: isinstance(s.act, Discard) or any(b.hand < a.hand >= 4 for b, a in s.heroes),
    "F-065": lambda s: any(b < a for b, a in s.field("used")),
    "F-053": lambda s: isinstance(s.act, Use) and s.mine[1].actions == s.mine[0].actions,
    "F-097": lambda s: any(sum(printed(a.id, c.number).main for c in a.cards) > 1 for _, a in s.heroes),
    "F-094": lambda s: any(
        len(a.cards) > len(b.cards) and b.equipment in {c.number for c in a.cards} for b, a in s.heroes
    ),
    "F-095": lambda s: len(s.mine[1].actions) > len(s.mine[0].actions),
    "F-096": lambda s: any(b.quest < a.quest for b, a in s.heroes),
    "F-093": lambda s: {c.number for c in s.mine[0].cards} != {c.number for c in s.mine[1].cards},
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
    "F-024": lambda s: s.mine[0].hex == GRIMHEIM,
    "F-074": lambda s: isinstance(s.act, Share) or any(
        distances(s.mine[1].hex).get(other.hex, FAR) <= 1 for _, other in s.heroes if other != s.mine[1]
    ),
    "F-348": lambda s: s.letter() in "yr",
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
    "F-349": lambda s: bool(s.new) and not s.after.to_attack,
    "F-340": lambda s: s.letter() in "yr",
    "F-026": lambda s: 0 < s.after.town < s.before.town,
    "F-301": lambda s: len(s.after.to_attack) > 1,
    "F-300": lambda s: bool(s.after.to_attack),
    "F-254": lambda s: len(s.gone) + sum(b.hex != a.hex for b, a in s.monsters) > 1,
    "F-253": lambda s: bool(s.gone) or any(b.hex != a.hex for b, a in s.monsters),
    "F-210": lambda s: s.before.options.monster_die,
    "F-201": lambda s: s.after.step == s.before.step + 1,
    "F-050": lambda s: s.before.turn == len(s.before.heroes) - 1 and s.after.phase == "die",
    "F-084": lambda s: (s.mine[0].abilities_under, s.mine[0].equipment_under)
    != (s.mine[1].abilities_under, s.mine[1].equipment_under)
    or (s.mine[0].equipment == s.mine[1].equipment),
    "F-082": lambda s: sum(c.mana for c in s.mine[1].cards) > sum(c.mana for c in s.mine[0].cards),
    "F-083": lambda s: s.mine[1].hand > s.mine[0].hand - (
        len(s.act.discard) if isinstance(s.act, EndTurn) else 0
    ),
    "F-080": lambda s: isinstance(s.act, EndTurn) and s.mine[1].actions == (),
    "F-051": lambda s: len(s.mine[1].actions) == 1,
    "F-449": lambda s: isinstance(s.act, Mend) and s.mine[0].hex == GRIMHEIM,
    "F-059": lambda s: isinstance(s.act, Mend) and s.mine[1].damage < s.mine[0].damage,
    "F-057": lambda s: s.mine[1].actions[-1] == "prepare",
    "F-058": lambda s: sum(c.mana for c in s.mine[1].cards) == sum(c.mana for c in s.mine[0].cards) + 1,
    "F-060": lambda s: s.mine[1].gold == s.mine[0].gold + 1,
    "F-154": lambda s: "hit" in s.dice,
    "F-153": lambda s: len(s.dice) >= strength(s.mine[0]),
    "F-150": lambda s: distances(s.mine[0].hex)[s.target.hex] <= attack_range(s.mine[0]),
    "F-054": lambda s: len(s.mine[1].passed) - len(s.mine[0].passed) > 0 or s.mine[1].hex != s.mine[0].hex,
}  # fmt: skip
"""A necessary sign of each rule on the table."""

EXACT = (
    "F-205", "F-204", "F-245", "F-230", "F-233", "F-240", "F-220", "F-386", "F-347", "F-383", "F-384",
    "F-381", "F-312", "F-310", "F-203", "F-402", "F-065", "F-063", "F-062", "F-090",
)  # fmt: skip
"""Rules whose sign never shows without the moment."""

WALKS = ("F-250", "F-265", "F-251", "F-258", "F-267", "F-260", "F-254")
"""Rules whose sign may be hidden when a legend swaps places with a monster that has moved."""


def late_game(seed: int) -> Iterator[Played]:
    """Play a game from the last spaces of the track, with a whole town."""
    chance = random.Random(seed)
    players, options = table(seed)
    position = opening(seed, players, options)
    position = position._replace(step=len(TRACKS[options.track]) - 2, town=10)
    while not position.result:
        act = autoplay.next_move(position, chance)
        applied = fate.apply(position, act)
        yield Played(position, act, applied)
        position = applied.position


def check(played: Iterable[Played]) -> Counter[str]:
    """Check every claim of a game; return how often each moment came."""
    found: Counter[str] = Counter()
    for before, act, (after, _) in played:
        rules = moments(before, act, after)
        if isinstance(act, Correct):
            assert rules == ()
            continue
        seen = Seen(before, act, after)
        for rule in rules:
            hidden = rule in WALKS and "F-270" in rules
            assert hidden or CLAIMS[rule](seen), (rule, act)
        for rule in EXACT:
            assert rule in rules or not CLAIMS[rule](seen), (rule, act)
        found.update(rules)
    return found


def games(seeds: Iterable[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        found += check(whole_game(seed, 0.4 * (seed % 3 == 0))) + check(late_game(seed))
    return found


def alone(hero_id: str = "alva", **fields: Any) -> Position:
    """A position of one hero, with some fields of the hero changed."""
    equipment = [card.number for card in pile(hero_id, "equipment")[1:]]
    abilities = [card.number for card in pile(hero_id, "ability")[1:]]
    position = fate.start([Player("Ana", hero_id, abilities[0], equipment[0])], STANDARD)
    return position._replace(phase="heroes", heroes=(position.heroes[0]._replace(**fields),))


def turned_off_the_board() -> Played:
    edge = next(
        hex_
        for hex_ in sorted(HERO_HEXES - {GRIMHEIM})
        if RING[hex_][1] == "" and RING[hex_][0] in MONSTER_HEXES
    )
    monster = Monster("m1", "brute", RING[edge][0])
    position = alone(hex=edge)._replace(monsters=(monster,), phase="die", next_monster=2)
    position = position._replace(options=Options(monster_die=True))
    return played(position, RuneStone("maneuver_cw"))


def no_card_left() -> Played:
    step = TRACKS["short"].index("y")
    position = alone()._replace(monsters=(), phase="die", step=step, yellow=MonsterDeck(frozenset()))
    return played(position, RuneStone())


def shuffled() -> Played:
    events = tuple(card.number for card in pile("alva", "event") for _ in range(card.copies))
    return played(alone(hand=0, discards=events), Prepare())


def flipped() -> Played:
    ability = next(card.number for card in pile("alva", "ability") if card.uses_mana)
    return played(alone(gold=10, cards=(CardState(ability, mana=2),)), EndTurn(upgrade=ability))


def with_card(wanted: Callable[[CardEffect], bool]) -> tuple[str, PrintedCard, int]:
    return next(
        (hero, card, option)
        for hero in HEROES
        for card in CARDS_OF_HEROES[hero].values()
        for option, effect in enumerate(card.uses)
        if wanted(effect)
    )


def longer_move() -> Played:
    hero, card, option = with_card(lambda effect: effect.move_bonus > 0 and effect.when == "free")
    cards = () if card.pile == "event" else (CardState(card.number, mana=9),)
    return played(alone(hero, hand=2, cards=cards), Use(card.number, option))


def held() -> Played:
    hero, card, _ = with_card(lambda effect: effect.hold and effect.when == "walk")
    monster = Monster("m1", "brute", "8,8", held=True)
    position = alone(hero, cards=(CardState(card.number),))
    return played(position._replace(monsters=(monster,), phase="walk"), Walk())


def answered_by_an_event() -> Played:
    hero, card, option = next(
        (hero, card, option)
        for hero in HEROES
        for card in pile(hero, "event")
        for option, effect in enumerate(card.uses)
        if effect.when == "damaged"
    )
    hex_ = next(hex_ for hex_ in sorted(HERO_HEXES - {GRIMHEIM}) if NEIGHBOURS[hex_][0] in MONSTER_HEXES)
    monster = Monster("m1", "troll", NEIGHBOURS[hex_][0])
    position = alone(hero, hex=hex_, hand=2, cards=())
    position = position._replace(
        monsters=(monster,), phase="attacks", to_attack=(PendingAttacks("m1", 1),), next_monster=2
    )
    dice: tuple[Face, ...] = ("hit",) * fate.monster_dice(position, "m1")
    return played(position, MonsterAttack("m1", hero, dice, (Use(card.number, option, hero=hero),)))


def played(position: Position, act: Act) -> Played:
    return Played(position, act, fate.apply(position, act))


RARE: dict[str, Callable[[], Played]] = {
    "F-062": longer_move,
    "F-064": shuffled,
    "F-071": answered_by_an_event,
    "F-093": flipped,
    "F-214": turned_off_the_board,
    "F-276": held,
    "F-348": no_card_left,
}
"""Moments that few random games have: cards these heroes do not play, and places they do not go to."""


@pytest.mark.parametrize("rule", RARE)
def test_a_rare_moment_comes_when_its_rule_is_in_play(rule: str) -> None:
    assert check([RARE[rule]()])[rule] == 1


def test_every_rule_of_a_moment_has_a_claim_and_a_sentence_of_its_own() -> None:
    assert set(CLAIMS) == set(MOMENTS)
    assert_sentences(fate.RULES, MOMENTS)


def test_every_moment_of_24_games_is_true_and_all_happen() -> None:
    found = games(range(24))
    assert set(MOMENTS) - set(found) <= set(RARE), set(MOMENTS) - set(found) - set(RARE)


@pytest.mark.slow
def test_every_moment_of_1000_games_is_true() -> None:
    found = games(range(1000))
    assert set(MOMENTS) - set(found) <= set(RARE)


def test_a_correction_is_no_moment() -> None:
    position = alone()
    act = Correct("town", value=1)
    assert moments(position, act, fate.apply(position, act).position) == ()
