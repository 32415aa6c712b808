"""All readers of bytes from outside: the errors with which they may refuse, and valid examples."""

import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import click
import cv2
import numpy as np
from click.testing import CliRunner

from companion.app.camera.board_finder import board_picture
from companion.app.devices.announcer import Announcer
from companion.app.game_loader import teachings
from companion.commands import options
from companion.commands.storage import import_
from companion.errors import CompanionError, StorageError
from companion.games import registry, strict
from companion.games.documents import outcomes
from companion.games.fairytile.board import Hex
from companion.games.fairytile.sets import sample_tiles
from companion.session.fabula import own_decks
from companion.session.fairytile import own_sets
from companion.session.sealed import KEY_FILE
from companion.settings import locks, people, preferences, settings, tags
from companion.settings.locks import Locks, PatternLock
from companion.settings.people import Person, Plan
from companion.settings.preferences import Preferences
from companion.storage import backup
from companion.storage.folders import state_folder
from companion.storage.journal import Journal
from companion.storage.start_mark import StartMark
from hardware import serial_lights
from tests.games.played import played
from tests.torture import phone_reader
from vision import npz
from vision.arrays import Picture
from vision.cameras import capture_file
from vision.cameras.picture_files import decoded
from vision.fabula import samples as cards
from vision.fairytile import samples as tiles
from vision.fairytile.fit_tile import WHOLE
from vision.fairytile.patch_cache import TILE_PX
from vision.fate import own_set as pieces
from vision.fate import patches

MOVES = 12


class Reader(NamedTuple):
    """`read(content)` may raise `refusals` only; `seeds` are right contents. `slow`: not a million times."""

    read: Callable[[bytes], object]
    seeds: Sequence[bytes]
    refusals: tuple[type[Exception], ...] = (CompanionError,)
    slow: bool = False


def _locks() -> bytes:
    closed = frozenset({"2" * 32})
    return locks.dump(Locks({"Ana": PatternLock("0" * 32, "1" * 64)}, {"Bo": closed})).encode()


@cache
def readers() -> dict[str, Reader]:
    """By name."""
    found = {
        "people": Reader(people.load, [_people()], (ValueError,)),
        "preferences": Reader(preferences.load, [preferences.dump(Preferences()).encode()]),
        "locks": Reader(
            locks.load,
            [
                locks.dump(
                    Locks({"Ana": PatternLock("0" * 32, "1" * 64)}, {"Bo": frozenset({"2" * 32})})
                ).encode()
            ],
            (ValueError,),
        ),
        "start mark": Reader(_file(StartMark), [b'{"unfinished": 2, "why": "boom"}'], ()),
        "settings": Reader(
            _file(settings.load), [settings.template().encode(), settings.DEFAULTS.read_bytes()], slow=True
        ),
        "backup": Reader(_backup, [_zip(), _zip(zipfile.ZIP_STORED)], slow=True),
        "manifest of a backup": Reader(_backup_with, [_inside()[backup.MANIFEST]], slow=True),
        "journal": Reader(_file(_journal), [_inside()[backup.JOURNAL]], slow=True),
        "light strip": Reader(
            lambda content: serial_lights._wled_info(content),
            [b'{"state":{},"info":{"ver":"0.14","leds":{"count":60},"brand":"WLED"}}\n'],
            (),
        ),
        "command of the broker": Reader(_command, [b'{"state": "ON", "brightness": 128}'], ()),
        "picture": Reader(lambda content: decoded(content, Path("x.jpg")), _pictures(), slow=True),
        "arrays": Reader(_arrays, [_npz()], (ValueError,)),
        "taught cards": Reader(cards.decode, [cards.encode({"a": _face()})], (ValueError,), slow=True),
        "taught tiles": Reader(tiles.decode, [_tiles()], (ValueError,), slow=True),
        "taught pieces": Reader(pieces.decode, [_pieces()], (ValueError,), slow=True),
        "capture": Reader(capture_file.decode, [_capture()], (ValueError, TypeError, KeyError), slow=True),
        "tags": Reader(
            tags.load, [tags.dump({"04a1": "person:Ana", "04a2": "fae:rune"}).encode()], (ValueError,)
        ),
        "taught board": Reader(lambda content: board_picture(content, Path("x.jpg")), _pictures(), slow=True),
        "deck": Reader(_kept_deck, [_deck()], slow=True),
        "set of tiles and pages": Reader(_kept_set, [_set()], slow=True),
        "corners": Reader(_corners, [b"90,80 1190,75 1270,880 10,890"], (click.BadParameter,)),
    }
    for name in registry.registered():
        found |= _of_game(name)
    for name in phone_reader.SEEDS:
        phone = phone_reader.PhoneReader(name)
        refused = (CompanionError, phone_reader.NoMessageError)
        found[f"message of a phone, {name}"] = Reader(phone, phone.seeds(), refused)
    for name, teaching in teachings().items():
        read = _file(partial(_listed, teaching.read_file))
        found[f"list of {teaching.sets.sort}, {name}"] = Reader(read, [teaching.example.encode()])
    return found


