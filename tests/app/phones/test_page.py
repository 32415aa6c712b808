"""The page in a real browser: Debian's Chromium, driven by Selenium, at the real app's server."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.games import fae
from companion.session.base import GameConfig
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.ports import held_port

webdriver = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed: group dev")
BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
PLAYERS = ("Ana", "Bo", "Cy")
BACK_S = 2.0
"""Time within which a phone sits at its seat again."""
READY = '[data-key="ready"]'
SHAPES = [(390, 844), (844, 390)]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="no browser: apt install chromium chromium-driver"),
]


class Phone:
    """A page in a browser."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(address)

    def find(self, css: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", css))

    def until(self, there: Callable[[], Any], what: str, most_s: float = 15.0) -> float:
        """Return the seconds until it is there."""
        begun = time.monotonic()
        while not there():
            assert time.monotonic() - begun < most_s, f"{what}; there is {self.text()!r}"
            time.sleep(0.02)
        return time.monotonic() - begun

    def text(self) -> str:
        return str(self.driver.execute_script("return document.body.innerText"))

    def source(self) -> str:
        """The whole document as it is now, with everything hidden in it."""
        return str(self.driver.execute_script("return document.documentElement.outerHTML"))

    def press(self, css: str) -> None:
        """Press by keyboard, as who sees nothing does."""
        self.until(lambda: self.find(css), css)
        self.driver.execute_script(
            "const it = document.querySelector(arguments[0]); it.focus();"
            "it.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));"
            "if (it.tagName === 'BUTTON' || it.tagName === 'SUMMARY') it.click();",
            css,
        )

    def seated(self, player: str = "Ana") -> None:
        self.until(lambda: self.find(f'body[data-seat="{player}"]:not(.away)'), f"the seat of {player}")
        if self.find(READY):
            self.press(READY)
        self.until(lambda: self.find("body:not(.alone)"), "the game")

    def online(self) -> bool:
        return not self.find("body.away") and bool(self.find("h1"))


class Evening:
    """The app with a game of Fae and its phones, at a port of its own."""

    def __init__(self, app: App, journal: Journal, port: int = 0) -> None:
        self.app, self.journal = app, journal
        self.app.phones._port, self.app.phones._addresses = port, lambda: ["127.0.0.1"]
        app.phones.turn_on()
        self.begin(app)
        self.until(lambda: self.snapshot is not None)

    def begin(self, app: App) -> None:
        """Begin the game."""
        setup = fae.RULES.opening(Random(3), PLAYERS)
        app.begin("fae", GameConfig(PLAYERS, setup=setup), "none")

    @property
    def snapshot(self) -> Any:
        return self.app.latest()

    def until(self, there: Callable[[], Any]) -> None:
        end = time.monotonic() + 15
        while not there():
            assert time.monotonic() < end
            time.sleep(0.02)

    def press(self, phone: Phone, css: str) -> None:
        """Press once the page shows what the game shows: a decision for an older state would not count."""
        at = "return Number(document.body.dataset.at)"
        self.until(lambda: phone.driver.execute_script(at) == self.snapshot.at)
        phone.press(css)

    def code(self, player: str = "Ana") -> str:
        self.until(self.app.phones.game)  # an invitation is to the game that the phones know
        return self.app.phones.invite(player)[0]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with held_port() as port, Journal(tmp_path / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        try:
            yield Evening(app, journal, port)
        finally:
            app.close()


@contextmanager
def browser(folder: Path, language: str = "en") -> Iterator[Phone]:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                 f"user-data-dir={folder}", f"lang={language}", f"accept-lang={language}"):  # fmt: skip
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    try:
        yield Phone(driver)
        errors = [one["message"] for one in driver.get_log("browser") if "favicon" not in one["message"]]
        assert not [
            one for one in errors if "SyntaxError" in one or "TypeError" in one or "Security" in one
        ], errors
    finally:
        driver.quit()


@pytest.fixture(scope="module")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def phone(shared_browser: Phone) -> Phone:
    driver = shared_browser.driver
    for handle in driver.window_handles[1:]:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(driver.window_handles[0])
    driver.get("about:blank")
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    return shared_browser


def move_there(phone: Phone, move: Any) -> None:
    """Touch a group of druids, where it goes, and the main key."""
    for css in (f'[data-thing="{move.source}"]', f'[data-thing="{move.target}"]', '[data-key="main"]'):
        phone.press(css)


def test_a_phone_joins_looks_at_its_spirit_and_moves(phone: Phone, evening: Evening) -> None:
    phone.open(evening.code())
    phone.seated()
    assert "#" not in phone.driver.current_url
    assert not phone.find(".spirit")
    phone.press('[data-key="secret"]')
    phone.until(lambda: phone.find(".spirit"), "the open spirit")
    assert evening.app._session
    colour = evening.app._session.secret(0)
    assert phone.find(f".spirit .druid.{colour}")
    phone.press('[data-key="secret"]')
    phone.until(lambda: not phone.find(".spirit"), "the closed spirit")
    move = fae.legal(evening.snapshot.position)[0]
    move_there(phone, move)
    phone.until(lambda: evening.snapshot.played == 1, "the move")
    assert evening.snapshot.log[0].move[:2] == move[:2]
    phone.press('[data-key="undo"]')
    phone.until(lambda: evening.snapshot.played == 0, "the undone move")


@pytest.mark.parametrize("end", ["pointerup", "blur", "visibilitychange"])
def test_a_secret_is_there_while_its_key_is_held(phone: Phone, evening: Evening, end: str) -> None:
    phone.open(evening.code())
    phone.seated()
    hold = "document.querySelector('[data-key=secret]').dispatchEvent(new PointerEvent(arguments[0]))"
    phone.driver.execute_script(hold, "pointerdown")
    phone.until(lambda: phone.find(".spirit"), "the open spirit")
    assert phone.driver.execute_script("return document.querySelector('#board').checkVisibility()") is False
    if end == "visibilitychange":
        phone.driver.execute_script("Object.defineProperty(document, 'hidden', {value: true})")
    target = {"pointerup": "document.querySelector('[data-key=secret]')", "blur": "window"}.get(
        end, "document"
    )
    phone.driver.execute_script(f"{target}.dispatchEvent(new PointerEvent('{end}'))")
    assert not phone.find(".spirit")


def test_an_open_secret_hides_again_by_itself(phone: Phone, evening: Evening) -> None:
    hurry = (
        "const real = setTimeout; window.setTimeout = (f, ms, ...a) => real(f, ms === 20000 ? 400 : ms, ...a)"
    )
    command = phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": hurry})
    try:
        phone.open(evening.code())
        phone.seated()
        phone.press('[data-key="secret"]')
        phone.until(lambda: phone.find(".spirit"), "the open spirit")
        phone.until(lambda: not phone.find(".spirit"), "the spirit hidden again")
    finally:
        phone.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", command)


def test_without_its_own_page_a_game_is_played_by_keys(phone: Phone, evening: Evening) -> None:
    phone.driver.execute_cdp_cmd("Network.enable", {})
    phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/fae.js"]})
    try:
        phone.open(evening.code())
        phone.seated()
        move = fae.legal(evening.snapshot.position)[0]
        phone.until(
            lambda: phone.find(f'[data-key="move {move.source},{move.target}"]'), "a key for the move"
        )
        assert "Your turn" in phone.text() and len(phone.find(".people li")) == len(PLAYERS)
    finally:
        phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


COUNT_TRIES = """
window.asked = window.dialled = 0;
const ask = window.fetch, Dialled = window.WebSocket;
window.fetch = (...how) => { window.asked += 1; return ask(...how); };
window.WebSocket = class extends Dialled {
  constructor(...how) { super(...how); window.dialled += 1; }
};
"""
"""Count the questions of a page without a connection, and its new WebSockets."""


def test_a_phone_comes_back(phone: Phone, evening: Evening) -> None:
    phone.open(evening.code())
    phone.seated()
    phone.driver.refresh()
    assert phone.until(phone.online, "back after a reload") <= BACK_S
    phone.seated()
    evening.app.phones.turn_off()
    phone.until(lambda: phone.find("body.away"), "the lost connection")
    evening.app.phones.turn_on()
    assert phone.until(phone.online, "back after the server was off") <= BACK_S
    phone.driver.execute_script(COUNT_TRIES)
    evening.app.phones.turn_off()
    phone.until(lambda: phone.driver.execute_script("return window.asked") >= 5, "tries, which become rarer")
    assert phone.driver.execute_script("return window.dialled") <= 1, "Firefox delays those that follow"
    evening.app.phones.turn_on()
    assert phone.until(phone.online, "back after a while") <= BACK_S


def test_two_tabs_of_a_phone_show_the_same(phone: Phone, evening: Evening) -> None:
    phone.open(evening.code())
    phone.seated()
    address = phone.driver.current_url
    first = phone.driver.current_window_handle
    phone.driver.switch_to.new_window("tab")
    phone.open(address)
    phone.seated()
    move = fae.legal(evening.snapshot.position)[0]
    move_there(phone, move)
    phone.until(lambda: evening.snapshot.played == 1, "the move of the second tab")
    phone.driver.switch_to.window(first)
    phone.until(lambda: phone.find("#game ol li"), "the move in the first tab")


def test_a_spent_code_says_so(phone: Phone, evening: Evening) -> None:
    address = evening.code()
    phone.open(address)
    phone.seated()
    phone.open(address)  # the same phone scans again
    phone.seated()
    phone.driver.execute_script("localStorage.clear()")
    phone.open(address)
    phone.seated()  # the phone's own browser, after that of the program that read the code
    phone.driver.execute_script("localStorage.clear()")
    phone.open(address)
    phone.until(lambda: "This is the code of Ana." in phone.text(), "whose code it was")


def test_onlookers_find_no_secret(phone: Phone, evening: Evening) -> None:
    phone.open(evening.app.phones.watch_addresses()[0])
    phone.until(lambda: phone.find(".group"), "the board")
    assert not phone.find("#bar:not([hidden])") and not phone.find("#choices button")
    assert "Your spirit" not in phone.source()


def test_a_changed_secret_is_not_believed(
    phone: Phone, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.app.phones import sealing

    real = sealing.seal
    monkeypatch.setattr(sealing, "seal", lambda key, value, size: real(key, {**value, "at": 99}, size))
    phone.open(evening.code())
    phone.seated()
    phone.press('[data-key="secret"]')
    phone.until(lambda: "cannot read" in phone.text(), "the refusal")
    assert not phone.find(".spirit")


@pytest.mark.parametrize("language", ["en", "pt-BR", "es"])
def test_nothing_is_cut_off(tmp_path: Path, evening: Evening, language: str) -> None:
    """Set PHONE_SCREENSHOTS to a folder to look at the pages."""
    pictures = os.environ.get("PHONE_SCREENSHOTS")
    with browser(tmp_path / "browser", language) as phone:
        phone.open(evening.code())
        phone.seated()
        assert phone.driver.execute_script("return document.documentElement.lang") == language
        move = fae.legal(evening.snapshot.position)[0]
        for step, pressed in {
            "play": "",
            "spirit": '[data-key="secret"]',
            "where": f'[data-thing="{move.source}"]',
        }.items():
            if pressed:
                phone.press(pressed)
            assert "expected" not in phone.text()
            for width, height in SHAPES:
                metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
                phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                wide = phone.driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= width
                small = phone.driver.execute_script(
                    "return [...document.querySelectorAll('button, a, select, summary')].filter("
                    "it => it.offsetParent && !it.closest('.aside') "
                    "&& (it.offsetHeight < 44 || it.offsetWidth < 44))"
                    ".map(it => it.innerText)"
                )
                assert not small
                if pictures:
                    phone.driver.save_screenshot(f"{pictures}/fae_{step}_{language}_{width}x{height}.png")


def test_a_stream_gets_a_transparent_picture(phone: Phone, evening: Evening) -> None:
    phone.open(evening.app.phones.watch_addresses()[0] + "?overlay=1")
    phone.until(lambda: phone.find(".strip li"), "the scores")
    ground, wide, high = phone.driver.execute_script(
        "const it = document.body;"
        "return [getComputedStyle(it).backgroundColor, it.offsetWidth, it.offsetHeight]"
    )
    assert (ground, wide, high) == ("rgba(0, 0, 0, 0)", 1920, 1080)
    assert not any(one.is_displayed() for one in phone.find("button, .board"))
    if pictures := os.environ.get("PHONE_SCREENSHOTS"):
        phone.driver.set_window_size(1920, 1080)
        phone.driver.save_screenshot(f"{pictures}/overlay.png")
        phone.open(evening.app.phones.watch_addresses()[0])
        phone.until(lambda: phone.find(".group"), "the board")
        phone.driver.save_screenshot(f"{pictures}/watch.png")


def test_the_night_is_dark_and_large_letters_are_kept(phone: Phone, evening: Evening) -> None:
    phone.open(evening.code())
    phone.seated()
    phone.press('[data-key="more"]')
    phone.driver.execute_script(
        "for (const [key, value] of [['light', 'night'], ['letters', 'large']]) {"
        "const it = document.querySelector(`select[data-key=${key}]`); it.value = value;"
        "it.dispatchEvent(new Event('change')); }"
    )
    phone.driver.refresh()
    phone.seated()
    phone.until(lambda: phone.find(".group"), "the board")
    found = phone.driver.execute_script(
        "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).fontSize]"
    )
    assert found[0] == "rgb(17, 26, 20)" and float(found[1][:-2]) > 20
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    assert phone.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    if pictures := os.environ.get("PHONE_SCREENSHOTS"):
        phone.driver.save_screenshot(f"{pictures}/night.png")
    phone.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
