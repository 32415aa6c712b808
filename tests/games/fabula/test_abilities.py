"""Abilities of permanents: triggered, activated and passive, their triggers and costs."""

from typing import Any

import pytest

from tests.games.fabula.test_effects import ANY, ENEMY, life, manoeuvre
from tests.games.fabula.written import CARDS as PLAIN
from tests.games.fabula.written import NEXT, PASS, ally, played, ready, refusal


def test_a_triggered_ability_waits_on_the_stack_and_may_need_a_choice() -> None:
    shooter = ally(
        1, 1, abilities=[{"when": "enters", "targets": [ENEMY], "effects": [{"do": "damage", "n": 1}]}]
    )
    cards = {"shooter": shooter, "free": ally(1, 2)}
    one = [*ready(bo=("free",)), NEXT, {"play": "Ana/1"}, PASS, PASS]
    waiting = played(["shooter"], ["free"], one, cards)
    assert len(waiting["stack"]) == 1
    assert life(played(["shooter"], ["free"], [*one, PASS, PASS], cards), "Bo/1") == 1
    two = [*ready(bo=("free", "free")), NEXT, {"play": "Ana/1"}, PASS, PASS]
    assert refusal(["shooter"], ["free", "free"], [*two, PASS], cards) == (len(two) + 1, "must_choose")
    assert refusal(["shooter"], ["free", "free"], [*two, {"choose": ["Ana/1"]}], cards)[1] == "bad_target"
    chosen = played(["shooter"], ["free", "free"], [*two, {"choose": ["Bo/2"]}, PASS, PASS], cards)
    assert (life(chosen, "Bo/1"), life(chosen, "Bo/2")) == (2, 1)
    without = played(["shooter"], [], [*ready(), NEXT, {"play": "Ana/1"}, PASS, PASS], cards)
    assert without["stack"] == [], "no target, no ability"


def test_activated_abilities_and_their_costs() -> None:
    fort = ally(
        1,
        3,
        abilities=[
            {
                "cost": {"resources": 1, "tap": True},
                "targets": [ENEMY],
                "effects": [{"do": "damage", "n": 1}],
            },
            {"cost": {"damage": 2}, "once": True, "effects": [{"do": "draw"}]},
            {
                "cost": {"sacrifice": True},
                "only_if": {"cards": ENEMY, "least": 1},
                "effects": [{"do": "draw", "n": 2}],
            },
        ],
    )
    cards, before = {"fort": fort}, [*ready("fort", bo=("fort",)), NEXT]
    deck = ["fort"], ["fort"]
    use = {"activate": "Ana/1", "targets": ["Bo/1"]}
    after = played(*deck, [*before, use, PASS, PASS], cards)
    assert (life(after, "Bo/1"), after["resources"]["Ana"]) == (2, 3)
    assert refusal(*deck, [*before, use, use], cards)[1] == "tapped"
    hurt = played(*deck, [*before, {"activate": "Ana/1", "ability": 1}], cards)
    assert life(hurt, "Ana/1") == 1
    again = [*before, {"activate": "Ana/1", "ability": 1}, {"activate": "Ana/1", "ability": 1}]
    assert refusal(*deck, again, cards)[1] == "wrong_phase"
    gone = played(*deck, [*before, {"activate": "Ana/1", "ability": 2}, PASS, PASS], cards)
    assert gone["discard"]["Ana"] == ["Ana/1"] and len(gone["hands"]["Ana"]) == 8
    assert refusal(*deck, [*before, {"activate": "Ana/1", "ability": 3}], cards)[1] == "bad_target"
    assert refusal(*deck, [*before, NEXT, use], cards)[1] == "wrong_phase"
    assert refusal(*deck, [*before, PASS, {"activate": "Bo/1", "ability": 1}], cards)[1] == "wrong_phase"
    fresh = [NEXT, {"play": "Ana/1"}, PASS, PASS, {"activate": "Ana/1", "ability": 1}]
    assert refusal(*deck, fresh, cards)[1] == "preparing"


