import itertools
from dataclasses import replace
from gettext import NullTranslations
from typing import Any, cast
from unittest.mock import Mock

import pytest
from PIL import Image

from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets
from ui import background
from ui.services import GameFigures, PlayerFigures, RoleFigures

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

FIGURES = [
    PlayerFigures("Ana", "fae", 5, 2, 34, 29.5, 120),
    PlayerFigures("Bo", "fae", 4, 3, 40, 31.25, 100),
    PlayerFigures("Ana", "fate", 7, 6, None, None, 300),
]
TOTALS = [GameFigures("fae", 6, 110, 3.2), GameFigures("fate", 7, 300)]


def rows(running: Any) -> list[Any]:
    return [row for row in running.screen.ids.rows.children[::-1] if type(row).__name__ == "FiguresRow"]


def figures(running: Any) -> list[tuple[str, int, int, str]]:
    return [(row.player, row.won, row.of, row.best) for row in rows(running)]


def facts(running: Any) -> list[tuple[str, str]]:
    return [(fact.number, fact.words) for fact in running.screen.ids.facts.children[::-1]]


def test_figures_of_one_game_at_a_time(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    controller.archive.figures, controller.archive.totals = FIGURES, TOTALS
    running = open_window(controller)
    running.app.open("statistics")
    running.lay_out()
    assert running.screen.game == "fate"
    assert figures(running) == [("Ana", 6, 7, "")]
    assert facts(running) == [("7", "games of Fate"), ("5", "hours together")]
    chips = {chip.text: chip for chip, _ in widgets(running.screen) if type(chip).__name__ == "FilterChip"}
    assert list(chips)[::-1] == ["All", "Fae", "Fate"]
    chips["Fae"].dispatch("on_release")
    assert figures(running) == [("Ana", 2, 5, "34"), ("Bo", 3, 4, "40")]
    assert facts(running) == [
        ("6", "games of Fae"), ("110", "minutes together"), ("3", "points apart on average")
    ]  # fmt: skip
    chips["All"].dispatch("on_release")
    assert figures(running) == [("Ana", 8, 12, ""), ("Bo", 3, 4, "")]
    assert facts(running) == [("13", "games"), ("7", "hours together")]


@pytest.mark.parametrize(("of", "won"), [(11, 6), (11, 0), (300, 75), (300, 0)])
def test_squares_are_filled_for_games_that_were_won(open_window: Any, of: int, won: int) -> None:
    controller = FakeFae()
    controller.playing = False
    controller.archive.figures = [PlayerFigures("Ana", "fae", of, won)]
    running = open_window(controller)
    running.app.open("statistics")
    target = running.screenshot(f"statistics-{won}-of-{of}.png")
    (squares,) = [w for w, _ in widgets(running.screen) if type(w).__name__ == "WonSquares"]
    left, middle = squares.to_window(squares.x, squares.center_y)
    wide = squares.width if of > 100 else squares.height * of
    with Image.open(target) as shot:
        colours = [shot.convert("RGB").getpixel((int(left + x), int(480 - middle))) for x in range(int(wide))]
    orange = sum(blue < 80 and red > 180 for red, _, blue in cast(Any, colours)) / len(colours)
    assert orange == pytest.approx(won / of, abs=0.12)
    assert (orange > 0) == (won > 0)


def test_everybody_is_best_at_another_thing_and_it_is_true(open_window: Any) -> None:
    ana = PlayerFigures("Ana", "fae", 11, 6, 52, 41.2, 420, 9)
    bo = PlayerFigures("Bo", "fae", 11, 4, 49, 38.5, 400, 4)
    cy = PlayerFigures("Cy", "fae", 5, 1, 38, 33, 260, 2)
    controller = FakeFae()
    controller.playing = False
    controller.archive.figures = [ana, bo, cy]
    running = open_window(controller)
    running.app.open("statistics")
    shown = [(row.player, row.word, row.detail) for row in rows(running)]
    assert shown == [
        ("Ana", "Victories", "most of all"),
        ("Bo", "Quick", "shortest games"),
        ("Cy", "Patience", "longest games"),
    ]


def strength(*figures: PlayerFigures) -> dict[str, tuple[str, str]]:
    from ui.screens.strengths import strengths

    return {
        name: (found.word, found.detail) for name, found in strengths(NullTranslations(), figures).items()
    }


def test_a_strength_needs_others_who_are_less_good() -> None:
    ana, bo = (
        PlayerFigures("Ana", "fae", 4, 2, 34, 29.5, 120, 3),
        PlayerFigures("Bo", "fae", 4, 2, 34, 29.5, 120, 3),
    )
    assert strength(ana) == {} and strength(ana, bo) == {}, "alone, and equally good"
    assert strength(ana, replace(bo, wins=1)) == {"Ana": ("Victories", "most of all")}
    assert strength(ana, replace(bo, ahead=10)) == {"Bo": ("Big win", "10 points ahead")}
    assert strength(ana, replace(bo, mean=31.2)) == {"Bo": ("Points", "31 points a game")}
    one = replace(bo, games=1, wins=1, ahead=20, mean=50, minutes=10)
    assert strength(ana, one) == {"Ana": ("Victories", "most of all")}, "a single game may be chance"


def test_before_the_first_game_a_key_leads_to_one(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    running.app.open("statistics")
    running.lay_out()
    assert rows(running) == [] and facts(running) == []
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
    running.lay_out()
    shown = [(row.player, row.won, row.of, row.word, row.detail) for row in rows(running)]
    assert shown[1:] == [
        ("Embers", 2, 3, "20 minutes a game", "River 1/2"), ("own:Fogo", 0, 1, "12 minutes a game", "")
    ]  # fmt: skip


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
    assert (running.screen.said, rows(running)) == ("0 games read …", [])
    monkeypatch.setattr(page, "_STEP_S", 60.0)
    running.screen._step()
    assert (running.screen.said, figures(running)) == ("", [("Ana", 6, 7, "")])
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
