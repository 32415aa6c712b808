"""No secret is on the screen while nobody holds to see: texts and pictures of every widget, all games.

Played through the real app, all of it is the same whatever was dealt; where cards of a hand come to light one
by one, no card is shown before that.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import registry
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.fabula import words
from tests.session.test_contract import BY_TOUCH
from tests.torture.test_secrets import HANDS, WITH_SECRET
from tests.torture.twins import people
from tests.ui.evening import Evening, evening
from tests.ui.layout import widgets

MOVES = 6
SHOWN = ("text", "words", "name", "icon", "picture", "source", "title", "known")


class Drawn(list[str]):
    """Names and texts that were painted onto the canvas of a widget in the window."""

    def hear(self, paint: Callable[..., Any]) -> Callable[..., Any]:
        def heard(widget: Any, what: str, *args: Any, **look: Any) -> Any:
            if widget.get_root_window():  # not one of the last test's, laid out once more
                self.append(f"{type(widget).__name__}: {what}")
            return paint(widget, what, *args, **look)

        return heard


@pytest.fixture
def drawn(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    from ui.widgets.painted import Painted

    found = Drawn()
    for how in ("draw", "text"):
        monkeypatch.setattr(Painted, how, found.hear(getattr(Painted, how)))
    return found


def everything(house: Evening) -> list[str]:
    """All widgets on the screen, with what they say and which pictures they show."""
    found = []
    for widget, _ in widgets(house.running.app.root):
        kind = type(widget).__name__
        said = {name: getattr(widget, name, None) for name in SHOWN}
        found += [
            f"{kind}.{name}: {value}" for name, value in said.items() if value and isinstance(value, str)
        ]
    return found


def play(house: Evening, name: str) -> Iterator[Any]:
    """A game by touch, and the pages about secrets; the session after every step."""
    app, chance = house.app, Random(2)
    players = people(name)
    app.begin(name, GameConfig(players, setup=rules(name).opening(Random(1), players)), "none")
    house.until(lambda shown: shown.dealt)
    for player in players:
        house.finger.until(lambda: house.screen.name == "dealt" and house.screen.player)
        house.finger.frames(3)
        yield app._session
        app.seen(player)
        house.screen.done()
    for _ in range(MOVES):
        shown = house.until(lambda shown: True)
        if shown.over:
            break
        session: Any = app._session
        message = BY_TOUCH[name](session, chance)
        app.tell(replace(message, game=shown.game))
        house.other_than(shown)
        house.finger.frames(3)
        yield session
    house.running.app.open("secret")
    house.finger.frames(3)
    yield app._session
    for player in players:
        house.screen.choose(player)
        house.finger.frames(3)
        yield app._session


@pytest.mark.parametrize("name", [name for name in registry.registered() if name not in HANDS])
def test_the_window_is_the_same_whatever_was_dealt(
    name: str, open_window: Any, tmp_path: Path, drawn: Drawn
) -> None:
    seen, dealt = [], []
    for luck in (1, 2) if name in WITH_SECRET else ():
        drawn.clear()
        shown: list[str] = []
        with evening(open_window, tmp_path / str(luck), seed=luck) as house:
            for _ in play(house, name):
                shown += everything(house)
            session: Any = house.app._session
            dealt.append(str([session.sealed.look(seat) for seat in range(len(session.players))]))
        counts = "StackView"  # how many tiles are left: a frame may miss one
        seen.append((shown, sorted(what for what in set(drawn) if not what.startswith(counts))))
    if seen:
        assert dealt[0] != dealt[1], "the check needs other secrets"
        assert len(seen[0][0]) > 100 and len(seen[0][1]) > 1
        for one, other in zip(*seen, strict=True):
            assert list(one) == list(other)


@pytest.mark.parametrize("name", HANDS)
def test_no_card_of_a_hand_is_shown_before_it_is_played(
    name: str, open_window: Any, tmp_path: Path, drawn: Drawn
) -> None:
    hidden_cards = 0
    with evening(open_window, tmp_path) as house:
        for session in play(house, name):
            public, cards = session.position.names.values(), session.position.cards
            hands = [name for seat in (0, 1) for _, name in session.secret(seat)]
            hidden = {words.card_name(name, cards[name], "en") for name in hands if name not in public}
            shown = [*everything(house), *drawn]
            assert not [(card, text) for card in hidden for text in shown if card in text]
            hidden_cards += len(hidden)
    assert hidden_cards > 20, "the check needs hands"
