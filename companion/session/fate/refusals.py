"""The rule behind a refusal: an entry of RULES.md by the code of the error."""

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.games.fate.board import TERRAIN

RULES: Mapping[str, str] = {
    "action_taken": "F-051",
    "no_action": "F-051",
    "occupied": "F-002",
    "unreachable": "F-054",
    "no_way": "F-003",
    "out_of_range": "F-150",
    "nothing_in_reach": "F-150",
    "in_town": "F-022",
    "behind_town": "F-028",
    "not_adjacent": "F-442",
    "hand_full": "F-063",
    "no_mana_card": "F-058",
    "too_little_mana": "F-068",
    "no_damage": "F-059",
    "bad_mend": "F-059",
    "used": "F-065",
    "worn_out": "F-067",
    "too_little_gold": "F-092",
    "quest_open": "F-094",
    "town_full": "F-402",
}
"""Id of the rule by code; codes about what is no act at all have none."""
_LAKE, _MOUNTAIN = "F-009", "F-007"


def rule_of(error: CompanionError) -> str:
    """Return the id of the rule that an act breaks; "" if there is none to tell."""
    if error.code == "closed":
        spaces = error.params["spaces"]
        lake = isinstance(spaces, tuple) and TERRAIN.get(str(spaces[0])) == "lake"
        return _LAKE if lake else _MOUNTAIN
    return RULES.get(error.code, "")
