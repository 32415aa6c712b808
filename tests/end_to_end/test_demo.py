"""One whole simulated game through camera, reader, session, journal and report, without a display."""

import json
import random
import re
import sqlite3
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest

from companion import cli
from companion.app.controller.demo import demo_app
from companion.app.devices.light_effects import Led
from companion.app.fae import players as people
from companion.app.fae.demo import FaeDemo, Truth, _written_down
from companion.app.fae.hands import FaePlayer
from companion.app.fae.lights import LIGHTS
from companion.app.fae.terminal import BoardLines, board
from companion.app.lights import PUT, STRIP, TAKE, pattern
from companion.games import fae
from companion.games.base import Table
from companion.games.fae.board import SPACES
from companion.session.base import SessionContext
from companion.session.fae.session import FaeSession
from companion.settings.settings import DEFAULTS, load
from companion.simulation.base import NORMAL
from companion.simulation.terminal import TerminalEcho
from companion.storage.journal import Journal
from companion.table.observation import Observation
from companion.table.tables import plus
from tests.session.fakes import begun, see, until
from vision.fae.simulated import SimulatedFaeTable

DEMO = ["demo", "--fast", "--terminal", "--lang", "en"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 7])
def test_the_whole_game_is_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int) -> None:
    code = cli.run(
        ["demo", "--fast", "--terminal", "--seed", str(seed), "--out", str(tmp_path), "--lang", "en"]
    )
    output = capsys.readouterr().out
    assert code == 0, output
    game = json.loads((tmp_path / "game.json").read_text("utf-8"))
    truth = Truth()
    position = people.opening(seed, 3)
    for _ in _written_down(position, people.acts(position, seed, names=("Ana", "Bo", "Cy")), truth):
        pass
    assert [(move["from"], move["to"]) for move in game["moves"]] == truth.moves
    assert len(game["setup"]["spirits"]) == 3
    page = (tmp_path / "index.html").read_text("utf-8")
    assert page.count("<li>") >= len(truth.moves), "the story of every move"
    assert page.count("data:image/jpeg") > 0, "what the camera saw"
    assert not re.search(r'(src|href)="(?!data:|#)', page)
    assert "the same result" in output
    assert cli.run(["script", str(tmp_path / "game.json")]) == 0
    assert json.loads(capsys.readouterr().out)["result"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 11])
def test_at_normal_pace_no_right_table_is_called_wrong(tmp_path: Path, seed: int) -> None:
    """Large groups put back after a mistake, and many druids removed at once after a ritual, are right."""
    with Journal(tmp_path / "journal.sqlite3") as journal:
        demo = FaeDemo(
            demo_app(load(DEFAULTS), journal, seed), journal, seed, replace(NORMAL, realtime=False)
        )
        demo.begin()
        demo.wait()
        tally = demo.tally()
        demo.close()
    assert tally.faithful
    assert tally.mistakes_seen == tally.mistakes > 0


