"""A hint that is played from its page: the sheet it was opened from closes, and the move is made."""

from typing import Any

import pytest

from companion.games.fabula import RULES
from companion.games.fabula.actions import Play
from tests.ui.finger import Finger
from tests.ui.games.fabula.fake import FakeFabula
from tests.ui.press import buttons, press


def advised(fake: Any) -> Any:
    seat = fake.snapshot().decider
    assert RULES.advisor
    return RULES.advisor.advise(fake.session.past(seat), seat, None, 50, fake._chance, lambda: True)


def plays(found: Any) -> list[int]:
    """Places of the hints that play a card."""
    return [at for at, one in enumerate(found) if isinstance(one.move, Play)]


def played_from(running: Any, where: str, number: int) -> None:
    """Open the page of the hint from the sheet of further actions, or from the menu, and play a hint."""
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        if where == "sheet":
            running.screen.toggle("more")
            finger.frames(3)
            press(running, "Give me a hint")
        else:
            running.app.open("hint")
        finger.until(lambda: running.screen.name == "hint" and running.screen._found)
        running.screen.more()
        running.screen.choose(number)
        finger.frames(3)
        finger.tap(next(key for key in buttons(running) if key.text == "Play this"))
        finger.until(lambda: running.screen.name == "fabula_play")
        finger.frames(4)


@pytest.mark.parametrize("where", ["sheet", "menu"])
def test_a_card_of_a_hint_is_played(open_window: Any, where: str) -> None:
    fake: Any = FakeFabula(bots={"Bo": "easy"}).begun()
    while fake.snapshot().asks != "act" or fake.snapshot().decider or not plays(advised(fake)):
        fake.step()
    fake.hints.found = found = advised(fake)
    (number, *_) = plays(found)
    card = str(found[number].way[0])
    running = open_window(fake)
    played_from(running, where, number)
    screen = running.screen
    assert screen.tab == "turn" and not screen.ids.panel.children
    played = [move.play for move in fake.session.timeline.moves if isinstance(move, Play)]
    assert played[-1] == card
