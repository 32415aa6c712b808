"""Attack actions of heroes."""

import pytest

from companion.games.fate.acts import (
    Attack,
    Use,
)
from companion.games.fate.monsters import CARDS, SIDES
from companion.games.fate.position import CardState, Monster, MonsterDeck
from tests.games.fate.hero_tables import B, C, H, R, changes, play, refused, turn_of
from tests.games.fate.offers import hero_options


def test_attack_dice_are_the_strength_f_056_f_153() -> None:
    position = turn_of("bjorn", 15, monsters={"14,8": "troll"})
    assert refused("wrong_dice", position, Attack("14,8", (H, H))) == "Expected 3 dice, found 2."
    assert play(position, Attack("14,8", (H, C, B))).monsters[0].damage == 2


def test_forest_gives_cover_and_runes_are_nothing_f_154_to_f_158() -> None:
    position = turn_of("bjorn", 15, monsters={"11,11": "troll"}, hex="12,11")
    assert play(position, Attack("11,11", (H, C, R))).monsters[0].damage == 1


def test_runes_are_hits_for_a_beefy_berserker_f_157() -> None:
    position = turn_of("boldur", 9, 15, monsters={"14,8": "troll"})
    assert play(position, Attack("14,8", (R, R, B, B, B))).monsters[0].damage == 2


def test_range_is_counted_around_grimheim_f_028_f_152() -> None:
    board = {"7,10": "troll", "13,7": "goblin"}
    position = turn_of("bjorn", 15, hex="10,7", monsters=board, range_bonus=1)
    assert [t.monster for t in hero_options(position, "bjorn").targets] == ["13,7"]
    refused("out_of_range", position, Attack("7,10", (H, H, H)))
    text = refused("out_of_range", turn_of("bjorn", monsters={"15,8": "troll"}), Attack("15,8", (H, H)))
    assert text == "15,8 is 2 away; Bjorn attacks up to 1."


def test_nothing_is_attacked_from_grimheim_f_021() -> None:
    position = turn_of("bjorn", 15, hex="G", monsters={"10,7": "goblin"})
    assert hero_options(position, "bjorn").targets == ()
    assert "too far" in refused("out_of_range", position, Attack("10,7", (H, H, H)))


def test_monsters_on_mountains_are_attacked_f_446() -> None:
    position = turn_of("bjorn", 15, hex="14,8", monsters={"15,7": "troll"})
    assert play(position, Attack("15,7", (H, C, H))).monsters[0].damage == 3


def test_armour_takes_one_of_all_hits_f_159_f_160() -> None:
    position = turn_of("bjorn", 15, monsters={"14,8": "draugr"})
    assert play(position, Attack("14,8", (H, H, H))).monsters[0].damage == 2
    ignoring = turn_of("bjorn", 10, 15, monsters={"14,8": "draugr"})
    assert play(ignoring, Attack("14,8", (H, H, B, B, B))).monsters[0].damage == 2


@pytest.mark.parametrize(
    ("kind", "xp"), [("goblin", 1), ("skeleton", 2), ("draugr", 3), ("queen_of_the_dead 1", 4)]
)
def test_a_kill_brings_experience_and_the_tile_back_f_091_f_162(kind: str, xp: int) -> None:
    name, _, level = kind.partition(" ")
    side = SIDES[name, int(level or 0)]
    monster = Monster("m", name, "14,8", int(level or 0), damage=side.health - 1)
    before = turn_of("bjorn", 15, monsters={"14,8": monster})
    after = play(before, Attack("m", (H, H, B)))
    assert changes(before, after) == {"gold": side.xp, "m": "gone", "actions": ("attack",)}
    assert side.xp == xp or name == "queen_of_the_dead"


def test_the_card_of_a_killed_legend_goes_under_its_deck_f_341() -> None:
    number = next(n for n, card in CARDS.items() if card.legend == "grendel" and card.level == 1)
    grendel = Monster("m", "grendel", "14,8", 1, damage=50)
    position = turn_of("bjorn", 15, monsters={"14,8": grendel})._replace(
        legend_cards=(number,), yellow=MonsterDeck(frozenset({1}))
    )
    after = play(position, Attack("m", (H, B, B)))
    assert (after.legend_cards, after.yellow.under) == ((), (number,))


@pytest.mark.parametrize(
    ("hero", "cards", "board", "target", "dice", "damage"),
    [
        ("bjorn", (11, 15), {"15,8": "troll"}, "15,8", (H, B, B), 3),  # Long Shot from 2 on
        ("bjorn", (11, 15), {"14,8": "troll"}, "14,8", (H, B, B), 1),
        ("bjorn", (12, 15), {"15,8": "troll"}, "15,8", (H, B, B), 3),  # the distance
        ("bjorn", (22,), {"15,8": "troll"}, "15,8", (H, B, B, B, B), 2),  # Trollbane
        ("bjorn", (22,), {"15,8": "jotunn"}, "15,8", (H, B, B, B, B), 1),
        ("embla", (22,), {"14,8": "troll"}, "14,8", (H, B, B, B), 3),  # Raven's Claw
        ("boldur", (5,), {"14,8": "troll"}, "14,8", (H, B, B), 2),  # Sweeping Strike
        ("boldur", (6,), {"14,8": "troll", "13,9": "imp"}, "14,8", (H, B, B), 3),
    ],
)
def test_cards_add_damage_to_every_attack_action_f_065(
    hero: str, cards: tuple[int, ...], board: dict[str, str], target: str, dice: tuple[str, ...], damage: int
) -> None:
    position = turn_of(hero, *cards, monsters=board)
    after = play(position, Attack(target, dice))  # type: ignore[arg-type]  # faces from a table
    assert next(m for m in after.monsters if m.id == target).damage == damage


