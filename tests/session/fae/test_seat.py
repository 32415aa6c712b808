"""Fae on a phone: its map is the board's, and a whole game is decided at the seats."""

import json
from importlib import resources
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import ENGLISH
from companion.games.fae.board import CENTRES, LAKES, MAP_MM, POLYGONS, RIVERS, SPACES, TERRAIN_OF, Point
from companion.i18n import LANGUAGES, translator
from companion.session import view_json
from companion.session.seat_form import common
from companion.session.view import Answer
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


def test_whole_games_are_decided_at_the_seats() -> None:
    assert sum(map(orders_of_a_game, range(12))) > 0


def orders_of_a_game(seed: int) -> int:
    """Play a game by chance; return how often an order of rituals was chosen."""
    chance, session = Random(seed), begun(position=opening(seed), interactive=True)
    orders = 0
    for _ in range(400):
        shown = session.snapshot(GAME)
        if session.over:
            break
        (decision,) = json.loads(json.dumps(view_json.decisions(shown.decisions, ENGLISH)))
        if decision["id"] == "order":
            said, orders = chance.sample(decision["options"], decision["most"]), orders + 1
        else:
            said = chance.choice(decision["options"])
        session.tell(Answer(GAME, decision["id"], said, session.players.index(shown.turn)))
        assert session.snapshot(GAME) != shown
    assert session.over and not session.snapshot(GAME).decisions
    return orders


def test_only_the_seat_with_the_turn_decides() -> None:
    session = begun(position=opening())
    move = [*fae.legal(opening())[0][:2]]
    with pytest.raises(RuleError) as refused:
        session.tell(Answer(GAME, "move", move, 1))
    assert refused.value.code == "no_decision"
    session.tell(Answer(GAME, "move", move, 0))
    assert session.timeline.at == 1


@pytest.mark.parametrize(
    ("decision", "said", "code"),
    [
        ("fly", [], "no_decision"),
        ("order", [1, 2], "no_decision"),
        ("move", [], "no_option"),
        ("move", 3, "no_option"),
        ("move", [1, None], "no_option"),
        ("move", ["1", "2"], "no_option"),
        ("move", {"from": 1, "to": 2}, "no_option"),
    ],
)
def test_nonsense_is_refused(decision: str, said: object, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        begun(position=opening()).tell(Answer(GAME, decision, said, 0))
    assert refused.value.code == code


def test_the_story_tells_every_move_in_the_phones_language() -> None:
    session = begun(position=opening())
    session.submit(fae.legal(opening())[0])
    told = {code: common(session.snapshot(GAME), translator(code))["story"][0] for code in LANGUAGES}
    assert len({one["text"] for one in told.values()}) == len(LANGUAGES)
    assert all(PLAYERS[0] in one["text"] for one in told.values())
