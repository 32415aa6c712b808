"""A stored game as a picture to print."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.games.base import Sentence
from companion.storage.journal import Journal
from tests.app.archive.test_archive import fae_game, fate_game
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets
from ui import days
from ui.services import KeyMoment

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


@pytest.fixture
def controller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    fake: Any = FakeFae()
    fake.playing = False
    with Journal(tmp_path / "journal.sqlite3") as journal:
        fae_game(journal, ("Ana", "Bo"))
        fae_game(journal, ("Ana", "Bo"), reveal=False)
        fate_game(journal)
        fake.archive = JournalArchive(journal, past)
        yield fake


def button(running: Any, icon: str) -> Any:
    return next(w for w, _ in widgets(running.screen) if getattr(w, "icon", "") == icon)


def poster(running: Any, game: int) -> Image.Image:
    from ui import all_games
    from ui.player_names import figures
    from ui.poster import png

    archive = running.controller.archive
    history = archive.history(game)
    known = figures(running.app, history.players)
    content = png(history, archive.replay(game), all_games.of(history.game), known, running.app.tr)
    return Image.open(BytesIO(content)).convert("RGB")


def words(running: Any, game: int) -> list[str]:
    """All texts of the page."""
    from kivy.core.text import Label

    from ui.boards import drawing

    written: list[str] = []
    word = drawing.word

    def noted(text: str, *args: Any) -> Any:
        written.append(text)
        return word(text, *args)

    def paragraph(text: str = "", **kwargs: Any) -> Any:
        written.append(text)
        return Label(text=text, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "word", noted)
        patch.setattr("ui.poster.CoreLabel", paragraph)
        patch.setattr("ui.poster.PX_PER_MM", 2.0)  # a small one takes less time
        poster(running, game)
    return written


@pytest.mark.slow
@pytest.mark.parametrize("game", [1, 3], ids=["points", "together"])
def test_a_page_to_print_with_a_white_ground(open_window: Any, controller: Any, game: int) -> None:
    from ui import theme

    controller.profiles.prefer(night=True)
    running = open_window(controller, "es")
    before = list(theme.INK), theme.mm(1)
    page = poster(running, game)
    assert (list(theme.INK), theme.mm(1)) == before, "the window keeps its colours and sizes"
    assert page.width / page.height == pytest.approx(210 / 297, abs=0.002)
    assert page.width >= 1600, "about 200 dots an inch"
    edge = {page.getpixel((x, y)) for x in (5, page.width - 5) for y in range(0, page.height, 50)}
    assert edge == {(255, 255, 255)}
    ink = page.convert("L").point(lambda value: 255 if value < 250 else 0).getbbox()
    assert ink and ink[1] < page.height * 0.1 and ink[3] > page.height * 0.9, "from the top to the bottom"
    assert len(page.getcolors(1 << 24) or ()) > 500


def test_names_date_result_and_three_moments_are_on_it(open_window: Any, controller: Any) -> None:
    from ui.poster import SHOWN, chosen

    running = open_window(controller)
    history = controller.archive.history(1)
    written = " | ".join(words(running, 1))
    assert days.moment(running.app.tr, history.when) in written and "Fae" in written
    assert all(f"{player}" in written for player in history.players)
    assert all(str(points) in written for points in history.points.values())
    assert f"{', '.join(history.winners)} won" in written
    moments = chosen(history.moments)
    assert len(moments) == SHOWN
    assert any("best ritual" in moment.sentence.pattern for moment in moments)
    assert all(str(moment.sentence) in written for moment in moments)


def test_nothing_that_is_not_revealed_is_on_it(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    history = controller.archive.history(2)
    written = words(running, 2)
    assert f"{history.turn} is next" in written and history.secrets == {}
    assert not {str(points) for points in controller.archive.history(1).points.values()} & set(
        written[: written.index("Bo") + 1]
    )


def test_the_moments_that_matter_most_come_in_order(display: str) -> None:
    from ui.poster import chosen

    sentence = Sentence("!")
    places = [(1, 5, 3), (2, 9, 0), (2, 9, 4), (3, 12, 1), (4, 20, 2)]
    moments = [KeyMoment(at, sentence, step, rank=rank) for at, step, rank in places]
    assert [(moment.step, moment.rank) for moment in chosen(moments)] == [(9, 0), (12, 1), (20, 2)]
    assert chosen([]) == []


def shown_file(running: Any, home: Path) -> Path:
    """File that the page names as saved."""
    place = "Saved on this device, in the folder table-companion: "
    assert said(running).startswith(place)
    return home / "table-companion" / said(running).removeprefix(place)


def said(running: Any) -> str:
    """What the page says about the file."""
    return next((text for text in texts(running) if "table-companion" in text), "")


def texts(running: Any) -> list[str]:
    return [str(getattr(widget, "text", "")) for widget, _ in widgets(running.screen)]


def test_it_is_saved_beside_the_script_and_says_where(
    open_window: Any, controller: Any, tmp_path: Path
) -> None:
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("keep", game=1)
        running.screen.film_made(None, None)
        finger.frames(3)
        finger.tap(button(running, "picture"))
        finger.until(lambda: ".png" in said(running), "saved")
        path = shown_file(running, tmp_path)
        with Image.open(path) as page:
            assert page.format == "PNG"
        finger.tap(button(running, "save"))
        script = shown_file(running, tmp_path)
        assert script == path.with_suffix(".json")
        assert json.loads(script.read_text("utf-8"))["game"] == "fae"


def test_a_full_disk_is_reported(open_window: Any, controller: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.storage.failure import failure

    def full(*_: object) -> str:
        raise failure("not_exported", "The disk is full.")

    controller.archive.save_picture = full
    monkeypatch.setattr("ui.poster.PX_PER_MM", 2.0)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("keep", game=3)
        running.screen.film_made(None, None)
        finger.frames(3)
        finger.tap(button(running, "picture"))
        finger.until(lambda: running.screen.problem == "The disk is full.", "why not")
