"""The film of a stored game: a page that plays it without a network, and is lent for ten minutes."""

import json
import re
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.archive.history import reviewed
from companion.app.game_loader import past
from companion.app.phones import phones
from companion.app.phones.film import FilmLook, film, shortened
from companion.games import fae, registry
from companion.storage.journal import Journal
from tests.app.archive.test_review import quickly
from tests.app.archive.whole_games import stored
from tests.app.phones.browsers import chromium
from tests.app.phones.table import Table
from ui.services import ReplayStep, Review

PLAYERS = ("Anabel", "Bob")
FIGURES = {"Anabel": "red", "Bob": "blue"}
MOST_BYTES = 3_000_000
EACH_GAME = pytest.mark.parametrize(
    "name",
    [
        name if name in ("fae", "fate") else pytest.param(name, marks=pytest.mark.slow)
        for name in registry.names()
    ],
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        yield journal


def made(
    journal: Journal, name: str, review: bool = False, **look: Any
) -> tuple[bytes, Sequence[ReplayStep], Review]:
    """Return the film of a whole game, its steps and its review."""
    game, archive = stored(journal, name, PLAYERS, 4), JournalArchive(journal, past)
    events = journal.events(game)
    found = reviewed(journal.game(game), events, quickly, lambda _: None) if review else Review()
    steps = archive.replay(game)
    page = film(journal, archive.history(game), steps, found, FilmLook("en", FIGURES, **look))
    assert journal.events(game) == events, "nothing was stored"
    return page, steps, found


def told(page: bytes) -> dict[str, Any]:
    """Return what a film tells."""
    (written,) = re.findall(rb'id="told">([^<]+)<', page)
    found: dict[str, Any] = json.loads(written)
    return found


def frames(page: bytes) -> list[dict[str, Any]]:
    """Return all whole frames."""
    whole: Any = None
    return [whole := changed(whole, change) for change in told(page)["frames"]]


def changed(value: Any, change: Any) -> Any:
    """Return a value after a change, as `film.js` makes it."""
    if isinstance(change, list):
        return change[0]
    made = dict(enumerate(value)) if isinstance(value, list) else dict(value)
    for key, inner in change.items():
        at = int(key) if isinstance(value, list) else key
        if inner == []:
            del made[at]
        else:
            made[at] = changed(made.get(at), inner)
    return [*made.values()] if isinstance(value, list) else made


@EACH_GAME
def test_a_film_has_every_step_and_all_that_it_needs(journal: Journal, name: str) -> None:
    page, steps, _ = made(journal, name)
    assert len(page) <= MOST_BYTES
    shown = frames(page)
    assert len(shown) == len(steps)
    for frame, step in zip(shown[1:-1], steps[1:-1], strict=True):
        assert frame["prompt"]["text"].casefold() == str(step.sentences[0]).casefold()
        assert [player["name"] for player in frame["players"] if player["turn"]] == [step.who][
            : bool(step.who)
        ]
    assert [frame["over"] for frame in shown] == [False] * (len(steps) - 1) + [True]
    assert not any(frame.get("result") or any(one["won"] for one in frame["players"]) for frame in shown[:-1])
    elsewhere = set(re.findall(r'(?:src|href|url\(|from|import) ?[=(]?"?([^"\s>)]+)', page.decode()))
    assert not {found for found in elsewhere if found.startswith(("/", "http", "./"))}


def test_its_boards_are_those_of_the_game(journal: Journal) -> None:
    page, steps, _ = made(journal, "fae")
    for frame, step in zip(frames(page), steps, strict=True):
        lying = {group["space"]: group["druids"] for group in frame["groups"]}
        assert lying == {space: dict(druids) for space, druids in fae.table(step.position).items()}


@EACH_GAME
def test_with_initials_nobody_is_named(journal: Journal, name: str) -> None:
    page, *_ = made(journal, name, initials=True)
    written = json.dumps(told(page), ensure_ascii=False)
    assert not re.search(r"(?i)anabel|\bbob\b", written)
    assert {player["label"] for player in frames(page)[0]["players"]} == {"A.", "B."}


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("Ana and Anabel met Ana's cat", ["Ana", "Anabel"], "A. and A2. met A.'s cat"),
        ('{"name": "Zoë \\"Z\\""}', ['Zoë "Z"'], '{"name": "Z."}'),
        ("Bobsled of Bob", ["Bob"], "Bobsled of B."),
    ],
)
def test_initials_are_apart_and_only_names_are_shortened(text: str, names: list[str], expected: str) -> None:
    assert shortened(text, names) == expected


@EACH_GAME
def test_it_plays_in_a_browser_without_a_network(journal: Journal, tmp_path: Path, name: str) -> None:
    page, steps, review = made(journal, name, review=True)
    (tmp_path / "film.html").write_bytes(page)
    with chromium(tmp_path / "profile") as browser:
        browser.get((tmp_path / "film.html").as_uri())
        wait_for(browser, "return document.querySelector('#film input')?.max")
        assert browser.execute_script("return document.querySelector('#film input').max") == str(
            len(steps) - 1
        )
        keys = browser.find_elements("css selector", ".turns button")
        assert len(keys) == len(review.turns)
        last = browser.find_element("css selector", "[data-key='film_on']")
        last.click()
        assert place(browser) == 1
        browser.find_element("css selector", "[data-key='play']").click()
        wait_for(browser, "return document.querySelector('#film input').value > 1")
        for turn, key in zip(review.turns, keys, strict=True):
            browser.execute_script("arguments[0].click()", key)
            assert place(browser) == turn.step
        assert browser.find_element("id", "message").text
        assert not [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def place(browser: Any) -> int:
    return int(browser.execute_script("return document.querySelector('#film input').value"))


def wait_for(browser: Any, script: str) -> None:
    """Wait until a script finds something."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 20, 0.05).until(lambda _: browser.execute_script(script))


def test_a_page_is_lent_to_who_has_its_address(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = table.phones.lend(b"<!doctype html>first")[0]
    status, headers, body = asked(first)
    assert (status, body) == (200, b"<!doctype html>first")
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["Cache-Control"] == "no-store"
    assert asked(first[:-1] + ("A" if first[-1] != "A" else "B"))[0] == 410
    second = table.phones.lend(b"second")[0]
    assert asked(first)[0] == 410, "one page at a time"
    assert asked(second)[2] == b"second"
    table.phones.take_back()
    assert asked(second)[0] == 410
    monkeypatch.setattr(phones, "LENT_S", -1.0)
    assert asked(table.phones.lend(b"third")[0])[0] == 410, "its time is over"


def asked(address: str) -> tuple[int, Any, bytes]:
    """Ask for an address."""
    parts = urlsplit(address)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=10)
    try:
        connection.request("GET", parts.path)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()
