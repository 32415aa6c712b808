"""A spirit is on the screen while its player holds it there, and nowhere else, ever."""

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.games.fae.board import COLOURS
from companion.i18n import LANGUAGES
from companion.settings.people import Person
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout, widgets


class Dealt(FakeFae):
    """Where Ana, the first to look, has a spirit of this colour."""

    def __init__(self, colour: str) -> None:
        super().__init__(("Ana", "Bo"))
        self.unseen_players = ["Ana", "Bo"]
        self._colour = colour

    def show_secret(self, player: str) -> str:
        self.calls.append(("show_secret", player))
        return self._colour


def finger(running: Any) -> Any:
    from kivy.tests.common import UnitTestTouch

    hold = running.screen.ids.hold
    return UnitTestTouch(*hold.to_window(*hold.center))


def hold_button(running: Any) -> Any:
    return next(w for w, _ in widgets(running.screen) if type(w).__name__ == "HoldToSee")


def shown(running: Any) -> set[str]:
    """The art and the texts on the screen."""
    found = {getattr(w, "name", "") for w, _ in widgets(running.screen)}
    return {str(x) for x in found | {getattr(w, "text", "") for w, _ in widgets(running.screen)} if x}


@contextmanager
def holding(running: Any) -> Iterator[Any]:
    touch = finger(running)
    touch.touch_down()
    assert hold_button(running).held
    yield touch
    touch.touch_up()


def pixels(path: Path) -> bytes:
    from kivy.core.image import Image

    data: bytes = Image(str(path), nocache=True).texture.pixels
    return data


def test_it_is_asked_for_when_held_and_not_before(open_window: Any) -> None:
    controller = Dealt("purple")
    running = open_window(controller)
    assert running.screen.name == "dealt" and not running.screen.looked
    assert controller.calls == []
    with holding(running):
        assert controller.calls == [("show_secret", "Ana")]
        assert {"druid-purple", "Purple"} <= shown(running)
    assert not {"druid-purple", "Purple"} & shown(running)
    assert not running.screen.looked, "a short touch shows nothing that can be read"
    with Finger(running.window).ready() as long:
        long.hold(running.screen.ids.hold)
    assert running.screen.looked


def test_pictures_of_the_screen_are_the_same_for_every_spirit(open_window: Any) -> None:
    from ui.lifetime import end_motions

    taken: dict[str, list[bytes]] = {}
    for colour in ("red", "black"):
        running = open_window(Dealt(colour))
        end_motions()  # the bars of the scores have grown
        running.lay_out()
        before = pixels(running.screenshot(f"secret_before_{colour}.png"))
        with holding(running):
            during = pixels(running.screenshot(f"secret_{colour}.png"))
        after = pixels(running.screenshot(f"secret_after_{colour}.png"))
        taken[colour] = [before, during, after]
        running.close()
    (red_before, red, red_after), (black_before, black, black_after) = taken.values()
    assert red != black, "while held it can be seen"
    assert red_before == black_before and red_after == black_after


def leave(running: Any, touch: Any) -> None:
    touch.touch_move(1, 1)


