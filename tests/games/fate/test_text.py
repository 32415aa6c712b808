import json
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.position import CardState, Hero, Monster, PendingAttacks, Position

START = fate.start([("Ana", "bjorn"), ("Bo", "alva")])


def place(**fields: Any) -> Position:
    return START._replace(**{"phase": "heroes", "next_monster": 3, **fields})


def load_error(position: Position) -> str:
    with pytest.raises(RuleError) as caught:
        fate.load(fate.dump(position))
    assert caught.value.code == "bad_position"
    return str(caught.value)


def test_a_line_leads_back_to_its_position() -> None:
    position = place(
        monsters=(Monster("m1", "surt", "9,5", 2, 7), Monster("m2", "goblin", "1,9", bounty=2)),
        markers={"5,7": 1},
        yellow=START.yellow._replace(under=(3,), shuffled=START.yellow.shuffled - {3, 4}),
        legend_cards=(4,),
    )
    line = fate.dump(position)
    assert "\n" not in line
    assert fate.load(line) == position
    assert fate.dump(fate.load(line)) == line


@pytest.mark.parametrize("line", ["", "nonsense", "[]", "{}", "[" * 5000, '{"options":{},"heroes":1}'])
def test_no_position(line: str) -> None:
    with pytest.raises(RuleError, match="expected") as caught:
        fate.load(line)
    assert caught.value.code == "bad_position"


def test_unknown_keys_are_named() -> None:
    written = json.loads(fate.dump(START)) | {"weather": "rain"}
    with pytest.raises(RuleError, match=r"position\.weather: expected no such key, found 'rain'"):
        fate.load(json.dumps(written))


GOBLIN = Monster("m1", "goblin", "8,7")
BJORN, ALVA = START.heroes


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (
            place(monsters=(GOBLIN, GOBLIN._replace(id="m2"))),
            "one character, found m1 and m2",
        ),
        (place(monsters=(GOBLIN,), heroes=(BJORN._replace(hex="8,7"), ALVA)), "found bjorn and m1"),
        (place(monsters=(GOBLIN, GOBLIN._replace(hex="1,9"))), "monsters[1].id: expected a name of its own"),
        (place(monsters=(Monster("m1", "wolf", "8,7"),)), "monsters[0].kind: expected goblin, brute"),
        (place(monsters=(Monster("m1", "surt", "8,7"),)), "monsters[0].level: expected 1 or 2 for a legend"),
        (place(monsters=(Monster("m1", "goblin", "8,7", 1),)), "monsters[0].level: expected 1 or 2 for a le"),
        (
            place(monsters=(Monster("m1", "goblin", "18,7"),)),
            "monsters[0].hex: expected a hex open to mon",
        ),
        (place(monsters=(Monster("m1", "goblin", "G"),)), "monsters[0].hex: expected a hex open to mon"),
        (place(monsters=(Monster("m1", "goblin", "1,11", damage=2),)), "damage: expected 0 to 1, found 2"),
        (
            place(monsters=tuple(Monster(f"m{x}", "surt", f"{x},9", 1) for x in (1, 2))),
            "monsters: expected at most 1 of surt, found 2",
        ),
        (place(heroes=(BJORN._replace(hex="9,11"), ALVA)), "heroes[0].hex: expected a hex open to heroes"),
        (place(heroes=(BJORN, ALVA._replace(id="bjorn"))), "heroes[1].id: expected a hero of its own"),
        (
            place(heroes=(BJORN, ALVA._replace(id="thor"))),
            "heroes[1].id: expected bjorn, alva",
        ),
        (place(heroes=(BJORN, ALVA._replace(player="Ana"))), "heroes[1].player: expected a name of its own"),
        (place(heroes=()), "heroes: expected 1 to 4 heroes, found 0"),
        (place(heroes=(BJORN._replace(gold=-1), ALVA)), "heroes[0].gold: expected 0 to 999, found -1"),
        (
            place(heroes=(BJORN._replace(cards=(CardState(3), CardState(3))), ALVA)),
            "cards[1].number: expected every",
        ),
        (place(monsters=(GOBLIN,), next_monster=1), "next_monster: expected at least 2, found 1"),
        (place(town=11), "town: expected 0 to 10, found 11"),
        (place(step=13), "step: expected 1 to 12, found 13"),
        (place(turn=2), "turn: expected 0 to 1, found 2"),
        (place(result="won"), 'result: expected "won" or "lost" in the phase "over"'),
        (place(markers={"5,8": 1}), "markers: expected 5,7, 17,5, 5,17, found '5,8'"),
        (
            place(to_attack=(PendingAttacks("m9", 1),)),
            "to_attack[0].monster: expected a monster on the board",
        ),
        (place(legend_cards=(4,)), "legend_cards: expected every card in one place, found 4"),
        (place(yellow=START.red, red=START.yellow), "yellow.shuffled: expected monster cards of this colour"),
    ],
)
def test_what_cannot_be_is_named_with_its_place(position: Position, message: str) -> None:
    assert message in load_error(position)


def test_all_problems_are_told_at_once() -> None:
    many = place(town=-1, step=0, heroes=(Hero("x", ""), ALVA))
    assert all(name in load_error(many) for name in ("town:", "step:", "heroes[0].id:"))
