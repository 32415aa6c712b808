"""Effects, triggers, conditions and costs of the effect language, each in a small duel."""

from typing import Any

import pytest

from companion.games.fabula.script import play
from tests.games.fabula.written import CARDS as PLAIN
from tests.games.fabula.written import NEXT, PASS, ally, document, entry, outcome, played, ready, refusal

OWN, ENEMY = {"whose": "own"}, {"whose": "enemy"}
ANY: dict[str, Any] = {}


def manoeuvre(*effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "manoeuvre", "colors": ["red"], "effects": list(effects), **more}


def cast(effect: dict[str, Any] | list[dict[str, Any]], *targets: str, **more: Any) -> dict[str, Any]:
    """Return the result of a manoeuvre in Ana's second turn.

    Ana has Ana/1 (a fighter), Bo has Bo/1 and Bo/2.
    """
    effects = effect if isinstance(effect, list) else [effect]
    selectors = more.pop("targets", [ANY] * len(targets))
    cards = {
        "fighter": ally(3, 4, 2), "spell": manoeuvre(*effects, targets=selectors, **more.pop("spell", {})),
        "chip": ally(1, 1, 1, token=True), **more.pop("cards", {}),
    }  # fmt: skip
    before = [*ready("fighter", bo=("fighter", "fighter")), NEXT, *more.pop("before", [])]
    actions = [*before, {"play": "Ana/2", "targets": list(targets)}, PASS, PASS, *more.pop("after", [])]
    return played(["fighter", "spell"], ["fighter", "fighter"], actions, cards, **more)


def life(result: dict[str, Any], id_: str) -> int:
    return int(result["battle"][id_.split("/")[0]][id_]["life"])


def test_draw_and_discard() -> None:
    after = cast({"do": "draw", "n": 2})
    assert len(after["hands"]["Ana"]) == 7 and after["discard"]["Ana"] == ["Ana/2"]
    both = cast({"do": "draw", "on": "both"})
    assert (len(both["hands"]["Ana"]), len(both["hands"]["Bo"])) == (6, 5)
    rid = cast({"do": "discard", "n": 9, "on": "opponent"})
    assert rid["hands"]["Bo"] == [] and len(rid["discard"]["Bo"]) == 4


def test_who_discards_chooses_first() -> None:
    after = cast({"do": "discard", "on": "opponent"}, after=[{"discard": ["Bo/4"]}])
    assert after["discard"]["Bo"] == ["Bo/4"]
    waiting = cast({"do": "discard", "on": "opponent"})
    assert len(waiting["hands"]["Bo"]) == 4
    with pytest.raises(AssertionError, match="must_discard"):
        cast({"do": "discard", "on": "opponent"}, after=[PASS])
    with pytest.raises(AssertionError, match="too_many"):
        cast({"do": "discard", "on": "opponent"}, after=[{"discard": ["Bo/4", "Bo/5"]}])


def test_damage_heal_and_death() -> None:
    assert life(cast({"do": "damage", "n": 3}, "Bo/1"), "Bo/1") == 1
    assert cast({"do": "damage", "n": 4}, "Bo/1")["discard"]["Bo"] == ["Bo/1"]
    healed = [{"do": "damage", "n": 3}, {"do": "heal", "n": 2}]
    assert life(cast(healed, "Bo/1"), "Bo/1") == 3
    everybody = cast({"do": "damage", "n": 1, "on": ENEMY})
    assert [life(everybody, id_) for id_ in ("Ana/1", "Bo/1", "Bo/2")] == [4, 3, 3]
    base = cast({"do": "damage", "n": 5}, "Bo/o1", targets=[{"what": "base"}])
    assert base["territory"]["Bo"]["Bo/o1"]["destroyed"]


def test_damage_for_each_card() -> None:
    counted = {"do": "damage", "n": 1, "per": {"whose": "enemy"}}
    assert life(cast(counted, "Bo/1"), "Bo/1") == 2


