"""Whole games on phones, with every byte of the wire kept: only its own seat can read a secret.

All seats and an onlooker are bare sockets (`tests.app.phones.raw_client`) at the app's own server; the
decisions are those of players by chance, sent by the phone whose turn it is if a phone can. After each:

- a message has no other fields than the format's, and what is public is the same for seats and onlookers,
  made from the snapshot for no seat;
- a sealed text opens with the key of its own seat only, and holds what that seat may know;
- neither a secret, sealed or not, nor a mark of it is on another's wire, nor unsealed on its own: the goals
  of pages not told, the names of cards in a hand. Of Fae's colours, which are public words: a twin game with
  other spirits gives the same public part to the last letter;
- keys, and after joining the codes, are on no wire; a device's token only on its own.
"""

import base64
import json
import math
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.exceptions import InvalidTag

from companion.app.controller.app import App
from companion.games import registry
from companion.games.fabula.action_codec import action_object
from companion.games.fabula.autoplay import next_move
from companion.games.fairytile.words import goal_sentence
from companion.games.registry import rules
from companion.i18n import translator
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.fabula.answers import answer as meant
from companion.session.messages import Message
from companion.session.seat_form import SeatForm, common, own, seat_form
from companion.session.view import Answer
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones.raw_client import RawPhone
from tests.session.contract import NAMES
from tests.torture.tally import Tally

LANGUAGES = ("en", "pt_BR", "es")
GAMES = tuple(name for name in registry.registered() if seat_form(name))
"""Games that have a form for phones. Fate has no secrets; its keys and tokens are searched for, too."""
OPTIONS: Mapping[str, Mapping[str, Any]] = {"fabula": {"hands": "app"}}
MOST_MOVES = 400
HEROES_ACT = 40
"""Decisions after which the heroes of Fate do nothing any more."""
FIELDS = {"type", "seat", "at", "public", "sealed"}


def torture(times: int, seed: int = 1, most_s: float = math.inf) -> Tally:
    """Play so many games, of each kind in turn; none begins after `most_s` seconds."""
    end_s = time.monotonic() + most_s
    tally, chance = Tally("games on phones"), random.Random(seed)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        apps = {name: stack.enter_context(table(Path(folder) / name, seed)) for name in GAMES}
        for number in range(times):
            if time.monotonic() > end_s:
                break
            name = GAMES[number % len(GAMES)]
            with tally.trying(f"{name}, game {number}"):
                evening = Evening(apps[name], name, chance)
                try:
                    evening.play()
                finally:
                    evening.end()
                tally.note(f"games of {name}")
                for what, count in evening.counts.items():
                    tally.note(what, count)
    return tally


@contextmanager
def table(folder: Path, seed: int = 1) -> Iterator[App]:
    """Run an app that serves phones."""
    with Journal(folder / "journal.sqlite3") as journal:
        app = App(load(DEFAULTS), journal, chance=random.Random(seed))
        app.phones._port, app.phones._addresses = 0, lambda: ["127.0.0.1"]
        try:
            app.phones.turn_on()
            assert app.phones._server
            app.phones._server._clock_s = lambda: 100 * time.monotonic()  # players who never think
            yield app
        finally:
            app.close()


def _is_said(mark: bytes, wire: bytes) -> bool:
    """Return whether a mark is on a wire; a word stands alone, as sealed text has any letters somewhere."""
    if mark not in wire or not mark.isalnum():
        return mark in wire
    return bool(re.search(rb"(?<![\w+/])" + re.escape(mark) + rb"(?![\w+/=])", wire))


