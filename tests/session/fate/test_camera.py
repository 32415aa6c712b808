"""The camera confirms steps and checks the table before and after the monster turn."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games import fate
from companion.games.base import Kind, Space, Table
from companion.games.fate.acts import Correct, EndTurn, Move, RuneStone, Walk
from companion.games.fate.position import GRIMHEIM
from companion.session.fate import choices
from companion.session.fate.guide_progress import UNSEEN_S
from companion.session.fate.session import FateSession
from companion.session.fate.table_state import table
from companion.session.view import Answer
from companion.table.compare import Difference
from companion.table.observation import Observation, Trouble
from tests.games.fate.hero_tables import turn_of
from tests.session.fate.games import begun, play

Changed = dict[Space, dict[Kind, int]]


def picture(
    assumed: Table,
    changed: Changed | None = None,
    unsure: tuple[str, ...] = (),
    trouble: Trouble | None = None,
) -> Observation:
    """A picture of a table; heroes in Grimheim stand on its hexes."""
    spaces = {**assumed, **(changed or {})}
    town = spaces.pop(GRIMHEIM, {})
    hexes: dict[Space, dict[Kind, int]] = {
        hex_: {hero: 1} for hex_, hero in zip(("9,8", "10,8", "8,9", "10,9"), town, strict=False)
    }
    return Observation(
        "0.jpg", 0.0, {**spaces, **hexes}, confidence=dict.fromkeys(unsure, 0.6), trouble=trouble
    )


def at(stage: str, seed: int = 2, **has: object) -> FateSession:
    session = begun(seed=seed)
    for now in play(session, seed):
        if now.stage == stage and all(getattr(now.position, key) == value for key, value in has.items()):
            return now
    raise AssertionError


def stage(session: FateSession) -> str:
    return session.stage


def assumed(session: FateSession) -> Table:
    return table(session.guide.assumed_table.pieces)


def walking() -> FateSession:
    """The monsters are to be moved; the Rune Stone was."""
    session = at("check")
    session.confirm()
    assert isinstance(session.timeline.moves[-1], Walk) and not session.guide.left[0].acts
    session.confirm()
    return session


def test_the_camera_ticks_off_what_it_sees_done() -> None:
    session = walking()
    done, steps = session.guide.at, len(session.guide.steps)
    assert steps - done > 1
    session.observe(picture(assumed(session)))
    assert session.guide.at == done
    session.observe(picture(assumed(session), trouble="hand"))
    assert session.guide.at == done
    while session.guide.left and not session.guide.changes and isinstance(session.timeline.moves[-1], Walk):
        before = session.guide.at
        session.guide.at += 1
        after = assumed(session)
        session.guide.at = before
        session.observe(picture(after))
        assert session.guide.at in (before + 1, 0)


def placing() -> FateSession:
    """Several monsters are to be put on the board in one step."""
    for now in play(begun(seed=2), 2):
        acts = now.guide.left[0].acts if now.guide.left else ()
        if len(acts) > 1 and all(act.act == "place" and act.space != GRIMHEIM for act in acts):
            return now
    raise AssertionError


def test_another_piece_than_the_step_asks_for_is_pointed_at() -> None:
    session = placing()
    hexes = [str(act.space) for act in session.guide.left[0].acts]
    kinds = {str(act.space): kind for act in session.guide.left[0].acts for kind in act.pieces}
    other = "imp" if "imp" not in kinds.values() else "brute"
    before, step = assumed(session), session.guide.left[0]
    half: Changed = {hex_: {kinds[hex_]: 1} for hex_ in hexes[1:]}
    session.observe(picture(before, half))
    assert not session.interpreter.differences, "hands are at work"
    session.observe(picture(before, {**half, hexes[0]: {other: 1}}, unsure=(hexes[0],)))
    assert not session.interpreter.differences, "it may be the right one"
    session.observe(picture(before, {**half, hexes[0]: {other: 1}}))
    assert session.interpreter.differences == (Difference(hexes[0], None, other),)
    assert session.guide.left[0] == step
    session.observe(picture(before, {**half, hexes[0]: {kinds[hexes[0]]: 1}}))
    assert step not in session.guide.left
    assert not session.interpreter.differences


def test_all_steps_done_at_once_are_ticked_off_at_once() -> None:
    session = walking()
    session.observe(picture(fate.table(session.position)))
    assert assumed(session) == fate.table(session.position) or not session.guide.left


def test_a_step_that_is_hard_to_see_is_not_ticked_off() -> None:
    session = walking()
    before = session.guide.at
    target = session.guide.left[0].acts[0].target
    last = [step for step in session.guide.left if step.acts][-1].acts[0].target
    session.observe(picture(fate.table(session.position), unsure=(str(target), str(last))))
    assert session.guide.at == before
    assert set(session.interpreter.unsure) == {target, last}


def test_a_table_as_expected_begins_the_monster_turn() -> None:
    session = at("check")
    session.observe(picture(assumed(session)))
    assert session.stage == "guide"
    assert any(isinstance(act, RuneStone) for act in session.timeline.moves)


def test_an_unsure_table_waits_for_people() -> None:
    session = at("check")
    session.observe(picture(assumed(session), {"1,9": {"imp": 1}}, unsure=("1,9",)))
    assert (
        stage(session) == "check"
        and session.interpreter.unsure == ("1,9",)
        and not session.interpreter.differences
    )
    session.confirm()
    assert session.stage == "guide"


def test_a_space_that_is_hard_to_see_but_looks_right_holds_nobody_up() -> None:
    session = at("check")
    session.observe(picture(assumed(session), unsure=("1,9", session.position.monsters[0].hex)))
    assert stage(session) == "guide"


def moved_by_accident(session: FateSession) -> tuple[Table, str, str, str]:
    """A table with one monster moved to a free hex, and its id, old and new place."""
    monster = session.position.monsters[0]
    free = next(h for h in fate.board.NEIGHBOURS[monster.hex] if h not in assumed(session))
    changed: Changed = {monster.hex: {}, free: {monster.kind: 1}}
    return {**assumed(session), **changed}, monster.id, monster.hex, free


def test_where_the_table_differs_the_players_decide_before_anything_moves() -> None:
    session = at("check")
    seen, _, old, new = moved_by_accident(session)
    kind = session.position.monsters[0].kind
    session.observe(picture(seen))
    assert session.stage == "check"
    assert set(session.interpreter.differences) == {Difference(old, kind, None), Difference(new, None, kind)}
    assert session.choice and [str(option.label) for option in session.choice.options] == [
        "The table",
        "The game",
        "Begin the monster turn anyway",
    ]
    assert not isinstance(session.timeline.moves[-1], Walk)


def test_the_screen_is_right_so_hands_put_the_table_right() -> None:
    session = at("check")
    position = session.position
    seen, _, old, new = moved_by_accident(session)
    session.observe(picture(seen))
    session.choose(0)
    (step,) = session.guide.left
    assert (step.acts[0].act, step.acts[0].space, step.acts[0].target) == ("move", new, old)
    session.observe(picture(fate.table(position)))
    assert isinstance(session.timeline.moves[-1], Walk), "put right, so the monsters move"


def test_the_table_is_right_so_the_game_is_corrected() -> None:
    session = at("check")
    seen, id, _, new = moved_by_accident(session)
    session.observe(picture(seen))
    session.choose(1)
    assert Correct("hex", id, value=new) in session.timeline.moves
    assert session.stage == "check" and not session.guide.left
    assert assumed(session) == {space: kinds for space, kinds in seen.items() if kinds}
    session.observe(picture(seen))
    assert isinstance(session.timeline.moves[-1], Walk)


def test_monsters_taken_off_or_put_by_accident_are_corrected() -> None:
    session = at("check")
    gone, changed = session.position.monsters[:2]
    other = "imp" if changed.kind != "imp" else "brute"
    free = next(h for h in ("1,12", "2,12", "3,12") if h not in assumed(session))
    session.observe(picture(assumed(session), {gone.hex: {}, changed.hex: {other: 1}, free: {"sprite": 1}}))
    session.choose(1)
    kinds = {monster.hex: monster.kind for monster in session.position.monsters}
    assert gone.hex not in kinds
    assert (kinds[changed.hex], kinds[free]) == (other, "sprite")
    assert not session.guide.left


def test_the_camera_may_be_wrong() -> None:
    session = at("check")
    session.observe(picture(moved_by_accident(session)[0]))
    session.choose(2)
    assert isinstance(session.timeline.moves[-1], Walk)


def finish_monster_turn(session: FateSession, look: Callable[[], None]) -> None:
    while session.position.phase != "heroes":
        session.confirm()
    while session.guide.left:
        session.confirm()
    look()


def test_after_the_monster_turn_every_difference_is_pointed_at() -> None:
    session = at("check")
    finish_monster_turn(session, lambda: session.observe(picture(moved_by_accident(session)[0])))
    assert stage(session) == "repair" and len(session.interpreter.differences) == 2
    session.confirm()
    assert stage(session) == "guide", "the screen is right by default"
    session.observe(picture(fate.table(session.position)))
    assert stage(session) == "heroes" and not session.interpreter.differences


def test_a_hero_may_act_while_the_table_is_not_right_yet() -> None:
    """A move that was made at once after the monsters' turn is taken by touch, too."""
    session = at("check")
    finish_monster_turn(session, lambda: session.observe(picture(moved_by_accident(session)[0])))
    hero = session.position.heroes[session.position.turn]
    target = sorted(fate.reach(session.position, hero.id))[0]
    assert stage(session) == "repair" and session.snapshot(1).decisions[0].id == "choose"
    session.tell(Answer(1, "move", [hero.hex, target]))
    assert session.timeline.moves[-1] == Move(target)


