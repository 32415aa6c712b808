"""Options that several commands have."""

import click

from companion.i18n import LANGUAGES

lang_option = click.option(
    "--lang", type=click.Choice(tuple(LANGUAGES)), help="Language of messages; the system's when left out."
)

CORNERS = {"fae": 4, "fate": 6}
"""How many points `--corners` takes."""
GAMES = click.Choice(list(CORNERS))

Points = list[tuple[float, float]]


def _corners(_: click.Context, __: click.Parameter, value: str | None) -> Points | None:
    """Points "x,y x,y x,y x,y", as many as any game needs."""
    if value is None:
        return None
    try:
        points = [(float(x), float(y)) for x, y in (point.split(",") for point in value.split())]
    except ValueError:
        points = []
    if len(points) not in CORNERS.values():
        expected = 'points such as "90,80 1190,75 1270,880 10,890"'
        raise click.BadParameter(f"expected {expected}, found {value!r}")
    return points


corners_option = click.option(
    "--corners",
    callback=_corners,
    help="In the (first) picture, in pixels, clockwise from the board's own top left. Fae: its 4 outer"
    " corners; Fate: the middles of its 6 corner hexes. Else the markers are looked for, then the boards"
    " learnt.",
)


def check_corners(game: str, corners: Points | None) -> None:
    """Refuse too few or too many corners for a game."""
    if corners is not None and len(corners) != CORNERS[game]:
        raise click.BadParameter(f"--corners: expected {CORNERS[game]} points, found {len(corners)}")
