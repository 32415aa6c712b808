"""Replay of a stored game: automatic or step by step, at several speeds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from ui import all_games, theme
from ui.boards import people as people_art
from ui.game_ui import PastBoard
from ui.player_names import figures, shown_name
from ui.screens.page import Page
from ui.services import History, KeyMoment, ReplayStep
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.scrubber import Scrubber as Scrubber  # for the kv file
from ui.widgets.values import Values as Values  # for the kv file

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

STEP_S = 1.2
PACES = (1, 2, 4, 8)
"""Speed factors of the replay."""
_TIMES = "\N{MULTIPLICATION SIGN}"
_MOMENT = 2.0
"""Factor by which a key moment is shown longer."""


class ReplayScreen(Page):
    """Board of a stored `game`, played from step `at`; a key moment marks its spaces."""

    at = NumericProperty(0)
    last = NumericProperty(0)
    marks = ListProperty([])
    playing = BooleanProperty(False)
    said = StringProperty("")
    pace = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._history: History | None = None
        self._steps: Sequence[ReplayStep] = ()
        self._board: PastBoard | None = None
        self._pace = 0
        super().__init__(**kwargs)
        self._next = self.lifetime.trigger(lambda _: self._forward(), STEP_S)
        self.pace = f"{_TIMES}{PACES[0]}"
        if theme.left_handed() and not theme.portrait():
            self.ids.middle.children = self.ids.middle.children[::-1]

    def open(self, **about: Any) -> None:
        """Play the stored `game`, or pause at its step `at`."""
        self._clear()
        super().open()
        self.attempt(lambda: self._read(about["game"]))
        self.last = max(0, len(self._steps) - 1)
        self.marks = sorted({moment.step for moment in self._moments})
        self.at = min(self.last, about.get("at", 0))
        self.playing = about.get("playing", "at" not in about) and self.at < self.last
        self._show()

    def state(self) -> dict[str, Any]:
        """The step that is shown."""
        return {"at": int(self.at), "playing": self.playing}

    def on_leave(self, *_: Any) -> None:
        """Stop the replay and release the game; `open` reads it again."""
        super().on_leave()
        self._clear()

    def toggle(self) -> None:
        """Play, from the start if it was at the end, or pause."""
        self.playing = not self.playing
        if self.playing and self.at >= self.last:
            self.at = 0
        self._show()

    def step(self, by: int) -> None:
        """Go one step on or back, and pause."""
        self.pick(int(self.at) + by)

    def pick(self, step: int) -> None:
        """Pause at a step."""
        self.playing = False
        self.at = min(self.last, max(0, step))
        self._show()

    def faster(self) -> None:
        """Choose the next speed; after the fastest the slowest."""
        self._pace = (self._pace + 1) % len(PACES)
        self.pace = f"{_TIMES}{PACES[self._pace]}"
        self._wait()

    def refresh_text(self) -> None:
        """Show the player and the events of the step."""
        app = App.get_running_app()
        if self._history is None or not self._steps:
            self.ids.head.title, self.said = app.tr.gettext("Stored game"), self.problem
            return
        step, game_ui = self._steps[int(self.at)], all_games.of(self._history.game)
        known = figures(app, self._history.players).get(step.who)
        self.ids.head.icon = people_art.picture(known.colour) if known else ""
        self.ids.head.title = (
            shown_name(step.who) or f"{game_ui.title} · {', '.join(map(shown_name, self._history.players))}"
        )
        here = [moment.sentence for moment in self._moments if moment.step == self.at]
        sentences = dict.fromkeys(s.say(app.tr) for s in (*here, *step.sentences))
        self.said = "\n".join(sentences)

    @property
    def _moments(self) -> tuple[KeyMoment, ...]:
        return self._history.moments if self._history else ()

    def _read(self, game: int) -> None:
        archive = App.get_running_app().controller.archive
        history = archive.history(game)
        self._steps, self._history = archive.replay(game), history
        game_ui = all_games.of(history.game)
        self.ids.numbers.styles = game_ui.chart
        if game_ui.past_board:
            self._board = game_ui.past_board()
            self.ids.board.add_widget(self._board)

    def _clear(self) -> None:
        self._history, self._steps, self._board = None, (), None
        self.playing = False
        self._next.cancel()
        self.ids.board.clear_widgets()

    def _forward(self) -> None:
        self.at = min(self.last, self.at + 1)
        self.playing = self.at < self.last
        self._show()

    def _show(self) -> None:
        if self._steps:
            step = self._steps[int(self.at)]
            here = {space for moment in self._moments if moment.step == self.at for space in moment.spaces}
            where = step.where._replace(spaces=tuple(here)) if here else step.where
            self.ids.numbers.values = step.values
            if self._board:
                self._board.look_at(step.position, where)
        self.refresh_text()
        self._wait()

    def _wait(self) -> None:
        self._next.cancel()
        if self.playing:
            longer = _MOMENT if int(self.at) in self.marks else 1.0
            self._next.timeout = STEP_S * longer / PACES[self._pace]
            self._next()
