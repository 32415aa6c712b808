"""The one room for secrets: who holds which spirit.

Nothing here is shown by `repr`, and nothing but `reveal` gives a spirit of all players away. On disk
the spirits are sealed (Fernet: AES-128 with a signature); the key lies beside the journal in a file
only its owner may read. That keeps spirits out of sight of everybody who looks into the journal, a
copy of it, a bug report or a log. It does not protect against somebody who reads both files as the
same user or as root: the app itself must be able to open them after a restart.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from companion.games.base import N_, Sentence, rule_error
from companion.storage.failure import failure
from companion.storage.journal import Journal

KEY_FILE = "secrets.key"


class Spirits:
    """Who holds which spirit, by player index; every colour at most once (rule E-003)."""

    def __init__(self, held: Mapping[int, str]) -> None:
        """Take the spirits as dealt; use `deal` or `load`."""
        self._held = dict(held)

    def __repr__(self) -> str:
        """Only how many, never which."""
        return f"<Spirits of {len(self._held)} players, hidden>"

    def __reduce__(self) -> str:
        """Refuse to be pickled, which would write them in the clear."""
        raise TypeError("spirits are stored sealed only")

    @classmethod
    def deal(cls, players: int, outcome: Sequence[str]) -> "Spirits":
        """Give the colours of `outcome`, a shuffled list, to players 0, 1, … in turn; the rest stay unseen.

        Raises RuleError `bad_setup` when a colour is there twice or there are too few.
        """
        if len(set(outcome)) != len(outcome) or len(outcome) < players:
            sentence = Sentence(_TOO_FEW, {"players": players, "found": len(set(outcome))})
            raise rule_error("bad_setup", [sentence])
        return cls(dict(enumerate(outcome[:players])))

    @classmethod
    def load(cls, journal: Journal, game_id: int) -> "Spirits | None":
        """The spirits that were stored for a game; None when none were dealt.

        Raises StorageError `secrets_unreadable` when the key is missing or another one.
        """
        sealed = [event.payload["sealed"] for event in journal.events(game_id) if event.kind == "spirits"]
        if not sealed:
            return None
        path = _key_path(journal)
        try:
            held = json.loads(Fernet(path.read_bytes()).decrypt(sealed[-1].encode()))
        except (OSError, ValueError, InvalidToken) as error:
            found = str(error) or "another key"
            raise failure(
                "secrets_unreadable", _OTHER_KEY, path=str(path), game=game_id, found=found
            ) from None
        return cls({int(player): colour for player, colour in held.items()})

    def store(self, journal: Journal, game_id: int) -> None:
        """Put the spirits on disk, sealed."""
        token = Fernet(_key(journal)).encrypt(json.dumps(self._held).encode())
        journal.append(game_id, "spirits", {"sealed": token.decode()})

    def look(self, player: int) -> str:
        """The colour of one player, for that player's eyes only. Raises KeyError for a stranger."""
        return self._held[player]

    def reveal(self, journal: Journal | None, game_id: int | None, players: Sequence[str]) -> dict[int, str]:
        """Everybody's colours, for the end of the game (E-042); written to the journal first."""
        if journal is not None and game_id is not None:
            named = {players[player]: colour for player, colour in self._held.items()}
            journal.append(game_id, "reveal", {"spirits": named})
        return dict(self._held)


def _key_path(journal: Journal) -> Path:
    return journal.path.with_name(KEY_FILE)


def _key(journal: Journal) -> bytes:
    """The key beside the journal; made on first use, in one step, so that a kill leaves no half key."""
    path = _key_path(journal)
    try:
        with suppress(FileNotFoundError):
            return path.read_bytes()
        new = path.with_name(f"{KEY_FILE}.{os.getpid()}")
        key_fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(key_fd, "wb") as file:
            file.write(Fernet.generate_key())
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        return path.read_bytes()
    except OSError as error:
        raise failure("secrets_unreadable", _NO_KEY, path=str(path), found=str(error)) from error


_OTHER_KEY = N_(
    "{path}: expected the key that sealed the spirits of game {game}, found: {found}; deal the spirits again."
)
_NO_KEY = N_("{path}: expected to keep a key there, found: {found}; check the folder and the disk.")
_TOO_FEW = N_("Expected {players} or more different spirits, found {found}.")
