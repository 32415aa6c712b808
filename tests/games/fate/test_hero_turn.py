"""The acts of a hero's turn."""

import pytest

from companion.games.fate.acts import (
    Attack,
    Discard,
    EndTurn,
    Focus,
    Mend,
    Move,
    Practice,
    Prepare,
    Progress,
    Share,
    Spend,
    TakeMarkers,
    Use,
)
from companion.games.fate.heroes import card_text
from companion.games.fate.position import Attacked, CardState, Hero, Monster, Options
from tests.games.fate.hero_tables import B, H, changes, play, refused, turn_of
from tests.games.fate.offers import hero_options

# Actions


def test_two_different_actions_a_turn_f_051() -> None:
    position = play(turn_of("bjorn", 3), Practice())
    assert "Practice was taken this turn" in refused("action_taken", position, Practice())
    position = play(position, Focus(3))
    assert "Both actions are taken: Practice and Focus" in refused("no_action", position, Prepare())


def test_there_are_six_actions_f_052() -> None:
    expected = ("move", "attack", "prepare", "focus", "mend", "practice")
    assert hero_options(turn_of("bjorn", 3), "bjorn").actions == expected


def test_free_actions_go_before_between_and_after_actions_f_053() -> None:
    position = turn_of("embla", 7, 17, CardState(16), damage=3, monsters={"15,8": "troll"})
    free = (Use(16), Use(7, hexes=("14,8",)), Use(17, monsters=("15,8",)))
    after = play(position, free[0], Practice(), free[1], Prepare(), free[2])
    assert (after.monsters[0].damage, after.heroes[0].actions) == (1, ("practice", "prepare"))


def test_mana_has_no_upper_limit_f_069() -> None:
    assert play(turn_of("bjorn", CardState(3, mana=40)), Focus(3)).heroes[0].cards[0].mana == 41


def test_gold_and_experience_are_one_f_090() -> None:
    position = turn_of("bjorn", 15, gold=4, monsters={"14,8": Monster("m", "imp", "14,8", damage=1)})
    assert play(position, Attack("m", (H, B, B)), EndTurn("hero")).heroes[0].level == 2


def test_practice_focus_prepare_f_057_f_058_f_060() -> None:
    before = turn_of("bjorn", 3)
    assert changes(before, play(before, Practice())) == {"gold": 1, "actions": ("practice",)}
    assert changes(before, play(before, Focus(3))) == {"card_mana": 1, "actions": ("focus",)}
    assert changes(before, play(before, Prepare())) == {"hand": 1, "actions": ("prepare",)}


def test_focus_needs_a_card_that_uses_mana_f_058() -> None:
    refused("no_mana_card", turn_of("bjorn", 15), Focus(15))
    assert play(turn_of("bjorn", 24), Focus(24)).heroes[0].cards[0].mana == 1


def test_prepare_with_a_full_hand_f_063() -> None:
    position = turn_of("bjorn", hand=4)
    assert "Discard one first" in refused("hand_full", position, Prepare())
    assert play(position, Discard((25,)), Prepare()).heroes[0].hand == 4


def test_mend_removes_two_from_the_hero_f_059() -> None:
    before = turn_of("bjorn", CardState(17, damage=2), damage=4)
    assert changes(before, play(before, Mend({0: 2}))) == {"damage": -2, "actions": ("mend",)}
    refused("bad_mend", before, Mend({0: 3}))
    refused("bad_mend", before, Mend({17: 1}))


def test_mend_removes_five_in_grimheim_in_any_split_f_059() -> None:
    before = turn_of("bjorn", CardState(17, damage=2), 3, hex="G", damage=4)
    after = play(before, Mend({0: 3, 17: 2}))
    assert changes(before, after) == {"damage": -3, "card_damage": -2, "actions": ("mend",)}
    refused("bad_mend", before, Mend({0: 4, 17: 2}))
    refused("bad_mend", before, Mend({17: 3}))
    refused("bad_mend", before, Mend({3: 1}))


def test_spending_an_action_puts_its_marker_down_f_095() -> None:
    before = turn_of("bjorn")
    assert changes(before, play(before, Spend("attack"))) == {"actions": ("attack",)}
    refused("action_taken", play(before, Spend("attack")), Spend("attack"))


def test_progress_is_ticked_by_hand_f_096() -> None:
    assert play(turn_of("bjorn"), Progress(2), Progress(-1)).heroes[0].quest == 1
    assert play(turn_of("bjorn"), Progress(-1)).heroes[0].quest == 0


def test_cards_are_discarded_at_any_time_f_063() -> None:
    before = turn_of("bjorn")
    after = play(before, Discard((25, 26)))
    assert (changes(before, after), after.heroes[0].discards) == ({"hand": -2}, (25, 26))
    refused("not_an_event", before, Discard((3,)))
    refused("no_cards", turn_of("bjorn", hand=1), Discard((25, 26)))


