"""`companion learn`: how one's own board and pieces look."""

import re
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from companion.commands.options import CORNERS, GAMES, Points, check_corners, corners_option, lang_option
from companion.i18n import translator

if TYPE_CHECKING:
    from vision.fate.kinds import Edition
    from vision.fate.own_set import ToldApart

PICTURE = click.Path(exists=True, dir_okay=False, path_type=Path)
MINE = "mine"
PRINTED_MARKS = "default"
"""With `watch --pieces` this is no set of one's own."""


def _name(_: click.Context, __: click.Parameter, value: str) -> str:
    """A name that can be a file's."""
    if not re.fullmatch(r"[\w-]{1,40}", value) or value == PRINTED_MARKS:
        raise click.BadParameter(
            f"expected up to 40 letters, digits, - or _, and not {PRINTED_MARKS!r}; found {value!r}"
        )
    return value


name_option = click.option(
    "--name", callback=_name, default=MINE, show_default=True, help="Several are kept, each with a name."
)


@click.group()
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
@click.argument("picture", type=PICTURE)
@click.option("--game", type=GAMES, default="fae", help="The game whose board it is.")
@corners_option
@name_option
@lang_option
def board(picture: Path, game: str, corners: Points | None, name: str, lang: str | None) -> None:
    """Learn how the board in PICTURE looks: later pictures need no corners and no markers.

    Pieces may stand on it, the fewer the better. A board of the same name is replaced.

    \b
    Example:
      companion learn board table.jpg --game fate --name old
    """
    from companion.app.learning import learn_board

    check_corners(game, corners)
    learn_board(picture, game, corners, name)
    click.echo(translator(lang).gettext("Learnt the board {name}.").format(name=name))


@learn.command()
@click.argument("picture", type=PICTURE)
@click.option("--at", type=PICTURE, required=True, help="JSON of what stands where in PICTURE, {hex: kind},"
              " or one of those for each picture's name.")  # fmt: skip
@corners_option
@name_option
@click.option("--edition", type=click.Choice(["tiles", "minis", "auto"]), help="What the monsters are.")
@lang_option
def pieces(
    picture: Path, at: Path, corners: Points | None, name: str, edition: str | None, lang: str | None
) -> None:
    """Learn how Fate's pieces in PICTURE look.

    They are added to those learnt before under the same name. Says of every kind how many of its pieces
    are told by the look of the others.

    \b
    Example:
      companion learn pieces table.jpg --at pieces.json
    """
    from companion.app.learning import learn_pieces

    check_corners("fate", corners)
    only = None if edition == "auto" else cast("Edition | None", edition)
    report = learn_pieces(picture, at, corners, name, only)
    tr = translator(lang)
    for kind in report:
        click.echo(_line(tr, kind))
    count = sum(kind.total for kind in report)
    click.echo(tr.ngettext("{n} piece in {name}.", "{n} pieces in {name}.", count).format(n=count, name=name))


def _line(tr: NullTranslations, told: "ToldApart") -> str:
    """How well a kind is told, and what to do about it."""
    from companion.session.fate.words import name

    counts = {"kind": tr.gettext(name(told.kind)), "right": told.right, "total": told.total}
    line = tr.gettext("{kind}: {right} of {total} told").format(**counts)
    others = [tr.gettext(name(kind)) if kind else tr.gettext("an empty hex") for kind in told.taken]
    if not others:
        return line
    alike = tr.gettext("looks like {others}: show more of them").format(others=", ".join(others))
    return f"{line}; {alike}"


@learn.command("list")
@lang_option
def list_(lang: str | None) -> None:
    """List what was learnt, last used first.

    \b
    Example:
      companion learn list
    """
    from companion.app.learnt import boards
    from companion.app.learnt import pieces as sets

    known = [f"board   {game:5} {name}" for game in CORNERS for name in boards(game).names()]
    known += [f"pieces  fate  {name}" for name in sets().names()]
    click.echo("\n".join(known) or translator(lang).gettext("Nothing was learnt yet."))


@learn.command()
@click.argument("what", type=click.Choice(["board", "pieces"]))
@click.argument("name", callback=_name)
@click.option("--game", type=GAMES, default="fae", help="The game whose board it is.")
@lang_option
def forget(what: str, name: str, game: str, lang: str | None) -> None:
    """Delete a board or Fate's pieces learnt as NAME.

    \b
    Example:
      companion learn forget board old --game fate
    """
    from companion.app.learnt import boards
    from companion.app.learnt import pieces as sets

    (boards(game) if what == "board" else sets()).forget(name)
    click.echo(translator(lang).gettext("Forgot {name}.").format(name=name))
