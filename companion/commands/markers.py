"""`companion markers`: the corner markers to print."""

from pathlib import Path

import click

from companion.commands.options import lang_option
from companion.i18n import translator


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--pieces", metavar="GAME[/PART]", help="Instead, what can be printed of a game, such as cards."
)
@lang_option
def markers(out: Path, pieces: str | None, lang: str) -> None:
    """Write the four corner markers to OUT, a PDF to print at true size (100 %).

    \b
    Example:
      companion markers markers.pdf
      companion markers cards.pdf --pieces GAME/PART
    """
    if pieces is not None:
        _write_pieces(out, pieces, lang)
        return
    from vision.marker_sheet import SheetTexts, write_sheet  # only this command needs the PDF library

    _ = translator(lang).gettext
    write_sheet(
        out,
        SheetTexts(
            title=_("Corner markers"),
            advice=_(
                "Print at 100 % (no “fit to page”) on white, matt paper. Write each card's number on "
                "its back and cut along the dashed lines. Lay the cards on the table so that their "
                "corners touch the corners of the board as in the sketch, all the same way up."
            ),
            ruler=_("This ruler must measure exactly 100 mm on paper. If not, print again without scaling."),
            board=_("Board"),
            corners=(_("top left"), _("top right"), _("bottom right"), _("bottom left")),
        ),
    )
    click.echo(out)


def _write_pieces(out: Path, pieces: str, lang: str) -> None:
    """What a game can print, all of it or one part."""
    from companion.app.game_loader import app_game  # needs what the games' own layers need

    game, _, part = pieces.partition("/")
    write = app_game(game).pieces
    if write is None:
        raise click.BadParameter(f"expected a game with something to print, found {game!r}")
    try:
        write(out, part, translator(lang))
    except KeyError:
        raise click.BadParameter(f"{game} has no {part!r} to print; leave it out to print all") from None
    click.echo(out)
