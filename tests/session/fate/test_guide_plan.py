"""Guide plan: executed step by step it leads to the new table, never onto an occupied hex."""

from random import Random

import pytest

from companion.games import fate
from companion.games.base import Table
from companion.games.fate import Options
from companion.games.fate.acts import Walk
from companion.games.fate.board import MONSTER_HEXES
from companion.games.fate.position import GRIMHEIM, Monster, Position
from companion.session.fate.guide_plan import MAX_PIECES_A_STEP, Planned, plan
from companion.session.fate.table_state import Piece, TableState, table, table_state
from companion.table.guide import GuideStep, movements
from tests.session.fate.games import begun, play


def do(by_space: dict[str, list[str]], act: GuideStep) -> None:
    """Execute an act on a table of {hex: kinds}."""
    (kind,) = act.pieces
    if act.act != "place":
        by_space[str(act.space)].remove(kind)
    target = act.target if act.act == "move" else act.space if act.act == "place" else None
    if target is not None:
        there = by_space.setdefault(str(target), [])
        assert target == GRIMHEIM or not there, f"{act} steps on {there}"
        there.append(kind)


def by_hex(shown: Table) -> dict[str, list[str]]:
    return {str(s): [kind for kind, n in counts.items() for _ in range(n)] for s, counts in shown.items()}


def executed(start: TableState, planned: tuple[Planned, ...]) -> dict[str, list[str]]:
    by_space = by_hex(table(start.pieces))
    for step, after in planned:
        assert len(step.acts) <= max(MAX_PIECES_A_STEP, len(step.paths), 12)
        for act in step.acts:
            for one in movements(act):
                do(by_space, one)
        assert clean(by_space) == clean(by_hex(table(after.pieces)))
    return by_space


def clean(by_space: dict[str, list[str]]) -> dict[str, list[str]]:
    return {space: sorted(kinds) for space, kinds in by_space.items() if kinds}


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_follow_the_show_of_whole_games_reach_every_table(seed: int) -> None:
    options = Options(monster_die=bool(seed % 2), track="long" if seed % 3 else "short")
    session = begun(1 + seed % 4, options, seed)
    shows = 0
    for _ in play(session, seed):
        pass
    before = TableState()
    for step in session.timeline.steps:
        after = table_state(step.position)
        planned = plan(before, after, step.happenings)
        assert clean(executed(before, planned)) == clean(by_hex(fate.table(step.position)))
        assert (planned[-1].after if planned else before)._replace(space=after.space, die=after.die) == after
        back = plan(after, before)
        assert clean(executed(after, back)) == clean(by_hex(table(before.pieces)))
        shows += len(planned)
        before = after
    assert shows > 20


def test_any_table_can_be_made_any_other() -> None:
    random = Random(5)
    hexes = sorted(MONSTER_HEXES - {GRIMHEIM})
    kinds = ("goblin", "brute", "surt")
    for _ in range(60):
        one, other = (random.sample(hexes[:12], 8) for _ in range(2))
        pieces = [f"m{n}" for n in range(8)]
        start, goal = (
            TableState(
                {id: Piece(kinds[int(id[1:]) % 3], hex_) for id, hex_ in zip(pieces, where, strict=True)}
            )
            for where in (one, other)
        )
        assert clean(executed(start, plan(start, goal))) == clean(by_hex(table(goal.pieces)))


def walked(*monsters: tuple[str, str]) -> tuple[Planned, ...]:
    placed = tuple(
        Monster(f"m{n}", kind, hex_, int(kind == "surt")) for n, (kind, hex_) in enumerate(monsters, 1)
    )
    before = begun().position._replace(phase="walk", step=2, turn=0, monsters=placed)
    position: Position
    position, happenings = fate.apply(before, Walk())
    return plan(table_state(before), table_state(position), happenings)


def test_monsters_that_do_the_same_are_one_step() -> None:
    (step, _), *more = walked(("goblin", "12,2"), ("goblin", "12,3"), ("goblin", "12,5"), ("goblin", "5,7"))
    assert (str(step.title), len(step.acts), more) == ("On the way: Goblin (4)", 4, [])
    assert (str(step.hands), step.what, step.who) == ("Move: Goblin (4)", "walk", "goblin")
    assert all(len(path) == 3 for path in step.paths)


def test_the_one_in_front_moves_first() -> None:
    planned = walked(("brute", "12,2"), ("troll", "12,3"))
    assert [str(step.title) for step, _ in planned] == ["Troll walks", "Brute walks"]


def test_a_swap_is_one_step_with_two_arrows_and_a_piece_laid_aside() -> None:
    one = TableState({"m1": Piece("surt", "12,2"), "m2": Piece("brute", "12,3")})
    other = TableState({"m1": Piece("surt", "12,3"), "m2": Piece("brute", "12,2")})
    ((step, _),) = plan(one, other)
    assert (str(step.title), str(step.hands)) == ("Surt and Brute swap places", "Swap: Surt and Brute")
    assert [act.act for act in step.acts] == ["exchange"]
    assert [one.act for one in movements(step.acts[0])] == ["remove", "move", "place"]
    assert set(step.paths) == {("12,2", "12,3"), ("12,3", "12,2")}


def test_monsters_that_reach_grimheim_are_taken_off_with_town_pieces() -> None:
    (step, after), *_ = walked(("goblin", "9,7"), ("surt", "8,8"))
    assert [act.act for act in step.acts] == ["remove"] * 2
    assert str(step.title) == "In Grimheim: Goblin (1), Surt (1)"
    assert str(step.hands) == "Take the monsters off, and pieces of the town: 4."
    assert after.town == begun().position.town - 4


@pytest.mark.parametrize("seed", range(4))
def test_the_monster_die_is_told_before_what_it_does(seed: int) -> None:
    session = begun(2, Options(monster_die=True), seed)
    count = 0
    for now in play(session, seed, 150):
        told = [step.what for step in now.guide.steps]
        if "die" in told:
            count += 1
            assert told[told.index("die") - 1] == "stone"
    assert count


def test_an_attack_that_leaves_nothing_to_choose_is_not_asked_about() -> None:
    session = begun()
    for now in play(session, 3, 400):
        if now.stage == "choice" and now.choice and now.choice.what in ("order", "target"):
            assert len(now.choice.options) > 1
