"""Real browsers of three makers with the phones' page: Chromium, Firefox and WebKit, two of each.

Firefox is driven by WebDriver BiDi, which it speaks itself: Debian has no geckodriver.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests import windows

webdriver = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed: group dev")
websocket = pytest.importorskip("websocket", reason="websocket-client is not installed: group dev")
PROGRAMS = {"chromium": "chromium", "chromedriver": "chromium-driver", "firefox-esr": "firefox-esr",
            "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}  # fmt: skip
"""Programs that these browsers need, with their Debian packages."""
MISSING = sorted({package for program, package in PROGRAMS.items() if not shutil.which(program)})


def require(*programs: str) -> None:
    """End this program with one line if one of these programs, else of all, is missing."""
    if lacking := [one for one in programs or PROGRAMS if not shutil.which(one)]:
        packages = " ".join(sorted(PROGRAMS[one] for one in lacking))
        sys.exit(f"expected the programs {', '.join(lacking)}, found none; run: apt install {packages}")


WAIT_S, START_S = 20.0, 60.0
"""Maximum times to wait for a page, and for Firefox to start on a busy machine."""
_WEBKIT = "*/webkit2gtk-4*/MiniBrowser"
_SAYS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

WATCH = """
window.pressed = window.drawn = window.told = window.draws = 0;
const at = () => performance.timeOrigin + performance.now();
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (text.includes('"tell"')) { window.told += 1; window.pressed = at(); }
  return send.call(this, text);
};
new MutationObserver(() => { window.draws += 1; window.drawn = at(); })
  .observe(document.querySelector('#face'), {childList: true});
"""
"""Note in a page when it sent a decision, and when it drew a snapshot; ms of the wall clock."""

PRESS = """
const [wishes, chance] = arguments, before = window.told;
for (const wish of wishes) {
  const found = [...document.querySelectorAll(wish)].filter((it) => !it.disabled && it.checkVisibility());
  if (!found.length) continue;
  found[Math.floor(chance * found.length)].dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return [true, window.told > before];
}
return [false, false];
"""
"""Press one of the elements of the first selector that has any; return if there was one, and if the page sent
a decision."""


class Page(ABC):
    """A page in a browser that shares nothing with the others'."""

    maker = ""

    @abstractmethod
    def open(self, address: str) -> None:
        """Load an address anew."""

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page and return what it returns."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again, as the key of the browser does."""

    @abstractmethod
    @contextmanager
    def tab(self, address: str) -> Iterator[None]:
        """Use a second tab of this browser meanwhile."""

    def press(self, wishes: Sequence[str], chance: float) -> tuple[bool, bool]:
        """Touch an element of the first selector that has any: if there was one, and if it was a decision."""
        there, sent = self.run(PRESS, wishes, chance)
        return there, sent

    def until(self, script: str, *arguments: Any, most_s: float = WAIT_S) -> float:
        """Return the seconds until an expression is true in the page."""
        begun_s = time.monotonic()
        while not self.run(f"return Boolean({script})", *arguments):
            if time.monotonic() - begun_s > most_s:
                text = self.run("return document.body.innerText")
                raise AssertionError(f"{self.maker}: {script} {arguments}; there is {text!r}")
            time.sleep(0.005)
        return time.monotonic() - begun_s

    def watch(self) -> None:
        """Count from now on what the page sends and draws."""
        self.run(WATCH)

    def seated(self, player: str) -> float:
        """Return the seconds until the page shows a seat and is connected."""
        here = "!document.body.matches('.away') && document.querySelector('#game > *')"
        took_s = self.until(f"document.body.dataset.seat === arguments[0] && {here}", player)
        self.run("document.querySelector('[data-key=ready]')?.click()")
        return took_s + self.until("!document.body.matches('.alone')")


