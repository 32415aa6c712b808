"""Noughts and crosses as an installed package, and one mistake in each of many copies."""
# ruff: noqa: E501 - the mistakes are text

from typing import NamedTuple

SITE = {
    "__init__.py": """from companion.games.package import GamePackage
GAME = GamePackage(api=1, name="{name}", rules="tc_{name}.rules:RULES", session="tc_{name}.session:SESSION",
                   app="tc_{name}.app:GAME", ui="tc_{name}.ui:UI")
""",
    "rules.py": """from dataclasses import replace
from tests.noughts import rules
from tests.noughts.rules import *
RULES = replace(rules.RULES, name="{name}", title="{name}", play=lambda document, tr: {{
    **rules.play(document, tr), "game": "{name}"}})
""",
    "session.py": """from functools import partial
from dataclasses import replace
from companion.errors import CompanionError
from companion.games.base import Sentence
from companion.session.base import SessionManifest
from companion.session.view import Prompt
from tests.noughts.session import NoughtsSession
from tc_{name}.rules import RULES
class Session(NoughtsSession):
    pass
SESSION = SessionManifest(begin=partial(Session.begin, RULES), resume=partial(Session.resume, RULES))
""",
    "app.py": """from dataclasses import replace
from tests.noughts.app import GAME, past
from tc_{name}.rules import RULES
PAST = past(RULES)
""",
    "ui.py": """from dataclasses import replace
from tests.noughts.ui import NoughtsScreen, TILE, manifest
from tc_{name}.rules import RULES
class Screen(NoughtsScreen):
    pass
UI = replace(manifest(RULES), play=Screen)
""",
}


class Mutant(NamedTuple):
    """A mistake: text that is put at the end of a file, and what the sentence about it must have in it."""

    file: str
    text: str
    said: tuple[str, ...]


def rules(text: str, *said: str) -> Mutant:
    return Mutant("rules.py", text, ("rules, ", *said))


def session(method: str, *said: str) -> Mutant:
    """A method of the session, put before the manifest."""
    return Mutant("session.py", method, ("session, ", *said))


def snapshot(change: str, *said: str) -> Mutant:
    """Another snapshot: `shown` is the right one."""
    return session(
        f"""
    def snapshot(self, game, problem=None, seat=None):
        shown = super().snapshot(game, problem, seat)
        return replace(shown, {change})
""",
        *said,
    )


def says(text: str, *said: str) -> Mutant:
    """A snapshot whose prompt says something else."""
    return session(
        f"""
    def snapshot(self, game, problem=None, seat=None):
        shown = super().snapshot(game, problem, seat)
        class Shown(type(shown)):
            __slots__ = ()
            prompt = Prompt("turn", "", Sentence({text}))
        return Shown(**{{name: getattr(shown, name) for name in shown.__dataclass_fields__}})
""",
        *said,
    )


def screen(method: str, *said: str) -> Mutant:
    return Mutant("ui.py", method, ("ui, ", *said))


