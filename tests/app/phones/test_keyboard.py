"""Whole games by keyboard alone: two Chromiums, in which only Tab, Enter and the space bar decide."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.app.phones import test_browsers, test_page
from tests.app.phones.browsers import DrivenPage
from tests.app.phones.test_browsers import CONFIG, Game, two_chromiums

webdriver = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed: group dev")
ActionChains, Keys = webdriver.ActionChains, webdriver.Keys
pytestmark, app = test_page.pytestmark, test_browsers.app
MOST_TABS = 150
"""Maximum number of presses of Tab to reach an element."""

CHOOSE = """
const [wishes, chance] = arguments, seen = (it) => !it.disabled && it.checkVisibility();
const all = (wish) => [...document.querySelectorAll(wish)].filter(seen);
const found = wishes.map(all).find((one) => one.length);
if (!found) return null;
window.wanted = found[Math.floor(chance * found.length)];
const place = document.querySelector('dialog[open]') ?? document, list = window.wanted.closest('#choices');
window.stop = (list && list.querySelector('[tabindex="0"]')) || window.wanted;
const stops = [...place.querySelectorAll('a, button, select, summary, [tabindex]')].filter(
  (it) => it.tabIndex >= 0 && seen(it));
const here = document.activeElement;
const from = here.tabIndex >= 0 && here !== document.body ? stops.indexOf(here)
  : stops.filter((it) => here.compareDocumentPosition(it) & 2).length - 0.5;
const way = stops.indexOf(window.stop) - from;
return [Math.ceil(Math.abs(way)), way < 0, window.told];
"""
"""Choose what to press: return about how often Tab leads there, if backwards, and the decisions until now."""
STATE = """
const here = document.activeElement;
const state = !window.wanted.isConnected && here === document.body ? 'lost' : window.wanted === here ? 'there'
  : !window.wanted.isConnected ? 'gone'
  : window.stop.closest('#choices')?.contains(here) ? 'beside' : 'elsewhere';
return [state, window.told > arguments[0]];
"""
"""Return where the focus is, seen from what was chosen, and if a decision was sent."""


class KeyboardPage(DrivenPage):
    """A page whose player has only a keyboard. `tabs` counts the presses of Tab."""

    tabs = 0

    def press(self, wishes: Sequence[str], chance: float) -> tuple[bool, bool]:
        """Go to an element by Tab, and press Enter or the space bar on it."""
        chosen = self.run(CHOOSE, wishes, chance)
        if chosen is None:
            return False, False
        count, back, told = chosen
        if count:
            self._tab(count, back)
        state, sent = self.run(STATE, told)
        for _ in range(MOST_TABS):
            if state not in ("elsewhere", "beside"):
                break
            if state == "beside":
                ActionChains(self._driver).send_keys(Keys.ARROW_DOWN).perform()
            else:
                self._tab(1, False)
            state, sent = self.run(STATE, told)
        else:
            raise AssertionError(f"Tab does not lead to {self.run('return window.wanted.outerHTML')}")
        if state == "there":
            ActionChains(self._driver).send_keys(Keys.ENTER if self.tabs % 2 else Keys.SPACE).perform()
            state, sent = self.run(STATE, told)
            assert state != "lost", "the focus was lost"
        return True, sent

    def _tab(self, count: int, back: bool) -> None:
        self.tabs += count
        actions = ActionChains(self._driver)
        if back:
            actions.key_down(Keys.SHIFT).send_keys(Keys.TAB * count).key_up(Keys.SHIFT)
        else:
            actions.send_keys(Keys.TAB * count)
        actions.perform()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[KeyboardPage]]:
    with two_chromiums(tmp_path_factory.mktemp("browsers"), KeyboardPage) as found:
        yield found


@pytest.mark.parametrize("name", CONFIG)
def test_a_whole_game_by_keyboard(app: Any, pages: Sequence[KeyboardPage], name: str) -> None:
    game = Game(app, name, pages)
    times = game.play()
    assert game.snapshot.over
    assert game.refused < len(times) / 4
    print(
        f"{name}: {game.decisions} decisions, {game.presses} presses, {sum(one.tabs for one in pages)} tabs"
    )
