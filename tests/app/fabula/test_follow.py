import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.fabula.follow import Follower
from companion.errors import RuleError
from companion.games.fabula import apply, read_action
from vision.fabula.layout import PlacedCard, zone_at

CARDS = {
    "bandit": {"type": "ally", "colors": ["red"], "rarity": "common", "cost": 0, "offence": 2, "life": 3,
               "influence": 1},
    "camp": {"type": "base", "colors": ["red"], "rarity": "common"},
    "tower": {"type": "base", "colors": ["blue"], "rarity": "common"},
}  # fmt: skip
BASES = (44, 122, 200, 278, 356)


def _deck(base: str) -> dict[str, Any]:
    return {"centre": base, "outskirts": [base] * 4, "cards": ["bandit"] * 12}


def _start(tmp_path: Path, **changed: Any) -> Path:
    setup = {
        "players": ["Ana", "Bo"],
        "decks": {"Ana": _deck("camp"), "Bo": _deck("tower")},
        "check_decks": False,
    }
    document = {"game": "fabula", "cards": CARDS, "setup": setup, "actions": []} | changed
    path = tmp_path / "start.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def _card(name: str, x: float, y: float, tapped: bool = False) -> PlacedCard:
    return PlacedCard(name, np.zeros((4, 2)), tapped, "near" if y > 200 else "far", zone_at(x, y), (x, y))


def _table(*more: PlacedCard, near: str = "camp", far: str = "tower") -> list[PlacedCard]:
    return [*(_card(near, x, 350) for x in BASES), *(_card(far, x + 100, 50) for x in BASES), *more]


def _followed(follower: Follower, *tables: list[PlacedCard]) -> list[dict[str, Any]]:
    return [event.as_json() for table in tables for event in follower.settle(table, "a")]


def test_a_played_card_is_an_action_after_the_phase_that_passed(tmp_path: Path) -> None:
    follower = Follower.from_file(_start(tmp_path))
    told = _followed(follower, _table(), _table(_card("bandit", 126, 254)))
    assert [{key: each[key] for key in each if key in ("next", "play", "player")} for each in told] == [
        {"player": "Ana", "next": True},
        {"player": "Ana", "play": follower.position.stack[0].id},
    ]


def test_who_begins_may_sit_on_the_far_side(tmp_path: Path) -> None:
    follower = Follower.from_file(_start(tmp_path))
    swapped = {"near": "tower", "far": "camp"}
    told = _followed(follower, _table(**swapped), _table(_card("bandit", 374, 146), **swapped))
    assert [each["player"] for each in told] == ["Ana", "Ana"]


def test_what_the_rules_forbid_is_no_action(tmp_path: Path) -> None:
    follower = Follower.from_file(_start(tmp_path))
    assert _followed(follower, _table(), _table(_card("bandit", 374, 146))) == []


def test_an_attack_is_asked_about_and_the_next_turn_goes_on(tmp_path: Path) -> None:
    follower = Follower.from_file(_start(tmp_path))
    upright, across = _card("bandit", 126, 254), _card("bandit", 126, 254, tapped=True)
    _followed(follower, _table(), _table(upright))
    while follower.position.turn_number < 3:
        step = read_action({"next": True})
        if (
            follower.position.phase == "end"
            and len(hand := follower.position.sides[follower.position.turn].hand) > 5
        ):
            step = read_action({"discard": [hand[0]]})
        follower.position = apply(follower.position, step)
    told = _followed(follower, _table(upright), _table(across))
    assert [each["event"] for each in told] == ["action", "action", "ask"]
    bases = {base for each in told[-1]["candidates"] for base in each["attack"].values()}
    assert bases == {"Bo/c", "Bo/o1", "Bo/o2", "Bo/o3", "Bo/o4"}


def test_the_end_says_how_the_duel_stands(tmp_path: Path) -> None:
    end = Follower.from_file(_start(tmp_path)).end().as_json()
    assert (end["event"], end["status"], end["turn"]) == ("end", "playing", "Ana")


def test_a_wrong_start_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"start\.json"):
        Follower.from_file(_start(tmp_path, setup={}))
