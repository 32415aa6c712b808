"""Offence, influence and bases: the examples of RULES.md and cases near them."""

from typing import Any

import pytest

from tests.games.fabula.written import NEXT, PASS, TURN, ally, outcome, played, ready, refusal

CARDS = {
    "three_three": ally(3, 3, 0),
    "four_three": ally(4, 3, 0),
    "two_four": ally(2, 4, 0),
    "two_two": ally(2, 2, 0),
    "three": ally(3, 9, 0),
    "two": ally(2, 9, 0),
    "one": ally(1, 9, 0),
    "fifteen": ally(15, 9, 0),
    "five": ally(5, 9, 0),
    "five_infl": ally(0, 9, 5),
    "six_infl": ally(0, 9, 6),
    "nine_infl": ally(0, 9, 9),
    "eight_infl": ally(0, 9, 8),
    "one_infl": ally(0, 9, 1),
    "sixteen": ally(0, 9, 16),
    "minus": ally(-3, 9, -3),
    "eight": ally(8, 9, 0),
}


def fight(ana: list[str], bo: list[str], *actions: Any, **more: Any) -> dict[str, Any]:
    """Return the result of actions in the offence phase of Ana's second turn."""
    return played(ana, bo, _offence(ana, bo, actions), CARDS, **more)


def _offence(ana: list[str], bo: list[str], actions: Any) -> list[Any]:
    return [*ready(*ana, bo=tuple(bo)), NEXT, NEXT, *actions]


def refused(ana: list[str], bo: list[str], *actions: Any, **more: Any) -> str:
    """Return the code with which the last action in the offence phase is refused."""
    before = _offence(ana, bo, actions)
    number, code = refusal(ana, bo, before, CARDS, **more)
    assert number == len(before)
    return code


def resistance(result: dict[str, Any], base: str) -> int:
    return int(result["territory"][base.split("/")[0]][base]["resistance"])


def test_unblocked_attackers_take_their_offence_off_the_base() -> None:
    both = {"attack": {"Ana/1": "Bo/o1", "Ana/2": "Bo/o1"}}
    fallen = fight(["three", "two"], [], both, NEXT)
    assert fallen["territory"]["Bo"]["Bo/o1"]["destroyed"] and fallen["result"] is None
    assert fallen["discard"]["Bo"] == ["Bo/6"], "a destroyed base is in no discard [B10]"
    left = fight(["three", "one"], [], both, NEXT)
    assert resistance(left, "Bo/o1") == 1 and not left["territory"]["Bo"]["Bo/o1"]["destroyed"]
    later = fight(["three", "one"], [], both, NEXT, NEXT, {"discard": ["Ana/3"]}, NEXT)
    assert (later["turn"], resistance(later, "Bo/o1")) == ("Bo", 1), "damage on bases stays"


def test_different_allies_may_attack_different_bases() -> None:
    after = fight(["three", "two"], [], {"attack": {"Ana/1": "Bo/o1", "Ana/2": "Bo/o2"}}, NEXT)
    assert (resistance(after, "Bo/o1"), resistance(after, "Bo/o2")) == (2, 3)


def test_a_blocked_attack_is_a_fight_and_the_base_takes_nothing() -> None:
    attack, block = {"attack": {"Ana/1": "Bo/c"}}, {"block": {"Bo/1": "Ana/1"}}
    after = fight(["three_three"], ["three_three"], attack, block, NEXT)
    assert (after["battle"], after["discard"]["Ana"]) == ({"Ana": {}, "Bo": {}}, ["Ana/1"])
    assert resistance(after, "Bo/c") == 15
    alive = fight(["two_four"], ["two_four"], attack, block, NEXT)
    assert [alive["battle"][p][f"{p}/1"]["life"] for p in ("Ana", "Bo")] == [2, 2]
    healed = fight(["two_four"], ["two_four"], attack, block, NEXT, NEXT, {"discard": ["Ana/2"]}, NEXT)
    assert [healed["battle"][p][f"{p}/1"]["life"] for p in ("Ana", "Bo")] == [4, 4], "all allies heal [B09]"
    assert healed["battle"]["Bo"]["Bo/1"]["tapped"], "nothing untaps by itself"


def test_an_attacker_meets_its_blockers_in_order() -> None:
    attack = {"attack": {"Ana/1": "Bo/c"}}
    block = {"block": {"Bo/1": "Ana/1", "Bo/2": "Ana/1"}}
    after = fight(["four_three"], ["two_four", "two_two"], attack, block, NEXT)
    assert after["battle"] == {"Ana": {}, "Bo": {}}, "kills the first, meets the second: both die"
    turned = {"block": {"Bo/2": "Ana/1", "Bo/1": "Ana/1"}}
    assert fight(["four_three"], ["two_four", "two_two"], attack, turned, NEXT)["battle"]["Bo"] == {}
    split = fight(
        ["four_three"], ["two_four", "two_two"], attack, block, NEXT, options={"multi_block": "split"}
    )
    assert list(split["battle"]["Bo"]) == ["Bo/2"], "four are spent on the first"


