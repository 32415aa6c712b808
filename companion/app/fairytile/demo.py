"""The demo of Fairy Tile: what its players do at the simulated table, and how well the app follows them."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from gettext import NullTranslations
from html import escape
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from companion.app.archive.report_page import STYLE, photo
from companion.app.base import Pace, SimulatedGame
from companion.app.demo import PATIENCE, DemoRun
from companion.app.fairytile import hands
from companion.games import fairytile
from companion.games.fairytile.acts import act_object
from companion.games.fairytile.position import Act, EndTurn, Move, Place, Position, TurnPage
from companion.games.fairytile.sets import sample_texts
from companion.session.base import GameConfig
from companion.session.fairytile.caption import caption
from companion.session.fairytile.messages import PlayFairyAct, TellPage
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message, Reveal
from companion.session.snapshot import Snapshot
from companion.settings.settings import Settings
from companion.storage import export
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.fairytile.simulated import SimulatedKingdom
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")
PAGES = 2
"""Pages for everybody: a story of a few minutes."""
MISTAKES = 0.12
TOUCH_S = 2.0
"""How long players wait for the screen to change after a touch."""
MOST_FRAMES = 4


@dataclass
class Truth:
    """What the hands really did: adventures in order, mistakes made and those the app called wrong, and
    adventures that it had to be told.
    """

    acts: list[Act] = field(default_factory=list)
    mistakes: int = 0
    found: int = 0
    asked: int = 0


class FairyDemo(DemoRun):
    """A short game of Fairy Tile; its players know their pages, the hands follow."""

    def __init__(self, settings: Settings, journal: Journal, seed: int, pace: Pace) -> None:
        super().__init__(settings, journal, seed, self._table, self._reveal)
        self._journal, self._seed, self._pace = journal, seed, pace
        self.truth = Truth()
        self._chance = Random(seed)
        self._changed = Event()
        self._last: FairySnapshot | None = None
        self._before: FairySnapshot | None = None
        self.app.subscribe(self._heard)

    def begin(self) -> None:
        """Two players sit down."""
        self.app.begin(fairytile.NAME, GameConfig(NAMES, options={"pages": PAGES}), "simulated")

    def told(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> None:
        """What happens, a line each."""

        def show(snapshot: Snapshot) -> None:
            assert isinstance(snapshot, FairySnapshot)
            if self._before and (happened := caption(tr, self._before, snapshot)):
                echo(happened.text)
            self._before = snapshot

        self.app.subscribe(show)

    def document(self) -> dict[str, Any] | None:
        """The game in the script format; None before it began."""
        if self._last is None or self._last.stored_as is None:
            return None
        return export.export(self._journal, self._last.stored_as)

    def write_report(self, out: Path, tr: NullTranslations) -> tuple[list[tuple[str, str]], bool]:
        """Write index.html and game.json; returns rows of label and value, and whether all was right."""
        _ = tr.gettext
        document, last, truth = self.document(), self._last, self.truth
        if document is None or last is None:
            return [(_("Adventures"), "0")], False
        path = out / "game.json"
        path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
        again = fairytile.RULES.play(json.loads(path.read_text("utf-8")), str)
        same = not again["error"] and (again["result"] or {}).get("winner") == (last.winner or None)
        followed = [move for move in document["moves"] if "move" in move or "place" in move]
        played = [act_object(act) for act in truth.acts]
        blocks = SequenceMatcher(None, list(map(str, played)), list(map(str, followed)), autojunk=False)
        right = sum(block.size for block in blocks.get_matching_blocks())
        seen = _("{right} of {all} seen right, {wrong} wrong, asked {asked} times")
        erred = _("{all} made, {seen} tables called wrong")
        rows = [
            (_("Winner"), last.winner or "-"),
            (_("Told pages"), str(sum(map(len, last.position.told)))),
            (
                _("Adventures"),
                seen.format(right=right, all=len(played), wrong=len(followed) - right, asked=truth.asked),
            ),
            (_("Mistakes of the players"), erred.format(all=truth.mistakes, seen=truth.found)),
            ("companion script game.json", _("the same result") if same else _("another result")),
        ]
        (out / "index.html").write_text(self._page(tr, rows), "utf-8")
        return rows, same and last.over and right == len(played) == len(followed)

    def _page(self, tr: NullTranslations, rows: list[tuple[str, str]]) -> str:
        facts = "".join(f"<tr><th>{escape(label)}</th><td>{escape(value)}</td></tr>" for label, value in rows)
        told = sorted(page for pages in (self._last.position.told if self._last else ()) for page in pages)
        story = "".join(f"<p>{escape(tr.gettext(sample_texts()[page]))}</p>" for page in told)
        title, seen = escape(tr.gettext("A game of Fairy Tile")), escape(tr.gettext("What the camera saw"))
        photos = "".join(f"<figure>{photo(frame)}</figure>" for frame in self.frames)
        return (
            f'<!DOCTYPE html><html><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
            f"<h1>{title}</h1><table>{facts}</table><h2>{seen}</h2>{photos}<h2>{title}</h2>{story}</html>\n"
        )

    def _table(self, game: SimulatedGame) -> Camera:
        """A table where a whole game is played."""
        twin = SimulatedKingdom(game.table or {}, self._seed, rest_s=self._pace.rest_s)
        return SimulatedCamera(twin, self._acts(twin), fps=self._pace.fps, realtime=self._pace.realtime)

    def _acts(self, twin: SimulatedKingdom) -> Iterator[hands.Acts]:
        """Turn after turn until somebody has told the whole book."""
        yield hands.PAUSE
        while (shown := self._last) is None or not shown.over:
            if shown is None:
                yield hands.PAUSE
                continue
            if self._chance.random() < MISTAKES and (wrong := hands.slip(shown.position, self._chance)):
                yield from self._err(twin, wrong, shown.position)
            act = self._wanted(shown)
            if act is None:
                self._touch(PlayFairyAct(shown.game, TurnPage()))
                continue
            self.truth.acts.append(act)
            yield hands.steps(twin, fairytile.table(fairytile.apply(shown.position, act)))
            yield from self._taken(shown, act)
            self._tell_and_end()

    def _err(self, twin: SimulatedKingdom, wrong: hands.Acts, position: Position) -> Iterator[hands.Acts]:
        """A figure where it may not go, until the app says so; then back."""
        self.truth.mistakes += 1
        yield wrong
        for _ in range(PATIENCE):
            if self._last and self._last.illegal:
                self.truth.found += 1
                break
            yield hands.PAUSE
        yield hands.steps(twin, fairytile.table(position))
        for _ in range(PATIENCE):
            if self._last and not self._last.illegal:
                break
            yield hands.PAUSE

    def _taken(self, before: FairySnapshot, act: Act) -> Iterator[hands.Acts]:
        """Players wait for the app to take what they did, then touch it on the screen."""
        for rest in range(2 * PATIENCE):
            if self._last and self._last.played > before.played:
                return
            if rest == PATIENCE:
                self.truth.asked += 1
                assert isinstance(act, Move | Place)
                self._touch(PlayFairyAct(before.game, act))
            yield hands.PAUSE

    def _wanted(self, shown: FairySnapshot) -> Move | Place | None:
        """What fulfils the page of who is to move, else any adventure that stays on the cloth."""
        page = max(self.app.show_secret(shown.turn))
        seen = [hands.adventure(shown.position, self._chance) for _ in range(40)]
        tries = [act for act in seen if act is not None]
        moves = [act for act in fairytile.adventures(shown.position) if isinstance(act, Move)]
        good = [a for a in (*moves, *tries) if fairytile.tellable(fairytile.apply(shown.position, a), page)]
        return next(iter(good or tries), None)

    def _tell_and_end(self) -> None:
        shown = self._last
        if shown is None or not shown.may_end:
            return
        if fairytile.tellable(shown.position, max(self.app.show_secret(shown.turn))):
            self._touch(TellPage(shown.game))
        if self._last and not self._last.over:
            self._touch(PlayFairyAct(shown.game, EndTurn()))

    def _touch(self, message: Message) -> None:
        """Tell the app, and wait until the screen shows what came of it."""
        self._changed.clear()
        self.app.tell(message)
        self._changed.wait(TOUCH_S)

    def _reveal(self) -> None:
        if self._last:
            self.app.tell(Reveal(self._last.game))

    def _heard(self, snapshot: Snapshot) -> None:
        assert isinstance(snapshot, FairySnapshot)
        before, self._last = self._last, snapshot
        fresh = before is None or len(snapshot.position.kingdom.laid) > len(before.position.kingdom.laid)
        if fresh and len(self.frames) < MOST_FRAMES:
            self.keep_frame()
        self._changed.set()
