"""How soon the page of a phone shows a game, how much it loads, and how even its board comes closer.

In Chromium, whose processor is slowed by a factor: `python -m tests.bench.phone_page`. The first picture is
that of a seat that comes back; sizes are of a first and of a second visit, with headers.
"""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from tests.app.phones.test_layout import GAMES, begun
from tests.app.phones.test_page import Phone, browser

SLOWER = 6
TIMES = 5
"""Number of loads of each game."""
BEFORE = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('#board svg, #board .half')) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.firstPicture = performance.now(); }));
}).observe(document, {childList: true, subtree: true});
"""
FRAMES = """
const done = arguments[0], found = [], key = document.querySelector('[data-key=closer]');
if (!key) return done([]);
let last = performance.now();
const step = (time) => {
  found.push(time - last);
  last = time;
  if (found.length < 20) requestAnimationFrame(step); else done(found.slice(2));
};
key.click();
requestAnimationFrame((time) => { last = time; requestAnimationFrame(step); });
"""


def measured(name: str, phone: Phone) -> dict[str, Any]:
    """Measure the page of a game."""
    with tempfile.TemporaryDirectory() as folder, begun(name, Path(folder)) as evening:
        phone.driver.execute_cdp_cmd("Network.enable", {})
        phone.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        phone.open(evening.code())
        phone.seated()
        loaded = [_loaded(phone)]
        address = phone.driver.current_url
        phone.open(address)
        phone.seated()
        loaded.append(_loaded(phone))
        phone.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        times_ms = []
        for _ in range(TIMES):
            phone.open(address)
            phone.until(lambda: phone.driver.execute_script("return window.firstPicture"), "the picture")
            times_ms.append(phone.driver.execute_script("return window.firstPicture"))
        frames_ms = phone.driver.execute_async_script(FRAMES)
        phone.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
        return {
            "first visit KB": round(loaded[0] / 1000),
            "second visit KB": round(loaded[1] / 1000, 1),
            "first picture ms": round(statistics.median(times_ms)),
            "frame ms": round(statistics.median(frames_ms), 1) if frames_ms else None,
            "slowest frame ms": round(max(frames_ms), 1) if frames_ms else None,
        }


def _loaded(phone: Phone) -> float:
    """Return the bytes of the files that were loaded from the table, with headers."""
    script = "return performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"
    return float(phone.driver.execute_script(script))


def main() -> None:
    """Print a line for each game."""
    with tempfile.TemporaryDirectory() as folder, browser(Path(folder)) as phone:
        phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BEFORE})
        metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        for name in GAMES:
            print(name, measured(name, phone), flush=True)


if __name__ == "__main__":
    main()
