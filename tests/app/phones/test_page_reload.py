"""Choices that survive a reload, a sentence for old browsers, names apart, and a screen that stays on."""

import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion.app.phones import server
from companion.games import fae
from tests.app.phones.test_page import (  # noqa: F401  # fixtures, slow
    READY,
    Evening,
    Phone,
    browser,
    evening,
    phone,
    pytestmark,
    shared_browser,
)
from tests.app.phones.test_page_fairytile import FairyEvening
from tests.app.phones.test_page_fairytile import evening as tale  # noqa: F401  # fixtures, slow


def test_a_choice_in_fae_survives_a_reload_until_the_game_goes_on(phone: Phone, evening: Evening) -> None:  # noqa: F811  # a fixture
    phone.open(evening.code())
    phone.seated()
    move = fae.legal(evening.snapshot.position)[0]
    phone.press(f'[data-thing="{move.source}"]')
    phone.until(lambda: phone.find(".space.chosen"), "the chosen space")
    phone.driver.refresh()
    phone.until(lambda: phone.find(".space.chosen"), "the chosen space after the reload")
    chosen = phone.find(".space.chosen")[0].get_attribute("data-space")
    assert chosen == str(move.source)
    phone.press(f'[data-thing="{move.target}"]')
    phone.press('[data-key="main"]')
    evening.until(lambda: evening.snapshot.played == 1)
    phone.until(lambda: phone.find("#game ol li"), "the move")
    phone.driver.refresh()
    phone.seated()
    phone.until(lambda: phone.find(".group"), "the board")
    assert not phone.find(".space.chosen")


def test_a_choice_in_fairy_tile_survives_a_reload(tmp_path: Path, tale: FairyEvening) -> None:  # noqa: F811  # a fixture
    with browser(tmp_path / "browser") as it:
        it.open(tale.app.phones.invite("Ana")[0])
        it.seated()
        it.press("#choices [data-thing=knight], #choices [data-thing=princess], #choices [data-thing=dragon]")
        it.until(lambda: it.find(".space.chosen"), "the figure")
        it.driver.refresh()
        it.until(
            lambda: it.find(".space.chosen") and it.find('[data-key="let go"]:not([hidden])'),
            "the figure again",
        )


DUEL = """
const { page } = await import("/page/fabula.js");
const side = { player: "Ana", label: "Ana", resources: 1, most: 2, counts: [], discard: [], banished: [],
  bases: ["a"], battle: [] };
const it = { name: "Base", line: "", numbers: [], note: "", type: "base", colours: [], cost: null, text: "",
  ways: [], under: [], zone: "territory", damage: 0, tapped: false, controller: 0, face: "b" };
const players = [{ name: "Ana", label: "Ana", figure: "red" }];
const seen = { played: 1, asks: "act", players, decisions: arguments[0],
  steps: [], words: {}, changes: {}, arrows: [],
  sides: [side, { ...side, bases: [] }], stack: [], phases: [], cards: { a: it },
  faces: { b: it, f: it }, stops: [], story: [] };
const play = { id: "play hidden", text: "Play", form: "steps",
  options: [["play hidden"], ["a"], ["a", "b"]] };
const secret = { hand: [{ face: "f", n: 1, key: "play hidden" }], decisions: [play], faces: { f: it } };
const kept = [];
const { decider } = await import("/page/decisions.js");
const half = { keep: (state, choice) => kept.push(JSON.stringify([state, choice])), kept: () => null };
const state = { public: seen, seat: "Ana", decides: true };
const tools = { say: (text) => text, tell() {}, secret: () => secret, hide() {} };
const show = () => {
  made.paint(state);
  document.querySelector("#game").replaceChildren(made.board, ...made.values, made.secret.draw(secret));
};
const decided = decider({ ...tools, half, paint: show });
const made = await page({ ...tools, decided, paint: show });
decided.update(seen.decisions, seen);
show();
for (const wish of arguments[1]) {
  if (wish === "main") made.secret.reading().main.act();
  else document.querySelector(wish).click();
}
return [kept.join(), Boolean(document.querySelector(".target, .chosen"))];
"""
"""A page of Fábula with a card of the hand, told by the word "hidden", and what is touched there."""


