"""`companion watch`: look at a table and say what happens."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from companion.commands.options import GAMES, Points, check_corners, corners_option, lang_option
from companion.i18n import translator

if TYPE_CHECKING:
    from companion.app.fae.watch import Watch
    from companion.app.fate.watch import FateWatch
    from companion.session.events import Event
    from vision.fate.kinds import Edition

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
MOST_PLAYERS = 4

OPTIONS_OF = {
    "fae": {"players": "--players", "start": "--start", "ritual_order": "--ritual-order"},
    "fate": {"expect": "--expect", "edition": "--edition", "pieces": "--pieces", "verbose": "--verbose"},
}
"""Options that only one game has."""


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
@click.option("--game", type=GAMES, default="fae", help="The game on the table.")
@corners_option
@click.option("--players", callback=_names, help="Fae: names in order of play, such as Ana,Bo,Cy.")
@click.option("--start", type=FILE, help="Fae: written game, or its setup object, that the table shows now.")
@click.option("--ritual-order", type=FILE, help="Fae: JSON list with one list of spaces for each move that"
              " makes several rituals.")  # fmt: skip
@click.option("--expect", type=FILE, help="Fate: JSON of what should lie there, {hex: kind}, or one of those"
              " for each picture's name.")  # fmt: skip
@click.option("--edition", type=click.Choice(["tiles", "minis", "auto"]), help="Fate: what the monsters are.")
@click.option("--pieces", metavar="NAME", help="Fate: the pieces learnt under this name, or \"default\": the"
              " printed marks. Else the pieces learnt last.")  # fmt: skip
@click.option("--verbose", is_flag=True, help="Fate: also say what lies there where it is as expected.")
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
    expect: Path | None,
    edition: str | None,
    pieces: str | None,
    verbose: bool,
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
      companion watch pictures/ --game fate --expect expected.json
    """
    from companion.app.event_text import line

    _check_options(game, corners)
    tr = translator(lang)
    watching: Watch | FateWatch
    if game == "fate":
        from companion.app.fate.watch import open_fate_watch

        only = None if edition == "auto" else cast("Edition | None", edition)
        watching = open_fate_watch(source, corners, expect, only, pieces, record, verbose)
    else:
        from companion.app.fae.watch import open_watch

        names = players or tuple(tr.gettext("Player {n}").format(n=n) for n in (1, 2))
        watching = open_watch(
            source, names, corners, start, ritual_order, record, named=players is not None, gettext=tr.gettext
        )

    def tell(event: "Event | None") -> None:
        if event:
            click.echo(json.dumps(event.as_json(), ensure_ascii=False) if as_json else line(tr, event))

    try:
        for event in watching.events():
            tell(event)
    except KeyboardInterrupt:
        tell(watching.end())
        raise
    finally:
        watching.close()
    tell(watching.end())


def _check_options(game: str, corners: Points | None) -> None:
    """Refuse options of the other game, and too few or too many corners for this one."""
    given = click.get_current_context().params
    for other, options in OPTIONS_OF.items():
        for name, flag in options.items():
            if other != game and given[name]:
                raise click.BadOptionUsage(
                    flag, f"{flag}: expected only with --game {other}, found it with {game}"
                )
    check_corners(game, corners)
