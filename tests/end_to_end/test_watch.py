"""`companion watch` on pictures of the simulated table: its output, and every kind of bad input."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion import cli
from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.fae import players as people
from companion.app.fae.seeing import new_reader
from companion.app.fae.watch import FaeWatcher
from companion.games import fae
from companion.games.fae.board import COLOURS, REGIONS
from companion.games.fae.script import FaeSetup, move_object, setup_object
from companion.session.base import SessionContext
from companion.session.fae.session import FaeSession
from companion.simulation import watch as watch_loop
from companion.simulation.watch import WatchLoop
from companion.table.guide import GuideStep
from tests.patience import WAIT_S
from tests.slow import slow_but
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Frame, load_picture
from vision.fae.board import fae_board
from vision.fae.simulated import SimulatedFaeTable
from vision.simulated import SimulatedCamera

SEED = 5
PLAYERS = ("Ana", "Bo")
MOVES = 4


class Recording:
    """Folder of pictures before and after each of the first moves, with their truth."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start = people.opening(SEED)
        acts = list(islice(people.acts(self.start, SEED, mistakes=0.0), MOVES))
        self.moves = [(int(str(act.space)), int(str(act.target))) for act in acts]
        self.corners_px = _record(folder, fae.table(self.start), acts)

    def part(self, folder: Path, pictures: slice) -> Path:
        """Some of the pictures."""
        for path in sorted(self.folder.glob("*.jpg"))[pictures]:
            (folder / path.name).symlink_to(path)
        return folder

    @property
    def corners(self) -> str:
        return " ".join(f"{x + 2:.0f},{y - 2:.0f}" for x, y in self.corners_px)


def _record(folder: Path, table: Any, acts: list[GuideStep], markers: bool = True) -> Any:
    """Record one picture of the still table before and after each act; return the board's corners."""
    recorder = Recorder(folder, {"game": "fae"})
    twin = SimulatedFaeTable(table, SEED, rest_s=0.5, markers=markers)
    before, druids = None, _count(table)
    for shown in twin.frames(acts, 2.0):
        if not shown.hand_in_view and _count(shown.truth) == druids and shown.truth != before:
            recorder.write(Frame("", shown.time_s, shown.picture))
            before = shown.truth
    return shown.corners_px


def _count(table: Any) -> int:
    return sum(sum(pieces.values()) for pieces in table.values())


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return Recording(tmp_path_factory.mktemp("seen") / "table")


def watch(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[dict[str, Any]], str]:
    code = cli.run(["watch", *map(str, arguments), "--json", "--lang", "en"])
    printed = capsys.readouterr()
    return code, [json.loads(line) for line in printed.out.splitlines()], printed.err


def moves(lines: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(line["from"], line["to"]) for line in lines if line["event"] == "move"]


