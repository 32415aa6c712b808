"""Answer to a question: a hero's values, and acts that are all accepted."""

import json
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.codec import encode
from companion.games.fate import rules, script
from companion.games.fate.act_codec import read_act
from companion.games.fate.position import Attacked, CardState, Hero, Monster, PendingAttacks, Position
from companion.games.fate.strikes import hero_roll
from tests.games.fate.hero_tables import turn_of
from tests.games.fate.test_random_turns import some_position

ONE_OF = ("to", "monster", "card", "next")
PLAIN = ("prepare", "practice", "move", "attack", "focus", "hold", "quest")


def asked(position: Position, hero: str) -> dict[str, Any]:
    question = {"game": "fate", "ask": {"position": encode(position), "hero": hero}}
    answer: dict[str, Any] = json.loads(json.dumps(script.play(json.loads(json.dumps(question)))))
    return answer


def acts(position: Position, hero: Hero, offer: dict[str, Any], chance: Random) -> list[dict[str, Any]]:
    """Return acts of an offer: one for every value of a key that takes one."""
    count = offer.pop("dice", 0)
    dice = {"dice": list(hero_roll(hero, count, chance))} if count else {}
    lists = [key for key in ONE_OF if isinstance(offer.get(key), list)]
    if not lists:
        return [{**offer, **dice}]
    return [{**offer, lists[0]: value, **dice} for value in offer[lists[0]]]


def test_values_and_acts_of_a_hero_in_the_own_turn() -> None:
    position = turn_of("bjorn", CardState(3, mana=3), 15, monsters={"15,8": "troll"}, damage=2, hand=0)
    answer = asked(position, "bjorn")
    assert [answer[key] for key in ("strength", "range", "health", "left", "steps")] == [3, 2, 9, 7, 3]
    offer = {act["do"]: act for act in answer["acts"]}
    assert offer["attack"] == {"do": "attack", "monster": ["15,8"], "dice": 3}
    assert "14,8" in offer["move"]["to"] and "15,8" not in offer["move"]["to"]
    assert {"do": "use", "card": 3, "monsters": ["15,8"], "most": 1} in answer["acts"]
    assert offer["end_turn"] == {"do": "end_turn", "upgrade": ["hero", 3]}


def test_a_move_by_a_card_is_told_with_its_ways_f_054() -> None:
    answer = asked(turn_of("embla", 7, hand=0, actions=("move", "attack")), "embla")
    assert answer["steps"] == 0
    (step,) = [act for act in answer["acts"] if act["do"] == "use"]
    assert sorted(step["path"]) == [["12,8"], ["12,9"], ["13,7"], ["13,9"], ["14,7"], ["14,8"]]


@pytest.mark.parametrize("seed", range(12))
def test_every_act_of_an_answer_is_accepted(seed: int) -> None:
    chance = Random(seed)
    position = some_position(chance)
    hero = position.heroes[0]
    played = 0
    for offer in asked(position, hero.id)["acts"]:
        if offer["do"] in PLAIN and not {"discard", "hexes", "kill"} & set(offer):
            for act in acts(position, hero, offer, chance):
                rules.apply(position, read_act(act))
                played += 1
        elif offer["do"] == "use" and "path" in offer:
            for way in offer["path"]:
                rules.apply(position, read_act({**offer, "path": way}))
                played += 1
    assert played


def test_between_the_steps_and_after_an_attack_the_answers_are_told_f_071() -> None:
    others = (Hero("bjorn", "Bo", "12,8", hand=1),)
    position = turn_of("embla", monsters={"14,8": "troll"}, phase="attacks", others=others)
    position = position._replace(to_attack=(PendingAttacks("14,8", 1),))
    vigilance = {"do": "use", "card": 32, "hero": "embla", "monsters": ["14,8"], "most": 1}
    assert asked(position, "embla")["acts"][0] == vigilance
    position = position._replace(attacks_begun=True, attacked=Attacked("14,8", ("embla",)))
    offer = asked(position, "embla")["acts"]
    assert offer[0] == {**vigilance, "card": 31}
    assert [act["do"] for act in offer] == ["use", "discard"]
    assert [act["do"] for act in asked(position, "bjorn")["acts"]] == ["discard"]


def test_in_step_3_what_may_be_held_is_told_f_276() -> None:
    position = turn_of("bjorn", 5, monsters={"14,8": "goblin", "15,8": "troll"}, phase="walk", hand=0)
    assert asked(position, "bjorn")["acts"] == [
        {"do": "hold", "hero": "bjorn", "card": 5, "monster": ["14,8"]}
    ]


def test_a_quest_just_fulfilled_is_told_f_094() -> None:
    monsters: dict[str, str | Monster] = {"13,9": "imp"}
    position = turn_of("boldur", 15, phase="attacks", equipment=25, quest=3, monsters=monsters, hand=0)
    position = position._replace(attacks_begun=True, to_attack=(PendingAttacks("13,9", 1),))
    (quest,) = asked(position, "boldur")["acts"]
    assert (quest["do"], quest["hero"]) == ("quest", "boldur")
    assert 25 not in quest["next"]


@pytest.mark.parametrize(
    ("question", "code", "message"),
    [
        ({}, "bad_document", "ask.position: expected a value"),
        (7, "bad_document", "ask.hero: expected a value"),
        ({"position": {}, "hero": "bjorn", "act": 1}, "bad_document", "ask.act: expected no such key"),
        ({"position": {}, "hero": "bjorn"}, "bad_setup", "setup.position.options: expected a value"),
        ({"position": encode(turn_of("alva")), "hero": "bjorn"}, "unknown_hero", "Expected one of alva"),
    ],
)
def test_questions_that_cannot_be_answered(question: object, code: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        script.play({"game": "fate", "ask": question})
    assert caught.value.code == code
    assert message in str(caught.value)
