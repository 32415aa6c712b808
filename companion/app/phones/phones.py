"""Phones of the running app: who may see and decide what, from the game's snapshots for each seat."""

import ipaddress
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.app.machine.addresses import local_addresses
from companion.app.machine.hotspot import ADDRESS, Hotspot
from companion.app.phones import sealing, wire
from companion.app.phones.desk import PORT, Desk
from companion.app.phones.seat_book import SeatBook, Seated
from companion.errors import CompanionError, HardwareError, StorageError
from companion.games import registry
from companion.games.base import N_, Advice, Sentence, Translations, rule_error, say
from companion.games.rulebook import sentence_of
from companion.i18n import translator
from companion.session import view_json
from companion.session.answering import Answering
from companion.session.base import GameSession
from companion.session.board.seat import SEAT as BOARD
from companion.session.board.snapshot import BoardSnapshot
from companion.session.messages import Message, Redo, Undo
from companion.session.seat_form import SeatForm, common, own, refuse_others, seat_form
from companion.session.snapshot import Snapshot
from companion.session.thread import stale
from companion.session.view import Answer
from ui.phone_service import OwnNetwork

if TYPE_CHECKING:
    from companion.app.phones.server import PhoneServer

log = logging.getLogger(__name__)

LENT_S = 600.0
"""Time for which a page is lent."""
_TOKEN_BYTES = 16
HINT_BYTES = 1024
"""Size of the sealed hints of a seat."""
_AT_BYTES = 40
"""Size of what is sealed with the hints."""
_NO_DECISION = N_("This cannot be decided on a phone.")
_NO_GAME = N_("There is no game at the table now.")
_NOT_INSTALLED = N_('Phones need {found}. Install the app with its extra "phones".')


@dataclass(frozen=True, slots=True)
class Views:
    """Snapshots of one moment: for no seat, and for each person's.

    `public`: what everybody may see, by language, as far as a phone has asked for it.
    """

    shared: Snapshot
    seats: Mapping[str, Snapshot]
    public: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False)


class _Lent(NamedTuple):
    """A page that is lent under a token until a monotonic time in seconds."""

    token: str
    page: bytes
    until_s: float


class Hints(Protocol):
    """Hints for the player to move."""

    def offered(self, shown: Snapshot) -> bool:
        """Return whether the player to move may ask in this state."""

    def ask(self, shown: Snapshot, found: Callable[[], object]) -> None:
        """Think about the state, then call `found` on any thread. Raises CompanionError."""

    def of(self, player: str, at: int) -> Sequence[Advice[Any]] | None:
        """Return the suggestions for a player in a state, the best first; None if there are none yet."""

    def stop(self) -> None:
        """Cancel thinking and discard the suggestions."""


def views(session: GameSession, shared: Snapshot) -> Views:
    """Make the snapshots of all people's seats, on the game's thread."""
    seats = {
        player: session.snapshot(shared.game, seat=seat)
        for seat, player in enumerate(shared.players)
        if player not in shared.bots
    }
    return Views(shared, seats)


def on_port(address: str, port: int) -> str:
    """Return the URL of a numeric address and a port, without a path."""
    host = f"[{address}]" if ipaddress.ip_address(address).version == 6 else address
    return f"http://{host}:{port}"


