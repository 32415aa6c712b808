"""A short round of every harness; `make torture-…` gives them hours."""

import json
import logging
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import registry
from companion.storage.journal import Journal
from tests.torture import chaos, cut, evenings, flip, fuzz, kill, restore, syscalls, tables, update
from tests.torture.readers import readers
from tests.torture.watched import Watched

CORPUS: dict[str, str] = json.loads((Path(__file__).parent / "corpus.json").read_text("utf-8"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
QUICK = [name for name, reader in readers().items() if not reader.slow]


def test_kill_at_a_write() -> None:
    if not syscalls.can_trace():
        pytest.skip("this machine does not let us stop a process at its writes")
    tally = kill.torture(2 * len(registry.registered()))
    assert not tally.failed and tally.tried == 2 * len(registry.registered())


@pytest.mark.slow
def test_restore_killed_at_every_rename() -> None:
    if not syscalls.can_trace():
        pytest.skip("this machine does not let us stop a process at its writes")
    tally = restore.torture(3, elsewhere=[True])
    assert not tally.failed and tally.tried == tally.noted["renames"] + 3
    assert tally.noted["all old"] and tally.noted["all new"]


@pytest.fixture
def block_devices() -> None:
    """Skip if no block device can be made."""
    try:
        with TemporaryDirectory() as folder, cut.mounted(Path(folder) / "x", Path(folder) / "at", 8):
            pass
    except OSError as error:
        pytest.skip(f"a block device of our own needs root and loop devices: {error}")


@pytest.mark.usefixtures("block_devices")
def test_power_cut() -> None:
    tally = cut.torture(3)
    assert not tally.failed and tally.tried == 3


@pytest.mark.slow
@pytest.mark.usefixtures("block_devices")
def test_power_cut_during_an_update() -> None:
    tally = update.torture(9)
    assert not tally.failed and tally.tried == 9


def test_bits_and_pages() -> None:
    tally = flip.torture(12)
    assert not tally.failed
    assert tally.noted["games as they were"] > tally.tried


@pytest.mark.parametrize("times", [40, pytest.param(2000, marks=pytest.mark.slow)])
def test_fuzzed_inputs(times: int) -> None:
    tally = fuzz.torture(times)
    assert not tally.failed and tally.tried > times / 2


def test_a_key_is_left_out_everywhere() -> None:
    found = {
        json.dumps(json.loads(content)) for content in fuzz.incomplete(b'{"a": [{"b": 1, "c": 2}], "d": 3}')
    }
    assert '{"d": 3}' in found and '{"a": [{"c": 2}], "d": 3}' in found and len(found) == 4


@pytest.fixture(autouse=True)
def silent(caplog: pytest.LogCaptureFixture) -> None:
    """Refusals are logged, too: silence them."""
    caplog.set_level(logging.CRITICAL, "companion")


# a phone's messages are valid at some time of a game only
@pytest.mark.parametrize("name", [name for name in readers() if not name.startswith("message of a phone")])
def test_every_reader_accepts_valid_inputs(name: str) -> None:
    reader = readers()[name]
    assert all(fuzz.accepts(reader, seed) for seed in reader.seeds)


@pytest.mark.parametrize("name", CORPUS)
def test_inputs_that_once_broke_a_reader(name: str) -> None:
    for reader in readers().values():
        fuzz.accepts(reader, CORPUS[name].encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("name", QUICK)
@settings(max_examples=15, derandomize=True)
@given(value=JSON)
def test_any_value(name: str, value: object) -> None:
    fuzz.accepts(readers()[name], json.dumps(value).encode())


def test_broken_pictures() -> None:
    tally = chaos.torture(1, seed=38)
    assert not tally.failed and tally.tried == 1


@pytest.mark.parametrize("kind", ["a piece is lost", "a cup on the board"])
def test_wrong_tables(kind: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        table = Watched("fae", journal, 3, tables.MOVES)
        tables.check(tables.WRONG[kind], table, np.random.default_rng([1, 0]))


def test_long_evenings() -> None:
    tally = evenings.torture(8)
    assert not tally.failed and tally.tried >= 8
