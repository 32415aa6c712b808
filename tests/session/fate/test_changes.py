"""The list of all changes at the end of the monsters' turn."""

from dataclasses import replace

from companion.games.fate.position import GRIMHEIM
from companion.session.fate.changes import changes
from companion.session.fate.guide_progress import LIST_S, UNSEEN_S
from companion.session.fate.session import FateSession
from companion.session.fate.table_state import Piece, TableState, table_state
from companion.session.view import Answer
from tests.session.fate.games import begun
from tests.session.fate.test_camera import assumed, picture
from tests.session.fate.test_round import BARE, end_round, heroes_out, place
from tests.session.fate.test_session import shown

BEFORE = TableState(
    {
        "bjorn": Piece("bjorn", "12,6"),
        "alva": Piece("alva", GRIMHEIM),
        "imp 1": Piece("imp", "14,4"),
        "goblin 1": Piece("goblin", "10,3"),
        "goblin 2": Piece("goblin", "5,9"),
        "brute 1": Piece("brute", "10,6"),
    },
    town=10,
    step=1,
)


def words(before: TableState, after: TableState, at_table: bool = True) -> list[str]:
    return [str(change.text) for change in changes(before, after, at_table)]


def to_the_list(session: FateSession) -> FateSession:
    """The last page of the monsters' turn."""
    end_round(session)
    for _ in range(100):
        if session.guide.changes:
            return session
        session.confirm()
    raise AssertionError("the monsters are never done")


def test_a_row_says_how_each_thing_ends() -> None:
    pieces = {id: piece for id, piece in BEFORE.pieces.items() if id != "brute 1"}
    pieces |= {
        "imp 1": Piece("imp", "13,5"),
        "goblin 1": Piece("goblin", "10,4"),
        "imp 2": Piece("imp", "3,9"),
    }
    after = BEFORE._replace(pieces=pieces, damage={"bjorn": 2}, town=9, step=2)
    rows = ["Imp beside Bjorn", "Bjorn: 2 damage", "One house off", "Brute in the box", "imp: new"]
    found = words(BEFORE, after)
    assert [row.casefold() for row in found[:5]] == [row.casefold() for row in rows]
    assert [row.casefold() for row in found[5:]] == ["goblin: one hex", "rune stone: space 2"]


def test_equal_changes_are_one_row_and_nothing_is_no_row() -> None:
    moved = {"goblin 1": Piece("goblin", "10,4"), "goblin 2": Piece("goblin", "5,8")}
    (row,) = changes(BEFORE, BEFORE._replace(pieces={**BEFORE.pieces, **moved}), True)
    assert str(row.text).casefold() == "2 \N{MULTIPLICATION SIGN} goblin: one hex"
    assert set(row.spaces) == {"10,3", "10,4", "5,9", "5,8"}
    assert changes(BEFORE, BEFORE, True) == ()


def test_a_fallen_hero_is_in_grimheim() -> None:
    pieces = {**BEFORE.pieces, "bjorn": Piece("bjorn", GRIMHEIM)}
    after = BEFORE._replace(pieces=pieces, damage={"bjorn": 5}, town=8)
    found = [row.casefold() for row in words(BEFORE, after)]
    assert found == ["bjorn: 5 damage", "2 houses off", "bjorn in grimheim"]


def test_without_a_table_no_row_speaks_of_one() -> None:
    pieces = {id: piece for id, piece in BEFORE.pieces.items() if id != "brute 1"}
    found = words(BEFORE, BEFORE._replace(pieces=pieces, town=9), at_table=False)
    assert [row.casefold() for row in found] == ["one house lost", "brute: gone"]


def test_the_list_is_the_last_page_and_names_whose_turn_comes() -> None:
    session = heroes_out()
    place(session, ("goblin", "12,5"))
    to_the_list(session)
    now = shown(session)
    assert (now.stage, now.prompt.tone, str(now.prompt.text)) == ("guide", "good", "The monsters are done")
    assert str(now.prompt.detail) == "Does your table look like this?"
    assert [(one.id, str(one.text)) for one in now.decisions[:1]] == [("done", "Bjorn's turn")]
    assert {"tick", "back"} <= {one.id for one in now.decisions}
    session.confirm()
    assert session.stage == "heroes" and not session.guide.left


def test_a_touch_ticks_a_row_until_none_is_left() -> None:
    session = to_the_list(heroes_out())
    rows = len(session.guide.changes)
    for row in range(rows):
        assert any(one.id == "tick" for one in shown(session).decisions)
        session.tell(Answer(1, "tick", (str(row),)))
        assert sum(one.done for one in session.guide.changes) == row + 1
    assert not any(one.id == "tick" for one in shown(session).decisions)
    assert session.stage == "guide", "its key goes on"


def test_the_film_can_be_watched_again() -> None:
    session = to_the_list(heroes_out())
    session.tell(Answer(1, "back", ()))
    assert session.guide.at == 0


def test_a_screen_alone_lists_what_happened_and_asks_nothing() -> None:
    session = begun(2, BARE, 3, watched=False, at_table=False)
    for _ in range(20):
        if session.stage != "heroes":
            session.confirm()
    to_the_list(session)
    now = shown(session)
    assert str(now.prompt.detail) == "This is what they did."
    assert "tick" not in {one.id for one in now.decisions}


def test_a_camera_ticks_what_it_sees_and_leaves_time_for_the_rest() -> None:
    session = heroes_out(watched=True)
    place(session, ("goblin", "12,4"))
    to_the_list(session)
    goblin = next(n for n, one in enumerate(session.guide.changes) if one.kind == "goblin")
    spaces = tuple(map(str, session.guide.changes[goblin].spaces))
    session.observe(picture(assumed(session), unsure=spaces))
    assert not session.guide.changes[goblin].done
    session.observe(replace(picture(assumed(session), unsure=spaces), time_s=60.0))
    assert session.stage == "guide", "it has not seen everything"
    for time_s in (61.0, 62.0 + UNSEEN_S):
        session.observe(replace(picture(assumed(session)), time_s=time_s))
        assert session.guide.changes[goblin].done
        assert any(not one.done for one in session.guide.changes), "it cannot see the Rune Stone"
    session.observe(replace(picture(assumed(session)), time_s=70.0 + LIST_S))
    assert not session.guide.left


def test_the_list_compares_with_the_last_act_of_a_hero() -> None:
    session = heroes_out()
    place(session, ("goblin", "12,4"))
    before = table_state(session.position)
    to_the_list(session)
    wanted = changes(before, table_state(session.position), True)
    assert session.guide.changes == wanted
