"""A board game whose screen is made from its description, played by touch."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import registry
from companion.games.package import GamePackage, InstalledGame
from companion.session.base import GameConfig, SessionContext
from companion.session.messages import BotMove, Seen
from companion.session.view import Answer
from companion.table.observation import Observation
from tests.noughts.rules import Move
from tests.ui.evening import Evening, evening
from tests.ui.fake import FakeController
from tests.ui.finger import Finger
from tests.ui.games.board.rows import SESSION
from tests.ui.layout import check_apart, check_layout
from ui.games.board.view import BoardView

PACKAGE = "tests.ui.games.board"
SLOW = pytest.mark.slow
AT_BOTH_SIZES = pytest.mark.parametrize("size", [(800, 480), pytest.param((480, 800), marks=SLOW)], ids=str)


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> str:
    """Offer the game and no other."""
    found = GamePackage(
        api=1,
        name="rows",
        rules=f"{PACKAGE}.rows:RULES",
        session=f"{PACKAGE}.rows:SESSION",
        app=f"{PACKAGE}.parts:GAME",
        ui=f"{PACKAGE}.parts:UI",
    )
    monkeypatch.setattr(registry, "_found", (InstalledGame(name="rows", version="", package=found),))
    return "rows"


def begin(house: Evening, **more: Any) -> None:
    house.app.begin("rows", GameConfig(("Ana", "Bo"), **more), "none")
    house.on("rows_play")
    house.finger.frames(3)


def touch(house: Evening, space: int) -> None:
    board = house.screen.board
    house.finger.tap(board.seen(board.game_look.layout.centres[space]))


def take(house: Evening, space: int) -> Any:
    before = house.until(lambda _: True)
    touch(house, space)
    return house.other_than(before)


def marked(house: Evening, kind: str) -> set[Any]:
    return {mark.space for mark in house.screen.board.marks if mark.kind == kind}


def test_a_game_by_touch(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        begin(house)
        assert marked(house, "target") == set(range(1, 10))
        for space in (1, 4, 2):
            take(house, space)
        assert (marked(house, "last"), marked(house, "target")) == ({2}, {3, 5, 6, 7, 8, 9})
        assert dict(house.screen.ids.counts.counts) == {"nought": 2, "cross": 1}
        for space in (5, 3):
            shown = take(house, space)
        assert shown.position.held == "00011----" and shown.over
        touch(house, 9)
        assert house.snapshot is shown and marked(house, "target") == set()
        assert house.screen.ids.main.parent is None, "no other page shows the result"
        house.finger.tap(house.screen.bar.ids.words)
        log = house.finger.until(lambda: house.screen.log, "the log of every game")
        assert [line.number for line in house.screen.log_lines()] == [1, 2, 3, 4, 5]
        log.choose(3)
        house.finger.tap(log.back)
        assert house.other_than(shown).played == 3


def test_each_player_has_a_piece_of_theirs_beside_the_name(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        begin(house)
        pictures = house.screen.game_look.pictures
        chips = reversed(house.screen.ids.players.children)
        assert [chip.piece for chip in chips] == [pictures["nought"], pictures["cross"]]


def test_a_taken_space_says_why(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        begin(house)
        take(house, 5)
        touch(house, 5)
        assert house.screen.bar.refusal == "This space is taken."
        assert marked(house, "wrong") == {5}
        take(house, 1)
        assert (house.screen.bar.refusal, marked(house, "wrong")) == ("", set())


def test_undo_and_redo(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        begin(house)
        take(house, 5)
        house.press("undo")
        house.until(lambda shown: shown.played == 0)
        assert (house.screen.bar.hands, marked(house, "remove")) == ("", set()), "no table is spoken of"
        house.press("redo")
        assert house.until(lambda shown: shown.played == 1).position.held == "----0----"


def test_the_app_plays_and_gives_hints(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.bots.least_s = 0.0
        begin(house, bots={"Bo": "strong"})
        take(house, 1)
        house.until(lambda shown: shown.played == 2 and shown.turn == "Ana")
        house.press("lamp")
        house.on("hint")
        house.press(text="Show good moves")
        (board,) = house.finger.until(
            lambda: [widget for widget in house.seen() if isinstance(widget, BoardView)]
        )
        assert [mark.label for mark in board.marks] == ["1", "2"]


def test_a_game_is_shown_again(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        played: list[tuple[str, Any]] = [("move", {"space": space}) for space in (1, 4, 2)]
        game = house.journal.record("rows", {"players": ["Ana", "Bo"]}, played)
        house.running.app.open("history", game=game)
        house.finger.frames(3)
        house.press(text="Watch")
        house.on("replay")
        (board,) = house.screen.ids.board.children
        house.finger.until(lambda: house.screen.at == house.screen.last == 3, "the last move")
        assert set(board.table) == {1, 2, 4}


def test_the_table_is_put_right_before_the_move_of_the_app_is_made() -> None:
    session = SESSION.begin(GameConfig(("Ana", "Bo"), bots={"Bo": "strong"}), SessionContext(watched=True))
    session.tell(Answer(1, "move", [5]))
    session.tell(BotMove(1, 1, Move(1)))
    session._assume({})  # type: ignore[attr-defined]  # somebody takes the only piece away
    for ways in (((),), ((), (1,))):
        (done,) = session.snapshot(1).decisions
        assert done.ways == ways
        session.tell(Answer(1, "done", []))
    assert session.snapshot(1).played == 2


@AT_BOTH_SIZES
def test_which_move_was_it(open_window: Any, size: tuple[int, int]) -> None:
    controller, running, finger = watched(open_window, size)
    with finger.ready():
        controller.session.doubt = (Move(1), Move(9))
        controller.publish()
        finger.frames(8)
        board = running.screen.board
        assert [(mark.space, mark.label) for mark in board.marks] == [(1, "A"), (9, "B")]
        check_layout(running)
        check_apart(running)
        finger.tap(board.seen(board.game_look.layout.centres[9]))
        assert controller.calls[-1] == Answer(1, "which", (9,))
        assert controller.session.doubt == ()
        controller.session.doubt = (Move(1),)
        controller.publish()
        finger.frames(8)
        assert running.screen.bar.title == "Was it this move, Bo?"
        finger.tap(running.screen.ids.main)
        assert controller.snapshot().position.held == "1-------0"


@AT_BOTH_SIZES
@pytest.mark.parametrize("language", [*(pytest.param(code, marks=SLOW) for code in ("en", "pt_BR")), "es"])
def test_a_wrong_table(open_window: Any, size: tuple[int, int], language: str) -> None:
    controller, running, finger = watched(open_window, size, language)
    with finger.ready():
        controller.tell(Answer(1, "move", (5,)))
        controller.tell(Seen(1, Observation("", 0.0, {5: {"cross": 1}, 2: {"cross": 1}}, frozenset({2, 5}))))
        finger.frames(8)
        board = running.screen.board
        assert controller.snapshot().illegal and controller.snapshot().step
        assert {mark.space for mark in board.marks if mark.kind == "wrong"}
        check_layout(running)
        check_apart(running)
        played = controller.snapshot().played
        finger.tap(running.screen.ids.main)
        assert controller.calls[-1] == Answer(1, "done", ())
        assert controller.snapshot().played == played


@AT_BOTH_SIZES
def test_a_demo_shows_board_players_and_counts(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeController("rows", GameConfig(("Ana", "Bo")), watched=True)
    running = open_window(controller, "en", size, exhibition=True)
    running.lay_out()
    controller.tell(Answer(1, "move", (5,)))
    running.lay_out()
    screen = running.screen
    assert set(screen.board.table) == {5}
    kept = {screen.ids[name].__self__ for name in screen.exhibited}
    assert kept <= set(screen.ids.controls.children)
    check_layout(running)


def watched(open_window: Any, size: tuple[int, int], language: str = "en") -> tuple[Any, Any, Finger]:
    """A game at a table that a camera watches, as its window takes it."""
    controller = FakeController("rows", GameConfig(("Ana", "Bo")), watched=True)
    controller.camera = True
    running = open_window(controller, language, size)
    running.lay_out()
    return controller, running, Finger(running.window)