@pytest.mark.slow
def test_a_game_without_an_end_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hands stop after three moves, so the game never ends; the report is written nevertheless."""
    whole = people.acts
    monkeypatch.setattr(people, "acts", lambda *a, **k: list(whole(*a, **k | {"mistakes": 0.0}))[:3])
    code = cli.run([*DEMO, "--seed", "2", "--out", str(tmp_path)])
    output = capsys.readouterr().out
    assert code == 1
    assert "3 of 3 recognised, 0 wrong, questions: 0" in output
    assert "the same result" in output
    assert (tmp_path / "index.html").is_file()
    assert len(json.loads((tmp_path / "game.json").read_text("utf-8"))["moves"]) == 3


def test_a_second_copy_is_kept_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path):
        assert cli.run([*DEMO, "--out", str(tmp_path)]) == 1
        assert cli.run(["run", "--journal", str(path), "--lang", "en"]) == 1
    assert capsys.readouterr().err.count("found another Table Companion running") == 2


def test_a_journal_of_a_newer_version_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite3"
    Journal(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    assert cli.run([*DEMO, "--out", str(tmp_path)]) == 1
    assert "found version 99" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", range(6))
def test_played_moves_are_written_down(seed: int) -> None:
    position, truth = people.opening(seed), Truth()
    acts = list(_written_down(position, people.acts(position, seed, mistakes=0.5), truth))
    twin = dict(fae.table(position))
    for move in truth.moves:
        position = fae.apply(position, fae.Move(*move))
    assert fae.finished(position)
    assert truth.mistakes > 0
    assert len(truth.moves) + 2 * truth.mistakes == sum(act.act == "move" for act in acts)
    assert len(twin) == len(SPACES)


def test_every_druid_is_in_the_text_board() -> None:
    position = people.opening(1)
    text = board(fae.table(position))
    assert [text.count(letter) for letter in "rbypk"] == [12] * 5
    assert "[" in board(fae.table(position), marked=(7,))
    assert "\033[91m" in board(fae.table(position), coloured=True)


@pytest.mark.parametrize("live", [False, True])
def test_the_terminal_prints_moves_and_mistakes(live: bool) -> None:
    session = FaeSession(("Ana", "Bo"), SessionContext(interactive=False), position=people.opening(1))
    output = list[str]()
    screen = TerminalEcho(BoardLines(NullTranslations(), live), output.append)

    def see(table: Table) -> str:
        session.observe(Observation("0", 0.0, table, frozenset(SPACES)))
        output.clear()
        screen.show(session.snapshot(1))
        return output[-1] if output else ""

    right = _picture(session).table
    see(right)
    slip = next(iter(fae.mistakes(people.opening(1))))
    assert see({**right, **slip.changed}).startswith("   !  Mistake found: ")
    assert see(right) == "   +  The table is right again."
    move = fae.legal(people.opening(1))[0]
    see({**right, **fae.changed(people.opening(1), move)})
    assert any(f"Ana {move.source} → {move.target}" in line for line in output)


def test_lights_point_at_what_is_to_be_done() -> None:
    session = FaeSession(("Ana", "Bo"), SessionContext(interactive=False), position=people.opening(1))
    assert pattern(LIGHTS, None) == [Led()] * STRIP.count == pattern(LIGHTS, session.snapshot(1))
    session.observe(_picture(session))
    move = random.Random(1).choice(fae.legal(people.opening(1)))
    session.submit(move)
    shown = pattern(LIGHTS, session.snapshot(1))
    assert TAKE in shown
    assert PUT in shown


def _picture(session: FaeSession) -> Observation:
    return Observation("0", 0.0, fae.table(session.timeline.current.position))


def test_the_hands_put_the_table_right() -> None:
    position = people.opening(3)
    table = SimulatedFaeTable(fae.table(position), 3)
    session = FaeSession(("Ana", "Bo"), SessionContext(interactive=False), position=position)
    hands = FaePlayer(table, lambda: session.snapshot(1), session.tell, random.Random(3)).acts()
    (first,) = next(hands)
    assert first.act == "move"
    for _ in table._moments([first], 2.0):
        pass
    (back,) = next(hands)  # the game never heard of the move
    assert (back.act, back.space, back.target) == ("move", first.target, first.space)


def test_the_hands_answer_what_nobody_answers() -> None:
    before, move = until("choice")
    session = begun(position=before, interactive=True)
    after_move = plus(fae.table(fae.apply(before, move)), fae.removed(before, move))
    session.observe(see(after_move))
    table = SimulatedFaeTable(after_move, 3)
    player = FaePlayer(table, lambda: session.snapshot(1), session.tell, random.Random(3))
    hands = player.acts()
    for _ in range(player.patience - 1):
        assert (next(hands)[0].act, session.timeline.at) == ("confirm", 0), "people may choose themselves"
    assert (next(hands)[0].act, session.timeline.at) == ("confirm", 1)
    assert next(hands)[0].act == "remove", "what the rituals removed is taken off"
