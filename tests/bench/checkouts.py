"""Two checkouts of this project in one benchmark: this one, and an older version to compare it with."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.settings.preferences import FILE

PI_4 = 5.5
"""Ratio of the times of one thread on a Raspberry Pi 4 to those on a desktop computer, roughly."""

LIMIT_S = 180.0
"""Longest time of a measured program in seconds."""

beside: Callable[[Any], Any] = click.option(
    "--beside",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Another checkout, such as an older version; measured in turn with this one.",
)
"""Option of a benchmark; `both` takes its value."""


def both(other: Path | None) -> list[Path]:
    """This checkout, and the other one if there is one."""
    return [Path.cwd(), *([other.resolve()] if other else [])]


def columns(what: str, other: Path | None) -> tuple[str, ...]:
    """Header of a table with one column for each checkout."""
    return (what, "this checkout", *(["beside"] if other else []))


def run(checkout: Path, home: Path, *program: str) -> list[Any]:
    """Run Python with the code of a checkout; return what it prints as JSON, line by line.

    `home` is its own: configuration and state lie there. The table is known, because a new one begins with
    the pages of its first start. Raises CalledProcessError, and TimeoutExpired after `LIMIT_S`.
    """
    (home / FILE).write_text("{}", "utf-8")  # beside the journal
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    variables = {**os.environ, **folders, "HOME": str(home), "PYTHONPATH": str(checkout)}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # else everything is compiled anew at every start
    done = subprocess.run(
        [sys.executable, "-P", *program],
        cwd=home, env=variables, stdout=subprocess.PIPE, text=True, check=True, timeout=LIMIT_S,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
