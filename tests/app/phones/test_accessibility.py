"""The pages of all games for everybody: no violation that axe-core finds, and a turn by keyboard alone."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.app.phones.phones import Views
from companion.games import fae
from companion.games.fate.acts import EndTurn
from companion.session.fae import decisions
from companion.session.view import Answer
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones import test_page, test_page_fabula
from tests.app.phones.test_page import PLAYERS, READY, Phone
from tests.app.phones.test_page_fabula import MAIN, SECRET, open_hand
from tests.app.phones.test_page_fairytile import BACK, CHOICE, TILE, FairyEvening
from tests.app.phones.test_page_fate import FateEvening
from tests.ports import held_port
from tests.session.fae_answers import moved, ordered

pytestmark, phone, shared_browser = test_page.pytestmark, test_page.phone, test_page.shared_browser
webdriver = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed: group dev")
ActionChains, Keys = webdriver.ActionChains, webdriver.Keys
AXE = Path("tests/data/axe/axe.min.js").read_text("utf-8")
RUN = """const done = arguments[0];
axe.run(document, {rules: {'target-size': {enabled: true}}}).then((found) => done(found.violations.flatMap(
  (one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} (${node.failureSummary})`))))"""
LOOKS = [("en", "day", "usual"), ("pt_BR", "night", "large"), ("es", "auto", "usual")]
"""Language, light and letters as the page keeps them."""
look = pytest.mark.parametrize("look", LOOKS, ids=" ".join)
MOST_TABS = 120
FOCUS = """const it = document.activeElement;
const line = (it) => [it.outlineStyle, it.outlineWidth, it.stroke, it.strokeWidth];
const look = () => String([it, ...it.querySelectorAll('circle')].map((one) => line(getComputedStyle(one))));
const shown = look();
it.blur();
const plain = look();
it.focus({focusVisible: true});
return [shown !== plain, it === document.activeElement]"""
"""Return whether the focus looks different from no focus, and is back."""


class Reader:
    """Somebody who uses a page; `check` collects what axe-core finds wrong in a state of it."""

    def __init__(self, page: Phone, look: tuple[str, str, str], address: str) -> None:
        self.phone, self.found = page, list[str]()
        page.open(address.split("/#")[0] + "/watch")
        for name, value in zip(("language", "light", "letters"), look, strict=True):
            page.driver.execute_script("localStorage.setItem(...arguments)", f"table.{name}", value)
        page.open(address)
        page.until(lambda: page.find(READY), "who this phone is")
        self.check("joined")
        page.press(READY)

    def check(self, state: str, css: str = "h1") -> None:
        """Look at the page in a state that is there with an element."""
        self.phone.until(lambda: self.phone.find(css), f"{css} of {state}")
        if not self.phone.driver.execute_script("return Boolean(window.axe)"):
            self.phone.driver.execute_script(AXE)
        self.found += [f"{state}: {one}" for one in self.phone.driver.execute_async_script(RUN)]


@contextmanager
def begun(kind: Callable[[App, Journal], Any], folder: Path, seed: int = 1) -> Iterator[Any]:
    with Journal(folder / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(seed))
        try:
            yield kind(app, journal)
        finally:
            app.close()


def show(evening: Any, **changed: Any) -> None:
    """Show the phones another snapshot than that of the game."""
    views = evening.app.phones._views
    seats = {player: replace(seat, **changed) for player, seat in views.seats.items()}
    evening.app.phones.show(Views(replace(views.shared, **changed), seats))


def play_to_the_end(evening: Any) -> None:
    """Play Fae at the table."""
    chance = Random(2)
    while not evening.snapshot.over:
        now = evening.snapshot
        if now.choose:
            evening.app.tell(ordered(now.game, tuple(now.choose)))
        elif moves := fae.legal(now.position):
            evening.app.tell(moved(now.game, chance.choice(moves)))
        else:
            break
        evening.until(lambda now=now: evening.snapshot != now)


@look
def test_nothing_is_wrong_on_the_pages_of_fae(phone: Phone, tmp_path: Path, look: Any) -> None:
    with (
        held_port() as port,
        begun(lambda app, journal: test_page.Evening(app, journal, port), tmp_path) as evening,
    ):
        reader = Reader(phone, look, evening.code())
        reader.check("own turn", ".group")
        phone.press(SECRET)
        reader.check("secret open", ".spirit")
        moves = fae.legal(evening.snapshot.position)
        phone.press(SECRET)
        phone.press(f'[data-thing="{moves[0].source}"]')
        reader.check("targets", ".space.target")
        phone.press(f'[data-thing="{moves[0].target}"]')
        reader.check("chosen", MAIN)
        phone.press('[data-key="closer"]')
        reader.check("closer", ".float svg")
        phone.press('[data-key="more"]')
        reader.check("more", "dialog[open]")
        phone.press('[data-key="close"]')
        asked = {move.target: move for move in moves}
        show(evening, decisions=(decisions.which("Ana", tuple(asked.values())[:3]), decisions.NONE))
        reader.check("question", ".space.asked")
        show(evening, decisions=(decisions.order("Ana", tuple(asked)[:3]),))
        reader.check("order", ".space.asked")
        phone.press('[data-key="closer"]')
        evening.app.tell(moved(evening.snapshot.game, moves[0]))
        reader.check("turn of another", "ol li")
        phone.driver.execute_script(
            "const it = document.querySelector('#alert'); it.textContent = 'Ana'; it.hidden = false"
        )
        reader.check("alert")
        evening.app.phones.turn_off()
        reader.check("away", "body.away")
        evening.app.phones.turn_on()
        phone.until(phone.online, "the phone is back")
        play_to_the_end(evening)
        reader.check("over", ".result, ol li:nth-child(12)")
        evening.app.phones.remove("Ana")
        reader.check("removed", "#game a")
        phone.open(evening.app.phones.watch_addresses()[0])
        reader.check("watch", ".group")
        phone.press('[data-key="closer"]')
        reader.check("watch closer", ".float svg")
        phone.open(evening.app.phones.watch_addresses()[0] + "?overlay=1")
        reader.check("overlay", ".strip li")
        evening.app.leave_game()
        reader.check("no game", "body:not(:has(.group))")
        assert not reader.found, "\n".join(reader.found)


@look
def test_nothing_is_wrong_on_the_pages_of_fairytile(phone: Phone, tmp_path: Path, look: Any) -> None:
    with begun(lambda app, _: FairyEvening(app), tmp_path) as evening:
        reader = Reader(phone, look, evening.code())
        reader.check("own turn", TILE)
        phone.press(SECRET)
        reader.check("secret open", ".spread")
        phone.press(SECRET)
        phone.press(TILE)
        reader.check("tile", ".ghost")
        phone.press(BACK)
        phone.press('[data-key="turn_page"]')
        reader.check("question", '[data-key="main"][data-decision="turn_page"]')
        phone.press(BACK)
        figure = next(one for one in ("princess", "knight", "dragon") if evening.reach(one))
        phone.press(CHOICE.format(figure))
        reader.check("targets", ".space.target")
        evening.until_true()
        phone.press(SECRET)
        reader.check("told page", ".leaf .key")
        phone.press(".leaf .key")
        reader.check("turn of another", ".book .leaf")
        show(evening, over=True)
        reader.check("over", ".told li")
        phone.open(evening.app.phones.watch_addresses()[0])
        reader.check("watch", ".told li")
        phone.open(evening.app.phones.watch_addresses()[0] + "?overlay=1")
        reader.check("overlay", ".told li")
        assert not reader.found, "\n".join(reader.found)


@look
def test_nothing_is_wrong_on_the_pages_of_fabula(phone: Phone, tmp_path: Path, look: Any) -> None:
    with begun(test_page_fabula.Evening, tmp_path, 4) as evening:
        reader = Reader(phone, look, evening.code())
        phone.seated()
        open_hand(phone, "[data-key=choose1]")
        reader.check("bases", "[data-key=choose1]")
        evening.decided(phone, "[data-key=choose1]")
        reader.check("turn of another")
        other_begins(evening)
        open_hand(phone)
        reader.check("hand", "[data-key=hand0]")
        phone.press("[data-key=hand0]")
        evening.decided(phone, "[data-key=done]")
        decide(evening, 1, "pass", ())
        evening.until(lambda: evening.snapshot.decider == 0)
        phone.press("#game summary")
        reader.check("act", MAIN)
        open_hand(phone)
        phone.press("[data-key=hand0]")
        reader.check("card of the hand", ".zoom")
        phone.press(".half:last-child .bases .mini")
        reader.check("a base from near", "dialog[open]")
        phone.press("dialog .key")
        reader.check("by hand", "dialog[open]")
        phone.driver.execute_script("document.querySelector('dialog').close()")
        phone.press("[data-key=give_up]")
        reader.check("give up", "[data-key=give_up]")
        evening.decided(phone, "[data-key=give_up]")
        reader.check("over", "body.over")
        phone.open(evening.app.phones.watch_addresses()[0])
        reader.check("watch", ".half")
        phone.open(evening.app.phones.watch_addresses()[0] + "?overlay=1")
        reader.check("overlay", "body.overlay .people")
        assert not reader.found, "\n".join(reader.found)


@look
def test_nothing_is_wrong_on_the_pages_of_fate(phone: Phone, tmp_path: Path, look: Any) -> None:
    with begun(FateEvening, tmp_path) as evening:
        reader = Reader(phone, look, evening.code())
        reader.check("own turn", '[data-key="move"]')
        phone.driver.execute_script(
            "document.querySelectorAll('details').forEach((it) => { it.open = true; })"
        )
        reader.check("all parts open", "details[open] dl")
        phone.press('[data-key="move"]')
        reader.check("targets", ".space.target")
        phone.press('[data-key="let go"]')
        for offer, css in {"correct": '[data-key="correct"]', "end": MAIN}.items():
            phone.press(css)
            reader.check(f"question: {offer}", '[data-key="cancel"]')
            phone.press('[data-key="cancel"]')
        phone.until(lambda: phone.find('[data-key="move"]'), "the turn")
        for _ in evening.heroes:
            evening.act(EndTurn())
        reader.check("film", '[data-key="all_done"]')
        phone.press(MAIN)
        reader.check("second step", '[data-key="back"]')
        phone.press('[data-key="all_done"]')
        phone.until(lambda: evening.snapshot.stage == "heroes", "the next round")
        phone.until(lambda: not phone.find('[data-key="all_done"]'), "the drawn round")
        reader.check("second round", "ol li")
        phone.open(evening.app.phones.watch_addresses()[0])
        reader.check("watch", ".token")
        phone.open(evening.app.phones.watch_addresses()[0] + "?overlay=1")
        reader.check("overlay", ".people")
        assert not reader.found, "\n".join(reader.found)


def other_begins(evening: Any) -> None:
    """Choose the bases at the other seat."""
    decisions = evening.app._session.snapshot(evening.snapshot.game, seat=1).decisions
    decide(evening, 1, "bases", next(one.ways[0] for one in decisions if one.id == "bases"))


def decide(evening: Any, seat: int, decision: str, way: Sequence[str]) -> None:
    """Decide at another seat."""
    before = evening.snapshot
    evening.app.tell(Answer(before.game, decision, way, seat))
    evening.until(lambda: evening.snapshot != before)


class Typist:
    """Somebody who has only a keyboard."""

    def __init__(self, page: Phone) -> None:
        self.phone = page

    def focused(self, css: str = ":not(body)") -> bool:
        return bool(
            self.phone.driver.execute_script("return document.activeElement.matches(arguments[0])", css)
        )

    def key(self, key: str) -> None:
        ActionChains(self.phone.driver).send_keys(key).perform()

    def reach(self, css: str) -> None:
        """Press Tab until the focus is on an element, and is seen there."""
        self.phone.until(lambda: self.phone.find(css), css)
        for _ in range(MOST_TABS):
            if self.focused(css):
                break
            among = self.focused("#choices button") and css.startswith("[data-thing")
            self.key(Keys.ARROW_DOWN if among else Keys.TAB)
        assert self.focused(css), f"Tab does not lead to {css}"
        assert self.phone.driver.execute_script(FOCUS) == [True, True], f"the focus on {css} is not seen"

    def press(self, css: str, key: str = Keys.ENTER) -> None:
        self.reach(css)
        self.key(key)

    def kept(self) -> None:
        """Check that the focus was not lost."""
        assert self.focused(), "the focus was lost"


def refreshed(evening: Any, typist: Typist) -> None:
    """Draw the page again with another snapshot; the focus stays where it is."""
    before = typist.phone.driver.execute_script("return document.activeElement.dataset.key")
    assert before
    typist.phone.driver.execute_script("document.querySelector('#face > *').id = 'old'")
    evening.app.phones._server.publish()
    typist.phone.until(lambda: not typist.phone.find("#old"), "the page drawn again")
    assert typist.phone.driver.execute_script("return document.activeElement.dataset.key") == before


def test_a_turn_of_fae_by_keyboard(phone: Phone, tmp_path: Path) -> None:
    with begun(test_page.Evening, tmp_path) as evening:
        typist = Typist(phone)
        phone.open(evening.code())
        phone.seated()
        typist.press(SECRET, Keys.SPACE)
        phone.until(lambda: phone.find(".spirit"), "the open spirit")
        typist.press(SECRET)
        phone.until(lambda: not phone.find(".spirit"), "the closed spirit")
        typist.kept()
        move = fae.legal(evening.snapshot.position)[0]
        typist.press(f'[data-thing="{move.source}"]')
        typist.kept()
        typist.press(f'[data-thing="{move.target}"]')
        typist.reach(MAIN)
        refreshed(evening, typist)
        typist.key(Keys.SPACE)
        phone.until(lambda: evening.snapshot.played == 1, "the move")
        phone.until(lambda: phone.find('[data-key="undo"]'), "the drawn move")
        typist.kept()
        typist.press('[data-key="undo"]')
        phone.until(lambda: evening.snapshot.played == 0, "the undone move")
        phone.until(lambda: not phone.find('[data-key="undo"]:not([hidden])'), "the drawn position")
        typist.kept()


def test_a_turn_of_fairytile_by_keyboard(phone: Phone, tmp_path: Path) -> None:
    with begun(lambda app, _: FairyEvening(app), tmp_path) as evening:
        typist = Typist(phone)
        phone.open(evening.code())
        phone.seated()
        typist.press(TILE)
        typist.kept()
        typist.press('[data-key="another"]', Keys.SPACE)
        phone.until(lambda: phone.find(".ghost"), "the tile at a place")
        typist.kept()
        typist.reach(MAIN)
        refreshed(evening, typist)
        typist.key(Keys.ENTER)
        phone.until(lambda: evening.snapshot.played == 1, "the tile")
        phone.until(lambda: "End turn" in phone.text(), "the end of the turn")
        typist.kept()
        typist.press(MAIN)
        phone.until(lambda: evening.snapshot.turn == PLAYERS[1], "the next player")
        phone.until(lambda: not phone.find(MAIN), "the turn of another")
        typist.kept()


def test_a_turn_of_fabula_by_keyboard(phone: Phone, tmp_path: Path) -> None:
    with begun(test_page_fabula.Evening, tmp_path, 4) as evening:
        typist = Typist(phone)
        phone.open(evening.code())
        phone.seated()
        typist.press(SECRET)
        typist.press("[data-key=choose1]")
        evening.until(lambda: evening.snapshot.decider == 1)
        typist.kept()
        other_begins(evening)
        phone.until(lambda: phone.find(MAIN), "the question")
        if not phone.find("[data-key=hand0]"):
            typist.press(SECRET)
        typist.press("[data-key=hand0]", Keys.SPACE)
        typist.press("[data-key=done]")
        evening.until(lambda: evening.snapshot.decider == 1)
        decide(evening, 1, "pass", ())
        phone.until(lambda: phone.find(MAIN), "the turn")
        typist.kept()
        typist.press(".half:last-child .bases .mini")
        phone.until(lambda: phone.find("dialog[open]"), "a base from near")
        evening.app.phones._server.publish()
        typist.key(Keys.ESCAPE)
        phone.until(lambda: not phone.find("dialog[open]"), "the table")
        phone.until(typist.focused, "the focus back at the table")
        typist.reach(MAIN)
        refreshed(evening, typist)
        before = evening.snapshot
        typist.key(Keys.ENTER)
        evening.until(lambda: evening.snapshot != before)
        typist.kept()
