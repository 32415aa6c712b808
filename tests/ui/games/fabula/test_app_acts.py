"""Actions of the app in a duel, by touch: every one is shown, card by card, and a touch goes on."""

from typing import Any

import pytest

from companion.games.fabula.actions import Attack, Influence, Play
from companion.session.fabula.describe import AIMED, DECLARED, EFFECTS
from tests.ui.finger import Finger
from tests.ui.games.fabula.fake import FakeFabula
from tests.ui.layout import at_each_size, check_layout, widgets

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def duel() -> FakeFabula:
    """Ana against the app, which is called Bo."""
    return FakeFabula(bots={"Bo": "easy"}).begun()


def panels(running: Any) -> list[Any]:
    from ui.games.fabula.app_acts import AppActPanel

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, AppActPanel)]


def declared(fake: FakeFabula, *kinds: type) -> FakeFabula:
    """Until the app has done one of these."""
    for _ in range(800):
        before = fake.snapshot().played
        fake.step()
        new = [entry.text for entry in fake.snapshot().log if entry.number > before]
        patterns = [DECLARED[kind] for kind in kinds]
        if any(text.pattern in patterns and text.values["player"] == "Bo" for text in new):
            return fake
    raise AssertionError("the app never did that")


def logged(fake: FakeFabula) -> list[str]:
    """Sentences of the app's actions with cards, one a card."""
    found = []
    for entry in fake.snapshot().log:
        text = entry.text
        if text.pattern in {*DECLARED.values(), *AIMED.values()} and text.values["player"] == "Bo":
            cards = text.values.get("cards") or text.values["card"]
            names = [cards] if "card" in text.values else list(cards.values.values())  # type: ignore[attr-defined]  # a list of cards is a sentence
            key = "card" if "card" in text.values else "cards"
            found += [str(text._replace(values={**text.values, key: name})) for name in names]
    return found


def test_nothing_is_missed_when_actions_come_fast(open_window: Any) -> None:
    fake = duel()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        for _ in range(120):
            fake.step()
            fake.publish()
        finger.frames(3)
        acts = [act.title for act in running.screen.laid]
        shown = [str(title) for title in acts if title.pattern not in EFFECTS]
        assert [text for text in shown if "ends the turn" not in text] == logged(fake)
        turns = fake.position.turn_number // 2
        assert abs(len([text for text in shown if "ends the turn" in text]) - turns) <= 1
        kinds = {text.split()[1] for text in shown}
        assert {"plays", "attacks", "ends"} <= kinds


def test_a_touch_anywhere_goes_on(open_window: Any) -> None:
    fake = duel()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        for _ in range(60):
            fake.step()
            fake.publish()
        finger.frames(3)
        acts = list(running.screen.laid)
        assert len(acts) > 3 and panels(running)
        finger.tap((running.window.width * 0.1, running.window.height * 0.5))
        assert running.screen.laid == acts[1:]
        finger.tap(panels(running)[0].center)
        assert running.screen.laid == acts[2:]
        for _ in acts[2:]:
            finger.tap(panels(running)[0].center)
        assert not panels(running) and not running.screen.laid


@pytest.mark.parametrize("kind", [Play, Attack, Influence])
def test_an_action_says_what_it_does_beside_its_card(open_window: Any, kind: type) -> None:
    from ui.games.fabula.card_face import CardFace

    fake = duel()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        declared(fake, kind)
        fake.publish()
        finger.frames(3)
        pattern = DECLARED[kind]
        while running.screen.laid[0].title.pattern != pattern:
            running.screen.go_on()
        finger.frames(20)
        (panel,) = panels(running)
        (face,) = [widget for widget, _ in widgets(panel) if isinstance(widget, CardFace)]
        assert face.view.shown.name in str(running.screen.laid[0].title)
        running.settle()
        running.screenshot(f"fabula_app_{kind.__name__.lower()}.png")


def test_on_a_watched_table_only_played_cards_are_shown(open_window: Any) -> None:
    fake = duel()
    fake.camera = True
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        declared(fake, Attack)
        fake.publish()
        finger.frames(3)
        assert all(act.played for act in running.screen.laid)


@pytest.mark.slow
@at_each_size
def test_an_action_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    from companion.i18n import LANGUAGES

    fake = duel()
    running = open_window(fake, size=size)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        for _ in range(120):
            fake.step()
            fake.publish()
        finger.frames(3)
        first = {act.title.pattern: act for act in reversed(running.screen.laid)}
        running.screen.laid = list(first.values())
        running.screen.refresh_text()
        for _ in range(len(running.screen.laid)):
            for language in LANGUAGES:
                running.app.speak(language)
                finger.frames(2)
                check_layout(running)
            running.screen.go_on()
            finger.frames(12)
