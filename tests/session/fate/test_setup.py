"""Set-up of a real table: its parts, and one step for each kind of piece."""

from companion.games.fate.acts import EndTurn
from companion.games.fate.board import LOCATIONS
from companion.games.fate.position import GRIMHEIM
from companion.session.fate.session import FateSession
from companion.session.fate.setup import PLACES, SetupRow, parts, rows
from tests.session.fate.games import begun
from tests.session.fate.test_camera import assumed, picture
from tests.session.fate.test_session import shown


def setting_up(**how: bool) -> FateSession:
    """The first kind of monsters is to be placed."""
    session = begun(2, None, 3, **how)  # type: ignore[arg-type]  # only flags
    while not shown(session).log:
        session.confirm()
    return session


def states(session: FateSession) -> list[str]:
    return [part.state for part in parts(shown(session))]


def present(session: FateSession) -> SetupRow:
    return next(row for row in rows(shown(session)) if row.state == "now")


def test_the_parts_are_done_one_after_another() -> None:
    session = begun(2, None, 3)
    seen = [states(session)]
    while shown(session).stage == "guide":
        session.confirm()
        if shown(session).stage == "guide" and states(session) != seen[-1]:
            seen.append(states(session))
    assert seen == [
        ["now", "open", "open", "open"],
        ["done", "now", "open", "open"],
        ["done", "done", "now", "open"],
        ["done", "done", "done", "now"],
    ]


def test_each_kind_is_one_row_with_its_number_and_place() -> None:
    session = setting_up()
    found = rows(shown(session))
    assert [(row.kind, row.count, row.state) for row in found] == [
        ("jotunn", 1, "now"),
        ("sprite", 2, "open"),
        ("elemental", 2, "open"),
    ]
    assert [str(row.place) for row in found] == ["the lit hex", "Spewing Mountain", "Spewing Mountain"]
    session.confirm()
    assert (present(session).kind, str(present(session).place)) == ("sprite", "the 2 lit hexes")


def test_the_heroes_stand_in_grimheim() -> None:
    session = begun(2, None, 3)
    session.confirm()
    assert [(row.kind, str(row.place)) for row in rows(shown(session))] == [
        ("bjorn", "Grimheim"),
        ("alva", "Grimheim"),
    ]


def test_places_are_short() -> None:
    assert PLACES.keys() == {*LOCATIONS, GRIMHEIM}
    assert max(map(len, PLACES.values())) <= 18


def test_a_camera_goes_on_when_it_sees_a_kind() -> None:
    session = setting_up()
    assert str(shown(session).prompt.detail) == "It goes on by itself when the camera sees them."
    session.guide.at += 1
    after = assumed(session)
    session.guide.at -= 1
    session.observe(picture(after))
    assert present(session).kind == "sprite"


def test_a_key_goes_on_without_a_camera() -> None:
    session = setting_up(watched=False)
    assert str(shown(session).prompt.detail).startswith("Set-up, 1 of ")
    assert str(shown(session).decisions[0].text) == "They stand there"
    session.confirm()
    assert present(session).kind == "sprite"


def test_a_screen_alone_sets_nothing_up() -> None:
    session = begun(2, None, 3, watched=False, at_table=False)
    while session.stage != "heroes":
        assert not shown(session).setting_up
        session.confirm()


def test_reinforcements_later_are_no_setup() -> None:
    session = begun(2, None, 3, watched=False)
    while session.stage != "heroes":
        assert shown(session).setting_up
        session.confirm()
    session.submit(EndTurn())
    assert not shown(session).setting_up
