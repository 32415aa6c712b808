"""The play screen of Fábula: what a touch means, what a declaration would do, and who may see what."""

from typing import Any

import pytest

from companion.games.fabula import RULES
from companion.i18n import LANGUAGES
from companion.session.fabula import words
from companion.session.view import Answer
from tests.session.fabula import duels
from tests.session.fabula_acts import PlayAction
from tests.ui.finger import Finger
from tests.ui.games.fabula import scenes
from tests.ui.games.fabula.fake import FakeFabula
from tests.ui.layout import check_apart, check_layout, widgets
from tests.ui.press import buttons, press


def said(running: Any) -> str:
    return " ".join(str(w.text) for w, _ in widgets(running.screen) if isinstance(getattr(w, "text", 0), str))


def tap(running: Any, card: str) -> None:
    table = running.screen.ids.table
    running.settle(2)
    running.tap(*table.to_window(*table.spot(card)))


def attacked() -> FakeFabula:
    return scenes.duel("attack", 8, 6)()


@pytest.mark.parametrize(
    ("size", "hand"), [pytest.param((480, 800), "right", marks=pytest.mark.slow), ((800, 480), "left")]
)
def test_a_duel_fits_other_windows(open_window: Any, size: tuple[int, int], hand: Any) -> None:
    fake = scenes.duel("answer", 5, 4)()
    fake.profiles.prefer(text_size=1.25, hand=hand)
    running = open_window(fake, "es", size)
    for _ in range(2):
        running.lay_out()
    check_layout(running)
    check_apart(running)


def test_the_table_is_drawn_in_little_room(open_window: Any) -> None:
    from ui import theme

    fake = FakeFabula(bots={"Bo": "easy"}).begun()
    running = open_window(fake)
    table = running.screen.ids.table
    assert running.screen._fan.cards, "a hand of the player stands below"
    table.low = table.height - theme.mm(38)  # a panel of 7 inches below a lesson
    running.settle(2)
    assert {base.id for base in fake.snapshot().position.bases} <= {*table.boxes}


def test_an_attack_is_previewed_before_it_is_told(open_window: Any) -> None:
    fake = attacked()
    running = open_window(fake)
    screen = running.screen
    form = screen.draft.decision.form
    ally, base = sorted(form.sources)[0], sorted(form.goals)[0]
    assert running.screen.ids.main.text == "No attack"
    tap(running, ally)
    tap(running, base)
    assert running.screen.ids.main.text == "Attack"
    (arrow,) = screen.ids.table.arrows
    assert (arrow.source, arrow.target) == (ally, base)
    noted = {view.id: view.note for view in (*screen.ids.table.near.bases, *screen.ids.table.far.bases)}
    assert noted[base], "what is left of the base"
    assert fake.calls == []
    tap(running, ally)
    assert screen.ids.table.arrows == [], "touched again it stays at home"
    tap(running, ally)
    tap(running, base)
    press(running, "Attack")
    assert fake.calls == [Answer(1, "attack", (ally, base))]
    assert fake.position.combat.attacks == {ally: base}


def test_a_card_is_shown_large_when_it_is_touched(open_window: Any) -> None:
    from ui.games.fabula.card_face import CardFace

    fake = scenes.duel("act", 7, 5)()
    running = open_window(fake)
    card = next(p.id for p in fake.position.battle if not p.host)
    tap(running, card)
    (face,) = [w for w, _ in widgets(running.screen) if isinstance(w, CardFace)]
    assert face.view.shown.card == fake.position.names[card]
    for language in LANGUAGES:
        running.app.speak(language)
        (face,) = [w for w, _ in widgets(running.screen) if isinstance(w, CardFace)]
        assert face.view.shown.name == words.in_language(
            fake.position.cards[face.view.shown.card].name, language
        )
        running.lay_out()
        check_layout(running)


