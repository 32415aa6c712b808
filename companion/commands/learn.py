"""`companion learn`: learn the appearance of the user's own board and pieces."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.options import (
    FILE,
    GameName,
    Points,
    check_corners,
    corners_option,
    first_game,
    game_option,
    lang_option,
)
from companion.games import registry
from companion.i18n import say, translator

if TYPE_CHECKING:
    from gettext import NullTranslations

    from companion.app.camera_game import Teaching
    from companion.games.base import Sentence

MINE = "mine"


def _name(_: click.Context, __: click.Parameter, value: str) -> str:
    """Validate a name: it must be usable as a file name."""
    from companion.session.own_files import PRINTED_MARKS

    if not re.fullmatch(r"[\w-]{1,40}", value) or value == PRINTED_MARKS:
        raise click.BadParameter(
            f"expected up to 40 letters, digits, - or _, and not {PRINTED_MARKS!r}; found {value!r}"
        )
    return value


name_option = click.option(
    "--name", callback=_name, default=MINE, show_default=True, help="Several are kept, each with a name."
)


class LearnGroup(click.Group):
    """Boards of every game, and what else games can learn: `companion learn SORT`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Commands of this file and of the games whose dependencies are installed."""
        try:
            return [*super().list_commands(ctx), *_teachings()]
        except ModuleNotFoundError:
            return super().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        found = _teachings().get(cmd_name)
        return _learn_pieces(*found) if found else None


def _teachings() -> "dict[str, tuple[str, Teaching]]":
    """Learnable sets besides boards: name, game and functions."""
    from companion.app.game_loader import teachings

    return {teaching.sets.sort: (game, teaching) for game, teaching in teachings().items()}


@click.group(cls=LearnGroup)
@lang_option
def learn(lang: str | None) -> None:
    """Keep how your own board and pieces look, for the pictures to come.

    \b
    Examples:
      companion learn board table.jpg --corners "90,80 1190,75 1270,880 10,890"
      companion learn pieces table.jpg --at pieces.json
      companion learn list
    """


@learn.command()
@click.argument("picture", type=FILE)
@click.option("--game", type=GameName(), default=first_game, help="The game whose board it is.")
@corners_option
@name_option
@lang_option
def board(picture: Path, game: str, corners: Points | None, name: str, lang: str | None) -> None:
    """Learn how the board in PICTURE looks: later pictures need no corners and no markers.

    Pieces may stand on it, the fewer the better. A board of the same name is replaced.

    \b
    Example:
      companion learn board table.jpg --name old
    """
    from companion.app.table.learning import learn_board

    check_corners(game, corners)
    tr, told = translator(lang), list["Sentence"]()
    learn_board(picture, game, corners, name, told.append)
    _echo(tr, told)
    click.echo(tr.gettext("Learnt the board {name}.").format(name=name))


def _echo(tr: "NullTranslations", told: "list[Sentence]") -> None:
    for sentence in told:
        click.echo(say(tr, [sentence]))


def _learn_pieces(game: str, teaching: "Teaching") -> click.Command:
    """Make the command that learns a game's own set."""

    def run(
        picture: Path, at: Path, corners: Points | None, name: str, lang: str | None, **options: Any
    ) -> None:
        from companion.app.table.learning import learn_pieces

        check_corners(game, corners)
        tr, told = translator(lang), list["Sentence"]()
        report = learn_pieces(picture, at, game, teaching, corners, name, options, told.append)
        _echo(tr, told)
        for accuracy in report:
            click.echo(accuracy.say(tr, teaching.title))
        count = sum(accuracy.samples for accuracy in report)
        click.echo(
            tr.ngettext("{n} piece in {name}.", "{n} pieces in {name}.", count).format(n=count, name=name)
        )

    run.__doc__ = f"""{teaching.help}

    They are added to those learnt before under the same name. Says of every kind how many of its pieces
    are told by the look of the others.

    \b
    Example:
      companion learn {teaching.sets.sort} table.jpg --at {teaching.sets.sort}.json
    """
    at_help = f"JSON of what stands where in PICTURE, such as {teaching.example}, or an object with one of"
    options = (
        click.argument("picture", type=FILE),
        click.option("--at", type=FILE, required=True, help=f"{at_help} those for each picture's name."),
        corners_option,
        name_option,
        lang_option,
    )
    for option in reversed(options):
        run = option(run)
    command = click.command(teaching.sets.sort)(run)
    command.params += [game_option(option, [game]) for option in teaching.options]
    return command


@learn.command("list")
@lang_option
def list_(lang: str | None) -> None:
    """List what was learnt, last used first.

    \b
    Example:
      companion learn list
    """
    from companion.app.camera.board_finder import boards

    known = [f"board   {game:5} {name}" for game in registry.registered() for name in boards(game).names()]
    known += [
        f"{sort:7} {game:5} {name}"
        for sort, (game, teaching) in _teachings().items()
        for name in teaching.sets.store.names()
    ]
    click.echo("\n".join(known) or translator(lang).gettext("Nothing was learnt yet."))


@learn.command()
@click.argument("what")
@click.argument("name", callback=_name)
@click.option("--game", type=GameName(), default=first_game, help="The game whose board it is.")
@lang_option
def forget(what: str, name: str, game: str, lang: str | None) -> None:
    """Delete a board, or another thing learnt, such as pieces, by its NAME.

    \b
    Example:
      companion learn forget board old
    """
    from companion.app.camera.board_finder import boards

    shelves = {"board": boards(game)} | {
        sort: teaching.sets.store for sort, (_, teaching) in _teachings().items()
    }
    if what not in shelves:
        raise click.BadParameter(f"expected one of {', '.join(shelves)}, found {what!r}")
    shelves[what].forget(name)
    click.echo(translator(lang).gettext("Forgot {name}.").format(name=name))