def test_destroy_banish_and_return() -> None:
    assert cast({"do": "destroy"}, "Bo/1")["discard"]["Bo"] == ["Bo/1"]
    assert cast({"do": "banish"}, "Bo/1")["banished"]["Bo"] == ["Bo/1"]
    assert "Bo/1" in cast({"do": "return"}, "Bo/1")["hands"]["Bo"]
    assert cast({"do": "return", "to": "deck_top"}, "Bo/1")["decks"]["Bo"] == 17
    back = cast(
        [{"do": "destroy"}, {"do": "return", "to": "battle", "on": {"zone": "discard", "whose": "own"}}],
        "Ana/1",
    )
    assert back["battle"]["Ana"]["Ana/1"]["preparing"]
    assert (
        cast({"do": "destroy"}, "Bo/c", targets=[{"what": "base"}])["result"]["reason"] == "centre_destroyed"
    )


def test_banished_cards_never_return() -> None:
    gone = cast([{"do": "banish"}, {"do": "return"}], "Bo/1")
    assert gone["banished"]["Bo"] == ["Bo/1"]
    with pytest.raises(AssertionError, match="bad_target"):
        cast({"do": "banish"}, "Bo/1", after=[{"adjust": [{"card": "Bo/1", "zone": "hand"}]}])
    unknown = document([], [], [], {"x": manoeuvre({"do": "return", "on": {"zone": "banished"}})})
    assert "zone" in play(unknown)["error"]["message"]


def test_tap_and_restore() -> None:
    assert cast({"do": "tap"}, "Bo/1")["battle"]["Bo"]["Bo/1"]["tapped"]
    assert not cast([{"do": "tap"}, {"do": "restore"}], "Bo/1")["battle"]["Bo"]["Bo/1"]["tapped"]


def test_change_of_numbers_and_its_end() -> None:
    stronger = {"do": "change", "offence": 2, "life": 1, "influence": -5}
    after = cast(stronger, "Ana/1")
    assert after["battle"]["Ana"]["Ana/1"] == entry("fighter", 5, 5, 0)
    end = [NEXT, NEXT, NEXT, NEXT]
    assert cast(stronger, "Ana/1", after=end)["battle"]["Ana"]["Ana/1"]["offence"] == 3
    assert cast({**stronger, "until": "always"}, "Ana/1", after=end)["battle"]["Ana"]["Ana/1"]["offence"] == 5
    assert cast({"do": "change", "life": -4}, "Bo/1")["discard"]["Bo"] == ["Bo/1"]


def test_resources_and_their_cap() -> None:
    assert cast({"do": "resources", "n": 3})["resources"]["Ana"] == 7
    low = document([], [], [])["setup"] | {"format": {"resource_cap": 4}}
    result = outcome([], [], [], {"spell": manoeuvre({"do": "cap", "n": 2})}, setup=low)
    assert result["error"] is None
    low["decks"]["Ana"]["cards"] = ["spell", *["guard"] * 20]
    turn = [*[NEXT] * 4, {"discard": ["Bo/1"]}, NEXT]
    actions = [
        NEXT,
        {"play": "Ana/1"},
        NEXT,
        NEXT,
        NEXT,
        NEXT,
        *turn,
        *[NEXT] * 4,
        {"discard": ["Ana/2"]},
        NEXT,
    ]
    later = played(
        [],
        [],
        [*actions, *[NEXT] * 4, {"discard": ["Bo/2"]}, NEXT],
        {"spell": manoeuvre({"do": "cap", "n": 2})},
        setup=low,
    )
    assert (later["turn_number"], later["resources"]["Ana"]) == (5, 6)


def test_damage_moves() -> None:
    moved = [{"do": "damage", "n": 3}, {"do": "move_damage", "n": 2, "source": "target", "on": "target2"}]
    after = cast(moved, "Bo/1", "Bo/2")
    assert (life(after, "Bo/1"), life(after, "Bo/2")) == (3, 2)


