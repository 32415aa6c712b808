import itertools
from typing import Any, cast
from unittest.mock import Mock

import pytest
from PIL import Image

from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets
from ui import background
from ui.services import PlayerFigures, RoleFigures

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

FIGURES = [
    PlayerFigures("Ana", "fae", 5, 2, 34, 29.5, 120),
    PlayerFigures("Bo", "fae", 4, 3, 40, 31.25, 100),
    PlayerFigures("Ana", "fate", 7, 6, None, None, 300),
]


def bars(running: Any) -> list[tuple[float, float, float, str]]:
    found = [w for w, _ in widgets(running.screen) if type(w).__name__ == "Bar"]
    return [(bar.value, bar.most, bar.part, bar.number) for bar in reversed(found)]


def test_figures_of_one_game_at_a_time(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    controller.archive.figures = FIGURES
    running = open_window(controller)
    running.app.open("statistics")
    assert running.screen.game == "fate"
    assert bars(running) == [(7, 7, 6, "6/7")]
    assert [row.lasted for row in running.screen.ids.rows.children if hasattr(row, "lasted")] == ["5 hours"]
    running.screen.choose("fae")
    assert set(bars(running)) == {
        (5, 5, 2, "2/5"), (34, 40, 0, "34"), (29.5, 40, 0, "29.5"),
        (4, 5, 3, "3/4"), (40, 40, 0, "40"), (31.25, 40, 0, "31.2"),
    }  # fmt: skip


def test_games_without_a_win_are_an_empty_bar(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    controller.archive.figures = [
        PlayerFigures("Ana", "fae", 1, 0, 34, 29.5, 120), PlayerFigures("Bo", "fae", 1, 1, 40, 31.25, 100)
    ]  # fmt: skip
    running = open_window(controller)
    running.app.open("statistics")
    target = running.screenshot("statistics-no-win.png")
    bars = [w for w, _ in widgets(running.screen) if type(w).__name__ == "Bar" and w.parted]
    lost, won = sorted(bars, key=lambda bar: bar.part)
    with Image.open(target) as shot:
        pixels = shot.convert("L")
        lost_ink, won_ink = (
            pixels.getpixel((int(bar.x + bar.width * 0.2), int(480 - bar.to_window(0, bar.center_y)[1])))
            for bar in (lost, won)
        )
    assert cast(int, lost_ink) > 200, "nothing is filled"
    assert cast(int, won_ink) < 100


def test_before_the_first_game_a_key_leads_to_one(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    running.app.open("statistics")
    running.lay_out()
    assert bars(running) == []
    keys = [widget for widget, _ in widgets(running.screen) if type(widget).__name__ == "TouchButton"]
    next(key for key in keys if key.text == "Play a game").dispatch("on_release")
    assert running.screen.name == "start"


def test_roles_are_counted_below_the_people(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    controller.archive.figures = [PlayerFigures("Ana", "fabula", 3, 2, None, None, 60)]
    controller.archive.roles = [
        RoleFigures("ember", 3, 2, 20.4, {"river": (1, 2)}), RoleFigures("own:Fogo", 1, 0, 12.0, {})
    ]  # fmt: skip
    running = open_window(controller)
    running.app.open("statistics")
    rows = [row for row in running.screen.ids.rows.children[::-1] if hasattr(row, "lasted")]
    assert [(row.player, row.lasted) for row in rows[1:]] == [
        ("Embers", "20 minutes a game"), ("own:Fogo", "12 minutes a game")
    ]  # fmt: skip
    texts = " ".join(w.text for w, _ in widgets(running.screen) if isinstance(getattr(w, "text", 0), str))
    assert "River 1/2" in texts
    assert (3, 3, 2, "2/3") in bars(running)


def test_thousands_of_games_are_read_between_frames(open_window: Any, monkeypatch: Any) -> None:
    from ui.screens import statistics as page

    controller = FakeFae()
    controller.playing = False
    controller.archive.figures = FIGURES
    running = open_window(controller)
    stored = [object() for _ in range(3)]
    listed = Mock(return_value=iter(stored))
    monkeypatch.setattr(controller.archive, "games", listed)
    monkeypatch.setattr(background, "run", lambda act, then: act())
    monkeypatch.setattr(page, "_STEP_S", 0.0)
    running.app.open("statistics")
    assert (running.screen.said, bars(running)) == ("0 games read …", [])
    monkeypatch.setattr(page, "_STEP_S", 60.0)
    running.screen._step()
    assert (running.screen.said, bars(running)) == ("", [(7, 7, 6, "6/7")])
    calls = controller.archive.calls
    assert calls == [*(("add", game) for game in stored), ("keep_summaries",)], (
        "each is counted as it is read"
    )
    assert listed.call_count == 1, "nothing is read at the end"


def test_games_read_before_the_page_is_left_are_kept(open_window: Any, monkeypatch: Any) -> None:
    from ui.screens import statistics as page

    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    monkeypatch.setattr(controller.archive, "games", lambda: itertools.repeat(object()))
    monkeypatch.setattr(background, "run", lambda act, then: act())
    monkeypatch.setattr(page, "_STEP_S", 0.001)
    running.app.open("statistics")
    assert ("keep_summaries",) not in controller.archive.calls
    running.app.open("settings")
    assert controller.archive.calls[-1] == ("keep_summaries",)
