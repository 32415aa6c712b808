"""The phones' way from touches to an answer is that of the session: the same cases, without a browser."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.games.base import ENGLISH, Sentence
from companion.session.answering import Answered, Answering, only_way, telling
from companion.session.view import Amounts, Decision, Dice, Form, Pairs, Picks, Steps
from companion.session.view import Path as Ways
from companion.session.view_json import decisions

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/data/answering/cases.json").read_text("utf-8"))
NODE = shutil.which("node")
SCRIPT = """
import { complete, nextThings, onlyWay, press, touch } from "./answering.mjs";
const cases = JSON.parse(process.argv[2]);
const pair = (found) => found && [found.decision, found.answer];
console.log(JSON.stringify({
  touches: cases.touches.map(({ of, things }) => {
    const open = cases.decisions[of];
    let found = { chosen: [] };
    for (const thing of things) found = found && touch(open, found.chosen, thing);
    if (!found) return { refused: true };
    if (found.decision) return { answer: pair(found) };
    const { chosen } = found;
    const next = [...nextThings(open, chosen)].sort();
    return { ...(things.length && { chosen }), next, complete: pair(complete(open, chosen)) };
  }),
  presses: cases.presses.map(({ of, press: id }) => {
    const found = press(cases.decisions[of].find((one) => one.id === id));
    return found.decision ? { answer: pair(found) } : { focus: [found.focus, found.chosen] };
  }),
  only: cases.only.map(({ of, thing }) => pair(onlyWay(cases.decisions[of][0], thing))),
}));
"""


def opened(of: str) -> tuple[Decision, ...]:
    return tuple(
        Decision(one["id"], Sentence(""), _form(one), confirm=one.get("confirm", False))
        for one in CASES["decisions"][of]
    )


def _form(one: dict[str, Any]) -> Form:
    options = one["options"]
    match one["form"]:
        case "picks":
            costs = tuple(one.get("costs", ()))
            return Picks(tuple(options), one["least"], one["most"], costs, one.get("budget", 0))
        case "steps":
            return Steps(tuple(map(tuple, options)))
        case "pairs":
            return Pairs(tuple(options), tuple(one["goals"]), tuple(one["usual"]))
        case "dice":
            return Dice(tuple(options), one["count"])
        case "amounts":
            numbers = tuple(one["most"]), one["total"], tuple(one["usual"])
            return Amounts(tuple(options), *numbers, least=one["least"])
    return Ways(tuple(map(tuple, options)))


def pressed(case: dict[str, Any]) -> dict[str, Any]:
    found = Answering(opened(case["of"])).press(case["press"])
    if isinstance(found, Answered):
        return {"answer": _pair(found)}
    return {"focus": [found.focus, [*found.chosen]]}


def _pair(found: Answered | None) -> list[Any] | None:
    return found and [found.decision, [*found.way]]


def in_python(case: dict[str, Any]) -> dict[str, Any]:
    found: Any = Answering(opened(case["of"]))
    for thing in case["things"]:
        found = found and found.touch(thing)
    if found is None:
        return {"refused": True}
    if isinstance(found, Answered):
        return {"answer": _pair(found)}
    chosen = {"chosen": [*found.chosen]} if case["things"] else {}
    return {**chosen, "next": sorted(found.next_things), "complete": _pair(found.complete)}


def wanted(case: dict[str, Any], *left_out: str) -> dict[str, Any]:
    return {key: value for key, value in case.items() if key not in ("of", *left_out)}


@pytest.mark.parametrize("case", CASES["touches"], ids=lambda case: f"{case['of']} {case['things']}")
def test_touches_in_python(case: dict[str, Any]) -> None:
    assert in_python(case) == wanted(case, "things")


@pytest.mark.parametrize("case", CASES["presses"], ids=lambda case: f"{case['of']} {case['press']}")
def test_keys_in_python(case: dict[str, Any]) -> None:
    assert pressed(case) == wanted(case, "press")


def test_ways_in_python() -> None:
    for case in CASES["only"]:
        assert _pair(only_way(opened(case["of"])[0], case["thing"])) == case["answer"]
    for case in CASES["telling"]:
        assert [*telling([tuple(way) for way in case["ways"]])] == case["things"]


def test_decisions_go_over_the_wire_as_the_page_reads_them() -> None:
    for name, written in CASES["decisions"].items():
        assert decisions(opened(name), ENGLISH) == [{**one, "text": ""} for one in written]


@pytest.mark.skipif(not NODE, reason="no JavaScript engine: apt install nodejs")
def test_the_page_answers_the_same(tmp_path: Path) -> None:
    shutil.copy(ROOT / "ui/phone/answering.js", tmp_path / "answering.mjs")
    (tmp_path / "run.mjs").write_text(SCRIPT, "utf-8")
    ran = subprocess.run(
        [str(NODE), "run.mjs", json.dumps(CASES)], cwd=tmp_path, capture_output=True, check=True
    )
    found = json.loads(ran.stdout)
    for case, answer in zip(CASES["touches"], found["touches"], strict=True):
        assert answer == wanted(case, "things"), case
    assert found["presses"] == [wanted(case, "press") for case in CASES["presses"]]
    assert found["only"] == [case["answer"] for case in CASES["only"]]
