"""Secrets marked by unique texts, searched for in everything written, shown, lit, sent and logged.

All games that keep something from a seat are played through the whole app; until the end nobody but the seat
finds any of it anywhere.
"""

import base64
import json
import logging
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from companion.app.controller.app import App
from companion.app.devices import announcer
from companion.games import registry
from companion.games.base import Secret
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.sealed import KEY_FILE
from companion.session.snapshot import Snapshot
from companion.settings.settings import MqttSettings, load
from companion.storage import copies
from companion.storage.journal import Journal
from tests.session.test_contract import BY_TOUCH
from tests.torture.evenings import SEATS, _until_idle
from tests.torture.twins import people

MOVES = 10
MARKS = tuple(f"kept-{number}-{random.Random(number).randbytes(6).hex()}" for number in range(8))
MARKABLE = ("fae",)
"""Games in which a secret may be any text; others keep books and shuffles, long enough to be unique."""
WITH_SECRET = [name for name in registry.registered() if rules(name).secret]


class Broker:
    """Accepts everything that is sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def __call__(self, *_: Any, **__: Any) -> "Broker":
        return self

    def publish(self, topic: str, payload: str = "", **_: Any) -> None:
        self.sent.append(f"{topic} {payload}")
        self.on_publish()

    def is_connected(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    found = Broker()
    monkeypatch.setattr(announcer, "BoundedClient", found)
    return found


def marked(secret: Secret, marks: Sequence[Any] = MARKS) -> Secret:
    """The same, dealt as marks that occur nowhere else."""
    return replace(secret, deal=lambda _, seats: list(marks[:seats]), check=lambda _: None)


def test_marked_secrets_are_found_nowhere(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = replace(load(), mqtt=MqttSettings("broker", 1883, "", "", False, "table"))
    for name in WITH_SECRET:
        folder = tmp_path / name
        secret = rules(name).secret
        assert secret is not None
        if name in MARKABLE:
            monkeypatch.setitem(vars(rules(name)), "secret", marked(secret))
        with Journal(folder / "journal.sqlite3") as journal:
            app = App(settings, journal, chance=random.Random(1))
            app.peripherals.stations.shown.update(dict.fromkeys(SEATS))  # type: ignore[attr-defined]  # a twin
            shown: list[Snapshot] = []
            app.subscribe(shown.append)
            texts = list(play(app, name, folder))
            number = app.latest().stored_as  # type: ignore[union-attr]  # a game is on
            assert number is not None
            texts.append(json.dumps(json.loads(app.archive.export(number).path.read_text("utf-8"))))
            texts.append(repr(app.archive.history(number)) + repr(app.archive.replay(number)))
            texts.append(repr(app.archive.games()) + repr(app.archive.saved_games()))
            texts += map(everything, shown)
            assert all(app.show_secret(player) for player in shown[0].players)
            marks = kept(app)
            assert marks == [*MARKS[: len(marks)]] or name not in MARKABLE
            app.close()
        assert copies.found(folder / "journal.sqlite3")
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        searched = [*texts, *broker.sent, caplog.text, *(path.read_bytes() for path in files)]
        assert len(searched) > 30 and len(broker.sent) > 4
        assert not [found for text in searched if (found := marks_in(text, marks))]
    assert WITH_SECRET


def play(app: App, name: str, folder: Path) -> Iterator[str | bytes]:
    """Play by touch; yield the state of the lamps and the files on disk after every move."""
    players, chance = people(name), random.Random(2)
    app.begin(name, GameConfig(players, setup=rules(name).opening(chance, players)), "none")
    _until_idle(app)
    for player in players:
        app.seen(player)
    for _ in range(MOVES):
        shown = app.latest()
        assert shown is not None and shown.dealt and not shown.revealed
        if shown.over:
            return
        app.tell(replace(BY_TOUCH[name](app._session, chance), game=shown.game))
        _until_idle(app)
        yield repr(app.lights()) + repr(app.lamps)
        yield repr(vars(app.lamps)) + repr(vars(app.peripherals.stations))
        yield repr(app._session) + repr(app.health.errors)
        yield from (path.read_bytes() for path in folder.iterdir() if path.is_file())


def kept(app: App) -> list[str]:
    """Sealed secrets, one text a seat."""
    session: Any = app._session
    found = [str(session.sealed.look(seat)) for seat in range(len(session.players))]
    assert all(len(text) > 8 for text in found), "too short to be unique"
    return found


def everything(shown: Snapshot) -> str:
    """All fields of a snapshot, including those not in its repr, but the random id of its game."""
    named = (field.name for field in fields(shown) if field.name != "uid")
    return repr(shown) + "".join(f"{name} {getattr(shown, name)!r}" for name in named)


def marks_in(text: str | bytes, marks: Sequence[Any] = MARKS) -> list[Any]:
    """Marks found in a text, in any of their encodings."""
    content = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    return [mark for mark in marks if any(form in content for form in forms(str(mark)))]


def forms(mark: str) -> Sequence[bytes]:
    plain = mark.encode()
    in_base64 = base64.b64encode(plain)[4:-4]
    tight = plain.replace(b" ", b"")
    return plain, tight, mark.encode("utf-16-le"), plain.hex().encode(), in_base64, plain[::-1]


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    """Else the test above would say nothing: the sealed secrets, opened, hold every mark."""
    name = WITH_SECRET[0]
    secret = marked(rules(name).secret)  # type: ignore[arg-type]  # it has one
    from companion.session.sealed import Sealed

    with Journal(tmp_path / "journal.sqlite3") as journal:
        kind, payload = Sealed.deal(secret, random.Random(1), 2).event(journal)
    key = (tmp_path / KEY_FILE).read_bytes()
    assert marks_in(Fernet(key).decrypt(payload["sealed"])) == [*MARKS[:2]]
    assert not marks_in(json.dumps(payload)) and kind == secret.key
    assert re.fullmatch(r"kept-\d-[0-9a-f]{12}", MARKS[0]) and len(set(MARKS)) == len(MARKS)


HANDS = ("fabula",)
"""Games in which what is kept comes to light card by card, and decides what is played."""


@pytest.mark.parametrize("name", [name for name in WITH_SECRET if name not in HANDS])
def test_public_output_does_not_depend_on_secrets(name: str, tmp_path: Path, broker: Broker) -> None:
    """The same evening twice, with other secrets: lamps, snapshots and what is sent are the same."""
    seen, dealt = [], []
    for luck in (1, 2):
        with Journal(tmp_path / str(luck) / "journal.sqlite3") as journal:
            settings = replace(load(), mqtt=MqttSettings("broker", 1883, "", "", False, "table"))
            app = App(settings, journal, chance=random.Random(luck))
            broker.sent.clear()
            shown: list[str] = []
            app.subscribe(partial(_hear, shown))
            list(play(app, name, tmp_path / str(luck)))
            secrets = [app.show_secret(player) for player in people(name)]
            lights = repr(app.lights())
            app.close()
        seen.append((shown, [*broker.sent], lights))
        dealt.append(secrets)
    assert dealt[0] != dealt[1], "the check needs other secrets"
    assert seen[0] == seen[1]


def _hear(shown: list[str], snapshot: Snapshot) -> None:
    shown.append(everything(snapshot))
