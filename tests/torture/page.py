"""The phones' page in Chromium, at a table that sends messages which are a little wrong.

The messages are those of real games, changed as `tests.torture.fuzz` changes everything. The page has a
connection that only this harness writes to. For each message:

- nothing is thrown that the page does not catch;
- a secret is on the page only if its sealed text is one that the app made for this seat;
- after the next right message, and a touch that opens the secret if it was closed, the page shows exactly
  what it shows without the wrong one.

A wrong value of the right form in the public part is drawn: nothing but TCP protects that on its way.
"""

import base64
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.app.phones import test_page
from tests.app.phones.browsers import require
from tests.torture.fuzz import changed
from tests.torture.phones import GAMES, Evening, table
from tests.torture.tally import Tally

STATES, MOVES = 4, 5
"""Numbers of states of a game whose messages are changed, and of decisions between two."""
BATCH = 100
"""Messages that the browser is given at once."""

BEFORE = """
window.faults = [];
console.warn = () => {};  // the page logs what it cannot read
// without what a page remembers: which moves are new to who looks, what was read aloud, where the focus and
// the window of the board were
const own = / class="(new)?"| tabindex="-?[01]"| (data-h[a-z]+|viewBox|transform)="[^"]*"/g;
const sorted = (tag) => tag.slice(0, -1).split(/ (?=[a-z-]+=)/).sort().join(' ');
window.look = () => ['head', 'problem', 'choices', 'bar', 'secret', 'game', 'board'].map(
  (id) => document.getElementById(id).outerHTML.replace(own, '').replace(/<p [^>]*role="log"[^]*?<.p>/, '')
    .replace(/<[a-z]+ [^>]*>/g, sorted)).join('');
window.secretShown = () => !document.querySelector('#secret').hidden;
window.openSecret = () => window.secretShown() || document.querySelector('[data-key=secret]')?.click();
addEventListener('error', (event) => window.faults.push(event.message));
addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)));
const later = setTimeout;
const never = [3000, 20000];
window.setTimeout = (act, ms, ...more) => never.includes(ms) ? 0 : later(act, Math.min(ms ?? 0, 1), ...more);
window.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  constructor() { window.link = this; later(() => { this.readyState = 1; this.onopen?.(); }); }
  send() {}
  close() { this.readyState = 3; }
};
"""
"""Before the page: keep its faults, never close secrets or unanswered connections, hurry all else, and let it
connect to nothing."""
TRY = """
const [messages, known, right, shown, end] = arguments;
const soon = () => new Promise((resolve) => {
  const way = new MessageChannel();
  way.port1.onmessage = resolve;
  way.port2.postMessage(0);
});
const give = (text) => window.link.onmessage?.({data: text});
const wait = async (there) => {
  const begun = performance.now();
  while (!there() && performance.now() - begun < 5000) await soon();
  return there();
};
const again = () => {
  window.openSecret();
  return window.look() === shown;
};
const differs = (is) => {
  let at = 0;
  while (at < is.length && is[at] === shown[at]) at += 1;
  return `it shows ${is.slice(at - 9, at + 90)}, not ${shown.slice(at - 9, at + 90)}`;
};
const foreign = (text) => {
  try {
    const message = JSON.parse(text);
    return message.type === 'snapshot' && !known.includes(message.sealed);
  } catch {
    return false;
  }
};
(async () => {
  const found = [];
  for (const text of messages) {
    let wrong = '';
    await wait(() => window.link.onmessage);
    await give(text);
    if (foreign(text) && window.secretShown()) wrong = 'a secret that was not sealed for this seat';
    await wait(() => window.link.onmessage);
    await give(right);
    if (!await wait(again)) wrong ||= differs(window.look());
    if (window.faults.length) wrong ||= window.faults.join();
    window.faults.length = 0;
    found.push(wrong);
  }
  end(found);
})();
"""
"""Give each message and then the right one; return what was wrong after each, "" for nothing. Snapshots with
another sealed text than the known ones are foreign; what is no snapshot leaves the page as it was."""
SHOW = """
const [text, end] = arguments;
(async () => {
  while (!window.link?.onmessage) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let times = 0; times < 2; times += 1) {
    await window.link.onmessage({data: text});
    window.openSecret();
  }
  end(window.look());
})();
"""
"""Give a right message, open the secret, and return what the page shows."""


def torture(times: int, seed: int = 1, most_s: float = math.inf) -> Tally:
    """Give pages so many wrong messages, shared among the games; none after `most_s` seconds."""
    require("chromium", "chromedriver")
    tally, chance = Tally("messages to the page"), random.Random(seed)
    end_s = time.monotonic() + most_s
    with TemporaryDirectory() as folder, test_page.browser(Path(folder) / "browser") as phone:
        phone.driver.set_script_timeout(600)
        phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BEFORE})
        for name in GAMES:
            with table(Path(folder) / name, seed) as app:
                key, states = recorded(Evening(app, name, chance))
                assert app.phones._server
                address = f"http://127.0.0.1:{app.phones._server.port}/"
                known = [json.loads(one)["sealed"] for one in states]
                for right in states:
                    with seated(phone.driver, address, key):
                        shown = phone.driver.execute_async_script(SHOW, right)
                        count = round(times / len(GAMES) / len(states))
                        for begin in range(0, count, BATCH):
                            if time.monotonic() > end_s:
                                break
                            some = [wrong(right, states, chance) for _ in range(min(BATCH, count - begin))]
                            told = phone.driver.execute_async_script(TRY, some, known, right, shown)
                            for text, problem in zip(some, told, strict=True):
                                with tally.trying(f"{name}: {text[:200]}"):
                                    assert not problem, problem
                            tally.note(f"messages of {name}", len(some))
    return tally


def recorded(evening: Evening) -> tuple[str, list[str]]:
    """Return the key of a seat, and what it is sent in some states of a game."""
    phone, found = next(iter(evening.seats.values())), list[str]()
    evening.check()
    for _ in range(STATES):
        for _ in range(MOVES):
            if not evening.app.latest().over:  # type: ignore[union-attr]  # there is a game
                evening.step()
                evening.check()
        found.append(json.dumps(phone.latest, ensure_ascii=False))
    evening.end()
    return base64.b64encode(phone.key).decode(), found


@contextmanager
def seated(driver: Any, address: str, key: str) -> Iterator[None]:
    """Open the page of a seat anew, at a connection to nothing."""
    driver.get(f"{address}watch")
    for name, value in {"device": "x", "key": key, "language": "en"}.items():
        driver.execute_script("localStorage.setItem(...arguments)", f"table.{name}", value)
    driver.get(address)
    yield
    driver.get("about:blank")


def wrong(right: str, states: Sequence[str], chance: random.Random) -> str:
    """Return a changed message."""
    if chance.random() < 0.2:
        message = json.loads(right)
        sealed = changed(base64.b64decode(message["sealed"]), chance)
        return json.dumps({**message, "sealed": base64.b64encode(sealed).decode()})
    return changed(chance.choice(states).encode(), chance).decode(errors="replace")