def test_long_shot_two_ignores_cover() -> None:
    position = turn_of("bjorn", 12, 15, monsters={"11,11": "troll"}, hex="12,11")
    assert play(position, Attack("11,11", (C, C, B))).monsters[0].damage == 2 + 1


def test_smiterbiter_stores_three_at_most() -> None:
    goblin = {"14,8": "goblin"}
    before = turn_of("boldur", CardState(21, tokens=1), monsters=goblin)
    after = play(before, Attack("14,8", (H,) * 6))
    assert after.heroes[0].cards[0].tokens == 3
    again = turn_of("boldur", CardState(21, tokens=2), monsters={"14,8": "troll"})
    assert play(again, Attack("14,8", (B,) * 6, (Use(21),))).monsters[0].damage == 2
    refused("too_few_tokens", again, Attack("14,8", (B,) * 6, (Use(21, amount=3),)))


def test_eitris_pick_adds_dice_to_rapid_strike_only() -> None:
    position = turn_of("boldur", CardState(4, mana=4), 22, monsters={"14,8": "troll"})
    strike = Attack("14,8", (H,) * 7, (Use(4),), free=True)
    assert "14,8" not in [m.id for m in play(position, strike).monsters]
    refused("wrong_dice", position, strike._replace(dice=(H,) * 5))
    assert play(position, Attack("14,8", (B,) * 5)).monsters[0].damage == 0


def test_granted_attacks_move_no_marker_and_need_their_card_f_061() -> None:
    position = turn_of("boldur", CardState(4, mana=4), 15, monsters={"14,8": "troll"})
    free = Attack("14,8", (H, B, B, B), (Use(4),), free=True)
    after = play(position, Attack("14,8", (H, B, B, B)), free, free)
    assert (after.monsters[0].damage, after.heroes[0].actions) == (3, ("attack",))
    refused("not_granted", position, free._replace(uses=()))
    refused("not_granted", position, free._replace(free=False))


def test_the_carried_damage_meets_armour_but_no_cover_f_445() -> None:
    position = turn_of(
        "bjorn", 13, 15, hex="13,11", monsters={"12,11": "goblin", "11,11": "troll", "11,12": "draugr"}
    )
    shot = Attack("12,11", (H, C, H), (Use(13, monsters=("11,11",)),))
    after = play(position, shot)
    assert {m.id: m.damage for m in after.monsters} == {"11,11": 1, "11,12": 0}
    armoured = play(position, shot._replace(uses=(Use(13, monsters=("11,12",)),)))
    assert {m.id: m.damage for m in armoured.monsters} == {"11,11": 0, "11,12": 0}
    refused("bad_target", position, shot._replace(uses=(Use(13, monsters=("12,11",)),)))


def test_a_card_works_once_in_an_attack() -> None:
    position = turn_of("embla", 9, monsters={"14,8": "troll", "13,9": "troll"})
    use = Use(9, monsters=("13,9",), amount=1)
    refused("twice", position, Attack("14,8", (H, H, H), (use, use)))


def test_reaper_swing_splits_no_more_than_there_is() -> None:
    position = turn_of("embla", 9, monsters={"14,8": "troll", "13,9": "troll", "15,8": "troll"})
    refused("wrong_amount", position, Attack("14,8", (H, B, B), (Use(9, monsters=("13,9",), amount=2),)))
    refused("bad_target", position, Attack("14,8", (H, B, B), (Use(9, monsters=("15,8",), amount=1),)))


def test_effects_of_other_times_are_not_used_in_attacks_f_072() -> None:
    position = turn_of("embla", 17, monsters={"14,8": "troll"})
    refused("not_inside", position, Attack("14,8", (H, H, H), (Use(17, monsters=("14,8",)),)))


def test_berserk_may_knock_boldur_out_f_161_f_400() -> None:
    position = turn_of("boldur", damage=5, monsters={"14,8": "troll"}, town=4)
    after = play(position, Attack("14,8", (H, B, B), (Use(32),)))
    assert (after.heroes[0].hex, after.heroes[0].damage, after.town) == ("G", 5, 2)
    assert after.monsters[0].damage == 4
    lost = play(position._replace(town=2), Attack("14,8", (H, B, B), (Use(32),)))
    assert (lost.phase, lost.result) == ("over", "lost")


def test_killing_the_red_queen_may_kill_others_f_381() -> None:
    queen = Monster("q", "queen_of_the_dead", "14,8", 2, damage=50)
    imp = Monster("i", "imp", "15,2", damage=2)
    position = turn_of("bjorn", 15, monsters={"14,8": queen, "15,2": imp})
    after = play(position, Attack("q", (H, B, B)))
    assert after.monsters == ()


def test_dice_and_damage_may_be_added_after_the_roll_f_073() -> None:
    position = turn_of("alva", monsters={"14,8": "troll"})
    mastery = Attack("14,8", (B, B, H, H, H, B), (Use(27),))
    assert play(position, mastery).monsters[0].damage == 3
    refused("wrong_dice", position, mastery._replace(dice=(B, B)))


def test_free_actions_are_no_attack_actions_f_075() -> None:
    trollbane = turn_of("bjorn", CardState(3, mana=3), 22, monsters={"14,8": "troll"})
    assert play(trollbane, Use(3, monsters=("14,8",))).monsters[0].damage == 3
    claw = turn_of("embla", 22, 26, monsters={"14,8": "troll"})
    assert play(claw, Use(26, monsters=("14,8",), dice=(H, B, B))).monsters[0].damage == 1
