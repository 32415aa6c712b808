"""The one room for secrets: what every seat keeps from the others, such as a colour, a page or a hand.

Nothing here is shown by `repr`, and nothing but `revealed` gives the secrets of all players away. On disk
they are sealed (Fernet: AES-128 with a signature); the key lies beside the journal in a file only its
owner may read. That keeps secrets out of sight of everybody who looks into the journal, a copy of it, a bug
report or a log. It does not protect against somebody who reads both files as the same user or as root: the
app itself must be able to open them after a restart.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken

from companion.games.base import N_, Chance, Secret
from companion.storage import atomic
from companion.storage.failure import failure
from companion.storage.journal import Journal

KEY_FILE = "secrets.key"


class Sealed:
    """One value a seat, of any JSON kind."""

    def __init__(self, secret: Secret, values: Sequence[Any]) -> None:
        """Take values as they were dealt. Raises RuleError where they cannot be dealt together."""
        secret.check(values)
        self._secret, self._values = secret, tuple(values)

    def __repr__(self) -> str:
        """Only how many, never which."""
        return f"<Sealed {self._secret.key} of {len(self._values)} seats>"

    def __reduce__(self) -> str:
        """Refuse to be pickled, which would write them in the clear."""
        raise TypeError("secrets are stored sealed only")

    @classmethod
    def deal(cls, secret: Secret, chance: Chance, seats: int) -> "Sealed":
        """Secrets by chance, one a seat."""
        return cls(secret, secret.deal(chance, seats))

    @classmethod
    def load(cls, secret: Secret, payload: Mapping[str, Any], journal: Journal, game: int) -> "Sealed":
        """The secrets of a stored event.

        Raises StorageError `secrets_unreadable` when the key is missing or another one.
        """
        path = _key_path(journal)
        try:
            held = json.loads(Fernet(path.read_bytes()).decrypt(payload["sealed"].encode()))
        except (OSError, ValueError, InvalidToken) as error:
            found = str(error) or "another key"
            raise failure("secrets_unreadable", _OTHER_KEY, path=str(path), game=game, found=found) from None
        return cls(secret, [held[str(seat)] for seat in range(len(held))])

    def event(self, journal: Journal) -> tuple[str, dict[str, Any]]:
        """Kind and payload of the event that stores the secrets, sealed."""
        held = {str(seat): value for seat, value in enumerate(self._values)}
        token = Fernet(_key(journal)).encrypt(json.dumps(held).encode())
        return self._secret.key, {"sealed": token.decode()}

    def look(self, seat: int) -> Any:
        """The secret of one seat, for that seat's eyes only. Raises IndexError for a stranger."""
        return self._values[seat]

    def revealed(self, players: Sequence[str]) -> dict[str, Any]:
        """Everybody's secrets by player, for the end of the game."""
        return dict(zip(players, self._values, strict=True))


def _key_path(journal: Journal) -> Path:
    return journal.path.with_name(KEY_FILE)


def _key(journal: Journal) -> bytes:
    """The key beside the journal; made on first use, in one step, so that a kill leaves no half key."""
    path = _key_path(journal)
    try:
        with suppress(FileNotFoundError):
            return path.read_bytes()
        atomic.write(path, Fernet.generate_key(), private=True)
        return path.read_bytes()
    except OSError as error:
        raise failure("secrets_unreadable", _NO_KEY, path=str(path), found=str(error)) from error


_OTHER_KEY = N_(
    "{path}: expected the key that sealed the secrets of game {game}, found: {found}; "
    "put the file back, or begin a new game."
)
_NO_KEY = N_("{path}: expected to keep a key there, found: {found}; check the folder and the disk.")
