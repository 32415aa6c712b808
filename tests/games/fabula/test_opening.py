"""Bases placed in secret, and rules that need a longer duel."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import companion.games.fabula
from companion.games.fabula import harm
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.duel import Duel
from companion.games.fabula.rules import apply, table
from companion.games.fabula.setup import read_setup
from companion.games.fabula.view import view
from tests.games.fabula.test_effects import ANY, life, manoeuvre
from tests.games.fabula.written import CARDS as PLAIN
from tests.games.fabula.written import NEXT, PASS, ally, document, played, ready, refusal


def prepared(*actions: dict[str, Any]) -> Any:
    doc = document([], [], [], {"hill": {"type": "base"}})
    for deck in doc["setup"]["decks"].values():
        deck["outskirts"] = ["hill", "camp", "camp", "camp"]
    position = read_setup({**doc["setup"], "prepare": True}, {"cards": doc["cards"]})
    for action in actions:
        position = apply(position, read_action(action))
    return position


def test_bases_are_placed_and_shown_together() -> None:
    laid = prepared()
    assert laid.phase == "bases"
    for seat, own, other in ((0, "Ana", "Bo"), (1, "Bo", "Ana")):
        names = view(laid, seat).names
        assert f"{own}/c" in names and f"{other}/c" not in names
    assert not [id_ for id_ in view(laid, None).names if id_.endswith("c")]
    assert table(laid)["Ana/c"] == {"back": 1}
    placed = prepared({"place": {"Ana": ["Ana/o1", "Ana/c", "Ana/o2", "Ana/o3", "Ana/o4"]}})
    assert (placed.names["Ana/c"], placed.names["Ana/o1"], placed.names["Bo/c"]) == ("hill", "camp", "camp")
    assert placed.phase == "mulligan" and "Ana/c" in view(placed, 1).names


def test_each_player_changes_the_opening_hand_once() -> None:
    begun = prepared(NEXT, {"mulligan": [1, 3]}, {"mulligan": []})
    assert (begun.phase, begun.turn_number, begun.sides[0].resources) == ("restoration", 1, 2)
    assert begun.sides[0].hand == ("Ana/2", "Ana/4", "Ana/5", "Ana/6", "Ana/7", "Ana/8")
    assert begun.sides[0].deck[-2:] == ("Ana/1", "Ana/3")
    assert prepared(NEXT, NEXT, NEXT).phase == "restoration"


def test_a_shuffled_deck_is_the_same_for_the_same_number() -> None:
    doc = document(["bandit", "trick", "sword"], [], [])
    read = [read_setup({**doc["setup"], "shuffle": {"Ana": n}}, {"cards": doc["cards"]}) for n in (1, 1, 2)]
    orders = [tuple(position.names[f"Ana/{n}"] for n in range(1, 24)) for position in read]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])


def test_a_centre_is_exposed_for_good_after_so_many_outskirts_fell() -> None:
    cards = {"five": ally(5, 9), "six": ally(0, 9, 6), "sixteen": ally(0, 9, 16)}
    setup = document(["five", "six", "sixteen"], [], [])["setup"] | {"format": {"exposed_after": 2}}
    on = {"options": {"centre_exposure": True}, "setup": setup}
    before = [*ready("five", "six", "sixteen"), NEXT, NEXT, {"attack": {"Ana/1": "Bo/o1"}}, NEXT]
    centre = {"influence": {"Ana/3": "Bo/c"}}
    assert refusal([], [], [*before, centre], cards, **on)[1] == "bad_target"
    setup["format"] = {"exposed_after": 1}
    assert played([], [], [*before, centre, NEXT], cards, **on)["result"]["winner"] == "Ana"


def test_a_base_that_was_taken_back_counts_no_more_unless_the_centre_was_exposed() -> None:
    doc = document([], [], [])
    setup = {**doc["setup"], "format": {"exposed_after": 2}}
    duel = Duel(read_setup(setup, {"cards": doc["cards"]}))

    def goes_to(base: str, player: int) -> bool:
        before = duel.bases[base]
        duel.set(base, controller=player)
        harm.lose(duel, before)
        return duel.sides[1].exposed

    assert not goes_to("Bo/o1", 0)
    assert not goes_to("Bo/o1", 1)
    assert not goes_to("Bo/o2", 0)
    assert goes_to("Bo/o3", 0)
    assert goes_to("Bo/o3", 1), "for good"


def test_a_base_has_abilities_that_follow_its_controller() -> None:
    court = {
        "type": "base",
        "abilities": [{"cost": {"resources": 1}, "timing": "any", "effects": [{"do": "draw"}]}],
    }
    cards = {"court": court, "six": ally(0, 9, 6)}
    doc = document(["six"], [], [], cards)
    doc["setup"]["decks"]["Bo"]["outskirts"] = ["court"] * 4
    before = [*ready("six"), NEXT, NEXT, NEXT, {"influence": {"Ana/1": "Bo/o1"}}, NEXT]
    use = {"activate": "Bo/o1"}
    taken = played([], [], [*before, use, PASS, PASS], cards, setup=doc["setup"])
    assert len(taken["hands"]["Ana"]) == 7 and taken["resources"]["Ana"] == 3
    own = [*ready("six"), PASS, {"activate": "Bo/o2"}, PASS, PASS]
    assert len(played([], [], own, cards, setup=doc["setup"])["hands"]["Bo"]) == 6


def test_other_cards_than_allies_are_tapped_and_restored() -> None:
    mill = {"cost": {"tap": True}, "effects": [{"do": "draw"}]}
    cards = {"mill": {**PLAIN["sword"], "cost": 0, "restoration_cost": 2, "abilities": [mill]}}
    before = [*ready("mill"), NEXT, {"activate": "Ana/1"}, NEXT, NEXT, NEXT]
    before += [{"discard": ["Ana/2", "Ana/3"]}, NEXT, *[NEXT] * 4, {"discard": ["Bo/5"]}, NEXT]
    after = played(["mill"], [], [*before, {"restore": ["Ana/1"]}], cards)
    assert (after["resources"]["Ana"], after["battle"]["Ana"]["Ana/1"]["tapped"]) == (4, False)


def test_an_attacker_whose_blocker_left_stays_blocked() -> None:
    cards = {"three": ally(3, 3), "home": manoeuvre({"do": "return"}, targets=[ANY])}
    attack, block = {"attack": {"Ana/1": "Bo/c"}}, {"block": {"Bo/1": "Ana/1"}}
    leave = [PASS, {"play": "Bo/2", "targets": ["Bo/1"]}, PASS, PASS]
    actions = [*ready("three", bo=("three",)), NEXT, NEXT, attack, block, *leave, NEXT]
    after = played(["three"], ["three", "home"], actions, cards)
    assert after["territory"]["Bo"]["Bo/c"]["resistance"] == 15
    assert life(after, "Ana/1") == 3


def test_a_blocker_is_restored_for_its_cost_too() -> None:
    cards = {"wall": ally(0, 9)}
    attack, block = {"attack": {"Ana/1": "Bo/c"}}, {"block": {"Bo/1": "Ana/1"}}
    actions = [
        *ready("wall", bo=("wall",)),
        NEXT,
        NEXT,
        attack,
        block,
        NEXT,
        NEXT,
        {"discard": ["Ana/2"]},
        NEXT,
    ]
    assert played(["wall"], ["wall"], actions, cards)["battle"]["Bo"]["Bo/1"]["tapped"]
    after = played(["wall"], ["wall"], [*actions, {"restore": ["Bo/1"]}], cards)
    assert (after["resources"]["Bo"], after["battle"]["Bo"]["Bo/1"]["tapped"]) == (3, False)


def test_a_modification_may_hinder_an_ally_of_the_opponent() -> None:
    net = {**PLAIN["sword"], "cost": 0, "abilities": [{"passive": [{"on": "host", "offence": -2}]}]}
    cards = {"net": net, "three": ally(3, 3)}
    actions = [*ready("net", bo=("three",)), {"attach": "Ana/1", "to": "Bo/1"}]
    after = played(["net"], ["three"], actions, cards)
    assert after["battle"]["Bo"]["Bo/1"]["offence"] == 1
    assert after["battle"]["Bo"]["Bo/1"]["attached"] == ["Ana/1"]


def test_a_modification_may_be_for_a_base_and_needs_no_host() -> None:
    bridge = {**PLAIN["sword"], "cost": 0, "hosts": {"what": "base"},
              "abilities": [{"passive": [{"on": "host", "life": 4}]}]}  # fmt: skip
    banner = {
        **PLAIN["sword"],
        "cost": 0,
        "hosts": None,
        "abilities": [{"passive": [{"on": {"whose": "own"}, "offence": 1}]}],
    }
    cards = {"bridge": bridge, "banner": banner, "three": ally(3, 3)}
    actions = [*ready("three", "bridge", "banner"), {"attach": "Ana/2", "to": "Ana/o1"}]
    after = played(["three", "bridge", "banner"], [], actions, cards)
    assert after["territory"]["Ana"]["Ana/o1"]["resistance"] == 9
    assert after["battle"]["Ana"]["Ana/1"]["offence"] == 4
    for wrong in ({"attach": "Ana/2", "to": "Ana/1"}, {"attach": "Ana/3", "to": "Ana/1"}):
        assert refusal(["three", "bridge", "banner"], [], [*actions, wrong], cards)[1] == "bad_target"


TEXT = Path(companion.games.fabula.__file__).with_name("RULES.md").read_text("utf-8")
IDS = [
    *range(1, 5), *range(10, 18), *range(20, 28), *range(30, 36), *range(40, 52), *range(60, 72),
    *range(80, 91), *range(100, 120), *range(130, 134),
]  # fmt: skip


def test_every_rule_and_every_question_has_a_row() -> None:
    rows = re.findall(
        r"^\| (FB-\d{3}|B\d\d) \| .+ \| `\w+\.\w+` \| `test_\w+\.test_\w+` \|$", TEXT, re.MULTILINE
    )
    assert rows == [f"FB-{n:03}" for n in IDS] + [f"B{n:02}" for n in range(1, 27)]


def test_every_function_and_test_named_exists() -> None:
    for module, name in re.findall(r"`(\w+)\.(\w+)`", TEXT):
        folder = "tests.games.fabula" if module.startswith("test_") else "companion.games.fabula"
        assert hasattr(import_module(f"{folder}.{module}"), name), f"{module}.{name}"