def test_a_hand_is_seen_while_a_finger_holds_and_by_its_owner_alone(open_window: Any) -> None:
    from ui.games.fabula.fan import HandFan

    fake = scenes.duel("act", 5, 4)()
    running = open_window(fake)
    running.screen.hand_touched(1)
    running.lay_out()
    hand = fake.session.secret(fake.snapshot().decider)
    names = [words.in_language(fake.position.cards[name].name, "en") for _, name in hand]
    assert not [name for name in names if name in said(running)]
    fans = [w for w, _ in widgets(running.screen) if isinstance(w, HandFan)]
    assert len(fans) == 2 and not [view for fan in fans for view in fan.cards if view.shown.name]
    assert fake.calls == []


def test_alone_against_the_app_the_hand_lies_open(open_window: Any) -> None:
    fake = FakeFabula(bots={"Bo": "easy"}).begun()
    running = open_window(fake)
    name = fake.session.secret(0)[0][1]
    assert name in [view.shown.card for view in running.screen._fan.cards]


def test_bases_are_chosen_one_player_after_the_other(open_window: Any) -> None:
    fake = FakeFabula()
    running = open_window(fake)
    press(running, "Forge Citadel")
    assert not fake.calls, "it is only picked"
    press(running, "This is my centre")
    assert fake.calls[0].decision == "bases Ana"
    assert "Bo chooses, the other looks away" in said(running)
    for _ in range(2):  # a second touch is as good as the key
        press(running, "Lighthouse")
    assert fake.snapshot().asks == "mulligan"


def test_response_windows_are_wished_for(open_window: Any) -> None:
    fake = scenes.duel("answer", 5, 4)()
    running = open_window(fake)
    press(running, icon="fb-more")
    press(running, "When to ask me")
    press(running, "When the other plays something")
    assert fake.calls[-1] == Answer(1, "stop answers", ())
    press(running, "Close")
    press(running, "No more this turn")
    assert fake.calls[-1] == Answer(1, "pass_turn", ())


def test_what_the_rules_refuse_is_said_in_plain_words(open_window: Any) -> None:
    fake = FakeFabula("table").begun()
    running = open_window(fake)
    dear = max(fake.snapshot().unseen[0], key=lambda name: fake.position.cards[name].cost)
    running.screen.play_named(dear)
    running.lay_out()
    assert running.screen.ids.message.refusal == "You have too few resources for that."


def test_the_screen_turns_to_who_decides(open_window: Any) -> None:
    fake = scenes.flat("answer", 5, 4)
    running = open_window(fake)
    first, near = running.screen._turned.degrees, running.screen.ids.table.near.player
    assert near == fake.snapshot().turn
    while fake.snapshot().turn == near:
        fake.step()
    fake.publish()
    running.lay_out()
    assert running.screen.ids.table.near.player == fake.snapshot().turn != near
    assert {first, running.screen._turned.degrees} == {0, 180}


def test_a_hint_names_cards(open_window: Any) -> None:
    from ui.games.fabula.duel_table import DuelTable

    fake: Any = FakeFabula(bots={"Bo": "easy"}).begun()
    assert RULES.advisor
    fake.hints.found = RULES.advisor.advise(fake.session.past(0), 0, None, 0, fake._chance, lambda: True)
    running = open_window(fake)
    running.app.open("hint")
    running.screen._look(0)
    running.screen.more()
    running.lay_out()
    (table,) = [w for w, _ in widgets(running.screen) if isinstance(w, DuelTable)]
    assert "1: " in table.said or not fake.hints.found[0].way


def test_what_is_attached_is_touched_by_itself(open_window: Any) -> None:
    from ui import theme
    from ui.games.fabula.card_face import CardFace

    fake = scenes.attached()
    running = open_window(fake)
    running.settle(2)
    card = next(p.id for p in fake.position.battle if p.host)
    _, _, wide, high = running.screen.ids.table.boxes[card]
    assert min(wide, high) >= theme.mm(9) - 1
    tap(running, card)
    (face,) = [w for w, _ in widgets(running.screen) if isinstance(w, CardFace)]
    assert face.view.shown.card == fake.position.names[card]


