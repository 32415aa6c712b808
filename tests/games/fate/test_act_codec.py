import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import RuleError
from companion.games import fate
from companion.games.codec import decode, encode
from companion.games.fate.act_codec import ACTS, read_acts
from companion.games.fate.acts import Act, Attack, EndTurn, Mend, MonsterAttack, Use
from companion.games.fate.position import Position


@settings(max_examples=20)
@given(st.one_of([st.from_type(act) for act in sorted(ACTS.values(), key=lambda act: act.__name__)]))
def test_every_act_is_read_back_as_it_was(act: Act) -> None:
    written = json.loads(json.dumps(fate.act_object(act)))
    assert fate.read_act(written) == act
    assert fate.act_object(fate.read_act(written)) == written


@settings(max_examples=50)
@given(st.from_type(Position))
def test_every_position_is_read_back_as_it_was(position: Position) -> None:
    problems: list[Any] = []
    assert decode(Position, json.loads(json.dumps(encode(position))), "position", problems) == position
    assert not problems


@pytest.mark.parametrize(
    ("act", "written"),
    [
        (Mend({0: 2, 15: 1}), {"do": "mend", "heal": {"0": 2, "15": 1}}),
        (EndTurn("hero"), {"do": "end_turn", "upgrade": "hero"}),
        (EndTurn(4, discard=(25,)), {"do": "end_turn", "upgrade": 4, "discard": [25]}),
        (
            Attack("m3", ("hit", "rune"), (Use(3, mana=3, monsters=("m1",)),)),
            {
                "do": "attack",
                "monster": "m3",
                "dice": ["hit", "rune"],
                "uses": [{"card": 3, "mana": 3, "monsters": ["m1"]}],
            },
        ),
        (MonsterAttack("m1"), {"do": "monster_attack", "monster": "m1"}),
    ],
)
def test_how_acts_are_written(act: Act, written: object) -> None:
    assert fate.act_object(act) == written


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (None, 'act: expected an object with the key "do", found nothing.'),
        ({}, "act.do: expected move, use, "),
        ({"do": "jump"}, "found 'jump'."),
        ({"do": []}, "found []."),
        ({"do": "move"}, "act.to: expected a value, found nothing."),
        ({"do": "move", "to": 5}, "act.to: expected a text, found 5."),
        ({"do": "move", "to": "8,7", "speed": 2}, "act.speed: expected no such key, found 2."),
        ({"do": "draw", "card": True}, "act.card: expected a whole number, found True."),
        ({"do": "discard", "cards": 25}, "act.cards: expected a list, found 25."),
        ({"do": "discard", "cards": [25, [3]]}, "act.cards[1]: expected a whole number, found [3]."),
        ({"do": "mend", "heal": [1]}, "act.heal: expected an object, found [1]."),
        ({"do": "mend", "heal": {"07": 1}}, "act.heal: expected whole numbers as keys, found '07'."),
        ({"do": "end_turn", "upgrade": "x"}, "act.upgrade: expected ability, hero, found 'x'."),
        ({"do": "attack", "monster": "m1", "dice": ["hit", "7"]}, "act.dice[1]: expected hit, cover, blank"),
        (
            {"do": "attack", "monster": "m1", "dice": [], "free": 1},
            "act.free: expected true or false, found 1",
        ),
        (
            {"do": "attack", "monster": "m1", "dice": [], "uses": [{"mana": "2"}]},
            "act.uses[0].card: expected a value, found nothing. act.uses[0].mana: expected a whole number",
        ),
    ],
)
def test_mistakes_name_their_place(written: object, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        fate.read_act(written)
    assert caught.value.code == "bad_act"
    assert message in str(caught.value)


def test_all_mistakes_of_a_list_are_told_at_once() -> None:
    with pytest.raises(RuleError) as caught:
        read_acts([{"do": "walk"}, {"do": "walk", "x": 1}, 5])
    assert caught.value.code == "bad_document"
    assert "moves[1].x:" in str(caught.value)
    assert "moves[2]:" in str(caught.value)
    assert "moves[0]" not in str(caught.value)
    with pytest.raises(RuleError, match=r"moves: expected a list of acts, found \{\}"):
        read_acts({})
