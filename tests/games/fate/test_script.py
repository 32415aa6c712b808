import json
import re
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

import companion.games.fate
from companion.errors import RuleError
from companion.games import fate
from companion.games.codec import encode
from companion.games.fate import script
from companion.games.fate.act_codec import ACTS
from companion.games.fate.acts import Use
from companion.games.fate.heroes import CARDS, HEROES
from companion.games.fate.position import (
    Attacked,
    CardState,
    Hero,
    Kill,
    Monster,
    MonsterDeck,
    Options,
    PendingAttacks,
    Position,
)
from tests.games.fate.hero_tables import turn_of
from tests.games.fate.whole_games import whole_game

TEXT = Path(companion.games.fate.__file__).with_name("SCRIPT.md").read_text("utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
PLAYERS: list[dict[str, Any]] = [{"name": "Ana", "hero": "bjorn"}, {"name": "Bo", "hero": "alva"}]


def test_the_page_names_every_act_with_its_keys() -> None:
    rows = dict(re.findall(r"^\| (`.+?`) \|(.*)\|$", TEXT, re.MULTILINE))
    for name, act in ACTS.items():
        row = next(row for acts, row in rows.items() if f"`{name}`" in acts)
        assert all(f"`{field}`" in row for field in act._fields), name  # type: ignore[attr-defined]  # NamedTuples


def test_the_page_names_every_key_of_a_use() -> None:
    keys = re.findall(r"`(\w+)`", TEXT.split("What a `use` may need:")[1].split("Cards with several")[0])
    assert {"card", "option"} | set(keys) >= set(Use._fields)


def test_the_page_names_every_field_of_a_position() -> None:
    part = TEXT.split("## Position")[1].split("## Older files")[0]
    of_hero = part.split("| key of a hero |")[1]
    named, of_heroes = (set(re.findall(r"`(\w+)`", text)) for text in (part, of_hero))
    assert named >= {*Position._fields, *Options._fields, *Monster._fields, *MonsterDeck._fields}
    assert named >= {*PendingAttacks._fields, *Attacked._fields}
    assert of_heroes >= {*Hero._fields, *CardState._fields, *Kill._fields}


def test_the_page_names_every_option_of_every_card() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) .+? \| (.+) \|$", TEXT, re.MULTILINE)
    message = {(hero, int(number)): text.count("; ") + 1 for hero, number, text in rows}
    wanted = {
        (hero, number): len(face.uses)
        for hero in HEROES
        for number, face in CARDS[hero].items()
        if len(face.uses) > 1
    }
    assert message == wanted


def test_other_and_older_names_are_read_the_same() -> None:
    board = {"14,8": "troll"}
    cases: tuple[tuple[str, tuple[int, ...], dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
        ("embla", (7,), {}, {"card": 7, "hexes": ["13,7"]}, {"card": 7, "path": ["13,7"]}),
        ("embla", (7,), {}, {"card": 7, "hexes": ["13,7"]}, {"card": 7, "route": ["13,7"]}),
        ("bjorn", (7,), {"damage": 3}, {"card": 7, "cards": {"0": 1}}, {"card": 7, "heal": {"0": 1}}),
        ("boldur", (3, 20), {}, {"card": 20, "cards": {"3": 1}}, {"card": 20, "mana": {"3": 1}}),
    )
    for hero, cards, fields, older, now in cases:
        position = {"position": encode(turn_of(hero, *cards, monsters=board, **fields))}
        results = [script.play({"setup": position, "moves": [{"do": "use", **use}]}) for use in (older, now)]
        assert results[0] == results[1]
        assert results[0]["error"] is None


def test_a_recording_from_before_is_known_by_what_was_allowed_then() -> None:
    start = {"players": [{"name": "Bo", "hero": "boldur"}]}
    begun = [
        {"do": "draw", "card": 31},
        {"do": "correct", "what": "hex", "who": "boldur", "value": "13,8"},
        {"do": "correct", "what": "place", "who": "troll", "value": "14,8"},
        {"do": "use", "card": 31, "monsters": ["m4"]},
    ]
    after = [*begun, {"do": "practice"}]
    assert script.play({"setup": start, "moves": begun})["error"]["code"] == "no_hex"
    letter = {**start, "to_the_letter": True}
    assert script.play({"setup": letter, "moves": after})["error"]["move"] == 4
    assert script.play({"setup": start, "moves": after})["error"] is None
    wrong = [*after, {"do": "practice"}]
    assert script.play({"setup": start, "moves": wrong})["error"]["code"] == "no_hex"


def opening(**more: Any) -> dict[str, Any]:
    return {"players": PLAYERS, **more}


@pytest.mark.parametrize(
    ("document", "printed"),
    list(zip(EXAMPLES[::2], EXAMPLES[1::2], strict=True)),
    ids=["game", "ask", "monster_turn", "reinforcement"],
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
    ("setup", "message"),
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
def test_bad_setup_names_every_place(setup: object, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        script.play({"setup": setup})
    assert caught.value.code == "bad_setup"
    assert message in str(caught.value)


def test_messages_are_told_in_the_language_of_a_catalogue() -> None:
    class Shouting(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("Expected", "EXPECTED")

    message = script.play({"setup": opening(), "moves": [{"do": "walk"}]}, Shouting())["error"]["message"]
    assert message == "EXPECTED a monster card, found the walk of the monsters."