def test_a_table_put_right_without_a_word_is_right() -> None:
    session = at("check")
    finish_monster_turn(session, lambda: session.observe(picture(moved_by_accident(session)[0])))
    session.observe(picture(fate.table(session.position)))
    assert (session.stage, session.interpreter.differences) == ("heroes", ())


@pytest.mark.parametrize("index, act", [(0, Move), (1, Correct)])
def test_a_hero_seen_elsewhere_is_offered_as_a_move(index: int, act: type) -> None:
    session = at("heroes")
    session.observe(picture(assumed(session)))
    hero = session.position.heroes[0]
    target = sorted(fate.reach(session.position, hero.id))[0]
    town = {id: n for id, n in assumed(session)[GRIMHEIM].items() if id != hero.id}
    session.observe(picture(assumed(session), {GRIMHEIM: town, target: {hero.id: 1}}))
    assert session.stage == "heroes"
    assert session.choice and session.choice.options[index].spaces == (target,)
    session.choose(index)
    assert isinstance(session.timeline.moves[-1], act)
    assert session.position.heroes[0].hex == target
    assert not session.guide.left and not session.interpreter.differences


def test_a_second_move_is_none_of_the_actions_left() -> None:
    session = at("heroes")
    hero = session.position.heroes[0]
    session.submit(Move(sorted(fate.reach(session.position, hero.id))[0]))
    session.confirm()
    here = session.position.heroes[0].hex
    target = next(
        h for h in fate.board.NEIGHBOURS[here] if h in fate.board.HERO_HEXES - assumed(session).keys()
    )
    session.observe(picture(assumed(session), {here: {}, target: {hero.id: 1}}))
    assert session.choice and [option.act for option in session.choice.options] == [
        Correct("hex", hero.id, value=target)
    ]


