"""Interfaces between the session layer, the games and the rest of the app."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from random import Random
from typing import Any, Literal, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games import registry
from companion.games.base import Sentence, Strength, Table
from companion.session.caption import Caption
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from companion.storage.journal import Journal
from companion.storage.named_files import NamedFileStore

Bots: TypeAlias = Mapping[str, Strength]
"""Players that the app plays: strength by name."""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """Options and seats of a new game.

    `players`: names in order of play. `roles`: choice of each player, for example a hero, or "". `options`:
    values by name. `setup`: written set-up in the game's own format, for which no picture is needed, or None.
    `bots`: players that the app plays. `lesson`: the first round is guided. `rematch`: uid of the game that
    the same people have just ended, whose phones come along, or "".
    """

    players: tuple[str, ...]
    roles: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Any = None
    bots: Bots = field(default_factory=dict)
    lesson: bool = False
    rematch: str = ""


@dataclass(frozen=True, slots=True)
class SessionContext:
    """Environment of a session.

    `journal`: storage, or None to store nothing. `chance`: source of randomness. `settings`: the game's own
    settings by name. `watched`: a camera watches the table. `at_table`: there is a real table, else the game
    is on the screen alone and no sentence speaks of one. `interactive`: players can answer questions.
    """

    journal: Journal | None = None
    chance: Random = field(default_factory=Random)
    settings: Mapping[str, str] = field(default_factory=dict)
    watched: bool = True
    at_table: bool = True
    interactive: bool = True


class GameSession(Protocol):
    """A running game for the thread that owns it: messages in, snapshots out."""

    @property
    def settled_table(self) -> Table | None:
        """Table that the last picture showed beyond doubt, or None."""

    @property
    def expected(self) -> Table | None:
        """Table expected now, with the guide steps done so far; None before the set-up is known."""

    def tell(self, message: Message) -> None:
        """Take a message. Raises CompanionError when it cannot be done."""

    def snapshot(self, game: int, problem: CompanionError | None = None, seat: int | None = None) -> Snapshot:
        """Return the view of a seat, or of the shared screen with None; `problem`: last error."""

    def past(self, seat: int) -> Sequence[Any]:
        """Return the positions up to now, in order, as a seat may see them."""

    def secret(self, seat: int) -> Any:
        """Return the secret of a seat. Raises RuleError `no_secret` if nothing was dealt."""

    def known_to_bot(self, seat: int) -> Any:
        """Return what the app may know when it plays a seat. Raises as `secret`."""


WatchKind: TypeAlias = Literal["names", "file", "text", "flag"]


@dataclass(frozen=True, slots=True)
class WatchOption:
    """An option of `companion watch` that only this game has, such as `--players`.

    `choices`: allowed texts, or () for any. `help`: English, as all texts of the command line.
    """

    flag: str
    kind: WatchKind
    help: str
    choices: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The option as a keyword: `--ritual-order` is "ritual_order"."""
        return self.flag.removeprefix("--").replace("-", "_")


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionManifest:
    """Functions and data of a game in the session layer.

    `begin` starts a game (RuleError, StorageError). `resume` continues the stored game with that id
    (StorageError). `reasons`: short sentences by
    code of a rule error, for screens. `worded` rewrites any other sentence without names of spaces, which
    players do not know. `caption` describes for spectators the change between two snapshots. `shelves`: name
    suffix by sort of the files that players keep; a backup contains all of them.
    """

    begin: Callable[[GameConfig, SessionContext], GameSession]
    resume: Callable[[int, SessionContext], GameSession]
    reasons: Mapping[str, str] = field(default_factory=dict)
    worded: Callable[[Sentence], Sentence] | None = None
    watch_options: tuple[WatchOption, ...] = ()
    caption: Callable[[NullTranslations, Any, Any], Caption | None] = lambda *_: None
    shelves: Mapping[str, str] = field(default_factory=dict)


def manifest(name: str) -> SessionManifest:
    """Return the session manifest of a game. Raises as `registry.load`."""
    return registry.load("session", SessionManifest, name)


def manifests(among: Collection[str] | None = None) -> dict[str, SessionManifest]:
    """Return the manifests of all playable games, or those `among` these, by name."""
    return registry.available("session", SessionManifest, among)


def shelf(game: str, sort: str) -> NamedFileStore:
    """Return the store of this sort of files of a game.

    Raises KeyError if its manifest lacks it.
    """
    return NamedFileStore(sort, game, manifest(game).shelves[sort])
