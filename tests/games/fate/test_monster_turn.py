"""The monster turn from the Rune Stone to the heroes' next round, win and loss."""

import pytest

from companion.errors import RuleError
from companion.games.fate.acts import Ambush, Draw, Hold, MonsterAttack, RuneStone, Use, Walk
from companion.games.fate.happenings import Damaged, Drawn, KnockedOut, Moved, Over, Placed, Stone, Town
from companion.games.fate.monster_turn import apply
from companion.games.fate.position import (
    CardState,
    DieFace,
    Face,
    MonsterDeck,
    Options,
    PendingAttacks,
    Position,
)
from companion.games.fate.track import TOWN_PIECES, TRACKS, colour, last_step, space_kind
from tests.games.fate.monster_tables import SKULL, YELLOW, hexes, of, table

CARD_12 = MonsterDeck(frozenset({12}))
HIT: tuple[Face, ...] = ("hit",)


def before(step: int, monsters: dict[str, str], *heroes: str, die: bool = False) -> Position:
    """Return a position in which the stone is about to enter `step`."""
    options = Options(monster_die=die)
    return table(monsters, *heroes, step=step - 1, phase="die", options=options)


def attacking(monsters: dict[str, str], *heroes: str, **fields: object) -> Position:
    """Return step 4 with all attacks pending, reached by a walk in which nobody moved."""
    p = table(monsters, *heroes, **fields)
    still = p._replace(monsters=tuple(m._replace(held=True) for m in p.monsters), phase="walk")
    return apply(still, Walk()).position


def test_f_200_the_steps_follow_each_other() -> None:
    p = before(YELLOW, {"4,9": "goblin"}, "6,9")._replace(yellow=CARD_12)
    p, done = apply(p, RuneStone())
    assert (p.phase, p.step, done) == ("walk", 4, (Stone(4, "reinforcement", None),))
    p = apply(p, Walk()).position
    assert (p.phase, p.to_attack) == ("attacks", (PendingAttacks("4,9", 1),))
    p = apply(p, MonsterAttack("4,9", "bjorn", HIT)).position
    assert (p.phase, p.turn, p.to_attack) == ("reinforcements", 0, ())
    p = apply(p, Draw(12)).position
    assert (p.phase, p.turn) == ("heroes", 0)


def test_f_200_steps_with_nothing_to_do_are_skipped() -> None:
    assert apply(before(2, {}, "4,9"), RuneStone()).position.phase == "heroes"
    p = apply(before(YELLOW, {}, "4,9"), RuneStone())
    assert p.position.phase == "heroes"
    assert of(p, Drawn) == [Drawn(0, 0, placed=False)]
    p = apply(apply(before(2, {"1,9": "imp"}, "17,9"), RuneStone()).position, Walk())
    assert p.position.phase == "heroes"


@pytest.mark.parametrize(("track", "length"), [("short", 12), ("long", 16)])
def test_f_201_f_202_and_f_206_the_tracks(track: str, length: int) -> None:
    options = Options(track="long" if track == "long" else "short")
    assert last_step(options) == length
    kinds = [space_kind(options, step) for step in range(1, length + 1)]
    assert kinds[-4:] == ["skull"] * 4
    assert "skull" not in kinds[:-4]
    reinforcements = {step: colour(options, step) for step in range(1, length + 1) if colour(options, step)}
    short = {1: "yellow", 4: "yellow", 7: "red"}
    long = {1: "yellow", 4: "yellow", 6: "yellow", 9: "red", 11: "red"}
    assert reinforcements == (short if track == "short" else long)
    assert set(TRACKS) == {"short", "long"}
    assert TOWN_PIECES == (4, 6, 8, 10)


def test_f_203_a_skull_lets_all_charge_and_brings_no_reinforcements() -> None:
    p, done = apply(before(SKULL, {"1,9": "brute"}, "G"), RuneStone())
    assert done == (Stone(9, "skull", None),)
    p = apply(p, Walk()).position
    assert hexes(p) == {"1,9": "3,9"}
    assert p.phase == "heroes"


def test_f_204_f_410_and_f_430_the_heroes_win_when_the_last_turn_is_over() -> None:
    p = apply(before(12, {"1,9": "brute", "4,9": "imp"}, "5,9"), RuneStone()).position
    p = apply(p, Walk()).position
    assert (p.phase, p.result) == ("attacks", None)
    after = apply(p, MonsterAttack("4,9", "bjorn", ("blank", "blank")))
    assert (after.position.phase, after.position.result) == ("over", "won")
    assert after.happenings[-1] == Over("won")


def test_f_205_and_f_204_a_town_lost_on_the_last_space_is_lost() -> None:
    p = before(12, {"7,9": "brute", "6,9": "imp"}, "G")._replace(town=1)
    after = apply(apply(p, RuneStone()).position, Walk())
    assert (after.position.phase, after.position.result) == ("over", "lost")
    assert hexes(after) == {"6,9": "6,9"}


