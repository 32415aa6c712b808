"""Games in six real browsers of three makers: only touches of their pages decide."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from companion.app.controller.app import App
from companion.games import fairytile
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.rules import fulfilling
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.messages import AllDone
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones import test_page
from tests.app.phones.browsers import MISSING, WAIT_S, DrivenPage, Page, six_browsers
from tests.session.contract import NAMES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"no browsers: apt install {' '.join(MISSING)}"),
]
CONFIG: dict[str, dict[str, Any]] = {
    "fae": {},
    "fairytile": {},
    "fabula": {"options": {"hands": "app"}},
    "fate": {"roles": ("bjorn", "alva")},
}
MOST_DECISIONS, MOST_PRESSES = 500, 400
"""Maximum numbers of decisions of a game, and of presses for one."""
GIVES_UP = 250
"""Decisions after which players of Fairy Tile give up where the last tile fits nowhere."""
TURNS_PAGE = 0.5
"""Probability that a page that no adventure fulfils is turned."""
HEROES_ACT = 40
"""Decisions after which the heroes of Fate do nothing any more, so that the game ends soon."""

MAIN = "#bar [data-key=main][aria-disabled=false]:not([hidden])"
SENDS = f"{MAIN}[data-sends=touches]"
"""The main key, and that key once what was touched is a whole answer."""
WISHES = {
    "fae": [MAIN, "#choices [aria-pressed=false]"],
    "fairytile": [MAIN, "#choices [aria-pressed=false]", "[data-key='let go']:not([hidden])"],
    "fabula": [SENDS, "[data-key^=choose], [data-key=done]", ".mini.target", ".mini.can",
               ".hand .mini:not(.dim)", MAIN,
               ".ways .key, [data-key=secret]:not([hidden])", "[data-key='let go']:not([hidden])"],
    "fate": [SENDS, "[data-key=roll], [data-key=numbers], [data-decision=done], [data-decision=any_order]",
             "[data-key^='ask '], [data-key^='choose '], [data-key^='attack ']", "[data-key^='more ']",
             "body:has(.space.chosen) #choices [aria-pressed=false]",
             "[data-key=enough], [data-key^='face ']", f".actions .key, {MAIN}"],
}  # fmt: skip
"""What players press by chance, as selectors: the earlier ones if they are there."""


PageT = TypeVar("PageT", bound=DrivenPage)


class Game:
    """A game that pages play: two, or six."""

    def __init__(self, app: App, name: str, pages: Sequence[Page], seed: int = 2) -> None:
        self.app, self.name, self.pages, self.chance = app, name, pages, Random(seed)
        most = min(len(pages), rules(name).players[1])
        self.players = NAMES[: most if name == "fae" else 2]
        options: dict[str, Any] = dict(CONFIG[name])
        if name != "fate":
            options["setup"] = rules(name).opening(Random(3), self.players)
        app.begin(name, GameConfig(self.players, **options), "none")
        self.until(lambda: app.phones.game() == name)
        while name == "fate" and self.snapshot.stage != "heroes":
            before = self.snapshot
            app.tell(AllDone(before.game))
            self.until(lambda before=before: self.snapshot is not before)
        self.decisions = self.presses = self.refused = 0
        for number, page in enumerate(pages):
            player = self.players[number % len(self.players)]
            page.open(app.phones.invite(player)[0])
            page.seated(player)
            page.watch()

    @property
    def snapshot(self) -> Any:
        return self.app.latest()

    def until(self, there: Any) -> None:
        end_s = time.monotonic() + WAIT_S
        while not there():
            assert time.monotonic() < end_s, (
                f"{self.name}: it does not go on after {self.decisions} decisions"
            )
            time.sleep(0.005)

    def at(self, player: str) -> list[Page]:
        """Pages at a seat."""
        return [page for n, page in enumerate(self.pages) if self.players[n % len(self.players)] == player]

    def deciders(self) -> Sequence[str]:
        """Players who may decide now."""
        now = self.snapshot
        if self.name == "fabula":
            return [self.players[now.decider]]
        return self.players if self.name == "fate" else [now.turn]

    def decide(self) -> list[float] | None:
        """Press until a page sends a decision; return ms until each page drew it, None if it was refused."""
        page = self.chance.choice(self.at(self.chance.choice(self.deciders())))
        before, wishes = self.snapshot, self._wishes()
        draws = [one.run("return window.draws") for one in self.pages]
        self._open_hand(page)
        for _ in range(MOST_PRESSES):
            pressed, sent = page.press(wishes, self.chance.random())
            self.presses += pressed
            if sent:
                break
            if not pressed:
                return None
        else:
            raise AssertionError(f"{self.name}: nothing can be decided at a {page.maker}")
        self.decisions += 1
        refused = "!document.querySelector('#alert').hidden"
        self.until(lambda: self.snapshot is not before or page.run(f"return {refused}"))
        if self.snapshot is before:
            self.refused += 1
            return None
        for one, drawn in zip(self.pages, draws, strict=True):
            one.until("window.draws > arguments[0]", drawn)
        pressed = page.run("return window.pressed")
        return [one.run("return window.drawn") - pressed for one in self.pages]

    def _wishes(self) -> list[str]:
        """Return what the players press; with Fairy Tile an adventure of their page before others."""
        wishes = WISHES[self.name]
        if self.name == "fate" and self.decisions > HEROES_ACT:
            return ["[data-key=all_done], [data-decision=end]", *wishes]
        if self.name == "fairytile":
            session: Any = self.app._session
            position = session.position
            page = int(session.hand(position.turn))
            if fairytile.tellable(position, page):
                return ["[data-key=tell], [data-decision=tell]"]
            for act in () if position.done else fulfilling(position, page, fairytile.adventures(position)):
                if isinstance(act, fairytile.Move):
                    choice = "#choices [data-thing='{}'][aria-pressed=false]".format
                    return [choice(cell_text(act.to)), choice(act.figure), *wishes]
            if session.stuck and not position.done and self.decisions > GIVES_UP:
                return ["[data-key=give_up], [data-decision=give_up]"]
            if not position.done and self.chance.random() < TURNS_PAGE:
                return [".ways [data-key=turn_page]", *wishes]
        return wishes

    def _open_hand(self, page: Page) -> None:
        """Open the hand in a duel; it may be open."""
        opened = "return !document.querySelector('#secret').hidden"
        if self.name == "fabula" and not page.run(opened):
            page.press(["[data-key=secret]"], 0.0)

    def play(self) -> list[float]:
        """Play to the end; return the slowest page's ms of each decision."""
        found = []
        while not self.snapshot.over:
            assert self.decisions < MOST_DECISIONS and self.presses < 9 * MOST_DECISIONS, (
                f"{self.name}: it does not end"
            )
            if times := self.decide():
                found.append(max(times))
        return found


@contextmanager
def two_chromiums(folder: Path, kind: type[PageT]) -> Iterator[Sequence[PageT]]:
    """Start two Chromiums, whose pages are of a kind."""
    with ExitStack() as stack:
        found = [stack.enter_context(test_page.browser(folder / str(number))) for number in range(2)]
        yield [kind("Chromium", phone.driver) for phone in found]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[Page]]:
    with six_browsers(tmp_path_factory.mktemp("browsers")) as found:
        yield found


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with Journal(tmp_path / "games.db") as journal:
        found = App(load(DEFAULTS), journal, chance=Random(1))
        found.phones._port, found.phones._addresses = 0, lambda: ["127.0.0.1"]
        found.phones.turn_on()
        try:
            yield found
        finally:
            found.close()


@pytest.mark.parametrize("name", CONFIG)
def test_six_browsers_play_a_whole_game(app: App, pages: Sequence[Page], name: str) -> None:
    game = Game(app, name, pages)
    times = game.play()
    assert game.snapshot.over
    for page in pages:
        page.until("!document.querySelector('#choices button')")
    assert game.refused < len(times) / 4
