"""Conversion of acts to and from JSON, as in written games and the journal: {"do": "move", "to": "8,7"}."""

import re
from typing import Any, cast, get_args

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import decode, encode, wrong
from companion.games.fate.acts import Act

ACTS: dict[str, type] = {re.sub(r"(?<!^)(?=[A-Z])", "_", act.__name__).lower(): act for act in get_args(Act)}
"""Acts by their written name, such as "end_turn"."""

OTHER_NAMES = {"route": "path"}
"""Alternative keys that are also read, with the key that is written instead."""

_NAMES = {act: name for name, act in ACTS.items()}


def act_object(act: Act) -> dict[str, Any]:
    """Convert an act to JSON; fields with their default are left out."""
    return {"do": _NAMES[type(act)], **encode(act)}


def read_act(written: object, place: str = "act") -> Act:
    """Read an act from a JSON object. Raises RuleError `bad_act` naming every place that is wrong."""
    problems: list[Sentence] = []
    act = find_act(written, place, problems)
    if problems:
        raise rule_error("bad_act", problems)
    return act


def read_acts(written: object, place: str = "moves") -> list[Act]:
    """Read a list of acts. Raises RuleError `bad_document` naming every place that is wrong."""
    if not isinstance(written, list):
        raise rule_error("bad_document", [wrong(place, N_("a list of acts"), written)])
    problems: list[Sentence] = []
    acts = [find_act(item, f"{place}[{i}]", problems) for i, item in enumerate(written)]
    if problems:
        raise rule_error("bad_document", problems)
    return acts


def _named(written: dict[str, Any]) -> dict[str, Any]:
    """Replace the alternative keys of an act, or of a use inside one, by the written ones."""
    named = {}
    for key, value in written.items():
        uses = key in ("uses", "prevent") and isinstance(value, list)
        known = OTHER_NAMES.get(key, key)
        named[key if known in written else known] = (
            [_named(use) if isinstance(use, dict) else use for use in value] if uses else value
        )
    return named


def find_act(written: object, place: str, problems: list[Sentence]) -> Act:
    """Read the act written at `place`; mistakes are added to `problems`."""
    if not isinstance(written, dict):
        problems.append(wrong(place, N_('an object with the key "do"'), written))
    elif not isinstance(name := written.get("do"), str) or name not in ACTS:
        problems.append(wrong(f"{place}.do", ", ".join(ACTS), name))
    else:
        fields = _named({key: value for key, value in written.items() if key != "do"})
        return cast(Act, decode(ACTS[name], fields, place, problems))
    return cast(Act, None)
