"""A simulated game of Fate: through camera and reader, and without pictures through session and hands."""

import json
import random
import re
from collections.abc import Iterator
from functools import partial
from gettext import NullTranslations
from itertools import islice
from pathlib import Path

import pytest

from companion import cli
from companion.app.fate import players as fate_players
from companion.app.fate.demo import replayed
from companion.app.fate.hands import simulated, todo, whole_game
from companion.app.fate.players import FatePlayers, Panel
from companion.app.fate.terminal import log_lines
from companion.games import fate
from companion.games.base import Table
from companion.games.fate import autoplay as autoplay
from companion.games.fate.geometry import HEXES
from companion.games.fate.script import setup_object
from companion.session.base import SessionContext
from companion.session.fate.session import FateSession
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Confirm, Message
from companion.simulation.player import Acts
from companion.simulation.terminal import TerminalEcho
from companion.table.observation import Observation
from vision.fate.simulated import SimulatedFateTable

NAMES = ("P1", "P2")
DEMO = ["demo", "--game", "fate", "--fast", "--terminal", "--lang", "en"]


class Desk:
    """A session with its screen, and a table whose pictures are read without an error or not at all."""

    def __init__(self, seed: int) -> None:
        setup = autoplay.opening(random.Random(seed), NAMES)
        self.session = FateSession(setup, SessionContext(chance=random.Random(seed)))
        self.table = SimulatedFateTable({}, 5, rest_s=1.0)  # its appearance does not matter: drawn once

    def shown(self) -> FateSnapshot:
        return self.session.snapshot(1)

    def play(self, acts: Iterator[Acts], blind: bool = False) -> None:
        """Play the acts; a picture is taken whenever the hands rest."""
        for number, reach in enumerate(self.table._moments(acts, 1.0)):
            if reach is None:
                table: Table = {hex_: {kind: 1} for hex_, kind in self.table.kinds_by_hex.items()}
                seen = Observation(str(number), float(number), table, frozenset(HEXES))
                unread = Observation(str(number), float(number), trouble="board_lost")
                self.session.observe(unread if blind else seen)


class Waiting(Desk):
    """The screen of the running app: a touch counts with the next picture, unless its button is `broken`."""

    def __init__(self, seed: int, broken: type[Message] | None = None) -> None:
        super().__init__(seed)
        self.broken, self.inbox = broken, list[Message]()
        self.unseen: set[str] = set()
        panel = Panel(self.shown, self.inbox.append)
        people = FatePlayers(
            self.table, panel.latest, panel.tell, random.Random(seed), mistakes=0.0, guests=True
        )
        self.acts = people.acts()

    def rest(self, most: int, rounds: int = 99) -> None:
        """Let the players act at most `most` times, or until after round `rounds`."""

        def acts() -> Iterator[Acts]:
            for acts in islice(self.acts, most):
                self.unseen |= {step.what for step in self.session.guide.left if not step.acts}
                yield acts
                for message in self.inbox:
                    if self.broken is None or not isinstance(message, self.broken):
                        self.session.tell(message)
                self.inbox.clear()
                if self.session.position.step > rounds:
                    return

        self.play(acts())


@pytest.mark.parametrize("broken", [None, Confirm], ids=["all touches", "no button for steps"])
def test_the_simulated_table_plays_rounds_by_itself(broken: type[Message] | None) -> None:
    """Steps that no camera can see are done in their turn, too."""
    desk = Waiting(2, broken)
    desk.rest(400, rounds=4)
    assert desk.session.position.step > 4
    assert {"Move", "Attack", "EndTurn"} <= {type(act).__name__ for act in desk.session.timeline.moves}
    assert {"stone", "strike"} <= desk.unseen
    assert desk.table.truth == desk.shown().assumed_table


def test_after_an_undo_only_people_act() -> None:
    desk = Waiting(2)
    desk.rest(400, rounds=1)
    while desk.shown().stage != "heroes":
        desk.rest(1)
    desk.rest(2)
    desk.session.undo()
    desk.rest(2)
    before = desk.session.timeline.at
    desk.rest(20)
    assert desk.session.timeline.at == before, "nobody acts but people"
    assert desk.table.truth == desk.shown().assumed_table