def test_f_205_a_die_that_loses_the_game_ends_it() -> None:
    p = before(2, {"9,11": "imp"}, "8,11", die=True)._replace(town=1)
    after = apply(p, RuneStone("maneuver_ccw"))
    assert (after.position.phase, after.position.result) == ("over", "lost")


def test_f_210_and_f_420_the_die_is_rolled_where_it_was_agreed_on() -> None:
    with pytest.raises(RuleError, match="die: expected the face of the monster die, found nothing"):
        apply(before(2, {}, "4,9", die=True), RuneStone())
    with pytest.raises(RuleError, match="die: expected no monster die in this game, found 'push'"):
        apply(before(2, {}, "4,9"), RuneStone("push"))
    p = before(2, {"3,9": "imp"}, "4,9", die=True)
    pushed = apply(p, RuneStone("push")).position
    assert (pushed.phase, pushed.die, pushed.heroes[0].hex) == ("walk", "push", "5,9")


@pytest.mark.parametrize("face", ["attack", "charge"])
def test_f_210_attack_and_charge_only_count_later_and_only_this_turn(face: DieFace) -> None:
    p = apply(before(2, {"3,9": "sprite"}, "17,9", die=True), RuneStone(face)).position
    assert hexes(p) == {"3,9": "3,9"}
    p = apply(p, Walk()).position
    assert hexes(p) == {"3,9": "5,9" if face == "charge" else "4,9"}
    assert (p.phase, p.die) == ("heroes", None)


def test_f_245_and_f_305_goblins_of_an_ambush_walk_and_attack() -> None:
    p = before(2, {}, "4,9", die=True)._replace(next_monster=5)
    p = apply(p, RuneStone("ambush")).position
    assert p.phase == "ambush"
    p = apply(p, Ambush({"bjorn": "5,9"})).position
    assert p.phase == "walk"
    p = apply(p, Walk()).position
    assert p.to_attack == (PendingAttacks("m5", 1),)


def test_f_247_an_ambush_without_a_place_asks_nothing() -> None:
    p = before(2, {"1,9": "imp"}, "G", die=True)
    assert apply(p, RuneStone("ambush")).position.phase == "walk"


def test_f_276_suppressive_fire_holds_a_monster_not_the_same_one_again() -> None:
    p = before(2, {"3,9": "brute", "2,9": "troll", "1,9": "imp"}, "5,8")
    hero = p.heroes[0]._replace(cards=(CardState(5), CardState(15)))
    p = apply(p._replace(heroes=(hero,)), RuneStone()).position
    for wrong, reason in {
        "2,9": "up to rank 2; this one is stronger",
        "1,9": "has a range of 3; the monster on 1,9 is farther away",
        "m77": "expected a monster on the board, found 'm77'",
    }.items():
        with pytest.raises(RuleError, match=reason):
            apply(p, Hold("bjorn", 5, wrong))
    with pytest.raises(RuleError, match="Bjorn's First Bow holds no monster"):
        apply(p, Hold("bjorn", 15, "3,9"))
    p = apply(p, Hold("bjorn", 5, "3,9")).position
    with pytest.raises(RuleError, match="holds one monster a turn and has already done so"):
        apply(p, Hold("bjorn", 5, "3,9"))
    with pytest.raises(RuleError, match="a card in play of this hero"):
        apply(p, Hold("bjorn", 6, "3,9"))
    p = apply(p, Walk()).position
    assert hexes(p) == {"3,9": "3,9", "2,9": "2,9", "1,9": "1,9"}
    assert p.phase == "heroes"
    assert p.heroes[0].held_last == "3,9"
    assert not any(m.held for m in p.monsters)
    p = apply(p._replace(phase="die"), RuneStone()).position
    with pytest.raises(RuleError, match="held this monster last turn; expected another one"):
        apply(p, Hold("bjorn", 5, "3,9"))


def test_f_276_its_second_side_holds_legends_too() -> None:
    p = table({"3,9": "grendel 2"}, "5,8", phase="walk")
    hero = p.heroes[0]
    first = p._replace(heroes=(hero._replace(cards=(CardState(5),)),))
    with pytest.raises(RuleError, match="up to rank 2; this one is stronger"):
        apply(first, Hold("bjorn", 5, "3,9"))
    second = p._replace(heroes=(hero._replace(cards=(CardState(6),)),))
    held = apply(second, Hold("bjorn", 6, "3,9")).position
    assert hexes(apply(held, Walk())) == {"3,9": "3,9"}


def test_f_301_and_f_302_order_and_target_are_the_players_choice() -> None:
    p = attacking({"4,9": "imp", "6,8": "imp", "5,10": "imp"}, "5,9", "6,9")
    assert len(p.to_attack) == 3
    p, done = apply(p, MonsterAttack("5,10", "alva", ("hit", "rune")))
    assert done == (Damaged("alva", 2, ("hit", "rune")),)
    assert [pending.monster for pending in p.to_attack] == ["4,9", "6,8"]
    with pytest.raises(RuleError, match="monster: expected 4,9, 6,8, found '5,10'"):
        apply(p, MonsterAttack("5,10", "alva", ("hit", "rune")))
    with pytest.raises(RuleError, match="hero: expected bjorn, found 'alva'"):
        apply(p, MonsterAttack("4,9", "alva", ("hit", "rune")))
    with pytest.raises(RuleError, match="dice: expected 2, found 1"):
        apply(p, MonsterAttack("4,9", "bjorn", HIT))


