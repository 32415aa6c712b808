"""Step 5 of the monster turn: placed cards and the hexes of their monsters."""

import pytest

from companion.errors import RuleError
from companion.games.fate.acts import Draw
from companion.games.fate.board import LOCATIONS, MONSTER_HEXES, NEIGHBOURS, OUTSIDE, TERRAIN
from companion.games.fate.happenings import Drawn, Placed
from companion.games.fate.monster_turn import apply
from companion.games.fate.monsters import CARDS, RED, YELLOW, MonsterCard, supply
from companion.games.fate.position import Monster, MonsterDeck, Position
from companion.games.fate.reinforcements import any_fits, drawable, fits, placements
from companion.games.fate.setup import start
from tests.games.fate.monster_tables import RED as RED_SPACE
from tests.games.fate.monster_tables import YELLOW as YELLOW_SPACE
from tests.games.fate.monster_tables import hexes, of, table


def drawing(
    monsters: dict[str, str], *heroes: str, red: bool = False, deck: MonsterDeck | None = None
) -> Position:
    cards = {"red" if red else "yellow": deck or MonsterDeck(RED if red else YELLOW)}
    step = RED_SPACE if red else YELLOW_SPACE
    return table(monsters, *heroes, step=step, phase="reinforcements", next_monster=100, **cards)


def far(count: int, kind: str) -> dict[str, str]:
    """Return monsters of a kind on hexes that no card uses."""
    free = [hex_ for hex_ in OUTSIDE if hex_ in MONSTER_HEXES and hex_ not in CARD_HEXES]
    return dict.fromkeys(free[:count], kind)


CARD_HEXES = {hex_ for card in CARDS.values() for hex_, _ in card.place} | set(NEIGHBOURS["12,4"])


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_every_card_fits_an_empty_board_and_stays_in_its_location(card: MonsterCard) -> None:
    p = drawing({}, red=card.colour == "red")
    after = apply(p, Draw(card.number))
    assert after.happenings[0] == Drawn(card.number, 0, placed=True)
    placed = {m.hex: m.kind for m in after.position.monsters}
    assert len(placed) == len(after.position.monsters)
    assert placed.items() >= dict(card.place).items()
    assert set(dict(card.place)) <= set(LOCATIONS[card.location]) & MONSTER_HEXES


def test_f_340_each_player_in_order_draws_a_card_of_the_colour_of_the_space() -> None:
    p = drawing({}, "G", "G", red=True)
    assert set(drawable(p)) == RED
    p, done = apply(p, Draw(51))
    assert done[0] == Drawn(51, 0, placed=True)
    assert (p.phase, p.turn, len(p.monsters)) == ("reinforcements", 1, 6)
    p, done = apply(p, Draw(54))
    assert done[0] == Drawn(54, 1, placed=True)
    assert (p.phase, p.turn, len(p.monsters)) == ("heroes", 0, 17)


def test_f_033_only_a_card_of_the_deck_can_be_drawn() -> None:
    p = drawing({}, deck=MonsterDeck(YELLOW - {7, 12}, (12, 7)))
    for card in (7, 12, 37, 0, 99):
        with pytest.raises(RuleError, match="Expected a monster card"):
            apply(p, Draw(card))
    p = drawing({}, deck=MonsterDeck(frozenset(), (12, 7)))
    assert drawable(p) == (12,)
    with pytest.raises(RuleError, match="Expected a monster card"):
        apply(p, Draw(7))


def test_f_034_in_the_set_up_cards_are_drawn_alike() -> None:
    p = start([("Ana", "bjorn"), ("Bo", "alva")])
    p = apply(p, Draw(8)).position
    again = apply(p, Draw(7)).position
    assert again.phase == "reinforcements"
    assert again.yellow.under == (8, 7)
    p = apply(again, Draw(12)).position
    assert (p.phase, p.turn, p.step) == ("heroes", 0, 1)


def test_f_341_a_standard_card_goes_under_its_deck_a_legend_card_beside_the_board() -> None:
    p = drawing({}, "G", "G", deck=MonsterDeck(YELLOW - {9}, (9,)))
    p = apply(p, Draw(12)).position
    assert p.yellow == MonsterDeck(YELLOW - {9, 12}, (9, 12))
    p = apply(p, Draw(3)).position
    assert p.yellow == MonsterDeck(YELLOW - {9, 12, 3}, (9, 12))
    assert p.legend_cards == (3,)


