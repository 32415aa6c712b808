"""The guided first round of Fairy Tile: what it says holds after any acts."""

from random import Random

import pytest

from companion.games.fairytile import RULES, adventures, autoplay, page_in_hand, spots
from companion.games.fairytile.board import read_cell
from companion.games.fairytile.lesson import LESSON, PLACE, opening
from companion.games.fairytile.position import Act, FinishTurn, Move, Position
from companion.games.fairytile.rules import fulfilling
from companion.games.lesson import END, MOST_LETTERS, view
from companion.i18n import LANGUAGES, translator

NAMES = ("Ana", "Bo", "Cy", "Di")


def start(players: int) -> Position:
    return RULES.read_setup(opening(NAMES[:players], ()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_pages_come_true_in_one_adventure(players: int) -> None:
    p = start(players)
    assert p.stack_left == 12 and {len(book) for book in p.dealt} == {36 // players}
    assert len({page for book in p.dealt for page in book}) == 36
    for seat in range(players):
        assert fulfilling(p, page_in_hand(p, seat), adventures(p))


def claims(p: Position, key: str) -> bool:
    """Whether a step may be shown in a position, by the rules of a turn."""
    done, told = len(p.done), p.page_told_this_turn
    match key:
        case "figure" | "magic":
            return done == 0
        case "tile":
            return done == 0 and bool(p.hidden or spots(p))
        case "look" | "tell":
            return done > 0 and not told
        case "after":
            return done > 0 and not told and p.done[-1].figure is None
        case "close":
            return told
        case _:
            return True


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_holds_after_any_acts(seed: int) -> None:
    chance = Random(seed)
    full = start(2 + seed % 3)
    past, moves, read = [RULES.view(full, None)], list[Act](), set[str]()
    shown = set()
    for _ in range(60):
        said = view(LESSON, past, moves, read)
        if said and said.key == END:
            break
        if said:
            shown.add(said.key)
            assert claims(full, said.key), said.key
            for way in said.saying.ways:
                if PLACE in way:
                    continue
                here, there = (read_cell(str(space)) for space in way)
                assert here and there
                figure = next(name for name, at in full.figure_cells.items() if at == here)
                assert Move(figure, there) in adventures(full)
            if said.reads and chance.random() < 0.7:
                read.add(said.key)
                continue
        act = autoplay.next_move(full, chance)
        full = RULES.apply(full, act)
        moves.append(act)
        past.append(RULES.view(full, None))
        if RULES.finished(full):
            break
    assert {"figure", "look"} & shown


def test_a_lesson_that_is_followed_shows_all_steps() -> None:
    full = start(2)
    past, moves, read, seen = [RULES.view(full, None)], list[Act](), set[str](), []
    while (said := view(LESSON, past, moves, read)) and said.key != END:
        seen.append(said.key)
        if said.reads:
            read.add(said.key)
            continue
        act: Act = FinishTurn()
        if said.key == "figure":
            act = next(act for act in adventures(full) if isinstance(act, Move))
        elif said.key == "tile":
            act = next(act for act in adventures(full) if not isinstance(act, Move))
        full = RULES.apply(full, act)
        moves.append(act)
        past.append(RULES.view(full, None))
    assert seen == ["figure", "look", "tell", "tile", "after", "books", "magic"]
    assert said and said.key == END


def test_sentences_are_short_in_all_languages() -> None:
    p = start(2)
    after = RULES.apply(p, next(act for act in adventures(p) if not isinstance(act, Move)))
    told = after._replace(page_told_this_turn=True)
    found = {
        step.key: saying for at in (p, after, told) for step in LESSON.steps if (saying := step.tell(at))
    }
    assert {*found} == {step.key for step in LESSON.steps}
    for language in LANGUAGES:
        tr = translator(language)
        for saying in (*found.values(), LESSON.farewell):
            assert max(len(saying.say.say(tr)), len(saying.why.say(tr))) <= MOST_LETTERS
