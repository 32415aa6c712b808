"""Small written duels for the tests: plain cards, small decks, and what their results hold."""

import json
from typing import Any

from companion.games.fabula.script import play

CARDS: dict[str, Any] = {
    "camp": {"type": "base", "colors": ["red"]},
    "guard": {"type": "ally", "colors": ["red"], "cost": 1, "offence": 1, "life": 3, "influence": 2},
    "bandit": {"type": "ally", "colors": ["red"], "cost": 2, "offence": 2, "life": 3, "influence": 1},
    "trick": {"type": "manoeuvre", "colors": ["red"], "cost": 1},
    "sword": {"type": "modification", "colors": ["red"], "cost": 1, "attach_cost": 1},
}
"""Without anything in the effect language."""

NEXT = {"next": True}
PASS = {"pass": True}
TURN = [NEXT] * 5
"""A whole turn in which nothing is done."""


def ally(offence: int, life: int, influence: int = 0, cost: int = 0, **more: Any) -> dict[str, Any]:
    """A red ally."""
    numbers = {"offence": offence, "life": life, "influence": influence, "cost": cost}
    return {"type": "ally", "colors": ["red"], "rarity": "common", **numbers, **more}


def ready(*names: str, bo: tuple[str, ...] = ()) -> list[Any]:
    """Actions after which these allies of Ana and Bo, all free, are ready in Ana's second turn."""
    ana_plays = [{"play": f"Ana/{n}"} for n in range(1, len(names) + 1)]
    bo_plays = [{"play": f"Bo/{n}"} for n in range(1, len(bo) + 1)]
    turns = [NEXT, *ana_plays, NEXT, NEXT, NEXT]
    turns += [] if names else [{"discard": ["Ana/6"]}]
    turns += [NEXT, NEXT, *bo_plays, NEXT, NEXT, NEXT]
    turns += [] if bo else [{"discard": ["Bo/6"]}]
    return [*turns, NEXT]


def document(
    ana: list[str], bo: list[str], actions: list[Any], cards: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """A duel of two small decks; each is followed by twenty guards, so that nobody runs out of cards."""
    decks = {
        name: {"centre": "camp", "outskirts": ["camp"] * 4, "cards": [*deck, *["guard"] * 20]}
        for name, deck in (("Ana", ana), ("Bo", bo))
    }
    return {
        "game": "fabula",
        "cards": {**CARDS, **(cards or {})},
        "setup": {"players": ["Ana", "Bo"], "decks": decks, "check_decks": False},
        "actions": actions,
        **more,
    }


def played(*arguments: Any, **more: Any) -> dict[str, Any]:
    """The result of a duel in which every action is legal."""
    result = outcome(*arguments, **more)
    assert result["error"] is None, result["error"]
    return result


def refusal(*arguments: Any, **more: Any) -> tuple[int | None, str]:
    """Number and code of the action that is refused."""
    error = outcome(*arguments, **more)["error"]
    assert error and error["message"], "expected an action to be refused"
    return error["action"], error["code"]


def outcome(*arguments: Any, **more: Any) -> dict[str, Any]:
    """The result of a duel as it comes out of the command."""
    result: dict[str, Any] = json.loads(
        json.dumps(play(json.loads(json.dumps(document(*arguments, **more)))))
    )
    return result


def entry(card: str, offence: int, life: int, influence: int, *, tapped: bool = False) -> dict[str, Any]:
    """An ally in the battle zone of a result; nothing is attached to it."""
    return {
        "card": card, "tapped": tapped, "preparing": False, "offence": offence, "life": life,
        "influence": influence, "attached": [],
    }  # fmt: skip
