"""Single cards and quests by their printed text, for easily misread cases."""

from typing import Any

import pytest

from companion.games.base import N_
from companion.games.fate import rules
from companion.games.fate.acts import Attack, EndTurn, Hold, MonsterAttack, Move, Quest, Use, Walk
from companion.games.fate.equip import is_possible
from companion.games.fate.heroes import pile
from companion.games.fate.position import CardState, Hero, Kill, Monster, PendingAttacks, Position
from tests.games.fate.hero_tables import B, C, H, R, changes, play, refused, turn_of
from tests.games.fate.test_quests import before

OTHER = Hero("bjorn", "Bo", "14,8", cards=(CardState(21),), hand=1)


def agreed(position: Position, **options: Any) -> Position:
    return position._replace(options=position.options._replace(**options))


# Quests


def test_singing_bow_counts_dice_of_cards_rolled_in_forests_f_096() -> None:
    position = before("alva", 20, hex="11,11", monsters={"12,11": "troll", "10,11": "troll"})
    position = position._replace(
        heroes=(position.heroes[0]._replace(cards=(CardState(11), CardState(15), CardState(17))),)
    )
    position = play(position, Use(11, monsters=("12,11",), dice=(B, B)))
    assert position.heroes[0].quest == 2
    position = play(position, Use(26, monsters=("12,11", "10,11"), dice=(B, B, B, B)))
    position = play(position, Use(17, monsters=("12,11",), dice=(B, B, B)))
    assert position.heroes[0].quest == 9
    assert play(position, Attack("12,11", (B, B, B))).heroes[0].quest == 12
    outside = before("alva", 20, hex="13,8", monsters={"14,8": "troll"})
    assert play(outside, Use(26, monsters=("14,8",), dice=(B, B))).heroes[0].quest == 0


def test_shield_is_done_by_entering_and_stays_done_f_095_f_096() -> None:
    position = play(before("boldur", 16, hex="4,9"), Move("3,9"), EndTurn())
    position = position._replace(phase="heroes", turn=0)
    assert is_possible(position, "boldur")
    weak = Monster("m", "troll", "3,10", damage=6)
    position = position._replace(monsters=(weak,))
    position = play(position, Attack("m", (H, B, B, B)))
    assert position.heroes[0].gold == 8
    assert play(position, Quest()).heroes[0].gold == 8


def two_killed() -> Position:
    """Two rank 3 monsters die in one attack of Bjorn; one of them has 2 gold more on it."""
    board = {
        "14,8": Monster("rich", "troll", "14,8", damage=6, bounty=2),
        "15,8": Monster("poor", "troll", "15,8", damage=6),
    }
    position = before("bjorn", 18, monsters=board)
    position = position._replace(heroes=(position.heroes[0]._replace(cards=(CardState(13), CardState(15))),))
    return play(position, Attack("rich", (H, H, B), (Use(13, monsters=("poor",)),)))


@pytest.mark.parametrize(("kill", "kept"), [("rich", 3), ("poor", 5), ("", 5)])
def test_the_player_chooses_which_of_two_kills_pays_for_a_quest_f_095(kill: str, kept: int) -> None:
    position = two_killed()
    assert position.heroes[0].kills == (Kill("rich", 5), Kill("poor", 3))
    after = play(position, Quest(kill=kill))
    assert after.heroes[0].gold == 5 + kept
    assert after.heroes[0].kills == ()


def test_only_a_kill_for_the_quest_pays_for_it_f_095() -> None:
    text = refused("no_kill", two_killed(), Quest(kill="m99"))
    assert text == "Quiver: expected a monster killed for it, one of rich, poor, found m99."


def test_going_through_the_dark_forest_is_enough_for_the_tiara_unless_agreed_f_096() -> None:
    position = before("alva", 16, hex="13,1")
    through = Move("12,2", ("12,1", "12,2"))
    assert is_possible(play(position, through), "alva")
    strict = agreed(position, tiara_in_passing=False)
    assert not is_possible(play(strict, through), "alva")
    assert is_possible(play(strict, Move("12,1")), "alva")


# Movement and damage


def test_a_monster_that_dies_uses_up_no_place_to_be_shoved_to_f_440() -> None:
    board: dict[str, str | Monster] = {"14,8": Monster("weak", "goblin", "14,8", damage=1), "15,8": "brute"}
    position = turn_of("boldur", 7, monsters=board)
    after = play(position, Move("15,8", ("14,8", "15,8"), aside=("16,8",)))
    assert [(m.id, m.hex) for m in after.monsters] == [("15,8", "16,8")]


def test_a_hero_who_is_knocked_out_uses_up_no_place_either_f_400_f_440() -> None:
    other = OTHER._replace(damage=8)
    position = turn_of("boldur", 7, others=(other,), monsters={"15,8": "brute"})
    after = play(position, Move("15,8", ("14,8", "15,8"), aside=("16,8",)))
    assert (after.heroes[1].hex, after.monsters[0].hex) == ("G", "16,8")


