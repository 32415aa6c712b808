"""What a game brings to this layer, and what the rest of the app hands to it."""

from collections.abc import Callable, Mapping, Sequence
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
"""The players whom the app plays, by name, and how well."""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """What people agreed on before a game: who plays, in order of play, and how.

    `roles` is what each player chose, a hero say, or "". `options` by name. `setup` is a set-up that no
    picture is needed for, in the game's own words, or None. `bots` are the players whom the app plays.
    """

    players: tuple[str, ...]
    roles: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Any = None
    bots: Bots = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SessionContext:
    """What a session works with: where it is stored (nowhere with None), chance, the game's own settings by
    name, whether something watches the table, and whether people can be asked.
    """

    journal: Journal | None = None
    chance: Random = field(default_factory=Random)
    settings: Mapping[str, str] = field(default_factory=dict)
    watched: bool = True
    interactive: bool = True


class GameSession(Protocol):
    """A running game as the thread that owns it sees it: messages in, snapshots out."""

    @property
    def settled_table(self) -> Table | None:
        """What lies on the table beyond doubt after the last picture, if anything does."""

    @property
    def expected(self) -> Table | None:
        """What should lie there as far as hands have come; None before the set-up is known."""

    def tell(self, message: Message) -> None:
        """Take a message. Raises CompanionError when it cannot be done."""

    def snapshot(self, game: int, problem: CompanionError | None = None, seat: int | None = None) -> Snapshot:
        """What a seat may see, or everybody with None; `problem` is what the last message met."""

    def past(self, seat: int) -> Sequence[Any]:
        """The positions up to now, in order, as a seat may see them."""

    def secret(self, seat: int) -> Any:
        """What a seat keeps from the others. Raises RuleError `no_secret` where nothing was dealt."""


WatchKind: TypeAlias = Literal["names", "file", "text", "flag"]


@dataclass(frozen=True, slots=True)
class WatchOption:
    """An option of `companion watch` that only this game has, such as `--players`.

    `choices` are what a text may be, if not anything; `help` is English, as all of the command line's.
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
    """What a game brings to this layer.

    `begin` starts a game (RuleError, StorageError), `resume` goes on with the stored one of that id
    (StorageError). `ended` are the journal's kinds of events after which a game is over. `reasons` are
    short sentences for errors of the rules by code, as a screen wants them; `worded` puts any other sentence
    into words for people at a table, who know no names of spaces. `caption` tells people who look on what one
    snapshot shows that the one before did not. `shelves` are the sorts of files that people keep of their
    own, with how their names end: a backup takes all of them.
    """

    begin: Callable[[GameConfig, SessionContext], GameSession]
    resume: Callable[[int, SessionContext], GameSession]
    ended: tuple[str, ...] = ("end",)
    reasons: Mapping[str, str] = field(default_factory=dict)
    worded: Callable[[Sentence], Sentence] | None = None
    watch_options: tuple[WatchOption, ...] = ()
    caption: Callable[[NullTranslations, Any, Any], Caption | None] = lambda *_: None
    shelves: Mapping[str, str] = field(default_factory=dict)


def manifest(name: str) -> SessionManifest:
    """What a game brings to this layer. Raises as `registry.load`."""
    return registry.load("companion.session", "SESSION", SessionManifest, name)


def manifests() -> dict[str, SessionManifest]:
    """The manifests of all games that can be played, by name."""
    return registry.available("companion.session", "SESSION", SessionManifest)


def shelf(game: str, sort: str) -> NamedFileStore:
    """Where a game keeps this sort of files; KeyError for one that its manifest does not name."""
    return NamedFileStore(sort, game, manifest(game).shelves[sort])
