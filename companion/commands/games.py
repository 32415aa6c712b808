"""`companion check-game`, `install-game` and `remove-game`: games as packages."""

from pathlib import Path

import click

from companion.commands.options import FILE, lang_option, of_source
from companion.errors import ExitCode
from companion.games import registry
from companion.games.new_game import BOARDS, Board, write
from companion.i18n import translator
from companion.i18n.error_text import explain


@click.command("new-game")
@click.argument("name", metavar="NAME")
@click.option("--board", type=click.Choice(BOARDS), default="grid", show_default=True,
              help="Squares, hexagons, points on lines, or rules alone.")  # fmt: skip
@lang_option
def new_game(name: str, board: Board, lang: str | None) -> None:
    """Write the package of a new game into the folder NAME; it can be played at once.

    The rules of a tiny game, its board and pieces, a test and a README: change them to those of yours.

    Exit code 0: the folder was written. 1: NAME is no name for a game, exists, or cannot be written.

    \b
    Example:
      companion new-game ludo --board points
      companion check-game ./ludo
      companion demo --game ./ludo --fast
      companion run --game-from ludo
    """
    folder = write(name, board, Path())
    way = "play" if board == "none" else "run --game-from"
    text = translator(lang).gettext("Written: {folder}. Play it: {command}")
    click.echo(text.format(folder=folder, command=f"companion {way} ./{folder}"))


@click.command("check-game")
@click.argument("name", metavar="GAME|DIR")
@lang_option
@click.pass_context
def check_game(ctx: click.Context, name: str, lang: str | None) -> None:
    """Run the contract of every part of an installed game, or of one in a source folder; up to a minute.

    A line for everything that is wrong: the part, the check, the file and line, what was expected and what
    was found. "perhaps" begins what may be right: a piece that random games never had. The same checks run
    with pytest: companion.testing.

    Exit code 0: the game keeps its contract, perhaps in doubt. 1: it does not, or it cannot be loaded.

    \b
    Example:
      companion check-game reversi
    """
    tr = translator(lang)
    name = of_source(name)
    registry.prove(name)
    errors = registry.left_out()
    if name in errors:
        for sentence in explain(tr, errors[name]):
            click.echo(sentence)
        ctx.exit(ExitCode.CANNOT_GO_ON)
    registry.package(name)
    from companion.testing import check_game as check

    findings = check(name)
    for finding in findings:
        click.echo(finding)
    if mistakes := sum(not finding.doubt for finding in findings):
        wrong = tr.ngettext(
            "{game}: {n} mistake. Correct it, and check the game again.",
            "{game}: {n} mistakes. Correct them, and check the game again.",
            mistakes,
        )
        click.echo(wrong.format(game=name, n=mistakes))
    else:
        click.echo(tr.gettext("{game}: no mistake found.").format(game=name))
    ctx.exit(ExitCode.CANNOT_GO_ON if mistakes else ExitCode.DONE)


@click.command("install-game")
@click.argument("file", metavar="FILE.whl", type=FILE)
@lang_option
def install_game(file: Path, lang: str | None) -> None:
    """Install a game from a wheel, or replace it by this version; needs no internet.

    FILE is checked before anything changes: its names, its size, and whether the game can be loaded.
    A game may do all that the app may: install only games of people whom you trust.

    Exit code 0: the game can be played. 1: FILE is no game, is damaged, needs something that is not
    installed, or could not be written; nothing was changed.

    \b
    Example:
      companion install-game /media/stick/tc_reversi-1.0-py3-none-any.whl
    """
    from companion.games.wheels import install

    game = install(file)
    text = translator(lang).gettext("Installed {game} {version}. Restart the app to play it.")
    click.echo(text.format(game=game.name, version=game.version))


@click.command("remove-game")
@click.argument("name", metavar="GAME")
@lang_option
def remove_game(name: str, lang: str | None) -> None:
    """Remove a game that `companion install-game` installed; its stored games stay.

    Exit code 0: the game was removed. 1: there is no such game, it came in another way, or its files could
    not be deleted.

    \b
    Example:
      companion remove-game reversi
    """
    from companion.games.wheels import remove

    remove(name)
    click.echo(translator(lang).gettext("Removed {game}. Its stored games are kept.").format(game=name))