def test_a_hero_who_is_shoved_may_prevent_the_damage_f_066() -> None:
    position = turn_of("boldur", 7, others=(OTHER,))
    assert play(position, Move("14,8")).heroes[1].damage == 1
    after = play(position, Move("14,8", prevent=(Use(21, hero="bjorn"),)))
    assert (after.heroes[1].damage, after.heroes[1].cards[0].damage) == (0, 1)
    by_card = play(position, Use(29, path=("14,8",), aside=("15,8",), prevent=(Use(21, hero="bjorn"),)))
    assert (by_card.heroes[1].damage, by_card.heroes[1].hex) == (0, "15,8")
    refused("not_preventable", position, Move("13,7", prevent=(Use(21, hero="bjorn"),)))


def test_in_charge_follows_its_move_action_at_once_f_065() -> None:
    kill = Use(5, monsters=("15,8",))
    position = turn_of("embla", 5, 7, monsters={"15,8": "goblin"}, hex="12,8")
    assert play(position, Move("14,8"), kill).monsters == ()
    later = play(position, Move("13,8"), Use(7, path=("14,8",)))
    assert refused("not_now", later, kill) == "Use In Charge right after a move action."
    attacked = play(position, Move("14,8"), Attack("15,8", (B, B, B)))
    refused("not_now", attacked, kill)


def test_a_movement_by_a_card_takes_a_path_f_054() -> None:
    position = turn_of("alva", 6, hex="12,11", damage=3)
    for way in (("11,11", "11,10"), ("12,10", "11,10")):
        after = play(position, Use(28, path=way))
        assert after.heroes[0].passed == way
    refused("bad_path", position, Use(28, path=("11,11", "13,9")))
    refused("bad_path", position, Use(28, path=("11,11", "10,11", "9,11")))


# Boldur's Orebiter


def test_orebiter_mines_the_mountain_he_stands_on_f_010_f_016() -> None:
    position = turn_of("boldur", 19, hex="6,7")
    assert play(position, Use(19, hexes=("6,7",), dice=(H, C, B))).heroes[0].gold == 7
    refused("bad_target", turn_of("boldur", 19, hex="G"), Use(19, hexes=("9,11",), dice=(H, H, H)))


def test_any_attack_action_may_mine_that_of_rapid_strike_too_f_061() -> None:
    position = turn_of("boldur", CardState(3, mana=3), 19, hex="14,8")
    mined = Use(19, hexes=("15,7",), dice=(H, H, B), uses=(Use(3),))
    expected = {"gold": 2, "card_mana": -3}
    assert changes(position, play(position, mined)) == expected
    taken = turn_of("boldur", CardState(3, mana=3), 19, hex="14,8", actions=("attack",))
    assert changes(taken, play(taken, mined)) == expected
    pick = turn_of("boldur", CardState(4, mana=3), 19, 22, hex="14,8")
    assert play(pick, mined._replace(dice=(H,) * 7, uses=(Use(4),))).heroes[0].gold == 12
    berserk = mined._replace(uses=(Use(32),))
    assert changes(position, play(position, berserk)) == {
        "gold": 5, "hand": -1, "damage": 1, "actions": ("attack",),
    }  # fmt: skip
    refused("not_inside", position, mined._replace(uses=(Use(27),)))


# Suppressive Fire


def test_suppressive_fire_remembers_for_each_hero_f_276() -> None:
    monsters = {"15,8": "brute"}
    heroes = (Hero("alva", "Bo", "15,11", cards=(CardState(9),)),)
    position = turn_of("bjorn", 5, monsters=monsters, others=heroes, hex="15,5", phase="walk")
    position = rules.apply(position, Hold("bjorn", 5, "15,8")).position
    position = rules.apply(position, Walk()).position._replace(phase="walk")
    assert position.monsters[0].hex == "15,8"
    assert "held this monster last turn" in refused("hold", position, Hold("bjorn", 5, "15,8"))
    position = rules.apply(position, Hold("alva", 9, "15,8")).position
    assert position.monsters[0].held
    again = rules.apply(position, Walk()).position._replace(phase="walk")
    assert rules.apply(again, Hold("bjorn", 5, "15,8")).position.monsters[0].held


def test_memory_of_older_files_binds_everybody_f_276() -> None:
    position = turn_of("bjorn", 5, monsters={"15,8": "brute"}, phase="walk")
    position = position._replace(held_before=frozenset({"15,8"}))
    refused("hold", position, Hold("bjorn", 5, "15,8"))


# Refusals with their reason


