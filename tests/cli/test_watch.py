"""`companion watch`: each game has its own sentences, and what was said is not repeated."""

from collections.abc import Sequence
from gettext import NullTranslations

import pytest

from companion import cli
from companion.app.archive.event_text import line
from companion.app.game_loader import app_game
from companion.commands.watch import _news
from companion.errors import ExitCode
from companion.games.base import Reason, Sentence
from companion.games.fairytile.board import FaceUpTile
from companion.games.fairytile.placements import Spot
from companion.session.events import AsExpected, Event, Illegal, Waiting
from companion.session.fabula.events import (
    ActionAsked,
    ActionSeen,
    CardChanged,
    CardRead,
    CardsRead,
    DuelStands,
)
from companion.session.fairytile.events import CoveredCell, FigureMoved, GameStands, KingdomRead, TilePlaced
from tests.bench import scenes

STANDING = {"status": "playing", "turn": "Ana", "turn_number": 3, "phase": "action", "result": None}


@pytest.mark.parametrize(
    ("game", "event", "told"),
    [
        (
            "fairytile",
            KingdomRead({(0, 1): CoveredCell(None, None, None, None, (0, 0))}, {"dragon": (0, 1)}, ("2,1",)),
            "1 land, Dragon (0,1). Not sure: (2,1)",
        ),
        ("fairytile", FigureMoved("Ana", "knight", "0,0", "0,1", 1.0), "Ana moves: Knight (0,0 → 0,1)"),
        (
            "fairytile",
            TilePlaced("Bo", FaceUpTile("S1", "front"), Spot((2, 0), 1), 1.0),
            "Bo lays a tile. (2,0)",
        ),
        ("fairytile", Illegal(Reason("overlap", ("0,1",)), None, None), "There is already a tile. (0,1)"),
        ("fairytile", GameStands("finished", "Bo"), "The game is over. Winner: Bo."),
        (
            "fabula",
            CardsRead(
                (
                    CardRead("spark_runner", (), False, "near", "battle"),
                    CardRead("back", (), False, "far", "deck"),
                )
            ),
            "near, in battle: Spark Runner; far, the deck: Card, face down",
        ),
        (
            "fabula",
            CardChanged("attached", "my_own-card", {"side": "far", "zone": "battle", "to": "spark_runner"}),
            "My own card was attached to Spark Runner (far, in battle).",
        ),
        ("fabula", ActionSeen("Ana", {"play": "x"}, [Sentence("Ana plays X.")]), "Ana plays X."),
        ("fabula", ActionSeen("Ana", {"next": True}), "Ana goes on."),
        (
            "fabula",
            ActionAsked([{}, {}], [[Sentence("Ana attacks.")], [Sentence("Ana waits.")]]),
            "One of these was done: Ana attacks. / Ana waits.",
        ),
        ("fabula", DuelStands(STANDING), "The game goes on. Turn 3: Ana."),
    ],
)
def test_a_game_tells_its_events_in_sentences(game: str, event: Event, told: str) -> None:
    assert line(NullTranslations(), event, app_game(game).event_text) == told


def test_a_game_under_way_asks_for_its_start(capsys: pytest.CaptureFixture[str]) -> None:
    (scene,) = scenes.find([scenes.STANDARD / "vintage_midgame"])
    corners = " ".join(f"{x},{y}" for x, y in scene.corners_px)
    picture = str(scene.folder / "frame_000.jpg")
    code = cli.run(["watch", picture, "--game", "fae", "--corners", corners, "--lang", "en"])
    assert code == ExitCode.WRONG_INPUT
    told = capsys.readouterr().err
    assert told.startswith("companion: frame_000.jpg: Region ") and "--start" in told and len(told) < 350


def news(*events: Event) -> Sequence[str | None]:
    return [
        event.frame for event in _news(events, lambda event: line(NullTranslations(), event, lambda *_: None))
    ]


def test_what_was_said_is_not_repeated() -> None:
    expected = [AsExpected(frame=str(number)) for number in range(3)]
    hand = Waiting("hand", (1, 2), frame="3")
    lost = [Waiting("board_lost", (space,), frame=f"{space}") for space in (4, 5)]
    assert news(*expected, hand, AsExpected(frame="6")) == ["0"]
    assert news(*expected, *lost, AsExpected(frame="6")) == ["0", "4", "6"]


def test_a_hand_is_told_at_the_beginning_and_at_the_end() -> None:
    hands = [Waiting("hand", (number,), frame=str(number)) for number in range(3)]
    assert news(*hands) == ["0"]
    assert news(AsExpected(frame="first"), *hands) == ["first", "2"]
