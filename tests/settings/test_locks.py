"""Patterns and their file."""

import pytest

from companion.settings import locks
from companion.settings.locks import LONG_S, PAUSE_S, Locks, PatternPresses


def pressed(
    pattern: str, presses: PatternPresses | None = None, at_s: float = 0.0
) -> tuple[PatternPresses, float]:
    presses = presses or PatternPresses()
    for press in pattern:
        presses.down(at_s)
        at_s += LONG_S + 0.01 if press == locks.LONG else LONG_S / 2
        presses.up(at_s)
        at_s += 0.2
    return presses, at_s - 0.2


def test_a_pattern_is_what_was_pressed_once_nothing_follows() -> None:
    presses, last_s = pressed("..-.-")
    assert presses.taken(last_s + PAUSE_S - 0.01) == ""
    assert "." not in repr(presses) and len(presses) == 5
    assert presses.taken(last_s + PAUSE_S + 0.01) == "..-.-"
    assert presses.taken(last_s + 9) == "", "it is forgotten"


@pytest.mark.parametrize(
    ("pattern", "usable"),
    [("..-.-", True), (".-.-", False), (".....", False), ("-" * 6, False), ("." * 11 + "-", True)],
)
def test_patterns_are_neither_short_nor_all_alike(pattern: str, usable: bool) -> None:
    assert locks.usable(pattern) == usable


def test_one_that_goes_on_and_on_is_none() -> None:
    presses, last_s = pressed(".-" * 30)
    assert not locks.usable(presses.taken(last_s + PAUSE_S + 0.01))


def test_only_a_slow_salted_hash_is_kept() -> None:
    one, two = locks.locked_by("..-.-"), locks.locked_by("..-.-")
    assert one.hash != two.hash, "salted"
    assert locks.fits(one, "..-.-") and not locks.fits(one, "..-..")
    closed = {"Bo": frozenset({"0" * 32, "f" * 32})}
    written = locks.dump(Locks({"Ana": one}, closed))
    assert "..-.-" not in written
    assert locks.load(written) == Locks({"Ana": one}, closed)


def test_whoever_guesses_waits_longer_and_longer() -> None:
    waits = [locks.wait_s(failed) for failed in range(15)]
    assert waits[:3] == [0, 0, 0] and waits[3] == 15
    assert waits == sorted(waits) and waits[-1] == 900
    assert locks.wait_s(10**6) == 900


@pytest.mark.parametrize(
    "written",
    [
        "", "[]", '{"locks": {"Ana": 1}}', '{"locks": {"Ana": {"salt": "x", "hash": "y"}}}',
        '{"closed": {"Ana": "1"}}', '{"closed": {"Ana": ["1"]}}', '{"closed": {"Ana": true}}',
        '{"locks": {"Ana": {"salt": "%s", "hash": "%s", "failed": -1}}}' % (("0" * 32,) * 2),
        "[" * 300,
    ],
)  # fmt: skip
def test_anything_else_is_no_such_file(written: str) -> None:
    with pytest.raises(ValueError):
        locks.load(written)
