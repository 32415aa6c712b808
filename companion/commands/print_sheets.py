"""`companion print`: printable sheets of a game."""

from pathlib import Path

import click

from companion.commands.options import GameName, lang_option
from companion.i18n import translator


@click.command()
@click.argument("game", type=GameName())
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--part", default="", help="Only this part, such as one deck; without, all there is.")
@lang_option
def print_sheets(game: str, out: Path, part: str, lang: str | None) -> None:
    """Write what GAME has to print to OUT, a PDF to print at true size (100 %).

    \b
    Example:
      companion print GAME all.pdf
      companion print GAME deck.pdf --part NAME
    """
    from companion.app.game_loader import app_game
    from companion.storage import atomic

    prints = app_game(game).prints
    if not prints:
        raise click.BadParameter(f"{game} has nothing to print", param_hint="GAME")
    if part not in prints:
        parts = ", ".join(filter(None, prints)) or "none; leave it out"
        raise click.BadParameter(f"expected one of: {parts}; found {part!r}", param_hint="--part")
    try:
        atomic.write(out, prints[part](translator(lang)))
    except OSError as error:
        raise click.FileError(
            str(out), f"{error.strerror}; name a file in a folder you may write to"
        ) from error
    click.echo(out)
