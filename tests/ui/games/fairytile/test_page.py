"""The page in hand on the screen: whose it is, and how it looks while a finger rests on it."""

from pathlib import Path
from typing import Any

import pytest

from companion.session.fairytile import own_sets
from companion.session.fairytile.own_sets import OwnSet
from tests.ui.finger import Finger
from tests.ui.games.fairytile import states
from tests.vision.test_photo import table
from vision.photo import coded


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def written(root: Any) -> list[str]:
    return [w.text for w in root.walk() if isinstance(getattr(w, "text", None), str)]


def held(running: Any, finger: Finger) -> tuple[list[str], list[Any]]:
    """What is written, and the pictures, while a finger rests on the page."""
    from kivy.uix.image import Image

    texts: list[str] = []
    pictures: list[Any] = []
    page = running.screen.ids.page

    def look() -> None:
        texts.extend(written(page))
        pictures.extend(w for w in page.walk() if isinstance(w, Image) and w.texture)

    finger.hold(page, meanwhile=look)
    return texts, pictures


def test_who_presses_the_button_at_the_own_seat_may_look_next(open_window: Any) -> None:
    running = open_window(states.turn())
    fake, page = running.controller, running.screen.ids.page
    other = next(name for name in states.PLAYERS if name != fake.snapshot().turn)
    with Finger(running.window).ready() as finger:
        fake.press_seat(other)
        finger.until(lambda: page.owner == other)
        number = fake.session.hand(states.PLAYERS.index(other))
        texts, _ = held(running, finger)
        assert any(text.startswith(f"Page {number}") for text in texts)
        finger.until(lambda: page.owner == fake.snapshot().turn, "then it is the turn of who plays")
        assert not any(f"Page {number}" in text for text in written(running.screen))


def test_the_photo_of_a_page_is_seen_only_while_it_is_held(open_window: Any) -> None:
    from kivy.uix.image import Image

    fake = states.turn()
    pages, photo = fake.position.box.pages, coded(table(0)[0])
    own_sets.FILES.save("mine", OwnSet("mine", {}, dict(pages), dict.fromkeys(pages, photo)))
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        _, pictures = held(running, finger)
        assert pictures and not [w for w in running.screen.walk() if isinstance(w, Image)]
        own_sets.FILES.save("mine", OwnSet("mine", {}, dict(pages), dict.fromkeys(pages, photo[:300])))
        texts, pictures = held(running, finger)
        assert not pictures and any(text.startswith("Page ") for text in texts), "the goal is there still"