def test_f_301_and_f_304_a_knock_out_changes_the_later_attacks() -> None:
    p = attacking({"4,9": "troll", "6,8": "imp"}, "5,9")
    after = apply(p, MonsterAttack("4,9", "bjorn", ("hit",) * 6)).position
    assert after.phase == "attacks"
    strong = p._replace(heroes=(p.heroes[0]._replace(damage=5),))
    after = apply(strong, MonsterAttack("4,9", "bjorn", ("hit",) * 6)).position
    assert after.phase == "heroes"


def test_f_159_and_f_317_hits_are_one_event_and_a_forest_covers_the_hero() -> None:
    p = attacking({"9,2": "imp"}, "9,1")
    after = apply(p, MonsterAttack("9,2", "bjorn", ("cover", "rune")))
    assert after.happenings == (Damaged("bjorn", 1, ("cover", "rune")),)


def test_f_318_the_player_prevents_before_damage_is_placed() -> None:
    p = attacking({"4,9": "imp"}, "5,9")
    hero = p.heroes[0]._replace(cards=(CardState(3), CardState(15), CardState(21)))
    after = apply(
        p._replace(heroes=(hero,)), MonsterAttack("4,9", "bjorn", ("hit", "hit"), (Use(21),))
    ).position
    assert after.heroes[0].damage == 1
    assert after.heroes[0].cards[2].damage == 1


def test_f_383_red_grendel_may_choose_two_targets() -> None:
    p = attacking({"5,8": "grendel 2"}, "5,9", "4,9")
    four: tuple[Face, ...] = ("rune", "blank", "blank", "blank")
    p, done = apply(p, MonsterAttack("5,8", "bjorn", four))
    assert done == (Damaged("bjorn", 2, four),)
    assert p.to_attack == (PendingAttacks("5,8", 1),)
    p, done = apply(p, MonsterAttack("5,8", "alva", four))
    assert done == (Damaged("alva", 2, four),)
    assert p.phase == "heroes"


def test_f_386_the_red_seer_hurts_everybody_and_nothing_prevents_it() -> None:
    p = attacking({"1,9": "seer_of_odin 2"}, "17,9", "G", "9,1", "12,4")
    after = apply(p, MonsterAttack("1,9"))
    assert [hero.damage for hero in after.position.heroes] == [1, 1, 1, 1]
    with pytest.raises(RuleError, match="hero: expected no hero"):
        apply(p, MonsterAttack("1,9", "bjorn"))
    with pytest.raises(RuleError, match="dice: expected 0, found 1"):
        apply(p, MonsterAttack("1,9", dice=HIT))
    with pytest.raises(RuleError, match="hero: expected no hero"):
        apply(p, MonsterAttack("1,9", prevent=(Use(21),)))


def test_f_400_and_f_163_a_knocked_out_hero_goes_to_grimheim_with_5_damage() -> None:
    p = attacking({"4,9": "troll"}, "5,9")
    p = p._replace(heroes=(p.heroes[0]._replace(damage=3, gold=4),))
    after = apply(p, MonsterAttack("4,9", "bjorn", ("hit",) * 6))
    hero = after.position.heroes[0]
    assert (hero.hex, hero.damage, hero.gold) == ("G", 5, 4)
    assert hero.cards == p.heroes[0].cards
    assert after.position.town == 8
    assert after.happenings[1:] == (KnockedOut("bjorn", "5,9"), Town(-2, "knocked_out"))
    almost = p._replace(heroes=(p.heroes[0]._replace(damage=2),))
    assert apply(almost, MonsterAttack("4,9", "bjorn", ("hit",) * 6)).position.heroes[0].hex == "5,9"


def test_f_401_a_knock_out_may_lose_the_game() -> None:
    p = attacking({"1,9": "seer_of_odin 2"}, "17,9", "G", town=3)
    p = p._replace(heroes=tuple(hero._replace(damage=8) for hero in p.heroes))
    after = apply(p, MonsterAttack("1,9"))
    assert [town.pieces for town in of(after, Town) if isinstance(town, Town)] == [-2, -1]
    assert (after.position.result, after.position.phase) == ("lost", "over")


def test_f_349_new_monsters_neither_move_nor_attack() -> None:
    p = attacking({"17,9": "imp"}, "3,14", step=YELLOW, yellow=CARD_12)
    assert p.phase == "reinforcements"
    after = apply(p, Draw(12))
    assert len(of(after, Placed)) == 8
    assert of(after, Moved, Damaged) == []
    assert after.position.phase == "heroes"
