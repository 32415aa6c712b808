"""`companion games`, `companion export` and `companion import`: the stored games."""

import json
from collections.abc import Iterator
from datetime import datetime
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from companion.commands.options import lang_option
from companion.errors import CompanionError, RuleError
from companion.games.base import Translations
from companion.i18n import translator
from companion.i18n.error_text import explain

if TYPE_CHECKING:  # commands import their dependencies when they run, so that all start fast
    from companion.games.package import InstalledGame
    from companion.storage.journal import Journal, StoredGame

journal_option = click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the games are stored.  [default: as set in the settings]",
)


def stored_path(journal: Path | None) -> Path | None:
    """Path of the requested journal; None for the default. Raises SettingsError."""
    from companion.settings.settings import load

    return journal or (Path(path).expanduser() if (path := load().journal.path) else None)


@click.command()
@click.option("--installed", is_flag=True, help="List the games that can be played, and why others cannot.")
@click.option("--json", "as_json", is_flag=True, help="With --installed: as JSON.")
@journal_option
@click.option(
    "--delete",
    "doomed",
    type=int,
    metavar="GAME",
    help="Delete this game; copies keep it for days.",
)
@lang_option
def games(installed: bool, as_json: bool, journal: Path | None, doomed: int | None, lang: str) -> None:
    """List the stored games, delete one, or list the installed games.

    \b
    Examples:
      companion games
      companion games --delete 3
      companion games --installed --json
    """
    if as_json and not installed:
        raise click.UsageError("--json: expected --installed")
    if installed:
        if journal or doomed is not None:
            raise click.UsageError("--installed: expected no other option but --json and --lang")
        click.echo(
            _installed_json(translator(lang)) if as_json else "\n".join(_installed_lines(translator(lang)))
        )
        return
    from companion.storage.journal import Journal, default_path

    path = stored_path(journal) or default_path()
    tr = translator(lang)
    if doomed is not None:
        with Journal(path) as book:
            book.delete(doomed)
        click.echo(tr.gettext("Deleted game {game}.").format(game=doomed))
        return
    if not path.exists():
        click.echo(tr.gettext("No games are stored yet."))
        return
    with Journal(path, write=False) as book:
        if book.lost:
            click.echo(" ".join(explain(tr, book.lost)), err=True)
        for game in book.games():
            when = tr.gettext("Date unknown")
            if game.created_s:
                when = datetime.fromtimestamp(game.created_s).strftime("%Y-%m-%d %H:%M")
            click.echo(f"{game.id:4}  {when}  {game.name}  {_describe(book, game, tr)}")


def _found(tr: NullTranslations) -> "tuple[InstalledGame, ...]":
    """All games with their states; imports their parts, so that errors are found."""
    from companion.app import game_loader
    from companion.games import registry

    registry.prove()
    try:
        game_loader.check()
    except ModuleNotFoundError as error:  # without the extra "vision" only the rules can be used
        needs = tr.gettext("The part \"app\" needs {module}: pip install 'table-companion[vision]'")
        click.echo(needs.format(module=error.name), err=True)
    return registry.installed()


def _installed_json(tr: NullTranslations) -> str:
    found = [
        {
            "name": game.name,
            "version": game.version,
            "source": game.source or "built-in",
            "parts": list(game.parts),
            "state": game.state,
        }
        for game in _found(tr)
    ]
    return json.dumps(found, ensure_ascii=False, indent=1)


def _installed_lines(tr: NullTranslations) -> Iterator[str]:
    for game in _found(tr):
        source = game.source or tr.gettext("built in")
        state = explain(tr, game.error)[0] if game.error else "ok"
        yield f"{game.name}  {game.version}  {source}  {', '.join(game.parts) or '-'}  {state}"


def _describe(book: "Journal", game: "StoredGame", tr: NullTranslations) -> str:
    """Players and progress of a stored game, or why it cannot be opened."""
    from companion.games.base import player_name, printable
    from companion.storage.export import line, players

    try:
        (_, moves), names = line(book.events(game.id)), players(game)
    except CompanionError as error:
        return explain(tr, error)[0]
    return (
        ", ".join(printable(player_name(tr, name)) for name in names)
        + "  "
        + tr.ngettext("{n} move", "{n} moves", moves).format(n=moves)
    )


@click.command("export")
@click.argument("game", type=int)
@journal_option
@lang_option
def export_(game: int, journal: Path | None, lang: str) -> None:
    """Print the stored GAME as a document that `companion script` plays.

    \b
    Example:
      companion export 3 > game.json
    """
    from companion.storage.export import export
    from companion.storage.journal import Journal

    with Journal(stored_path(journal), write=False) as book:
        click.echo(json.dumps(export(book, game), ensure_ascii=False).encode(errors="backslashreplace"))


@click.command("import")
@click.argument("file", type=click.File("rb"))
@journal_option
@lang_option
def import_(file: BinaryIO, journal: Path | None, lang: str) -> None:
    """Store the written games in FILE (- is standard input) and print the number of each.

    Nothing is stored unless all documents and moves are right.

    \b
    Example:
      companion import game.json
    """
    from companion.storage.export import import_game
    from companion.storage.journal import Journal

    documents = _checked(file, translator(lang))
    with Journal(stored_path(journal)) as book:
        for document in documents:
            click.echo(import_game(book, document))


def _checked(file: BinaryIO, tr: Translations) -> list[dict[str, Any]]:
    from companion.games.base import say
    from companion.games.documents import documents, parse, play, step_of
    from companion.storage.export import check_importable

    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.BadParameter(f"{file.name}: expected UTF-8 text, found: {error}.") from error
    checked = []
    for number, written in documents(text):
        try:
            document = parse(written, number)
            problem = play(document, tr)["error"]
            document = {"moves": [], **document}
            if not problem:
                check_importable(document)
        except CompanionError as error:
            problem = {"code": error.code, "message": say(error, tr)}
        if problem:
            place = f"{file.name}:{number}{step_of(problem)}"
            raise RuleError(problem["code"], f"{place}: {problem['code']}: {problem['message']}")
        checked.append(document)
    return checked
