"""Touches of the page, without a browser: touching chooses, the main key or the same touch sends."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ui.phone as phone_page

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="no Node.js: apt install nodejs")
MOVE = {"id": "move", "text": "Move", "form": "path", "options": [[1, 2], [1, 3], [4, 5]]}
ASK = {"id": "ask", "text": "Which?", "form": "path", "options": [[1], [2]],
       "labels": [{"text": "The one"}, {"text": "The other"}]}  # fmt: skip
PLAY = """
const {{ decider }} = await import({script});
const told = [], tell = (answer) => told.push(answer);
const decided = decider({{ say: (key) => key, tell, half: null, paint() {{}} }});
const states = [];
decided.update({decisions}, {{ number: 1, played: 0 }});
for (const step of {steps}) {{
  if (step === "main") decided.send();
  else if (step.press) decided.press(decided.find(step.press));
  else if (step.confirm) decided.apply({{ decision: decided.focus.id, answer: [] }});
  else if (Array.isArray(step)) decided.choose({{ decision: step[0], answer: step[1] }});
  else decided.touch(step);
  states.push([decided.way, decided.complete ? decided.complete.id : null]);
}}
console.log(JSON.stringify([states, told]));
"""


def played(decisions: list[Any], *steps: Any) -> Any:
    """Return what was chosen and complete after each step, and what was sent."""
    script = (Path(phone_page.__path__[0]) / "decisions.js").as_uri()
    code = PLAY.format(script=json.dumps(script), decisions=json.dumps(decisions), steps=json.dumps(steps))
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout)


def test_a_move_is_chosen_and_sent_by_the_main_key() -> None:
    states, told = played([MOVE], 1, 2, "main")
    assert states == [[[1], None], [[1, 2], "move"], [[], None]]
    assert told == [{"decision": "move", "answer": [1, 2]}]


def test_the_same_touch_sends_too() -> None:
    assert played([MOVE], 1, 2, 2)[1] == [{"decision": "move", "answer": [1, 2]}]


def test_another_touch_chooses_anew() -> None:
    states, told = played([MOVE], 1, 2, 4)
    assert states[-1] == [[4], None] and not told


def test_another_target_takes_the_place_of_the_last_touch() -> None:
    states, told = played([MOVE], 1, 2, 3, "main")
    assert states[1:3] == [[[1, 2], "move"], [[1, 3], "move"]]
    assert told == [{"decision": "move", "answer": [1, 3]}]


def test_a_key_that_asks_to_be_confirmed_is_not_sent_at_once() -> None:
    give_up = {"id": "give_up", "text": "I give up", "form": "path", "options": [[]], "confirm": True}
    assert played([MOVE, give_up], {"press": "give_up"})[1] == []
    sent = played([MOVE, give_up], {"press": "give_up"}, {"confirm": True})[1]
    assert sent == [{"decision": "give_up", "answer": []}]


def test_a_row_is_chosen_and_sent() -> None:
    states, told = played([ASK], ["ask", [2]], ["ask", [1]], "main")
    assert states == [[[2], "ask"], [[1], "ask"], [[], None]]
    assert told == [{"decision": "ask", "answer": [1]}]
