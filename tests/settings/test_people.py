from dataclasses import replace

import pytest

from companion.settings import people
from companion.settings.people import COLOURS, MOST_NAMES, SIDES, Person, Plan

ANA, BO, CY = Person("Ana", "red", "bottom"), Person("Bo", "blue", "left"), Person("Cy", "green", "top_right")


def test_who_joins_gets_a_free_colour_and_a_free_seat() -> None:
    plan = Plan()
    for name in ("Ana", "Bo", "Cy", "Dora"):
        plan = plan.joined(name)
    assert [person.seat for person in plan.players] == ["bottom", "top", "right", "left"]
    assert len({person.colour for person in plan.players}) == 4


def test_who_played_before_gets_the_colour_and_seat_of_then_where_they_are_free() -> None:
    bo = Person("Bo", "green", "left", "alva")
    assert Plan().joined("Bo", bo).players == (bo,)
    taken = Plan((Person("Ana", "green", "left"),)).joined("Bo", bo).players[1]
    assert (taken.colour, taken.seat, taken.role) == ("red", "bottom", "alva")


def test_who_comes_in_place_of_somebody_has_their_place_among_the_players() -> None:
    plan = Plan((ANA, Person("", "blue", "left"), CY), first=2)
    guest, bo = replace(plan.players[1], colour="yellow"), Person("Bo", "blue", "bottom")
    assert plan.replaced(0, "Bo", BO).players == (bo, guest, CY), "a guest gives the animal up"
    assert plan.replaced(1, "Bo", BO).players == (ANA, BO, CY)
    assert plan.replaced(1, "Dora").players[1] == Person("Dora", "blue", "left")
    assert plan.replaced(1, "Dora").first is None


def test_a_person_keeps_the_animal_that_a_guest_has() -> None:
    plan = Plan().joined("").joined("")
    assert [guest.colour for guest in plan.players] == ["red", "blue"]
    three = plan.joined("Bo", BO).players
    assert three[2].colour == "blue" and len({person.colour for person in three}) == 3


def test_a_seat_may_be_wished_for() -> None:
    assert Plan((ANA,)).joined("Bo", BO, "top_left").players[1].seat == "top_left"
    assert Plan((ANA,)).joined("Bo", BO, "bottom").players[1].seat == "top", "somebody sits there"


def test_turns_go_clockwise_from_who_begins() -> None:
    plan = Plan((ANA, BO, CY), first=0)
    assert [person.name for person in plan.in_order()] == ["Ana", "Bo", "Cy"]
    assert [person.name for person in Plan((CY, BO, ANA), first=0).in_order()] == ["Cy", "Ana", "Bo"]
    assert Plan().in_order() == ()


def test_the_next_round_is_begun_by_the_next_one_clockwise() -> None:
    plan = Plan((ANA, BO, CY), first=0)
    begins = []
    for _ in range(4):
        begins.append(plan.in_order()[0].name)
        plan = plan.next_round()
    assert begins == ["Ana", "Bo", "Cy", "Ana"]


def test_colours_seats_and_roles_change_over() -> None:
    plan = Plan((ANA, BO)).all_cast(["alva", "bjorn"])
    plan = plan.coloured(0, "blue").seated(0, "left").cast(0, "bjorn")
    assert plan.players == (Person("Ana", "blue", "left", "bjorn"), Person("Bo", "red", "bottom", "alva"))
    assert plan.seated(0, "top").players[0].seat == "top"


def test_everybody_has_a_role_of_their_own_and_keeps_it_where_that_is_possible() -> None:
    roles = ("bjorn", "alva", "embla")
    plan = Plan((Person("Ana", role="alva"), Person("Bo", role="alva"), Person("Cy", role="wizard")))
    assert [person.role for person in plan.all_cast(roles).players] == ["alva", "bjorn", "embla"]


def test_who_begins_is_asked_again_when_others_play() -> None:
    plan = Plan((ANA, BO), first=1)
    assert plan.joined("Cy").first is None
    assert plan.left(0).first is None
    assert plan.seated(0, "top").first == 1


def test_texts_are_turned_to_every_seat() -> None:
    assert {seat: people.facing_deg(seat) for seat in SIDES} == {
        "bottom": 0, "bottom_left": 0, "bottom_right": 0, "right": 90,
        "top": 180, "top_left": 180, "top_right": 180, "left": 270,
    }  # fmt: skip


def test_people_and_plans_come_back_from_their_text() -> None:
    plan = Plan((ANA, Person("", "blue", "top")), 1, "none", {"track": "long", "monster_die": True})
    assert people.load(people.dump([BO, ANA], {"fate": plan})) == ([BO, ANA], {"fate": plan}, {})
    guest = Person("Player 2", guest=True)
    assert people.load(people.dump([guest, ANA], {})) == ([guest, ANA], {}, {})


def test_the_list_of_names_has_an_end() -> None:
    written = people.dump([Person(str(n)) for n in range(99)], {})
    assert [person.name for person in people.load(written)[0]] == [str(n) for n in range(MOST_NAMES)]


@pytest.mark.parametrize(
    "written",
    [
        "", "[]", "null", '{"people": []}', '{"people": 3, "plans": {}}', '{"people": [{}], "plans": {}}',
        '{"people": [{"name": "Ana", "colour": "pink", "seat": "top", "role": ""}], "plans": {}}',
        '{"people": [{"name": 7, "colour": "red", "seat": "top", "role": ""}], "plans": {}}',
        '{"people": [{"name": "A", "colour": ["red"], "seat": "top", "role": ""}], "plans": {}}',
        '{"people": [{"name": "A", "colour": "red", "seat": "top", "role": "", "guest": 1}], "plans": {}}',
        '{"people": [], "plans": {"fae": {}}}', '{"people": [], "plans": []}',
        '{"people": [], "plans": {"fae": {"players": [], "first": 0, "table": "", "options": {}}}}',
        '{"people": [], "plans": {"fae": {"players": [], "first": null, "table": 1, "options": {}}}}',
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused(written: str) -> None:
    with pytest.raises(ValueError):
        people.load(written)


def test_there_are_seats_and_colours_for_more_people_than_any_game_takes() -> None:
    plan = Plan()
    for n in range(len(COLOURS)):
        plan = plan.joined(str(n))
    assert len({person.seat for person in plan.players}) == len(COLOURS)


def test_the_app_takes_a_seat_and_gives_it_back() -> None:
    plan = Plan((ANA, BO)).played_by(1, "strong")
    assert plan.players[1] == Person("", "blue", "left", bot="strong")
    assert (plan.people, plan.guest(), Plan((ANA, BO)).people) == (1, None, 2)
    assert people.load(people.dump([], {"fae": plan}))[1] == {"fae": plan}
    again = plan.played_by(1, "easy").played_by(1, "")
    assert (again.players[1], again.guest()) == (Person("", "blue", "left"), 1)
    assert Plan((ANA, BO)).played_by(1, "").players[1] == BO


def test_a_plan_of_before_bots_has_none_and_unknown_ones_are_refused() -> None:
    written = people.dump([ANA], {})
    assert people.load(written.replace(',\n   "bot": ""', ""))[0] == [ANA]
    with pytest.raises(ValueError, match="bot"):
        people.load(written.replace('"bot": ""', '"bot": "cruel"'))
