"""`companion wiring`: print the wiring diagram."""

from pathlib import Path

import click

from companion.commands.devices import settings_option
from companion.commands.options import lang_option
from companion.i18n import translator


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@settings_option
@lang_option
def wiring(out: Path, file: Path | None, lang: str | None) -> None:
    """Write the wiring of buttons, stations and light strip to OUT, a PDF, as the settings describe it.

    \b
    Example:
      companion wiring wiring.pdf
    """
    from companion.app.devices.wiring import sheet
    from companion.settings.settings import load
    from companion.storage import atomic

    content = sheet(load(file), translator(lang).gettext)
    try:
        atomic.write(out, content)
    except OSError as error:
        raise click.FileError(
            str(out), f"{error.strerror}; name a file in a folder you may write to"
        ) from error
    click.echo(out)
