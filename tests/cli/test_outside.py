"""Input from outside is refused with a sentence, within bounds; none of it reaches a terminal raw."""

import json
import resource
import time
import zlib
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.app.people.profiles import FileProfiles
from companion.cli import companion
from companion.errors import CompanionError, ExitCode, VisionError
from companion.games import documents, fae, strict
from companion.games.base import Sentence
from companion.settings import people, preferences
from companion.settings.preferences import Preferences
from companion.storage.journal import Journal
from tests.games.fae.test_script import opening
from vision.cameras import picture_files
from vision.fate import own_set, patches

NAMES = ["\ud800", "\x1b[2J\x1b[1;1H", "Ana\nBo", "Ana\u202eoB", "\x9b31m"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(companion, [*arguments], standalone_mode=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_nobody_can_read_is_not_imported(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    document = {"game": "fae", "setup": fae.RULES.opening(Random(1), ("Ana", "Bo"))}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document).replace('"Ana"', json.dumps(name)))
    found = run("import", str(file), "--journal", str(path))
    assert isinstance(found.exception, CompanionError), found
    assert found.exception.code == "bad_document", found.exception
    assert str(found.exception).isprintable()
    with Journal(path) as journal:
        assert journal.games() == []


@pytest.mark.parametrize("name", NAMES)
def test_names_of_a_journal_of_before_are_escaped(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        setup = fae.RULES.opening(Random(1), ("Ana", "Bo"))
        game = journal.record("fae", {**setup, "players": [name, "Bo"]}, [])
    listed = run("games", "--journal", str(path), "--lang", "en")
    assert listed.exception is None
    assert listed.output.removesuffix("\n").isprintable() and "Bo" in listed.output
    exported = run("export", str(game), "--journal", str(path))
    assert exported.exception is None and json.loads(exported.output)["setup"]["players"][1] == "Bo"


def test_a_sentence_escapes_what_is_no_name() -> None:
    said = str(Sentence("Hello {who}", {"who": "\x1b[2J"}))
    assert said == "Hello \\x1b[2J"


def test_many_mistakes_are_told_briefly_and_soon() -> None:
    """Ten times as many take ten times as long, and say no more."""

    def told(mistakes: int) -> tuple[float, int]:
        cards = [{"from": "x", "to": [[1], [2]]}] * mistakes
        text = json.dumps({"game": "fae", "setup": opening(), "moves": cards, "x": cards})
        began_s = time.process_time()
        (outcome,) = documents.outcomes(text)
        return time.process_time() - began_s, len(json.dumps(outcome.result))

    few, many = (min(told(mistakes) for _ in range(2)) for mistakes in (2000, 20_000))
    assert many[1] == few[1] < 5000
    assert many[0] < 40 * few[0] + 0.2


def test_no_more_than_twenty_problems_are_told() -> None:
    (outcome,) = documents.outcomes(json.dumps({"game": "fae", "setup": {str(n): 0 for n in range(9999)}}))
    message = outcome.result["error"]["message"]
    assert message.count("expected no such key") == 20 and "more problems" in message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[" * 260 + "]" * 260, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "5000 digits"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ("[1e999]", "too large"),
        ("[NaN]", "NaN"),
        ('["\\ud800"]', "U+D800"),
        (f'"{"x" * strict.MOST_CHARACTERS}"', "characters"),
    ],
)
def test_the_strict_reader_refuses(text: str, found: str) -> None:
    with pytest.raises(ValueError, match=found.replace("+", r"\+")):
        strict.loads(text)


def test_the_beginning_of_a_value_is_that_of_its_text() -> None:
    for value in ([1, "x", {"a": [2, None]}], {"a": 1}, "text", 7, [], {}, ["x" * 99] * 99):
        assert strict.begin(value, 50) == repr(value)[:50]


@pytest.mark.parametrize("file", [people.FILE, preferences.FILE])
@pytest.mark.parametrize("content", [b"[" * 5000, b'{"a":' * 900 + b"1" + b"}" * 900, b"9" * 5000])
def test_small_files_that_are_hostile_keep_nobody_from_starting(
    file: str, content: bytes, tmp_path: Path
) -> None:
    (tmp_path / file).write_bytes(content)
    profiles = FileProfiles(tmp_path)
    assert (profiles.people(), profiles.preferences()) == ((), Preferences())
    assert [problem.code for problem in profiles.problems()] == ["set_aside"]


def huge_png(width: int, height: int) -> bytes:
    header = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    chunk = b"\0\0\0\r" + header + zlib.crc32(header).to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IEND\xaeB`\x82"


def huge_jpeg(width: int, height: int) -> bytes:
    content = bytearray(cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes())
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return bytes(content)


@pytest.mark.parametrize("size", [(60_000, 60_000), (20_000, 20_000)])
@pytest.mark.parametrize("make", [huge_png, huge_jpeg])
def test_the_size_of_a_picture_is_looked_at_before_it_is_decoded(make: object, size: tuple[int, int]) -> None:
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(VisionError, match=f"{size[0]} x {size[1]} pixels") as error:
        picture_files.decoded(make(*size), Path("huge.jpg"))  # type: ignore[operator]  # one of two functions
    assert error.value.exit_code == ExitCode.WRONG_INPUT
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 100_000


def test_every_changed_byte_of_learnt_pieces_is_refused_or_harmless() -> None:
    samples = own_set.Samples(
        np.zeros((2, patches.HEIGHT_PX, patches.WIDTH_PX, 3), np.uint8),
        np.zeros(2),
        np.array([0, 1]),
        np.array([0, 0]),
    )
    content = own_set.encode(samples)
    assert len(own_set.decode(content).kinds) == 2
    for at in range(0, len(content), 3):
        changed = content[:at] + bytes([content[at] ^ 0x20]) + content[at + 1 :]
        try:
            own_set.decode(changed)
        except ValueError:
            continue
