"""`companion watch`: look at a table and say what happens."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.options import (
    GameName,
    Points,
    check_corners,
    corners_option,
    first_game,
    game_option,
    lang_option,
)
from companion.i18n import say, translator

if TYPE_CHECKING:
    from companion.errors import VisionError
    from companion.games.base import Sentence
    from companion.session.base import WatchOption
    from companion.session.events import Event
    from companion.simulation.watch import WatchLoop, WatchRequest


def _game_options() -> "dict[str, tuple[WatchOption, list[str]]]":
    """The options that games bring, by flag, each with the games that have it."""
    from companion.session.base import manifests

    found: dict[str, tuple[WatchOption, list[str]]] = {}
    for name, manifest in manifests().items():
        for option in manifest.watch_options:
            found.setdefault(option.flag, (option, []))[1].append(name)
    return found


class WatchCommand(click.Command):
    """Its own options, and those of the games."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """All of them."""
        brought = [game_option(option, owners) for option, owners in _game_options().values()]
        return [*self.params, *brought, self.get_help_option(ctx)]  # type: ignore[list-item]  # help is never left out


@click.command(cls=WatchCommand)
@click.argument("source")
@click.option("--game", type=GameName(), default=first_game, help="The game on the table.")
@corners_option
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Keep the pictures here.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@lang_option
def watch(
    source: str,
    game: str,
    corners: Points | None,
    record: Path | None,
    as_json: bool,
    lang: str | None,
    **options: Any,
) -> None:
    """Look at SOURCE and say what happens on the table.

    SOURCE is a picture, a folder of pictures in natural order (IMG_9 before IMG_10), a video file, a capture
    (FILE.zip), a camera's number or device, an http or rtsp address, or sim:SEED, the simulated table. A
    capture names its game itself.

    A line tells what is new, and every picture of a folder; --json tells of every picture.

    \b
    Examples:
      companion watch sim:7
      companion watch IMG_1234.jpg --game NAME
      companion watch pictures/ --players Ana,Bo --json
      companion watch wrong.zip --json
      companion watch 0 --start game.json --record seen/
      companion watch rtsp://camera/table --game NAME --corners "90,80 1190,75 1270,880 10,890"
    """
    from companion.app.archive.event_text import line
    from companion.app.game_loader import app_game
    from companion.i18n.error_text import explain
    from companion.simulation.watch import WatchRequest
    from vision.cameras.capture_file import SUFFIX

    def left_out(error: "VisionError") -> None:
        click.echo(f"companion: {' '.join(explain(tr, error))}", err=True)

    def told(sentence: "Sentence") -> None:
        if sentence not in said:  # the board is searched for until its table is read
            said.append(sentence)
            click.echo(say(tr, [sentence]))

    tr = translator(lang)
    said: list[Sentence] = []
    loop: WatchLoop[Any]
    if (file := Path(source)).suffix == SUFFIX and file.is_file():
        game, loop = _replay(file)
    else:
        _check_options(game, options)
        request = WatchRequest(
            source=source,
            corners=corners,
            record=record,
            options=options,
            tr=tr,
            report=left_out,
            told=None if as_json else told,
        )
        loop = _live(game, request)
    brings = app_game(game)

    def text(event: "Event") -> str:
        return line(tr, event, brings.event_text)

    def report(event: "Event | None") -> None:
        if event:
            click.echo(json.dumps(event.as_json(), ensure_ascii=False) if as_json else text(event))

    all_told = as_json or Path(source).is_dir()  # every picture of a folder is a moment of its own
    try:
        for event in loop.events() if all_told else _news(loop.events(), text):
            report(event)
    except KeyboardInterrupt:
        report(loop.end())
        raise
    finally:
        loop.close()
    report(loop.end())


def _news(events: "Iterable[Event]", text: "Callable[[Event], str]") -> "Iterator[Event]":
    """Yield the events that say something else than the picture before.

    Hands and motion are news only before all else, and where the pictures end with them.
    """
    from companion.session.events import Waiting

    before, now, frame, last = set[str](), set[str](), None, ""
    passing: Event | None = None
    for event in events:
        about = event.why if isinstance(event, Waiting) else text(replace(event, frame=None))
        passing = event if about in ("hand", "motion") else None
        if passing and last:
            continue
        if event.frame != frame:
            before, now, frame = now, set(), event.frame
        now.add(about)
        if about not in before:
            last = about
            yield event
    if passing and last not in ("hand", "motion"):
        yield passing


def _live(game: str, request: "WatchRequest") -> "WatchLoop[Any]":
    from companion.app.game_loader import app_game, camera_game

    opened = camera_game(game).open_watch if app_game(game).camera else None
    if opened is None:
        raise click.BadParameter(f"--game: expected a game that a camera can watch, found {game!r}")
    check_corners(game, None if request.corners is None else list(request.corners))
    return opened(request)


def _replay(file: Path) -> "tuple[str, WatchLoop[Any]]":
    """Open a capture; return its game as well."""
    from companion.app.table.capture_replay import open_replay

    loop = open_replay(file)
    return loop.watcher.game, loop


def _check_options(game: str, given: dict[str, Any]) -> None:
    """Refuse options of other games."""
    for flag, (option, owners) in _game_options().items():
        if given.get(option.name) and game not in owners:
            raise click.BadOptionUsage(
                flag, f"{flag}: expected only with --game {'|'.join(owners)}, found it with {game}"
            )