class Evening:
    """One game with a phone at each seat and an onlooker."""

    def __init__(self, app: App, name: str, chance: random.Random) -> None:
        self.app, self.name, self.chance = app, name, chance
        self.form: SeatForm = seat_form(name)  # type: ignore[assignment]  # GAMES have one
        fewest, most = rules(name).players
        self.players = NAMES[: chance.randint(max(2, fewest), min(most, len(NAMES)))]
        setup = rules(name).opening(chance, self.players)
        options = OPTIONS.get(name, {})
        config = GameConfig(self.players, options=options, setup=setup)
        app.begin(name, config, "none")
        while app.latest() is None or app.phones.game() is None:
            time.sleep(0.001)
        self.twin: Any = None
        if name == "fae":  # the same game with other spirits
            context = SessionContext(chance=random.Random(chance.random()), watched=False, at_table=False)
            self.twin = manifest(name).begin(config, context)
        assert app.phones._server
        self.port = app.phones._server.port
        self.counts = dict.fromkeys(("messages", "moves by phone", "moves at the screen", "bytes",
                                     "games to the end", "decisions refused by the game"), 0)  # fmt: skip
        self.lengths: set[int] = set()
        self.phones: list[RawPhone] = []
        self.seats = {player: self._sit(app.phones.invite(player)[0]) for player in self.players}
        self.onlooker = self._sit("")
        self.keys = {player: phone.key for player, phone in self.seats.items()}
        self.sealed: set[str] = set()
        for phone in self.phones:
            for secret in (phone.token, phone.device, *written(phone.key)):
                assert not secret or secret.encode() not in phone.joining

    def _sit(self, address: str) -> RawPhone:
        phone = RawPhone(self.port, address, self.chance.choice(LANGUAGES))
        self.phones.append(phone)
        phone.on_snapshot = lambda message: self._heard(phone, message)
        return phone

    def end(self) -> None:
        """Close all phones and leave the game."""
        for phone in self.phones:
            phone.close()
        self.app.leave_game()

    def play(self) -> None:
        """Play to the end."""
        self.check()
        for _ in range(MOST_MOVES):
            shown: Any = self.app.latest()
            if shown.over:
                self.counts["games to the end"] = 1
                return
            self.step()
            now: Any = self.app.latest()
            self.counts["decisions refused by the game"] += now.problem is not None
            self.check()

    def step(self) -> None:
        """Make one decision, by phone if a phone can make it."""
        shown: Any = self.app.latest()
        for player, written, message in DECIDE[self.name](self, shown):
            if self.twin is not None:
                self.twin.tell(message)
            phone, before = self.seats[player], self.app.latest()
            self._follow(phone)
            phone.errors.clear()
            phone.tell(written)
            self._wait(phone, before)
            refused = bool(phone.errors)
            self.counts["moves at the screen" if refused else "moves by phone"] += 1
            if refused:
                self.app.tell(message)
                phone.errors.clear()
                self._wait(phone, before)

    def _wait(self, phone: RawPhone, before: Any) -> None:
        """Wait for another snapshot than this, or a refusal."""
        phone.until(lambda: phone.errors or self.app.latest() is not before)

    def _follow(self, phone: RawPhone) -> None:
        """Wait until a phone was sent what is shown now."""
        shown: Any = self.app.latest()
        phone.until(lambda: phone.latest and phone.latest["at"] == shown.at)

    def _is_newest(self, phone: RawPhone) -> bool:
        shown: Any = self.app.latest()
        return phone.latest is not None and phone.latest["at"] == shown.at

    def _await(self, phone: RawPhone, seen: Any) -> None:
        """Wait until a phone was sent this."""
        phone.until(lambda: public(phone) == seen)

    def _heard(self, phone: RawPhone, message: Mapping[str, Any]) -> None:
        """Check a message as it comes."""
        self.counts["messages"] += 1
        assert set(message) == FIELDS
        assert (message["sealed"] is None) == (phone is self.onlooker)
        assert message["seat"] == next((p for p, one in self.seats.items() if one is phone), None) or (
            phone not in self.seats.values()  # it is just joining
        )
        if message["sealed"]:
            assert message["sealed"] not in self.sealed, "sealed twice with one nonce"
            self.sealed.add(message["sealed"])
            self.lengths.add(len(message["sealed"]))
            assert len(self.lengths) == 1, "a length tells a secret"

    def check(self) -> None:
        """Check what everybody was sent until now, once all have the newest snapshot."""
        for phone in self.phones:  # two states may look alike to everybody
            phone.until(partial(self._is_newest, phone))
        shown: Any = self.app.latest()
        session: Any = self.app._session
        told = {lang: as_json(common(shown, tr) | dict(self.form.public(shown, tr))) for lang, tr in TRS}
        marks = [] if shown.over or shown.revealed else list(MARKS[self.name](self, session))
        places = {id(phone): seat for seat, phone in enumerate(self.seats.values())}
        for phone in self.phones:
            expected, seat = told[phone.language], places.get(id(phone))
            if seat is not None and not shown.dealt:  # what a seat may decide tells nothing that is secret
                mine = own(session.snapshot(shown.game, seat=seat), translator(phone.language))
                expected = as_json(expected | mine)
            self._await(phone, expected)
        if self.twin is not None and not shown.over:
            twin = self.twin.snapshot(shown.game)
            for lang, tr in TRS:
                other = as_json(common(twin, tr) | dict(self.form.public(twin, tr)))
                assert other == told[lang], "the public part depends on secrets"
        for seat, (player, phone) in enumerate(self.seats.items()):
            held = self.form.secret(session.snapshot(shown.game, seat=seat), translator(phone.language))
            opened = phone.opened()
            assert opened == as_json({"at": shown.at, "secret": held})
            if held is not None:
                marks.append(json.dumps(held, ensure_ascii=False, separators=(",", ":")))
            for other, key in self.keys.items():
                assert other == player or cannot_open(phone, key)
        self.search(marks)

    def search(self, marks: Sequence[str]) -> None:
        """Search the wires since the last check, and forget them."""
        secrets_ = [mark.encode() for mark in marks]
        for phone in self.phones:
            wire = bytes(phone.wire)
            phone.wire.clear()
            self.counts["bytes"] += len(wire)
            for mark in secrets_:
                assert not _is_said(mark, wire), (
                    f"on the wire of {(phone.device and 'a seat') or 'the onlooker'}: {mark!r}"
                )
            for other in self.seats.values():
                assert other.key not in wire and not any(one.encode() in wire for one in written(other.key))
                assert other.token.encode() not in wire
                assert phone is other or other.device.encode() not in wire


