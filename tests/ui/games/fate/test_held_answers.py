"""A finger that rests on an answer of Fate has it explained; nothing is chosen."""

from typing import Any

from companion.games.fate.acts import Prepare
from tests.ui.games.fate import states
from tests.ui.games.fate.touch import press
from tests.ui.layout import check_layout, widgets


def answers(running: Any) -> list[Any]:
    """The keys of the panel."""
    from ui.widgets.basics import TouchButton

    return [w for w, _ in widgets(running.screen.ids.panel) if isinstance(w, TouchButton)]


def about(key: Any) -> Any:
    """The explanation of a key."""
    return key.about_at(*key.center)


def test_every_event_card_to_play_is_explained_and_numbered(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.press("event")
    running.lay_out()
    press(running, "Discard one unused")
    running.lay_out()
    cells = answers(running)
    assert cells and all(about(cell).sentence for cell in cells)
    assert running.screen.ids.message.detail == "Touch the card that you hold in your hand."
    running.screenshot("fate_held_cards.png")
    check_layout(running)


def test_a_question_in_the_end_of_a_turn_is_explained(open_window: Any) -> None:
    running = open_window(states.hero_turn())
    running.screen.main()
    running.lay_out()
    keys = answers(running)
    assert keys and all(about(key).sentence for key in keys)
    assert running.screen.ids.main.about


def test_hands_are_told_what_an_action_asks_of_them(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    fake.put(Prepare())
    fake.publish()
    running.lay_out()
    assert running.screen.ids.message.refusal == "Draw the top event card of your pile."


def test_mending_without_damage_says_why_not(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.correct("damage", "bjorn", value=0)
    running = open_window(fake)
    running.screen.hero_panel._take("mend")
    assert running.screen.ids.message.refusal == "Mend: Bjorn has no damage to heal."
    assert "mend" not in fake.position.heroes[0].actions