def test_tokens_come_and_leave_the_duel() -> None:
    after = cast({"do": "token", "token": "chip", "n": 2})
    assert {id_ for id_ in after["battle"]["Ana"] if "/t" in id_} == {"Ana/t1", "Ana/t2"}
    gone = cast([{"do": "token", "token": "chip"}, {"do": "destroy", "on": {"whose": "own"}}])
    assert gone["battle"]["Ana"] == {} and gone["discard"]["Ana"] == ["Ana/1", "Ana/2"]
    assert "t1" not in str(gone)


def test_a_second_copy_of_a_unique_token_is_refused() -> None:
    cards = {
        "chip": ally(1, 1, token=True, unique=True),
        "spell": manoeuvre({"do": "token", "token": "chip"}),
    }
    actions = [NEXT, {"play": "Ana/1"}, PASS, PASS, {"play": "Ana/2"}]
    assert refusal(["spell", "spell"], [], actions, cards) == (5, "bad_target")
    waiting = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}, NEXT]
    assert len(played(["spell", "spell"], [], waiting, cards)["battle"]["Ana"]) == 1


def test_counter_and_an_answer_that_comes_too_late() -> None:
    counter = manoeuvre({"do": "counter"}, targets=[{"what": "card", "zone": "stack", "whose": "enemy"}])
    cards = {"counter": counter, "free": ally(1, 1)}
    actions = [*ready(), NEXT, {"play": "Ana/1"}, PASS, {"play": "Bo/1", "targets": ["Ana/1"]}]
    after = played(["free"], ["counter"], [*actions, PASS, PASS], cards)
    assert (after["stack"], after["battle"]["Ana"], after["discard"]["Ana"]) == ([], {}, ["Ana/6", "Ana/1"])
    late = [*ready(), NEXT, {"play": "Ana/1"}, PASS, PASS, PASS, {"play": "Bo/1", "targets": ["Ana/1"]}]
    assert refusal(["free"], ["counter"], late, cards) == (len(late), "bad_target")


def test_an_answer_takes_the_target_away() -> None:
    cards = {"bolt": manoeuvre({"do": "damage", "n": 9}, targets=[ENEMY]), "free": ally(1, 1),
             "home": manoeuvre({"do": "return"}, targets=[OWN])}  # fmt: skip
    actions = [
        *ready(bo=("free",)),
        NEXT,
        {"play": "Ana/1", "targets": ["Bo/1"]},
        PASS,
        {"play": "Bo/2", "targets": ["Bo/1"]},
        NEXT,
    ]
    after = played(["bolt"], ["free", "home"], actions, cards)
    assert "Bo/1" in after["hands"]["Bo"] and after["discard"]["Bo"] == ["Bo/2"]


def test_control_for_a_turn_or_for_good() -> None:
    taken = cast({"do": "control"}, "Bo/1")
    assert "Bo/1" in taken["battle"]["Ana"]
    later = [NEXT, NEXT, NEXT, NEXT]
    assert "Bo/1" in cast({"do": "control"}, "Bo/1", after=later)["battle"]["Bo"]
    kept = {"do": "control", "until": "always"}
    assert "Bo/1" in cast(kept, "Bo/1", after=later)["battle"]["Ana"]
    owner = cast([kept, {"do": "destroy"}], "Bo/1")
    assert owner["discard"]["Bo"] == ["Bo/1"], "a card goes to its owner's discard"


def test_search_takes_the_first_that_fits() -> None:
    look = {"do": "search", "look": 3, "find": {"zone": "deck", "what": "ally"}}
    after = cast(look)
    assert after["hands"]["Ana"][-1] == "Ana/8" and after["decks"]["Ana"] == 14
    none = cast({**look, "find": {"zone": "deck", "what": "modification"}})
    assert none["decks"]["Ana"] == 15


def test_prevention_stops_the_next_damage() -> None:
    shield = [{"do": "prevent", "n": 2}, {"do": "damage", "n": 3}, {"do": "damage", "n": 1}]
    assert life(cast(shield, "Bo/1"), "Bo/1") == 2


SWORD = {
    **PLAIN["sword"],
    "attach_cost": 0,
    "abilities": [{"passive": [{"on": "host", "offence": 2, "life": 1}]}],
}
FREE = {"free": ally(1, 1, 1), "sword": SWORD}


