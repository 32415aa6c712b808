"""The page of one's own decks and cards."""

import errno
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.errors import VisionError
from companion.games.base import Sentence
from companion.session.fabula import own_decks
from tests.ui.games.fabula.fake import FakeFabula
from tests.ui.layout import check_layout, widgets
from tests.ui.press import press, type_name

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def texts(running: Any) -> str:
    return " ".join(w.text for w, _ in widgets(running.screen) if isinstance(getattr(w, "text", 0), str))


def opened(open_window: Any, language: str = "en") -> Any:
    running = open_window(FakeFabula(), language)
    running.app.open("fabula_own")
    running.lay_out()
    return running


def test_a_deck_grows_and_is_counted(open_window: Any) -> None:
    from ui.widgets.rows import Stepper

    running = opened(open_window)
    press(running, "New deck, as River")
    type_name(running, "Meu")
    assert own_decks.FILES.store.names() == ["Meu"]
    assert "The deck is valid" in texts(running)
    check_layout(running)
    stepper = [w for w, _ in widgets(running.screen) if isinstance(w, Stepper)][-1]
    stepper._step(-1)
    running.lay_out()
    assert "Cards: 39" in texts(running) and "found 39" in texts(running)
    press(running, "Export as one file")
    assert "Saved on this device, in the folder table-companion: fabula_Meu.json" in texts(running)
    stepper._step(1)
    running.lay_out()
    assert "The deck is valid" in texts(running)


def test_a_card_of_ones_own_is_told_by_touch_and_shown_to_the_camera(open_window: Any) -> None:
    running = opened(open_window)
    press(running, "New deck, as Ember")
    type_name(running, "Fogo")
    press(running, icon="star")
    press(running, "New card")
    press(running, "Name")
    type_name(running, "Maci")
    press(running, "Base")
    press(running, "Ally")
    check_layout(running)
    press(running, "Take its picture")
    running.screen.children[0].children[0].camera.worker.join()
    running.settle(2)
    assert ("learn_pieces", None, {"own-1": ()}, "mine") in running.controller.teacher.calls
    press(running, "Ready")
    kept = own_decks.FILES.load("Fogo")["cards"]["own-1"]
    assert (kept["name"], kept["type"]) == ("Maci", "ally")


def test_what_the_camera_cannot_learn_is_told(open_window: Any) -> None:
    running = opened(open_window)
    press(running, "New deck, as Ember")
    type_name(running, "Fogo")
    press(running, icon="star")
    press(running, "New card")
    sentence = Sentence("Expected one card in the picture, found none.")
    running.controller.teacher.refusal = VisionError("bad_lesson", str(sentence), sentences=(sentence,))
    press(running, "Take its picture")
    running.screen.children[0].children[0].camera.worker.join()
    running.settle(2)
    assert "Expected one card in the picture, found none." in texts(running)


def test_a_picture_that_is_being_taken_is_not_taken_twice(open_window: Any) -> None:
    running = opened(open_window)
    press(running, "New deck, as Ember")
    type_name(running, "Fogo")
    press(running, icon="star")
    press(running, "New card")
    editor = running.screen.children[0].children[0]
    editor._take()
    worker = editor.camera.worker
    editor._take()
    assert editor.camera.worker is worker
    worker.join()


@pytest.mark.parametrize("language", ["en", "pt_BR", "es"])
def test_a_damaged_deck_is_told_and_can_be_deleted(open_window: Any, language: str) -> None:
    own_decks.FILES.save("Good", own_decks.new("ember"))
    own_decks.FILES.store.save("Bad", b'{"game": "fabula", "deck": {"main": {"bandit": "3"}}}')
    running = opened(open_window, language)
    damaged = running.app.tr.gettext("{name}: damaged").format(name="Bad")
    press(running, damaged)
    press(running, running.app.tr.gettext("Delete"))
    assert own_decks.FILES.store.names() == ["Good"] and damaged not in texts(running)


def test_a_deck_that_cannot_be_deleted_says_why(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    own_decks.FILES.save("Good", own_decks.new("ember"))
    running = opened(open_window, "en")
    press(running, "Good")
    press(running, "Delete")
    monkeypatch.setattr(Path, "unlink", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
    press(running, "Delete")
    assert "Read-only file system" in texts(running)