MUTANTS = {
    "no_lying": snapshot("assumed_table={}", "snapshot.assumed_table after"),
    "no_decisions": snapshot("decisions=shown.decisions if shown.played < 3 else ()", "decisions after 3 moves"),
    "anybody_decides": session(
        """
    def choices(self, seat=None):
        return super().choices()
""",
        "decisions after 0 moves, seat",
    ),
    "one_way_twice": snapshot(
        "decisions=tuple(replace(one, form=replace(one.form, options=one.form.options * 2)) for one in shown.decisions)",
        "number of different ways",
    ),
    "wrong_turn": snapshot("turn='' if shown.over else shown.players[self.timeline.at % 2 - 1]", "snapshot.turn"),
    "seat_of_nobody": rules("RULES = replace(RULES, turn=lambda p: p.turn + 1)\n", "turn", "seat 0..1"),
    "crash_at_start": screen("    def show(self, snapshot):\n        1 / 0\n", "start", "ui.py, line", "ZeroDiv"),
    "crash_at_end": screen(
        "    def refresh_text(self):\n        super().refresh_text()\n"
        "        if self.snapshot and self.snapshot.over:\n            1 / 0\n",
        "moves: ", "ui.py, line", "ZeroDiv",
    ),
    "no_widgets_made": screen("    def __init__(self, **k):\n        raise OSError('no picture')\n", "no picture"),
    "luck_in_apply": rules(
        "import random\nRULES = replace(RULES, write_move=lambda m: {'space': random.randint(1, 9)})\n",
        "read_move of what write_move wrote",
    ),
    "endless": rules(
        "RULES = replace(RULES, finished=lambda p: False, next_move=lambda p, c: Move(1), apply=lambda p, m: p)\n",
        "finished: expected an end within",
    ),
    "forgetful_dump": rules("RULES = replace(RULES, load=lambda text: Position())\n", "load of what dump wrote"),
    "takes_all_moves": rules(
        "RULES = replace(RULES, read_move=lambda m: Move((m or {}).get('space', 1) if isinstance(m, dict) "
        "else 1))\n",
        "read_move of None: expected a RuleError",
    ),
    "luck_of_its_own": rules(
        "import itertools\nTURNS = itertools.count()\nRULES = replace(RULES, opening=lambda c, names: "
        "{'players': sorted(names, reverse=next(TURNS) % 2 == 1)})\n",
        "opening",
    ),
    "few_secrets": rules(
        "RULES = replace(RULES, secret=replace(RULES.secret, deal=lambda chance, seats: [1]))\n",
        "secret.deal: number of values",
    ),
    "illegal_advice": rules(
        "def advise(past, *_):\n    return [Advice(Move(next((n for n in SPACES if past[-1].held[n - 1] != '-'), 1)),"
        " (1,), (1,), Sentence('Yes.'))]\n"
        "RULES = replace(RULES, advisor=Advisor(advise, {'easy': 1, 'strong': 2}))\n",
        "advice", "This space is taken",
    ),
    "answers_at_first_only": Mutant(
        "rules.py",
        "def advise(past, *_):\n"
        "    return [Advice(Move(next(n for n in SPACES if past[-1].held[n - 1] == '-')), (1,), (1,), Sentence('Yes.'))]"
        " if len(past) < 6 else {}['page']\n"
        "RULES = replace(RULES, advisor=Advisor(advise, {'easy': 1, 'strong': 2}))\n",
        ("session, app_players", "KeyError: 'page'"),
    ),
    "moves_after_the_end": rules(
        "def on(p, m):\n    return p if finished(p) else apply(p, m)\nRULES = replace(RULES, apply=on)\n",
        "apply after the end",
    ),
    "tells_secrets": says(
        "str(self.sealed.revealed(self.players))", "expected nothing about other secrets", "prompt"
    ),
    "no_resume": session(
        "\n    @classmethod\n    def resume(cls, of, game, context):\n        raise KeyError('players')\n",
        "session.py, line", "KeyError",
    ),
    "no_undo": session("\n    def undo(self, moves=1):\n        pass\n", "Undo: expected less"),
    "forgets_table": session("\n    def all_done(self):\n        pass\n", "put_back after AllDone"),
    "silent": says("''", "snapshot.prompt"),
    "short_replay": Mutant(
        "app.py", "PAST = replace(PAST, replay=lambda record: past(RULES).replay(record)[:-1])\n",
        ("app, ", "replay"),
    ),
    "wrong_winner": Mutant(
        "app.py", "PAST = replace(PAST, result=lambda known, record: replace(known, winners=('Nobody',)))\n",
        ("app, ", "points and winners"),
    ),
}  # fmt: skip
"""Mistakes by the name of the game that has them."""


def files(name: str) -> dict[str, str]:
    """The files of a game: without a mistake, unless its name is in `MUTANTS`."""
    made = {
        path: text.replace("{name}", name).replace("{{", "{").replace("}}", "}")
        for path, text in SITE.items()
    }
    if mutant := MUTANTS.get(name):
        made[mutant.file] = _changed(made[mutant.file], mutant.text)
    return made


def _changed(text: str, change: str) -> str:
    """Put a method into the class of a file, other text at its end."""
    if "    pass\n" not in text:
        return text + change
    assert change.lstrip("\n").startswith("    ")
    return text.replace("    pass\n", change)
