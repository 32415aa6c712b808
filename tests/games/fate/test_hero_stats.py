"""Values of a hero from the cards in play."""

from typing import Any

import pytest

from companion.games.fate import hero_stats
from companion.games.fate.position import CardState, Hero, Options


def hero(name: str, *cards: int, **fields: Any) -> Hero:
    return Hero(name, "Ana", cards=tuple(map(CardState, cards)))._replace(**fields)


def test_strength_is_the_hero_card_and_all_cards_in_play_f_153() -> None:
    assert hero_stats.strength(hero("bjorn", 3, 15)) == 3
    assert hero_stats.strength(hero("bjorn", 3, 10, 15, 18, level=2)) == 4 + 2 + 1 + 1


def test_a_new_main_weapon_covers_the_old_one_f_097_f_153() -> None:
    bjorn = hero("bjorn", 3, 15, 16)
    assert hero_stats.strength(bjorn) == 2 + 3
    assert hero_stats.card(bjorn, 15) is None
    assert [card.number for card, _ in hero_stats.in_play(hero("bjorn", 15, 16, 22))] == [22]


def test_the_flimsy_blade_is_not_covered_f_448() -> None:
    assert hero_stats.strength(hero("embla", 3, 15, 21)) == 3 + 1 + 2


def test_health_is_raised_by_cards_f_163() -> None:
    assert hero_stats.max_health(hero("alva", 3, 6, 15, 22)) == 9 + 2 + 2
    assert hero_stats.max_health(hero("boldur", 14, level=2)) == 7 + 2


@pytest.mark.parametrize(
    ("who", "cards", "bonus", "expected"),
    [
        ("bjorn", (15,), 0, 2),
        ("bjorn", (15, 10), 0, 4),
        ("bjorn", (9,), 0, 2),
        ("embla", (15,), 0, 1),
        ("alva", (19,), 1, 3),
    ],
)
def test_attack_range_f_150(who: str, cards: tuple[int, ...], bonus: int, expected: int) -> None:
    assert hero_stats.attack_range(hero(who, *cards, range_bonus=bonus)) == expected


def test_move_allowance_f_054_f_062() -> None:
    assert hero_stats.move_allowance(hero("bjorn", 3, 15)) == 3
    assert hero_stats.move_allowance(hero("embla", 3, 15)) == 4
    assert hero_stats.move_allowance(hero("boldur", 8, 15)) == 4
    assert hero_stats.move_allowance(hero("alva", 13, move_bonus=1)) == 4


def test_only_boldur_wears_armour_f_160() -> None:
    assert [hero_stats.armour(hero(name)) for name in ("bjorn", "alva", "embla", "boldur")] == [0, 0, 0, 1]


def test_starsong_raises_draws_and_hand_limit_f_063_f_083() -> None:
    assert (hero_stats.hand_limit(hero("alva")), hero_stats.end_draw(hero("alva"))) == (4, 1)
    assert (hero_stats.hand_limit(hero("alva", 7)), hero_stats.end_draw(hero("alva", 7))) == (4, 2)
    assert (hero_stats.hand_limit(hero("alva", 8)), hero_stats.end_draw(hero("alva", 8))) == (5, 3)


def test_upgrade_costs_f_092() -> None:
    costs = [hero_stats.upgrade_cost(hero("alva", upgrades=n), Options()) for n in range(6)]
    assert costs == [5, 6, 8, 10, 10, 10]


def test_dear_upgrades_start_at_six_f_422() -> None:
    dear = Options(dear_upgrades=True)
    assert [hero_stats.upgrade_cost(hero("alva", upgrades=n), dear) for n in range(4)] == [6, 8, 10, 10]


def test_piles_hide_what_was_not_seen_f_037() -> None:
    alva = hero("alva", 3, 15)._replace(
        ability=5, equipment=16, abilities_under=(7,), equipment_under=(17, 18)
    )
    assert hero_stats.unknown_abilities(alva) == {9, 11, 13}
    assert hero_stats.unknown_equipment(alva) == {19, 20, 21, 22, 23, 24, 25}
    assert hero_stats.unknown_abilities(alva._replace(cards=(CardState(4), CardState(10)))) == {11, 13}


def test_the_event_deck_is_what_is_not_in_hand_or_discarded_f_064_f_450() -> None:
    bjorn = hero("bjorn", hand=3)._replace(discards=(25, 26, 26))
    assert (hero_stats.event_deck(bjorn), hero_stats.drawable(bjorn)) == (17, 20)
    assert (hero_stats.copies_left(bjorn, 25), hero_stats.copies_left(bjorn, 26)) == (1, 2)