@pytest.mark.parametrize("by", slow_but(1, ["markers", "corners"]))
def test_every_move_is_reported_with_its_picture(
    recording: Recording, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    options = ["--corners", recording.corners] if by == "corners" else []
    code, lines, err = watch(capsys, recording.folder, "--players", ",".join(PLAYERS), *options)
    assert (code, err) == (0, "")
    assert lines[0]["event"] == "position"
    assert lines[0]["druids"] == {str(s): c for s, c in fae.table(recording.start).items()}
    assert moves(lines) == recording.moves
    assert [line["player"] for line in lines if line["event"] == "move"] == ["Ana", "Bo"] * 2
    assert [line["frame"] for line in lines[:-1]] == [f"{n:04d}.jpg" for n in range(MOVES + 1)]
    assert lines[-1]["event"] == "end"
    assert lines[-1]["status"] == "playing"


def test_it_resumes_from_a_written_game(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = setup_object(FaeSetup(PLAYERS, {}, recording.start))
    recording.part(tmp_path, slice(2, None))
    written = [move_object(fae.Move(*move)) for move in recording.moves[:2]]
    start = tmp_path / "start.json"
    start.write_text(json.dumps({"game": "fae", "setup": setup, "moves": written}))
    code, lines, _ = watch(capsys, tmp_path, "--start", start)
    assert code == 0
    assert lines[0]["event"] == "position"
    assert moves(lines) == recording.moves[2:]


@pytest.fixture(scope="module")
def spoken(recording: Recording, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """The sentences about the first two pictures, and the folder of pictures kept meanwhile."""
    folder, kept = recording.part(tmp_path_factory.mktemp("two"), slice(2)), tmp_path_factory.mktemp("some")
    said = io.StringIO()
    with redirect_stdout(said):
        code = cli.run(
            ["watch", str(folder), "--players", "Ana,Bo", "--record", str(kept / "kept"), "--lang", "en"]
        )
    assert code == 0
    return said.getvalue().splitlines(), kept / "kept"


def test_people_get_sentences_in_their_language(recording: Recording, spoken: tuple[list[str], Path]) -> None:
    lines, _ = spoken
    source, target = recording.moves[0]
    assert lines[1] == f"0001.jpg  Ana moves from {source} to {target}."
    assert len(lines) == 3


@pytest.mark.parametrize("part", ["outer frame", "field inside the frame"])
def test_corners_of_frame_and_field_are_told_apart(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str
) -> None:
    board, corners_px = fae_board(), np.array(recording.corners_px)
    if part.startswith("field"):
        assert board.field_mm is not None
        from_mm, _ = cv2.findHomography(board.corners_mm[:, :2], corners_px)
        corners_px = cv2.perspectiveTransform(board.field_mm[None, :, :2], from_mm)[0]
    given = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners_px)
    folder = recording.part(tmp_path, slice(2))
    assert cli.run(["watch", str(folder), "--corners", given, "--lang", "en"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("The corners are taken as those of the ") and said[0].endswith(f"{part}.")
    assert not any("corners" in line for line in said[1:])
    source, target = recording.moves[0]
    assert said[2].endswith(f" moves from {source} to {target}.")


def test_watched_pictures_are_kept(spoken: tuple[list[str], Path]) -> None:
    _, kept = spoken
    assert sorted(path.name for path in kept.glob("*.jpg")) == ["0000.jpg", "0001.jpg"]
    assert json.loads((kept / "scene.json").read_text("utf-8"))["game"] == "fae"


def test_a_live_table_is_read_only_when_it_is_still(capsys: pytest.CaptureFixture[str]) -> None:
    position = people.opening(SEED)
    acts = islice(people.acts(position, SEED, mistakes=0.0), 1)
    camera = SimulatedCamera(SimulatedFaeTable(fae.table(position), SEED, rest_s=1.2), acts, fps=4.0)
    reader = FrameReader(new_reader(locate("fae", fae_board()), False), hold_s=0.6)
    looking = WatchLoop(camera, FaeWatcher(reader, FaeSession(PLAYERS, SessionContext(interactive=False))))
    lines = [event.as_json() for event in looking.events()]
    assert [line["event"] for line in lines[:4]] == ["wait", "wait", "wait", "position"]
    assert lines[0]["why"] == "motion"
    assert len(moves(lines)) == 1
    looking.close()


BAD_CORNERS = {
    "three": "10,10 900,10 900,700",
    "words": "a,b c,d e,f g,h",
    "crossed": "100,100 1100,800 1100,100 100,800",
    "counter-clockwise": "100,100 100,800 1100,800 1100,100",
    "a line": "100,100 300,300 500,500 700,700",
    "tiny": "100,100 110,100 110,110 100,110",
}


@pytest.mark.parametrize("name", BAD_CORNERS)
def test_corners_that_are_no_quadrilateral(
    recording: Recording, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code, lines, err = watch(capsys, recording.folder, "--corners", BAD_CORNERS[name])
    assert (code, lines) == (2, [])
    assert "expected" in err


def test_a_picture_without_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "0000.jpg"), noise)
    code, lines, err = watch(capsys, tmp_path)
    assert (code, lines) == (2, [])
    assert "no board in the picture" in err
    code, lines, err = watch(capsys, tmp_path, "--corners", "100,100 1100,100 1100,800 100,800")
    assert (code, lines) == (2, [])
    assert "no board in the picture" in err


def test_a_missing_and_a_wrong_druid_are_named_with_region_and_space(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first three mistakes of a set-up are named."""
    table = dict(fae.table(people.opening(SEED)))
    missing, wrong = REGIONS[3][1], REGIONS[7][0]
    (gone,), (before,) = table.pop(missing), table[wrong]
    table[wrong] = {next(colour for colour in COLOURS if colour != before): 1}
    _record(tmp_path, table, [])
    code, lines, err = watch(capsys, tmp_path)
    assert (code, lines) == (2, [])
    assert f"Region 3: expected one druid on space {missing}, found none." in err
    assert f"Region 3: expected one {gone} druid, found none." in err
    assert "Region 7: expected one " in err
    assert "--start" in err


def bad_starts(recording: Recording) -> Iterator[tuple[str, object, str]]:
    setup = setup_object(FaeSetup(PLAYERS, {}, recording.start))
    game = {"game": "fae", "setup": setup}
    yield "no JSON", "{", "line 1"
    yield "an illegal move", {**game, "moves": [{"from": 1, "to": 60}]}, "move 1"
    crowd = {**setup, "druids": {**setup["druids"], "1": {"red": 12}}}
    yield "too many druids", {**game, "setup": crowd}, "expected"
    yield "three players", {**game, "setup": {**setup, "players": ["Ana", "Bo", "Cy"]}}, "players"


def test_a_start_file_that_contradicts_the_rules(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "start.json"
    for what, content, expected in bad_starts(recording):
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        code, lines, err = watch(capsys, recording.folder, "--start", path, "--players", "Ana,Bo")
        assert (code, lines) == (2, []), what
        assert expected in err.lower(), (what, err)
        assert "Traceback" not in err


@pytest.mark.parametrize("recorded", slow_but(1, [True, False]))
def test_a_truncated_picture_is_named_after_the_lines_so_far(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str], recorded: bool
) -> None:
    """It ends a recording, where a gap hides moves; among other pictures it is left out."""
    whole, half = sorted(recording.folder.glob("*.jpg"))[:2]
    (tmp_path / whole.name).symlink_to(whole)
    (tmp_path / half.name).write_bytes(half.read_bytes()[:20_000])
    if recorded:
        (tmp_path / "scene.json").write_text("{}")
    code, lines, err = watch(capsys, tmp_path)
    assert code == (2 if recorded else 0)
    assert [line["event"] for line in lines] == ["position", "end"][: 1 if recorded else 2]
    assert str(tmp_path / half.name) in err
    assert "20000 bytes" in err


@pytest.mark.slow
def test_one_picture_is_read_without_waiting(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "IMG_1234.PNG"
    cv2.imwrite(str(path), load_picture(recording.folder / "0000.jpg"))
    code, lines, err = watch(capsys, path)
    assert (code, err) == (0, "")
    assert [line["event"] for line in lines] == ["position", "end"]
    assert lines[0]["druids"] == {str(s): c for s, c in fae.table(recording.start).items()}


@pytest.mark.slow
def test_pictures_of_another_size_are_read_as_well(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, path in enumerate(sorted(recording.folder.glob("*.jpg"))):
        factor = (1.0, 1.0, 1.25, 0.9, 1.0)[number]
        picture = cv2.resize(load_picture(path), None, fx=factor, fy=factor)
        cv2.imwrite(str(tmp_path / f"IMG_{number + 8}.jpg"), picture)
    code, lines, _ = watch(capsys, tmp_path)
    assert code == 0
    assert moves(lines) == recording.moves


@pytest.mark.slow
def test_corners_are_those_of_the_file_however_large(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = cv2.resize(load_picture(recording.folder / "0000.jpg"), None, fx=4, fy=4)
    cv2.imwrite(str(tmp_path / "IMG_1.jpg"), large)
    corners = " ".join(f"{4 * x:.0f},{4 * y:.0f}" for x, y in recording.corners_px)
    code, lines, err = watch(capsys, tmp_path / "IMG_1.jpg", "--corners", corners)
    assert (code, err) == (0, "")
    assert lines[0]["druids"] == {str(s): c for s, c in fae.table(recording.start).items()}


@pytest.mark.parametrize("source", ["nowhere", "sim:x"])
def test_a_source_that_is_none(capsys: pytest.CaptureFixture[str], source: str) -> None:
    code, lines, err = watch(capsys, source)
    assert (code, lines) == (2, [])
    assert source in err


def test_a_camera_that_goes_away(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    table = SimulatedFaeTable(fae.table(people.opening(SEED)), SEED)
    camera = SimulatedCamera(table, [], unplug_after=2)
    monkeypatch.setattr(watch_loop, "open_camera", lambda *_, **__: camera)
    code, lines, err = watch(capsys, "0")
    assert code == 1
    assert len(lines) == 2
    assert "unplugged after 2 pictures" in err


@pytest.mark.parametrize("content", ["{", "[1, 2]", '[["a"]]'])
def test_a_ritual_order_that_is_none(
    recording: Recording, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    (tmp_path / "order.json").write_text(content)
    code, lines, err = watch(capsys, recording.folder, "--ritual-order", tmp_path / "order.json")
    assert (code, lines) == (2, [])
    assert "order.json" in err


@pytest.mark.parametrize("names", ["Ana", "Ana,Ana", "a,b,c,d,e", "Ana,"])
def test_players_that_are_none(names: str) -> None:
    result = CliRunner().invoke(cli.companion, ["watch", ".", "--players", names])
    assert result.exit_code == 2
    assert "2 to 4 different names" in result.output


def command(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip


@pytest.mark.slow
def test_lines_are_flushed_and_an_interrupt_ends_it_with_a_line() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored below a shell's "&"
    running = command("watch", "sim:5", "--json")
    signal.signal(signal.SIGINT, before)
    assert running.stdout
    while json.loads(running.stdout.readline())["event"] != "position":
        pass
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=WAIT_S)
    assert running.returncode == 3
    assert json.loads(out.splitlines()[-1])["event"] == "end"
    assert "Traceback" not in err


@pytest.mark.slow
def test_a_closed_pipe_ends_the_watch() -> None:
    running = command("watch", "sim:5", "--json")
    assert running.stdout
    assert running.stderr
    running.stdout.readline()
    running.stdout.close()
    assert running.wait(timeout=WAIT_S) == 1
    assert "Traceback" not in running.stderr.read()
