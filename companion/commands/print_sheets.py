"""`companion print`: printable sheets of a game."""

from collections.abc import Collection
from pathlib import Path

import click

from companion.commands.options import GameName, lang_option
from companion.games import registry
from companion.i18n import translator


class PrintedGame(GameName):
    """The name of a game that has something to print."""

    def names(self) -> Collection[str]:
        """The names that are taken; without the extra "vision", which prints, those of all games."""
        try:
            from companion.app.base import AppGame
        except ModuleNotFoundError:
            return super().names()
        return [name for name, game in registry.available("app", AppGame).items() if game.prints]


@click.command()
@click.argument("game", type=PrintedGame())
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
