"""What people read and hear of a game of Fate names no coordinates, in no language."""

import re
from collections.abc import Iterator

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import Sentence
from companion.games.fate.acts import Act, Attack, Correct, Move, Use
from companion.games.fate.board import OUTSIDE
from companion.i18n import LANGUAGES, error_text, translator
from companion.session.base import manifest
from companion.session.fate.caption import caption
from companion.session.fate.session import FateSession
from tests.games.fate.hero_tables import turn_of
from tests.session.fate.games import begun, play

COORDINATES = re.compile(r"\d+,\d+")

pytestmark = pytest.mark.usefixtures("display")  # the package of a game's widgets needs one


def sentences(session: FateSession) -> Iterator[Sentence]:
    """All sentences of a moment."""
    shown = session.snapshot(1)
    yield from filter(None, (shown.prompt.text, shown.prompt.detail))
    yield from (entry.text for entry in shown.log[-8:])
    yield from (step.title for step in shown.steps)
    if shown.choice:
        yield shown.choice.question
        yield from (option.label for option in shown.choice.options)


def test_a_whole_evening_without_coordinates() -> None:
    from ui.games.fate import messages

    session = begun(2, fate.Options(monster_die=True), 5, watched=False)
    languages = [translator(language) for language in LANGUAGES]
    patterns, captions, before = set(), 0, session.snapshot(1)
    for now in play(session, 5):
        shown = now.snapshot(1)
        for tr in languages:
            if spoken := caption(tr, before, shown):
                captions += 1
                assert not COORDINATES.search(spoken.text), spoken
        before = shown
        for sentence in sentences(now):
            patterns.add(sentence.pattern)
            for tr in languages:
                assert not COORDINATES.search(messages.say(tr, sentence)), sentence
    assert len(patterns) > 25
    assert captions > 50


def test_refusals_without_coordinates() -> None:
    position = begun(2).position._replace(phase="heroes", turn=0)
    for kind, place in (("goblin", "12,4"), ("troll", "5,9")):
        position = fate.apply(position, Correct("place", kind, 0, place)).position
    position = fate.apply(position, Correct("hex", "bjorn", 0, "12,6")).position
    worded = manifest("fate").worded
    codes = set()
    acts: list[Act] = [Move(hex_) for hex_ in OUTSIDE]
    acts += [Attack(m.id, ("hit",) * 3) for m in position.monsters]
    acts += [Use(n) for n in range(40)] + [Use(28, monsters=(m.id,)) for m in position.monsters]
    for act in acts:
        try:
            fate.apply(position, act)
        except RuleError as error:
            codes.add(error.code)
            for language in LANGUAGES:
                text = error_text.short(translator(language), error, {}, worded)
                assert text and not COORDINATES.search(text), error
    assert codes > {"occupied", "closed", "unreachable", "out_of_range"}


def test_targets_and_their_pictures_carry_the_same_letters() -> None:
    from companion.session.fate.dialogs import attack_dialog
    from companion.session.fate.dialogs.dialog import AskHex, Dialog
    from ui.games.fate import marks

    position = turn_of("bjorn", 15, monsters={"14,8": "goblin", "13,9": "goblin"})
    ask = Dialog(attack_dialog.attack(position, position.heroes[0])).ask
    assert isinstance(ask, AskHex)
    shown = marks.shown(begun(2).snapshot(1), ask).marks
    assert [(mark.hex, mark.label) for mark in shown] == [("14,8", "A"), ("13,9", "B")]
    assert [marks.target_letter(ask, mark.hex) for mark in shown] == ["A", "B"]
