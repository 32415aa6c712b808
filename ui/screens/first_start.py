"""The first start of a new table: pages that each say whether they apply, one after the other."""

from collections.abc import Callable, Mapping
from typing import Any

from kivy.app import App

from ui import background
from ui.machine_service import Machine

PAGES: Mapping[str, Callable[[Machine, str], bool]] = {
    "language": lambda machine, country: True,
    "country": lambda machine, country: machine.has_wireless() or machine.clock.is_settable(),
    "networks": lambda machine, country: machine.has_wireless(),
    "time_zone": lambda machine, country: (
        machine.clock.is_settable() and len(machine.clock.zones(country)) > 1
    ),
    "clock": lambda machine, country: machine.clock.is_settable() and not machine.clock.is_set(),
}
"""Pages in their order; each with whether it applies to a machine in a country."""


def begin() -> tuple[str, dict[str, Any]]:
    """Return the first page and what it is opened with."""
    return next(iter(PAGES)), {"first_start": True}


def after(page: str) -> str:
    """Return the next page that applies; empty after the last one."""
    app, names = App.get_running_app(), list(PAGES)
    machine, country = app.controller.machine, app.controller.profiles.preferences().country
    following = names[names.index(page) + 1 :]
    return next((name for name in following if PAGES[name](machine, country)), "")


def go_on(page: str) -> None:
    """Open the page after this one, else play."""
    if following := after(page):
        App.get_running_app().open(following, first_start=True)
    else:
        play()


def play() -> None:
    """Go to the start page; from now on the app starts there."""
    app = App.get_running_app()
    app.prefer()
    app.home()


def in_background(act: Callable[[], object]) -> None:
    """Set up the machine without waiting for it; a notice says if it fails."""
    app = App.get_running_app()
    background.run(act, lambda _, error: error and app.overlay.notice(app.explain(error)))
