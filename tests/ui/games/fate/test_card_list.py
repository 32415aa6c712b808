"""Lists of cards: one size of cells, sorted by number or letter, parts of long lists by a key."""

from typing import Any

from companion.games.fate.acts import Discard, Draw
from tests.ui.games.fate.fake import FakeFate
from tests.ui.games.fate.states import hero_turn
from tests.ui.games.fate.touch import press
from tests.ui.layout import check_layout, widgets


def cells(running: Any) -> list[Any]:
    from ui.games.fate.card_list import CardCell

    return [w for w, _ in widgets(running.screen.ids.panel) if isinstance(w, CardCell)][::-1]


def names(running: Any) -> list[str]:
    return [cell.text for cell in cells(running)]


def test_event_cards_by_number_by_letter_and_in_parts(open_window: Any) -> None:
    fake = hero_turn()
    fake.correct("hand", "boldur", 2)
    running = open_window(fake)
    running.screen.press("discard boldur")
    running.lay_out()
    by_number = names(running)
    assert (len(by_number), by_number[0], by_number[-1]) == (12, "Miner", "Portable Smithy")
    assert len({(round(cell.width), round(cell.height)) for cell in cells(running)}) == 1
    press(running, "33-38")
    assert names(running) == by_number[6:]
    press(running, "33-38")
    assert names(running) == by_number
    press(running, "A-Z")
    assert names(running) == sorted(by_number, key=str.casefold)
    running.app.speak("pt_BR")
    running.lay_out()
    check_layout(running)
    press(running, "A-Z")
    words = names(running)
    assert words == sorted(words)
    press(running, words[0])
    assert isinstance(fake.session.timeline.moves[-1], Discard)


def test_a_monster_card_is_found_by_its_number(open_window: Any) -> None:
    fake = FakeFate(2, cards="deck")
    while not ((choice := fake.snapshot().choice) and choice.what == "draw"):
        fake.go_on()
    running = open_window(fake)
    assert len(cells(running)) == 36
    press(running, "13-24")
    assert names(running) == [str(n) for n in range(13, 25)]
    assert len({(round(cell.width), round(cell.height)) for cell in cells(running)}) == 1
    press(running, "17")
    assert fake.calls[-1].decision == "choose"
    assert fake.session.timeline.moves[-1] == Draw(17)
