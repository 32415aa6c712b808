"""Mistakes in the documents of a monster turn or a reinforcement are reported with their place."""

from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, TERRAIN
from companion.games.fate.excerpts import monster_turn, reinforcement
from tests.games.fate.monster_documents import Json, document, drawn

GOBLIN = {"id": "m1", "type": "goblin", "hex": "12,2"}
SURT = {"id": "m2", "type": "surt", "level": 2, "hex": "9,5"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"heroes": []}, "heroes: expected 1 to 4 heroes, found 0."),
        ({"heroes": ...}, "heroes: expected a list, found nothing."),
        ({"heroes": ["bjorn"]}, "heroes[0]: expected an object, found 'bjorn'."),
        (
            {"heroes": [{"id": "thor", "hex": "8,7"}]},
            "heroes[0].id: expected bjorn, alva, embla, boldur, found 'thor'.",
        ),
        (
            {"heroes": [{"id": "alva", "hex": "8,7"}, {"id": "alva", "hex": "G"}]},
            "heroes[1].id: expected a hero of its own",
        ),
        ({"heroes": [{"id": "alva", "hex": "13,1"}]}, "heroes[0].hex: expected a hex heroes may enter"),
        (
            {"heroes": [{"id": "alva", "hex": "12,4"}, {"id": "embla", "hex": "12,4"}]},
            "heroes[1].hex: expected a free hex, found '12,4', where heroes[0] is.",
        ),
        (
            {"heroes": [{"id": "alva", "hex": "12,2"}]},
            "monsters[0].hex: expected a free hex, found '12,2', where heroes[0] is.",
        ),
        (
            {"heroes": [{"id": "alva", "hex": "9,9"}]},
            'heroes[0].hex: expected a hex of the board such as "8,7", or "G"',
        ),
        ({"heroes": [{"id": "alva"}]}, 'heroes[0].hex: expected a hex of the board such as "8,7"'),
        ({"monsters": {}}, "monsters: expected a list, found {}."),
        ({"monsters": [GOBLIN, 5]}, "monsters[1]: expected an object, found 5."),
        (
            {"monsters": [GOBLIN, SURT, GOBLIN | {"id": "m3"}]},
            "monsters[2].hex: expected a free hex, found '12,2', where monsters[0] is.",
        ),
        (
            {"monsters": [GOBLIN, SURT | {"id": "m1"}]},
            "monsters[1].id: expected an id of its own, found 'm1'.",
        ),
        ({"monsters": [GOBLIN | {"id": 7}]}, "monsters[0].id: expected an id of its own, found 7."),
        ({"monsters": [GOBLIN | {"type": "orc"}]}, "monsters[0].type: expected goblin, brute,"),
        ({"monsters": [GOBLIN | {"type": ["goblin"]}]}, "monsters[0].type: expected goblin, brute,"),
        ({"monsters": [GOBLIN | {"hex": "20,2"}]}, "monsters[0].hex: expected a hex of the board"),
        (
            {"monsters": [GOBLIN | {"hex": "G"}]},
            "monsters[0].hex: expected a hex monsters may be on: not Grimheim",
        ),
        ({"monsters": [GOBLIN | {"hex": "12,3", "level": 1}]}, "monsters[0].level: expected 0, found 1."),
        ({"monsters": [SURT | {"level": 3}]}, "monsters[0].level: expected 1, 2, found 3."),
        ({"monsters": [SURT | {"level": None}]}, "monsters[0].level: expected 1, 2, found nothing."),
        ({"monsters": [SURT | {"level": True}]}, "monsters[0].level: expected 1, 2, found True."),
        ({"monsters": [GOBLIN | {"damage": 2}]}, "monsters[0].damage: expected 0..1, found 2."),
        ({"monsters": [GOBLIN | {"damage": -1}]}, "monsters[0].damage: expected 0..1, found -1."),
        ({"monsters": [GOBLIN | {"damage": "1"}]}, "monsters[0].damage: expected 0..1, found '1'."),
        (
            {"monsters": [GOBLIN | {"suppressed": 1}]},
            "monsters[0].suppressed: expected true or false, found 1.",
        ),
        (
            {"monsters": [SURT, SURT | {"id": "m3", "hex": "9,4"}]},
            "monsters[1].type: expected at most 1 of the type surt",
        ),
        ({"step": "skulls"}, "step: expected plain, reinforcement, skull, found 'skulls'."),
        ({"step": ...}, "step: expected plain, reinforcement, skull, found nothing."),
        (
            {"die": "rune"},
            "die: expected maneuver_cw, maneuver_ccw, attack, push, charge, ambush, found 'rune'.",
        ),
        ({"town": 0}, "town: expected 1..10, found 0."),
        ({"town": 11}, "town: expected 1..10, found 11."),
        ({"die": "push", "ambush": {"bjorn": "8,8"}}, "ambush: expected nothing without"),
        ({"die": "ambush"}, "ambush.bjorn: expected 8,6 · 9,6"),
        ({"die": "ambush", "ambush": {"bjorn": "10,10"}}, "ambush.bjorn: expected 8,6 · 9,6"),
        ({"die": "ambush", "ambush": {"embla": "8,8"}}, "ambush: expected bjorn, alva, found 'embla'."),
        (
            {"die": "ambush", "ambush": {"bjorn": 8}},
            'ambush.bjorn: expected a hex of the board such as "8,7", found 8.',
        ),
        (
            {"die": "ambush", "ambush": {"bjorn": "8,8", "alva": "7,9"}},
            "ambush.alva: expected no hex for this hero",
        ),
        ({"die": "ambush", "ambush": []}, "ambush: expected an object, found []."),
        ({"towns": 3}, "towns: expected no such key, found 3."),
        (
            {"heroes": [{"id": "alva", "hex": "G", "gold": 2}]},
            "heroes[0].gold: expected no such key, found 2.",
        ),
        ({"monsters": [GOBLIN | {"held": True}]}, "monsters[0].held: expected no such key, found True."),
    ],
)
def test_a_mistake_is_told_with_its_place(changes: Json, expected: str) -> None:
    with pytest.raises(RuleError) as error:
        monster_turn(document(**changes))
    assert expected in str(error.value)


