"""Written games for tests: short fixed ones and long random ones."""

import copy
import random
from typing import Any

from companion.games import fairytile
from companion.games.fairytile.autoplay import next_move, opening
from companion.games.fairytile.position import FinishTurn, GiveUp, Move, PlaceTile, Position, Tell, TurnPage
from companion.games.fairytile.sets import face_object, sample_pages, sample_tiles
from companion.games.fairytile.setup import read_setup

START = [["S1", "0,0", 3], ["S2", "1,0", 5], ["S3", "0,1", 1]]


def tiles() -> dict[str, Any]:
    """Return the sample tiles as JSON."""
    return {
        name: {side: face_object(face) for side, face in sides.items()}
        for name, sides in sample_tiles().items()
    }


def pages() -> dict[str, str]:
    return {str(number): goal for number, goal in sample_pages().items()}


def game(**parts: Any) -> dict[str, Any]:
    """Return a game of two with two pages each on the sample tiles; `parts` replace parts of it."""
    setup = {
        "players": ["Ana", "Bo"],
        "start": copy.deepcopy(START),
        "stack": [["T4", "front"], ["T9", "back"]],
        "books": {"Ana": [5, 9], "Bo": [12, 7]},
    }
    document: dict[str, Any] = {
        "game": "fairytile",
        "tiles": "sample",
        "pages": {
            "5": "visit(princess, river)",
            "9": "see(knight, forest)",
            "12": "see(dragon, knight)",
            "7": "visit(dragon, plain)",
        },
        "setup": setup,
        "turns": [],
    }
    for key, value in parts.items():
        beside = key in document or key == "options"
        (document if beside else setup)[key] = value
    return document


def by_chance(seed: int, pages_each: int = 3) -> dict[str, Any]:
    """Return a random whole game of 2 to 4 players with few pages each, as turns."""
    chance = random.Random(seed)
    setup = opening(chance, ("Ana", "Bo", "Cy", "Di")[: 2 + seed % 3])
    setup["books"] = {player: book[:pages_each] for player, book in setup["books"].items()}
    turns: list[dict[str, Any]] = []
    p = read_setup(setup)
    turn: dict[str, Any] = {}
    while not fairytile.finished(p):
        act = next_move(p, chance)
        _write(turn, p, act)
        p = fairytile.apply(p, act)
        if isinstance(act, TurnPage | GiveUp | FinishTurn) or fairytile.finished(p):
            turns.append(turn)
            turn = {}
    return {"game": "fairytile", "tiles": tiles(), "pages": pages(), "setup": setup, "turns": turns}


def _write(turn: dict[str, Any], p: Position, act: fairytile.Act) -> None:
    match act:
        case Move() | PlaceTile():
            turn.setdefault("adventure", []).append(fairytile.RULES.write_move(act))
        case Tell():
            turn["tell"] = len(p.done)
        case TurnPage():
            turn["turn_page"] = True
        case GiveUp():
            turn["out"] = True


def spoilt(document: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return a game with one turn replaced by a random valid one, which may be illegal."""
    chance = random.Random(seed)
    turns = copy.deepcopy(document["turns"])
    at = chance.randrange(len(turns))
    turn = turns[at]
    cells = [f"{q},{r}" for q in range(-4, 5) for r in range(-4, 5)]
    figures = ["princess", "knight", "dragon"]
    match chance.randrange(8):
        case 0:
            turn["tell"] = chance.choice([0, 1, 2, 3, [1, 2], [1, 1], [2, 5], [1, 3]])
        case 1:
            turns[at] = {
                "adventure": [{"move": chance.choice(figures), "to": chance.choice(cells)}],
                "tell": 1,
            }
        case 2:
            turns[at] = {"adventure": [{"place": [chance.choice(cells), chance.randrange(6)]}]}
        case 3:
            turns[at] = chance.choice([{}, {"adventure": []}, {"tell": 1}, {"turn_page": True, "tell": 1}])
        case 4:
            turn.setdefault("adventure", [])
            turn.pop("turn_page", None)
            turn.pop("out", None)
            turn["adventure"] += [{"move": chance.choice(figures), "to": chance.choice(cells)}] * 2
        case 5:
            turns[at] = {"out": True} if chance.random() < 0.7 else {"out": True, "tell": 1}
        case 6:
            del turns[at]
        case 7:
            turns.append({"turn_page": True})
    return {**document, "turns": turns}