def written(key: bytes) -> Sequence[str]:
    """Ways in which a key may be written."""
    if not key:
        return ()
    return key.hex(), base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode().rstrip("=")


def public(phone: RawPhone) -> Any:
    """The public part of the newest message, without what the phones add."""
    if phone.latest is None or phone.latest["public"] is None:
        return None
    seen = {key: value for key, value in phone.latest["public"].items() if key != "hint"}
    own = ("phone", "figure")
    return seen | {"players": [{k: v for k, v in one.items() if k not in own} for one in seen["players"]]}


def as_json(value: Any) -> Any:
    """The same value after a journey as JSON."""
    return json.loads(json.dumps(value))


def cannot_open(phone: RawPhone, key: bytes) -> bool:
    """True if a key does not open the newest sealed text."""
    try:
        phone.opened(key)
    except InvalidTag:
        return True
    return False


TRS = [(lang, translator(lang)) for lang in LANGUAGES]


def fae_marks(_: Evening, __: Any) -> Iterator[str]:
    """Sentences that only a secret has."""
    for _lang, tr in TRS:
        yield tr.gettext("Every ritual with this colour brings you points.")


def fairytile_marks(_: Evening, session: Any) -> Iterator[str]:
    """Goals of all pages in books that are not told."""
    position = session.position
    told = {page for pages in position.told_pages for page in pages}
    goals = {
        page: [goal_sentence(goal).say(tr) for _, tr in TRS] for page, goal in position.box.goals.items()
    }
    open_ = {text for page in told for text in goals[page]}
    for seat in range(len(session.players)):
        for page in set(session.sealed.look(seat)) - told:
            yield from (text for text in goals[page] if text not in open_)