def test_one_tap_says_which_base_the_tapped_attack(open_window: Any) -> None:
    fake = scenes.tapped_allies()
    running = open_window(fake)
    seen, table = fake.snapshot().seen.tapped, running.screen.ids.table
    goals = set(running.screen.draft.targets)
    notes = {view.id: view.note for view in (*table.near.bases, *table.far.bases) if view.id in goals}
    assert seen and all(notes.values()), "what each base would have left"
    base = sorted(goals)[-1]
    tap(running, base)
    assert fake.position.combat.attacks == dict.fromkeys(seen, base)


def test_a_wrong_table_is_marked_and_said(open_window: Any) -> None:
    fake = scenes.wrong_table()
    running = open_window(fake)
    (wrong,) = fake.snapshot().seen.wrong
    marks = {
        view.id: view.mark
        for side in ("near", "far")
        for view in getattr(running.screen.ids.table, side).battle
    }
    assert marks[wrong] == "wrong" and "into the battle zone" in said(running)


def test_the_turn_is_over_with_one_tap(open_window: Any) -> None:
    fake = scenes.going_on()
    running = open_window(fake)
    before = fake.position.turn_number
    press(running, "Yes, it is over")
    assert fake.position.turn_number == before + 1 or fake.snapshot().asks == "discard"


def test_what_the_app_cannot_read_is_shown_and_done_by_hand(open_window: Any) -> None:
    from ui.games.fabula.card_face import CardFace

    fake = FakeFabula("table", setup=duels.setup(*["oath"] * 6, *["bandit"] * 6)).begun()
    running = open_window(fake)
    screen = running.screen
    press(running, "Play a card")
    press(running, "1 \N{MIDDLE DOT} Oath")
    press(running, "Play it for")
    running.lay_out()
    assert [w.view.shown.card for w, _ in widgets(running.screen) if isinstance(w, CardFace)] == ["oath"]
    press(running, "Done by hand")
    press(running, icon="back")
    screen.close()
    before = fake.position.sides[0].resources
    press(running, icon="fb-more")
    press(running, icon="finger")
    press(running, "One resource more")
    assert fake.position.sides[0].resources == before + 1
    fake.session.undo()
    assert fake.position.sides[0].resources == before and not screen.exhibiting


def dear_number(fake: FakeFabula) -> int:
    """The number of a card of the hand that decides that cannot be paid."""
    shown = fake.snapshot()
    have = fake.position.sides[shown.decider].resources
    hand = [fake.position.cards[name].cost for _, name in fake.session.secret(shown.decider)]
    return 1 + next(number for number, cost in enumerate(hand) if cost > have)


def alone_with_a_dear_card() -> tuple[FakeFabula, int]:
    """Alone against the app, with a card in the hand that cannot be paid."""
    for seed in range(3, 60):
        fake = FakeFabula(seed=seed, bots={"Bo": "easy"}).begun().until("act")
        costs = [fake.position.cards[name].cost for _, name in fake.session.secret(0)]
        if fake.snapshot().decider == 0 and max(costs) > fake.position.sides[0].resources >= min(costs):
            return fake, dear_number(fake)
    raise AssertionError("every hand can be paid")


def test_a_card_that_cannot_be_paid_is_dim_and_says_why(open_window: Any) -> None:
    fake, number = alone_with_a_dear_card()
    running = open_window(fake)
    have = fake.position.sides[0].resources
    for view in running.screen._fan.cards:
        card = fake.position.cards[view.shown.card]
        aimless = bool(card.targets) and not fake.position.battle
        assert view.dim == (view.shown.cost > have or aimless), view
        assert (view.mark == "can") != view.dim
    fan = running.screen._fan
    running.settle(2)
    running.tap(*fan.to_window(*fan.spot(number)))
    running.lay_out()
    assert not [b for b in buttons(running) if b.text.startswith("Play it")]
    assert "You have too few resources for that." in said(running)
    check_layout(running)


