"""A finger that rests on a thing opens its explanation, and nothing else happens."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion.games import fae
from companion.i18n import LANGUAGES
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fae.states import PLAYERS
from tests.ui.layout import check_layout


@pytest.fixture
def controller() -> FakeFae:
    controller = FakeFae(PLAYERS)
    controller.play_random(12)
    return controller


@pytest.fixture
def running(open_window: Any, controller: FakeFae) -> Any:
    return open_window(controller)


@pytest.fixture
def finger(running: Any) -> Iterator[Finger]:
    with Finger(running.window).ready() as finger:
        yield finger


def explained(running: Any) -> Any:
    """Explanation on the open card."""
    return running.app.hold.card and running.app.hold.card.about


def test_a_held_key_explains_itself_and_does_nothing(
    running: Any, controller: FakeFae, finger: Finger
) -> None:
    undo = running.screen.ids.undo
    states: list[str] = []
    finger.hold(undo, meanwhile=lambda: states.append(undo.state))
    assert explained(running).name == "Undo"
    assert (states, undo.state, controller.calls) == (["normal"], "normal", [])
    finger.tap(undo)
    assert explained(running) is None
    assert len(controller.calls) == 1


def test_a_space_explains_itself_and_is_not_chosen(running: Any, controller: FakeFae, finger: Finger) -> None:
    from ui.games.fae import board_map

    board = running.screen.ids.board
    move = fae.legal(controller.position)[0]
    finger.hold(board.seen(board_map.CENTRES[move.source]))
    assert explained(running).name.lower() == fae.board.TERRAIN_OF[move.source]
    assert running.screen.touched_spaces() == ()
    finger.tap(board.seen(board_map.CENTRES[move.source]))
    assert explained(running) is None
    assert running.screen.touched_spaces() == (move.source,)


def test_a_score_explains_itself_and_opens_no_sheet(
    running: Any, controller: FakeFae, finger: Finger
) -> None:
    scores = running.screen.ids.scores
    for number, colour in enumerate(fae.board.COLOURS):
        finger.hold((scores.center_x, scores.top - scores.height * (number + 0.5) / 5))
        assert explained(running).name.lower() == colour
        assert f"{controller.snapshot().scores[colour]} point" in explained(running).sentence
    assert running.window.children == [running.app.hold.card, running.app.root]


def test_the_ritual_card_and_the_seat_chips_explain_themselves(running: Any, finger: Finger) -> None:
    finger.hold(running.screen.ids.next_card)
    assert explained(running).name == f"Next ritual: value {running.screen.snapshot.next_card.value}"
    for chip in list(running.screen.ids.players.children):
        running.app.hold.hide()  # the last card may lie on the chip
        finger.hold(chip)
        assert explained(running).name == chip.full_name


def test_the_link_opens_the_topic_of_the_rules(running: Any, finger: Finger) -> None:
    finger.hold(running.screen.ids.next_card)
    link = running.app.hold.card.link
    assert link.text == "When a ritual happens"
    finger.tap(link)
    assert (running.screen.name, running.screen.state()["topic"]) == ("rules", "rituals")
    assert explained(running) is None


def test_a_touch_of_the_card_only_closes_it(running: Any, controller: FakeFae, finger: Finger) -> None:
    finger.hold(running.screen.ids.undo)
    card = running.app.hold.card
    finger.tap((card.x + 4, card.y + 4))
    assert explained(running) is None
    assert controller.calls == []


def test_a_finger_that_moves_or_has_company_asks_nothing(running: Any, finger: Finger) -> None:
    x, y = running.screen.ids.board.center
    finger.drag((x, y), (x + 60, y), frames=30)
    assert explained(running) is None
    finger.hold((x, y), (x + 90, y))
    assert explained(running) is None


def test_a_dimmed_key_says_why_when_touched_and_explains_itself_when_held(
    open_window: Any,
) -> None:
    controller = FakeFae(PLAYERS)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        undo = running.screen.ids.undo
        assert undo.disabled
        finger.tap(undo)
        assert running.screen.bar.refusal == undo.why_not != ""
        finger.hold(undo)
        assert undo.why_not in explained(running).sentence
        assert controller.calls == []


def test_a_refusal_explains_its_rule_while_a_finger_rests_on_it(running: Any, finger: Finger) -> None:
    from tests.ui.layout import widgets
    from ui.games.fae import board_map

    position, board, bar = running.controller.position, running.screen.ids.board, running.screen.bar
    tried = ((move.source, to) for move in fae.legal(position) for to in fae.board.NEIGHBOURS[move.source])
    source, to = next(way for way in tried if fae.explain(position, fae.Move(*way)))
    for space in (source, to):
        finger.tap(board.seen(board_map.CENTRES[space]))
    said = bar.refusal
    assert said
    finger.hold(bar.ids.words)
    assert (explained(running).name, bar.refusal) == (said, said)
    reason = fae.explain(position, fae.Move(source, to))
    assert reason
    rules = (rule for topic in fae.RULES.book().values() for rule in topic.rules)
    sentence = next(rule.text for rule in rules if reason.rule in rule.ids)
    assert sentence in [getattr(widget, "text", "") for widget, _ in widgets(running.app.hold.card)]
    running.app.hold.hide()
    finger.tap(bar.ids.words)
    assert (bar.refusal, running.screen.log_shown) == ("", False)


def test_a_dimmed_key_of_a_page_says_why_in_a_notice(open_window: Any) -> None:
    from tests.ui.press import buttons

    running = open_window(FakeFae(PLAYERS))
    running.controller.playing = False
    running.app.leave_game()
    running.app.open("new", game="fae")
    running.lay_out()
    with Finger(running.window).ready() as finger:
        (board,) = [key for key in buttons(running) if key.text == "Board"]
        board.disabled, board.why_not = True, "Not now."
        finger.tap(board)
        assert running.app.overlay._notice is not None
        assert running.screen.table == "none"


def test_a_held_row_of_a_list_does_nothing_and_the_list_still_scrolls(running: Any, finger: Finger) -> None:
    running.app.open("settings")
    running.lay_out()
    from tests.ui.press import buttons

    key = next(key for key in buttons(running) if key.icon == "back" and not key.text)
    finger.hold(key)
    assert explained(running).name == "Back"
    assert running.screen.name == "settings"
    finger.tap(key)
    assert running.screen.name == "fae_play"


def test_a_demo_explains_nothing(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller, exhibition=True)
    with Finger(running.window).ready() as finger:
        finger.hold(running.screen.ids.board.center)
    assert running.app.hold.card is None


@pytest.mark.parametrize(
    ("language", "size", "text_size"),
    [
        row if row == ("es", (800, 480), 1.0) else pytest.param(*row, marks=pytest.mark.slow)
        for row in product(LANGUAGES, [(800, 480), (480, 800)], [1.0, 1.25])
    ],
)
def test_every_space_has_a_card_inside_the_window_beside_the_finger(
    open_window: Any, controller: FakeFae, language: str, size: tuple[int, int], text_size: float
) -> None:
    from ui.games.fae import board_map

    controller.profiles.prefer(text_size=text_size)
    running = open_window(controller, language, size)
    board = running.screen.ids.board
    for space in (1, 14, 31, 60):
        x, y = board.seen(board_map.CENTRES[space])
        running.app.hold.show(running.screen.about_space(space), (x, y))
        running.lay_out()
        card = running.app.hold.card
        assert card.x >= 0 and card.y >= 0 and card.right <= size[0] and card.top <= size[1]
        assert text_size > 1 or not card.collide_point(x, y), (space, size)
        check_layout(running)
