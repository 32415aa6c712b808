"""No length on the wire tells a secret: every one of a game, in every language and state, is as long."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.phones import sealing, wire
from companion.app.phones.phones import Phones, Views
from companion.app.phones.seat_book import SeatBook
from companion.games import registry
from companion.i18n import LANGUAGES, translator
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.seat_form import seat_form
from tests.session.contract import GAME
from tests.session.test_contract import BY_TOUCH
from tests.torture.twins import people

MOVES = 40
HANDS = {"fabula": [{"hands": "app"}, {"hands": "table"}]}
"""Options under which the app knows other secrets."""
WITH_PHONES = [name for name in registry.registered() if seat_form(name)]


def begun(name: str, options: dict[str, str], seed: int) -> Any:
    setup = registry.rules(name).opening(Random(seed), people(name))
    config = GameConfig(people(name), options=options, setup=setup)
    return manifest(name).begin(config, SessionContext(chance=Random(seed), watched=False))


def seated(folder: Path, name: str, uid: str) -> tuple[Phones, list[str]]:
    """Return the phones of a game, and a device at each seat."""
    phones = Phones(folder, lambda _: None)
    book = phones._book = SeatBook(folder)
    devices = [book.join(book.invite(uid, player).token, bytes(32)) for player in people(name)]
    return phones, [device for device in devices if device]


@pytest.mark.parametrize("name", WITH_PHONES)
@pytest.mark.parametrize("which", range(2))
def test_every_secret_of_a_game_is_as_long(name: str, which: int, tmp_path: Path) -> None:
    options = HANDS.get(name, [{}])
    if which >= len(options):
        return
    lengths = set[int]()
    for seed in range(3):
        session, chance = begun(name, options[which], seed), Random(seed)
        phones, devices = seated(tmp_path / str(seed), name, session.uid)
        for _ in range(MOVES):
            seats = {player: session.snapshot(GAME, seat=n) for n, player in enumerate(people(name))}
            phones.show(Views(session.snapshot(GAME), seats))
            for device in devices:
                for language in LANGUAGES:
                    lengths.add(len(json.loads(phones.view(device, language))["sealed"]))
            if session.finished:
                break
            session.tell(BY_TOUCH[name](session, chance))
    assert len(lengths) == 1


def test_every_spirit_and_every_page_fits() -> None:
    """Those that no random game above has dealt."""
    for name in ("fae", "fairytile"):
        form = seat_form(name)
        assert form
        found = set[str]()
        for seed in range(200):
            session = begun(name, {}, seed)
            shown = session.snapshot(GAME, seat=0)
            for language in LANGUAGES:
                secret = json.dumps(form.secret(shown, translator(language)), ensure_ascii=False)
                found.add(secret)
                assert len(secret.encode()) < 0.8 * form.secret_bytes(shown)
        assert len(found) == len(LANGUAGES) * {"fae": 5, "fairytile": 36}[name]


def test_decisions_are_as_long_whatever_is_chosen() -> None:
    key = bytes(32)
    found = [
        {"decision": "bases", "answer": ["Ana/o1"]},
        {"do": "undo"},
        {"decision": "discard", "answer": [f"Ana/{n}" for n in range(1, 12)]},
    ]
    sizes = {len(sealing.seal(key, {"at": 2**40, "message": one}, sealing.DECISION_BYTES)) for one in found}
    assert len(sizes) == 1


def test_what_is_sealed_comes_back_and_what_was_changed_does_not() -> None:
    key, other = bytes(32), bytes([1] * 32)
    text = sealing.seal(key, {"at": 3, "message": {"do": "undo"}}, 512)
    assert wire.read(sealing.unseal(key, text), wire.DECISION).message == {"do": "undo"}
    for wrong, by in ((text, other), (text[:-8] + "AAAAAAA=", key), ("", key), ("%", key), ("é", key)):
        with pytest.raises(ValueError, match=r".|^$"):
            sealing.unseal(by, wrong)
    assert len(sealing.seal(key, "x" * 513, 512)) == len(sealing.seal(key, "x" * 1000, 512))
