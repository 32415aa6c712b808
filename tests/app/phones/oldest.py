"""The oldest browsers of the phones' page, and what they do not know.

The names come from MDN's browser-compat-data. Make them anew, for other browsers too:
`npm pack @mdn/browser-compat-data`, unpack, `python -m tests.app.phones.oldest data.json`.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

OLDEST = {"safari_ios": (13, 4), "safari": (13, 1), "chrome": (80,), "chrome_android": (80,),
          "firefox": (78,), "firefox_android": (79,)}  # fmt: skip  # 79 is the first of Android after 68
REACHED = re.compile(
    r"AbortController|AbortSignal|CSS|CharacterData|CustomEvent|DOM(Rect|Token|String).*|Document|DocumentFragment|Element"
    r"|.*Event|EventTarget|HTML.*|History|KeyboardEvent|Location|Media(Query.*|Error)|MutationObserver|Navigator|Node(List)?"
    r"|Performance|Range|Request|Response|SVG.*|Screen|Selection|Storage|Text(Decoder|Encoder)?|URL(SearchParams)?"
    r"|WakeLock.*|WebSocket|Window|WorkerGlobalScope"
)
"""Interfaces whose members the page could use; those of the others have names that its own data have too."""
NAMES = Path(__file__).parents[2] / "data" / "browsers" / "unknown.json"


def unknown() -> Mapping[str, list[str]]:
    """Return names that an oldest browser lacks: "members", "globals", "owners", "properties", "selectors".

    A member is one that no interface has there; `owners` names each with its interface, as `Array.at`, and
    ends with `_static` for those of the constructor of an interface.
    """
    found: Mapping[str, list[str]] = json.loads(NAMES.read_text("utf-8"))
    return found


def _known(feature: Mapping[str, Any]) -> bool:
    """Tell if every oldest browser has a feature, without a prefix or a switch."""
    support = feature["__compat"]["support"]
    return all(
        any(_has(oldest, one) for one in (said if isinstance(said, list) else [said]))
        for browser, oldest in OLDEST.items()
        if (said := support.get(browser))
    )


def _has(version: tuple[int, ...], said: Mapping[str, Any]) -> bool:
    if said.keys() & {"prefix", "flags"} or not said["version_added"] or said["version_added"] == "preview":
        return False
    removed = said.get("version_removed")
    return _number(said["version_added"]) <= version and not (removed and _number(removed) <= version)


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.removeprefix("≤").split(".")))


def _members(owners: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    for owner, members in owners.items():
        for member, feature in members.items():
            if member.isidentifier() and "__compat" in feature and member != owner:
                yield owner, member, _known(feature)


def written(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names, out of the data of MDN."""
    builtins, api, css = data["javascript"]["builtins"], data["api"], data["css"]
    reached = {name: feature for name, feature in api.items() if REACHED.fullmatch(name)}
    members = [*_members(builtins), *_members(reached)]
    plain = [(member.removesuffix("_static"), is_known) for _, member, is_known in members]
    known = {member for member, is_known in plain if is_known}
    groups = {"globals": {**api, **builtins}, "properties": css["properties"], "selectors": css["selectors"]}
    names = {
        group: {name for name, one in features.items() if "__compat" in one and not _known(one)}
        for group, features in groups.items()
    }
    names["members"] = {member for member, _ in plain} - known
    names["owners"] = {f"{owner}.{member}" for owner, member, is_known in members if not is_known}
    return {name: sorted(values) for name, values in names.items()}


if __name__ == "__main__":
    source = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    NAMES.write_text(json.dumps(written(source), indent=0) + "\n", "utf-8")