class DrivenPage(Page):
    """A page of a browser with a driver that Selenium knows."""

    def __init__(self, maker: str, driver: Any) -> None:
        self.maker, self._driver = maker, driver

    def open(self, address: str) -> None:
        self._driver.get("about:blank")
        self._driver.get(address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._driver.execute_script(script, *arguments)

    def reload(self) -> None:
        self._driver.refresh()

    @contextmanager
    def tab(self, address: str) -> Iterator[None]:
        first = self._driver.current_window_handle
        self._driver.switch_to.new_window("tab")
        self._driver.get(address)
        try:
            yield
        finally:
            self._driver.close()
            self._driver.switch_to.window(first)


class _Firefox:
    """A Firefox and its BiDi connection."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        # no questions to Mozilla's servers, and clocks as exact as the others'
        settings = {"browser.shell.checkDefaultBrowser": False, "app.normandy.enabled": False,
                    "datareporting.policy.dataSubmissionEnabled": False, "intl.accept_languages": "en",
                    "services.settings.server": "http://127.0.0.1:1", "privacy.reduceTimerPrecision": False,
                    "network.captive-portal-service.enabled": False}  # fmt: skip
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (folder / "user.js").write_text("\n".join(lines))
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder)]
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen([*command, "--remote-debugging-port=0"],
                                         stdout=self._log, stderr=self._log)  # fmt: skip
        with ExitStack() as failing:
            failing.callback(self._process.kill)
            end_s = time.monotonic() + START_S
            while not (says := _SAYS.search((folder / "log").read_text())):
                assert time.monotonic() < end_s and self._process.poll() is None, "Firefox did not start"
                time.sleep(0.05)
            self._link = websocket.create_connection(
                f"{says[1]}/session", suppress_origin=True, timeout=START_S
            )
            self._number = 0
            self.ask("session.new", capabilities={})
            self._link.settimeout(WAIT_S)
            failing.pop_all()

    def ask(self, method: str, **params: Any) -> Any:
        """Send a command and return its result."""
        self._number += 1
        self._link.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._link.recv())).get("id") != self._number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(WAIT_S)
        self._link.close()
        self._log.close()


class _FirefoxPage(Page):
    """A page in a container of a Firefox."""

    maker = "Firefox"

    def __init__(self, firefox: _Firefox) -> None:
        self._ask = firefox.ask
        self._user = self._ask("browser.createUserContext")["userContext"]
        self._context = self._new()

    def _new(self) -> str:
        """Open a window: of the tabs of one only the last is not hidden."""
        return str(self._ask("browsingContext.create", type="window", userContext=self._user)["context"])

    def open(self, address: str) -> None:
        for one in ("about:blank", address):
            self._ask("browsingContext.navigate", context=self._context, url=one, wait="complete")

    def run(self, script: str, *arguments: Any) -> Any:
        function = f"(given) => JSON.stringify(((...args) => (function () {{ {script} }})"
        found = self._ask(
            "script.callFunction",
            functionDeclaration=f"{function}.apply(null, args))(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=False,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def reload(self) -> None:
        self._ask("browsingContext.reload", context=self._context, wait="complete")

    @contextmanager
    def tab(self, address: str) -> Iterator[None]:
        first, self._context = self._context, self._new()
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")
        try:
            yield
        finally:
            self._ask("browsingContext.close", context=self._context)
            self._context = first


def _chromium(folder: Path) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                 f"user-data-dir={folder}", "lang=en", "accept-lang=en"):  # fmt: skip
        options.add_argument(f"--{flag}")
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


@contextmanager
def chromium(folder: Path) -> Iterator[Any]:
    """Open Chromium with a profile of its own; the test is skipped where it is not installed."""
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        pytest.skip("Chromium is not installed")
    browser = _chromium(folder)
    try:
        yield browser
    finally:
        browser.quit()


def _webkit(environment: Mapping[str, str]) -> Any:
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").glob(_WEBKIT), ""))
    options.add_argument("--automation")
    return webdriver.WebKitGTK(
        options, webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"), env=environment)
    )


@contextmanager
def six_browsers(folder: Path) -> Iterator[Sequence[Page]]:
    """Start two browsers of each maker, in turn."""
    with ExitStack() as stack:
        before = os.environ.copy()
        stack.enter_context(windows.x_server())
        environment = {**os.environ, "LANGUAGE": "en"}
        os.environ.clear()
        os.environ.update(before)  # other tests of this process have a display of their own
        firefox = _Firefox(folder / "firefox")
        stack.callback(firefox.close)
        pages: list[Page] = []
        for number in range(2):
            kinds: dict[str, Callable[[], Any]] = {
                "Chromium": partial(_chromium, folder / f"chromium{number}"),
                "WebKit": partial(_webkit, environment),
            }
            for maker, start in kinds.items():
                driver = start()
                stack.callback(driver.quit)
                pages.append(DrivenPage(maker, driver))
            pages.append(_FirefoxPage(firefox))
        yield pages
