"""Hold anything to learn what it is, and touch what is refused to learn why."""

from typing import Any

from companion.games.fairytile import RULES, reachable
from companion.games.fairytile.board import Figure
from companion.games.fairytile.position import Move, TurnPage
from companion.i18n import LANGUAGES, translator
from companion.session.fairytile.decisions import answer
from tests.ui.fake import GAME
from tests.ui.finger import Finger
from tests.ui.games.fairytile import states
from tests.ui.games.fairytile.test_figures import fingers, spot


def held(finger: Finger, screen: Any, place: Any) -> Any:
    """The explanation beside a finger that rests on a place."""
    from kivy.app import App

    finger.hold(place)
    card = App.get_running_app().hold.card
    assert card
    about = card.about
    finger.tap(card)
    return about


def test_things_of_the_table_explain_themselves(open_window: Any) -> None:
    fake = states.turn(0)
    topics = RULES.book()
    rules = {rule for topic in topics.values() for each in topic.rules for rule in each.ids}
    with fingers(open_window, fake) as (screen, finger):
        from ui.games.fairytile import board_map

        board, ids = screen.ids.board, screen.ids
        figures = fake.position.figure_cells
        empty = [cell for cell in fake.position.kingdom.cells if cell not in figures.values()]
        names = {"plain": "Plain", "forest": "Forest", "mountain": "Mountain", "castle": "Castle"}
        found = [held(finger, screen, spot(screen, figure)) for figure in figures]
        assert [about.topic for about in found] == [*figures]
        for cell in empty[:3]:
            about = held(finger, screen, board.spot_seen(board_map.centre(cell)))
            hex_ = fake.position.kingdom.cells[cell]
            assert about.name == names[hex_.terrain] and ("river runs" in about.sentence) == bool(hex_.river)
            found.append(about)
        keys = [held(finger, screen, ids[key]) for key in ("first", "second", "main", "undo")]
        found += [held(finger, screen, ids.stack), held(finger, screen, ids.players.children[0].told)]
        assert "12 tiles are left." in found[-2].sentence and "0 of 12" in found[-1].sentence
        assert all(about.topic in topics or about.rule in rules for about in found)
        assert all(about.sentence for about in keys)
        assert fake.calls == [], "nothing else happened"


def test_who_has_magic_learns_what_it_is_good_for(open_window: Any) -> None:
    fake = states.turn(0)
    fake.do(answer(GAME, TurnPage()))
    with fingers(open_window, fake) as (screen, finger):
        rows = screen.ids.players.children[::-1]
        assert [held(finger, screen, row.told).rule for row in rows] == ["FT-130", "FT-140", "FT-140"]


def topic_of(rule: str) -> str:
    """Title of the topic that a rule stands in."""
    return next(topic.title for topic in RULES.book().values() for each in topic.rules if rule in each.ids)


def test_what_is_refused_names_its_rule(open_window: Any) -> None:
    fake = states.turn(0)
    position = fake.position
    with fingers(open_window, fake) as (screen, finger):
        from kivy.app import App

        from ui.games.fairytile import board_map

        message, ids = screen.ids.message, screen.ids
        for key in (ids.first, ids.main):
            finger.tap(key)
            assert "Rule: " in message.refusal
        topics: dict[Figure, str] = {
            "princess": "The princess",
            "knight": "The knight",
            "dragon": "The dragon",
        }
        for figure, topic in topics.items():
            taken = {*position.figures, *reachable(position, figure)}
            wrong = next(cell for cell in sorted(position.kingdom.cells) if cell not in taken)
            finger.tap(spot(screen, figure))
            finger.tap(screen.ids.board.spot_seen(board_map.centre(wrong)))
            finger.tap(message._why)
            assert topic_of(App.get_running_app().hold.card.about.rule) == topic
            finger.tap(App.get_running_app().hold.card)
            finger.tap(spot(screen, figure))
        moved = Move("knight", min(reachable(position, "knight")))
        screen.tell(answer(GAME, moved))
        finger.until(lambda: ids.stack.disabled)
        finger.tap(ids.stack)
        assert message.refusal.endswith("Rule: Magic.")
        finger.tap(ids.second)
        assert message.refusal.endswith("Rule: Turning a page.")


def test_explanations_are_short_in_all_languages() -> None:
    from ui.games.fairytile import explanations

    position = states.turn(0).position
    for language in LANGUAGES:
        tr = translator(language)
        keys = [words for words in vars(explanations).values() if isinstance(words, explanations.KeyWords)]
        assert len(keys) >= 8
        assert all(len(tr.gettext(text)) <= 90 for words in keys for text in words[:2] if text)
        for cell in position.kingdom.cells:
            about = explanations.land(tr, position.kingdom, cell)
            assert about and len(about.sentence) <= 110
