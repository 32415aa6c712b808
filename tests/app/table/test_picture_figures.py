"""Figures of captures that players judged, and the command that prints them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.app.camera.recent_pictures import Moment, judged
from companion.app.game_loader import seeing
from companion.app.table import picture_figures
from companion.app.table.learnt_files import moment_of
from companion.app.table.picture_figures import ALLOWED, figures
from tests.app.table.captured import WatchedTable
from vision.cameras.capture_file import CaptureContent, encode, read

ROW = ("normal", "1280x960")


@cache
def moment() -> Moment:
    """A moment at a table as a real one, up to a picture that was read."""
    table = WatchedTable("fae", 3, own=True)
    for _ in islice(table.watch(24), 24):
        pass
    found = moment_of(table.recent, "fae", seeing("fae"), simulated=False, readable=True)
    assert found and found.things
    return found


def said(wrong: int = 0, missed: int = 0) -> CaptureContent:
    """A judged capture: so many things are wrong, and so many missing."""
    capture, things = moment()
    assert things
    return judged(capture, things[:wrong], [(0.001, 0.001)] * missed, things[wrong:])


def with_scene(content: CaptureContent, **scene: Any) -> CaptureContent:
    return replace(content, scene={**content.scene, **scene})


def kept(folder: Path, content: CaptureContent, name: str = "a") -> Path:
    path = folder / f"{name}.zip"
    path.write_bytes(encode(content))
    return path


@pytest.mark.parametrize(("wrong", "missed", "reading"), [(0, 0, "right"), (1, 0, "wrong"), (0, 1, "wrong")])
def test_what_players_said_is_the_truth(wrong: int, missed: int, reading: str, tmp_path: Path) -> None:
    found = figures([kept(tmp_path, with_scene(said(wrong, missed), **{ALLOWED: True}))])
    assert not found.broken
    assert found.counts == {(*ROW, reading): 1}


def test_a_picture_that_shows_more_than_they_said_is_wrong(tmp_path: Path) -> None:
    content = said()
    fewer = {**content.scene["judged"], "right": content.scene["judged"]["right"][1:]}
    found = figures([kept(tmp_path, with_scene(content, judged=fewer, may_be_used=True))])
    assert found.counts == {(*ROW, "wrong"): 1}


def test_a_fault_in_doubt_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_figures, "doubtful", lambda seen: frozenset(seen.table))
    found = figures([kept(tmp_path, with_scene(said(wrong=1), may_be_used=True))])
    assert found.counts == {(*ROW, "asked"): 1}


def test_light_and_camera_are_those_stated(tmp_path: Path) -> None:
    content = with_scene(said(), may_be_used=True, light="dim", camera="Camera Module 3")
    assert figures([kept(tmp_path, content)]).counts == {("dim", "Camera Module 3", "right"): 1}
    odd = with_scene(said(), may_be_used=True, light="pink", camera=["x"])
    assert figures([kept(tmp_path, odd)]).counts == {(*ROW, "right"): 1}


OTHERS: Mapping[str, tuple[Callable[[], CaptureContent], str]] = {
    "not allowed": (said, "nobody said that they may be used (--allow): 1"),
    "refused": (lambda: with_scene(said(), may_be_used=False), "nobody said that they may be used"),
    "no boolean": (lambda: with_scene(said(), may_be_used="yes"), "nobody said that they may be used"),
    "not judged": (lambda: with_scene(moment().capture, may_be_used=True), "nobody judged a picture"),
    "simulated": (lambda: with_scene(said(), may_be_used=True, simulated=True), "are simulated: 1"),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_captures_are_not_counted(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, reason = OTHERS[kind]
    kept(tmp_path, make())
    assert cli.run(["figures", str(tmp_path), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert reason in printed and "right" not in printed


@pytest.mark.parametrize(
    "wrong", ["x", {"picture": "0000.jpg"}, {"wrong": [{"kind": "red", "place": [2, 0]}]}, {"missed": [1]}]
)
def test_a_wrong_verdict_is_refused_with_its_file(wrong: Any, tmp_path: Path) -> None:
    content = said()
    verdict = {**content.scene["judged"], **wrong} if isinstance(wrong, dict) else wrong
    path = kept(tmp_path, with_scene(content, may_be_used=True, judged=verdict))
    found = figures([path])
    (error,) = found.broken
    assert str(error).startswith(f"{path}: expected a capture as this app writes it, found judged")


def test_the_command_asks_and_prints_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "evening"
    below.mkdir()
    first = kept(tmp_path, said())
    kept(below, said(wrong=1), "b")
    (below / "broken.zip").write_bytes(b"nothing")
    answers = iter("ny")
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: next(answers))
    assert cli.run(["figures", str(tmp_path), str(below), "--allow", "--lang", "en"]) == 3
    assert ALLOWED not in read(first).scene
    assert cli.run(["figures", str(tmp_path), str(below), "--allow", "--lang", "en"]) == 0
    assert read(first).scene[ALLOWED] is True
    printed = capsys.readouterr()
    assert "broken.zip: expected a capture of this app" in printed.err
    assert [line.split() for line in printed.out.splitlines()] == [
        ["light", "camera", "right", "asked", "wrong"],
        [*ROW, "1", "0", "1"],
        ["all", "1", "0", "1"],
    ]


def test_a_folder_without_captures_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["figures", str(tmp_path), "--lang", "en"]) == 2
    assert f"{tmp_path}: expected captures, files that end with .zip, found none" in capsys.readouterr().err
