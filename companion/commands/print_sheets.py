"""`companion print`: what a game has to print."""

from pathlib import Path

import click

from companion.commands.options import GameName, lang_option
from companion.i18n import translator


@click.command()
@click.argument("game", type=GameName())
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@lang_option
def print_sheets(game: str, out: Path, lang: str | None) -> None:
    """Write what GAME has to print to OUT, a PDF to print at true size (100 %).

    \b
    Example:
      companion print GAME tiles.pdf
    """
    from companion.app.game_loader import app_game
    from companion.storage import atomic

    sheets = app_game(game).prints
    if sheets is None:
        raise click.BadParameter(f"{game} has nothing to print", param_hint="GAME")
    try:
        atomic.write(out, sheets(translator(lang).gettext))
    except OSError as error:
        raise click.FileError(
            str(out), f"{error.strerror}; name a file in a folder you may write to"
        ) from error
    click.echo(out)
