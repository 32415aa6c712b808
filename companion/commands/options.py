"""Options shared by several commands."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.games import installed, registry
from companion.i18n import LANGUAGES

if TYPE_CHECKING:
    from companion.session.base import WatchOption

lang_option = click.option(
    "--lang", type=click.Choice(tuple(LANGUAGES)), help="Language of messages; the system's when left out."
)

FEWEST_CORNERS = 3
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

Points = list[tuple[float, float]]


def of_source(value: str) -> str:
    """Return the name of the game in a source folder, which is offered from now on; other texts unchanged.

    Raises CompanionError `wrong_package`.
    """
    if os.sep not in value or not Path(value).is_dir():
        return value
    name = installed.add_source(Path(value))
    registry.use(None)
    return name


class GameName(click.ParamType[str]):
    """The name of an existing game, or a source folder of one, with a slash."""

    name = "game"

    def names(self) -> Collection[str]:
        """The names that are taken."""
        return registry.registered()

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """List the names for `--help`."""
        return f"[{'|'.join(self.names())}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Reject unknown names and list the known ones."""
        name = of_source(str(value))
        if name not in (names := self.names()):
            self.fail(f"expected one of {', '.join(names)}, found {name!r}", param, ctx)
        return name


def first_game() -> str:
    """The default game if none is named."""
    return registry.registered()[0]


def _corners(_: click.Context, __: click.Parameter, value: str | None) -> Points | None:
    """Parse points "x,y x,y x,y x,y", as many as any game needs."""
    if value is None:
        return None
    try:
        points = [(float(x), float(y)) for x, y in (point.split(",") for point in value.split())]
    except ValueError:
        points = []
    if len(points) < FEWEST_CORNERS:
        expected = 'points such as "90,80 1190,75 1270,880 10,890"'
        raise click.BadParameter(f"expected {expected}, found {value!r}")
    return points


corners_option = click.option(
    "--corners",
    callback=_corners,
    help="In the (first) picture, in pixels, clockwise from the board's own top left: the corners of its"
    " outer frame or of the field inside it, both are fine, or the middles of its corner hexes. Else the"
    " markers are looked for, then the boards learnt.",
)


def check_corners(game: str, corners: Points | None) -> None:
    """Reject the wrong number of corners for a game."""
    if corners is None:
        return
    from companion.app.game_loader import seeing

    wanted = len(seeing(game).printed_board(game).taps_mm)
    if len(corners) != wanted:
        raise click.BadParameter(f"--corners: expected {wanted} points, found {len(corners)}")


def _names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Parse two to four different names, separated by commas."""
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(","))
    if not (2 <= len(names) <= MOST_PLAYERS and all(names) and len(set(names)) == len(names)):
        raise click.BadParameter(f"expected 2 to 4 different names such as Ana,Bo, found {value!r}")
    return names


MOST_PLAYERS = 4


def game_option(option: "WatchOption", owners: Sequence[str]) -> click.Option:
    """Make an option that only the games `owners` have."""
    kinds: dict[str, dict[str, Any]] = {
        "names": {"callback": _names},
        "file": {"type": FILE},
        "text": {"type": click.Choice(option.choices)} if option.choices else {"metavar": "NAME"},
        "flag": {"is_flag": True},
    }
    how = kinds[option.kind]
    return click.Option([option.flag], help=f"{', '.join(owners)}: {option.help}", **how)