def within(phone: Phone, script: str, *arguments: Any) -> Any:  # noqa: F811  # a fixture
    """Run the body of an asynchronous function in the page of onlookers."""
    phone.until(lambda: phone.find(".group"), "the page")
    return phone.driver.execute_script(
        f"return (async function () {{{script}}}).apply(null, arguments)", *arguments
    )


def test_no_card_of_the_hand_is_in_the_storage(phone: Phone, evening: Evening) -> None:  # noqa: F811  # a fixture
    touches = ["[data-key=hand0]", "main"]
    phone.open(evening.app.phones.watch_addresses()[0])
    kept, aims = within(phone, DUEL, [], [*touches, ".target"])
    assert aims and "hidden" not in kept
    picks = {"id": "bury", "text": "Bury", "form": "picks", "options": ["a", "b"], "least": 2, "most": 2}
    phone.open(evening.app.phones.watch_addresses()[0])
    kept, _ = within(phone, DUEL, [picks], [".half .mini"])
    assert '["",["a"],[],[]]' in kept, "what everybody sees is kept"


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "browser is too old"), ("pt-BR", "antigo demais"), ("es", "demasiado antiguo")],
)
def test_a_browser_that_is_too_old_reads_so(
    tmp_path: Path,
    evening: Evening,  # noqa: F811  # a fixture
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    says: str,
) -> None:
    """The script has syntax that no browser knows, as `?.` was for old ones."""
    with resources.as_file(resources.files(server.PAGE)) as page:
        shutil.copytree(page, tmp_path / "page")
    main = tmp_path / "page" / "main.js"
    main.write_text(main.read_text("utf-8") + "\nsay ?.?. no;\n", "utf-8")
    monkeypatch.setattr(resources, "files", lambda _: tmp_path / "page")
    with pytest.raises(AssertionError, match="SyntaxError"), browser(tmp_path / "browser", language) as it:
        it.open(evening.code())
        it.until(lambda: says in it.text(), says)


def test_the_screen_is_kept_on_by_a_video_that_the_settings_switch_off(
    tmp_path: Path,
    evening: Evening,  # noqa: F811  # a fixture
) -> None:
    with browser(tmp_path / "browser") as it:
        source = """
        delete Navigator.prototype.wakeLock;
        const make = document.createElement;
        document.createElement = function (name) {
          const made = make.apply(document, arguments);
          if (name === "video") {
            window.video = made;
            window.ends = 0;
            made.addEventListener("ended", () => (window.ends += 1));
          }
          return made;
        };
        """
        it.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        it.open(evening.code())
        it.until(lambda: it.find(READY), "who this phone is")
        assert not it.driver.execute_script("return Boolean(window.video)")
        it.seated()
        it.find("h1")[0].click()
        playing = "return Boolean(window.video && !video.paused && video.currentTime > 0)"
        it.until(lambda: it.driver.execute_script(playing), "the video")
        assert it.driver.execute_script("return !video.muted && !video.loop && video.duration < 5")
        it.until(
            lambda: it.driver.execute_script("return window.ends > 0 && !video.paused"), "the second time"
        )
        it.driver.execute_script(
            "document.querySelector('[data-key=more]').click();"
            "const it = document.querySelector('select[data-key=awake]'); it.value = 'no';"
            "it.dispatchEvent(new Event('change')); document.querySelector('[data-key=close]').click();"
        )
        assert it.driver.execute_script("return video.paused")
        it.find("h1")[0].click()
        assert it.driver.execute_script("return video.paused")


NAMED = """
const view = await import("/page/view.js");
view.named(arguments[0].map((name) => ({ name })));
return arguments[1].map(view.apart);
"""


def test_names_from_right_to_left_stand_apart(phone: Phone, evening: Evening) -> None:  # noqa: F811  # a fixture
    phone.open(evening.app.phones.watch_addresses()[0])
    names = ["\u05d0\u05d1", "\u05d0\u05d1\u05d2", "Ana", "\u0639 (x"]
    one, other, _, latin = names
    texts = [f"{one}: 12", f"It is {other}'s turn, Ana", f"{one}\u05d0", f"Now {latin}, {one} {other}"]
    found = within(phone, NAMED, names, texts)
    assert found == [
        f"\u2068{one}\u2069: 12",
        f"It is \u2068{other}\u2069's turn, Ana",
        texts[2],
        f"Now \u2068{latin}\u2069, \u2068{one}\u2069 \u2068{other}\u2069",
    ]
