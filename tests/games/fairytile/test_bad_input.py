"""Random defects in documents: always a result with a code of the format, never a traceback."""

import copy
import json
import random
from typing import Any

import pytest

from companion.games.fairytile.script import play
from tests.games.fairytile.random_kingdoms import question
from tests.games.fairytile.written import by_chance, game, pages, tiles

CODES = {
    "not_reachable", "overlap", "too_few_edges", "river_mismatch", "stack_empty", "no_magic", "cannot_tell",
    "told_already", "nothing_done", "game_over", "bad_page", "bad_tile", "bad_setup",
}  # fmt: skip
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**30, 0.5, 1e308, "", "0,0", "9,9", "é" * 500, "princess", "\ud800", [],
    [[]], {}, {"": {}}, [None], ["T4"], [1, 2, 3], {"terrain": "plain", "river": []}, {"hexes": []},
    "visit(dragon, castle)",
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in a document as its container and key."""
    held = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    return [(value, key) for key, _ in held] + [found for _, inner in held for found in places(inner)]


def spoil(document: dict[str, Any], chance: random.Random) -> None:
    inside = [(held, key) for held, key in places(document) if not (held is document and key == "game")]
    if not inside:
        return
    held, key = chance.choice(inside)
    match chance.randrange(4):
        case 0 if isinstance(held, dict):
            del held[key]
        case 1 if isinstance(held, dict):
            held[chance.choice(("tile", "x", "0,0", "start", "tell"))] = copy.deepcopy(chance.choice(STRANGE))
        case 2 if isinstance(held, list):
            held.append(copy.deepcopy(held[key]))
        case _:
            held[key] = copy.deepcopy(chance.choice(STRANGE))


def spoilt_often(seeds: range) -> None:
    codes = set()
    turns = [{"turn_page": True}, {"adventure": [{"move": "dragon", "to": "0,2"}], "tell": 1}]
    few = {name: sides for name, sides in tiles().items() if name in ("S1", "S2", "S3", "T4", "T9")}
    kinds = (
        game(turns=turns),
        game(turns=turns, tiles=few, pages=pages(), books={"Ana": [1], "Bo": [2]}),
        {**by_chance(2), "tiles": "sample", "pages": "sample"},
    )
    for seed in seeds:
        chance = random.Random(seed)
        right = {"game": "fairytile", "ask": question(seed)} if seed % 4 == 3 else kinds[seed % 4]
        document = json.loads(json.dumps(right))
        for _ in range(chance.choice((1, 1, 2, 4))):
            spoil(document, chance)
        result = play(document)
        json.dumps(result)
        if result["error"]:
            assert result["error"]["code"] in CODES
            assert result["error"]["message"]
            codes.add(result["error"]["code"])
    assert {"bad_setup", "bad_tile", "bad_page"} <= codes


def test_spoilt_documents() -> None:
    spoilt_often(range(80))


@pytest.mark.slow
def test_many_spoilt_documents() -> None:
    spoilt_often(range(80, 8000))
