"""Tries an installed game as a program of its own: imports all its parts and opens a random game.

`companion.games.trials` starts it with NAME MODULE:OBJECT PLACE RESULT; RESULT is the number of an open file.
"""

import ctypes
import gettext
import os
import random
import resource
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.app import game_loader
from companion.errors import CompanionError
from companion.games import registry, trials
from companion.games.base import N_
from companion.games.installed import cover_of
from companion.games.package import GamePackage, InstalledGame, check_package, wrong
from companion.session.base import manifest
from companion.session.seat_form import seat_form

LIMITS = {
    resource.RLIMIT_DATA: 1_500_000_000,
    resource.RLIMIT_FSIZE: 16_000_000,
    resource.RLIMIT_CORE: 0,
}
"""Maximum memory, and size of a file that it writes, in bytes; a Raspberry Pi has 1 to 8 GB of memory."""
NICENESS = 10
"""The app is used meanwhile."""
_PR_SET_PDEATHSIG = 1
MOVES = 5
"""Moves of the random game; `companion.testing` checks whole games."""


def main(name: str, value: str, place: str, result: str) -> None:
    """Write what a trial found to the open file `result`, and end with all that the package started."""
    out = int(result)
    os.set_inheritable(out, False)
    _end_with_the_app()
    os.nice(NICENESS)
    for limit, most in LIMITS.items():
        hard = resource.getrlimit(limit)[1]
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (soft, hard))
    code = 0
    try:
        written = tried(name, value, place).encode()
        sys.stdout.flush()
        os.write(out, written)
    except BaseException:  # the package may have closed any file
        code = 1
    os._exit(code)  # threads of the package may never end


def _end_with_the_app() -> None:
    """Ask the kernel to kill this process when the thread that started it ends, however that ends."""
    with suppress(OSError, AttributeError):  # Linux alone has it
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def tried(name: str, value: str, place: str) -> str:
    """Return the result of a trial: the package, or why it is left out."""
    threads = {*threading.enumerate()}
    registry.use(())  # a package that looks for games must not be tried for that again
    try:
        found = registry.load_object(name, value.replace(" ", ""))
        package = check_package(found, name, place, trials.top_of(value))
        registry.use((InstalledGame(name=name, version="", package=package),))
        _check_files(package)
        _check_parts(package, place)
        left = [thread.name for thread in threading.enumerate() if thread not in threads]
        if left:
            raise wrong(place, N_("no thread that is left after the import"), ", ".join(left)[:60])
        return trials.success(package)
    except CompanionError as error:
        return trials.failure(error)
    except BaseException as error:  # a package may fail in any way
        return trials.failure(registry.broken(name, error))


def _check_files(package: GamePackage) -> None:
    """Raise CompanionError `wrong_package` if a page or a catalogue is missing or damaged."""
    phone, locales = package.folder("phone"), package.folder("locales")
    if phone and not (page := phone / f"{package.name}.js").is_file():
        raise wrong(str(page), N_("the page of the phones"), N_("nothing"))
    for file in sorted(locales.rglob("*.mo")) if locales else ():
        try:
            with file.open("rb") as catalogue:
                gettext.GNUTranslations(catalogue)
        except Exception as error:  # struct, Unicode and other errors
            raise wrong(str(file), N_("a compiled catalogue"), str(error)) from None


def _check_parts(package: GamePackage, place: str) -> None:
    """Import the parts and open a game. A library that is not installed is named when the part is used."""
    name = package.name
    rules = registry.rules(name)
    if rules.name != name:
        raise wrong(f"{place}, rules", f"the name {name!r}", repr(rules.name)[:60])
    _open_game(rules)
    registry.lesson(name)
    if package.part("session"):
        manifest(name)
        seat_form(name)
    with suppress(ModuleNotFoundError):
        if package.part("app"):
            game_loader.past(name)
            game_loader.app_game(name)
    with suppress(ModuleNotFoundError):
        if package.part("ui"):
            from ui import all_games
            from ui.tile import Tile

            if package.makes("tile") and (draw := game_loader.app_game(name).cover):
                with suppress(OSError):  # the game has a tile without a cover then
                    _keep_cover(cover_of(name), draw())
            registry.load("tile", Tile, name)
            shown = all_games.of(name)
            if shown.name != name:
                raise wrong(f"{place}, ui", f"the name {name!r}", repr(shown.name)[:60])


def _keep_cover(path: Path, drawn: bytes) -> None:
    """Store a cover where the tile of a described game looks for it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_bytes(drawn)
    new.replace(path)


def _open_game(rules: Any) -> None:
    chance = random.Random(1)
    rules.book()
    names = ("Ana", "Bo", "Cy", "Di", "Eva", "Fu", "Gil", "Ho")[: rules.players[0]]
    position = rules.read_setup(rules.opening(chance, names))
    for _ in range(MOVES):
        rules.table(position), rules.turn(position), rules.view(position, None)
        position = rules.load(rules.dump(position))
        if rules.finished(position):
            break
        move = rules.read_move(rules.write_move(rules.next_move(position, chance)))
        position = rules.apply(position, move)
