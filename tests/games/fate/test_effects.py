"""Card use: every effect of every card, its limits and its costs."""

import pytest

from companion.games.base import N_
from companion.games.fate import rules
from companion.games.fate.acts import Attack, Use
from companion.games.fate.happenings import Moved
from companion.games.fate.heroes import CARDS, HEROES, printed
from companion.games.fate.position import Attacked, CardState, Hero, Monster, PendingAttacks, Position
from tests.games.fate.hero_cases import CASES, Case
from tests.games.fate.hero_tables import B, H, R, changes, play, refused, turn_of

LATER = ("damaged", "walk")
"""Effects tested elsewhere: prevention with `defended`, Suppressive Fire with the act `Hold`."""


def at_table(case: Case) -> Position:
    position = turn_of(case.hero, *case.cards, monsters=case.board, **case.fields)
    if position.phase != "attacks":
        return position
    answering = printed(case.hero, case.number).uses[case.option].when == "attacked"
    return position._replace(
        to_attack=tuple(PendingAttacks(m.id, 1) for m in position.monsters),
        attacked=Attacked("14,8", (case.hero,)) if answering else None,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.hero}-{case.number}-{case.option}")
def test_every_effect_changes_what_it_says_and_nothing_else_f_065_f_070_f_444(case: Case) -> None:
    before = at_table(case)
    assert changes(before, rules.apply(before, case.act)) == case.changed


def test_every_effect_of_every_card_has_a_case() -> None:
    tested = {(case.hero, case.number, case.option) for case in CASES}
    wanted = {
        (hero, number, option)
        for hero in HEROES
        for number in (0, *CARDS[hero])
        for option, effect in enumerate(printed(hero, number).uses)
        if effect.when not in LATER
    }
    assert tested == wanted


def test_a_card_works_once_a_turn_f_065() -> None:
    position = turn_of("embla", 7)
    position = play(position, Use(7, hexes=("14,8",)))
    assert refused("used", position, Use(7, hexes=("13,8",))) == "Fleetfoot was used this turn already."


def test_one_option_of_flexibility_uses_up_the_others_at_level_one_only_f_065() -> None:
    for number, code in ((13, "used"), (14, "")):
        position = play(turn_of("alva", CardState(number, mana=9)), Use(number))
        if code:
            refused(code, position, Use(number, 1))
        else:
            assert play(position, Use(number, 1)).heroes[0].range_bonus == 1
            refused("used", position, Use(number, 0))


def test_the_healing_potion_has_no_limit_but_its_durability_f_067() -> None:
    position = turn_of("embla", 16, damage=6)
    position = play(position, *[Use(16)] * 4)
    assert position.heroes[0].damage == 2
    assert "4 damage of 4" in refused("worn_out", position, Use(16))


def test_mana_is_paid_from_the_same_card_f_068() -> None:
    position = turn_of("bjorn", CardState(3, mana=2), 15, CardState(24, mana=9), monsters={"14,8": "troll"})
    text = refused("too_little_mana", position, Use(3, monsters=("14,8",)))
    assert text == "Sure Shot holds 2 mana; expected 3."


def test_an_event_may_be_paid_from_any_own_cards_f_068() -> None:
    position = turn_of("alva", CardState(3, mana=1), CardState(13, mana=5), hex="G")
    after = play(position, Use(30, cards={13: 2}))
    assert [card.mana for card in after.heroes[0].cards] == [1, 3]
    refused("too_little_mana", position._replace(heroes=(position.heroes[0]._replace(cards=()),)), Use(30))


def test_events_come_from_the_hand_and_their_copies_run_out_f_070_f_450() -> None:
    refused("no_cards", turn_of("bjorn", hand=0), Use(32))
    text = refused("not_in_hand", turn_of("bjorn", discards=(32, 32)), Use(32))
    assert text == "Every copy of Limber Bow is on the discard pile (2)."


def test_events_are_discarded_openly_f_070_f_450() -> None:
    assert play(turn_of("bjorn"), Use(32)).heroes[0].discards == (32,)


