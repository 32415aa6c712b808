"""The demo of Fairy Tile: its simulated players, and the accuracy of the app that follows them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from gettext import NullTranslations
from random import Random
from typing import Any

from companion.app.fairytile import hands
from companion.games import fairytile
from companion.games.base import ENGLISH
from companion.games.fairytile.acts import act_object
from companion.games.fairytile.position import Act, FinishTurn, Move, PlaceTile, Position, TurnPage
from companion.session.base import GameConfig
from companion.session.fairytile.caption import caption
from companion.session.fairytile.decisions import TELL, answer
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.view import Answer
from companion.simulation.base import Pace, SimulatedGame
from companion.simulation.demo import Demo, NewApp, Report, Rows, script_row
from companion.simulation.player import PAUSE, Acts, movements_to, wait
from companion.simulation.terminal import Lines
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.fairytile.simulated import SimulatedKingdom
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")
PAGES = 2
"""Pages for everybody: a story of a few minutes."""
MISTAKES = 0.12


@dataclass
class Truth:
    """The real game: adventures in order, mistakes made and found, and adventures that were touched."""

    acts: list[Act] = field(default_factory=list)
    mistakes: int = 0
    found: int = 0
    asked: int = 0


class FairyDemo(Demo[FairySnapshot]):
    """A short game of Fairy Tile; its players know their pages."""

    game = fairytile.NAME
    snapshot = FairySnapshot
    reveals = True

    def __init__(self, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> None:
        self.truth = Truth()
        self._chance = Random(seed)
        super().__init__(new_app, journal, seed, pace)

    def _config(self) -> GameConfig:
        return GameConfig(NAMES, options={"pages": PAGES})

    def _lines(self, tr: NullTranslations, live: bool) -> Lines[FairySnapshot]:
        def lines(before: FairySnapshot | None, shown: FairySnapshot) -> Iterator[str]:
            if before and (happened := caption(tr, before, shown)):
                yield happened.text

        return lines

    def _worth_keeping(self, before: FairySnapshot | None, shown: FairySnapshot) -> bool:
        return before is None or len(shown.position.kingdom.placed_tiles) > len(
            before.position.kingdom.placed_tiles
        )

    def _rows_without_game(self, tr: NullTranslations) -> Rows:
        return [(tr.gettext("Adventures"), "0")]

    def _report(self, tr: NullTranslations, document: dict[str, Any], last: FairySnapshot) -> Report:
        _, truth = tr.gettext, self.truth
        again = fairytile.RULES.play(document, ENGLISH)
        same = not again["error"] and (again["result"] or {}).get("winner") == (last.winner or None)
        followed = [move for move in document["moves"] if "move" in move or "place" in move]
        played = [act_object(act) for act in truth.acts]
        blocks = SequenceMatcher(None, list(map(str, played)), list(map(str, followed)), autojunk=False)
        right = sum(block.size for block in blocks.get_matching_blocks())
        seen = _("{right} of {all} recognised, {wrong} wrong, questions: {asked}")
        erred = _("{all} made, {seen} tables reported as wrong")
        rows = [
            (_("Winner"), last.winner or "-"),
            (_("Pages told"), str(sum(map(len, last.position.told_pages)))),
            (
                _("Adventures"),
                seen.format(right=right, all=len(played), wrong=len(followed) - right, asked=truth.asked),
            ),
            (_("Mistakes of the players"), erred.format(all=truth.mistakes, seen=truth.found)),
            script_row(tr, same),
        ]
        faithful = same and last.over and right == len(played) == len(followed)
        return Report(rows, faithful)

    def _camera(self, game: SimulatedGame) -> Camera:
        twin = SimulatedKingdom(game.table or {}, self._seed, rest_s=self._pace.rest_s)
        return SimulatedCamera(twin, self._acts(twin), fps=self._pace.fps, realtime=self._pace.realtime)

    def _acts(self, twin: SimulatedKingdom) -> Iterator[Acts]:
        """Play turn after turn until somebody has narrated the whole book."""
        yield PAUSE
        while (shown := self._last) is None or not shown.over:
            if shown is None:
                yield PAUSE
                continue
            if self._chance.random() < MISTAKES and (wrong := hands.slip(shown.position, self._chance)):
                yield from self._err(twin, wrong, shown.position)
            act = self._wanted(shown)
            if act is None:
                self._touch(answer(shown.game, TurnPage()))
                continue
            self.truth.acts.append(act)
            yield movements_to(twin, fairytile.table(fairytile.apply(shown.position, act)))
            yield from self._taken(shown, act)
            self._tell_and_end()

    def _err(self, twin: SimulatedKingdom, wrong: Acts, position: Position) -> Iterator[Acts]:
        """Move a figure where it may not go, until the app says so; then put it back."""
        self.truth.mistakes += 1
        yield wrong
        self.truth.found += yield from wait(lambda: bool(self._last and self._last.illegal))
        yield movements_to(twin, fairytile.table(position))
        yield from wait(lambda: bool(self._last and not self._last.illegal))

    def _taken(self, before: FairySnapshot, act: Move | PlaceTile) -> Iterator[Acts]:
        """Wait for the app to take what was done, then touch it on the screen."""

        def touch() -> None:
            self.truth.asked += 1
            self._touch(answer(before.game, act))

        yield from wait(lambda: bool(self._last and self._last.played > before.played), touch=touch)

    def _wanted(self, shown: FairySnapshot) -> Move | PlaceTile | None:
        """Return an adventure that fulfils the page of the player to move, else any on the cloth."""
        page = self.app.show_secret(shown.turn)[0]
        seen = [hands.adventure(shown.position, self._chance) for _ in range(40)]
        tries = [act for act in seen if act is not None]
        moves = [act for act in fairytile.adventures(shown.position) if isinstance(act, Move)]
        good = [a for a in (*moves, *tries) if fairytile.tellable(fairytile.apply(shown.position, a), page)]
        return next(iter(good or tries), None)

    def _tell_and_end(self) -> None:
        shown = self._last
        if shown is None or not shown.position.done:
            return
        if fairytile.tellable(shown.position, self.app.show_secret(shown.turn)[0]):
            self._touch(Answer(shown.game, TELL.id, ()))
        if self._last and not self._last.over:
            self._touch(answer(shown.game, FinishTurn()))