class Phones:
    """Implements `ui.services.Phones` and `companion.app.phones.server.Desk`.

    All methods may be called on any thread. `tell` submits a message to the game, `show_again`
    has it shown again. `addresses` are those of this machine in the local network. Without a `hotspot`
    there is no Wi-Fi of the machine's own. `board(game)`: its description of a board. `figures(players)`:
    keys of their figures by name. `hints` are for seats that ask.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[Message], None],
        show_again: Callable[[], None] = lambda: None,
        addresses: Callable[[], Sequence[str]] = local_addresses,
        port: int = PORT,
        hotspot: Hotspot | None = None,
        board: Callable[[str], Mapping[str, Any] | None] = lambda _: None,
        figures: Callable[[Sequence[str]], Mapping[str, str]] = lambda _: {},
        hints: Hints | None = None,
    ) -> None:
        self._folder, self._tell, self._addresses, self._port = folder, tell, addresses, port
        self._show_again, self._board, self._figures = show_again, board, figures
        self._hints = hints
        self._hotspot = hotspot or Hotspot(available=False)
        self._lock = threading.Lock()
        self._book: SeatBook | None = None
        self._server: PhoneServer | None = None
        self._views: Views | None = None
        self._uid = ""
        self._before = ""
        self._here: frozenset[str] = frozenset()
        self._taken: dict[str, wire.Decision] = {}
        self._lent: _Lent | None = None
        self._moving: list[Callable[[str], None]] = []

    @property
    def on(self) -> bool:
        """True while phones are served."""
        return self._server is not None

    def turn_on(self) -> None:
        """Serve phones from now on.

        Raises HardwareError `port_taken`, `not_installed`; StorageError or SettingsError if the phones of
        before cannot be read.
        """
        if self._server:
            return
        server = _server(self, self._port)
        with self._lock:
            self._book = self._book or SeatBook(self._folder)
        server.start()
        self._server = server
        self._show_again()
        if problem := self._book.problem:
            self._book.problem = None
            raise problem

    def turn_off(self) -> None:
        """End the connections and the own Wi-Fi, close the port; phones come back by themselves later."""
        self._hotspot.remove()
        server, self._server = self._server, None
        if server:
            server.stop()

    def can_make_network(self) -> bool:
        """Return true if this machine may try to make a Wi-Fi of its own."""
        return self._hotspot.available

    def make_network(self) -> None:
        """Start to make a Wi-Fi of the machine's own, in which phones are told that all is well."""
        self._hotspot.make(self._answer_probes)

    def own_network(self) -> OwnNetwork:
        """Return the state of the own Wi-Fi; it may have ended because another one was joined."""
        found = self._hotspot.result
        return found if not found.code or ADDRESS in self._addresses() else OwnNetwork()

    def take_along(self, before: str) -> None:
        """Let the phones of the game `before` (a uid) come along to the next game; with "" none come."""
        with self._lock:
            self._before = before

    def forget(self, game: str) -> None:
        """Forget the phones of a deleted game by its uid."""
        with self._lock:
            try:
                (self._book or SeatBook(self._folder)).remove(game)
            except StorageError as error:
                log.warning("%s", error)  # harmless: no other game has this uid

    def show(self, views: Views | None) -> None:
        """Take the newest snapshots, on the game's thread; None without a game."""
        with self._lock:
            before, self._views = self._views, views
            if views:
                self._follow(views.shared)
        goes_on = before is None or views is None or before.shared.at != views.shared.at
        if self._hints and goes_on:
            self._hints.stop()
        self._publish()

    def invite(self, player: str, *, moves: bool = False) -> Sequence[str]:
        """Make an invitation to a seat: the addresses to scan, one for each network. An earlier one ends.

        A phone that `moves` there takes the place of those that sit there.
        """
        with self._lock:
            if self._book is None or self._server is None:
                return ()
            fragment = self._book.invite(self._uid, player, moves=moves).fragment
            return [f"{on_port(one, self._server.port)}/#{fragment}" for one in self._addresses()]

    def awaited(self, player: str) -> bool:
        """Return True while nobody has used the code of a seat."""
        with self._lock:
            return self._book is not None and self._book.awaited(self._uid, player)

    def on_moving(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener`, on the server's thread, with a player who wants to go on with another phone."""
        self._moving.append(listener)
        return lambda: self._moving.remove(listener)

    def watch_addresses(self) -> Sequence[str]:
        """Return the addresses of the page for onlookers, one for each network."""
        server = self._server
        return [f"{on_port(one, server.port)}/watch" for one in self._addresses()] if server else ()

    def lend(self, page: bytes) -> Sequence[str]:
        """Lend a page to who scans an address, for ten minutes: the addresses, one for each network.

        The page that was lent before is lent no longer.
        """
        server = self._server
        if server is None:
            return ()
        self._lent = _Lent(secrets.token_urlsafe(_TOKEN_BYTES), page, time.monotonic() + LENT_S)
        return [f"{on_port(one, server.port)}/film/{self._lent.token}" for one in self._addresses()]

    def take_back(self) -> None:
        """Lend nothing any longer."""
        self._lent = None

    def lent(self, token: str) -> bytes | None:
        """Return the page that is lent under a token; None if none is, or no longer."""
        lent = self._lent
        if lent is None or time.monotonic() > lent.until_s:
            return None
        return lent.page if secrets.compare_digest(lent.token, token) else None

    def remove(self, player: str) -> None:
        """Forget the phones of a seat; they are out at once. Raises StorageError."""
        try:
            with self._lock:
                if self._book:
                    self._book.remove(self._uid, player)
        finally:
            if self._server:
                self._server.publish()

    def seated(self) -> Mapping[str, bool]:
        """Return the players who have a phone, and whether it is connected now."""
        with self._lock:
            if self._book is None:
                return {}
            mine = (self._book.seated(device) for device in self._here)
            here = {one.player for one in mine if one and one.game == self._uid}
            return {player: player in here for player in self._book.players(self._uid)}

    def game(self) -> str | None:
        """Return the name of the running game."""
        views = self._views
        return views.shared.name if views else None

    def board(self) -> Mapping[str, Any] | None:
        """Return the board of the running game as its description draws it; None if it has none."""
        game = self.game()
        return self._board(game) if game else None

    def join(self, request: wire.Join) -> wire.Joined:
        """Exchange an invitation's token for that of a device, both sealed; else say whose code it was.

        Raises ValueError for a key that is none, StorageError.
        """
        with self._lock:
            if self._book is None:
                return wire.Joined(False, "")
            key = self._book.agree(sealing.from_text(request.key))
            token = wire.read(sealing.unseal(key, request.sealed), wire.TOKEN).token
            device, shared = self._book.join(token, key), self._views.shared if self._views else None
            player = self._book.whose(token, shared.uid) if shared else None
        figure = self._figures(shared.players).get(player) if shared and player else None
        answer = {"device": device} if device else {"player": player, "figure": figure}
        return wire.Joined(bool(device), sealing.seal(key, answer, sealing.DECISION_BYTES))

    def seat(self, device: str) -> str | None:
        """Return the player at whose seat a device sits in the running game; None if it has none."""
        with self._lock:
            seated = self._seated(device)
            return seated.player if seated else None

    def view(self, device: str, language: str) -> str:
        """Return the message with what a device sees now; "" is an onlooker."""
        tr = translator(language)
        with self._lock:
            views, seated = self._views, self._seated(device)  # of one moment
        if views is None:
            return wire.snapshot(seated.player if seated else None, 0, None, None)
        shared = views.shared
        form = seat_form(shared.name) or (BOARD if isinstance(shared, BoardSnapshot) else None)
        if language not in views.public:
            views.public[language] = self._shared(shared, tr, form)
        public, phones = views.public[language], self.seated()
        players = [{**player, "phone": phones.get(player["name"])} for player in public["players"]]
        public = {**public, "players": players}
        mine = views.seats.get(seated.player) if seated else None
        if not (seated and mine):
            return wire.snapshot(None, shared.at, public, None)
        if not shared.dealt:  # what a seat may decide tells nothing that is secret
            public |= own(mine, tr)
        held = form.secret(mine, tr) if form else None
        size = form.secret_bytes(mine) if form else sealing.DECISION_BYTES
        sealed = sealing.seal(seated.key, {"at": shared.at, "secret": held}, size)
        return wire.snapshot(seated.player, shared.at, public, sealed)

    def _shared(self, shared: Snapshot, tr: Translations, form: SeatForm | None) -> dict[str, Any]:
        """Return what everybody may see, without who is connected."""
        public = common(shared, tr) | dict(form.public(shared, tr) if form else {})
        figures = self._figures(shared.players)
        players = [{**player, "figure": figures.get(player["name"])} for player in public["players"]]
        return {**public, "players": players, "hint": bool(self._hints and self._hints.offered(shared))}

    def hint(self, device: str, language: str) -> str | None:
        """Return the message with the hint that a device asked for in this state; None if there is none."""
        with self._lock:
            views, seated = self._views, self._seated(device)
        if views is None or seated is None or self._hints is None:
            return None
        found = self._hints.of(seated.player, views.shared.at)
        if found is None:
            return None
        tr = translator(language)
        told = [{"way": [*one.way], "text": view_json.sentence(one.reason, tr)} for one in found]
        while len(json.dumps(told)) > HINT_BYTES - _AT_BYTES:
            told.pop()
        return wire.hint(sealing.seal(seated.key, {"at": views.shared.at, "hints": told}, HINT_BYTES))

    def language(self, device: str, hello: wire.Hello) -> str:
        """Return the language that a page wants. Raises ValueError if it is not sealed as its seat's."""
        with self._lock:
            seated = self._seated(device)
        if seated is None or not hello.sealed:
            return hello.language
        return wire.read(sealing.unseal(seated.key, hello.sealed), wire.WISHES).language

    def opened(self, device: str, told: wire.Tell) -> wire.Decision:
        """Return what a seat decided. Raises ValueError if it is not sealed as its seat's."""
        with self._lock:
            seated = self._seated(device)
        if seated is None:
            raise ValueError("expected a device with a seat")
        decision = wire.read(sealing.unseal(seated.key, told.message.sealed), wire.DECISION)
        if decision.at != told.at:
            raise ValueError("expected the state that was sealed")
        return decision

    def tell(self, device: str, decision: wire.Decision, refused: Callable[[CompanionError], object]) -> bool:
        """Take a decision of a seat; return False if it was taken before, or is none of the game.

        What changed nothing may be decided again. `refused` is called, on the game's thread, if somebody was
        first. Raises RuleError `no_game`, `stale`,
        `no_decision`, `not_yours`.
        """
        with self._lock:
            views, seated = self._views, self._seated(device)
        mine = views.seats.get(seated.player) if views and seated else None
        if not (views and seated and mine):
            raise rule_error("no_game", [Sentence(_NO_GAME)])
        if decision.message == {"do": "move"}:
            for listener in tuple(self._moving):
                listener(seated.player)
            return False
        if decision.message.keys() & {"why", "rule"}:
            _explain(mine, decision.message)
            return True
        if decision.message == {"do": "hint"}:
            refuse_others(mine)
            if self._hints:
                self._hints.ask(views.shared, self._publish)
            return True
        if self._taken.get(device) == decision:
            return False
        if decision.at != views.shared.at:
            raise stale()
        message = _decision(mine, decision.message)
        with self._lock:
            if self._book:
                self._book.decided(seated)
        self._taken[device] = decision

        def taken(at: int) -> None:
            if at == decision.at:
                self._taken.pop(device, None)

        def answer(error: CompanionError) -> None:
            self._taken.pop(device, None)
            if error.code == "stale":
                refused(error)

        self._tell(replace(message, at=decision.at, refused=answer, taken=taken))
        return True

    def error_text(self, error: CompanionError, language: str) -> str:
        """Return the text of an error."""
        return say(error, translator(language))

    def connected(self, devices: frozenset[str]) -> None:
        """Take note of the devices that are connected now."""
        self._here = devices

    def _publish(self) -> None:
        if self._server:
            self._server.publish()

    def _answer_probes(self) -> None:
        if server := self._server:
            server.answer_probes(ADDRESS)

    def _seated(self, device: str) -> Seated | None:
        """Return where a device sits in the running game, while the lock is held."""
        seated = self._book.seated(device) if device and self._book else None
        return None if seated and self._views and seated.game != self._uid else seated

    def _follow(self, shared: Snapshot) -> None:
        """Follow the table to another game; the phones come along to a rematch."""
        self._uid = shared.uid
        if self._book and self._before and self._before != shared.uid:
            before, self._before = self._before, ""
            try:
                self._book.move(before, shared.uid, shared.players)
            except StorageError as error:
                log.warning("%s", error)  # the game goes on; after a restart these phones scan again


def _decision(snapshot: Snapshot, written: Mapping[str, Any]) -> Message:
    match written:
        case {"do": "undo", **rest} if not rest:
            return Undo(snapshot.game)
        case {"do": "redo", **rest} if not rest:
            return Redo(snapshot.game)
        case {"decision": str(decision), "answer": answer, **rest} if not rest:
            if not snapshot.decisions:
                refuse_others(snapshot)
            return Answer(snapshot.game, decision, answer, snapshot.seat)
    raise rule_error("no_decision", [Sentence(_NO_DECISION)])


def _explain(snapshot: Snapshot, written: Mapping[str, Any]) -> None:
    """Explain a rule, or why a thing may not be touched after others. Raises RuleError with the text."""
    match written:
        case {"why": str() | int() as thing, "after": [*after]} if len(written) == 2:
            reason = Answering(snapshot.decisions, tuple(after)).why_not(thing)
            if reason and reason.text:
                raise rule_error(reason.code, [reason.text])
        case {"rule": str() as rule} if len(written) == 1:
            if found := sentence_of(registry.rules(snapshot.name).book(), rule):
                raise rule_error("rule", [Sentence(found.text)])
        case _:
            raise rule_error("no_decision", [Sentence(_NO_DECISION)])


def not_installed(error: ModuleNotFoundError) -> HardwareError:
    """Return the error of a library for phones that is missing."""
    sentence = Sentence(_NOT_INSTALLED, {"found": error.name})
    return HardwareError("not_installed", str(sentence), sentences=(sentence,))


def _server(desk: Desk, port: int) -> "PhoneServer":
    try:
        from companion.app.phones.server import PhoneServer  # aiohttp is optional
    except ModuleNotFoundError as error:
        raise not_installed(error) from error
    return PhoneServer(desk, port)