def test_a_refusal_keeps_the_card_open(open_window: Any) -> None:
    from ui.games.fabula.card_face import CardFace

    fake, number = alone_with_a_dear_card()
    running = open_window(fake)
    running.screen.look_number(number)
    running.lay_out()
    running.screen.play_number(number)
    running.lay_out()
    assert running.screen.ids.message.refusal == "You have too few resources for that."
    assert [w for w, _ in widgets(running.screen) if isinstance(w, CardFace)]
    assert not [call for call in fake.calls if isinstance(call, PlayAction)]


def test_a_second_tap_never_means_what_comes_under_the_finger(open_window: Any) -> None:
    fake, _ = alone_with_a_dear_card()
    running = open_window(fake)
    press(running, icon="fb-more")
    press(running, "When to ask me")
    running.lay_out()
    with Finger(running.window).ready() as finger:
        finger.frames(12)
        back = next(b for b in buttons(running) if b.icon == "back").center
        finger.hold(back, frames=1)
        finger.hold(back, frames=1)
        finger.frames(3)
        assert (running.screen.tab, running.screen.number) == ("turn", 0), "what lies there now was not meant"
        finger.frames(12)
        finger.tap(back)
        assert running.screen.number


def test_a_button_that_changes_under_the_finger_does_nothing(open_window: Any) -> None:
    fake = scenes.duel("act", 5, 4)()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(12)
        main = running.screen.ids.main
        finger.hold(main, frames=2, meanwhile=lambda: setattr(main, "text", "End the turn"))
        assert fake.calls == []
        running.screen.refresh_text()
        finger.frames(12)
        finger.tap(main)
        assert len(fake.calls) == 1


def test_a_hint_marks_what_it_speaks_of(open_window: Any) -> None:
    from ui.games.fabula import hints

    fake: Any = scenes.duel("attack", 3, 3)()
    assert RULES.advisor
    seat = fake.snapshot().decider
    found = RULES.advisor.advise(fake.session.past(seat), seat, None, 50, fake._chance, lambda: True)
    assert found[0].highlighted == found[0].way != (), "the first look shows where"
    assert len({one.way for one in found}) == len(found), "nothing is told twice"
    open_window(fake)
    ally, base = fake.position.battle[0].id, fake.position.bases[0].id
    table = hints.board({}, (), [(ally, base), (ally, fake.position.bases[1].id)])
    assert [line[:3] for line in table.said.split(" · ")] == ["1: ", "2: "], "each way has a number"
    marks = {view.id: view.mark for side in (table.near, table.far) for view in (*side.bases, *side.battle)}
    assert (marks[ally], marks[base]) == ("can", "target")


def test_a_first_look_at_a_card_of_the_hand_names_it(open_window: Any) -> None:
    from companion.session.fabula.words import card_name
    from ui.games.fabula import hints

    fake: Any = scenes.duel("act", 5, 4)()
    id_, name = fake.session.secret(fake.snapshot().decider)[0]
    open_window(fake)
    assert hints.board({}, [id_], ()).said == card_name(name, fake.position.cards[name], "en")


def test_copies_of_a_card_in_the_hand_are_one_hint() -> None:
    fake: Any = scenes.duel("act", 3, 6)()
    assert RULES.advisor
    seat = fake.snapshot().decider
    names = dict(fake.session.secret(seat))
    found = RULES.advisor.advise(fake.session.past(seat), seat, None, 50, fake._chance, lambda: True)
    about = [names[str(one.way[0])] for one in found]
    assert len(set(about)) == len(about) > 1


def test_a_hint_to_do_nothing_is_told_at_once_and_alone(open_window: Any) -> None:
    """There is nowhere to look first, and what would cost too much is no hint beside it."""
    fake: Any = scenes.duel("attack", 8, 6, bots={"Bo": "easy"})()
    assert RULES.advisor
    seat = fake.snapshot().decider
    found = RULES.advisor.advise(fake.session.past(seat), seat, None, 50, fake._chance, lambda: True)
    assert [one.way for one in found] == [()]
    fake.hints.found = found
    running = open_window(fake)
    running.app.open("hint")
    running.screen._look(0)
    running.lay_out()
    assert "who may still block or defend" in said(running) and "Look around" not in said(running)


