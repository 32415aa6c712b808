"""Messages from a phone, read as the server and a running game do."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.phones import wire
from companion.app.phones.phones import Phones, Views
from companion.app.phones.seat_book import SeatBook
from companion.errors import CompanionError
from companion.games import fae, fairytile
from companion.games.registry import rules
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.fairytile.decisions import answer
from companion.session.messages import Message
from tests.session.contract import GAME
from tests.session.test_contract import BY_TOUCH
from tests.torture.twins import people

OPTIONS = {"fabula": {"hands": "app"}}
MOST_INPUTS = 300
"""Number of inputs after which the game begins anew."""
MOST_MOVES = 30
"""Number of moves that are made before the first input."""
EVERYWHERE: tuple[Any, ...] = (
    {"type": "hello", "device": "abc", "language": "pt_BR"},
    {"at": 0, "message": {"do": "undo"}},
    {"at": 0, "message": {"do": "redo"}},
)
"""Messages; those of a decision are sealed before they are sent, and the reader gets them opened."""


_KINDS: tuple[Any, Any] = (wire.MESSAGE, wire.DECISION)


class NoMessageError(Exception):
    """The server closes the connection."""


class PhoneReader:
    """A game at which every seat has a phone; one of them sends."""

    def __init__(self, name: str) -> None:
        self.name, self._folder, self._chance = name, TemporaryDirectory(), Random(5)
        self.told: list[Message] = []
        self.phones = Phones(Path(self._folder.name), self.told.append)
        book = self.phones._book = SeatBook(Path(self._folder.name))
        self._begin()
        found = [book.join(book.invite(self.session.uid, player).token, bytes(32)) for player in people(name)]
        self.devices = [device for device in found if device]
        assert len(self.devices) == len(found)

    def _begin(self) -> None:
        players, self._left = people(self.name), MOST_INPUTS
        setup = rules(self.name).opening(self._chance, players)
        config = GameConfig(players, options=OPTIONS.get(self.name, {}), setup=setup)
        context = SessionContext(chance=self._chance, watched=False)
        begun: Any = manifest(self.name).begin(config, context)
        self.session = begun
        for _ in range(self._chance.randrange(MOST_MOVES)):
            if not self.session.finished:
                self.session.tell(BY_TOUCH[self.name](self.session, self._chance))
        self._show()

    def _show(self, problem: CompanionError | None = None) -> None:
        seats = {
            player: self.session.snapshot(GAME, seat=seat) for seat, player in enumerate(people(self.name))
        }
        self.phones.show(Views(self.session.snapshot(GAME, problem), seats))

    def seeds(self) -> Sequence[bytes]:
        """Messages that a phone may send now, or at other times."""
        if self.session.finished:
            self.phones.take_along(self.session.uid)
            self._begin()
        messages = [{"at": 0, "message": one} for one in SEEDS[self.name](self.session)]
        return [json.dumps(one).encode() for one in (*EVERYWHERE, *messages)]

    def __call__(self, content: bytes) -> object:
        """Read a message. Raises NoMessageError or CompanionError for a refused one."""
        self._left -= 1
        if self._left < 0 or self.session.finished:
            self._begin()
        try:
            message: Any = wire.read(content, _KINDS[b'"at"' in content])
        except ValueError as error:
            raise NoMessageError from error
        if isinstance(message, wire.Hello):
            return self.phones.view(message.device, message.language)
        turn = self.session.snapshot(GAME).turn
        asked = people(self.name).index(turn) if turn and self._left % 4 else self._left % len(self.devices)
        device = self.devices[asked]
        if not self.phones.tell(device, message, lambda _: None):
            return None
        problem: CompanionError | None = None
        try:
            self.session.tell(self.told.pop())
        except CompanionError as error:
            problem = error
        self._show(problem)
        for one in ("", device):
            self.phones.view(one, "en")
        if problem:
            raise problem
        return message


def _fae(session: Any) -> list[Any]:
    moves = [[*move[:2]] for move in fae.legal(session.snapshot(GAME).position)[:3]]
    return [
        *({"decision": id_, "answer": move} for id_ in ("move", "which") for move in moves),
        {"decision": "order", "answer": [3, 1]},
        {"decision": "done", "answer": []},
    ]


def _fairytile(session: Any) -> list[Any]:
    acts = fairytile.adventures(session.position)
    made = (answer(GAME, act) for act in (*acts[:2], *acts[-2:], fairytile.FinishTurn(), fairytile.GiveUp()))
    written = [{"decision": one.decision, "answer": [*one.answer]} for one in made]  # type: ignore[misc]  # of things
    return [{"decision": "tell", "answer": []}, *written]


def _offered(session: Any) -> list[Any]:
    """An answer to each decision of the first seat."""
    chance = Random(1)
    found = session.snapshot(GAME, seat=0).decisions
    return [{"decision": one.id, "answer": [*one.form.random(chance)]} for one in found]


SEEDS: dict[str, Callable[[Any], list[Any]]] = {
    "fae": _fae, "fairytile": _fairytile, "fabula": _offered, "fate": _offered,
}  # fmt: skip
