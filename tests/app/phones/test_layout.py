"""The page fits: every game on narrow and wide phones, in three languages, and in one that is 35 % longer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.app.phones import page_words, phones
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones import test_page, test_page_fabula
from tests.app.phones.test_page import Evening, Phone, browser
from tests.app.phones.test_page_fairytile import FairyEvening
from tests.app.phones.test_page_fate import FateEvening

pytestmark = test_page.pytestmark
SIZES = [(320, 568), (360, 640), (390, 844), (430, 932), (844, 390)]
"""Widths and heights of phones in CSS px."""
GAMES: dict[str, Callable[[App, Journal], Any]] = {
    "fae": Evening,
    "fairytile": lambda app, _: FairyEvening(app),
    "fabula": test_page_fabula.Evening,
    "fate": FateEvening,
}
LONGER = 0.35
"""Share by which the texts of the fourth language are longer than English ones."""
LEAST_PX, LEAST_TEXT_PX, LEAST_BOARD = 44, 15, 0.39
"""Least size of what is touched and of letters, and least share of the height that the board keeps."""
FITS = """
const [least, letters] = arguments, found = [], high = innerHeight;
const seen = (it) => it.checkVisibility() && !it.closest('.aside') && it.offsetWidth !== 0;
const all = (css) => [...document.querySelectorAll(css)].filter(seen);
const name = (it) => it.outerHTML.slice(0, 90);
const wide = document.documentElement.scrollWidth;
if (wide > innerWidth) found.push(`wider than the phone: ${wide}`);
for (const it of all('button, a, select, summary')) {
  const {width, height} = it.getBoundingClientRect();
  if (width < least - 0.5 || height < least - 0.5) found.push(`small: ${width} x ${height} ${name(it)}`);
}
for (const it of all('#bar button, #head h1, #head p')) {
  if (it.scrollWidth > it.clientWidth + 1) found.push(`cut: ${name(it)}`);
  if (it.getBoundingClientRect().bottom > high + 0.5) found.push(`below the glass: ${name(it)}`);
}
if (all('.go').length > 1) found.push('two orange keys');
for (const it of all('h1, h2, p, button, li, dt, dd, b, span')) {
  const own = [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (own && parseFloat(getComputedStyle(it).fontSize) < letters) found.push(`small letters: ${name(it)}`);
}
const board = document.querySelector('.map > svg'); // as it lies once it is there
const share = board ? board.clientHeight / high : 1;
return [[...new Set(found)], share];
"""


class Longer:
    """A catalogue whose texts are longer by a share, as those of a language without a translation may be."""

    def __init__(self, catalogue: Any) -> None:
        self._catalogue = catalogue

    def gettext(self, text: str) -> str:
        return self._more(self._catalogue.gettext(text))

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self._more(self._catalogue.ngettext(one, many, n))

    @staticmethod
    def _more(text: str) -> str:
        words = text.split(" ")
        if len(words) < 3:
            return text + "o" * round(LONGER * len(text))
        return " ".join([*words, *words[: round(LONGER * len(words))]])


@contextmanager
def begun(name: str, folder: Path) -> Iterator[Any]:
    with Journal(folder / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        try:
            yield GAMES[name](app, journal)
        finally:
            app.close()


def states(phone: Phone) -> Iterator[str]:
    """Show the states of a page that its keys lead to."""
    yield "turn"
    if phone.find('[data-key="secret"]:not([hidden])'):
        phone.press('[data-key="secret"]')
        yield "secret"
        phone.press('[data-key="secret"]')
    for css in ("#choices button", ".ways .key:not([disabled])"):
        if phone.find(css):
            phone.press(css)
            yield css
            break
    phone.press('[data-key="more"]')
    yield "more"
    phone.press('[data-key="close"]')


@pytest.mark.parametrize("language", ["en", "pt-BR", "es", "longer", "large"])
@pytest.mark.parametrize("name", GAMES)
def test_everything_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    if language == "longer":
        for module in (page_words, phones):
            real = module.translator
            monkeypatch.setattr(module, "translator", lambda code, real=real: Longer(real(code)))
    spoken = "en" if language in ("longer", "large") else language
    with begun(name, tmp_path) as evening, browser(tmp_path / "browser", spoken) as phone:
        phone.open(evening.code())
        if language == "large":
            phone.driver.execute_script("localStorage.setItem('table.letters', 'large')")
            phone.driver.refresh()
        phone.seated()
        wrong, shares = list[str](), list[float]()
        for state in states(phone):
            for width, height in SIZES:
                metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
                phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                found, share = phone.driver.execute_script(FITS, LEAST_PX, LEAST_TEXT_PX)
                wrong += [f"{state} {width}x{height}: {one}" for one in found]
                shares += [share] if state == "turn" and height > width else []
        assert not wrong, "\n".join(wrong)
        assert min(shares) >= LEAST_BOARD, shares
