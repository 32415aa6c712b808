"""Seats by touch: each seat asks for its own player."""

from pathlib import Path
from typing import Any

import pytest

from companion.i18n import LANGUAGES
from companion.settings.people import Person, Side
from tests.ui.evening import Evening, evening
from tests.ui.layout import check_apart, check_layout

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def seated(house: Evening) -> dict[str, str]:
    return {person.name: person.seat for person in house.screen.ids.table.players}


def touch_seat(house: Evening, side: Side) -> None:
    table = house.screen.ids.table
    house.finger.tap(table.at(side))
    house.finger.frames(3)


def test_a_free_seat_offers_who_sits_there(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.profiles.remember([Person(name) for name in ("Ana", "Bo", "Maximiliana-Lu")])
        house.press("tile-fae", "Fae")
        house.on("new")
        touch_seat(house, "left")
        assert house.screen.ids.table.wanted == "left"
        house.press(text="Player 3")
        assert seated(house) == {"Player 1": "bottom", "Player 2": "top", "Player 3": "left"}, "no name typed"
        assert house.screen.mode == "people"
        touch_seat(house, "right")
        house.press(text="Ana")
        assert seated(house)["Ana"] == "right"
        touch_seat(house, "top_left")
        for language in LANGUAGES:
            house.running.app.speak(language)
            house.finger.frames(4)
            check_layout(house.running)
            check_apart(house.running)
            house.running.screenshot(f"seat-{language}.png")
        house.running.app.speak("en")
        house.press(text="Bo")
        assert seated(house) == {"Bo": "top_left", "Player 2": "top", "Player 3": "left", "Ana": "right"}
        touch_seat(house, "bottom")
        house.press(text="Player 3")
        assert seated(house)["Player 3"] == "bottom", "whoever sits elsewhere changes over"


def test_a_third_player_needs_no_name_and_the_second_stays_the_second(
    open_window: Any, tmp_path: Path
) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.profiles.remember([Person("Ana", "green", "left")])
        house.press("tile-fae", "Fae")
        house.on("new")
        house.running.screenshot("seats-people.png")
        touch_seat(house, "left")
        house.press(text="Player 3")
        assert list(seated(house)) == ["Player 1", "Player 2", "Player 3"]
        house.press(text="Ana")
        assert list(seated(house)) == ["Ana", "Player 2", "Player 3"]
        house.running.app.speak("pt_BR")
        assert list(seated(house)) == ["Ana", "Jogador 2", "Jogador 3"]
        table = house.screen.ids.table
        house.finger.tap(table.flag())
        house.finger.tap(table.flag())
        house.press("finger")
        house.press("play")
        house.on("dealt")
        assert house.snapshot.players[0] == "Player 2", "whatever the language"


def test_a_seat_touched_by_mistake_is_let_go(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.press("tile-fate", "Fate")
        house.on("new")
        for _ in range(2):
            touch_seat(house, "right")
        assert (house.screen.mode, house.screen.ids.table.wanted) == ("people", "")
        touch_seat(house, "right")
        touch_seat(house, "bottom")  # somebody sits there
        assert (house.screen.mode, house.screen.chosen) == ("person", 0)
        assert len(seated(house)) == 2


def test_an_icon_on_the_light_middle_is_dark_and_a_print_keeps_its_colours(open_window: Any) -> None:
    from kivy.graphics import Color, Mesh

    from tests.ui.scenes import start
    from ui import all_games
    from ui.widgets.seats import SeatTable

    open_window(start())
    tints = []
    for picture in ("board", all_games.tiles()["fae"].icon):
        table = SeatTable(picture=picture)
        table.size = 400, 400
        drawn = table.canvas.before.children
        (at,) = (index for index, one in enumerate(drawn) if isinstance(one, Mesh))
        tints.append(next(one.rgb for one in reversed(drawn[:at]) if isinstance(one, Color)))
    assert max(tints[0]) < 0.3
    assert tints[1] == [1, 1, 1]