def test_who_died_hits_nobody_more() -> None:
    attack = {"attack": {"Ana/1": "Bo/c"}}
    block = {"block": {"Bo/1": "Ana/1", "Bo/2": "Ana/1"}}
    after = fight(["three_three"], ["three", "two_two"], attack, block, NEXT)
    assert sorted(after["battle"]["Bo"]) == ["Bo/1", "Bo/2"] and after["battle"]["Ana"] == {}
    assert after["battle"]["Bo"]["Bo/2"]["life"] == 2
    order = {"order": {"Ana/1": ["Bo/2", "Bo/1"]}}
    turned = fight(["three_three"], ["three", "two_two"], attack, block, order, NEXT)
    assert list(turned["battle"]["Bo"]) == ["Bo/1"]


def test_an_order_names_every_blocker_once() -> None:
    attack = {"attack": {"Ana/1": "Bo/c"}}
    block = {"block": {"Bo/1": "Ana/1", "Bo/2": "Ana/1"}}
    deck = ["two", "two"]
    for order in (["Bo/1"], ["Bo/1", "Bo/1"], ["Bo/1", "Bo/2", "Bo/3"], []):
        assert refused(["three"], deck, attack, block, {"order": {"Ana/1": order}}) == "bad_target"
    assert refused(["three", "three"], deck, attack, block, {"order": {"Ana/2": []}}) == "bad_target"
    right = {"order": {"Ana/1": ["Bo/2", "Bo/1"]}}
    assert refused(["three"], deck, attack, block, right, right) == "wrong_phase"
    assert refused(["three"], deck, attack, block, block) == "wrong_phase"


def test_who_may_block() -> None:
    attack = {"attack": {"Ana/1": "Bo/c"}}
    assert refused(["two"], ["two"], attack, {"block": {"Ana/1": "Ana/1"}}) == "not_your_decision"
    assert refused(["two"], ["two"], attack, {"block": {"Bo/c": "Ana/1"}}) == "bad_target"
    assert refused(["two", "two"], ["two"], attack, {"block": {"Bo/1": "Ana/2"}}) == "bad_target"
    assert fight(["two"], ["two"], attack, {"block": {}}, NEXT)["battle"]["Bo"]["Bo/1"]["tapped"] is False
    assert fight(["two"], ["two"], attack, PASS, {"block": {"Bo/1": "Ana/1"}})["battle"]["Bo"]["Bo/1"][
        "tapped"
    ]


def test_the_centre_is_won_by_damage_or_not() -> None:
    attack = {"attack": {"Ana/1": "Bo/c"}}
    won = fight(["fifteen"], [], attack, NEXT)
    assert won["result"] == {"winner": "Ana", "reason": "centre_destroyed"}
    on = fight(["fifteen"], [], attack, NEXT, options={"centre_destroyed_wins": False})
    assert on["result"] is None and on["territory"]["Bo"]["Bo/c"]["destroyed"]


def influenced(ana: list[str], bo: list[str], *actions: Any, **more: Any) -> dict[str, Any]:
    return fight(ana, bo, NEXT, *actions, **more)


def test_influence_must_be_more_than_resistance_and_defence() -> None:
    influence = {"influence": {"Ana/1": "Bo/o1"}}
    even = influenced(["five_infl"], [], influence, NEXT)
    assert even["territory"]["Bo"]["Bo/o1"]["controller"] == "Bo"
    assert resistance(even, "Bo/o1") == 5, "what fails writes no damage"
    more = influenced(["six_infl"], [], influence, NEXT)
    assert more["territory"]["Bo"]["Bo/o1"]["controller"] == "Ana"
    held = influenced(["six_infl"], ["one_infl"], influence, {"defend": {"Bo/1": "Bo/o1"}}, NEXT)
    assert held["territory"]["Bo"]["Bo/o1"]["controller"] == "Bo"
    assert held["battle"]["Bo"]["Bo/1"]["life"] == 9, "influence deals no damage"


@pytest.mark.parametrize(("ally_", "winner"), [("eight_infl", None), ("nine_infl", "Ana")])
def test_the_worked_example_centre_at_seven_and_one_defender(ally_: str, winner: str | None) -> None:
    actions = [
        {"attack": {"Ana/2": "Bo/c"}},
        NEXT,
        {"influence": {"Ana/1": "Bo/c"}},
        {"defend": {"Bo/1": "Bo/c"}},
        NEXT,
    ]
    after = fight([ally_, "eight"], ["one_infl"], *actions)
    assert resistance(after, "Bo/c") == 7
    result = after["result"]
    assert (result and result["winner"]) == winner
    assert (result and result["reason"]) == ("centre_conquered" if winner else None)


