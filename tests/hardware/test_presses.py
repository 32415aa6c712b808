"""Recognition of presses from given times."""

import pytest

from hardware.presses import BOUNCE_S, DOUBLE_S, LONG_S, STUCK_S, ButtonPress, PressRecogniser


def hear(
    presses: PressRecogniser, *changes: tuple[float, str], until_s: float = 100.0
) -> list[tuple[float, str]]:
    """All presses with their times; a change is "a" for down and "-a" for up."""
    heard: list[tuple[float, str]] = []

    def take(found: list[ButtonPress], at_s: float) -> None:
        heard.extend((round(at_s, 3), f"{press.button} {press.how}") for press in found)

    for at_s, change in (*changes, (until_s, "")):
        while (due_s := presses.due_s()) is not None and due_s <= at_s:
            take(presses.passed(due_s + 1e-6), due_s)
        if change:
            take(presses.change(change.strip("-"), not change.startswith("-"), at_s), at_s)
    return heard


def test_short_and_long() -> None:
    assert hear(PressRecogniser(), (1, "a"), (1.2, "-a")) == [(1.2, "a short")]
    assert hear(PressRecogniser(), (1, "a"), (3, "-a")) == [(1 + LONG_S, "a long")], (
        "reported once, while held"
    )


def test_contacts_that_bounce_are_one_press() -> None:
    bounce = BOUNCE_S / 4
    changes = [(1 + n * bounce, "a" if n % 2 == 0 else "-a") for n in range(3)]
    changes += [(1.3 + n * bounce, "-a" if n % 2 == 0 else "a") for n in range(3)]
    assert hear(PressRecogniser(), *changes) == [(1.3, "a short")]


def test_only_a_button_with_a_double_press_waits_for_one() -> None:
    twice = ((1, "a"), (1.1, "-a"), (1.2, "a"), (1.3, "-a"))
    assert hear(PressRecogniser(), *twice) == [(1.1, "a short"), (1.3, "a short")]
    assert hear(PressRecogniser("a"), *twice) == [(1.3, "a double")]
    assert hear(PressRecogniser("a"), (1, "a"), (1.1, "-a")) == [(round(1.1 + DOUBLE_S, 3), "a short")]
    apart = ((1, "a"), (1.1, "-a"), (2, "a"), (2.1, "-a"))
    assert [press for _, press in hear(PressRecogniser("a"), *apart)] == ["a short", "a short"]


def test_two_at_once_are_neither() -> None:
    heard = hear(PressRecogniser(), (1, "a"), (1.1, "b"), (1.3, "-a"), (1.4, "-b"), (2, "a"), (2.1, "-a"))
    assert heard == [(1.1, "b together"), (2.1, "a short")]


def test_a_stuck_button_is_reported_once_and_does_not_block_others() -> None:
    heard = hear(PressRecogniser(), (1, "a"), (30, "b"), (30.1, "-b"), (40, "-a"), (41, "a"), (41.1, "-a"))
    assert heard == [
        (1 + LONG_S, "a long"), (1 + STUCK_S, "a stuck"), (30.1, "b short"), (41.1, "a short")
    ]  # fmt: skip


@pytest.mark.parametrize("changes", [[(1.0, "-a")], [(1.0, "a"), (1.5, "a")]])
def test_a_change_that_is_none_is_nothing(changes: list[tuple[float, str]]) -> None:
    assert hear(PressRecogniser(), *changes, until_s=1.6) == []
