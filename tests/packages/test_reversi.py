"""Reversi as an author outside the product writes it: built, installed, checked, played and watched."""

import json
from functools import partial
from gettext import NullTranslations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.board.demo import BoardDemo
from companion.app.board.game import board_game
from companion.app.board.players import acts_of, whole_game
from companion.app.board.watch import BoardWatcher
from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.errors import RuleError
from companion.games.base import Reason, Sentence, Space
from companion.games.board_rules import Move
from companion.session.board.events import End, MovePlayed
from companion.session.events import AsExpected, Event, Illegal, Waiting
from companion.simulation.base import FAST
from companion.simulation.watch import WatchRequest
from companion.table.guide import GuideStep
from tests.packages.installed import companion, user_with
from tests.packages.reversi.tc_reversi import rules
from tests.packages.reversi.tc_reversi.board import BOARD
from tests.packages.reversi.tc_reversi.rules import RULES, Position
from vision.frame import Frame
from vision.simulated import SimulatedStage

APP = board_game(BOARD)
PERFT = (4, 12, 56, 244, 1396)
"""Number of games of 1, 2, … moves; known."""
DEEPER = 8200
MOVES = 4
"""Moves of which every half-made state is shown to the camera."""


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(RULES.apply(position, move), depth - 1) for move in RULES.game.legal(position))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return user_with("reversi", tmp_path_factory.mktemp("reversi"))


def test_the_installed_wheel_is_listed_and_plays_a_written_game(environment: dict[str, str]) -> None:
    listed = companion(environment, "games", "--installed", "--lang", "en")
    assert any(line.split()[0] == "reversi" and line.endswith("ok") for line in listed.splitlines()), listed
    moves = [{"way": ["d3"]}, {"way": ["c3"]}]
    document = {"game": "reversi", "setup": {"players": ["Ana", "Bo"]}, "moves": moves}
    played = json.loads(companion(environment, "script", "-", given=json.dumps(document)))
    after = RULES.apply(RULES.apply(Position(), Move(("d3",))), Move(("c3",)))
    assert (played["position"], played["error"]) == (RULES.dump(after), None)


@pytest.mark.slow
def test_the_installed_wheel_keeps_the_contract(environment: dict[str, str]) -> None:
    checked = companion(environment, "check-game", "reversi", "--lang", "en")
    assert checked == "reversi: no mistake found.\n"


def test_the_number_of_games_is_the_known_one() -> None:
    assert tuple(perft(Position(), depth) for depth in range(1, 6)) == PERFT


@pytest.mark.slow
def test_the_number_of_longer_games_is_the_known_one() -> None:
    assert perft(Position(), 6) == DEEPER


@pytest.mark.parametrize("seed", range(3))
def test_a_move_changes_what_it_says_and_a_mistake_is_no_move(seed: int) -> None:
    chance, position = Random(seed), Position()
    while not RULES.finished(position):
        legal = RULES.game.legal(position)
        for space in rules.SPACES:
            assert (RULES.game.explain(position, Move((space,))) is None) == (Move((space,)) in legal)
        for mistake in RULES.game.mistakes(position):
            allowed = [move for move in legal if RULES.game.changed(position, move) == mistake.changed]
            assert not allowed and mistake.source not in RULES.table(position)
        move = RULES.next_move(position, chance)
        after = RULES.apply(position, move)
        assert {**RULES.table(position), **RULES.game.changed(position, move)} == RULES.table(after)
        position = after
    assert set(RULES.winners(position, ("Ana", "Bo"))) <= {"Ana", "Bo"}


def test_a_player_without_a_move_is_passed_over() -> None:
    last = RULES.apply(Position("-wb-----" + "-" * 56), Move(("a1",)))
    assert RULES.finished(last) and RULES.winners(last, ("Ana", "Bo")) == ("Ana",)
    after = RULES.apply(Position("-wb-----" + "-" * 40 + "bw------" + "-" * 8), Move(("a1",)))
    assert after.turn == 0 and RULES.game.legal(after) == [Move(("c7",))]
    with pytest.raises(RuleError) as refused:
        RULES.apply(after, Move(("h8",)))
    assert refused.value.code == "no_capture"