def test_attach_by_an_effect_and_what_the_host_gets() -> None:
    armourer = ally(1, 1, abilities=[
        {"when": "enters", "targets": [{"what": "modification", "whose": "own"}, OWN],
         "effects": [{"do": "attach", "source": "target", "on": "target2"}]}])  # fmt: skip
    actions = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}, *[PASS] * 4, {"play": "Ana/3"}, *[PASS] * 4]
    after = played(["free", "sword", "smith"], [], actions, {**FREE, "smith": armourer})
    assert after["battle"]["Ana"]["Ana/1"]["attached"] == ["Ana/2"]
    assert after["battle"]["Ana"]["Ana/1"]["offence"] == 3


def test_a_modification_stays_when_its_host_dies_and_the_host_loses_what_it_gave() -> None:
    cards = {**FREE, "bolt": manoeuvre({"do": "damage", "n": 9}, targets=[ANY])}
    actions = [NEXT, {"play": "Ana/1"}, {"play": "Ana/2"}, *[PASS] * 4, {"attach": "Ana/2", "to": "Ana/1"}]
    actions += [{"play": "Ana/3", "targets": ["Ana/1"]}, PASS, PASS]
    after = played(["free", "sword", "bolt"], [], actions, cards)
    assert list(after["battle"]["Ana"]) == ["Ana/2"] and after["discard"]["Ana"] == ["Ana/3", "Ana/1"]


def test_a_text_of_the_players_is_done_by_them() -> None:
    cards = {"riddle": {"type": "manoeuvre", "text": "Guess a card."}, "free": ally(1, 5)}
    actions = [*ready("free"), NEXT, {"play": "Ana/2"}, PASS, PASS]
    changed = {
        "adjust": [
            {"card": "Ana/1", "damage": 2, "tapped": True, "offence": 3},
            {"player": "Bo", "resources": 7},
        ]
    }
    after = played(["free", "riddle"], [], [*actions, changed], cards)
    assert after["battle"]["Ana"]["Ana/1"] == entry("free", 4, 3, 0, tapped=True)
    assert after["resources"]["Bo"] == 7
    moved = {"adjust": [{"card": "Ana/1", "zone": "discard"}, {"card": "Bo/1", "zone": "battle"}]}
    after = played(["free", "riddle"], [], [*actions, moved], cards)
    assert (after["discard"]["Ana"], list(after["battle"]["Bo"])) == (["Ana/2", "Ana/1"], ["Bo/1"])
    lost = {"adjust": [{"card": "Bo/c", "destroyed": True}]}
    assert played(["free", "riddle"], [], [*actions, lost], cards)["result"]["reason"] == "centre_destroyed"
    taken = {"adjust": [{"card": "Bo/c", "controller": "Ana"}]}
    assert played(["free", "riddle"], [], [*actions, taken], cards)["result"]["reason"] == "centre_conquered"
    for wrong in (
        {"card": "Ana/9", "tapped": True},
        {"player": "Cy", "draw": 1},
        {"card": "Bo/c", "zone": "hand"},
    ):
        assert refusal(["free", "riddle"], [], [*actions, {"adjust": [wrong]}], cards)[1] == "bad_target"


def test_cards_that_nobody_knows_yet_are_named_when_they_are_played() -> None:
    doc = document([], [], [NEXT, {"play": "Ana/2", "shows": {"Ana/2": "guard"}}, NEXT])
    for deck in doc["setup"]["decks"].values():
        deck["cards"] = ["?"] * 10
    after = play(doc)
    assert after["error"] is None and after["battle"]["Ana"]["Ana/2"]["card"] == "guard"
    doc["actions"][1] = {"play": "Ana/2"}
    assert play(doc)["error"]["code"] == "unknown_card"
    doc["actions"][1] = {"play": "Ana/2", "shows": {"Ana/2": "nobody"}}
    assert play(doc)["error"]["code"] == "unknown_card"
