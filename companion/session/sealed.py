"""Secrets of the seats, such as a colour, a page or a hand; decrypted only here.

`repr` shows no secret, and only `revealed` returns the secrets of all players. On disk they are encrypted
(Fernet: AES-128 with a signature). The key is stored beside the journal in a file that only its owner may
read. This hides secrets from readers of the journal, a copy of it, a bug report or a log. It does not protect
against a reader of both files with the same user or as root, because the app itself must decrypt them after a
restart.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import StorageError
from companion.games.base import N_, Chance, Secret
from companion.storage import atomic
from companion.storage.failure import failure
from companion.storage.journal import Journal

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

KEY_FILE = "secrets.key"


class Sealed:
    """One JSON value a seat; decrypted for each access only."""

    def __init__(self, secret: Secret, values: Sequence[Any]) -> None:
        """Encrypt dealt values with a temporary key, which is not stored, until `event` is called.

        Raises RuleError if they cannot be dealt together.
        """
        secret.check(values)
        key = _fernet().generate_key()
        self._take(secret, _closed(values, key), len(values), key)

    def __repr__(self) -> str:
        """Return the number of secrets, never their values."""
        return f"<Sealed {self._secret.key} of {self._seats} seats>"

    def __reduce__(self) -> str:
        """Refuse to be pickled: secrets are stored in the journal only."""
        raise TypeError("secrets are stored sealed only")

    @classmethod
    def deal(cls, secret: Secret, chance: Chance, seats: int) -> "Sealed":
        """Deal random secrets, one a seat."""
        return cls(secret, secret.deal(chance, seats))

    @classmethod
    def load(cls, secret: Secret, payload: Mapping[str, Any], journal: Journal, game: int) -> "Sealed":
        """Return the secrets of a stored event.

        Raises StorageError `secrets_unreadable` when the key cannot be read now, `secrets_lost` when it is
        missing or another one.
        """
        path, token = journal.path.with_name(KEY_FILE), str(payload.get("sealed", "")).encode()
        try:
            held = _opened(token, path.read_bytes())
        except (FileNotFoundError, ValueError) as error:
            found = str(error) or "another key"
            raise failure("secrets_lost", LOST_KEY, path=str(path), game=game, found=found) from None
        except OSError as error:
            raise failure("secrets_unreadable", _NO_KEY, path=str(path), found=str(error)) from None
        sealed = cls.__new__(cls)
        sealed._take(secret, token, len(held), path)
        return sealed

    def event(self, journal: Journal) -> tuple[str, dict[str, Any]]:
        """Return kind and payload of the event that stores the secrets with the journal's key.

        Raises StorageError `secrets_unreadable` if no key can be stored.
        """
        path = journal.path.with_name(KEY_FILE)
        self._take(self._secret, _closed(self._values(), _key(path)), self._seats, path)
        return self._secret.key, {"sealed": self._token.decode()}

    def look(self, seat: int) -> Any:
        """Return the secret of a seat, for that seat only.

        Raises IndexError for an unknown seat, StorageError `secrets_unreadable` if the key is missing by now.
        """
        return self._values()[seat]

    def revealed(self, players: Sequence[str]) -> dict[str, Any]:
        """Return all secrets by player, for the end of the game. Raises as `look`."""
        return dict(zip(players, self._values(), strict=True))

    def _take(self, secret: Secret, token: bytes, seats: int, key: bytes | Path) -> None:
        self._secret, self._token, self._seats, self._key = secret, token, seats, key

    def _values(self) -> list[Any]:
        try:
            key = self._key if isinstance(self._key, bytes) else self._key.read_bytes()
            held = _opened(self._token, key)
        except (OSError, ValueError) as error:
            found = str(error) or "another key"
            raise failure("secrets_unreadable", _NO_KEY, path=str(self._key), found=found) from None
        return [held[str(seat)] for seat in range(self._seats)]


def key_problem(journal: Path) -> StorageError | None:
    """Return the problem with the key beside a journal; None if it is missing or good."""
    path = journal.with_name(KEY_FILE)
    try:
        _fernet()(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        return failure("secrets_unreadable", _NO_KEY, path=str(path), found=str(error))
    return None


def stored_cipher(folder: Path) -> "Fernet":
    """Return the cipher of the key beside a journal in this folder, made on first use.

    Raises StorageError `secrets_unreadable`. What another key sealed raises InvalidToken.
    """
    return _fernet()(_key(folder / KEY_FILE))


def _fernet() -> "type[Fernet]":
    """Load the library when secrets are dealt or read: the start page does without."""
    from cryptography.fernet import Fernet

    return Fernet


def _closed(values: Sequence[Any], key: bytes) -> bytes:
    held = {str(seat): value for seat, value in enumerate(values)}
    return _fernet()(key).encrypt(json.dumps(held).encode())


def _opened(token: bytes, key: bytes) -> dict[str, Any]:
    from cryptography.fernet import InvalidToken

    try:
        found = json.loads(_fernet()(key).decrypt(token))
    except InvalidToken:
        raise ValueError from None
    if not isinstance(found, dict):
        raise ValueError(type(found).__name__)
    return found


def _key(path: Path) -> bytes:
    """Return the key beside the journal; create it on first use.

    The write is atomic, so that an interruption leaves no partial key. An invalid key file is renamed.
    """
    try:
        with suppress(FileNotFoundError):
            found = path.read_bytes()
            try:
                _fernet()(found)
            except ValueError:
                path.replace(path.with_suffix(".broken"))
            else:
                return found
        atomic.write(path, _fernet().generate_key(), private=True)
        return path.read_bytes()
    except OSError as error:
        raise failure("secrets_unreadable", _NO_KEY, path=str(path), found=str(error)) from error


LOST_KEY = N_(
    "{path}: expected the key that sealed the secrets of game {game}, found: {found}. New ones were dealt: "
    "everybody looks again."
)
_NO_KEY = N_("{path}: expected the key of the secrets there, found: {found}; check the folder and the disk.")