@pytest.mark.parametrize("seed", [4])
def test_a_game_is_followed_and_every_mistake_is_found(seed: int) -> None:
    desk = Desk(seed)
    players = FatePlayers(desk.table, desk.shown, desk.session.tell, random.Random(seed), mistakes=0.3)
    desk.play(players.acts())
    played = players.played
    assert desk.session.position.result
    assert played.made > 5
    assert (played.found, played.missed) == (played.made, 0)
    assert not played.invented
    assert len(played.moves) > 5
    assert desk.table.truth == fate.table(desk.session.position)
    document = {
        "setup": setup_of(desk.session),
        "moves": [fate.act_object(act) for act in desk.session.timeline.moves[: desk.session.timeline.at]],
    }
    positions, acts, wrong = replayed(document, played.moves)
    assert positions[-1] == desk.session.position
    assert acts > len(played.moves)
    assert wrong == 0
    assert replayed(document, played.moves[1:])[2] > 0


def setup_of(session: FateSession) -> dict[str, object]:
    position = session.timeline.steps[0].position
    players = [fate.Player(hero.player, hero.id, hero.ability, hero.equipment) for hero in position.heroes]
    return setup_object(players, position.options)


def test_the_terminal_prints_events_and_mistakes() -> None:
    desk, output = Desk(2), list[str]()
    screen = TerminalEcho(partial(log_lines, NullTranslations()), output.append)
    players = FatePlayers(desk.table, desk.shown, desk.session.tell, random.Random(2), mistakes=0.5)

    def watched() -> Iterator[Acts]:
        for acts in islice(players.acts(), 60):
            screen.show(desk.shown())
            yield acts

    desk.play(watched())
    assert output[0] == "[#...........]  Town pieces: 6"
    numbers = [int(line[:4]) for line in output if line[:4].strip().isdecimal()]
    assert numbers == sorted(numbers)
    logged = {entry.number for entry in desk.shown().log}
    assert set(numbers) == {number for number in logged if number <= numbers[-1]}
    assert any(re.match(r"   !  \d+,\d+: expected \w+, found \w+", line) for line in output)


def test_players_help_an_app_that_sees_nothing() -> None:
    desk = Desk(2)
    players = FatePlayers(desk.table, desk.shown, desk.session.tell, random.Random(2), mistakes=0.2)
    desk.play(islice(players.acts(), 150), blind=True)
    assert len(players.played.moves) > 2
    assert players.played.asked > 5
    assert players.played.made - 1 <= players.played.missed
    assert players.played.missed > 0
    assert players.played.found == 0


def test_hands_do_what_the_screen_asks() -> None:
    desk = Desk(3)
    while not (first := desk.shown()).steps[first.done].acts:
        desk.session.tell(Confirm(1))
    wanted = first.steps[first.done].acts
    assert [*todo(desk.table, first)] == [*wanted]
    desk.play(iter([wanted]))
    assert desk.table.truth == desk.shown().assumed_table != first.assumed_table
    desk.table._take(*next((hex_, put) for hex_, put in desk.table.pieces.items() if put))
    assert {act.act for act in todo(desk.table, desk.shown())} == {"place"}


def test_a_whole_game_can_be_watched() -> None:
    table = SimulatedFateTable({}, 5)
    count = sum(1 for _ in table._moments(whole_game(table, 5), 1.0))
    position = fate.start(autoplay.random_players(random.Random(5), NAMES))
    for act in autoplay.acts(position, random.Random(5)):
        position = fate.apply(position, act).position
    assert count > 200
    assert table.truth == fate.table(position)


def test_the_watched_table_is_a_camera() -> None:
    camera = simulated(5)
    frame = camera.read()
    assert frame
    assert frame.picture.shape == (960, 1280, 3)


@pytest.mark.slow
def test_the_beginning_is_followed_through_the_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hands stop early, so the game never ends; the report is written nevertheless."""
    whole = FatePlayers.acts
    monkeypatch.setattr(fate_players.FatePlayers, "acts", lambda self: islice(whole(self), 18))
    code = cli.run([*DEMO, "--seed", "1", "--out", str(tmp_path)])
    output = capsys.readouterr().out
    assert code == 1
    assert "Result: not over" in output
    wrong = re.search(r"(\d+) interpreted wrongly", output)
    assert wrong and int(wrong[1]) <= 1  # the last one was not looked at any more
    game = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert len(game["moves"]) > 2
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "data:image/jpeg" in page
    assert not re.search(r'(src|href)="(?!data:|#)', page)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 7])
def test_the_whole_game_is_followed_through_the_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    code = cli.run([*DEMO, "--seed", str(seed), "--out", str(tmp_path)])
    output = capsys.readouterr().out
    assert code == 0, output
    assert "0 interpreted wrongly" in output
    assert "0 missed" in output
    assert cli.run(["script", str(tmp_path / "game.json")]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "finished"
