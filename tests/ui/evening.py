"""The real app in a window, operated by simulated fingers only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from companion.app.controller.app import App
from companion.games import registry
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.ui.finger import Finger
from tests.ui.layout import widgets


class Evening:
    """Driver of the app: finds widgets on the screen by icon, text or id, and touches them."""

    def __init__(self, running: Any, finger: Finger, app: App, journal: Journal) -> None:
        self.running, self.finger, self.app, self.journal = running, finger, app, journal

    def __str__(self) -> str:
        """The screen and its buttons."""
        return f"{self.screen.name}: {', '.join(f'{b.icon} {b.text}' for b in self.buttons())}"

    @property
    def screen(self) -> Any:
        return self.running.screen

    @property
    def snapshot(self) -> Any:
        """Latest snapshot of the game."""
        return self.app.latest()

    def seen(self, root: Any = None) -> Iterator[Any]:
        """All widgets on the screen; those of a sheet on top come first."""
        roots = [root] if root else [*self.running.window.children[:-1], self.screen]
        for each in roots:
            for widget, _ in widgets(each):
                if widget.opacity and min(widget.size) > 1:
                    yield widget

    def buttons(self, icon: str = "", text: str = "", root: Any = None) -> list[Any]:
        """Enabled buttons with this icon, text, or both."""
        from ui.widgets.basics import Key

        return [
            widget
            for widget in self.seen(root)
            if isinstance(widget, Key)
            and not widget.disabled
            and icon in ("", widget.icon)
            and text in ("", widget.text)
        ]

    def press(self, icon: str = "", text: str = "") -> None:
        """Press the first button with this icon or text; wait for it if need be."""
        self.finger.until(lambda: self.buttons(icon, text), lambda: f"{icon} {text} on {self}")
        self.finger.frames(2)  # what was made just now has its place
        self.finger.tap(self.buttons(icon, text)[0])

    def space(self, space: int) -> None:
        """Touch a space of Fae's board."""
        from ui.games.fae import board_map

        self.finger.tap(self.screen.ids.board.seen(board_map.CENTRES[space]))

    def on(self, name: str) -> None:
        """Wait until a screen is there."""
        self.finger.until(lambda: self.screen.name == name, lambda: f"{name}; there is {self}")

    def until(self, there: Callable[[Any], Any], what: str | Callable[[], str] = "") -> Any:
        """Wait until a snapshot meets the condition and the screen shows it; return it."""

        def shown() -> Any:
            latest = self.snapshot
            return latest if latest and there(latest) and self.running.app.snapshot is latest else None

        return self.finger.until(shown, what)

    def other_than(self, before: Any) -> Any:
        """Wait for a new snapshot and return it."""
        return self.until(lambda shown: shown is not before, "a new snapshot")

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.running.window.size = (width, height)
        self.finger.frames(12)


@contextmanager
def evening(
    open_window: Any,
    folder: Path,
    size: tuple[int, int] = (800, 480),
    language: str = "en",
    seed: int = 1,
    *,
    new: bool = False,
    taught: bool = False,
    machine: Any = None,
) -> Iterator[Evening]:
    """Open the app at its start page, with an empty journal in `folder` and seeded randomness.

    A `new` table begins with its first start, on this `machine`; at others people know the games, unless
    they are `taught`.
    """
    with Journal(folder / "games.db") as journal:
        app = App(load(DEFAULTS), journal)
        app._chance = Random(seed)
        app.machine = machine or app.machine
        if not new:
            app.profiles.prefer(explain_rules=taught)
        for game in () if taught else registry.names():
            app.profiles.begun(game, ())
        try:
            running = open_window(app, language, size)
            with Finger(running.window).ready() as finger:
                finger.frames(3)
                yield Evening(running, finger, app, journal)
        finally:
            app.close()


def go_on(house: Evening, stage: str) -> None:
    """Press Fate's large button until the game is at this stage."""
    for _ in range(200):
        shown = house.until(lambda shown: True)
        if shown.stage == stage:
            return
        house.finger.tap(house.screen.ids.main)
        house.other_than(shown)
    raise AssertionError(f"never came to {stage}")