@pytest.mark.parametrize("dice", [(H, H, H), (H, B, B)])
def test_nailed_together_goes_behind_its_target_only_f_445(dice: Any) -> None:
    board = {"14,8": "goblin", "13,9": "troll", "15,8": "troll"}
    position = turn_of("bjorn", 13, 15, monsters=board)
    refused("bad_target", position, Attack("14,8", dice, (Use(13, monsters=("13,9",)),)))
    play(position, Attack("14,8", dice, (Use(13, monsters=("15,8",)),)))
    two = Attack("14,8", dice, (Use(13, monsters=("15,8", "16,8")),))
    refused("bad_target", turn_of("bjorn", 13, 15, monsters={**board, "16,8": "imp"}), two)
    alone = turn_of("bjorn", 13, 15, monsters={"14,8": "goblin", "12,8": "troll"})
    refused("bad_target", alone, Attack("14,8", dice, (Use(13, monsters=("12,8",)),)))


def test_perfect_aim_rolls_misses_again_and_nothing_else_f_076() -> None:
    position = turn_of("bjorn", 15, monsters={"14,8": "troll"})
    shot = Attack("14,8", (H, H, C), (Use(31, rolled=(B, R)),))
    assert play(position, shot).monsters[0].damage == 3
    message = refused("not_a_miss", position, shot._replace(uses=(Use(31, rolled=(B, H)),)))
    assert message == N_("{card} rerolls exactly the misses; found {found} of {dice} dice.").format(
        card="Perfect Aim", found=2, dice=3
    )
    refused("not_a_miss", position, Attack("14,8", (B, B, C), (Use(31, rolled=(B,)),)))
    refused("not_a_miss", position, shot._replace(uses=(Use(31, rolled=(C,)),)))
    forest = turn_of("bjorn", 15, monsters={"11,11": "troll"}, hex="12,11")
    assert play(forest, Attack("11,11", (H, H, H), (Use(31, rolled=(C,)),))).monsters[0].damage == 3


def test_runes_rolled_before_a_reroll_count_for_the_cape_f_076() -> None:
    position = turn_of("bjorn", 15, 24, monsters={"14,8": "troll"})
    shot = Attack("14,8", (H, H, R), (Use(31, rolled=(R, R)),))
    assert changes(position, play(position, shot))["card_mana"] == 3


@pytest.mark.parametrize(("hero", "act"), [("embla", Use(28)), ("boldur", Use(31)), ("embla", Use(13))])
def test_a_kick_moves_its_target_f_444(hero: str, act: Use) -> None:
    position = turn_of(hero, *((13,) if act.card == 13 else ()), monsters={"14,8": "troll"})
    act = act._replace(monsters=("14,8",))
    assert "expected a hex to move the monster to, one of" in refused("no_hex", position, act)
    assert play(position, act._replace(hexes=("15,8",))).monsters[0].hex == "15,8"
    weak = {"14,8": Monster("14,8", "goblin", "14,8", damage=1)}
    assert play(position._replace(monsters=tuple(weak.values())), act).monsters == ()
    older = agreed(position, to_the_letter=False)
    assert play(older, act).monsters[0].hex == "14,8"


def test_swift_kick_two_moves_up_to_two_so_none_is_allowed_f_054() -> None:
    position = turn_of("embla", 14, monsters={"14,8": "troll"})
    assert play(position, Use(14, monsters=("14,8",))).monsters[0].hex == "14,8"


# Options


def hit(position: Position, *prevent: Use) -> Position:
    position = position._replace(to_attack=(PendingAttacks("14,8", 1),), phase="attacks")
    return rules.apply(position, MonsterAttack("14,8", "boldur", (H, H, H, B, B, B), prevent)).position


def test_dwarf_mail_takes_the_first_damage_of_the_monster_turn_unless_agreed_f_066() -> None:
    position = turn_of("boldur", 18, 16, monsters={"14,8": "troll", "16,12": "imp"})
    assert hit(position).heroes[0].damage == 1
    assert hit(position, Use(18)).heroes[0].damage == 1
    shielded = hit(position, Use(16)).heroes[0]
    assert (shielded.damage, shielded.cards[1].damage) == (0, 1)
    assert hit(agreed(position, mail_first=False)).heroes[0].damage == 2
    assert hit(agreed(position, mail_first=False), Use(18)).heroes[0].damage == 1


def test_dwarf_mail_does_nothing_a_second_time_f_066() -> None:
    used = turn_of("boldur", CardState(18, used=1), monsters={"14,8": "troll"})
    assert hit(used).heroes[0].damage == 2


def test_an_event_is_discarded_after_the_shuffle_it_makes_f_064_f_070() -> None:
    gone = tuple(
        face.number for face in pile("embla", "event") for _ in range(face.copies) if face.number < 37
    )
    position = turn_of("embla", 15, hand=1, discards=gone)
    after = play(position, Use(37)).heroes[0]
    assert (after.hand, after.discards) == (4, (37,))
