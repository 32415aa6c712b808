"""`companion doctor`: check the installation and suggest repairs."""

import json
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.options import FILE, lang_option
from companion.errors import ExitCode
from companion.games.base import N_
from companion.i18n import translator
from companion.i18n.error_text import translated_text

if TYPE_CHECKING:
    from ui.services import Check

_STATES = {"passed": N_("passed"), "failed": N_("failed"), "not_there": N_("not there")}
_SIGNS = {"passed": "✓", "failed": "✗", "not_there": "-"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of a table.")
@click.option("--settings", "file", type=FILE, help="Settings file.")
@lang_option
def doctor(as_json: bool, file: Path | None, lang: str | None) -> int:
    """Look whether everything is there: libraries, OpenGL, camera, lights, buttons, groups, disk, heat,
    power, stored games and the service. Each line is passed, failed or not there, with what to do next.

    Camera and lights are opened, unless the app runs: stop it first (sudo systemctl stop companion). What
    the settings do not ask for is "not there", not failed.

    With --json the result is one list of objects with these texts: "check", a name that is the same in every
    language; "state": passed, failed or not_there; "found"; "todo", empty where there is nothing to do.

    Exit code 0: nothing failed. 1: something did.

    \b
    Examples:
      companion doctor
      companion doctor --json > doctor.json
    """
    from companion.app.diagnostics.doctor import examine

    tr = translator(lang)
    checks = []
    for check in examine(file):
        checks.append(check)
        if not as_json:
            click.echo(_line(tr, check))
    if as_json:
        click.echo(json.dumps([_object(tr, check) for check in checks], ensure_ascii=False, indent=1))
    return ExitCode.CANNOT_GO_ON if any(check.state == "failed" for check in checks) else ExitCode.DONE


def _object(tr: NullTranslations, check: "Check") -> dict[str, Any]:
    found, todo = translated_text(tr, check.found), translated_text(tr, check.todo)
    return {"check": check.name, "state": check.state, "found": found, "todo": todo}


def _line(tr: NullTranslations, check: "Check") -> str:
    state = f"{_SIGNS[check.state]} {tr.gettext(_STATES[check.state])}"
    line = f"{state:14} {translated_text(tr, check.title):18} {translated_text(tr, check.found)}"
    todo = translated_text(tr, check.todo)
    return f"{line}\n{'':33} → {todo}" if todo else line
