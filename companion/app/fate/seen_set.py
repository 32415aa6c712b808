"""Piece sets of earlier games: kept automatically and recognised again.

Sets are distinguished by appearance, so neither sets nor editions are ever mixed: each has its own name,
`seen-1`, `seen-2`, …
"""

import logging
import time

from companion.errors import StorageError
from companion.session.own_files import OwnFiles
from vision.fate import own_set
from vision.fate.own_set import Samples
from vision.fate.params import PARAMS
from vision.fate.samples import KnownPieces

log = logging.getLogger(__name__)

SEEN = "seen-"
MOST_SETS = 4
"""Maximum number of sets kept; the one not seen for longest is removed first."""
EVERY_S = 60.0
"""Shortest time between two saves in seconds; a new kind is saved at once."""


def is_seen(name: str) -> bool:
    """Return True for the name of a set that was kept automatically."""
    return name.startswith(SEEN)


class SeenSet:
    """Collects the samples of one game's table and finds its set among those of earlier games."""

    def __init__(self, files: OwnFiles[Samples]) -> None:
        self.known: KnownPieces | None = None
        self._files = files
        self._name: str | None = None
        self._before = Samples.none()
        self._kinds = 0
        self._kept_s = -EVERY_S

    def taught(self, samples: Samples) -> KnownPieces | None:
        """Add samples; return the matching earlier set once it is recognised, else None.

        The set is saved at most every `EVERY_S`. Storage errors are only logged.
        """
        found = None
        try:
            if self._name is None and len(set(samples.kinds.tolist())) > PARAMS.same_set_min_pieces:
                found = self._recognise(samples)
            now_s = time.monotonic()
            kinds = len(set(samples.kinds.tolist()))
            if self._name and (kinds > self._kinds or now_s - self._kept_s >= EVERY_S):
                self._kinds, self._kept_s = kinds, now_s
                self._files.save(self._name, own_set.newest(self._before.and_also(samples)))
        except StorageError as error:
            log.warning("how the pieces look is not kept: %s", error)
        return found

    def _recognise(self, samples: Samples) -> KnownPieces | None:
        store = self._files.store
        names = [name for name in store.names() if is_seen(name)]
        for name in names:
            try:
                before = self._files.load(name)
            except StorageError as error:
                log.warning("passed over: %s", error)
                continue
            if own_set.same_set(before, samples):
                self._name, self._before = name, before
                self.known = own_set.gallery(before)
                return self.known
        for name in names[MOST_SETS - 1 :]:
            store.forget(name)
        free = (f"{SEEN}{number}" for number in range(1, MOST_SETS + 2))
        self._name = next(name for name in free if name not in store.names())
        return None
