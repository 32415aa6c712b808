"""Which phone sits at which seat: invitations, and devices that came with one.

A seat belongs to one game, by its uid: its number and the names of its players may come again in a game of
other people. A code may be used twice before the first decision of its seat: programs that read codes open
the page in a browser of their own, and the phone's own browser comes second. It then sits there alone.

A device is known by its token, of which only a hash is stored, never by a name. Keys are stored encrypted
with the key of the sealed secrets (`companion.session.sealed`).
"""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from companion.app.phones import sealing
from companion.errors import CompanionError, SettingsError
from companion.games import strict
from companion.games.base import N_, Sentence
from companion.session.sealed import stored_cipher
from companion.settings import checked
from companion.storage import atomic
from companion.storage.failure import failure

FILE = "phones.json"
VALID_S = 600.0
"""Time in which an invitation must be used."""
TOKEN_BYTES = 18
MOST_DEVICES = 24
"""Maximum number of devices that are remembered; the oldest are forgotten first."""
_UNWRITABLE = N_("The phones could not be stored in {path}: {found}.")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Content of a QR code after the address: a token, and the public key of the table."""

    token: str
    table: str

    @property
    def fragment(self) -> str:
        """The part of the address after `#`, which browsers never send."""
        return f"{self.token}.{self.table}"


@dataclass(frozen=True, slots=True)
class Seated:
    """A phone that has a seat: the game's uid, the player's name, and the phone's key."""

    game: str
    player: str
    key: bytes


@dataclass(slots=True)
class _Invited:
    """`instead`: hashes of devices that lose the seat when a phone comes. `used`: one came already."""

    game: str
    player: str
    until_s: float
    instead: frozenset[str]
    used: bool = False


