"""`companion check`: verify all stored data, and recover damaged data."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from companion.commands.options import lang_option
from companion.commands.storage import journal_option
from companion.errors import CompanionError, ExitCode
from companion.i18n import translator
from companion.i18n.error_text import explain


@click.command()
@journal_option
@click.option(
    "--rescue", "save", is_flag=True, help="Put a spoiled journal together anew; stop the app first."
)
@lang_option
@click.pass_context
def check(ctx: click.Context, journal: Path | None, save: bool, lang: str | None) -> None:
    """Look at every game, every copy, the key of the secrets and every file the app keeps.

    What is not as it was written is named, with what of it can be saved. Nothing is changed without
    --rescue. With it a spoiled journal is replaced by a new one, which gets of every game the longest part
    that is whole, in the journal or in one of its copies; the spoiled one is kept in a folder beside it.

    Exit code 0: all is as it was written. 1: something is not.

    \b
    Examples:
      companion check
      companion check --rescue
    """
    from companion.commands.storage import stored_path
    from companion.storage import copies, rescue
    from companion.storage.journal import default_path

    path, tr = stored_path(journal) or default_path(), translator(lang)
    if save and (_spoiled(_journal(path)) or (not path.exists() and copies.found(path))):
        for sentence in explain(tr, rescue.rescue(path).error):
            click.echo(sentence)
    wrong = [*_journal(path), *_files(path)]
    for error in wrong:
        for sentence in explain(tr, error):
            click.echo(sentence)
    for copied in copies.found(path):
        state = tr.gettext("damaged") if any(_journal(copied)) else tr.gettext("complete")
        click.echo(tr.gettext("Copy {file}: {state}").format(file=copied.name, state=state))
    if _spoiled(wrong):
        for game, rows in sorted(rescue.savable(path).items()):
            extent = tr.gettext("all events ({n})") if rows.whole else tr.gettext("the first events ({n})")
            saved = tr.gettext("Game {game}: {events} can be saved with --rescue")
            click.echo(saved.format(game=game, events=extent.format(n=len(rows.events))))
    if not wrong:
        click.echo(tr.gettext("No damage found."))
    ctx.exit(ExitCode.CANNOT_GO_ON if wrong else ExitCode.DONE)


def _spoiled(wrong: Iterable[CompanionError]) -> bool:
    """Return whether --rescue can mend one of these."""
    return any(error.code in ("journal_damaged", "game_spoiled", "events_lost") for error in wrong)


def _journal(path: Path) -> Iterator[CompanionError]:
    from companion.storage.journal import Journal

    if not path.exists():
        return
    try:
        with Journal(path, write=False) as book:
            yield from book.problems()
    except CompanionError as error:
        yield error


def _files(path: Path) -> Iterator[CompanionError]:
    """Check the key, the small files next to the journal, the settings, and the learnt sets."""
    from companion.app.people.profiles import FileProfiles
    from companion.session.sealed import key_problem
    from companion.settings.settings import load
    from companion.storage.named_files import spoiled

    if found := key_problem(path):
        yield found
    try:
        load()
    except CompanionError as error:
        yield error
    yield from FileProfiles(path.parent, keep=True).problems()
    yield from spoiled()
