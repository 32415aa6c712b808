"""`companion figures`: how well real pictures are read that players judged."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.options import lang_option
from companion.errors import VisionError
from companion.i18n import translator

if TYPE_CHECKING:
    from companion.app.table.picture_figures import Figures, Reading

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=FOLDER, metavar="FOLDER...")
@click.option("--allow", is_flag=True, help="Ask, and write into the captures that they may be used.")
@lang_option
def figures(folders: Sequence[Path], allow: bool, lang: str | None) -> None:
    """Count how well this version reads the captures in FOLDER... that players judged and let us use.

    The pictures of "How well does it see my table?" count, and only those of captures whose players said
    that they may be used (--allow). What the players said was right is the truth. "right": the picture is
    read as they said; "asked": where it is not, the app is in doubt and asks or waits; "wrong": it is sure of
    something wrong.

    Light and camera are those that the capture states. Else the light is "dim" if even the lightest parts of
    the board are dark, "bright" if it is overexposed, "uneven" if a quarter of it is much lighter than
    another, else "normal"; the camera is the size of its pictures. Only pictures with something wrong are
    kept at the table, so that these figures compare versions, and are not how often play goes wrong.

    \b
    Examples:
      companion figures captures/
      companion figures captures/ --allow
    """
    from companion.app.table.picture_figures import allow as allowed
    from companion.app.table.picture_figures import captures_in
    from companion.app.table.picture_figures import figures as counted
    from companion.i18n.error_text import explain

    tr = translator(lang)
    paths = captures_in(folders)
    if not paths:
        said = tr.gettext(
            "{folders}: expected captures, files that end with .zip, found none; copy some there."
        )
        raise click.UsageError(said.format(folders=", ".join(map(str, folders))))
    if allow:
        asked = tr.ngettext(
            "Have all players said that this capture may be used?",
            "Have all players said that these {n} captures may be used?",
            len(paths),
        )
        click.confirm(asked.format(n=len(paths)), abort=True, err=True)
        for path in paths:
            with suppress(VisionError):  # a broken capture, which is named when it is counted
                allowed(path)
    found = counted(paths)
    for error in found.broken:
        click.echo(f"companion: {' '.join(explain(tr, error))}", err=True)
    left_out = {
        tr.gettext("Not counted, as nobody said that they may be used (--allow): {n}"): found.not_allowed,
        tr.gettext("Not counted, as nobody judged a picture in them: {n}"): found.not_judged,
        tr.gettext("Not counted, as their tables are simulated: {n}"): found.simulated,
    }
    if found.counts:
        click.echo("\n".join(_rows(found)))
    for said, count in left_out.items():
        if count:
            click.echo(said.format(n=count))


def _rows(found: "Figures") -> list[str]:
    """Return a row for each light and camera, and their sum."""
    readings: tuple[Reading, ...] = ("right", "asked", "wrong")
    kinds = sorted({(light, camera) for light, camera, _ in found.counts})
    rows = [("light", "camera", *readings)]
    rows += [(*kind, *(str(found.counts[(*kind, reading)]) for reading in readings)) for kind in kinds]
    sums = (sum(found.counts[(*kind, reading)] for kind in kinds) for reading in readings)
    rows.append(("all", "", *map(str, sums)))
    wide = max(len(camera) for _, camera, *_ in rows)
    return [f"{row[0]:8}{row[1]:{wide}}" + "".join(f"{cell:>8}" for cell in row[2:]) for row in rows]
