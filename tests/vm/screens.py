"""In the VM: the app's start on every kind of screen, one line a combination.

Two of three cards can have a screen, vkms and virtio-gpu; vgem only draws. Combinations are: which card has
the screen, and under which number; there from the start, its driver loaded later, or plugged in later; with
a splash that keeps the screen, or none; and how the picture is turned. The start page must be on that screen.
"""

import json
import os
import pwd
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import permutations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.vm import picture

SLOWER = float(os.environ.get("SLOWER", "5"))
"""How many times as long an emulated computer may take."""
STATE = Path("/var/lib/companion")
PREFERENCES = STATE / ".local/state/table-companion/preferences.json"
MARK = PREFERENCES.with_name("starting.json")
SAVE = os.environ.get("SAVE", "")
"""Folder for the first picture of each kind; none if empty."""
WITH_SCREEN, ONLY_DRAWS = ("virtio_gpu", "vkms"), "vgem"
TURNS = 0, 90, 180, 270
BACKGROUND = 0xF5, 0xED, 0xDD
WAITING = "waiting for a screen"
START_S, PAGE_S, SPLASH_S = 20, 10, 5
"""Longest time in seconds of a start, until the page is complete afterwards, until the splash is there."""
TILE, ALIKE = 0.8, 0.97
"""Least shares: of the picture that the page reaches over; of the dots that are as before on a page."""

COLOURS, SEEN = 60, 1e-4
"""Least number of colours on the start page, which has a picture of each game; share of one that counts."""


class Combination(NamedTuple):
    """One start: cards in the order of their drivers, the one with the screen, and how it is there."""

    order: tuple[str, ...]
    screen: str
    comes: str
    splash: bool
    turn: int

    @property
    def card(self) -> int:
        """The number of the card with the screen."""
        return self.order.index(self.screen)

    def __str__(self) -> str:
        """Name all that the start depends on."""
        orders, splash = ",".join(self.order), "splash" if self.splash else "-"
        return f"{orders:21} card{self.card} {self.screen:10} {self.comes:8} {splash:6} {self.turn:3}"


