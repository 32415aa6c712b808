"""The page that says what decided a stored game: its course, its turning points and its badges."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.games.fae.states import PLAYERS
from tests.ui.layout import widgets
from tests.ui.scenes import decided, kept_film, reviewing, whole_game


def opened(open_window: Any, name: str = "fae") -> Any:
    running = open_window(reviewing(name)())
    decided(name)(running)
    running.lay_out()
    return running


def texts(root: Any) -> list[str]:
    return [widget.text for widget, _ in widgets(root) if isinstance(getattr(widget, "text", None), str)]


def boards(running: Any) -> list[Any]:
    return [captioned.children[-1] for captioned in running.screen.ids.boards.children[::-1]]


def test_a_touch_on_a_disc_shows_its_move(open_window: Any) -> None:
    running = opened(open_window)
    page, controller = running.screen, running.controller
    course = page.ids.course
    turns = controller.reviews.found.turns
    steps = controller.archive.replay(whole_game("fae"))
    assert len(turns) > 1 and page.chosen == len(turns) - 1, "the last one comes first"
    places = course._disc_places()
    running.tap(places[0], course.y + 20)
    running.lay_out()
    assert page.chosen == 0
    assert " ".join(map(str, turns[0].sentences)) in texts(page)
    before, after = boards(running)
    from companion.games import fae

    assert dict(before.table) == {int(k): v for k, v in fae.table(steps[turns[0].step - 1].position).items()}
    assert dict(after.table) == {int(k): v for k, v in fae.table(steps[turns[0].step].position).items()}
    assert before.zoom > 1, "close enough to see it"


def test_a_better_move_is_shown_where_it_was_possible(open_window: Any) -> None:
    running = opened(open_window)
    page, turns = running.screen, running.controller.reviews.found.turns
    chosen = next(at for at, turn in enumerate(turns) if turn.better)
    page.choose(chosen)
    running.lay_out()
    (key,) = page.ids.better.children
    assert str(turns[chosen].better.sentences[0]) in key.text
    key.dispatch("on_release")
    running.lay_out()
    assert boards(running)[0].last_move == tuple(turns[chosen].better.way)
    page.choose(next(at for at, turn in enumerate(turns) if not turn.better))
    assert not page.ids.better.children


def test_watching_begins_at_the_turning_point(open_window: Any) -> None:
    running = opened(open_window)
    page = running.screen
    step = running.controller.reviews.found.turns[int(page.chosen)].step
    page.watch()
    assert (running.screen.name, running.screen.at, running.screen.playing) == ("replay", step - 1, True)
    assert running.controller.reviews.calls[-1] == "stop"


def test_until_the_review_is_there_its_progress_is_shown(open_window: Any) -> None:
    running = open_window(reviewing("fate")())
    running.controller.reviews.share = 0.3
    running.app.open("review", game=whole_game("fate"))
    running.screen._look(0)
    assert (running.screen.share, running.screen.ready) == (0.3, False)
    running.controller.reviews.share = 1.0
    running.screen._look(0)
    assert running.screen.ready
    running.app.back()
    assert running.controller.reviews.calls[-1] == "stop", "who leaves waits for nothing"


def test_everybody_has_a_badge(open_window: Any) -> None:
    running = opened(open_window, "fabula")
    cards = running.screen.ids.cards.children
    found = {badge.player: badge for badge in running.controller.reviews.found.badges}
    assert len(cards) == len(found) == 2
    assert sorted(card.number.strip("\N{MINUS SIGN}+") for card in cards) == sorted(
        str(badge.amount) for badge in found.values()
    )
    assert [card.won for card in cards].count(True) == 1


def test_the_result_offers_it(open_window: Any) -> None:
    from tests.ui.scenes import fae_ended

    running = open_window(fae_ended())
    running.lay_out()
    said = [text for text in texts(running.screen) if text == "What decided it"]
    assert said, "in place of the film, which the page offers"
    running.screen.page.dispatch("on_watch")
    assert running.screen.name == "review"


def test_the_film_is_lent_while_its_page_is_open(open_window: Any) -> None:
    running = open_window(reviewing("fae")())
    phones, calls = running.controller.phones, running.controller.reviews.calls
    kept_film(running)
    running.lay_out()
    codes = [widget.text for widget, _ in widgets(running.screen) if type(widget).__name__ == "QrCode"]
    assert codes == [phones.lend(phones.page)[0]]
    assert phones.on, "for as long as the page is open"
    running.screen.shorten(True)
    assert ("film", whole_game("fae"), "en", True) in calls
    running.screen.film_made(b"short", None)
    assert phones.page == b"short"
    running.app.back()
    running.lay_out()
    assert (phones.page, phones.on) == (None, False)


def test_without_a_network_the_film_is_saved_as_a_file(
    open_window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    running = open_window(reviewing("fae")())
    running.controller.phones.addresses = ()
    kept_film(running)
    running.lay_out()
    assert any("no network" in text for text in texts(running.screen))
    running.screen.save_film()
    (file,) = tmp_path.rglob("*.html")
    assert file.read_bytes() == b"<!doctype html>"
    assert not any(name.casefold() in file.name.casefold() for name in PLAYERS)
