"""Files of learnt boards and pieces in captures: collected from this machine, and stored for a replay."""

import logging
import shutil
import weakref
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from companion import __version__
from companion.app.camera.board_finder import board_picture, boards
from companion.app.camera.recent_pictures import Moment, RecentPictures
from companion.app.camera_game import OURS, Seeing
from companion.errors import StorageError, VisionError
from companion.storage import folders
from companion.storage.named_files import BOARDS, NamedFileStore
from vision.cameras.capture_file import MAX_LEARNT_BYTES

log = logging.getLogger(__name__)
WHOLE = "learnt_whole"
"""Key of `scene.json`, which older versions lack: true if the capture holds all that was learnt."""


class LearntFiles(NamedTuple):
    """Files by "SORT/FILE"; `whole`: all that a reader uses now is among them."""

    files: Mapping[str, bytes]
    whole: bool


def moment_of(
    recent: RecentPictures, game: str, sees: Seeing, simulated: bool, *, readable: bool = False
) -> Moment | None:
    """Return the moment of `recent` with what its table is read with; None before the first picture."""
    learnt = LearntFiles({}, whole=True) if simulated else collected(game, sees, recent.room)
    scene = {"game": game, "simulated": simulated, WHOLE: learnt.whole}
    return recent.moment(scene, __version__, learnt.files, readable=readable)


def collected(game: str, sees: Seeing, room: int = MAX_LEARNT_BYTES) -> LearntFiles:
    """Collect what a reader of a real table of a game uses, at most `room` bytes and `MAX_LEARNT_BYTES`."""
    most_bytes = min(room, MAX_LEARNT_BYTES)
    files: dict[str, bytes] = {}
    whole = True
    for store, sort, written, name in _used(game, sees):
        try:
            content = store.read(name)
        except StorageError as error:
            log.warning("%s: in no capture: %s", store.path(name), error)
            continue  # a reader cannot use it either
        if sum(map(len, files.values())) + len(content) > most_bytes:
            whole = False
        else:
            files[f"{sort}/{store.path(written).name}"] = content
    return LearntFiles(files, whole)


def _used(game: str, sees: Seeing) -> Iterator[tuple[NamedFileStore, str, str, str]]:
    """Yield store, sort, name in a capture and name here of each used file, the most important first."""
    if sees.board:
        shelf = boards(game)
        yield from ((shelf, BOARDS, OURS, name) for name in shelf.names()[:1])
    if sees.teaching:
        sets = sees.teaching.sets
        yield from ((sets.store, sets.sort, written, name) for written, name in sees.teaching.used().items())


class Home:
    """A state folder of its own that holds the learnt files of a capture; it goes with this object."""

    def __init__(self, game: str, sees: Seeing, files: Mapping[str, bytes]) -> None:
        """Check and store the files. Raises ValueError, which names a wrong one; StorageError."""
        self._folder = Path(mkdtemp(prefix="table-companion-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        with self.used():
            for name, content in files.items():
                _keep(game, sees, name, content)

    @contextmanager
    def used(self) -> Iterator[None]:
        """Learn and read only here within the `with` block."""
        with folders.state_in(self._folder):
            yield


def _keep(game: str, sees: Seeing, name: str, content: bytes) -> None:
    sort, _, file = name.partition("/")
    if sort == BOARDS and sees.board:
        store = boards(game)
    elif sees.teaching and sort == sees.teaching.sets.sort:
        store = sees.teaching.sets.store
    else:
        raise ValueError(f"learnt/{name}, which {game} cannot use")
    path = store.path(Path(file).stem)
    if path.name != file:
        raise ValueError(f"learnt/{name} where *{path.suffix} was expected")
    try:
        if sort == BOARDS:
            board_picture(content, Path(file))
        elif sees.teaching:
            sees.teaching.check(content)
    except (ValueError, VisionError) as error:
        raise ValueError(f"learnt/{name} that is damaged ({error})") from error
    store.save(path.stem, content)


def at_home(home: Home | None) -> AbstractContextManager[None]:
    """Use a home within a `with` block; without one, what this machine has learnt."""
    return home.used() if home else nullcontext()