def second_finger(running: Any, touch: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    UnitTestTouch(3, 3).touch_down()


def lose_focus(running: Any, touch: Any) -> None:
    running.window.property("focus").dispatch(running.window)


def other_language(running: Any, touch: Any) -> None:
    running.next_language()


def sleep(running: Any, touch: Any) -> None:
    running.app.overlay._sleep(0)
    running.lay_out()


def other_screen(running: Any, touch: Any) -> None:
    running.app.open("games")
    running.lay_out()


def other_size(running: Any, touch: Any) -> None:
    running.window.property("size").dispatch(running.window)


@pytest.mark.parametrize(
    "happens", [leave, second_finger, lose_focus, other_language, sleep, other_screen, other_size]
)
def test_it_hides_at_once(open_window: Any, happens: Any) -> None:
    running = open_window(Dealt("yellow"))
    button = hold_button(running)
    touch = finger(running)
    touch.touch_down()
    assert button.held
    happens(running, touch)
    assert not button.held
    assert not any(getattr(w, "name", "") == "druid-yellow" for w, _ in widgets(button))
    touch.touch_move(*button.to_window(*button.center))
    assert not button.held, "it takes a new touch to see it again"
    touch.touch_up()


def test_nothing_of_it_stays_in_the_widgets(open_window: Any) -> None:
    running = open_window(Dealt("yellow"))
    with holding(running):
        assert "druid-yellow" in shown(running)
    gc.collect()
    written: dict[int, str] = {}  # many widgets hold the same large things
    for widget, _ in widgets(running.screen):
        held = [widget, *vars(widget).values()]
        values = [str(getattr(widget, name)) for name in widget.properties() if name != "cls"]
        for one in held:
            if id(one) not in written:
                written[id(one)] = repr(one)
        values += [written[id(one)] for one in held]
        assert "yellow" not in " ".join(values).lower(), widget


def test_nothing_of_it_is_logged_or_spoken(open_window: Any, caplog: pytest.LogCaptureFixture) -> None:
    controller = Dealt("yellow")
    controller.profiles.prefer(voice=True)
    running = open_window(controller)
    said: list[str] = []
    running.app.voice.say = lambda text, _: said.append(text)
    with caplog.at_level(logging.DEBUG):
        with holding(running):
            running.lay_out()
        running.next_language()
        running.screen.done()
    heard = " ".join([*said, *(record.getMessage() for record in caplog.records)]).lower()
    assert not any(colour in heard for colour in (*COLOURS, "amarel", "amarill")), heard
    assert said, "who may look is said"


def test_players_look_one_after_the_other(open_window: Any) -> None:
    running = open_window(Dealt("red"))
    with Finger(running.window).ready() as long:
        for player in ("Ana", "Bo"):
            assert running.screen.player == player
            assert not running.screen.looked
            long.hold(running.screen.ids.hold)
            assert running.screen.looked
            running.screen.done()
            long.frames(30)
    assert running.screen.name == "fae_play"


def test_there_is_a_way_out(open_window: Any) -> None:
    running = open_window(Dealt("red"))
    running.screen._look.dispatch("on_left")
    assert running.screen.name == "menu"
    running.app.open("secret")
    running.screen.choose("Bo")
    running.screen._look.dispatch("on_left")
    assert running.screen.name == "menu"
    running.app.back()
    assert running.screen.name == "dealt"


def test_a_look_during_the_game(open_window: Any) -> None:
    controller = Dealt("black")
    controller.unseen_players = []
    running = open_window(controller)
    running.app.open("secret")
    running.lay_out()
    assert {"Ana", "Bo"} <= shown(running)
    running.screen.choose("Bo")
    running.lay_out()
    from kivy.tests.common import UnitTestTouch

    button = hold_button(running)
    touch = UnitTestTouch(*button.to_window(*button.center))
    touch.touch_down()
    assert controller.calls == [("show_secret", "Bo")]
    assert "druid-black" in shown(running)
    touch.touch_up()
    assert "druid-black" not in shown(running)
    running.screen._look.dispatch("on_done")
    running.lay_out()
    assert running.screen.name == "fae_play"


def test_where_the_screen_lies_on_the_table_it_is_turned_to_the_seat(open_window: Any) -> None:
    controller = Dealt("red")
    controller.profiles.known = [Person("Ana", "red", "left"), Person("Bo", "blue", "top")]
    controller.profiles.prefer(flat=True)
    running = open_window(controller)
    turned = running.screen._turned
    assert turned.degrees == 270
    button = hold_button(running)
    left, right = (button.to_window(x, button.center_y)[1] for x in (button.x, button.right))
    assert left > right, "read from the left, the left end of a line is at the top"
    with holding(running):
        running.screenshot("secret_turned.png")
    running.screen.done()
    assert turned.degrees == 180


@at_each_size
def test_it_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = Dealt("purple")
    controller.profiles.known = [Person("Ana", "red", "left")]
    running = open_window(controller, size=size)
    for text_size in (1.0, 1.25):
        controller.profiles.prefer(text_size=text_size)
        running.settle(2)
        running.lay_out()
        check_layout(running)
    for _ in LANGUAGES:
        running.next_language()
        running.lay_out()
        check_layout(running)
        with holding(running):
            running.lay_out()
            check_layout(running)
    controller.unseen_players = []
    running.app.open("secret")
    running.lay_out()
    check_layout(running)
    running.screenshot(f"secret_who_{size[0]}x{size[1]}.png")