def test_keywords() -> None:
    def with_(keyword: str) -> dict[str, Any]:
        return ally(2, 2, 2, abilities=[{"passive": [{"keyword": keyword}]}])

    cards = {key: with_(key) for key in ("swift", "evasive", "rooted", "peaceful", "passive")}
    swift = [NEXT, {"play": "Ana/1"}, NEXT, {"attack": {"Ana/1": "Bo/c"}}]
    assert played(["swift"], [], swift, cards)["battle"]["Ana"]["Ana/1"]["tapped"]
    offence = [*ready("evasive", bo=("passive",)), NEXT, NEXT]
    attack, block = {"attack": {"Ana/1": "Bo/c"}}, {"block": {"Bo/1": "Ana/1"}}
    assert refusal(["evasive"], ["swift"], [*offence, attack, block], cards)[1] == "bad_target"
    assert refusal(["swift"], ["passive"], [*offence, attack, block], cards)[1] == "bad_target"
    assert refusal(["rooted"], ["swift"], [*offence, attack], cards)[1] == "bad_target"
    influence = {"influence": {"Ana/1": "Bo/c"}}
    assert refusal(["peaceful"], ["swift"], [*offence, NEXT, influence], cards)[1] == "bad_target"


@pytest.mark.parametrize(
    ("trigger", "more", "actions", "drawn"),
    [
        ("leaves", {}, [{"play": "Ana/2", "targets": ["Ana/1"]}, NEXT], 1),
        ("dies", {}, [{"play": "Ana/2", "targets": ["Ana/1"]}, NEXT], 1),
        ("attacks", {}, [NEXT, {"attack": {"Ana/1": "Bo/c"}}, NEXT], 1),
        ("tapped", {}, [NEXT, {"attack": {"Ana/1": "Bo/c"}}, NEXT], 1),
        ("blocks", {"of": "self"}, [NEXT, {"attack": {"Ana/1": "Bo/c"}}, NEXT], 0),
        ("influences", {}, [NEXT, NEXT, {"influence": {"Ana/1": "Bo/o1"}}, NEXT], 1),
        ("base_won", {}, [NEXT, NEXT, {"influence": {"Ana/1": "Bo/o1"}}, NEXT, PASS, PASS], 1),
        (
            "base_lost",
            {"of": "opponent"},
            [NEXT, NEXT, {"influence": {"Ana/1": "Bo/o1"}}, NEXT, PASS, PASS],
            1,
        ),
        ("played", {}, [{"play": "Ana/2", "targets": ["Ana/1"]}, PASS, PASS], 1),
        (
            "played",
            {"of": {"what": "ally", "whose": "own"}},
            [{"play": "Ana/2", "targets": ["Ana/1"]}, PASS, PASS],
            0,
        ),
        (
            "turn_ends",
            {"only_if": {"cards": {"state": "tapped"}}},
            [NEXT, {"attack": {"Ana/1": "Bo/c"}}, NEXT, NEXT, PASS, PASS],
            1,
        ),
        ("turn_ends", {"only_if": {"turn": "enemy"}}, [NEXT, NEXT, NEXT], 0),
        ("damaged", {"once": True}, [{"play": "Ana/3"}, PASS, PASS, PASS, PASS], 1),
    ],
)
def test_triggers(trigger: str, more: dict[str, Any], actions: list[Any], drawn: int) -> None:
    cards = {
        "watcher": ally(2, 5, 9, abilities=[{"when": trigger, "effects": [{"do": "draw"}], **more}]),
        "bolt": manoeuvre({"do": "destroy"}, targets=[ANY]),
        "rain": manoeuvre({"do": "damage", "on": ANY}),
    }
    before = [*ready("watcher"), NEXT]
    deck = ["watcher", "bolt", "rain"]
    start, after = (played(deck, [], steps, cards) for steps in (before, [*before, *actions]))
    assert start["decks"]["Ana"] - after["decks"]["Ana"] == drawn


def test_a_trigger_of_a_modification_for_its_host() -> None:
    bond = {
        **PLAIN["sword"],
        "attach_cost": 0,
        "abilities": [{"when": "dies", "of": "host", "effects": [{"do": "draw"}]}],
    }
    cards = {"bond": bond, "free": ally(1, 1), "bolt": manoeuvre({"do": "destroy"}, targets=[ANY])}
    actions = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}, *[PASS] * 4, {"attach": "Ana/2", "to": "Ana/1"}]
    actions += [{"play": "Ana/3", "targets": ["Ana/1"]}, PASS, PASS, PASS, PASS]
    assert played(["free", "bond", "bolt"], [], actions, cards)["decks"]["Ana"] == 16
