"""Games in six real browsers of three makers: only touches of their pages decide."""

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.app import App
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.messages import AllDone
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones.browsers import MISSING, WAIT_S, Page, six_browsers
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
CHANCE_PRESSES = 60
"""Presses of a game by chance; afterwards the players hurry to its end."""
MOST_PRESSES = 900

PRESS = """
const [first, never, chance] = arguments;
const found = [...document.querySelectorAll('dialog[open] button, #game button, #game [role=button]')].filter((it) =>
  !it.disabled && it.checkVisibility() && it.dataset.key && !new RegExp(never).test(it.dataset.key));
const wanted = first.map((one) => found.filter((it) => new RegExp(one).test(it.dataset.key)));
const all = wanted.find((one) => one.length) ?? found, it = all[Math.floor(chance * all.length)];
const before = window.told;
it?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
return [it?.dataset.key ?? '', window.told > before];
"""
"""Press by chance what is not `never` pressed, of the `first` kinds that are there; return its key, and if
the page sent a decision."""
KINDS: dict[str, tuple[list[str], str]] = {
    "fae": (["^space"], "^(wide|secret|way)"),
    "fairytile": (["^(tell|end_turn|here)$", "^spot"], "^(wide|secret|back|out|turn_page|another|turned)$"),
    "fabula": (["^choose", "^done$", "^play$"], r"^(?!choose|done|play|main|keep|hand|[A-Z]|\d)"),
    "fate": (["^(roll|done|enough|end|next)$"], "^(wide|part|again|cancel|back|less|offer (correct|undo))"),
}
"""Regular expressions for PRESS."""
HURRY: dict[str, tuple[list[str], str]] = {
    "fairytile": (["^out$"], "^(?!out)"),
    "fabula": (["^give_up$"], "^(?!give_up)"),
    "fate": (["^(end|offer end.*)$"], "^(wide|part|again|cancel|back|less)"),
}


class Game:
    """A game that six pages play."""

    def __init__(self, app: App, name: str, pages: Sequence[Page], seed: int = 2) -> None:
        self.app, self.name, self.pages, self.chance = app, name, pages, Random(seed)
        most = rules(name).players[1]
        self.players = NAMES[: 2 if name == "fate" else most]
        setup = {} if name == "fate" else {"setup": rules(name).opening(Random(3), self.players)}
        app.begin(name, GameConfig(self.players, **setup, **CONFIG[name]), "none")
        self.until(lambda: app.phones.game() == name)
        while name == "fate" and self.snapshot.stage != "heroes":
            before = self.snapshot
            app.tell(AllDone(before.game))
            self.until(lambda before=before: self.snapshot is not before)
        self.presses = self.refused = 0
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
            assert time.monotonic() < end_s, f"{self.name}: it does not go on after {self.presses} presses"
            time.sleep(0.005)

    def at(self, player: str) -> list[Page]:
        """Pages at a seat."""
        return [page for n, page in enumerate(self.pages) if self.players[n % len(self.players)] == player]

    def deciders(self) -> Sequence[str]:
        """Players who may decide now."""
        now = self.snapshot
        if self.name == "fabula":
            return self.players if now.asks == "bases" else [self.players[now.decider]]
        return self.players if self.name == "fate" else [now.turn]

    def decide(self) -> list[float] | None:
        """Press until a page sends a decision; return ms until each page drew it, None if it was refused."""
        players = list(self.deciders())
        self.chance.shuffle(players)
        page = self.chance.choice(self.at(players[0]))
        before = self.snapshot
        draws = [one.run("return window.draws") for one in self.pages]
        self._open_hand(page)
        for _ in range(30):
            self.presses += 1
            key, sent = page.run(PRESS, *self._kinds(), self.chance.random())
            if sent:
                break
        else:
            return None
        refused = "!document.querySelector('#alert').hidden"
        self.until(lambda: self.snapshot is not before or page.run(f"return {refused}"))
        if self.snapshot is before:
            self.refused += 1
            return None
        for one, drawn in zip(self.pages, draws, strict=True):
            one.until("window.draws > arguments[0]", drawn)
        pressed = page.run("return window.pressed")
        return [one.run("return window.drawn") - pressed for one in self.pages]

    def _kinds(self) -> tuple[list[str], str]:
        hurries = self.presses > CHANCE_PRESSES and self.name in HURRY
        return (HURRY if hurries else KINDS)[self.name]

    def _open_hand(self, page: Page) -> None:
        """Open the hand in a duel; it may be open."""
        if self.name == "fabula" and not page.run("return Boolean(document.querySelector('.secret .lane, .secret .ways'))"):
            page.run("document.querySelector('.secret > [data-key=secret]')?.click()")

    def play(self) -> list[float]:
        """Play to the end; return the slowest page's ms of each decision."""
        found = []
        while not self.snapshot.over:
            assert self.presses < MOST_PRESSES, self.snapshot
            if times := self.decide():
                found.append(max(times))
        return found


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
    print(name, len(times), game.presses, game.refused, sorted(times)[len(times)//2], max(times))
    assert game.snapshot.over
    for page in pages:
        page.until("!document.querySelector('#game [role=button]:not(.mini)')")
    assert game.refused < len(times) / 4
