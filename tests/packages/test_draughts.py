"""English draughts as an author outside the product writes it: built, installed, checked and played."""

from functools import partial
from gettext import NullTranslations
from pathlib import Path
from random import Random

import cv2
import pytest

from companion.app.archive.event_text import line
from companion.app.board.players import acts_of
from companion.app.board.watch import BoardWatcher
from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.errors import RuleError
from companion.session.board.events import MovePlayed
from companion.simulation.watch import WatchRequest
from companion.table.guide import GuideStep
from tests.packages.draughts.tc_draughts import app, rules
from tests.packages.draughts.tc_draughts.rules import RULES, Move, Position
from tests.packages.installed import companion, user_with
from tests.slow import slow_but
from vision.frame import Frame

PERFT = (7, 49, 302, 1469, 7361)
"""Number of games of 1, 2, … moves; known."""
DEEPER = 36768


def board(turn: int = 0, quiet: int = 0, **pieces: str) -> Position:
    return Position("".join(pieces.get(space, "-") for space in rules.DARK), turn, quiet)


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(rules.apply(position, move), depth - 1) for move in rules.legal(position))


def why(position: Position, *path: str) -> str | None:
    reason = rules.explain(position, Move(path))
    return reason.code if reason else None


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return user_with("draughts", tmp_path_factory.mktemp("draughts"))


@pytest.mark.slow
def test_the_installed_wheel_is_listed_and_keeps_the_contract(environment: dict[str, str]) -> None:
    listed = companion(environment, "games", "--installed", "--lang", "en")
    assert any(line.split()[0] == "draughts" and line.endswith("ok") for line in listed.splitlines()), listed
    checked = companion(environment, "check-game", "draughts", "--lang", "en")
    assert checked == "draughts: no mistake found.\n"


def test_the_number_of_games_is_the_known_one() -> None:
    assert tuple(perft(Position(), depth) for depth in range(1, 6)) == PERFT


@pytest.mark.slow
def test_the_number_of_longer_games_is_the_known_one() -> None:
    assert perft(Position(), 6) == DEEPER


@pytest.mark.parametrize("seed", range(5))
def test_a_move_changes_what_it_says_and_a_mistake_is_no_move(seed: int) -> None:
    chance, position = Random(seed), Position()
    while not rules.finished(position):
        moves = [rules.changed(position, move) for move in rules.legal(position)]
        assert not [mistake for mistake in rules.mistakes(position) if mistake.changed in moves]
        move = rules.next_move(position, chance)
        after = rules.apply(position, move)
        table = {**rules.table(position), **rules.changed(position, move)}
        assert {space: pieces for space, pieces in table.items() if pieces} == rules.table(after)
        position = after


def test_a_capture_must_be_made_and_goes_on() -> None:
    position = board(c3="b", a1="b", d4="w", f6="w", h2="w")
    assert rules.legal(position) == [Move(("c3", "e5", "g7"))]
    assert why(position, "c3", "e5") == "must_go_on"
    assert why(position, "a1", "b2") == "must_capture"
    after = rules.apply(position, Move(("c3", "e5", "g7")))
    assert after == board(1, a1="b", g7="b", h2="w")
    reasons = {mistake.reason.code for mistake in rules.mistakes(position)}
    assert {"must_go_on", "must_capture", "not_diagonal", "other_colour"} <= reasons


def test_crowning_ends_the_move_and_a_king_goes_backwards() -> None:
    position = board(f6="b", g7="w", e7="w", c7="w", h2="w")
    assert {*rules.legal(position)} == {Move(("f6", "h8")), Move(("f6", "d8"))}
    crowned = rules.apply(position, Move(("f6", "d8")))
    assert crowned == board(1, d8="B", g7="w", c7="w", h2="w")
    assert rules.legal(crowned._replace(turn=0)) == [Move(("d8", "b6"))]
    assert why(board(d4="b", h8="w"), "d4", "c3") == "backwards"
    assert why(board(d4="B", h8="w"), "d4", "c3") is None


