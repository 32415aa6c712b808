"""Fate from the shell: written games, parts of games, mistakes, and the journal's export."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.errors import ExitCode
from companion.games.fate import script
from companion.games.fate.position import Options

SETUP = script.setup_object([("Ana", "bjorn"), ("Bo", "alva")], Options())
SMALL = {"game": "fate", "setup": SETUP, "moves": [{"do": "draw", "card": 32}]}


def monster(kind: str, hex_: str) -> dict[str, str]:
    return {"id": f"m {hex_}", "type": kind, "hex": hex_}


TURN: dict[str, Any] = {
    "heroes": [{"id": "bjorn", "hex": "8,7"}],
    "monsters": [monster("goblin", "12,2")],
    "step": "plain",
}
WHOLE = Path(__file__).parents[1] / "data" / "fate" / "solo_won.json"

Script = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Script:
    """Plays documents, one a line: exit code, results and stderr."""

    def play(*documents: object, lang: str = "en") -> tuple[int, list[dict[str, Any]], str]:
        path = tmp_path / "game.json"
        path.write_text("\n".join(map(json.dumps, documents)), "utf-8")
        code = run(["script", str(path), "--lang", lang])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return play


def test_a_whole_game(play: Script) -> None:
    code, (result,), err = play(json.loads(WHOLE.read_text("utf-8")))
    assert (code, err) == (ExitCode.DONE, "")
    assert (result["status"], result["result"], result["phase"]) == ("finished", "won", "over")


def test_documents_of_all_kinds_in_one_file(play: Script) -> None:
    illegal = {**SMALL, "moves": [*SMALL["moves"], {"do": "move", "to": "8,7"}]}
    card = {"deck_top_first": [32, 7], "players": 1}
    code, results, err = play(
        SMALL, illegal, {"game": "fate", "monster_turn": TURN}, {"game": "fate", "reinforcement": card}, SMALL
    )
    assert code == ExitCode.WRONG_INPUT
    assert [result["error"] and result["error"]["code"] for result in results] == [
        None,
        "not_now",
        *[None] * 3,
    ]
    assert results[1]["moves_played"] == 1
    assert results[2]["monsters"] == [{"id": "m 12,2", "type": "goblin", "hex": "12,4"}]
    assert results[3]["placed_cards"] == [32]
    assert err.startswith(f"{Path(err.split(':')[0])}:2, move 2: not_now: Expected a monster card, found")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ({"monsters": [monster("goblin", "8,7")]}, "monsters[0].hex: expected a free hex"),
        ({"monsters": [monster("goblin", "18,7")]}, "monsters[0].hex: expected a hex of the"),
        ({"monsters": [monster("wolf", "9,7")]}, "monsters[0].type: expected"),
        ({"heroes": [{"id": "bjorn", "hex": "9,11"}]}, "heroes[0].hex: expected a hex heroes may enter"),
        ({"step": "cloudy"}, "step: expected"),
        ({"die": "six"}, "die: expected"),
        (
            {"monsters": [monster("troll", f"{x},{y}") for x in range(10, 17) for y in (5, 7)]},
            "expected at most 10",
        ),
    ],
)
def test_a_monster_turn_that_cannot_be_names_the_place(play: Script, turn: dict[str, Any], told: str) -> None:
    code, (result,), err = play({"game": "fate", "monster_turn": {**TURN, **turn}})
    assert code == ExitCode.WRONG_INPUT
    assert result["error"]["code"] == "bad_document"
    assert told in result["error"]["message"]
    assert told in err


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        ({"setup": None}, "bad_setup", 'setup: expected an object with the key "players"'),
        ({"moves": 5}, "bad_document", "moves: expected a list of acts, found 5."),
        ({"moves": [{"do": "fly"}, 7]}, "bad_document", "moves[1]: expected an object with the key"),
        ({"move": []}, "bad_document", "move: expected no such key"),
        ({"monster_turn": {}}, "bad_document", "setup: expected no such key"),
    ],
)
def test_what_is_no_game(play: Script, change: dict[str, Any], code: str, told: str) -> None:
    exit_code, (result,), err = play({**SMALL, **change})
    assert exit_code == ExitCode.WRONG_INPUT
    assert (result["error"]["code"], result["status"]) == (code, None)
    assert told in err


@pytest.mark.parametrize("excerpt", [{"monster_turn": []}, {"reinforcement": 3}])
def test_what_is_no_excerpt(play: Script, excerpt: dict[str, Any]) -> None:
    exit_code, (result,), err = play({"game": "fate", **excerpt})
    assert exit_code == ExitCode.WRONG_INPUT
    assert result["error"]["code"] == "bad_document"
    assert "expected an object" in err


def test_an_imported_game_is_exported_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(tmp_path / "journal.sqlite3")]
    assert run(["import", str(WHOLE), *journal]) == ExitCode.DONE
    capsys.readouterr()
    assert run(["games", *journal]) == ExitCode.DONE
    assert "fate" in capsys.readouterr().out
    assert run(["export", "1", *journal]) == ExitCode.DONE
    exported = json.loads(capsys.readouterr().out)
    whole = json.loads(WHOLE.read_text("utf-8"))
    assert exported == {key: whole[key] for key in ("game", "setup", "moves")}
    assert script.play(exported)["result"] == "won"
