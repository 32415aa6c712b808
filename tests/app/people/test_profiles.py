from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.people.profiles import FileProfiles
from companion.errors import StorageError
from companion.settings import people, preferences, tags
from companion.settings.people import Person, Plan
from companion.settings.preferences import Preferences

ANA, BO = Person("Ana", "red", "left"), Person("Bo", "blue", "top", "alva")


def test_what_is_remembered_outlives_the_app(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    assert (profiles.people(), profiles.plan("fae"), profiles.problems()) == ((), Plan(), ())
    plan = Plan((ANA, BO), 1, "none", {"track": "long"})
    profiles.remember([ANA, BO])
    profiles.agree("fate", plan)
    profiles.prefer(language="es", night=True)
    again = FileProfiles(tmp_path)
    assert (again.people(), again.plan("fate"), again.plan("fae")) == ((ANA, BO), plan, Plan())
    assert again.preferences() == Preferences(language="es", night=True)


def test_who_played_last_comes_first_and_guests_are_kept_until_the_next_game(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([ANA, BO])
    profiles.remember([Person("Cy"), Person("Player 2", "blue", guest=True), Person("Bo", "green")])
    assert [(person.name, person.colour) for person in profiles.people()] == [
        ("Cy", "red"), ("Player 2", "blue"), ("Bo", "green"), ("Ana", "red"),
    ]  # fmt: skip
    assert FileProfiles(tmp_path).people() == profiles.people()
    assert [person.name for person in profiles.people() if person.guest] == ["Player 2"]
    profiles.remember([Person("Cy")])
    for kept in (profiles, FileProfiles(tmp_path)):
        assert [person.name for person in kept.people()] == ["Cy", "Bo", "Ana"]
    profiles.forget_person("Cy")
    assert [person.name for person in FileProfiles(tmp_path).people()] == ["Bo", "Ana"]


def test_who_is_forgotten_is_a_guest_in_what_was_agreed_on(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([ANA, BO])
    profiles.agree("fae", Plan((ANA, BO), 1))
    profiles.forget_person("Bo")
    assert "Bo" not in (tmp_path / people.FILE).read_text(encoding="utf-8")
    assert profiles.plan("fae") == Plan((ANA, Person("", BO.colour, BO.seat, BO.role)), 1)


def test_what_tags_stand_for_is_kept_and_goes_with_the_person(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([ANA, BO])
    for tag, what in (("01", "person:Ana"), ("02", "person:Bo"), ("03", "fate:alva"), ("01", "person:Bo")):
        profiles.teach_tag(tag, what)
    assert FileProfiles(tmp_path).tags() == {"01": "person:Bo", "02": "person:Bo", "03": "fate:alva"}
    profiles.teach_tag("03", "")
    profiles.forget_person("Bo")
    assert FileProfiles(tmp_path).tags() == {} == profiles.tags()
    assert "Bo" not in (tmp_path / tags.FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [people.FILE, preferences.FILE, tags.FILE])
def test_a_broken_file_is_put_aside_and_told_once(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"people": [', encoding="utf-8")
    profiles = FileProfiles(tmp_path)
    (problem,) = profiles.problems()
    assert problem.code == "set_aside"
    assert str(tmp_path / name) in str(problem)
    assert profiles.problems() == ()
    assert (profiles.people(), profiles.preferences()) == ((), Preferences())
    aside = (tmp_path / name).with_suffix(".broken")
    assert aside.read_text(encoding="utf-8") == '{"people": ['
    assert FileProfiles(tmp_path).problems() == ()


def test_a_disk_that_refuses_is_an_error_and_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "profiles").write_text("in the way of the folder", encoding="utf-8")
    profiles = FileProfiles(tmp_path / "profiles")
    profiles.problems()
    changes: list[Callable[[], None]] = [
        lambda: profiles.remember([ANA]),
        lambda: profiles.agree("fae", Plan((ANA,))),
        lambda: profiles.prefer(night=True),
    ]
    for change in changes:
        with pytest.raises(StorageError) as caught:
            change()
        assert caught.value.code == "not_written"
    assert (profiles.people(), profiles.plan("fae"), profiles.preferences()) == ((), Plan(), Preferences())


def test_listeners_hear_of_preferences(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    heard: list[Preferences] = []
    profiles.on_change(heard.append)
    profiles.prefer(text_size=1.2)
    assert [liked.text_size for liked in heard] == [1.2]
