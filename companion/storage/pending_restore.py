"""Finishes an interrupted restore when the app starts; loads no more than that needs."""

from companion.storage.folders import RESTORE_PLAN, state_folder


def finish() -> None:
    """Finish or undo an interrupted restore, if there is one. Raises as `backup.finish_restore`."""
    folder = state_folder()
    if (folder / RESTORE_PLAN).exists():
        from companion.storage import backup  # takes a while to import

        backup.finish_restore(folder)
