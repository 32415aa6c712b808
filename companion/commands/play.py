"""`companion play`: play a game in the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from companion.commands.options import GameName, lang_option
from companion.commands.storage import journal_option, stored_path
from companion.errors import RuleError
from companion.games.base import N_, STRENGTHS, Sentence, Strength, guest_name, rule_error
from companion.i18n import translator

if TYPE_CHECKING:  # commands import their dependencies when they run, so that all start fast
    from companion.session.base import GameSession
    from companion.storage.journal import Journal

_NO_GAME = N_("{game}: expected a game that is not over yet, found none; begin one without --resume.")


def _seats(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Parse different names, separated by commas."""
    names = tuple(name.strip() for name in value.split(",")) if value else ()
    if not all(names) or len(set(names)) != len(names):
        raise click.BadParameter(f"expected different names such as Ana,Bo, found {value!r}")
    return names


def _bots(_: click.Context, __: click.Parameter, value: Sequence[str]) -> dict[str, Strength]:
    """Parse players of the app such as Bo=strong."""
    found: dict[str, Strength] = {}
    for text in value:
        name, _sign, strength = text.partition("=")
        if not name or strength not in STRENGTHS:
            expected = "expected a name and easy, middle or strong, such as Bo=strong"
            raise click.BadParameter(f"{expected}, found {text!r}")
        found[name] = strength
    return found


@click.command()
@click.argument("game", type=GameName())
@click.option("--seats", callback=_seats, metavar="NAMES", help="Who plays, such as Ana,Bo, in this order.")
@click.option("--bot", "bots", callback=_bots, multiple=True, metavar="NAME=LEVEL",
              help="The app plays this seat: easy, middle or strong. For several seats: again.")  # fmt: skip
@click.option("--seed", type=int, help="All chance comes from this number.")
@click.option("--resume", is_flag=True, help="Go on with the newest game that is not over.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one view a line, one answer a line.")
@journal_option
@lang_option
def play(
    game: str,
    seats: tuple[str, ...],
    bots: dict[str, Strength],
    seed: int | None,
    resume: bool,
    as_json: bool,
    journal: Path | None,
    lang: str | None,
) -> None:
    """Play GAME in the terminal, by numbers or names; `help` lists the other words.

    The game is stored at each move; Ctrl-D or `quit` leaves it, --resume goes on. Exit code 2 for a bad call.

    \b
    Examples:
      companion play GAME --seats Ana,Bo --bot Bo=strong
      companion play GAME --resume
    """
    from companion.app.text_play import TextGame, TextScreen, play_json
    from companion.storage.journal import Journal, default_path

    if resume and (seats or bots):
        raise click.UsageError("--resume: expected no --seats and no --bot, a stored game has them")
    tr, chance = translator(lang), Random(seed)
    with Journal(stored_path(journal) or default_path()) as book:
        try:
            session = _stored(game, book, chance) if resume else _new(game, seats, bots, book, chance)
            played = TextGame(session, chance)
        except RuleError as error:
            raise click.UsageError(str(error)) from error
        if as_json:
            play_json(played, iter(sys.stdin), click.echo, tr)
        else:
            TextScreen(played, _line, click.echo, tr, is_terminal=sys.stdin.isatty()).play()


def _line() -> str | None:
    """Return the next line; None at its end (Ctrl-D)."""
    try:
        return input("> " if sys.stdin.isatty() else "")
    except EOFError:
        return None


def _new(
    game: str, seats: tuple[str, ...], bots: dict[str, Strength], book: "Journal", chance: Random
) -> "GameSession":
    """Begin a game with a random set-up. Raises RuleError."""
    from companion.games import registry
    from companion.session.base import GameConfig, SessionContext, manifest

    rules = registry.rules(game)
    least, most = rules.players
    players = seats or tuple(map(guest_name, range(1, least + 1)))
    if not least <= len(players) <= most:
        raise click.BadParameter(
            f"--seats: expected {least} to {most} names for {game}, found {len(players)}"
        )
    if unknown := bots.keys() - {*players}:
        raise click.BadParameter(f"--bot: expected one of {', '.join(players)}, found {', '.join(unknown)}")
    config = GameConfig(players, setup=rules.opening(chance, players), bots=bots)
    return manifest(game).begin(config, SessionContext(book, chance, watched=False, at_table=False))


def _stored(game: str, book: "Journal", chance: Random) -> "GameSession":
    """Go on with the newest game that is not over. Raises RuleError `no_game`, StorageError."""
    from companion.session.base import SessionContext, manifest

    for number, name, kind, _ in book.latest():
        if name == game and kind != "end":
            session = manifest(game).resume(
                number, SessionContext(book, chance, watched=False, at_table=False)
            )
            if not session.snapshot(0).over:
                return session
    raise rule_error("no_game", [Sentence(_NO_GAME, {"game": game})])
