"""The demo of a board game: simulated players, and how well the app followed them."""

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any

from companion.app.board.description import BoardGame
from companion.app.board.players import answer_with, whole_game
from companion.games.base import ENGLISH
from companion.i18n import say
from companion.session.base import GameConfig
from companion.session.board.snapshot import BoardSnapshot
from companion.session.messages import Confirm
from companion.simulation.base import Pace, SimulatedGame
from companion.simulation.demo import Demo, NewApp, Report, Rows, script_row
from companion.simulation.player import Acts, wait
from companion.simulation.terminal import Lines
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.simulated import SimulatedCamera


class BoardDemo(Demo[BoardSnapshot]):
    """One random game, played to its end."""

    snapshot = BoardSnapshot

    def __init__(self, game: BoardGame, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> None:
        self.game = game.rules.name  # type: ignore[misc]  # one class for all games
        self._of, self._touched = game, 0
        self._moves: list[Any] = []
        super().__init__(new_app, journal, seed, pace)

    def _config(self) -> GameConfig:
        return GameConfig(self._of.guests)

    def _camera(self, game: SimulatedGame) -> Camera:
        position = self._of.opening(self._seed, self._config().players)
        stage = self._of.stage(self._of.rules.table(position), self._seed, self._pace.rest_s)
        acts = self._patiently(position)
        return SimulatedCamera(stage, acts, fps=self._pace.fps, realtime=self._pace.realtime)

    def _patiently(self, position: Any) -> Iterator[Acts]:
        """Play the moves; wait after each for the app to take it, else touch it."""
        players = self._config().players
        for move, _, acts in whole_game(self._of.rules, position, self._of.turns, players, self._seed):
            self._moves.append(move)
            yield acts
            if not (yield from wait(self._followed)):
                self._touched += 1
                yield from wait(self._helped)

    def _followed(self) -> bool:
        return self._last is None or self._last.played == len(self._moves)

    def _helped(self) -> bool:
        if not self._followed() and self._last is not None:
            legal = self._of.game.legal(self._last.position)
            self.app.tell(answer_with(self._last, self._moves[-1], legal) or Confirm(self._last.game))
        return self._followed()

    def _lines(self, tr: NullTranslations, live: bool) -> Lines[BoardSnapshot]:
        def lines(before: BoardSnapshot | None, shown: BoardSnapshot) -> Iterator[str]:
            if before is None or shown.played != before.played:
                yield f"{shown.played:3}. {', '.join(map(str, shown.last))}  {say(tr, [shown.prompt.text])}"

        return lines

    def _worth_keeping(self, before: BoardSnapshot | None, shown: BoardSnapshot) -> bool:
        return before is not None and shown.played > before.played

    def _rows_without_game(self, tr: NullTranslations) -> Rows:
        return self._tally_rows(tr, [])

    def _tally_rows(self, tr: NullTranslations, followed: Sequence[Any]) -> Rows:
        """Return how many moves were recorded as they were made; touched ones are not recognised."""
        made = self._written()
        same = sum(one == other for one, other in zip(followed, made, strict=False))
        seen = tr.gettext("{right} of {all} recognised, {wrong} wrong, questions: {asked}")
        figures = {"right": max(0, same - self._touched), "wrong": len(followed) - same}
        return [(tr.gettext("Moves"), seen.format(**figures, all=len(made), asked=self._touched))]

    def _written(self) -> list[dict[str, Any]]:
        """Return the moves that were made, as in a written game."""
        return [self._of.rules.write_move(move) for move in self._moves]

    def _report(self, tr: NullTranslations, document: dict[str, Any], last: BoardSnapshot) -> Report:
        rules, played = self._of.rules, document.get("moves", [])
        result = rules.play(document, ENGLISH)
        same = result.get("error") is None and played == self._written()
        rows = [script_row(tr, same), *self._tally_rows(tr, played)]
        blind = 2 * (len(self._moves) - self._touched) < len(self._moves)
        if blind:
            look = tr.gettext("less than half; look at what the camera reads: {command}")
            rows.append(
                (tr.gettext("Recognised"), look.format(command=f"companion watch sim:1 --game {self.game}"))
            )
        return Report(rows, same and last.over and not blind)
