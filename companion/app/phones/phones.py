"""Phones of the running app: who may see and decide what, from the game's snapshots for each seat."""

import ipaddress
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.phones import sealing, wire
from companion.app.phones.seat_book import SeatBook
from companion.errors import CompanionError
from companion.games.base import N_, Sentence, rule_error, say
from companion.i18n import translator
from companion.session.messages import Message, Redo, Undo
from companion.session.seat_form import common, seat_form
from companion.session.snapshot import Snapshot

_NO_GAME = N_("There is no game at the table now.")
_NO_DECISION = N_("This cannot be decided on a phone.")


@dataclass(frozen=True, slots=True)
class Views:
    """Snapshots of one moment: for no seat, and for each person's."""

    shared: Snapshot
    seats: Mapping[str, Snapshot]


class Phones:
    """Implements `companion.app.phones.server.Desk`. All methods may be called on any thread.

    `tell` submits a message to the game; `changed` is called when phones come and go.
    """

    def __init__(
        self, folder: Path, tell: Callable[[Message], None], changed: Callable[[], object] = lambda: None
    ) -> None:
        self._tell, self._changed = tell, changed
        self._lock = threading.Lock()
        self._book = SeatBook(folder)
        self._views: Views | None = None
        self._stored_as = 0
        self._here: frozenset[str] = frozenset()
        self.problem: CompanionError | None = self._book.problem

    def show(self, views: Views | None) -> None:
        """Take the newest snapshots, on the game's thread; None without a game."""
        with self._lock:
            self._views = views
            stored = (views.shared.stored_as or 0) if views else self._stored_as
            if views and stored != self._stored_as:
                self._stored_as = stored

    def invitations(self, addresses: Sequence[str], port: int) -> dict[str, list[str]]:
        """Make an invitation for each person: the addresses to scan. Earlier invitations end."""
        with self._lock:
            if self._views is None:
                return {}
            return {player: self._addresses(player, addresses, port) for player in self._views.seats}

    def invite(self, player: str, addresses: Sequence[str], port: int) -> list[str]:
        """Make an invitation to one seat: the addresses to scan."""
        with self._lock:
            return self._addresses(player, addresses, port)

    def remove(self, player: str) -> None:
        """Forget the phones of a seat. Raises OSError."""
        with self._lock:
            self._book.remove(self._stored_as, player)

    def go_on(self, before: int, after: int, players: Sequence[str]) -> None:
        """Take the phones along to a rematch. Raises OSError."""
        with self._lock:
            self._book.move(before, after, players)

    def present(self) -> Mapping[str, bool]:
        """Return the players who have a phone, and whether it is connected now."""
        with self._lock:
            here = {s.player for d in self._here if (s := self._book.seated(d)) and s.game == self._stored_as}
            return {player: player in here for player in self._book.players(self._stored_as)}

    def game(self) -> str | None:
        """Return the name of the running game."""
        views = self._views
        return views.shared.name if views else None

    def join(self, token: str) -> str | None:
        """Exchange an invitation's token for that of a device; None if it is not valid."""
        with self._lock:
            device = self._book.join(token)
        self._changed()
        return device

    def seat(self, device: str) -> str | None:
        """Return the player at whose seat a device sits in the running game; None if it has none."""
        with self._lock:
            seated = self._book.seated(device)
            if seated is None or (self._views and seated.game != self._stored_as):
                return None
            return seated.player

    def view(self, device: str, language: str) -> str:
        """Return the message with what a device sees now; "" is an onlooker."""
        tr = translator(language)
        with self._lock:
            views, seated = self._views, self._book.seated(device) if device else None
        if views is None:
            return wire.snapshot(seated.player if seated else None, None, None)
        shared = views.shared
        form = seat_form(shared.name)
        public = common(shared, tr) | dict(form.public(shared, tr) if form else {})
        mine = views.seats.get(seated.player) if seated else None
        if not (seated and mine):
            return wire.snapshot(None, public, None)
        held = form.secret(mine, tr) if form else None
        secret = {"number": shared.game, "played": shared.played, "secret": held}
        return wire.snapshot(seated.player, public, sealing.seal(seated.key, secret))

    def tell(self, device: str, message: Mapping[str, Any], language: str) -> None:
        """Take a decision of a seat.

        Raises RuleError `no_game`, `no_decision`, `not_yours`, or those of the game.
        """
        player = self.seat(device)
        with self._lock:
            views = self._views
        mine = views.seats.get(player) if views and player else None
        if mine is None:
            raise rule_error("no_game", [Sentence(_NO_GAME)])
        self._tell(_decision(mine, message))

    def said(self, error: CompanionError, language: str) -> str:
        """Return the text of an error."""
        return say(error, translator(language))

    def connected(self, devices: frozenset[str]) -> None:
        """Take note of the devices that are connected now."""
        self._here = devices
        self._changed()

    def _addresses(self, player: str, addresses: Sequence[str], port: int) -> list[str]:
        fragment = self._book.invite(self._stored_as, player).fragment
        return [f"http://{_host(address)}:{port}/#{fragment}" for address in addresses]


def _decision(snapshot: Snapshot, written: Mapping[str, Any]) -> Message:
    match written:
        case {"do": "undo", **rest} if not rest:
            return Undo(snapshot.game)
        case {"do": "redo", **rest} if not rest:
            return Redo(snapshot.game)
    form = seat_form(snapshot.name)
    if form is None or form.decide is None:
        raise rule_error("no_decision", [Sentence(_NO_DECISION)])
    return form.decide(snapshot, written)


def _host(address: str) -> str:
    return f"[{address}]" if ipaddress.ip_address(address).version == 6 else address