def combinations() -> list[Combination]:
    """Every order of the drivers with either screen; then every place of a screen with all the rest."""
    drivers = *WITH_SCREEN, ONLY_DRAWS
    made = [
        Combination(order, screen, "at once", False, 0)
        for order, screen in product(permutations(drivers), WITH_SCREEN)
    ]
    for card, late, splash, turn in product(range(len(drivers)), (False, True), (False, True), TURNS):
        screen = WITH_SCREEN[(card + late + turn // 180) % 2]
        comes = ("loaded", "plugged")[(splash + turn // 90) % 2] if late else "at once"
        if not (late or splash or turn):  # is among the orders
            comes = "plugged"
        others = [driver for driver in drivers if driver != screen]
        made.append(Combination((*others[:card], screen, *others[card:]), screen, comes, splash, turn))
    return made


def run(*words: str, check: bool = True) -> str:
    """Return the output of a program."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout.strip()}")
    return done.stdout.strip()


def service(name: str) -> str:
    """A property of the service."""
    return run("systemctl", "show", "companion.service", f"--property={name}", "--value")


def wait(until: Callable[[], object], limit_s: float, what: str) -> None:
    """Return as soon as something is so; raises RuntimeError after a while, longer on a slow computer."""
    end_s = time.monotonic() + limit_s * SLOWER
    while not until():
        if time.monotonic() > end_s:
            raise RuntimeError(f"expected {what} within {limit_s * SLOWER:g} s")
        time.sleep(0.2)


def cards() -> list[str]:
    """The cards that the kernel has."""
    return sorted(card.name for card in Path("/sys/class/drm").glob("card?"))


def plug(card: int, how: str) -> None:
    """Plug in ("detect") or pull out ("off") all screens of a card."""
    for status in Path("/sys/class/drm").glob(f"card{card}-Virtual*/status"):
        status.write_text(how)


def load(driver: str, plugged: bool) -> None:
    """Load a driver; its card gets the next number."""
    number = len(cards())
    run("modprobe", driver)
    wait(lambda: len(cards()) > number, 5, f"a card of {driver}")
    run("udevadm", "settle")
    if not plugged:
        plug(number, "off")


def gone(driver: str) -> bool:
    """True once the driver could be unloaded."""
    return not run("rmmod", driver, check=False)


def unload() -> None:
    """End the app and the splash, and take away all cards."""
    run("systemctl", "stop", "companion.service")
    run("systemctl", "reset-failed", "companion.service", check=False)
    run("plymouth", "quit", check=False)
    wait(lambda: not run("pidof", "plymouthd", check=False), 5, "the end of the splash")
    for console in Path("/sys/class/vtconsole").glob("*"):
        if "frame buffer" in (console / "name").read_text():
            (console / "bind").write_text("0")
    for driver in (*WITH_SCREEN, ONLY_DRAWS):
        if Path("/sys/module", driver).exists():
            wait(partial(gone, driver), 5, f"{driver} to be unloaded")
    MARK.unlink(missing_ok=True)


def begin_splash() -> None:
    """Show the splash as at boot."""
    options = "splash plymouth.ignore-serial-consoles"
    splash = "plymouthd", "--mode=boot", "--attach-to-session", f"--kernel-command-line={options}"
    subprocess.run(splash, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # stays open
    subprocess.run(("plymouth", "show-splash"), check=True, timeout=SPLASH_S * SLOWER)


def has_screen(card: int, pid: int) -> bool:
    """True if the process alone may draw on the card."""
    try:
        return picture.drawn_by(card) == pid
    except OSError:
        return False


def prefer(turn: int) -> None:
    """Keep the first start's pages away, and turn the picture."""
    PREFERENCES.parent.mkdir(parents=True, exist_ok=True)
    PREFERENCES.write_text(json.dumps({"language": "en", "sleep_min": 0, "rotation": turn}))
    user = pwd.getpwnam("companion")
    for place in (PREFERENCES, *PREFERENCES.relative_to(STATE).parents):
        os.chown(STATE / place, user.pw_uid, user.pw_gid)


class Pages:
    """The start pages seen before, upright; the same start must show the same."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, ...], NDArray[np.uint8]] = {}

    def wrong(self, found: NDArray[np.uint8] | None, turn: int) -> str:
        """Return the first difference from the start page, or an empty text."""
        if found is None:
            return "no picture"
        upright = np.rot90(found, -turn // 90)
        drawn = np.abs(upright.astype(int) - BACKGROUND).max(axis=2) > 8
        if drawn.mean() > 0.9:
            return f"expected the app's background, found {upright[2, 2]}"
        rows, columns = np.nonzero(drawn.any(axis=1))[0], np.nonzero(drawn.any(axis=0))[0]
        high, wide = drawn.shape
        if not len(rows) or np.ptp(rows) < TILE * high or np.ptp(columns) < TILE * wide:
            return "expected a page from edge to edge"
        _, counts = np.unique((upright // 16).reshape(-1, 3), axis=0, return_counts=True)
        if (colours := int((counts > high * wide * SEEN).sum())) < COLOURS:
            return f"expected the pictures of games, found {colours} colours"
        known = self._seen.setdefault(drawn.shape, upright)
        if known is upright:
            self._save(upright)
        alike = (np.abs(known.astype(int) - upright).max(axis=2) < 8).mean()
        return "" if alike >= ALIKE else f"only {alike:.0%} as before"

    def _save(self, page: NDArray[np.uint8]) -> None:
        if SAVE:
            from PIL import Image

            high, wide = page.shape[:2]
            Image.fromarray(np.ascontiguousarray(page)).save(f"{SAVE}/page-{wide}x{high}.png")


def start(one: Combination, pages: Pages) -> None:
    """Start the app in one way. Raises RuntimeError when the start page is not on the screen."""
    unload()
    prefer(one.turn)
    later = one.order[one.card :] if one.comes == "loaded" else ()
    if one.splash and later:
        begin_splash()
    for driver in one.order[: len(one.order) - len(later)]:
        load(driver, driver == one.screen and one.comes == "at once")
    if one.splash and not later:
        begin_splash()
        if one.comes == "at once":
            splash = int(run("pidof", "plymouthd"))
            wait(lambda: has_screen(one.card, splash), SPLASH_S, "the splash to keep the screen")
    run("systemctl", "start", "companion.service")
    if one.comes != "at once":
        wait(lambda: service("StatusText") == WAITING, START_S, f"status {WAITING!r}")
        for driver in later:
            load(driver, driver == one.screen)
        if one.comes == "plugged":
            plug(one.card, "detect")
        wait(lambda: not service("StatusText"), START_S, "an app that no longer waits")
    check(one, pages)


def check(one: Combination, pages: Pages) -> None:
    """Raises RuntimeError when the app is not ready, was started twice, or shows something else elsewhere."""
    state, again, pid = service("ActiveState"), service("NRestarts"), int(service("MainPID"))
    if (state, again) != ("active", "0") or MARK.exists():
        raise RuntimeError(f"{state}, {again} restarts, start counted as failed: {MARK.exists()}")
    if not has_screen(one.card, pid):
        raise RuntimeError(f"card{one.card} is not the app's")
    wrong = ""

    def right() -> bool:
        nonlocal wrong
        wrong = pages.wrong(picture.shown(one.card), one.turn)
        return not wrong

    try:
        wait(right, PAGE_S, "the start page")
    except RuntimeError as error:
        raise RuntimeError(f"{error}: {wrong}") from None


def main() -> int:
    """Try all combinations, or those numbered."""
    todo = list(enumerate(combinations(), 1))
    if wanted := set(map(int, sys.argv[1:])):
        todo = [(number, one) for number, one in todo if number in wanted]
    pages, passed = Pages(), 0
    for number, one in todo:
        began_s, result = time.monotonic(), "passed"
        try:
            start(one, pages)
            passed += 1
        except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
            result = f"FAILED  {error}"
        print(f"{number:2} {one} {result} ({time.monotonic() - began_s:.0f} s)", flush=True)
        if result != "passed":
            print(run("journalctl", "-u", "companion", "-n", "8", "-o", "cat", "--no-pager"), flush=True)
    print(f"{passed} of {len(todo)}")
    return passed != len(todo)


if __name__ == "__main__":
    sys.exit(main())