def test_a_king_may_end_where_it_began() -> None:
    position = board(c1="B", d2="w", f2="b", d4="w", b4="w", b2="w")
    ring = Move(("c1", "e3", "c5", "a3", "c1"))
    assert ring in rules.legal(position)
    assert rules.changed(position, ring) == {space: {} for space in ("d2", "d4", "b4", "b2")}
    assert rules.winners(rules.apply(position, ring), ("Ana", "Bo")) == ("Ana",)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (("c3", "c5"), "not_diagonal"),
        (("e5", "d4"), "no_piece"),
        (("f6", "e5"), "other_colour"),
        (("b2", "c3"), "taken"),
        (("c3", "e5"), "no_jump"),
    ],
)
def test_an_illegal_move_is_explained(path: tuple[str, ...], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        rules.apply(Position(), Move(path))
    assert refused.value.code == code


def test_quiet_moves_end_in_a_draw() -> None:
    position = board(a1="B", h8="W", quiet=rules.QUIET_MOVES - 1)
    drawn = rules.apply(position, Move(("a1", "b2")))
    assert rules.finished(drawn) and rules.winners(drawn, ("Ana", "Bo")) == ("Ana", "Bo")
    assert rules.apply(board(a3="b", h8="W", quiet=79), Move(("a3", "b4"))).quiet == 0


def test_the_advisor_sees_the_answer() -> None:
    position = board(c3="b", g3="b", e5="w", h8="w")
    (best, *_) = rules.advise([position], 0, None, 3, Random(0), lambda: True)
    assert best.move.path[-1] not in ("d4", "f4")


@pytest.mark.parametrize(
    ("position", "path"),
    [
        ("-bb-b--b-w--b-----w--w-b-----B-- b 0", ("b2", "d4", "f6")),
        ("-bbbb-b-b-w----b-w---w-b-bwww-ww b 0", ("f2", "d4", "b6")),
    ],
)
def test_a_captured_man_must_be_gone_before_a_jump_counts(position: str, path: tuple[str, ...]) -> None:
    before = RULES.load(position)
    after = rules.apply(before, Move(path))
    game = app.DRAUGHTS
    session = game.session(game.guests, interactive=False)
    session.begin_at(before)
    reader = FrameReader(partial(game.reader, locate("draughts", game.board(), None)), RULES.table(before))
    by, stage = BoardWatcher(reader, session), game.stage(RULES.table(before), 3)
    by.look(Frame("", 0.0, next(stage.frames(())).picture))
    seen = []
    for at_s, step in enumerate(acts_of(RULES, before, after, {}, "Ana"), 1):
        *_, frame = stage.frames([step], fps=1.0)
        seen.append(by.look(Frame("", float(at_s), frame.picture))[-1])
    assert [isinstance(event, MovePlayed) for event in seen] == [False, False, True]
    assert session.expected == RULES.table(after)


@pytest.mark.parametrize("taken_at_once", [True, False])
def test_a_pause_in_a_capture_is_not_its_end(taken_at_once: bool) -> None:
    before, path = RULES.load("-bb-b--b-w--b-----w--w-b-----B-- b 0"), ("b2", "d4", "f6")
    jumps = [GuideStep("move", "b2", "d4"), GuideStep("move", "d4", "f6")]
    takes = [GuideStep("remove", "c3"), GuideStep("remove", "e5")]
    steps = [jumps[0], takes[0], jumps[1], takes[1]] if taken_at_once else [*jumps, *takes]
    game = app.DRAUGHTS
    session = game.session(game.guests, interactive=False)
    session.begin_at(before)
    reader = FrameReader(partial(game.reader, locate("draughts", game.board(), None)), RULES.table(before))
    by, stage = BoardWatcher(reader, session), game.stage(RULES.table(before), 3)
    by.look(Frame("", 0.0, next(stage.frames(())).picture))
    seen = []
    for at_s, step in enumerate(steps, 1):
        *_, frame = stage.frames([step], fps=1.0)
        seen.append(by.look(Frame("", float(at_s), frame.picture))[-1])
    assert [isinstance(event, MovePlayed) for event in seen] == [False, False, False, True], seen
    assert session.expected == RULES.table(rules.apply(before, Move(path)))


@pytest.mark.parametrize(("turn", "start", "end"), slow_but(1, [(1, "d2", "e1"), (0, "c7", "b8")]))
def test_the_camera_follows_a_man_that_is_crowned(turn: int, start: str, end: str) -> None:
    men = dict.fromkeys(rules.DARK[:8], "b") | dict.fromkeys(rules.DARK[24:], "w")
    for space in ("b8", "d8", "f8", "a7", "g7", "e1", "d2", "f2"):
        men.pop(space, None)
    men |= {"c7": "b"} if turn == 0 else {"d2": "w"}
    before = Position("".join(men.get(space, "-") for space in rules.DARK), turn)
    table, game = RULES.table(before), app.DRAUGHTS
    session = game.session(game.guests, interactive=False)
    session.begin_at(before)
    reader = FrameReader(partial(game.reader, locate("draughts", game.board(), None)), table)
    by, stage = BoardWatcher(reader, session), game.stage(table, 4)
    by.look(Frame("", 0.0, next(stage.frames(())).picture))
    after = rules.apply(before, Move((start, end)))
    for at_s, step in enumerate(acts_of(RULES, before, after, {}, "Ana"), 1):
        *_, frame = stage.frames([step], fps=1.0)
        event = by.look(Frame("", float(at_s), frame.picture))[-1]
    assert isinstance(event, MovePlayed) and event.move == {"path": [start, end]}
    assert session.expected == rules.table(after)


def test_a_still_picture_that_no_move_explains_is_not_said_to_move(tmp_path: Path) -> None:
    start = app.DRAUGHTS.rules.table(Position())
    for number, table in enumerate((start, dict([*start.items()][::3]))):
        frame = next(iter(app.DRAUGHTS.stage(table, 3).frames((), fps=2.0)))
        cv2.imwrite(str(tmp_path / f"{number}.png"), frame.picture)
    corners = [(float(x), float(y)) for x, y in frame.corners_px]
    assert app.GAME.camera is not None
    open_watch = app.GAME.camera().open_watch
    assert open_watch is not None
    loop = open_watch(WatchRequest(source=str(tmp_path), corners=corners))
    _, told = (line(NullTranslations(), event, app.GAME.event_text) for event in loop.events())
    assert told.startswith("1.png  I do not understand what lies here:")
