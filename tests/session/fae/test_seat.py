"""Fae on a phone: its map is the board's, and a whole game is decided at the seats."""

import json
from importlib import resources
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.fae.board import CENTRES, LAKES, MAP_MM, POLYGONS, RIVERS, SPACES, TERRAIN_OF, Point
from companion.i18n import LANGUAGES, translator
from companion.session.fae.messages import PlayMove
from companion.session.fae.seat import SEAT
from companion.session.fae.session import FaeSession
from tests.session.fakes import PLAYERS, begun, opening

GAME, WIDTH = 7, 1000
HEIGHT = round(WIDTH * MAP_MM[1] / MAP_MM[0])


def drawn(point: Point) -> tuple[int, int]:
    return round(point[0] * WIDTH), round(point[1] * HEIGHT)


def written(points: Any) -> str:
    return " ".join(f"{x},{y}" for x, y in map(drawn, points))


def shared_border(a: int, b: int) -> list[Point]:
    """The longest run of points of one space that are the other's too."""
    points, other = POLYGONS[a], set(POLYGONS[b])
    runs: list[list[Point]] = [[]]
    for point in (*points, *points):
        if point in other:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return max(runs, key=len)[: len(points)]


def phone_map() -> dict[str, Any]:
    """The map in whole units of a thousandth of its width."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "spaces": [[TERRAIN_OF[s], *drawn(CENTRES[s]), written(POLYGONS[s])] for s in SPACES],
        "lakes": [written(lake) for lake in LAKES],
        "rivers": [written(shared_border(a, b)) for a, b in RIVERS],
    }


def test_the_map_of_the_page_is_the_board() -> None:
    """If it fails: write `json.dumps(phone_map(), separators=(",", ":"))` to ui/phone/fae_board.json."""
    held = resources.files("ui.phone").joinpath("fae_board.json").read_text("utf-8")
    assert json.loads(held) == phone_map()


def seat_of(session: FaeSession) -> Any:
    turn = session.snapshot(GAME).turn
    return session.snapshot(GAME, seat=session.players.index(turn))


def test_whole_games_are_decided_at_the_seats() -> None:
    assert sum(map(orders_of_a_game, range(12))) > 0


def orders_of_a_game(seed: int) -> int:
    """Play a game by chance; return how often an order of rituals was chosen."""
    chance, session = Random(seed), begun(position=opening(seed), interactive=True)
    tr = translator("en")
    orders = 0
    for _ in range(400):
        shown = SEAT.public(session.snapshot(GAME), tr)
        if session.over:
            break
        if shown["order"]:
            said: dict[str, Any] = {
                "do": "order",
                "spaces": chance.sample(shown["order"], len(shown["order"])),
            }
            orders += 1
        else:
            source, target = chance.choice(shown["moves"])
            said = {"do": "move", "move": {"from": source, "to": target}}
        assert SEAT.decide
        before = session.snapshot(GAME)
        session.tell(SEAT.decide(seat_of(session), json.loads(json.dumps(said))))
        assert session.snapshot(GAME) != before
    assert session.over and shown["phase"] == "finished" and not shown["moves"]
    return orders


def test_only_the_seat_with_the_turn_decides() -> None:
    session = begun(position=opening())
    move = fae.legal(opening())[0]
    said = {"do": "move", "move": {"from": move.source, "to": move.target}}
    assert SEAT.decide
    assert SEAT.decide(session.snapshot(GAME, seat=0), said) == PlayMove(GAME, move)
    for other in (1, None):
        with pytest.raises(RuleError) as refused:
            SEAT.decide(session.snapshot(GAME, seat=other), said)
        assert refused.value.code == "not_yours"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "no_decision"),
        ({"do": "fly"}, "no_decision"),
        ({"do": "move"}, "no_decision"),
        ({"do": "move", "move": {"from": 1, "to": 2}, "more": 1}, "no_decision"),
        ({"do": "order", "spaces": 3}, "no_decision"),
        ({"do": "order", "spaces": [1, True]}, "no_decision"),
        ({"do": "move", "move": 3}, "bad_document"),
        ({"do": "move", "move": {"from": "1", "to": None}}, "bad_document"),
        ({"do": "answer", "move": {"from": 1, "to": 2, "x": 3}}, "bad_document"),
    ],
)
def test_nonsense_is_refused(said: Any, code: str) -> None:
    assert SEAT.decide
    with pytest.raises(RuleError) as refused:
        SEAT.decide(begun(position=opening()).snapshot(GAME, seat=0), said)
    assert refused.value.code == code


def test_the_story_tells_every_move_in_the_phones_language() -> None:
    session = begun(position=opening())
    session.submit(fae.legal(opening())[0])
    told = {code: SEAT.public(session.snapshot(GAME), translator(code))["story"][0] for code in LANGUAGES}
    assert len({one["text"] for one in told.values()}) == len(LANGUAGES)
    assert all(PLAYERS[0] in one["text"] for one in told.values())