def test_f_342_legends_come_at_the_level_of_their_card() -> None:
    yellow = apply(drawing({}), Draw(4)).position
    assert [m.level for m in yellow.monsters if m.kind == "surt"] == [1]
    red = apply(drawing({}, red=True), Draw(40)).position
    assert [m.level for m in red.monsters if m.kind == "surt"] == [2]
    assert all(m.level == 0 for m in (*yellow.monsters, *red.monsters) if m.kind != "surt")


def test_f_343_a_card_that_does_not_fit_goes_under_unplaced_and_the_player_draws_again() -> None:
    p = drawing({"10,15": "imp"}, "G", "G")
    p, done = apply(p, Draw(7))
    assert done == (Drawn(7, 0, placed=False),)
    assert (p.turn, p.yellow.under, len(p.monsters)) == (0, (7,), 1)
    assert apply(p, Draw(12)).position.turn == 1


def test_f_344_any_character_on_a_needed_hex_counts_markers_do_not() -> None:
    assert not fits(CARDS[7], {"10,15"}, supply(()))
    assert fits(CARDS[7], {"10,14"}, supply(()))
    on_hex = drawing({}, "11,14")
    assert apply(on_hex, Draw(8)).happenings == (Drawn(8, 0, placed=False),)
    marked = drawing({})._replace(markers={"17,5": 3})
    after = apply(marked, Draw(1))
    assert hexes(after) == {"m100": "17,5"}
    assert after.position.markers == {"17,5": 3}


def test_f_345_too_few_tiles() -> None:
    assert apply(drawing(far(12, "sprite")), Draw(12)).happenings[0] == Drawn(12, 0, placed=True)
    after = apply(drawing(far(13, "sprite")), Draw(12))
    assert after.happenings == (Drawn(12, 0, placed=False),)


def test_f_346_a_legend_on_the_board_keeps_its_card_and_escort_away() -> None:
    after = apply(drawing({"4,9": "surt 2"}), Draw(4))
    assert after.happenings == (Drawn(4, 0, placed=False),)
    assert len(after.position.monsters) == 1


def test_f_347_the_yellow_seer_brings_skeletons_around_the_ruins() -> None:
    assert TERRAIN["13,4"] == "mountain"
    after = apply(drawing({"13,3": "imp"}, "12,5"), Draw(2))
    placed = [(h.hex, h.kind, h.level) for h in of(after, Placed) if isinstance(h, Placed)]
    assert placed[0] == ("12,4", "seer_of_odin", 1)
    assert sorted(placed[1:]) == [(hex_, "skeleton", 0) for hex_ in ("11,4", "11,5", "12,3", "13,4")]
    assert not fits(CARDS[2], {"12,4"}, supply(()))
    assert not fits(CARDS[2], (), supply(()) | {"skeleton": 5})
    assert fits(CARDS[2], {"12,5"}, supply(()) | {"skeleton": 5})
    assert placements(CARDS[38], ()) == CARDS[38].place


def test_f_348_a_player_for_whom_no_card_fits_places_nothing() -> None:
    p = drawing({"10,15": "imp"}, "G", "G", "G", deck=MonsterDeck(frozenset({12}), (7,)))
    after = apply(p, Draw(12))
    assert of(after, Drawn) == [
        Drawn(12, 0, placed=True), Drawn(0, 1, placed=False), Drawn(0, 2, placed=False),
    ]  # fmt: skip
    assert after.position.phase == "heroes"
    assert not any_fits(drawing({"10,15": "imp"}, deck=MonsterDeck(frozenset({7, 8}))))


def test_f_350_new_monsters_have_ids_of_their_own_and_no_damage() -> None:
    after = apply(drawing({}), Draw(13)).position
    assert [m.id for m in after.monsters] == ["m100", "m101", "m102", "m103"]
    assert after.monsters[0] == Monster("m100", "elemental", "2,14")
    assert after.next_monster == 104
