"""The examples of `companion` on the pages and in `--help` run, or a reason stands here why they do not."""

import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion import cli
from companion.storage.named_files import NamedFileStore
from tests.architecture.test_documents import DOCUMENTS
from tests.architecture.test_plain_install import GAME
from tests.architecture.tree import ROOT

RUN = {
    "companion backup evening.zip": 0,
    "companion buttons test": 2,  # the settings name no buttons, and so below
    "companion buttons test --settings settings.toml": 2,
    "companion check": 0,
    "companion check --rescue": 0,
    "companion export 3 > game.json": 0,
    "companion games": 0,
    "companion games --delete 3": 0,
    "companion games --installed --json": 0,
    "companion import game.json": 0,
    "companion learn forget board old": 0,
    "companion learn list": 0,
    "companion lights test": 2,
    "companion lights test --settings settings.toml": 2,
    "companion markers markers.pdf": 0,
    "companion new-game four": 0,
    "companion new-game ludo --board points": 0,
    "companion print GAME all.pdf": 0,
    "companion print GAME deck.pdf --part NAME": 0,
    "companion restore evening.zip": 0,
    "companion script - < games.jsonl": 0,
    "companion script game.json": 0,
    "companion settings > settings.toml": 0,
    "companion wiring wiring.pdf": 0,
}
"""Examples that run here, in a folder with what they name, and their exit codes."""
FILLED = {"GAME": "fabula", "NAME": "river"}
"""Values that replace the words in capitals."""
WINDOW, DEVICE, PICTURE, MINUTES, PACKAGE, TYPED, AUTHOR = (
    "opens the window: tests/cli/test_run.py",
    "looks at the devices of this machine: tests/cli/test_doctor.py",
    "needs pictures of a table: tests/app/table, tests/cli/test_watch.py",
    "takes minutes: tests/end_to_end",
    "needs an installed game: tests/packages",
    "reads what is typed: tests/app/test_text_play.py",
    "needs a new game: tests/cli/test_new_game.py, test_tutorial.py",
)
NOT_RUN = {
    "companion check-game ./four": AUTHOR,
    "companion check-game ./ludo": AUTHOR,
    "companion check-game reversi": PACKAGE,
    "companion demo --fast --out build/demo": MINUTES,
    "companion demo --game ./four --fast": AUTHOR,
    "companion demo --game ./ludo --fast": AUTHOR,
    "companion demo --game fate": MINUTES,
    "companion demo --game reversi --fast": PACKAGE,
    "companion doctor": DEVICE,
    "companion doctor --json > doctor.json": DEVICE,
    "companion figures captures/": PICTURE,
    "companion figures captures/ --allow": PICTURE,
    "companion install-game /media/stick/tc_reversi-1.0-py3-none-any.whl": PACKAGE,
    "companion install-game FILE.whl": PACKAGE,
    'companion learn board table.jpg --corners "90,80 1190,75 1270,880 10,890"': PICTURE,
    "companion learn board table.jpg --name old": PICTURE,
    "companion learn cards table.jpg --at cards.json": PICTURE,
    "companion learn pieces table.jpg --at pieces.json": PICTURE,
    "companion learn tiles table.jpg --at tiles.json": PICTURE,
    "companion play GAME --resume": TYPED,
    "companion play GAME --seats Ana,Bo --bot Bo=strong": TYPED,
    "companion remove-game reversi": PACKAGE,
    "companion run": WINDOW,
    "companion run --camera 0 --fullscreen": WINDOW,
    "companion run --camera sim:7 --size 1280x720": WINDOW,
    "companion run --game-from four": AUTHOR,
    "companion run --game-from ludo": AUTHOR,
    "companion watch 0 --start game.json --record seen/": PICTURE,
    "companion watch IMG_1234.jpg --game NAME": PICTURE,
    "companion watch pictures/ --players Ana,Bo --json": PICTURE,
    'companion watch rtsp://camera/table --game NAME --corners "90,80 1190,75 1270,880 10,890"': PICTURE,
    "companion watch sim:1 --game reversi": PACKAGE,
    "companion watch sim:7": MINUTES,
    "companion watch wrong.zip --json": PICTURE,
}
"""Examples that do not run here, and why."""


def on_pages() -> Iterator[str]:
    """Yield the lines of fenced blocks that call the app."""
    for page in DOCUMENTS:
        for block in re.findall(
            r"^```\w*\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            yield from re.findall(r"^(?:\S*/)?(companion [^#\n]+)", block, re.MULTILINE)


def in_help(command: click.Command) -> Iterator[str]:
    """Yield the examples of a command and of those below it."""
    yield from re.findall(r"^\s+(companion .+)$", command.help or "", re.MULTILINE)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below
            yield from in_help(below)


def test_every_example_runs_here_or_has_a_reason_not_to() -> None:
    found = {example.strip() for example in (*on_pages(), *in_help(cli.companion))}
    assert found == {*RUN, *NOT_RUN}
    assert not set(RUN) & set(NOT_RUN)


@pytest.mark.parametrize("example", RUN)
def test_an_example_does_what_it_says(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(GAME, "utf-8")
    (tmp_path / "games.jsonl").write_text(f"{GAME}\n{GAME}\n", "utf-8")
    (tmp_path / "settings.toml").touch()
    NamedFileStore("boards", "fae", ".jpg").save("old", b"a picture")
    for _ in range(3):
        assert cli.run(["import", "game.json"]) == 0
    if "restore" in example:
        assert cli.run(["backup", "evening.zip"]) == 0
    words = [FILLED.get(word, word) for word in shlex.split(example)[1:]]
    if "<" in words:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(words.pop()).read_bytes())))
        words.remove("<")
    if ">" in words:
        words = words[: words.index(">")]
    capsys.readouterr()
    code = cli.run(words)
    told = capsys.readouterr()
    assert code == RUN[example], told
    assert "Traceback" not in told.err
    assert bool(told.err) == bool(code), told.err