def test_cards_not_in_play_and_covered_weapons_do_nothing_f_097() -> None:
    refused("card_not_in_play", turn_of("bjorn"), Use(17))
    position = turn_of("boldur", CardState(21, tokens=2), 22, monsters={"14,8": "troll"})
    act = Attack("14,8", (H,) * 5, (Use(21),))
    assert refused("card_covered", position, act) == "Smiterbiter is covered by Eitri's Pick."


def test_free_actions_wait_for_the_own_turn_f_071() -> None:
    position = turn_of("embla", 7, phase="attacks", monsters={"14,8": "troll"})
    assert "the turn of the hero" in refused("not_now", position, Use(7, hexes=("13,9",), hero="embla"))
    refused("not_now", turn_of("embla", monsters={"14,8": "troll"}), Use(32, monsters=("14,8",)))


@pytest.mark.parametrize(
    ("hero", "number", "expected"),
    [
        ("bjorn", 26, "a part of an attack"),
        ("boldur", 35, "when Boldur takes damage"),
        ("alva", 33, "a part of an attack"),
    ],
)
def test_effects_of_attacks_and_damage_are_not_used_alone_f_072(
    hero: str, number: int, expected: str
) -> None:
    assert expected in refused("not_alone", turn_of(hero), Use(number))


def test_suppressive_fire_waits_for_the_walk_f_276() -> None:
    refused("not_now", turn_of("alva", 9, monsters={"14,8": "goblin"}), Use(9, monsters=("14,8",)))


@pytest.mark.parametrize(
    ("hero", "cards", "act", "board"),
    [
        ("embla", (5,), Use(5, monsters=("14,8",)), {"14,8": "brute"}),  # rank 1 only
        ("embla", (17,), Use(17, monsters=("15,8",)), {"15,8": "troll"}),  # not adjacent
        ("embla", (), Use(30, monsters=("14,8",)), {"14,8": "brute"}),  # rank 3 or legend
        ("embla", (13,), Use(13, monsters=("14,8",)), {"14,8": "grendel 1"}),  # no legend
        ("boldur", (), Use(28, monsters=("14,8",)), {"14,8": "brute"}),  # at most 2 health left
        ("bjorn", (15,), Use(29, monsters=("14,8",)), {"14,8": "goblin"}),  # farther from Grimheim
        ("alva", (), Use(29, monsters=("14,8",)), {"14,8": "surt 1"}),  # no legend
        ("alva", (), Use(36, monsters=("14,8",)), {"14,8": "brute"}),  # rank 3 or legend
        ("bjorn", (CardState(3, mana=3),), Use(3, monsters=("15,8",)), {"15,8": "troll"}),  # out of range
    ],
)
def test_targets_must_fit_f_442_f_443(
    hero: str, cards: tuple[CardState | int, ...], act: Use, board: dict[str, str]
) -> None:
    position = turn_of(hero, *cards, monsters=board, actions=("move",))
    assert "found " in refused("bad_target", position, act)


def test_prey_wants_an_undamaged_monster() -> None:
    hurt = Monster("m", "troll", "14,8", damage=1)
    refused("bad_target", turn_of("bjorn", monsters={"14,8": hurt}), Use(25, monsters=("m",)))


def test_a_bounty_goes_to_the_killer_f_091() -> None:
    marked = Monster("m", "troll", "14,8", damage=6, bounty=2)
    before = turn_of("embla", 17, monsters={"14,8": marked})
    assert changes(before, play(before, Use(17, monsters=("m",)))) == {"gold": 5, "m": "gone"}


def test_armour_of_the_draugr_and_effects_that_ignore_it_f_160_f_161() -> None:
    board = {"14,8": "draugr"}
    heels = turn_of("embla", 17, monsters=board)
    assert "14,8" not in changes(heels, play(heels, Use(17, monsters=("14,8",))))
    eagle = turn_of("bjorn", 10, CardState(3, mana=3), monsters=board)
    assert changes(eagle, play(eagle, Use(3, monsters=("14,8",))))["14,8"] == {"damage": 3}


