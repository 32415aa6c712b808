"""`companion watch`: look at a table and say what happens."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.options import lang_option
from companion.i18n import translator

if TYPE_CHECKING:
    from companion.session.events import Event

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
MOST_PLAYERS = 4


Points = list[tuple[float, float]]


def _corners(_: click.Context, __: click.Parameter, value: str | None) -> Points | None:
    """Four points "x,y x,y x,y x,y"."""
    if value is None:
        return None
    try:
        points = [(float(x), float(y)) for x, y in (point.split(",") for point in value.split())]
    except ValueError:
        points = []
    if len(points) != 4:
        expected = 'four points such as "90,80 1190,75 1270,880 10,890"'
        raise click.BadParameter(f"expected {expected}, found {value!r}")
    return points


def _names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Two to four different names with commas between them."""
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(","))
    if not (2 <= len(names) <= MOST_PLAYERS and all(names) and len(set(names)) == len(names)):
        raise click.BadParameter(f"expected 2 to 4 different names such as Ana,Bo, found {value!r}")
    return names


@click.command()
@click.argument("source")
@click.option("--game", type=click.Choice(["fae"]), default="fae", help="The game on the table.")
@click.option("--corners", callback=_corners, help="Outer corners of the board in the first picture, in"
              " pixels, clockwise from its own top left; else the markers are looked for.")  # fmt: skip
@click.option("--players", callback=_names, help="Names in order of play, such as Ana,Bo,Cy.")
@click.option("--start", type=FILE, help="Written game, or its setup object, that the table shows now.")
@click.option("--ritual-order", type=FILE, help="JSON list with one list of spaces for each move that makes"
              " several rituals.")  # fmt: skip
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Keep the pictures here.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@lang_option
def watch(
    source: str,
    game: str,
    corners: Points | None,
    players: tuple[str, ...] | None,
    start: Path | None,
    ritual_order: Path | None,
    record: Path | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Look at SOURCE and say what happens on the table.

    SOURCE is a folder of numbered pictures, a video file, a camera's number or device, an http or rtsp
    address, or sim:SEED, the simulated table.

    \b
    Examples:
      companion watch sim:7
      companion watch pictures/ --players Ana,Bo --json
      companion watch 0 --start game.json --record seen/
    """
    from companion.app.lines import line
    from companion.app.watching import open_watch

    tr = translator(lang)
    names = players or tuple(tr.gettext("Player {n}").format(n=n) for n in (1, 2))
    watching = open_watch(
        source, names, corners, start, ritual_order, record, named=players is not None, gettext=tr.gettext
    )

    def tell(event: "Event") -> None:
        click.echo(json.dumps(event.as_json(), ensure_ascii=False) if as_json else line(tr, event))

    try:
        for event in watching.events():
            tell(event)
    except KeyboardInterrupt:
        if watching.session.line:
            tell(watching.session.end())
        raise
    finally:
        watching.close()
    tell(watching.session.end())
