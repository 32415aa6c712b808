"""The undo key and the acts of the app stay in place, under a finger and while somebody reads."""

from typing import Any

import pytest

from tests.ui.games.fabula import scenes
from tests.ui.games.fabula.fake import FakeFabula
from tests.ui.layout import widgets


@pytest.mark.parametrize("size", [(800, 480), pytest.param((480, 800), marks=pytest.mark.slow)])
def test_undo_stays_where_it_is_and_no_other_key_comes_there(open_window: Any, size: tuple[int, int]) -> None:
    fake: Any = scenes.duel("act", 5, 4)()
    running = open_window(fake, size=size)
    places, keys = set(), set()
    for asks in ("act", "attack", "act", "influence", "act"):
        fake.until(asks)
        fake.publish()
        running.lay_out()
        running.lay_out()
        undo = running.screen.ids.undo
        places.add((*undo.to_window(*undo.pos), *undo.size))
        shown = [key for key in running.screen.ids.controls.children if getattr(key, "text", "")]
        keys |= {key.text for key in shown}
        x, y = undo.to_window(*undo.center)
        assert not any(key.collide_point(*key.to_widget(x, y)) for key in shown)
        fake.step()
    assert len(places) == 1
    assert "End the turn" in keys


def test_what_is_read_stays_while_the_app_goes_on(open_window: Any) -> None:
    from ui.games.fabula.app_acts import AppActPanel
    from ui.widgets.basics import TouchButton

    fake: Any = FakeFabula(bots={"Bo": "easy"}).begun()
    running = open_window(fake)
    screen = running.screen
    while not screen.laid:
        fake.step()
        fake.publish()
        running.lay_out()
    (panel,) = screen.ids.panel.children
    assert isinstance(panel, AppActPanel)
    while len(screen.laid) < 12:
        fake.step()
        fake.publish()
        running.lay_out()
        assert screen.ids.panel.children == [panel], "nothing is built anew"
        assert screen.ids.message.title == "This is what the app did.", "nobody is asked yet"
    places = set()
    while screen.laid:
        running.lay_out()
        (panel,) = screen.ids.panel.children
        (key,) = [w for w, _ in widgets(panel) if isinstance(w, TouchButton)]
        places.add((*key.to_window(*key.pos), *key.size))
        screen.go_on()
    assert len(places) == 1
