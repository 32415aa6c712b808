"""The log says what happened, in words the catalogues know."""

from collections.abc import Iterator

import pytest

from companion.games.base import Sentence
from companion.games.fate import Options
from companion.games.fate.acts import Correct
from companion.session.fate.session import FateSession
from tests.session.fate.games import begun, play


def lines(session: FateSession) -> list[str]:
    return [str(entry.text) for entry in session.snapshot(1).log]


def whole(seed: int) -> FateSession:
    session = begun(4, Options(monster_die=True), seed)
    list(play(session, seed))
    return session


def sentences(session: FateSession) -> Iterator[Sentence]:
    for planned in session.guide.steps:
        yield planned.title
    for entry in session.snapshot(1).log:
        yield entry.text
    if session.choice:
        yield session.choice.question
        yield from (option.label for option in session.choice.options)


@pytest.mark.parametrize("seed", range(3))
def test_every_act_of_the_monsters_is_told_in_order(seed: int) -> None:
    session = whole(seed)
    sentence = "\n".join(lines(session))
    for word in ("Monster card", "The Rune Stone is on space 2", "moves to", "attacks", "Monster die:"):
        assert word in sentence
    numbers = [entry.number for entry in session.snapshot(1).log]
    assert numbers == sorted(numbers)
    assert lines(session)[-1] in ("Grimheim has fallen.", "Grimheim stands: you win.")


def test_every_sentence_can_be_said_in_any_language() -> None:
    session = begun(3, Options(monster_die=True), 5, dice="typed")
    for _ in play(session, 5):
        for sentence in sentences(session):
            assert "{" not in str(sentence)


@pytest.mark.parametrize(
    "act, sentence",
    [
        (Correct("gold", "bjorn", value=3), "Corrected by hand: gold Bjorn 3."),
        (Correct("town", value=3), "Houses lost: 3."),
        (Correct("hex", "bjorn", value="12,5"), "Bjorn is put on 12,5."),
        (Correct("place", "imp", value="12,4"), "Imp appears on 12,4."),
    ],
)
def test_corrections_are_told_once(act: Correct, sentence: str) -> None:
    session = begun()
    while session.stage != "heroes":
        session.confirm()
    session.submit(act)
    number = session.timeline.at
    assert [str(e.text) for e in session.snapshot(1).log if e.number == number] == [sentence]