def test_nothing_else_a_hero_does_is_disturbed_by_the_camera() -> None:
    session = at("heroes")
    session.observe(picture(moved_by_accident(session)[0]))
    session.submit(EndTurn())
    assert session.position.turn == 1


def entering() -> tuple[FateSession, Space, Kind, Table]:
    """Monsters are to be put on empty hexes next: one of them, and the table when all lie there."""
    session = begun(seed=2)
    for now in play(session, 2):
        if now.stage == "guide" and (acts := now.guide.left[0].acts):
            space, kind = acts[0].space, next(iter(acts[0].pieces))
            if acts[0].act == "place" and space and space not in (GRIMHEIM, *assumed(now)):
                now.guide.at += 1
                after = assumed(now)
                now.guide.at -= 1
                return now, space, kind, after
    raise AssertionError


def test_a_piece_that_nobody_has_seen_before_is_the_one_that_enters() -> None:
    session, space, kind, after = entering()
    stranger = next(other for other in ("imp", "goblin") if other != kind)

    def see(*, unsure: bool, something: bool) -> bool:
        seen = picture(after, {space: {stranger: 1}}, unsure=(str(space),) if unsure else ())
        session.observe(replace(seen, other=frozenset({space} if something else ())))
        return assumed(session).get(space) == {kind: 1}

    assert not see(unsure=True, something=False)  # perhaps nothing lies there
    assert not see(unsure=False, something=True)  # surely another kind
    assert see(unsure=True, something=True)


