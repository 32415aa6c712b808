"""Small written duels for the tests: cards without texts, small decks, parts of results."""

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
"""Cards without a text in the effect language."""

NEXT = {"next": True}
PASS = {"pass": True}
TURN = [NEXT] * 5
"""Actions of a whole turn in which the player only ends the phases."""


def ally(offence: int, life: int, influence: int = 0, cost: int = 0, **more: Any) -> dict[str, Any]:
    """Return a red ally as JSON."""
    numbers = {"offence": offence, "life": life, "influence": influence, "cost": cost}
    return {"type": "ally", "colors": ["red"], "rarity": "common", **numbers, **more}


def ready(*names: str, bo: tuple[str, ...] = ()) -> list[Any]:
    """Return actions after which these allies, at no cost, are ready in Ana's second turn."""
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
    """Return a duel of two small decks, each with 20 guards below so that no deck runs out."""
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
    """Return the result of a duel in which every action is legal."""
    result = outcome(*arguments, **more)
    assert result["error"] is None, result["error"]
    return result


def refusal(*arguments: Any, **more: Any) -> tuple[int | None, str]:
    """Return number and code of the refused action."""
    error = outcome(*arguments, **more)["error"]
    assert error and error["message"], "expected an action to be refused"
    return error["action"], error["code"]


def outcome(*arguments: Any, **more: Any) -> dict[str, Any]:
    """Return the result of a duel as the command prints it."""
    result: dict[str, Any] = json.loads(
        json.dumps(play(json.loads(json.dumps(document(*arguments, **more)))))
    )
    return result


def entry(card: str, offence: int, life: int, influence: int, *, tapped: bool = False) -> dict[str, Any]:
    """Return an ally in the battle zone of a result, without modifications."""
    return {
        "card": card, "tapped": tapped, "preparing": False, "offence": offence, "life": life,
        "influence": influence, "attached": [],
    }  # fmt: skip