def test_f_007_to_f_011_every_hex_is_open_to_those_the_rules_let_in() -> None:
    for hex_ in TERRAIN:
        for heroes, monsters, allowed in (
            ([{"id": "bjorn", "hex": hex_}], [], HERO_HEXES),
            ([{"id": "bjorn", "hex": "G"}], [{"id": "m1", "type": "imp", "hex": hex_}], MONSTER_HEXES),
        ):
            if hex_ in allowed:
                assert monster_turn(document(heroes=heroes, monsters=monsters))["error"] is None
            else:
                with pytest.raises(RuleError, match=r"0\]\.hex: expected a hex"):
                    monster_turn(document(heroes=heroes, monsters=monsters))


def test_more_tiles_than_exist() -> None:
    free = sorted(MONSTER_HEXES - {"8,7", "G"})
    monsters = [{"id": f"m{i}", "type": "draugr", "hex": hex_} for i, hex_ in enumerate(free[:11])]
    with pytest.raises(RuleError, match=r"monsters\[10\]\.type: expected at most 10 of the type draugr"):
        monster_turn(document(monsters=monsters))


def test_f_381_damage_may_reach_the_health_the_red_queen_gives() -> None:
    imp = {"id": "m1", "type": "imp", "hex": "9,5", "damage": 2}
    queen = {"id": "m2", "type": "queen_of_the_dead", "level": 2, "hex": "1,9"}
    assert monster_turn(document(monsters=[imp, queen]))["error"] is None
    with pytest.raises(RuleError, match=r"monsters\[0\]\.damage: expected 0\.\.1, found 2"):
        monster_turn(document(monsters=[imp]))


@pytest.mark.parametrize("written", [None, [], "turn", 5, {}])
def test_what_is_no_document_is_refused(written: Any) -> None:
    for read in (monster_turn, reinforcement):
        place = None if written == {} else f"{read.__name__}: expected an object, found "
        with pytest.raises(RuleError, match=place):
            read(written)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"deck_top_first": None}, "deck_top_first: expected a list of card numbers, found nothing."),
        (
            {"deck_top_first": [55]},
            "deck_top_first[0]: expected the number of a monster card, 1..54, found 55.",
        ),
        ({"deck_top_first": [7, 7]}, "deck_top_first[1]: expected no card twice, found 7."),
        (
            {"deck_top_first": [7, 40]},
            "deck_top_first[1]: expected a card of the same deck as the first one, found 40.",
        ),
        ({"players": 5}, "players: expected 1..4, found 5."),
        ({"players": None}, "players: expected 1..4, found nothing."),
        (
            {"occupied": {"9,9": "goblin"}},
            "occupied: expected a hex of the board such as \"8,7\", found '9,9'.",
        ),
        ({"occupied": {"9,1": "orc"}}, "occupied.9,1: expected goblin, brute,"),
        ({"occupied": {"9,1": "surt", "9,2": "surt"}}, "occupied: expected surt: 0..1, found 2."),
        ({"occupied": []}, "occupied: expected an object, found []."),
        ({"supply": {"goblin": 21}}, "supply.goblin: expected 0..20, found 21."),
        ({"supply": {"orc": 1}}, "supply: expected goblin, brute,"),
        ({"supply": 3}, "supply: expected an object, found 3."),
        ({"legends_on_board": ["goblin"]}, "legends_on_board[0]: expected queen_of_the_dead,"),
        ({"legends_on_board": "surt"}, "legends_on_board: expected a list, found 'surt'."),
        ({"deck": [32]}, "deck: expected no such key, found [32]."),
    ],
)
def test_a_mistake_in_a_reinforcement_is_told_with_its_place(changes: Json, expected: str) -> None:
    with pytest.raises(RuleError) as error:
        reinforcement(drawn(**changes))
    assert expected in str(error.value)