def test_a_move_that_is_seen_asks_who_gets_the_mana_of_a_forest() -> None:
    position = turn_of("alva", 3, 13, hex="12,10")
    seen = (Difference("12,10", "alva", None), Difference("11,11", None, "alva"))
    found = choices.seen_move(position, seen)
    assert found
    assert [option.act for option in found.options] == [
        Move("11,11", mana={3: 1}),
        Move("11,11", mana={13: 1}),
        Correct("hex", "alva", value="11,11"),
    ]
    one = choices.seen_move(turn_of("alva", 3, hex="12,10"), seen)
    assert one and one.options[0].act == Move("11,11")


def unseen() -> FateSession:
    """The Rune Stone is to be moved, and nothing else happens before a piece is moved, too."""
    session = at("check")
    session.confirm()
    assert not session.guide.left[0].acts
    return session


def after_s(session: FateSession, time_s: float) -> int:
    """Return the number of steps done after a picture of the assumed table at this time."""
    session.observe(replace(picture(assumed(session)), time_s=time_s))
    return session.guide.at


def test_what_no_camera_sees_is_done_when_the_next_thing_is_seen() -> None:
    session = unseen()
    stone, walk, *_ = session.guide.steps
    assert (stone.acts, bool(walk.acts)) == ((), True)
    guide = session.guide
    guide.at = 2
    moved = assumed(session)
    guide.at = 0
    session.observe(picture(moved))
    assert guide.at == 2


def test_or_after_a_while() -> None:
    session = unseen()
    assert [after_s(session, t) for t in (1.0, UNSEEN_S, UNSEEN_S + 1.0)] == [0, 0, 1]
    assert session.guide.left[0].acts
    assert after_s(session, 99.0) == 1, "what can be seen waits until it is"


def test_time_begins_anew_with_every_step_and_every_camera() -> None:
    session = unseen()
    assert [after_s(session, t) for t in (50.0, 0.5, 1.0, 0.5 + UNSEEN_S)] == [0, 0, 0, 1]
    session.tell(Answer(1, "back", ()))
    assert [after_s(session, t) for t in (20.0, 25.0, 20.0 + UNSEEN_S)] == [0, 0, 1]


def test_a_hand_over_the_table_is_waited_for() -> None:
    session = unseen()
    assert after_s(session, 1.0) == 0
    session.observe(replace(picture(assumed(session)), time_s=60.0, trouble="hand"))
    assert session.guide.at == 0
