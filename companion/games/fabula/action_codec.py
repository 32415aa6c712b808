"""Reader and writer of actions as JSON, such as {"play": "Ana/1", "targets": ["Bo/3"]}."""

from typing import Any, cast, get_args

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import decode, encode, unknown_keys, wrong
from companion.games.fabula.actions import Action, Concede, Next, Pass

ACTIONS: dict[str, type] = {act.__name__.lower(): act for act in get_args(Action)}
"""Classes of actions by their key in JSON."""


def action_object(action: Action) -> dict[str, Any]:
    """Write an action as JSON without default fields; the order of blockers is kept."""
    key = type(action).__name__.lower()
    if isinstance(action, Next | Pass):
        return {key: True}
    if isinstance(action, Concede):
        return {key: action.concede or True}
    if len(action) == 1 and isinstance(action[0], dict):
        return {key: {id_: encode(value) for id_, value in action[0].items()}}
    return cast(dict[str, Any], {key: encode(action[0]), **encode(action)})


def read_action(written: object, place: str = "action") -> Action:
    """Read an action from a JSON object. Raises RuleError `bad_setup` naming every wrong place."""
    problems: list[Sentence] = []
    action = _read(written, place, problems)
    if problems:
        raise rule_error("bad_setup", problems)
    return cast(Action, action)


def _read(written: object, place: str, problems: list[Sentence]) -> Action | None:
    found = [key for key in written if key in ACTIONS] if isinstance(written, dict) else []
    if not isinstance(written, dict) or not found:
        pattern = N_("an object with one of the keys {keys}")
        expected = Sentence(pattern, {"keys": ", ".join(ACTIONS)})
        problems.append(
            Sentence(_EXPECTED, {"place": place, "expected": expected, "found": repr(written)[:60]})
        )
        return None
    key = found[0]
    if key in ("next", "pass", "concede"):
        problems += unknown_keys(written, (key,), f"{place}.")
        value = written[key]
        if key == "concede" and isinstance(value, str) and value:
            return Concede(value)
        if value is not True:
            problems.append(wrong(f"{place}.{key}", N_("true"), value))
        return cast(Action, ACTIONS[key]())
    return cast(Action, decode(ACTIONS[key], written, place, problems))


_EXPECTED = N_("{place}: expected {expected}, found {found}.")