def test_the_advisor_takes_a_corner_and_then_sees_the_best_answer() -> None:
    position = Position(("-wb-----" + "-" * 16 + "--wb----" + "-" * 32), 0)
    (best, *_) = rules.advise([position], 0, None, 1, Random(0), lambda: True)
    assert best.move == Move(("a1",)) and {*best.highlighted} == {"a1", "b1"}


def watcher() -> BoardWatcher:
    """As `companion watch` makes it, but without waiting for stillness."""
    board, start = BOARD, RULES.table(Position())
    session = board.session(board.guests, interactive=False)
    session.begin_at(Position())
    reader = FrameReader(partial(board.reader, locate("reversi", board.board(), None)), start)
    return BoardWatcher(reader, session)


def seen(stage: SimulatedStage[Space], step: GuideStep, by: BoardWatcher, at_s: float) -> Event:
    """Return the last event of the picture after a step, when the hand is gone."""
    *_, frame = stage.frames([step], fps=1.0)
    return by.look(Frame("", at_s, frame.picture))[-1]


@pytest.mark.slow
@pytest.mark.parametrize("laid_first", [True, False])
def test_a_half_made_move_waits_and_the_whole_one_is_recorded(laid_first: bool) -> None:
    board, position, chance, at_s = BOARD, Position(), Random(1), 0.0
    stage = board.stage(RULES.table(position), 1)
    by = watcher()
    assert isinstance(by.look(Frame("", 0.0, next(stage.frames(())).picture))[-1], AsExpected)
    for _ in range(MOVES):
        move = RULES.next_move(position, chance)
        after = RULES.apply(position, move)
        steps = acts_of(RULES, position, after, board.turns, "Ana")
        order = steps[::-1] if laid_first else steps
        *parts, whole = [seen(stage, step, by, at_s + n) for n, step in enumerate(order, 1)]
        assert parts and all(isinstance(part, Waiting) and part.why == "unfinished" for part in parts), parts
        assert isinstance(whole, MovePlayed) and whole.move == RULES.write_move(move)
        position, at_s = after, at_s + 10
    assert by.session.expected == RULES.table(position)


def test_a_disc_that_encloses_nothing_is_explained() -> None:
    board = BOARD
    stage = board.stage(RULES.table(Position()), 2)
    by = watcher()
    by.look(Frame("", 0.0, next(stage.frames(())).picture))
    laid = GuideStep("place", "a1", None, {"black": 1})
    event = seen(stage, laid, by, 1.0)
    assert isinstance(event, Illegal) and event.reason.code == "no_capture" and event.reason.spaces == ("a1",)


def test_a_reason_in_the_terminal_is_its_sentence() -> None:
    reason = Reason("no_capture", ("a1",), text=Sentence(rules.REASONS["no_capture"][0]))
    text = APP.event_text(NullTranslations(), Illegal(reason, "a1", "a1"))
    assert text == f"{rules.REASONS['no_capture'][0]} (a1)"


@pytest.mark.slow
def test_companion_watch_follows_a_whole_game() -> None:
    camera = APP.camera
    open_watch = camera().open_watch if camera else None
    assert open_watch
    loop = open_watch(WatchRequest(source="sim:3"))
    events = [event for event in loop.events() if isinstance(event, MovePlayed | Illegal | Waiting)]
    game = whole_game(RULES, Position(), rules.TURNS, BOARD.guests, 3)
    moves = [RULES.write_move(move) for move, _, _ in game]
    assert [event.move for event in events if isinstance(event, MovePlayed)] == moves
    assert not [event for event in events if isinstance(event, Illegal)]
    end = loop.end()
    assert isinstance(end, End) and end.over


@pytest.mark.parametrize(("touched", "right"), [(0, True), (1, True), (2, False)])
def test_a_demo_of_which_less_than_half_was_recognised_has_failed(touched: int, right: bool) -> None:
    stub: Any = SimpleNamespace(subscribe=lambda _: None)
    demo = BoardDemo(BOARD, lambda **_: stub, stub, 1, FAST)
    demo._touched, position, chance = touched, Position(), Random(1)
    for _ in range(3):
        demo._moves.append(RULES.next_move(position, chance))
        position = RULES.apply(position, demo._moves[-1])
    document = {"setup": {"players": ["Ana", "Bo"]}, "moves": demo._written()}
    end: Any = SimpleNamespace(over=True)
    rows, faithful = demo._report(NullTranslations(), document, end)
    assert faithful == right
    assert ("companion watch sim:1 --game reversi" in str(rows)) == (not right)