def test_what_may_be_influenced_and_defended() -> None:
    influence = {"influence": {"Ana/1": "Bo/o1"}}
    deck = ["six_infl"], ["one_infl", "one_infl"]
    assert refused(*deck, NEXT, {"influence": {"Ana/1": "Ana/o1"}}) == "bad_target"
    assert refused(*deck, NEXT, influence, {"defend": {"Bo/1": "Bo/o2"}}) == "bad_target"
    assert refused(*deck, NEXT, {"defend": {"Bo/1": "Bo/o1"}}) == "bad_target"
    once = {"defend": {"Bo/1": "Bo/o1"}}
    assert refused(*deck, NEXT, influence, once, once) == "wrong_phase"
    assert refused(*deck, NEXT, influence, {"defend": {"Ana/1": "Bo/o1"}}) == "not_your_decision"


def test_a_destroyed_base_is_no_target_any_more() -> None:
    attack = {"attack": {"Ana/1": "Bo/o1"}}
    deck = ["five", "six_infl"]
    assert refused(deck, [], attack, NEXT, {"influence": {"Ana/2": "Bo/o1"}}) == "bad_target"


def test_a_conquered_base_is_taken_back() -> None:
    actions = [*ready("six_infl"), NEXT, NEXT, NEXT, {"influence": {"Ana/1": "Bo/o1"}}, NEXT]
    actions += [{"discard": ["Ana/3"]}, NEXT, *[NEXT] * 2]
    deck = ["three", "two", *["guard"] * 4]
    taken = played(["six_infl"], deck, actions, CARDS)
    assert taken["territory"]["Bo"]["Bo/o1"] == {
        "card": "camp", "resistance": 5, "controller": "Ana", "destroyed": False,
    }  # fmt: skip
    bo = [*ready("six_infl", bo=("six_infl",)), NEXT, NEXT, NEXT, {"influence": {"Ana/1": "Bo/o1"}}, NEXT]
    bo += [{"discard": ["Ana/2"]}, NEXT, NEXT, NEXT, NEXT, {"influence": {"Bo/1": "Bo/o1"}}, NEXT]
    back = played(["six_infl"], ["six_infl"], bo, CARDS)
    assert back["territory"]["Bo"]["Bo/o1"]["controller"] == "Bo"
    own = [*bo[:-2], {"influence": {"Bo/1": "Bo/o2"}}]
    assert outcome(["six_infl"], ["six_infl"], own, CARDS)["error"]["code"] == "bad_target"


def test_a_centre_may_have_to_be_exposed_first() -> None:
    on = {"centre_exposure": True}
    deck = ["five", "five", "sixteen"]
    assert refused(deck, [], {"attack": {"Ana/1": "Bo/c"}}, options=on) == "bad_target"
    assert refused(deck, [], {"attack": {"Ana/1": "Bo/c"}}, options={"centre_exposure": "on"}) == "bad_target"
    assert refused(deck, [], NEXT, {"influence": {"Ana/3": "Bo/c"}}, options=on) == "bad_target"
    fallen = [{"attack": {"Ana/1": "Bo/o1"}}, NEXT, {"influence": {"Ana/3": "Bo/c"}}, NEXT]
    assert fight(deck, [], *fallen, options=on)["result"]["reason"] == "centre_conquered"
    assert fight(deck, [], {"attack": {"Ana/1": "Bo/c"}}, NEXT)["territory"]["Bo"]["Bo/c"]["resistance"] == 10


def test_negative_numbers_count_as_none() -> None:
    after = fight(["minus"], [], {"attack": {"Ana/1": "Bo/c"}}, NEXT)
    assert resistance(after, "Bo/c") == 15
    assert after["battle"]["Ana"]["Ana/1"]["offence"] == 0


def test_resources_rise_by_two_up_to_ten() -> None:
    actions: list[Any] = []
    found = []
    for turn in range(13):
        result = played([], [], actions)
        found.append(result["resources"][result["turn"]])
        hand = result["hands"][result["turn"]]
        actions += [NEXT] * 4 + [{"discard": hand[5:]}] + [NEXT]
        assert result["turn_number"] == turn + 1
    assert found[::2] == [2, 4, 6, 8, 10, 10, 10]


def test_the_first_player_draws_nothing_and_the_second_what_is_missing() -> None:
    assert len(played([], [], [])["hands"]["Ana"]) == 6
    spent = [*TURN[:4], {"discard": ["Ana/1"]}, NEXT]
    assert played([], [], spent)["decks"] == {"Ana": 14, "Bo": 14}
    bo = [*spent, NEXT, {"play": "Bo/1"}, {"play": "Bo/2"}, NEXT, NEXT, NEXT, NEXT]
    again = played([], [], bo)
    assert (again["turn"], again["decks"]) == ("Ana", {"Ana": 13, "Bo": 14})


def test_what_is_left_is_spent_in_the_opponents_turn_and_then_gone() -> None:
    turn = [*TURN[:4], {"discard": ["Ana/2"]}, NEXT, PASS, {"play": "Ana/1"}]
    after = played(["trick"], [], turn)
    assert after["resources"] == {"Ana": 1, "Bo": 2}
    later = played(["trick"], [], [*turn, PASS, PASS, *TURN[:4], {"discard": ["Bo/1"]}, NEXT])
    assert later["resources"]["Ana"] == 4, "set, not added"
