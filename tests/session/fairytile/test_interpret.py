"""Pictures are judged by the rules and reported; a watched table waits for repairs."""

from random import Random
from typing import Any

import pytest

from companion.games import fairytile
from companion.games.base import Table
from companion.games.fairytile.board import cell_text, hex_kind, placed_hexes
from companion.games.fairytile.placements import touching_spots
from companion.games.fairytile.position import FinishTurn, Move, PlaceTile, Position
from companion.session.base import GameConfig, SessionContext
from companion.session.events import Illegal
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.events import FigureMoved, TilePlaced
from companion.session.fairytile.session import FairySession
from companion.session.messages import BotMove, Confirm, Seen, Undo
from companion.table.observation import Observation

G = 1


@pytest.fixture
def session() -> FairySession:
    around = SessionContext(None, Random(3))
    return FairySession.begin(GameConfig(("Ana", "Bo")), around)


def see(session: FairySession, table: Table, **what: Any) -> list[str]:
    """A camera sees this; the names of what happened."""
    session.tell(Seen(G, Observation("p", 0.0, table, **what)))
    return [event.name for event in session.happened]


def after(position: Position, *acts: Any) -> Table:
    for act in acts:
        position = fairytile.apply(position, act)
    return fairytile.table(position)


def moves(position: Position) -> list[Move]:
    return [act for act in fairytile.adventures(position) if isinstance(act, Move)]


def test_a_legal_move_is_played_and_a_turn_ends_by_itself(session: FairySession) -> None:
    first = moves(session.position)[0]
    assert see(session, after(session.position, first)) == ["move"]
    (told,) = session.happened
    assert isinstance(told, FigureMoved) and (told.player, told.figure) == ("Ana", first.figure)
    second = moves(fairytile.apply(session.position, FinishTurn()))[0]
    assert see(session, after(session.position, FinishTurn(), second)) == ["move"]
    (told,) = session.happened
    assert isinstance(told, FigureMoved) and told.player == "Bo"


def test_a_tile_is_believed_where_it_may_lie(session: FairySession) -> None:
    place = next(act for act in fairytile.adventures(session.position) if isinstance(act, PlaceTile))
    assert see(session, after(session.position, place)) == ["placed"]
    (event,) = session.happened
    assert isinstance(event, TilePlaced) and event.spot == (place.at, place.turn)
    assert see(session, fairytile.table(session.position)) == ["settled"]


def wrong_tile(session: FairySession) -> Table:
    position = session.position
    right = fairytile.spots(position)
    spot = next(spot for spot in touching_spots(position.kingdom) if spot not in right)
    lands = placed_hexes(position.box.face(position.stack[0]), *spot)
    return {**fairytile.table(position), **{cell_text(c): {hex_kind(h): 1} for c, h in lands.items()}}


def test_a_wrong_tile_is_told_once_and_shown_as_it_lies(session: FairySession) -> None:
    table = wrong_tile(session)
    assert see(session, table) == ["illegal"]
    (event,) = session.happened
    assert isinstance(event, Illegal) and event.reason.code == "river_mismatch"
    shown = session.snapshot(G)
    assert len(shown.strange) == 3 and shown.played == 0
    assert see(session, table) == ["wait"]
    assert see(session, fairytile.table(session.position)) == ["corrected"]
    assert session.snapshot(G).illegal is None


def test_a_cell_in_doubt_is_no_tile(session: FairySession) -> None:
    place = next(act for act in fairytile.adventures(session.position) if isinstance(act, PlaceTile))
    table = after(session.position, place)
    fresh = {*table} - {*fairytile.table(session.position)}
    assert see(session, table, confidence=dict.fromkeys(fresh, 0.4)) == ["wait"]
    assert session.snapshot(G).played == 0


def test_a_figure_put_back_where_it_came_from_is_told_though_magic_would_allow_it(
    session: FairySession,
) -> None:
    move = moves(session.position)[0]
    before = fairytile.table(session.position)
    see(session, after(session.position, move))
    assert see(session, before) == ["illegal"]
    (event,) = session.happened
    assert isinstance(event, Illegal) and event.reason.code == "taken_back"
    session.tell(Undo(G))
    assert see(session, before) == ["corrected"] and session.snapshot(G).played == 0


@pytest.mark.parametrize("where", ["a figure", "beside the kingdom"])
def test_a_table_in_doubt_is_not_as_expected(session: FairySession, where: str) -> None:
    stands = cell_text(session.position.figure_cells["knight"])
    doubted = stands if where == "a figure" else "9,9"
    table = fairytile.table(session.position)
    assert see(session, table, confidence={doubted: 0.5}) == ["wait"]
    assert session.settled_table is None
    assert see(session, table) == ["settled"] and session.settled_table == table


def test_what_was_undone_must_be_put_back_before_it_counts_again(session: FairySession) -> None:
    move = moves(session.position)[0]
    moved = after(session.position, move)
    see(session, moved)
    session.tell(Undo(G))
    shown = session.snapshot(G)
    assert (shown.played, shown.put_back) == (0, 0) and shown.step is not None
    assert see(session, moved) == ["wait"], "it still stands there: not a new move"
    assert session.snapshot(G).played == 0
    assert see(session, fairytile.table(session.position)) == ["corrected"]
    assert session.snapshot(G).step is None


def test_the_apps_own_move_waits_for_hands(session: FairySession) -> None:
    session.bots = {"Ana": "easy"}
    suggested, other = moves(session.position)[:2]
    before = session.position
    session.tell(BotMove(G, 0, suggested))
    assert session.snapshot(G).suggested_move == suggested and session.snapshot(G).played == 0
    assert see(session, after(before, other)) == ["illegal"]
    assert see(session, after(before, suggested)) == ["move"]
    assert session.snapshot(G).played == 1


def test_the_button_beside_the_board_ends_a_turn(session: FairySession) -> None:
    session.tell(answer(G, moves(session.position)[0]))
    session.tell(Confirm(G))
    assert session.snapshot(G).turn == "Bo"
