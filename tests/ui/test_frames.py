"""Every single frame shows one screen, with no empty part."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fae
from companion.games.base import Reason
from companion.table.guide import GuideStep
from tests.ui.evening import Evening, evening
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets
from tests.ui.test_evenings import begin_fae, play_fae


@contextmanager
def frame_by_frame(finger: Finger, monkeypatch: pytest.MonkeyPatch, seen: Any) -> Iterator[None]:
    """Call `seen` after every frame."""
    frames = finger.frames

    def each(number: int = 1, draw: bool = False) -> None:
        for _ in range(number):
            frames(1, draw)
            seen()

    with monkeypatch.context() as patch:
        patch.setattr(finger, "frames", each)
        yield


def boards(root: Any) -> list[Any]:
    from ui.games.fae.board import FaeBoard

    return [widget for widget, _ in widgets(root) if isinstance(widget, FaeBoard)]


def has_map(board: Any) -> bool:
    """Return whether the map of a board is painted."""
    return any(getattr(instruction, "texture", None) for instruction in board._map.children)


def resume(house: Evening) -> None:
    """From the start page back to the board."""
    house.press("play", "Continue")
    for _ in range(2):
        house.on("dealt")
        house.press("check")
    house.on("fae_play")


@pytest.mark.slow
def test_no_frame_of_a_resumed_game_shows_two_screens(
    open_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        begin_fae(house)
        play_fae(house, Random(8), 1)
        house.press("menu")
        house.press("door")
        house.on("start")
        shown: list[str] = []

        def seen() -> None:
            (screen,) = house.running.app.root.children
            shown.append(screen.name)
            if screen.name == "fae_play":
                assert all(map(has_map, boards(screen))), "a board without its map"

        with frame_by_frame(house.finger, monkeypatch, seen):
            resume(house)
        assert [name for i, name in enumerate(shown) if name not in shown[:i]] == [
            "start", "dealt", "fae_play",
        ]  # fmt: skip


def in_doubt(controller: FakeFae) -> tuple[Any, int]:
    """A question about three moves."""
    moves = tuple(fae.legal(controller.position)[:3])
    return replace(controller.snapshot(), doubt=moves), len(moves)


def wrong(controller: FakeFae) -> tuple[Any, int]:
    """Actual and expected table."""
    step = GuideStep("remove", 20, pieces={"purple": 1})
    return replace(controller.snapshot(), todo=(step,), illegal=Reason("across_lake", ())), 2


@pytest.mark.parametrize("asked", [in_doubt, wrong])
def test_actual_and_expected_table_are_drawn_from_the_first_frame(
    open_window: Any, monkeypatch: pytest.MonkeyPatch, asked: Callable[[FakeFae], tuple[Any, int]]
) -> None:
    controller = FakeFae()
    running = open_window(controller)
    shown, pictures = asked(controller)
    with Finger(running.window).ready() as finger:
        finger.frames(3)
        before = len(boards(running.screen))

        def seen() -> None:
            for board in boards(running.screen):
                if board.get_root_window():
                    assert has_map(board) and board._groups, "an empty picture"

        with frame_by_frame(finger, monkeypatch, seen):
            controller.publish(shown)
            finger.frames(3)
        assert len(boards(running.screen)) == before + pictures