def test_a_pile_of_a_player_without_a_name_is_touched_in_every_language(open_window: Any) -> None:
    class Unnamed(FakeFabula):
        players = ("Player 1", "Player 2")

    fake = Unnamed().begun()
    running = open_window(fake, "pt_BR")
    table = running.screen.ids.table
    assert (table.near.shown, table.near.player) == ("Jogador 1", "Player 1")
    for player, zone in table.piles:
        table.dispatch("on_pile", player, zone)
        running.lay_out()
    assert {player for player, _ in table.piles} == set(fake.snapshot().players)


def test_what_the_app_plays_is_shown_card_by_card(open_window: Any) -> None:
    fake = FakeFabula(bots={"Bo": "easy"}).begun()
    running = open_window(fake)
    screen = running.screen
    while len(screen.laid) < 2 or not screen.laid[0].played:
        fake.step()
        fake.publish()
        running.lay_out()
        while screen.laid and not screen.laid[0].played:
            screen.go_on()
    first, second = screen.laid[:2]
    called = words.in_language(fake.position.cards[first.card].name, "en")
    assert f"Bo plays {called}" in said(running)
    press(running, "Go on")
    assert screen.laid[0] == second and screen.laid_before == 1


def test_a_card_keeps_its_texture() -> None:
    from ui.games.fabula import card_print
    from ui.games.fabula.views import CardPrint, Number

    shown = CardPrint("spark_runner", "Spark Runner", "ally", "soldier", ("red",), 1)
    texture = card_print.card(shown, "hand", 90)[0]
    assert card_print.card(shown, "hand", 90)[0] is texture
    stronger = shown._replace(numbers=(Number("fb-offence", 3, 1),))
    assert card_print.card(stronger, "hand", 90)[0] is not texture


def test_a_card_without_a_picture_has_the_emblem_of_its_kind() -> None:
    from ui.games.fabula import card_pictures

    own = card_pictures.picture("own-1", "soldier", "ally", ("yellow",))
    assert own is card_pictures.picture("own-2", "soldier", "ally", ("yellow",))
    assert own is not card_pictures.picture("own-1", "dancer", "ally", ("yellow",))


def test_a_long_name_is_divided_rather_than_made_smaller() -> None:
    from ui.games.fabula import card_print

    room = card_print.width_of("Countercurr-", 18, card_print.BOLD)
    lines = card_print.wrapped("Countercurrent Flow", 18, room, card_print.BOLD)
    assert lines[0].endswith("-") and lines[0][:-1] + lines[1].split()[0] == "Countercurrent"
    assert all(card_print.width_of(line, 18, card_print.BOLD) <= room for line in lines)


def test_a_played_card_flies_to_its_place_and_a_touch_lets_it_land(open_window: Any) -> None:
    from ui.lifetime import end_motions

    fake = scenes.alone()
    running = open_window(fake)
    scenes.zoomed(running)
    running.lay_out()
    screen = running.screen
    flyer, table = screen.ids.flyer, screen.ids.table
    held = {view.id for view in screen._fan.cards}
    row = next(b for b in buttons(running) if b.primary and b.icon == "check")
    row.dispatch("on_release")
    running.settle(2)
    assert table.flying in held and flyer.view.id == table.flying, "it is drawn once: on its way"
    assert table.flying in table.boxes, "it can be touched where it will lie"
    end_motions()
    assert (flyer.view, table.flying, screen._fan.closed) == (None, "", 1)


@pytest.mark.slow
def test_the_apps_card_comes_from_its_hand_once(open_window: Any) -> None:
    from ui.games.fabula.card_face import CardFace
    from ui.lifetime import end_motions

    running = open_window(scenes.alone())
    scenes.app_plays(running)

    def face() -> Any:
        (found,) = [w for w, _ in widgets(running.screen) if isinstance(w, CardFace)]
        return found

    assert face().arrived < 1
    end_motions()
    assert face().arrived == 1
    running.app.speak("es")
    assert face().arrived == 1, "the same card, written anew"
    running.screen.go_on()
    assert face().arrived < 1, "the next one"
