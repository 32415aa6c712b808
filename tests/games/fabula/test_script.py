"""The written format of SCRIPT.md, sentence by sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

import companion.games.fabula
from companion.games.fabula.script import play
from tests.games.fabula.written import (
    CARDS,
    NEXT,
    PASS,
    TURN,
    ally,
    document,
    entry,
    outcome,
    played,
    ready,
    refusal,
)

FREE = {"fighter": ally(3, 3), "envoy": ally(0, 1, 9), "scout": ally(1, 1, 1)}
FOLDER = Path(companion.games.fabula.__file__).parent


def blocks_of_json(name: str) -> list[Any]:
    parts = (FOLDER / name).read_text("utf-8").split("```json\n")[1:]
    return [json.loads(part.split("```")[0]) for part in parts]


def test_the_examples_of_script_md_are_played_as_they_say() -> None:
    duel, result, deck, answer = blocks_of_json("SCRIPT.md")
    assert json.loads(json.dumps(play(duel))) == result
    assert json.loads(json.dumps(play(deck))) == answer


def test_a_first_turn_of_restoration_action_offence_influence_and_end() -> None:
    after = played(["bandit"], [], [NEXT, {"play": "Ana/1"}, NEXT, NEXT, NEXT, NEXT])
    assert (after["turn"], after["turn_number"], after["phase"]) == ("Bo", 2, "restoration")
    assert after["resources"] == {"Ana": 0, "Bo": 2}
    assert after["hands"]["Ana"] == [f"Ana/{n}" for n in range(2, 7)]
    assert after["battle"]["Ana"]["Ana/1"] == entry("bandit", 2, 3, 1)
    assert after["status"] == "playing" and after["result"] is None


def test_before_anything_is_done() -> None:
    start = played([], [], [])
    assert (start["turn"], start["turn_number"], start["phase"]) == ("Ana", 1, "restoration")
    assert start["resources"] == {"Ana": 2, "Bo": 0}
    assert start["decks"] == {"Ana": 14, "Bo": 14}
    assert start["territory"]["Bo"]["Bo/c"] == {
        "card": "camp", "resistance": 15, "controller": "Bo", "destroyed": False,
    }  # fmt: skip
    assert start["territory"]["Ana"]["Ana/o4"]["resistance"] == 5
    assert start["stack"] == [] and start["discard"] == {"Ana": [], "Bo": []} == start["banished"]


def test_every_phase_stops_also_with_nothing_to_do() -> None:
    phases = [played([], [], [NEXT] * n)["phase"] for n in range(5)]
    assert phases == ["restoration", "action", "offence", "influence", "end"]
    discard = {"discard": ["Ana/1"]}
    assert played([], [], [NEXT] * 4 + [discard, NEXT])["turn"] == "Bo"


def test_several_cards_wait_on_the_stack_and_next_resolves_all() -> None:
    plays = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}]
    assert played([], [], plays)["stack"] == ["Ana/1", "Ana/2"]
    assert played([], [], plays)["battle"]["Ana"] == {}
    after = played([], [], [*plays, NEXT])
    assert (set(after["battle"]["Ana"]), after["phase"]) == ({"Ana/1", "Ana/2"}, "offence")


def test_two_passes_resolve_only_the_top_one() -> None:
    plays = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}, PASS, PASS]
    after = played([], [], plays)
    assert (list(after["battle"]["Ana"]), after["stack"], after["phase"]) == (["Ana/2"], ["Ana/1"], "action")
    assert played([], [], [NEXT, PASS, PASS])["phase"] == "offence"


def test_the_other_answers_after_a_pass_only() -> None:
    turn = [NEXT, {"play": "Ana/1"}, {"play": "Bo/1"}]
    bo_turn = [*TURN[:4], {"discard": ["Ana/1"]}, NEXT]  # Bo has resources from here on
    assert refusal(["trick"], ["trick"], turn) == (3, "not_your_decision")
    answered = [
        *bo_turn,
        *TURN[:4],
        {"discard": ["Bo/2"]},
        NEXT,
        NEXT,
        {"play": "Ana/2"},
        PASS,
        {"play": "Bo/1"},
    ]
    after = played(["guard", "trick"], ["trick"], answered)
    assert after["stack"] == ["Ana/2", "Bo/1"]
    assert after["resources"] == {"Ana": 3, "Bo": 1}
    resolved = played(["guard", "trick"], ["trick"], [*answered, PASS, PASS])
    assert (resolved["stack"], resolved["discard"]["Bo"]) == (["Ana/2"], ["Bo/2", "Bo/1"])


def test_only_manoeuvres_are_played_in_the_opponents_turn() -> None:
    turn = [*TURN[:4], {"discard": ["Ana/1"]}, NEXT, NEXT, PASS, {"play": "Ana/2"}]
    assert refusal([], [], turn) == (9, "wrong_phase")
    assert played(["guard", "trick"], [], turn)["stack"] == ["Ana/2"]


def test_mulligan_goes_under_the_deck_first_then_is_drawn_for() -> None:
    start = played([], [], [], mulligan={"Ana": [2, 5]})
    assert start["hands"]["Ana"] == ["Ana/1", "Ana/3", "Ana/4", "Ana/6", "Ana/7", "Ana/8"]
    assert start["decks"]["Ana"] == 14
    doc = document([], [], [])
    for deck in doc["setup"]["decks"].values():
        deck["cards"] = ["guard"] * 7
    small = play({**doc, "mulligan": {"Ana": [5, 2]}})
    assert small["hands"]["Ana"] == ["Ana/1", "Ana/3", "Ana/4", "Ana/6", "Ana/7", "Ana/5"]


@pytest.mark.parametrize("positions", [[0], [7], [2, 2], ["1"], "1"])
def test_a_mulligan_of_other_positions_is_a_bad_setup(positions: Any) -> None:
    assert refusal([], [], [], mulligan={"Ana": positions}) == (None, "bad_setup")


def with_small_decks(cards: int, actions: list[Any]) -> dict[str, Any]:
    doc = document([], [], actions)
    for deck in doc["setup"]["decks"].values():
        deck["cards"] = ["guard"] * cards
    return play(doc)


def test_with_fewer_than_six_cards_all_are_dealt_and_the_second_player_loses_first() -> None:
    start = with_small_decks(3, [])
    assert (start["hands"]["Ana"], start["decks"]["Ana"]) == (["Ana/1", "Ana/2", "Ana/3"], 0)
    lost = with_small_decks(3, TURN)
    assert (lost["status"], lost["result"]) == ("finished", {"winner": "Ana", "reason": "deck_out"})


def test_nobody_loses_who_needs_no_card() -> None:
    after = with_small_decks(6, [*TURN[:4], {"discard": ["Ana/1"]}, NEXT])
    assert (after["turn"], after["result"]) == ("Bo", None)
    lost = with_small_decks(
        6, [*TURN[:4], {"discard": ["Ana/1"]}, NEXT, *TURN[:4], {"discard": ["Bo/6"]}, NEXT]
    )
    assert lost["result"] == {"winner": "Bo", "reason": "deck_out"}


def test_the_end_of_the_turn_needs_a_discard_first() -> None:
    end = [NEXT] * 4
    assert refusal([], [], [*end, NEXT]) == (5, "must_discard")
    assert refusal([], [], [*end, PASS]) == (5, "must_discard")
    assert refusal([], [], [*end, {"discard": ["Ana/1", "Ana/2"]}]) == (5, "too_many")
    assert refusal([], [], [*end, {"discard": ["Ana/9"]}]) == (5, "not_in_hand")
    assert refusal([], [], [*end, {"discard": ["Ana/99"]}]) == (5, "unknown_card")
    assert refusal([], [], [*end, {"discard": ["Bo/1"]}]) == (5, "not_your_decision")
    assert refusal([], [], [NEXT, {"discard": ["Ana/1"]}]) == (2, "wrong_phase")
    after = played([], [], [*end, {"discard": ["Ana/3"]}, NEXT])
    assert (after["discard"]["Ana"], len(after["hands"]["Ana"])) == (["Ana/3"], 5)


def test_discards_may_be_repeated() -> None:
    setup = document([], [], [])["setup"] | {"format": {"end_hand": 4}}
    end = [*[NEXT] * 4, {"discard": ["Ana/1"]}, {"discard": ["Ana/2"]}, NEXT]
    assert played([], [], end, setup=setup)["discard"]["Ana"] == ["Ana/1", "Ana/2"]
    assert refusal([], [], [*[NEXT] * 4, {"discard": ["Ana/1"]}, NEXT], setup=setup) == (6, "must_discard")


DECLARED = [
    ("attack", {"Ana/1": "Bo/o1"}, "offence"),
    ("influence", {"Ana/1": "Bo/o1"}, "influence"),
]


@pytest.mark.parametrize(("key", "allies", "phase"), DECLARED)
def test_declarations_once_a_turn_in_their_phase(key: str, allies: dict[str, str], phase: str) -> None:
    before = ready("fighter")
    steps = [NEXT] * (2 if phase == "offence" else 3)
    first = [*before, *steps, {key: allies}]
    after = played(["fighter"], [], first, FREE)
    assert (after["phase"], after["battle"]["Ana"]["Ana/1"]["tapped"]) == (phase, True)
    assert refusal(["fighter"], [], [*first, {key: {}}], FREE) == (len(first) + 1, "wrong_phase")
    early = [*before, *steps[1:], {key: allies}]
    assert refusal(["fighter"], [], early, FREE) == (len(early), "wrong_phase")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"attack": {"Ana/9": "Bo/c"}}, "bad_target"),
        ({"attack": {"Ana/77": "Bo/c"}}, "unknown_card"),
        ({"attack": {"Bo/1": "Ana/c"}}, "not_your_decision"),
        ({"attack": {"Ana/1": "Ana/c"}}, "bad_target"),
        ({"attack": {"Ana/1": "Bo/1"}}, "bad_target"),
        ({"attack": {"Ana/1": "Bo/o9"}}, "unknown_card"),
        ({"block": {"Bo/1": "Ana/1"}}, "bad_target"),
        ({"influence": {"Ana/1": "Bo/c"}}, "wrong_phase"),
        ({"restore": ["Ana/1"]}, "wrong_phase"),
    ],
)
def test_what_is_refused_in_the_offence(action: dict[str, Any], code: str) -> None:
    before = [*ready("fighter", bo=("fighter",)), NEXT, NEXT]
    result = outcome(["fighter"], ["fighter"], [*before, action], FREE)
    assert (result["error"]["action"], result["error"]["code"]) == (len(before) + 1, code)
    untouched = outcome(["fighter"], ["fighter"], before, FREE)
    assert {**result, "error": None} == untouched, "a refused action changes nothing"


def test_who_is_tapped_or_preparing_does_not_join() -> None:
    assert refusal(["fighter"], [], [NEXT, {"play": "Ana/1"}, NEXT, {"attack": {"Ana/1": "Bo/c"}}], FREE) == (
        4,
        "preparing",
    )
    turn = [
        *ready("fighter"),
        NEXT,
        NEXT,
        {"attack": {"Ana/1": "Bo/c"}},
        NEXT,
        {"influence": {"Ana/1": "Bo/c"}},
    ]
    assert refusal(["fighter"], [], turn, FREE) == (len(turn), "tapped")


def test_a_preparing_ally_blocks() -> None:
    setup = [*ready("fighter")[:-1]]  # Bo's turn is not over: the fighter of Ana is fresh no more
    assert played(["fighter"], [], setup, FREE)["turn"] == "Bo"
    actions = [NEXT, {"play": "Ana/1"}, NEXT, NEXT, NEXT, NEXT]  # Ana's ally is there, Bo's turn 2
    actions += [NEXT, {"play": "Bo/1"}, NEXT, NEXT, NEXT, NEXT]  # Bo's ally prepares in turn 2
    actions += [NEXT, NEXT, {"attack": {"Ana/1": "Bo/c"}}, {"block": {"Bo/1": "Ana/1"}}, NEXT]
    after = played(["fighter"], ["fighter"], actions, FREE)
    assert (after["battle"]["Ana"], after["battle"]["Bo"]) == ({}, {}), "3/3 against 3/3: both die"
    assert after["territory"]["Bo"]["Bo/c"]["resistance"] == 15


def test_restoring_costs_one_each_and_only_what_is_there() -> None:
    actions = ready("scout", "scout", "scout")
    attack = {"attack": {f"Ana/{n}": "Bo/o1" for n in (1, 2, 3)}}
    actions += [NEXT, NEXT, attack, NEXT, NEXT, {"discard": ["Ana/4"]}, NEXT]
    actions += [*TURN[:4], {"discard": ["Bo/5"]}, NEXT]
    deck = ["scout"] * 3
    restore = {"restore": ["Ana/1", "Ana/2", "Ana/3"]}
    after = played(deck, [], [*actions, restore], FREE)
    assert after["resources"]["Ana"] == 3 and not after["battle"]["Ana"]["Ana/3"]["tapped"]
    poor = document([], [], [])["setup"] | {"format": {"resource_cap": 2}}
    assert refusal(deck, [], [*actions, restore], FREE, setup=poor_setup(poor, deck)) == (
        len(actions) + 1,
        "too_expensive",
    )
    two = [{"restore": ["Ana/1"]}, {"restore": ["Ana/3"]}]
    again = played(deck, [], [*actions, *two], FREE, setup=poor_setup(poor, deck))
    assert [ally["tapped"] for ally in again["battle"]["Ana"].values()] == [False, True, False]
    assert refusal(deck, [], [*actions, *two, two[0]], FREE) == (len(actions) + 3, "cannot_restore")


def poor_setup(setup: dict[str, Any], deck: list[str]) -> dict[str, Any]:
    decks = dict(setup["decks"])
    decks["Ana"] = {**decks["Ana"], "cards": [*deck, *["guard"] * 20]}
    return {**setup, "decks": decks}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"play": "Ana/2"}, "too_expensive"),
        ({"play": "Ana/9"}, "not_in_hand"),
        ({"play": "Ana/99"}, "unknown_card"),
        ({"play": "Cy/1"}, "unknown_card"),
        ({"play": "Ana/c"}, "not_in_hand"),
        ({"play": "Ana/1", "targets": ["Bo/c"]}, "bad_target"),
        ({"play": "Bo/1"}, "not_your_decision"),
        ({"attach": "Ana/1", "to": "Ana/c"}, "bad_target"),
        ({"activate": "Ana/c"}, "bad_target"),
        ({"order": {}}, "wrong_phase"),
        ({"fly": True}, "bad_setup"),
        ({}, "bad_setup"),
        ({"next": False}, "bad_setup"),
        ({"next": True, "pass": True}, "bad_setup"),
        ({"play": "Ana/1", "traget": []}, "bad_setup"),
        ({"play": 1}, "bad_setup"),
        ("next", "bad_setup"),
    ],
)
def test_what_is_refused_in_the_action_phase(action: Any, code: str) -> None:
    cards = {"dear": ally(9, 9, cost=3)}
    result = outcome(["guard", "dear"], [], [NEXT, action], cards)
    assert (result["error"]["action"], result["error"]["code"]) == (2, code)
    assert {**result, "error": None} == outcome(["guard", "dear"], [], [NEXT], cards)


def test_a_modification_is_played_attached_moved_and_left_behind() -> None:
    start = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}, {"play": "Ana/3"}, *[PASS] * 6]
    deck = ["scout", "fighter", "sword"]
    lying = played(deck, [], start, FREE)
    assert lying["battle"]["Ana"]["Ana/3"]["attached"] == [] and lying["resources"]["Ana"] == 1
    on = [*start, {"attach": "Ana/3", "to": "Ana/1"}]
    after = played(deck, [], on, FREE)
    assert after["battle"]["Ana"]["Ana/1"]["attached"] == ["Ana/3"]
    assert after["resources"]["Ana"] == 0
    moved = [*on, {"attach": "Ana/3", "to": "Ana/2"}]
    assert refusal(deck, [], moved, FREE) == (len(moved), "too_expensive")
    assert refusal(deck, [], [*start, {"attach": "Ana/3", "to": "Bo/c"}], FREE) == (len(on), "bad_target")
    free = {**FREE, "sword": {**CARDS["sword"], "attach_cost": 0}}
    shifted = played(deck, [], moved, free)["battle"]["Ana"]
    assert (shifted["Ana/1"]["attached"], shifted["Ana/2"]["attached"]) == ([], ["Ana/3"])


def test_attaching_in_the_own_action_phase_only_is_an_option() -> None:
    start = [
        NEXT,
        {"play": "Ana/1"},
        {"play": "Ana/2"},
        *[PASS] * 4,
        NEXT,
        {"attach": "Ana/2", "to": "Ana/1"},
    ]
    deck = ["scout", "sword"]
    assert played(deck, [], start, FREE)["battle"]["Ana"]["Ana/1"]["attached"] == ["Ana/2"]
    own = {"attach_timing": "own_action"}
    assert refusal(deck, [], start, FREE, options=own) == (len(start), "wrong_phase")


def test_conceding_ends_the_duel() -> None:
    after = played([], [], [{"concede": True}])
    assert (after["status"], after["result"]) == ("finished", {"winner": "Bo", "reason": "conceded"})
    assert refusal([], [], [{"concede": True}, NEXT]) == (2, "game_over")
    assert played([], [], [PASS, {"concede": True}])["result"]["winner"] == "Ana"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"options": {"fast": True}}, "options.fast"),
        ({"options": {"multi_block": "both"}}, "multi_block"),
        ({"actions": {}}, "actions"),
        ({"cards": {"camp": {"type": "castle"}}}, "cards.camp.type"),
        ({"cards": {"camp": {"type": "base", "rarity": "mythic"}}}, "cards.camp.rarity"),
        ({"cards": {"camp": {"type": "base", "colour": ["red"]}}}, "cards.camp.colour"),
        ({"cards": {**CARDS, "guard": {**CARDS["guard"], "cost": "1"}}}, "cards.guard.cost"),
        ({"cards": "other"}, "cards"),
        ({"setup": {}}, "setup.players"),
        ({"setup": None}, "setup"),
        ({"mulligan": {"Cy": [1]}}, "mulligan.Cy"),
    ],
)
def test_a_document_that_is_wrong_names_the_place(change: dict[str, Any], place: str) -> None:
    result = play({**document([], [], [NEXT]), **change})
    assert (result["error"]["action"], result["error"]["code"]) == (None, "bad_setup")
    assert place in result["error"]["message"]


def test_decks_are_checked_unless_it_says_no() -> None:
    doc = document([], [], [])
    del doc["setup"]["check_decks"]
    result = play(doc)
    assert result["error"]["code"] == "bad_deck"
    assert "40" in result["error"]["message"] and "Ana" in result["error"]["message"]
    doc = document(["nobody"], [], [])
    assert play(doc)["error"]["code"] == "bad_deck"
