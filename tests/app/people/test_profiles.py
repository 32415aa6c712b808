import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.people.profiles import LEARNING_GAMES, FileProfiles
from companion.errors import StorageError
from companion.settings import people, preferences, tags
from companion.settings.people import Person, Plan
from companion.settings.preferences import Preferences

ANA, BO = Person("Ana", "red", "left"), Person("Bo", "blue", "top", "alva")
RULES = ["E-020", "E-024"]
"""Rules that a move brought into play."""


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
        lambda: profiles.begun("fae", ["Ana"]),
        lambda: profiles.explained("fae", ["Ana"], RULES),
    ]
    for change in changes:
        with pytest.raises(StorageError) as caught:
            change()
        assert caught.value.code == "not_written"
    assert (profiles.people(), profiles.plan("fae"), profiles.preferences()) == ((), Plan(), Preferences())
    assert profiles.is_new("fae") and profiles.unexplained("fae", ["Ana"], RULES) == RULES


def test_listeners_hear_of_preferences(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    heard: list[Preferences] = []
    profiles.on_change(heard.append)
    profiles.prefer(text_size=1.2)
    assert [liked.text_size for liked in heard] == [1.2]


def test_a_game_is_new_until_somebody_has_begun_or_knows_it(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    assert profiles.is_new("fae") and profiles.is_new("fate")
    profiles.begun("fae", ())
    profiles.agree("fate", Plan((ANA,)))
    for kept in (profiles, FileProfiles(tmp_path)):
        assert [kept.is_new(game) for game in ("fae", "fate", "fabula")] == [False, False, True]


def test_rules_are_told_to_each_person_once_in_their_first_games(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([ANA, BO])
    profiles.begun("fae", ["Ana"])
    assert profiles.unexplained("fae", ["Ana"], RULES) == RULES
    profiles.explained("fae", ["Ana"], RULES[:1])
    for kept in (profiles, FileProfiles(tmp_path)):
        assert kept.unexplained("fae", ["Ana"], RULES) == RULES[1:]
        assert kept.unexplained("fae", ["Ana", "Bo"], RULES) == RULES, "Bo was told nothing"
        assert kept.unexplained("fate", ["Ana"], RULES) == RULES, "that is another game"
    for _ in range(LEARNING_GAMES):
        assert profiles.unexplained("fae", ["Ana"], RULES)
        profiles.begun("fae", ["Ana"])
    assert not FileProfiles(tmp_path).unexplained("fae", ["Ana"], RULES)


def test_people_without_a_name_share_what_they_know(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([Person("Player 1", guest=True), BO])
    profiles.begun("fae", ["Player 1", "Bo"])
    profiles.explained("fae", ["Player 1"], RULES)
    assert not profiles.unexplained("fae", ["Player 1", "Player 2"], RULES)
    assert profiles.unexplained("fae", ["Bo"], RULES) == RULES
    assert "Player 1" not in json.loads((tmp_path / people.FILE).read_text(encoding="utf-8"))["experience"]


def test_rules_are_told_again_to_who_wants_it(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([ANA, BO])
    for _ in range(LEARNING_GAMES + 1):
        profiles.begun("fae", ["Ana", "Bo"])
    profiles.explain_again("Ana")
    profiles.explain_again("")
    for kept in (profiles, FileProfiles(tmp_path)):
        assert kept.unexplained("fae", ["Ana"], RULES) == RULES
        assert kept.unexplained("fae", ["Player 7"], RULES) == RULES
        assert not kept.unexplained("fae", ["Bo"], RULES)
        assert not kept.is_new("fae"), "they still know what the game is about"


def test_a_person_who_is_forgotten_begins_anew(tmp_path: Path) -> None:
    profiles = FileProfiles(tmp_path)
    profiles.remember([ANA, BO])
    profiles.begun("fae", ["Ana", "Bo"])
    profiles.explained("fae", ["Ana", "Bo"], RULES)
    profiles.forget_person("Ana")
    assert "Ana" not in (tmp_path / people.FILE).read_text(encoding="utf-8")
    profiles.remember([ANA, BO])
    for kept in (profiles, FileProfiles(tmp_path)):
        assert kept.unexplained("fae", ["Ana"], RULES) == RULES
        assert not kept.unexplained("fae", ["Bo"], RULES)


def test_a_file_from_before_there_was_experience_is_read(tmp_path: Path) -> None:
    FileProfiles(tmp_path).remember([ANA])
    file = tmp_path / people.FILE
    content = json.loads(file.read_text(encoding="utf-8"))
    del content["experience"]
    file.write_text(json.dumps(content), encoding="utf-8")
    profiles = FileProfiles(tmp_path)
    assert not profiles.problems() and profiles.people() == (ANA,)
    assert profiles.unexplained("fae", ["Ana"], RULES) == RULES


@pytest.mark.parametrize(
    "damaged", [{"Ana": 3}, {"Ana": {"fae": {"games": -1}}}, {"Ana": {"fae": {"rules": "E"}}}]
)
def test_damaged_experience_is_put_aside_with_its_file(tmp_path: Path, damaged: dict[str, object]) -> None:
    FileProfiles(tmp_path).remember([ANA])
    file = tmp_path / people.FILE
    content = {**json.loads(file.read_text(encoding="utf-8")), "experience": damaged}
    file.write_text(json.dumps(content), encoding="utf-8")
    profiles = FileProfiles(tmp_path)
    assert [problem.code for problem in profiles.problems()] == ["set_aside"]
    assert profiles.is_new("fae") and profiles.unexplained("fae", ["Ana"], RULES) == RULES
    profiles.begun("fae", ["Ana"])
    assert not FileProfiles(tmp_path).is_new("fae")
