"""Moments of games of Fae that a screen must show, each a controller made ready."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

from companion.games import fae
from companion.games.fae.advice import advise
from companion.games.fae.lesson import LESSON
from companion.games.lesson import END
from companion.session.base import GameConfig, SessionContext
from companion.session.fae import decisions
from companion.session.fae.session import FaeSession
from companion.session.messages import BotMove, Learn, Read, Undo
from companion.settings.people import Person
from tests.ui.games.fae.fake import FakeFae

PLAYERS = ("Maximiliana", "Bo", "Cy", "Dora")
PEOPLE = (
    Person("Maximiliana", "red", "bottom"),
    Person("Bo", "blue", "left"),
    Person("Cy", "yellow", "top"),
    Person("Dora", "green", "right"),
)


def play(moves: int = 20, **changes: Any) -> Callable[[], FakeFae]:
    """A game of Fae after some moves; `changes` are put into its snapshot."""

    def make() -> FakeFae:
        fake = FakeFae(PLAYERS)
        fake.play_random(moves)
        fake.profiles.known = list(PEOPLE)
        if changes:
            fake.shown = replace(fake.snapshot(), **changes)
        return fake

    return make


def guided() -> FakeFae:
    """The first round, which a lesson guides."""
    fake: Any = FakeFae(PLAYERS[:2])
    config = GameConfig(PLAYERS[:2], setup=LESSON.opening(PLAYERS[:2], ()), lesson=True)
    fake.session = FaeSession.begin(config, SessionContext(chance=Random(1), watched=False))
    fake.session.tell(Learn(1))
    fake.profiles.known = list(PEOPLE)
    return cast(FakeFae, fake)


def first_ritual() -> FakeFae:
    """A ritual is near whose rules nobody here was told yet."""
    fake = guided()
    fake.session.tell(Read(1, END))
    fake.profiles.untold = ["E-020"]
    return fake


def undone() -> FakeFae:
    """A move was taken back: the table must follow."""
    fake = play(21)()
    fake.session.tell(Undo(1))
    return fake


def undone_before_a_camera() -> FakeFae:
    """A ritual was taken back where a camera looks."""
    fake: Any = FakeFae(PLAYERS, watched=True)
    fake.play_random(21)
    fake.camera = True
    fake.session.tell(Undo(1))
    return cast(FakeFae, fake)


def quiet_move(p: fae.Position) -> fae.Move:
    """A move without rituals."""
    return next(m for m in fae.legal(p) if not fae.isolated_by(p, m.source, m.target))


def seat_of_the_app() -> FakeFae:
    """The app has said its move, and hands are to make it."""
    fake = FakeFae(("Maximiliana", "Bo", "The app"), watched=True)
    fake.play_random(14)
    fake.session.bots = {"The app": "strong"}
    assert fake.position.turn == 2
    fake.session.tell(BotMove(1, 14, quiet_move(fake.position)))
    return fake


def advised() -> FakeFae:
    """Maximiliana plays against the app and wants a hint."""
    fake: Any = FakeFae(("Maximiliana", "The app"))
    fake.play_random(26)
    fake.session.bots = {"The app": "easy"}
    past = fake.session.past(0)
    fake.hints.found = advise(past, past[-1].turn, "red", 300, Random(1), lambda: True)
    return cast(FakeFae, fake)


def in_doubt(count: int) -> Callable[[], FakeFae]:
    """The camera is not sure which move it was."""

    def make() -> FakeFae:
        shown = play(20)().snapshot()
        assert shown.position
        moves = tuple(fae.legal(shown.position))[:count]
        offered = (decisions.which(shown.turn, moves), decisions.NONE)
        return play(20, doubt=moves, phase="ask", decisions=offered)()

    return make


def looking() -> FakeFae:
    """Spirits were dealt."""
    fake = FakeFae(PLAYERS[:3])
    fake.unseen_players = list(PLAYERS[:3])
    return fake


def to_reveal() -> FakeFae:
    """A game of Fae is over, its spirits are not shown."""
    fake = FakeFae(PLAYERS[:3])
    while not fae.finished(fake.position):
        fake.play_random(1)
    return fake
