"""Starts `companion` as a user does and lets it wait, for `tests.bench.idle`.

Imports nothing else of the project at its top: it runs with another checkout too. Writes one line of JSON
for each state: its name, the share of one processor in percent, the part of it that OpenGL's software
renderer takes, and wakeups of all threads a second.
"""

import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time
from typing import Any

log = logging.getLogger(__name__)

SETTLED_S = 4.0
"""Time after a change until copies, animations and the start's checks are over."""


def wakeups() -> int:
    """Number of times that a thread of this process has woken up from waiting."""
    found = 0
    for status in Path("/proc/self/task").glob("*/status"):
        lines = status.read_text().splitlines()
        found += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
    return found


def rendering_s() -> float:
    """Processor time of the threads with which Mesa draws in place of a graphics chip."""
    ticks = 0
    for task in Path("/proc/self/task").iterdir():
        name, _, rest = (task / "stat").read_text().partition(" (")[2].rpartition(") ")
        if name.startswith("llvmpipe"):
            ticks += sum(int(part) for part in rest.split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def states(app: Any) -> Iterator[str]:
    """Bring the window into one state after the other."""
    from kivy.graphics import Color, Rectangle

    yield "start page"
    game = app.controller.archive.games()[0].id
    app.controller.resume(game, "none")
    yield "a game by touch, nothing moves"
    boards = [widget for widget in app.root.current_screen.walk() if hasattr(widget, "pulse_colours")]
    with boards[0].canvas.after:
        glow = Color(1, 1, 1, 1)
        Rectangle(pos=boards[0].center, size=(40, 40))
    boards[0].pulse_colours = [glow]
    boards[0].run_pulse()
    yield "a hint pulsates"
    app.overlay._sleep(0)
    yield "asleep"


def main() -> None:
    """Measure each state for so many seconds as the first argument says."""
    measured_s = float(sys.argv.pop(1))
    from companion import cli
    from ui import app as window

    run = window.run

    def watched(*args: Any, **kwargs: Any) -> None:
        from kivy.app import App
        from kivy.clock import Clock

        def change(todo: Iterator[str]) -> None:
            try:
                state = next(todo, "")
            except Exception:
                log.exception("the next state")  # the app itself would go on for ever
                os._exit(1)
            if not state:
                os._exit(0)
            Clock.schedule_once(lambda _: begin(todo, state), SETTLED_S)

        def begin(todo: Iterator[str], state: str) -> None:
            before = monotonic(), process_time(), rendering_s(), wakeups()
            Clock.schedule_once(lambda _: end(todo, state, *before), measured_s)

        def end(todo: Iterator[str], state: str, *before: float) -> None:
            now = monotonic(), process_time(), rendering_s(), wakeups()
            passed_s, cpu_s, drawn_s, woken = (last - first for last, first in zip(now, before, strict=True))
            print(
                json.dumps([state, 100 * cpu_s / passed_s, 100 * drawn_s / passed_s, woken / passed_s]),
                flush=True,
            )
            change(todo)

        Clock.schedule_once(lambda _: change(states(App.get_running_app())), SETTLED_S)
        run(*args, **kwargs)

    window.run = watched
    cli.main()


if __name__ == "__main__":
    main()