def test_acts_of_heroes_wait_for_their_turn_f_050() -> None:
    refused("not_now", turn_of("bjorn", phase="walk"), Practice())


# Free actions


def test_gold_is_shared_with_neighbours_f_074() -> None:
    other = Hero("embla", "Bo", "14,8", gold=1)
    position = turn_of("bjorn", others=(other,))
    after = play(position, Share("embla", 3))
    assert [h.gold for h in after.heroes] == [2, 4]
    back = play(position, Share("embla", -1))
    assert [h.gold for h in back.heroes] == [6, 0]
    refused("too_little_gold", position, Share("embla", 6))
    refused("too_little_gold", position, Share("embla", -2))
    refused("not_adjacent", turn_of("bjorn", others=(other._replace(hex="15,8"),)), Share("embla", 1))
    refused("not_adjacent", position, Share("bjorn", 1))
    refused("unknown_hero", position, Share("alva", 1))
    inside = turn_of("bjorn", others=(other._replace(hex="G"),), hex="G")
    assert play(inside, Share("embla", 1)).heroes[1].gold == 2


def test_markers_are_taken_on_their_hex_or_in_passing_f_017_f_018() -> None:
    gold = turn_of("bjorn", hex="5,17")
    after = play(gold, TakeMarkers("5,17", {0: 2}))
    assert (after.heroes[0].gold, after.markers["5,17"]) == (7, 1)
    refused("wrong_amount", after, TakeMarkers("5,17", {0: 2}))
    mana = play(turn_of("bjorn", 3, hex="15,5"), Move("16,5", ("16,5",)))
    refused("not_here", mana, TakeMarkers("17,5", {3: 1}))
    passing = turn_of("bjorn", 3, hex="16,5")
    passed = play(passing, Move("16,5", ("17,5", "16,5")), TakeMarkers("17,5", {3: 3}))
    assert passed.heroes[0].cards[0].mana == 3
    cards = turn_of("bjorn", CardState(17, damage=2), hex="5,7", damage=1)
    healed = play(cards, TakeMarkers("5,7", {0: 1, 17: 2}))
    assert changes(cards, healed) == {"damage": -1, "card_damage": -2}


# End of turn


def test_the_end_of_turn_in_its_order_f_080_to_f_083() -> None:
    before = turn_of(
        "bjorn", CardState(3, used=1), 15, actions=("move", "attack"), passed=("14,8",), range_bonus=2
    )
    after = play(before, EndTurn())
    hero = after.heroes[0]
    assert (hero.actions, hero.passed, hero.range_bonus, hero.cards[0]) == ((), (), 0, CardState(3, mana=1))
    assert changes(before, after) == {"card_mana": 1, "hand": 1, "range_bonus": -2}
    assert after.phase == "die"


def test_heroes_take_turns_in_player_order_f_050() -> None:
    position = turn_of("bjorn", others=(Hero("alva", "Bo"),))
    position = play(position, EndTurn())
    assert (position.phase, position.turn) == ("heroes", 1)
    assert (play(position, EndTurn()).phase, play(position, EndTurn()).turn) == ("die", 0)


def test_a_full_hand_draws_only_after_discarding_f_083() -> None:
    full = turn_of("bjorn", hand=4)
    assert play(full, EndTurn()).heroes[0].hand == 4
    after = play(full, EndTurn(discard=(25,)))
    assert (after.heroes[0].hand, after.heroes[0].discards) == (4, (25,))


def test_starsong_draws_more_f_083() -> None:
    assert play(turn_of("alva", 8, hand=2), EndTurn()).heroes[0].hand == 5
    assert play(turn_of("alva", 7, hand=2), EndTurn()).heroes[0].hand == 4


def test_upgrade_to_the_top_ability_which_generates_at_once_f_082_f_092() -> None:
    before = turn_of("alva", 3, gold=6, ability=13, upgrades=1)
    text = refused("next_card", before, EndTurn("ability"))
    assert "5, 7, 9, 11" in text
    after = play(before, EndTurn("ability", next_ability=7))
    hero = after.heroes[0]
    assert (hero.gold, hero.upgrades, hero.ability) == (0, 2, 7)
    assert hero.cards == (CardState(3, mana=1), CardState(13, mana=1))
    refused("too_little_gold", turn_of("alva", 3, ability=13, gold=4), EndTurn("ability", next_ability=7))


def test_upgrades_cost_more_with_the_option_f_422() -> None:
    position = turn_of("alva", 3, gold=5)._replace(options=Options(dear_upgrades=True))
    assert "Expected 6 gold, Alva has 5" in refused("too_little_gold", position, EndTurn("hero"))