def test_several_small_effects_are_separate_damage_f_160() -> None:
    position = turn_of("alva", 15, monsters={"14,8": "draugr", "15,8": "draugr"})
    after = play(position, Use(26, monsters=("14,8", "15,8"), dice=(H, H, H, B)))
    assert changes(position, after) == {"hand": -1, "14,8": {"damage": 1}}


def test_only_neighbours_damage_the_yellow_queen_f_380() -> None:
    for hex_, damage in (("15,8", 0), ("14,8", 3)):
        position = turn_of("bjorn", 15, CardState(3, mana=3), monsters={hex_: "queen_of_the_dead 1"})
        after = play(position, Use(3, monsters=(hex_,)))
        assert after.monsters[0].damage == damage


def test_a_kick_moves_to_free_hexes_only_and_into_grimheim_f_440() -> None:
    position = turn_of("embla", monsters={"11,8": "troll", "12,7": "goblin"}, hex="12,8", town=4)
    kick = Use(28, monsters=("11,8",), hexes=("12,7",))
    assert "free hex" in refused("bad_target", position, kick)
    after = play(position, kick._replace(hexes=("G",)))
    assert changes(position, after) == {"hand": -1, "11,8": "gone", "town": -1}
    assert after.heroes[0].gold == 5  # entering is no kill


def test_a_legend_kicked_into_grimheim_costs_three_f_025_f_440() -> None:
    position = turn_of("boldur", monsters={"11,8": "grendel 1"}, hex="12,8", town=6)
    after = play(position, Use(31, monsters=("11,8",), hexes=("G",)))
    assert after.town == 3


def test_nobody_is_moved_through_grimheim_f_441() -> None:
    position = turn_of("embla", 14, monsters={"11,8": "troll"}, hex="12,8")
    refused("bad_target", position, Use(14, monsters=("11,8",), hexes=("9,7",)))


def test_queen_of_the_hill_needs_a_hex_open_to_her() -> None:
    on_mountain = {"15,7": "troll"}
    position = turn_of("embla", 11, monsters=on_mountain, hex="14,8")
    refused("bad_target", position, Use(11, monsters=("15,7",)))
    fleet = turn_of("embla", 11, 8, monsters=on_mountain, hex="14,8")
    applied = rules.apply(fleet, Use(11, monsters=("15,7",)))
    assert applied.position.heroes[0].hex == "15,7"
    assert [h.path for h in applied.happenings if isinstance(h, Moved)] == [
        ("14,8", "15,7"),
        ("15,7", "14,8"),
    ]


def test_treetreader_goes_into_or_out_of_forests_but_not_out_of_grimheim() -> None:
    refused("no_forest", turn_of("alva", 5), Use(5, hexes=("14,8",)))
    refused("no_forest", turn_of("alva", 5, hex="G"), Use(5, hexes=("10,10",)))
    into = play(turn_of("alva", 5, hex="10,10"), Use(5, hexes=("G",)))
    assert into.heroes[0].hex == "G"


def test_forests_heal_with_treetreader_two() -> None:
    before = turn_of("alva", 6, hex="12,11", damage=2)
    after = play(before, Use(6, hexes=("11,11",)))
    assert changes(before, after) == {"hex": "11,11", "damage": -1}


def test_seek_shelter_ends_in_a_location_and_all_movement() -> None:
    position = turn_of("bjorn", CardState(24, mana=2), hex="14,10")
    refused("no_location", position, Use(34, hexes=("14,9",)))
    after = play(position, Use(34, hexes=("14,11",)))
    refused("no_more_moves", after, Use(24, hexes=("14,12",)))


def test_town_pieces_go_up_to_ten_f_402() -> None:
    assert play(turn_of("boldur", hex="G", town=9), Use(36)).town == 10
    refused("town_full", turn_of("boldur", hex="G", town=10), Use(36))
    refused("not_here", turn_of("boldur"), Use(36))


