"""`companion markers`: the corner markers to print."""

from pathlib import Path

import click


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def markers(out: Path) -> None:
    """Write the four corner markers to OUT, a PDF to print at true size (100 %).

    \b
    Example:
      companion markers markers.pdf
    """
    from vision.markers import SheetTexts, write_sheet  # only this command needs the PDF library

    write_sheet(
        out,
        SheetTexts(
            title="Corner markers",
            advice="Print at 100 % (no “fit to page”) on white, matt paper. Write each card's number on its "
            "back and cut along the dashed lines. Lay the cards on the table so that their corners touch the "
            "corners of the board as in the sketch, all the same way up.",
            ruler="This ruler must measure exactly 100 mm on paper. If not, print again without scaling.",
            board="Board",
            corners=("top left", "top right", "bottom right", "bottom left"),
        ),
    )
    click.echo(out)
