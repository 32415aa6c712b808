import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import COMMANDS, run
from companion.errors import ExitCode
from companion.games import registry

SMALL = {
    "game": "fae",
    "setup": {"players": ["Ana", "Zoë"], "druids": {"1": "red", "2": "blue", "3": {"red": 1}}},
    "moves": [{"from": 1, "to": 2}],
}
ILLEGAL = {**SMALL, "moves": [{"from": 1, "to": 2}, {"from": 1, "to": 2}]}


class Shell:
    def __init__(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.path = tmp_path / "game.json"
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def script(self, text: str | bytes, *options: str) -> tuple[int, list[dict[str, Any]], str]:
        """Exit code, results and stderr."""
        self.path.write_bytes(text if isinstance(text, bytes) else text.encode())
        code = run(["script", str(self.path), *options])
        out, err = self.capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, capsys, monkeypatch)


def test_one_document_over_many_lines(shell: Shell) -> None:
    code, (result,), err = shell.script(json.dumps(SMALL, indent=1))
    assert (code, err) == (ExitCode.DONE, "")
    assert result["turn"] == "Zoë"
    assert result["druids"] == {"2": {"red": 1, "blue": 1}, "3": {"red": 1}}


def test_json_lines_give_a_result_each_in_order_though_some_are_broken(shell: Shell) -> None:
    documents = [
        json.dumps(SMALL),
        "{broken",
        json.dumps(ILLEGAL),
        "",
        '{"game": "chess"}',
        '{"game": 1}',
        "[]",
    ]
    code, results, err = shell.script("\n".join([*documents, json.dumps(SMALL)]))
    codes = [result["error"] and result["error"]["code"] for result in results]
    assert codes == [None, "bad_json", "empty_source", "unknown_game", "unknown_game", "bad_json", None]
    assert code == ExitCode.WRONG_INPUT
    assert [line.split(":")[1].split(",")[0] for line in err.splitlines()] == ["2", "3", "5", "6", "7"]
    assert "game.json:3, move 2: empty_source: " in err


def test_illegal_move_is_2(shell: Shell) -> None:
    code, (result,), err = shell.script(json.dumps(ILLEGAL))
    assert code == ExitCode.WRONG_INPUT
    assert result["moves_played"] == 1
    assert result["error"]["message"] in err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Line 1, column 1: expected JSON"),
        ("\n\n", "expected JSON"),
        ('{"game": "fae",\n "setup": }', "Line 2, column 11: expected JSON"),
        ('{"game": "fae", "game": "fae"}', "the key 'game' twice"),
        ('{"game": NaN}', "NaN, which is not JSON"),
        ("[" * 100_000, "brackets nested too deeply"),
        ("7", "expected a JSON object, found int"),
        ('{"game": "chess"}', f"expected one of {', '.join(registry.registered())}, found 'chess'"),
        ("{}", f"expected one of {', '.join(registry.registered())}, found None"),
    ],
)
def test_what_is_no_document_is_told_with_its_place(shell: Shell, text: str, told: str) -> None:
    code, (result,), err = shell.script(text)
    assert code == ExitCode.WRONG_INPUT
    assert told in result["error"]["message"]
    assert told in err


def test_text_that_is_not_utf8(shell: Shell) -> None:
    good = json.dumps(SMALL).encode()
    code, results, err = shell.script(b"\n".join([good, b'{"game": "\xff"}', good]))
    assert code == ExitCode.WRONG_INPUT
    assert [result["error"] and result["error"]["code"] for result in results] == [None, "bad_json", None]
    assert "Line 2, column 11: expected UTF-8 text, found the byte 0xff." in err


def test_half_a_character_in_a_name_is_printed_as_it_was_written(shell: Shell) -> None:
    code, (result,), _ = shell.script(json.dumps(SMALL).replace("Zo\\u00eb", "Zo\\ud800"))
    assert (code, result["turn"]) == (ExitCode.DONE, "Zo\ud800")


def test_byte_order_mark_is_no_mistake(shell: Shell) -> None:
    assert shell.script(b"\xef\xbb\xbf" + json.dumps(SMALL).encode())[0] == ExitCode.DONE


def test_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "script", "-"],
        input=f"{json.dumps(SMALL)}\n{json.dumps(ILLEGAL)}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitCode.WRONG_INPUT
    assert [json.loads(line)["moves_played"] for line in done.stdout.splitlines()] == [1, 1]
    assert done.stderr.startswith("<stdin>:2, move 2: empty_source: ")


def test_missing_file_and_unknown_options(shell: Shell) -> None:
    for arguments in (
        ["script", "no such file"],
        ["script"],
        ["script", "-", "--lang", "fr"],
        ["no such command"],
    ):
        assert run(arguments) == ExitCode.WRONG_INPUT
        out, err = shell.capsys.readouterr()
        assert not out
        assert "Error:" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == ExitCode.DONE
    assert re.search(rf"Examples?:\n    companion {command}", capsys.readouterr().out)


@pytest.mark.parametrize("lang", ["pt_BR", "es"])
def test_other_languages_play_the_same_game(shell: Shell, lang: str) -> None:
    code, (result,), _ = shell.script(json.dumps(ILLEGAL), "--lang", lang)
    assert (code, result["error"]["code"]) == (ExitCode.WRONG_INPUT, "empty_source")


def test_interrupted_is_3(shell: Shell) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    shell.monkeypatch.setattr("companion.games.documents.parse", interrupt)
    assert shell.script("{}")[0] == ExitCode.INTERRUPTED


def test_needs_neither_pictures_nor_widgets(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(SMALL))
    code = (
        "import sys; from companion.cli import run; "
        f"code = run(['script', {str(path)!r}]); "
        "heavy = {'numpy', 'cv2', 'kivy', 'gpiozero', 'sqlite3'} & set(sys.modules); "
        "print(*heavy, file=sys.stderr); "
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert json.loads(done.stdout)["moves_played"] == 1


def test_a_reader_that_has_gone_ends_the_command_quietly(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text((json.dumps(SMALL) + "\n") * 500)
    script = subprocess.Popen(
        [sys.executable, "-m", "companion", "script", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert script.stdout
    assert script.stderr
    script.stdout.readline()
    script.stdout.close()
    assert script.stderr.read() == b""
    assert script.wait() == ExitCode.CANNOT_GO_ON
    script.stderr.close()