def test_a_flipped_ability_keeps_what_lies_on_it_f_092_f_093() -> None:
    after = play(turn_of("bjorn", CardState(3, mana=2)), EndTurn(3))
    assert after.heroes[0].cards == (CardState(4, mana=4),)
    refused("upgraded", turn_of("bjorn", 4), EndTurn(4))
    refused("card_not_in_play", turn_of("bjorn", 3), EndTurn(5))
    refused("no_ability", turn_of("bjorn", 15), EndTurn(15))


def test_the_hero_card_is_flipped_once_f_092() -> None:
    after = play(turn_of("bjorn", 3), EndTurn("hero"))
    assert (after.heroes[0].level, after.heroes[0].gold) == (2, 0)
    refused("upgraded", turn_of("bjorn", 3, level=2), EndTurn("hero"))


def test_a_top_card_goes_under_and_progress_is_lost_f_084() -> None:
    position = turn_of("bjorn", 3, 15, ability=5, equipment=16, quest=2)
    after = play(position, EndTurn(under="equipment", next_equipment=17)).heroes[0]
    assert (after.equipment, after.equipment_under, after.quest) == (17, (16,), 0)
    refused("next_card", position, EndTurn(under="equipment"))
    refused("next_card", position, EndTurn(under="equipment", next_equipment=15))
    after = play(position, EndTurn(under="ability", next_ability=7)).heroes[0]
    assert (after.ability, after.abilities_under, after.quest) == (7, (5,), 2)
    refused("no_pile", turn_of("bjorn"), EndTurn(under="ability"))


def test_an_ability_seen_after_an_upgrade_may_go_under_at_once_f_084() -> None:
    position = turn_of("bjorn", 3, gold=5, ability=5)
    act = EndTurn("ability", "ability", next_ability=9, between=7)
    after = play(position, act).heroes[0]
    assert (after.ability, after.abilities_under, after.seen) == (9, (7,), frozenset({7, 9}))


def test_known_cards_come_up_again_without_being_named_f_084() -> None:
    position = turn_of("bjorn", 3, 5, 7, ability=9, abilities_under=(11, 13), gold=5)
    after = play(position, EndTurn("ability")).heroes[0]
    assert (after.ability, after.abilities_under) == (11, (13,))
    one_unknown = turn_of("bjorn", 3, 5, 7, ability=9, abilities_under=(11,), gold=5)
    assert play(one_unknown, EndTurn("ability")).heroes[0].ability == 13
    last = turn_of("bjorn", 3, 5, 7, 9, 11, ability=13, gold=5)
    assert play(last, EndTurn("ability")).heroes[0].ability is None


# Acts offered on a screen


def test_options_tell_what_may_be_done_now() -> None:
    board = {"14,8": "troll", "11,11": "goblin"}
    position = turn_of("bjorn", CardState(3, mana=3), 15, monsters=board, equipment=23, ability=5)
    options = hero_options(position, "bjorn")
    assert options.actions == ("move", "attack", "prepare", "focus", "mend", "practice")
    assert options.reach["14,7"] == ("14,7",)
    assert [(t.monster, t.distance, t.dice, t.cover) for t in options.targets] == [("14,8", 1, 3, False)]
    sure_shot = next(u for u in options.uses if u.act.card == 3)
    assert (sure_shot.monsters, sure_shot.targets) == (("14,8",), 1)
    assert sure_shot.text == card_text("bjorn", 3)
    assert {u.act.card for u in options.inside} == {0, 26, 31, 33}
    assert [u.what for u in options.upgrades] == ["ability", "hero", 3]
    assert (options.cost, options.quest_possible, options.focus) == (5, True, (3,))


def test_options_are_empty_out_of_turn_and_show_what_events_can_do_in_the_attacks() -> None:
    assert hero_options(turn_of("bjorn", phase="walk"), "bjorn") == hero_options(
        turn_of("alva", phase="die"), "alva"
    )
    position = turn_of("embla", monsters={"14,8": "troll"}, phase="attacks")
    assert [u.act for u in hero_options(position, "embla").uses] == [Use(32, hero="embla")]
    position = position._replace(attacked=Attacked("14,8", ("embla",)))
    assert [u.act for u in hero_options(position, "embla").uses] == [
        Use(31, hero="embla"),
        Use(32, hero="embla"),
    ]


@pytest.mark.parametrize("hero", ["bjorn", "alva", "embla", "boldur"])
def test_every_offered_move_and_target_is_accepted(hero: str) -> None:
    board = {"14,8": "troll", "12,9": "goblin", "15,8": "draugr"}
    position = turn_of(hero, 3, 7, 15, monsters=board)
    options = hero_options(position, hero)
    for to in options.reach:
        assert play(position, Move(to)).heroes[0].hex == to
    for target in options.targets:
        play(position, Attack(target.monster, (B,) * target.dice))
    for usable in options.uses:
        if not (usable.monsters or usable.hexes or usable.discard):
            play(position, usable.act)
