"""Rules of the games: pure functions and frozen values; imports the standard library only."""

from companion.games.package import API, GamePackage


def built_in(name: str) -> GamePackage:
    """A game of this project: a package of its name in every layer.

    The start page needs `past` and `tile`, but not the rest of their packages.
    """
    session, app, ui = f"companion.session.{name}", f"companion.app.{name}", f"ui.games.{name}"
    return GamePackage(
        api=API,
        name=name,
        rules=f"companion.games.{name}:RULES",
        session=f"{session}.manifest:SESSION",
        app=f"{app}.game:GAME",
        ui=f"{ui}.game_ui:UI",
        phone="ui/phone",
        locales="companion/i18n/locales",
        lesson=f"companion.games.{name}.lesson:LESSON",
        seat=f"{session}.seat:SEAT",
        past=f"{app}.history:PAST",
        tile=f"{ui}.tile:TILE",
    )


BUILT_IN = tuple(map(built_in, ("fae", "fate", "fairytile", "fabula")))
"""The project's own games, in the order in which they are offered; installed packages follow."""