def test_stitching_heals_a_hero_within_one_f_443_f_449() -> None:
    other = Hero("embla", "Bo", "14,8", 4, cards=(CardState(25, damage=2),))
    position = turn_of("bjorn", 8, others=(other,), damage=2)
    split = Use(8, hero="embla", cards={25: 1}, uses=(Use(8, cards={0: 1}),))
    after = play(position, split)
    assert (after.heroes[0].damage, after.heroes[1].cards[0].damage) == (1, 1)
    refused("wrong_amount", position, split._replace(cards={25: 2}))
    away = turn_of("bjorn", 8, others=(other._replace(hex="15,8"),))
    refused("not_adjacent", away, Use(8, hero="embla", cards={0: 1}))


def test_heroes_in_grimheim_are_next_to_each_other_f_021() -> None:
    other = Hero("embla", "Bo", "G", 4)
    after = play(turn_of("bjorn", 19, others=(other,), hex="G"), Use(19, hero="embla"))
    assert after.heroes[1].damage == 2


def test_drawing_stops_at_the_hand_limit_f_063() -> None:
    before = turn_of("boldur", 20, 3, hand=4)
    assert changes(before, play(before, Use(20))) == {"gold": 1, "card_mana": 1, "actions": ("attack",)}


def test_an_empty_deck_is_made_of_the_discards_f_064() -> None:
    empty = turn_of("boldur", 20, 3, hand=1, discards=(27,) * 21)
    after = play(empty, Use(20))
    assert (after.heroes[0].hand, after.heroes[0].discards) == (2, ())


def test_a_spent_action_is_taken_and_no_third_one_is_left_f_051_f_095() -> None:
    refused("action_taken", turn_of("boldur", 20, actions=("attack",)), Use(20))
    refused("no_action", turn_of("boldur", 20, actions=("move", "mend")), Use(20))


def test_windbite_adds_a_die_for_each_rune_in_any_own_roll() -> None:
    position = turn_of("alva", 19, 11, monsters={"14,8": "troll"})
    refused("wrong_dice", position, Use(11, monsters=("14,8",), dice=(R, H)))
    after = play(position, Use(11, monsters=("14,8",), dice=(R, H, R, H)))
    assert after.monsters[0].damage == 2


def test_runes_bring_mana_with_the_cape_in_any_own_roll_f_076() -> None:
    before = turn_of("bjorn", 17, 24, monsters={"14,8": "troll"})
    after = play(before, Use(17, monsters=("14,8",), dice=(R, R, H)))
    assert changes(before, after)["card_mana"] == 2


def test_rolls_of_cards_take_effects_for_any_own_roll_f_076() -> None:
    position = turn_of("bjorn", 17, monsters={"14,8": "troll"})
    inner = (Use(33), Use(0))
    after = play(position, Use(17, monsters=("14,8",), dice=(R, B, H), uses=inner))
    assert after.monsters[0].damage == 1 + 1 + 2
    assert after.heroes[0].actions == ("focus",)
    refused("not_inside", position, Use(17, monsters=("14,8",), dice=(R, B, H), uses=(Use(26),)))


def test_orebiter_needs_a_mountain_and_all_dice() -> None:
    refused("bad_target", turn_of("boldur", 19), Use(19, hexes=("14,8",), dice=(H, H, H)))
    refused("wrong_dice", turn_of("boldur", 19, hex="14,8"), Use(19, hexes=("15,7",), dice=(H,)))


def test_preparations_fills_the_hand() -> None:
    before = turn_of("embla", hand=2)
    assert changes(before, play(before, Use(37))) == {"hand": 2, "actions": ("prepare",)}


def test_an_effect_that_is_not_there_is_refused() -> None:
    pattern = N_("{card} has {count} effects, found effect {found}.")
    text = refused("no_effect", turn_of("embla", 7), Use(7, 3))
    assert text == pattern.format(card="Fleetfoot", count=1, found=4)
