"""Replaces several files and folders atomically: after a kill all are new or all are old.

The plan is on disk before the first rename. The next program that takes the journal's lock carries it out; a
plan without its drafts is undone. Both can be interrupted and repeated.
"""

import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.games.base import N_
from companion.storage import atomic
from companion.storage.failure import failure
from companion.storage.folders import RESTORE_PLAN

_Moves = tuple[tuple[Path, Path], ...]


class ExchangePlan(BaseModel):
    """Ordered renames: old files `aside`, then drafts `into_place`; both are (source, target).

    `drafts` are the folders of the drafts. The lock of `journal` keeps other programs out meanwhile.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    journal: Path
    drafts: tuple[Path, ...]
    aside: _Moves = ()
    into_place: _Moves = ()

    def arrived(self, draft: Path, place: Path) -> bool:
        """Return True if this draft is already in place."""
        old = dict(self.aside).get(place)
        return not draft.exists() and place.exists() and (old is None or old.exists())


def planned(folder: Path) -> ExchangePlan | None:
    """Read the plan in a folder; None if there is none.

    Raises StorageError `restore_unfinished`.
    """
    file = folder / RESTORE_PLAN
    try:
        return ExchangePlan.model_validate_json(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValidationError) as error:
        found = error.strerror if isinstance(error, OSError) else "?"
        raise failure("restore_unfinished", _UNREADABLE, path=str(file), found=found) from error


def write(folder: Path, plan: ExchangePlan) -> None:
    """Write a plan to disk. Raises OSError; then the previous plan is unchanged."""
    atomic.write(folder / RESTORE_PLAN, plan.model_dump_json(), private=True)


def finish(folder: Path, journal: Path) -> None:
    """Carry out the plan in a folder if it is that journal's; the caller holds its lock.

    Raises OSError; then the plan is kept and the next call continues.
    """
    plan = planned(folder)
    if plan is None or plan.journal.resolve() != journal.resolve():
        return
    if all(draft.exists() or plan.arrived(draft, place) for draft, place in plan.into_place):
        _carry_out(plan)
        _conclude(folder, plan)
    else:
        undo(folder)


def undo(folder: Path) -> None:
    """Undo a plan. Raises OSError; then the plan is kept."""
    plan = planned(folder)
    if plan is None:
        return
    for draft, place in reversed(plan.into_place):
        if plan.arrived(draft, place):
            draft.parent.mkdir(exist_ok=True)
            place.rename(draft)
    for place, aside in reversed(plan.aside):
        if aside.exists() and not place.exists():
            aside.rename(place)
    for folder_of_asides in {aside.parent for _, aside in plan.aside}:
        if folder_of_asides.exists() and not any(folder_of_asides.iterdir()):
            folder_of_asides.rmdir()
    _sync(plan)
    without_moves = ExchangePlan(journal=plan.journal, drafts=plan.drafts)
    write(folder, without_moves)  # the drafts are deleted next: from here on the plan cannot be carried out
    _conclude(folder, without_moves)


def _carry_out(plan: ExchangePlan) -> None:
    for place, aside in plan.aside:
        if place.exists() and not aside.exists():
            aside.parent.mkdir(mode=0o700, exist_ok=True)
            place.rename(aside)
    for draft, place in plan.into_place:
        if draft.exists():
            draft.rename(place)
    _sync(plan)


def _conclude(folder: Path, plan: ExchangePlan) -> None:
    for drafts in plan.drafts:
        shutil.rmtree(drafts, ignore_errors=True)
    (folder / RESTORE_PLAN).unlink()
    atomic.sync(folder)  # otherwise the plan could reappear and move newer data


def _sync(plan: ExchangePlan) -> None:
    for folder in {path.parent for move in plan.aside + plan.into_place for path in move}:
        if folder.exists():
            atomic.sync(folder)


_UNREADABLE = N_(
    "{path}: expected the plan of an interrupted restore, found it unreadable ({found}); move"
    " this file away and restore once more."
)
