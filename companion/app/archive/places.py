"""Places of everything that a backup holds."""

from functools import partial
from pathlib import Path

from companion.app.machine.settings_file import with_journal
from companion.app.phones.seat_book import FILE as PHONES
from companion.session.base import manifests
from companion.session.sealed import KEY_FILE
from companion.settings import locks, people, preferences, tags
from companion.storage.backup import Places
from companion.storage.folders import state_folder
from companion.storage.journal import default_path
from companion.storage.named_files import BOARDS, CHECKSUMS

_SETTINGS = "settings.toml"


def places(journal: Path, settings: Path, usual: Path) -> Places:
    """The places of an app with this journal.

    With another than the `usual` one a restore leaves the settings and what was learnt as they are.
    Otherwise the restored settings name this journal, wherever the machine of the backup kept its own.
    Phones scan again after a restore: one that was removed since the backup must not come back with it.
    """
    path = journal.absolute()
    files = (KEY_FILE, locks.FILE, preferences.FILE, people.FILE, tags.FILE)
    small_files = {name: path.with_name(name) for name in files}
    sorts = {sort for manifest in manifests().values() for sort in manifest.shelves}
    learnt = {name: state_folder() / name for name in sorted({BOARDS, CHECKSUMS, *sorts})}
    is_default = path.resolve() == default_path().resolve()
    elsewhere = path.resolve() != usual.resolve()
    return Places(
        path,
        small_files | {_SETTINGS: settings},
        learnt,
        left_alone=frozenset({_SETTINGS, *learnt} if elsewhere else ()),
        plans=path.parent if elsewhere else state_folder(),
        cleared=(path.with_name(PHONES),),
        adapted={_SETTINGS: partial(with_journal, path=None if is_default else path)},
    )