class _Device(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")
    token: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    game: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
    player: Annotated[str, Field(max_length=strict.MOST_CHARACTERS)]
    key: str


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")
    devices: list[_Device]


class SeatBook:
    """Invitations and devices of all games; used on one thread.

    `problem`: why the stored devices could not be read; they must scan again.
    """

    def __init__(self, folder: Path, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._clock_s = folder, clock_s
        self._invited: dict[str, _Invited] = {}
        self._ended: dict[str, tuple[str, str]] = {}
        self._devices: dict[str, Seated] = {}
        self._key: sealing.TableKey | None = None
        self.problem: CompanionError | None = None
        self._read()

    def invite(self, game: str, player: str, *, moves: bool = False) -> Invitation:
        """Make an invitation to a seat; earlier ones to it end. A phone that `moves` there comes alone."""
        self._end_invitations(game, player)
        here = [t for t, s in self._devices.items() if (s.game, s.player) == (game, player)]
        token = sealing.as_text(secrets.token_bytes(TOKEN_BYTES))
        until_s, instead = self._clock_s() + VALID_S, frozenset(here if moves else ())
        self._invited[token] = _Invited(game, player, until_s, instead)
        self._key = self._key or sealing.TableKey()
        return Invitation(token, sealing.as_text(self._key.public))

    def awaited(self, game: str, player: str) -> bool:
        """Return True while nobody has used the code of a seat."""
        return any(
            (one.game, one.player, one.used) == (game, player, False) for one in self._invited.values()
        )

    def agree(self, phone: bytes) -> bytes:
        """Return the key agreed with the owner of a public key. Raises ValueError if it is none."""
        self._key = self._key or sealing.TableKey()
        return self._key.agree(phone)

    def join(self, token: str, key: bytes) -> str | None:
        """Exchange an invitation's token for that of a device; None if it was used, ended or never made.

        `key` is the one agreed with this phone. Raises StorageError if the device cannot be stored; the token
        then stays valid.
        """
        invited = self._invited.get(token)
        if invited is None or self._clock_s() > invited.until_s:
            return None
        device = sealing.as_text(secrets.token_bytes(TOKEN_BYTES))
        others = {t: seated for t, seated in self._devices.items() if t not in invited.instead}
        self._store({**others, _hash(device): Seated(invited.game, invited.player, key)})
        if invited.used:
            self._end_invitations(invited.game, invited.player)
        invited.instead, invited.used = frozenset({_hash(device)}), True
        return device

    def decided(self, seated: Seated) -> None:
        """Take note of a decision at a seat: the code of the phone there ends."""
        for invited in [one for one in self._invited.values() if one.used]:
            if (invited.game, invited.player) == (seated.game, seated.player):
                self._end_invitations(seated.game, seated.player)

    def whose(self, token: str, game: str) -> str | None:
        """Return the player of a game whose code this was; None if it was none, or is forgotten."""
        invited = self._invited.get(token)
        found = (invited.game, invited.player) if invited else self._ended.get(token)
        return found[1] if found and found[0] == game else None

    def _end_invitations(self, game: str, player: str) -> None:
        ended = {t: (game, player) for t, i in self._invited.items() if (i.game, i.player) == (game, player)}
        self._ended = dict([*self._ended.items(), *ended.items()][-MOST_DEVICES:])
        self._invited = {t: i for t, i in self._invited.items() if t not in ended}

    def seated(self, device: str) -> Seated | None:
        """Return where a device sits; None if it is unknown."""
        return self._devices.get(_hash(device))

    def players(self, game: str) -> Sequence[str]:
        """Return the players of a game who have a phone, each as often as phones."""
        return [seated.player for seated in self._devices.values() if seated.game == game]

    def remove(self, game: str, player: str | None = None) -> None:
        """Forget all phones of a seat, or of all seats of a game, and the invitations to them.

        Raises StorageError if that cannot be stored; until the app ends they are forgotten all the same.
        """

        def stays(seated: Seated | _Invited) -> bool:
            return seated.game != game or player not in (None, seated.player)

        kept = {token: seated for token, seated in self._devices.items() if stays(seated)}
        self._invited = {t: invited for t, invited in self._invited.items() if stays(invited)}
        if kept != self._devices:
            self._devices = kept
            self._store(kept)

    def move(self, before: str, after: str, players: Iterable[str]) -> None:
        """Take the phones of a game's players along to their rematch.

        Raises StorageError if that cannot be stored; until the app ends they are there all the same.
        """
        going = set(players)
        for token, seated in list(self._devices.items()):
            if seated.game == before and seated.player in going:
                self._devices[token] = Seated(after, seated.player, seated.key)
        self._store(self._devices)

    def _store(self, devices: Mapping[str, Seated]) -> None:
        """Write these devices; they are the ones from now on. Raises StorageError."""
        cipher = stored_cipher(self._folder)
        kept = dict(list(devices.items())[-MOST_DEVICES:])
        written = [
            {"token": t, "game": s.game, "player": s.player, "key": cipher.encrypt(s.key).decode()}
            for t, s in kept.items()
        ]
        path = self._folder / FILE
        try:
            atomic.write(path, json.dumps({"devices": written}, ensure_ascii=False), private=True)
        except OSError as error:
            raise failure("phones_unwritable", _UNWRITABLE, path=str(path), found=str(error)) from error
        self._devices = kept

    def _read(self) -> None:
        try:
            written = (self._folder / FILE).read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            self.problem = _unreadable(str(error))
            return
        from cryptography.fernet import InvalidToken  # the start page does without

        try:
            file = checked.parse(_File, written, FILE, strict.MOST_CHARACTERS)
            cipher = stored_cipher(self._folder)
            self._devices = {
                one.token: Seated(one.game, one.player, cipher.decrypt(one.key.encode()))
                for one in file.devices[-MOST_DEVICES:]
            }
        except CompanionError as error:
            self.problem = _unreadable(str(error))
        except InvalidToken:
            self.problem = _unreadable("another key")


def _hash(token: str) -> str:
    """Return what is stored of a token: it is random, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _unreadable(found: str) -> SettingsError:
    sentence = Sentence(
        N_("phones.json could not be read ({found}): scan the codes again."), {"found": found}
    )
    return SettingsError("phones_unreadable", str(sentence), sentences=(sentence,))
