"""`companion script`: play a written game by its rules, without devices."""

import json
from typing import BinaryIO

import click

from companion.commands.options import lang_option
from companion.errors import ExitCode
from companion.games.documents import outcomes, step_of
from companion.i18n import translator


@click.command()
@click.argument("file", type=click.File("rb"))
@lang_option
def script(file: BinaryIO, lang: str | None) -> int:
    """Play the written games in FILE (- is standard input) and print one result object for each.

    FILE holds one JSON document, or JSON Lines with one document a line. Exit code 2 when a document
    or a move in it is wrong.

    \b
    Example:
      companion script game.json
      companion script - < games.jsonl
    """
    text = file.read().decode("utf-8-sig", errors="surrogateescape")
    code = ExitCode.DONE
    for line, result in outcomes(text, translator(lang)):
        click.echo(json.dumps(result, ensure_ascii=False).encode(errors="backslashreplace"))
        problem = result["error"]
        if problem:
            click.echo(
                f"{file.name}:{line}{step_of(problem)}: {problem['code']}: {problem['message']}", err=True
            )
            code = ExitCode.WRONG_INPUT
    return code
