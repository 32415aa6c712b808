"""Kill a restore at every rename and at other writes: at the next start all is old or all is new."""

import random
import shutil
from collections.abc import Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage import backup
from companion.storage.backup import JOURNAL, Places
from companion.storage.folders import RESTORE_PLAN
from companion.storage.journal import Journal, side_files
from tests.torture import syscalls
from tests.torture.tally import Tally

FILES = ("secrets.key", "locks.json", "preferences.json", "people.json")
FOLDERS = ("boards", "cards", "checksums", "pieces", "tiles")
SETTINGS = "settings.toml"
OLD, NEW = "old", "new"


def torture(times: int, seed: int = 1, elsewhere: Sequence[bool] = (False, True)) -> Tally:
    """Kill at every rename, then at `times` other writes; the journal in its usual place or elsewhere."""
    tally, chance = Tally("restore killed"), random.Random(seed)
    with TemporaryDirectory() as kept:
        root, file = Path(kept) / "app", Path(kept) / "backup.zip"
        for away in elsewhere:
            shutil.rmtree(root, ignore_errors=True)
            _fill(_places(root, away), NEW)
            backup.backup(_places(root, away), file, "1")
            shutil.rmtree(root)
            _fill(_places(root, away), OLD)
            renames = _restored(root, file, away, None, syscalls.RENAMES, tally)
            for kill_at in range(1, renames + 1):
                with tally.trying(f"rename {kill_at} of {renames}, journal elsewhere: {away}"):
                    _restored(root, file, away, kill_at, syscalls.RENAMES, tally)
            tally.note("renames", renames)
            writes = _restored(root, file, away, None, syscalls.WRITES, tally)
            for kill_at in (chance.randint(1, writes) for _ in range(times // len(elsewhere))):
                with tally.trying(f"write {kill_at} of {writes}, journal elsewhere: {away}"):
                    _restored(root, file, away, kill_at, syscalls.WRITES, tally)
    return tally


def _places(root: Path, elsewhere: bool) -> Places:
    """Places as `companion.commands.backup` makes them; `elsewhere` moves the journal."""
    state = root / "state"
    journal = (root / "games" if elsewhere else state) / JOURNAL
    files = {name: journal.with_name(name) for name in FILES}
    folders = {name: state / name for name in FOLDERS}
    return Places(journal, files | {SETTINGS: root / "config" / SETTINGS}, folders, plans=state)


def _fill(places: Places, state: str) -> None:
    """Write everything in one state; the old one was killed, so that its journal has a log."""
    with Journal(places.journal) as journal:
        journal.record(state, {}, [("move", {"n": 1})])
        logs = {path: path.read_bytes() for path in side_files(places.journal) if path.exists()}
    for name in (*places.files, *(f"{folder}/fae/mine.x" for folder in places.folders)):
        places.of(name).parent.mkdir(parents=True, exist_ok=True)
        places.of(name).write_text(state)
    if state == OLD:
        for path, content in logs.items():
            path.write_bytes(content)


def _restored(
    root: Path,
    file: Path,
    elsewhere: bool,
    kill_at: int | None,
    calls: Mapping[str, Set[int]],
    tally: Tally,
) -> int:
    """Restore over a copy of the old state, killed or not, and start again; return the number of calls."""
    with TemporaryDirectory() as folder:
        copied = Path(folder) / "app"
        shutil.copytree(root, copied)
        places = _places(copied, elsewhere)
        total = syscalls.writes(partial(backup.restore, places, file), kill_at, calls)
        backup.finish_restore(copied / "state")
        found = _states(places)
        assert len(found) == 1, f"a mixture: {found}"
        assert kill_at or found == {NEW}
        left = {
            path.name for path in copied.rglob("*") if path.match("restoring-*") or path.name == RESTORE_PLAN
        }
        assert not left, f"left over: {left}"
        if kill_at:
            tally.note(f"all {found.pop()}")
        return total


def _states(places: Places) -> set[str]:
    """States from which the files come; "?" for missing ones."""
    with Journal(places.journal) as journal:
        assert not journal.problems()
        found = {game.name for game in journal.games()}
    for name in (*places.files, *(f"{folder}/fae/mine.x" for folder in places.folders)):
        found.add(places.of(name).read_text() if places.of(name).is_file() else f"? {name}")
    return found
