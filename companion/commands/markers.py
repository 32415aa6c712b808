"""`companion markers`: print the corner markers."""

from pathlib import Path

import click

from companion.commands.options import lang_option
from companion.i18n import translator


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@lang_option
def markers(out: Path, lang: str) -> None:
    """Write the four corner markers to OUT, a PDF to print at true size (100 %).

    \b
    Example:
      companion markers markers.pdf
    """
    from vision.geometry.marker_sheet import (  # only this command needs the PDF library
        SheetTexts,
        write_sheet,
    )

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
