"""Turns of every game in a browser that knows nothing newer than the oldest ones of ui/phone/README.md."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.phones import test_page, test_page_fabula, test_page_fairytile, test_page_fate
from tests.app.phones.oldest import unknown
from tests.app.phones.test_page import Evening, Phone, browser, evening, pytestmark  # noqa: F401  # fixtures, slow
from tests.app.phones.test_page_fabula import Evening as Duel
from tests.app.phones.test_page_fabula import evening as duel  # noqa: F401  # fixtures, slow
from tests.app.phones.test_page_fairytile import FairyEvening
from tests.app.phones.test_page_fairytile import evening as tale  # noqa: F401  # fixtures, slow
from tests.app.phones.test_page_fate import FateEvening, fate  # noqa: F401  # fixtures, slow

GONE = sorted(set(unknown()["owners"]) - {"Object.hasOwn"})
"""Selenium itself calls the one that stays."""
REMOVE = f"""
for (const path of {json.dumps(GONE)}) {{
  const [owner, name] = path.split("."), member = name.replace("_static", ""), own = window[owner];
  for (const one of [own, own && name === member && own.prototype]) {{
    if (one && Object.prototype.hasOwnProperty.call(one, member)) delete one[member];
  }}
}}
delete window.BigInt;
delete window.structuredClone;
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, act, how) {{
  return listen.call(this, type, act, how && how.signal ? {{ ...how, signal: undefined }} : how);
}};
"""
"""Remove from a page what an oldest browser does not know."""


@contextmanager
def old_browser(folder: Path, language: str = "en") -> Iterator[Phone]:
    with browser(folder, language) as phone:
        phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": REMOVE})
        yield phone


def test_fae(tmp_path: Path, evening: Evening) -> None:  # noqa: F811  # a fixture
    with old_browser(tmp_path / "browser") as phone:
        test_page.test_a_phone_joins_looks_at_its_spirit_and_moves(phone, evening)
        gone = "[[].at, [].toReversed, document.body.replaceChildren, HTMLDialogElement.prototype.showModal]"
        assert phone.driver.execute_script(f"return {gone}.every((it) => !it) && !window.BigInt")


def test_fate(tmp_path: Path, fate: FateEvening) -> None:  # noqa: F811  # a fixture
    with old_browser(tmp_path / "browser") as phone:
        test_page_fate.test_a_hero_moves_by_a_touch_of_the_board(phone, fate)


def test_fairy_tile(tmp_path: Path, tale: FairyEvening, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811  # a fixture
    monkeypatch.setattr(test_page_fairytile, "browser", old_browser)
    test_page_fairytile.test_a_turn_on_a_phone(tmp_path, tale, "en")


def test_fabula(tmp_path: Path, duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811  # a fixture
    monkeypatch.setattr(test_page_fabula, "browser", old_browser)
    test_page_fabula.test_a_duel_is_played_on_two_phones(tmp_path, duel, "en")