def _of_game(name: str) -> dict[str, Reader]:
    rules, game = registry.rules(name), played(name)
    moves = [rules.write_move(move) for move in game.moves[:MOVES]]
    document = {"game": name, "setup": game.setup, "moves": moves}
    positions = [rules.dump(position).encode() for position in game.positions[: MOVES * 4 : MOVES]]

    def move(content: bytes) -> object:
        return rules.read_move(_json(content))

    def setup(content: bytes) -> object:
        written = _json(content)
        read = rules.read_setup(written)
        return rules.table(read), rules.dump(read), rules.seats(written)

    refused = (CompanionError, _NoJsonError)
    return {
        f"written game, {name}": Reader(_script, [json.dumps(document).encode()]),
        f"imported game, {name}": Reader(
            _file(_import),
            [json.dumps(document).encode()],
            (CompanionError, click.BadParameter),
            slow=True,
        ),
        f"set-up, {name}": Reader(setup, [json.dumps(game.setup).encode()], refused),
        f"move, {name}": Reader(move, [json.dumps(move).encode() for move in moves], refused),
        f"position, {name}": Reader(lambda content: rules.load(_text(content)), positions),
    }


class _NoJsonError(Exception):
    pass


def _json(content: bytes) -> Any:
    try:
        return strict.loads(content)
    except ValueError as error:
        raise _NoJsonError from error


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _script(content: bytes) -> object:
    found = list(outcomes(_text(content)))
    assert all(len(json.dumps(outcome.result.get("error"))) < 20_000 for outcome in found), (
        "the error is too long"
    )
    return found


def _import(path: Path) -> object:
    arguments = [str(path), "--journal", str(path.with_name("journal.sqlite3"))]
    found = CliRunner().invoke(import_, arguments, standalone_mode=False)
    if found.exception:
        raise found.exception
    return found.output


def _listed(read: Callable[[Path, str], object], path: Path) -> object:
    return read(path, "frame_000.jpg")


def _corners(content: bytes) -> object:
    command = SimpleNamespace()
    found: Any = options._corners(command, command, _text(content))  # type: ignore[arg-type]  # not looked at
    return found