def fabula_marks(_: Evening, session: Any) -> Iterator[str]:
    """Names of the cards in hands that nobody has seen, and are in no other text."""
    position = session.position
    open_ = set(position.names.values())
    texts = json.dumps([card.text for card in position.cards.values()], ensure_ascii=False, default=dict)
    everywhere = [name for key, card in position.cards.items() if key in open_ for name in card.name.values()]
    for seat in range(len(session.players)):
        names = session.seen_by(position, seat).names
        for id_ in position.sides[seat].hand:
            key = names.get(id_, "")
            if key and key not in open_:
                yield from (
                    name for name in position.cards[key].name.values()
                    if name not in texts and not any(name in other for other in everywhere)
                )  # fmt: skip


def no_marks(_: Evening, __: Any) -> Iterator[str]:
    """Nothing is secret."""
    yield from ()


MARKS: Mapping[str, Callable[[Evening, Any], Iterator[str]]] = {
    "fae": fae_marks,
    "fairytile": fairytile_marks,
    "fabula": fabula_marks,
    "fate": no_marks,
}
Decision = tuple[str, Mapping[str, Any], Message]
"""Who decides, what the phone sends, and the same as a message of the screen if phones cannot."""


def seen_at(evening: Evening, shown: Any, seat: int) -> Sequence[Any]:
    """Return what a seat may decide as part of the play."""
    session: Any = evening.app._session
    return [one for one in session.snapshot(shown.game, seat=seat).decisions if not one.aside]


def chosen(evening: Evening, shown: Any, seat: int, decision: Any) -> Decision:
    """Answer a decision by chance at a seat."""
    answer = [*decision.form.random(evening.chance)]
    written = {"decision": decision.id, "answer": answer}
    return shown.players[seat], written, Answer(shown.game, decision.id, answer, seat)


def fae_decisions(evening: Evening, shown: Any) -> Iterator[Decision]:
    seat = shown.players.index(shown.turn)
    yield chosen(evening, shown, seat, evening.chance.choice(seen_at(evening, shown, seat)))


def fairytile_decisions(evening: Evening, shown: Any) -> Iterator[Decision]:
    seat = shown.players.index(shown.turn)
    ids = {one.id: one for one in seen_at(evening, shown, seat)}
    wanted = ["tell"] if "tell" in ids else ["end_turn"]
    if "end_turn" not in ids:
        tired = shown.played > 60 and "give_up" in ids
        wanted = ["give_up"] if tired else ["turn_page"] if evening.chance.random() < 0.1 else ["move", "lay"]
    found = [name for name in wanted if name in ids] or [*ids]
    yield chosen(evening, shown, seat, ids[evening.chance.choice(found)])


def fabula_decisions(evening: Evening, shown: Any) -> Iterator[Decision]:
    session: Any = evening.app._session
    if shown.asks == "bases":
        for seat in range(len(shown.players)):
            for decision in seen_at(evening, shown, seat):
                yield chosen(evening, shown, seat, decision)
        return
    known = session.seen_by(session.position, shown.decider)
    own = session.snapshot(shown.game, seat=shown.decider)
    message = meant(own, action_object(next_move(known, evening.chance)), shown.decider)
    if message.decision not in [one.id for one in own.decisions]:  # a card before others are discarded
        yield chosen(evening, shown, shown.decider, seen_at(evening, shown, shown.decider)[0])
        return
    written = {"decision": message.decision, "answer": [*message.answer]}  # type: ignore[misc]  # things
    yield shown.players[shown.decider], written, message


def fate_decisions(evening: Evening, shown: Any) -> Iterator[Decision]:
    """Choose by chance; the heroes act for so long, then their turns end."""
    seat = shown.players.index(shown.turn) if shown.turn else 0
    found = seen_at(evening, shown, seat)
    last = [one for one in found if one.id in ("end", "ask", "choose", "roll", "done", "any_order", "go_on")]
    tired = shown.played > HEROES_ACT and bool(last)
    yield chosen(evening, shown, seat, evening.chance.choice(last if tired else found))


DECIDE: Mapping[str, Callable[[Evening, Any], Iterator[Decision]]] = {
    "fae": fae_decisions,
    "fairytile": fairytile_decisions,
    "fabula": fabula_decisions,
    "fate": fate_decisions,
}
