"""`companion backup` and `companion restore`: all data of the app in one file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import __version__
from companion.commands.options import lang_option
from companion.commands.storage import journal_option
from companion.errors import SettingsError
from companion.i18n import translator

if TYPE_CHECKING:  # commands import their dependencies when they run
    from companion.storage.backup import Places


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@journal_option
@lang_option
def backup_(file: Path, journal: Path | None, lang: str | None) -> None:
    """Write everything the app keeps into FILE, a zip; the app may run meanwhile.

    In it are all games, the people and what they agreed on, the preferences, the boards and pieces you
    taught, the settings, and the key that opens hidden cards and colours of games that are not over: whoever
    has FILE can look at them, so only its owner may read it. Pictures, sounds and the program are not in it.

    Exit code 0: FILE is whole and on the disk. 1: it could not be read or written; an older FILE is still
    there.

    \b
    Examples:
      companion backup evening.zip
      sudo -u companion -H /opt/companion/bin/companion backup /var/lib/companion/evening.zip
    """
    from companion.storage.backup import backup

    names = backup(_places(journal), file, __version__)
    tr = translator(lang)
    summary = tr.ngettext("{file}: {n} file kept", "{file}: {n} files kept", len(names))
    click.echo(summary.format(file=file, n=len(names)))


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@journal_option
@lang_option
def restore_(file: Path, journal: Path | None, lang: str | None) -> None:
    """Put everything back from FILE, which `companion backup` wrote; stop the app first.

    FILE is checked whole before anything changes. What was there is not deleted: it is moved into a folder
    beside it, before-restore-DATE, which is printed. With --journal, for another journal than the app's, the
    settings and what was learnt stay as they are: an app that runs uses them. If this command is killed,
    the next one finishes or undoes it.

    Exit code 0: all is as it was in FILE. 1: the app runs, or the disk refused; nothing was changed. 2: FILE
    is of a newer app, cut short, changed, too large or no backup; nothing was changed.

    \b
    Examples:
      companion restore evening.zip
      sudo systemctl stop companion
      sudo -u companion -H /opt/companion/bin/companion restore /var/lib/companion/evening.zip
    """
    from companion.storage.backup import restore

    tr, places = translator(lang), _places(journal)
    asides = restore(places, file)
    click.echo(tr.gettext("{file}: restored").format(file=file))
    for aside in asides:
        click.echo(tr.gettext("The previous files are in {folder}").format(folder=aside))
    if places.left_alone:
        click.echo(tr.gettext("The settings and what the app learnt are unchanged."))


def _places(journal: Path | None) -> "Places":
    from companion.app.archive.places import places
    from companion.commands.storage import stored_path
    from companion.settings.settings import default_path
    from companion.storage.journal import default_path as default_journal

    try:
        usual = stored_path(None) or default_journal()
    except SettingsError:
        if journal is None:
            raise
        usual = default_journal()
    return places(journal or usual, default_path(), usual)