def _file(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    folder = TemporaryDirectory()
    path = Path(folder.name) / "file"

    def written(content: bytes) -> object:
        path.write_bytes(content)
        return read(path)

    written.folder = folder  # type: ignore[attr-defined]  # it lives as long as the reader
    return written


def _arrays(content: bytes) -> None:
    with npz.reading(content) as arrays:
        assert sum(array.nbytes for array in arrays.values()) <= npz.MAX_BYTES


def _kept_deck(content: bytes) -> object:
    """A deck taken from outside can be listed, chosen and played."""
    with _from_outside("fabula_x.json", content) as path:
        try:
            name = own_decks.take(path)
        finally:
            assert all(not isinstance(deck, Exception) for deck in own_decks.FILES.kept().values())
        choices, setup = own_decks.choices(), own_decks.written_setup({"Ana": own_decks.OWN + name})
        own_decks.FILES.store.forget(name)
        return choices, setup


def _kept_set(content: bytes) -> object:
    """The same for a set of tiles and pages; it changes no file but its own."""
    with _from_outside("x.fairytile.json", content) as path:
        try:
            own = own_sets.take(path, tiles.decode)
        except ValueError as error:
            raise StorageError("learnt_damaged", str(error)) from error
        finally:
            assert not [found for found in state_folder().glob("*") if found.is_file()]
        assert own_sets.FILES.last() == own
        own_sets.FILES.store.forget(own.name)
        return own


@contextmanager
def _from_outside(name: str, content: bytes) -> Iterator[Path]:
    """A file with this content, and a state folder of its own."""
    path = Path(_FOLDER.name) / name
    path.write_bytes(content)
    with patch.dict(os.environ, {"XDG_STATE_HOME": _FOLDER.name}):
        yield path


_FOLDER = TemporaryDirectory()


def _deck() -> bytes:
    card = {"type": "ally", "colors": ["red"], "cost": 1, "offence": 1, "life": 2, "name": "Saci"}
    deck = {**own_decks.new("ember"), "cards": {"own-1": card}}
    deck["main"] = {**deck["main"], "own-1": 2}
    return json.dumps({"game": "fabula", "deck": deck}).encode()


def _set() -> bytes:
    sample = own_sets.OwnSet(
        "ours", dict(list(sample_tiles().items())[:3]), {2: "meet(princess, knight)"}, {2: _pictures()[0]}
    )
    return own_sets.written(sample, _tiles()).encode()


def _npz() -> bytes:
    file = BytesIO()
    np.savez_compressed(file, kinds=np.array(["", "goblin"]), patches=np.zeros((2, 4, 4, 3), np.uint8))
    return file.getvalue()


def _command(content: bytes) -> object:
    levels: list[float] = []
    said = SimpleNamespace(
        _strip=SimpleNamespace(dim=levels.append), _publish=lambda *_: None, _light=lambda: ""
    )
    commanded: Any = Announcer._commanded
    commanded(said, None, None, SimpleNamespace(payload=content))
    assert all(0.0 <= level <= 1.0 for level in levels)
    return levels


def _people() -> bytes:
    who = [Person("Ana"), Person("Zoë", seat="left")]
    return people.dump(who, {"fae": Plan(tuple(who), 1, "none", {"order": [1]})}).encode()


def _pictures() -> list[bytes]:
    picture = (np.arange(48 * 64 * 3) % 251).astype(np.uint8).reshape(48, 64, 3)
    return [cv2.imencode(suffix, picture)[1].tobytes() for suffix in (".jpg", ".png")]


def _face() -> Picture:
    width, height = cards.KEPT_PX
    return np.full((height, width, 3), 127, np.uint8)


def _tiles() -> bytes:
    hexes = (Hex("plain"), Hex("forest"), Hex("plain"))
    patch, known = np.full((TILE_PX, TILE_PX, 3), 127, np.uint8), np.ones(WHOLE.shape, bool)
    return tiles.encode(tiles.TileSamples([tiles.Face("01", None, hexes, patch, known, (0, 0), 0)]))


def _pieces() -> bytes:
    empty = np.zeros((2, patches.HEIGHT_PX, patches.WIDTH_PX, 3), np.uint8)
    return pieces.encode(pieces.Samples(empty, np.ones(2), np.arange(2), np.zeros(2, np.intp)))


def _capture() -> bytes:
    taken = [capture_file.CapturedPicture(content, 0.5) for content in _pictures()[:1]]
    return capture_file.encode(
        capture_file.CaptureContent(
            scene={"game": "fae"}, pictures=taken, believed=[{"event": "move"}], expected={}, version="1"
        )
    )


def _zip(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    return _packed(_inside(), method)


def _packed(inside: Mapping[str, bytes], method: int) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as packed:
        for name, content in inside.items():
            packed.writestr(name, content)
    return file.getvalue()


@cache
def _inside() -> Mapping[str, bytes]:
    with TemporaryDirectory() as folder:
        path, file = Path(folder) / "journal.sqlite3", Path(folder) / "backup.zip"
        with Journal(path) as journal:
            journal.record(registry.registered()[0], {}, [])
        path.with_name(KEY_FILE).write_bytes(b"key")
        backup.backup(backup.Places(path, {KEY_FILE: path.with_name(KEY_FILE)}, {}), file, "1")
        with zipfile.ZipFile(file) as packed:
            return {name: packed.read(name) for name in packed.namelist()}


def _backup(content: bytes) -> object:
    with TemporaryDirectory() as folder:
        file, state = Path(folder) / "backup.zip", Path(folder) / "state"
        file.write_bytes(content)
        places = backup.Places(state / "journal.sqlite3", {KEY_FILE: state / KEY_FILE}, {})
        return backup.restore(places, file)


def _backup_with(manifest: bytes) -> object:
    return _backup(_packed({**_inside(), backup.MANIFEST: manifest}, zipfile.ZIP_STORED))


def _journal(path: Path) -> object:
    with Journal(path, write=False) as journal:
        return journal.problems(), journal.games()
