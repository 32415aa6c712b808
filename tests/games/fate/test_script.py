import json
import re
from pathlib import Path
from typing import Any

import pytest

import companion.games.fate
from companion.errors import RuleError
from companion.games import fate
from companion.games.fate import script
from companion.games.fate.act_codec import ACTS
from companion.games.fate.position import Options
from tests.games.fate.whole_games import whole_game

TEXT = Path(companion.games.fate.__file__).with_name("SCRIPT.md").read_text("utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
PLAYERS: list[dict[str, Any]] = [{"name": "Ana", "hero": "bjorn"}, {"name": "Bo", "hero": "alva"}]


def test_the_page_names_every_act_with_its_keys() -> None:
    rows = dict(re.findall(r"^\| (`.+?`) \|(.*)\|$", TEXT, re.MULTILINE))
    for name, act in ACTS.items():
        row = next(row for acts, row in rows.items() if f"`{name}`" in acts)
        assert all(f"`{field}`" in row for field in act._fields), name  # type: ignore[attr-defined]  # NamedTuples


def opening(**more: Any) -> dict[str, Any]:
    return {"players": PLAYERS, **more}


@pytest.mark.parametrize(
    ("document", "printed"),
    list(zip(EXAMPLES[::2], EXAMPLES[1::2], strict=True)),
    ids=["game", "monster_turn", "reinforcement"],
)
def test_examples_of_the_page(document: dict[str, Any], printed: dict[str, Any]) -> None:
    result = json.loads(json.dumps(script.play(document)))
    assert {key: result[key] for key in printed} == printed
    assert set(result) - set(printed) <= {"position"}


def test_a_setup_is_read_back() -> None:
    players: list[fate.Player | tuple[str, str]] = [fate.Player("Ana", "embla", 5, 20), ("Bo", "boldur")]
    options = Options("long", monster_die=True, legend_swaps_legend=False)
    written = json.loads(json.dumps(script.setup_object(players, options)))
    assert script.read_setup(written) == fate.start(players, options)


def test_a_game_is_the_same_when_cut_in_the_middle() -> None:
    played = list(whole_game(1))
    moves = [fate.act_object(step.act) for step in played]
    start = {"position": json.loads(fate.dump(played[0].before))}
    whole = script.play({"setup": start, "moves": moves})
    half = script.play({"setup": start, "moves": moves[:40]})
    rest = script.play({"setup": {"position": half["position"]}, "moves": moves[40:]})
    assert half["status"] == "playing"
    assert {**whole, "moves_played": None} == {**rest, "moves_played": None}
    assert (whole["status"], whole["moves_played"], whole["error"]) == ("finished", len(moves), None)
    assert whole["result"] == played[-1].applied.position.result


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"do": "walk"}, "not_now"),
        ({"do": "end_turn"}, "not_now"),
        ({"do": "draw", "card": 32}, "bad_card"),
        ({"do": "draw", "card": 40}, "bad_card"),
        ({"do": "correct", "what": "town", "value": 99}, "bad_correction"),
    ],
)
def test_illegal_act_leaves_the_state_before_it(move: dict[str, Any], code: str) -> None:
    draw = {"do": "draw", "card": 32}
    before = script.play({"setup": opening(), "moves": [draw]})
    after = script.play({"setup": opening(), "moves": [draw, move, {"do": "draw", "card": 7}]})
    error = after.pop("error")
    assert {**after, "error": None} == before
    assert (error["move"], error["code"]) == (2, code)
    assert "xpected" in error["message"]


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (None, 'setup: expected an object with the key "players", found nothing.'),
        ([], 'setup: expected an object with the key "players", found [].'),
        ({}, "setup.players: expected a list, found nothing."),
        ({"players": []}, "setup.players: expected 1 to 4 players, found 0."),
        ({"players": ["Ana"]}, "setup.players[0]: expected an object, found 'Ana'."),
        ({"players": [{"name": "Ana"}]}, "setup.players[0].hero: expected a value, found nothing."),
        ({"players": [*PLAYERS, PLAYERS[0]]}, "setup.players[2].name: expected a name of its own, found 'A"),
        ({"players": [*PLAYERS, PLAYERS[0]]}, "setup.players[2].hero: expected a hero of its own"),
        ({"players": [{"name": "Ana", "hero": "thor"}]}, "setup.players[0].hero: expected bjorn, alva, em"),
        (opening(track="wide"), "setup.track: expected short, long, found 'wide'."),
        (opening(monster_die=1), "setup.monster_die: expected true or false, found 1."),
        (opening(easy=True), "setup.easy: expected no such key, found True."),
        ({"position": {}}, "setup.position.options: expected a value, found nothing."),
        ({"position": {"options": {}, "heroes": []}}, "heroes: expected 1 to 4 heroes, found 0."),
    ],
)
def test_bad_setup_names_every_place(setup: object, told: str) -> None:
    with pytest.raises(RuleError) as caught:
        script.play({"setup": setup})
    assert caught.value.code == "bad_setup"
    assert told in str(caught.value)


def test_messages_are_told_in_the_language_of_a_catalogue() -> None:
    def shout(text: str) -> str:
        return text.replace("Expected", "EXPECTED")

    told = script.play({"setup": opening(), "moves": [{"do": "walk"}]}, shout)["error"]["message"]
    assert told == "EXPECTED a monster card, found the walk of the monsters."
