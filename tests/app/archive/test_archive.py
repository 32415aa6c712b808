"""Stored games looked back on, counted, exported and deleted."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.archive.history import PastGame
from companion.app.archive.record import minutes
from companion.app.archive.tally import GameTally
from companion.app.fae import players as fae_play
from companion.app.game_loader import past
from companion.errors import CompanionError, StorageError
from companion.games import fae, fate, registry
from companion.games.codec import encode
from companion.games.documents import play
from companion.games.fae.board import COLOURS
from companion.games.fae.script import move_object
from companion.games.fae.setup import setup_of
from companion.games.fate import autoplay as fate_play
from companion.games.fate.places import placed
from companion.i18n import translator
from companion.session.fae.describe import describe as describe_fae
from companion.session.fate.describe import describe as describe_fate
from companion.session.sealed import Sealed
from companion.storage.journal import Journal, StoredEvent
from ui.services import Where


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with Journal(tmp_path / "state" / "journal.sqlite3") as journal:
        yield journal


@pytest.fixture
def archive(journal: Journal) -> JournalArchive:
    return JournalArchive(journal, past)


def fae_game(
    journal: Journal,
    players: tuple[str, ...] = ("Ana", "Bo"),
    seed: int = 3,
    moves: int = 99,
    reveal: bool = True,
) -> tuple[int, list[fae.Position]]:
    """A stored game of Fae, its spirits sealed and at the end revealed; and its positions."""
    chance = random.Random(seed)
    positions = [fae_play.opening(seed, len(players))]
    played: list[tuple[str, Any]] = []
    while not fae.finished(positions[-1]) and len(positions) <= moves:
        move = chance.choice(fae.legal(positions[-1]))
        if fae.needs_order(positions[-1], move):
            move = move._replace(rituals=fae.isolated_by(positions[-1], move.source, move.target))
        played.append(("move", move_object(move)))
        positions.append(fae.apply(positions[-1], move))
    game = journal.record("fae", setup_of(positions[0], players), played)
    spirits = dealt(journal, game, chance.sample(COLOURS, len(players)))
    if reveal:
        journal.append(game, "reveal", {"spirits": spirits.revealed(players)})
    return game, positions


def dealt(journal: Journal, game: int, colours: Sequence[str]) -> Sealed:
    """Spirits, stored sealed."""
    assert fae.RULES.secret
    spirits = Sealed(fae.RULES.secret, colours)
    journal.append(game, *spirits.event(journal))
    return spirits


def fate_game(journal: Journal, seed: int = 2) -> tuple[int, fate.Position]:
    position = fate.start(fate_play.random_players(random.Random(seed), ("Ana", "Cy")))
    setup = {"position": encode(position)}
    played: list[tuple[str, Any]] = []
    for act in fate_play.acts(position, random.Random(seed)):
        played.append(("move", fate.act_object(act)))
        position = fate.apply(position, act).position
    played.append(("end", {"result": position.result}))
    return journal.record("fate", setup, played), position


def test_points_of_fae_after_every_move(journal: Journal, archive: JournalArchive) -> None:
    game, positions = fae_game(journal)
    history = archive.history(game)
    assert list(history.series) == list(COLOURS)
    for i, colour in enumerate(COLOURS):
        assert history.series[colour] == tuple(position.scores[i] for position in positions)


def test_moments_of_fae_tell_what_happened_at_their_move(journal: Journal, archive: JournalArchive) -> None:
    game, positions = fae_game(journal)
    moments = archive.history(game).moments
    assert [moment.at for moment in moments] == sorted(moment.at for moment in moments)
    ((best, sentence, step, spaces, _),) = [m for m in moments if "best ritual" in m.sentence.pattern]
    assert step == best and archive.replay(game)[step].where.spaces == spaces
    gain = max(sum(b.scores) - sum(a.scores) for a, b in pairwise(positions))
    assert sum(positions[best].scores) - sum(positions[best - 1].scores) <= gain
    assert positions[best].cards_used > positions[best - 1].cards_used
    assert sentence.values["player"] == ("Ana", "Bo")[positions[best - 1].turn]
    for index, said, *_ in moments:
        if "lead" in said.pattern:
            points = dict(zip(COLOURS, positions[index].scores, strict=True))
            leader = max(points, key=lambda colour: points[colour])
            assert str(said.values["colour"]).lower() == leader
            assert sorted(points.values())[-1] > sorted(points.values())[-2]
    assert [str(sentence) for _, sentence, *_ in moments if "over" in sentence.pattern] == [
        "The game is over."
    ]
    winners = archive.history(game).winners
    assert [said.values["player"] for _, said, *_ in moments if "wins" in said.pattern] == list(winners)


def test_replay_of_fae_has_a_step_a_move(journal: Journal, archive: JournalArchive) -> None:
    game, positions = fae_game(journal)
    steps, series = archive.replay(game), archive.history(game).series
    assert [step.position for step in steps] == positions
    assert [dict(step.values) for step in steps] == [
        {colour: values[at] for colour, values in series.items()} for at in range(len(positions))
    ]
    for before, step in pairwise(steps):
        ((source, _),) = step.where.ways
        assert before.position.groups[source] and not step.position.groups[source]
        assert step.who == ("Ana", "Bo")[before.position.turn]
        assert len(step.sentences) == max(1, len(step.where.spaces)), "its rituals, else the druids that went"


def test_replay_says_what_the_log_says(journal: Journal, archive: JournalArchive) -> None:
    game, positions = fae_game(journal)
    for before, step in zip(positions, archive.replay(game)[1:], strict=False):
        ((source, target),) = step.where.ways
        move = fae.Move(int(source), int(target), tuple(map(int, step.where.spaces)))
        _, rituals = fae.resolve(before, move)
        assert step.sentences == describe_fae(move, before, rituals, step.who)
    game, _ = fate_game(journal)
    position = fate.start(fate_play.random_players(random.Random(2), ("Ana", "Cy")))
    said = {"The monsters move.", *(f"The monsters move: {n} will enter Grimheim next." for n in range(40))}
    for act in fate_play.acts(position, random.Random(2)):
        after, happenings = fate.apply(position, act)
        said |= {str(placed(sentence)) for sentence in describe_fate(act, position, happenings)}
        position = after
    shown = {str(sentence) for step in archive.replay(game) for sentence in step.sentences}
    assert len(shown) > 20
    assert shown <= said


def test_replay_of_fate_shows_every_way_and_every_loss(journal: Journal, archive: JournalArchive) -> None:
    game, position = fate_game(journal)
    steps, history = archive.replay(game), archive.history(game)
    assert steps[-1].position.result == position.result
    for before, step in pairwise(steps):
        places = {hero.id: hero.hex for hero in before.position.heroes}
        places |= {monster.id: monster.hex for monster in before.position.monsters}
        moved = {
            (places[piece.id], piece.hex)
            for piece in (*step.position.heroes, *step.position.monsters)
            if piece.id in places and places[piece.id] != piece.hex
        }
        knocked_out = {way for way in moved if way[1] == "G"}
        assert moved - knocked_out <= {(way[0], way[-1]) for way in step.where.ways}
        assert step.where != Where() or step.position.step > before.position.step
    for moment in history.moments:
        assert set(moment.spaces) <= set(steps[moment.step].where.spaces), moment


def test_replay_hides_what_was_not_revealed(journal: Journal, archive: JournalArchive) -> None:
    game, _ = fae_game(journal, reveal=False)
    ((_, sealed),) = [(e.kind, e.payload) for e in journal.events(game) if e.kind not in ("move",)][:1]
    shown = repr(archive.replay(game)) + repr(archive.history(game))
    assert "spirit" not in shown and not any(str(value) in shown for value in sealed.values())


def test_rounds_and_moments_of_fate(journal: Journal, archive: JournalArchive) -> None:
    game, position = fate_game(journal)
    history = archive.history(game)
    rounds = position.step
    assert {len(values) for values in history.series.values()} == {rounds}
    assert history.series["town"][-1] == position.town
    assert history.series["monsters"][-1] == len(position.monsters)
    killed = history.series["killed"]
    assert all(before <= after for before, after in pairwise(killed)) and killed[-1] > 0
    lost = sum(m.values["n"] for _, m, *_ in history.moments if m.pattern.startswith("Houses lost"))  # type: ignore[misc]  # numbers
    assert lost == history.series["town"][0] - position.town
    assert history.winners == (("Ana", "Cy") if position.result == "won" else ())
    assert history.finished
    assert archive.replay(game)[-1].position == position


def test_result_needs_the_reveal(journal: Journal, archive: JournalArchive) -> None:
    hidden, _ = fae_game(journal, reveal=False)
    shown, positions = fae_game(journal)
    revealed = archive.history(shown)
    assert revealed.finished and set(revealed.points) == {"Ana", "Bo"}
    for player, i in (("Ana", 0), ("Bo", 1)):
        on_track = dict(zip(COLOURS, positions[-1].scores, strict=True))[revealed.secrets[player]]
        assert revealed.points[player] == on_track + positions[-1].ritual_cards[i]
    secret = archive.history(hidden)
    assert (secret.finished, secret.points, secret.winners, secret.secrets) == (False, {}, (), {})
    assert [game.id for game in archive.saved_games()] == [hidden]
    assert [(game.id, game.finished) for game in archive.games()] == [(shown, True), (hidden, False)]


def test_spirits_are_nowhere_before_the_reveal(
    journal: Journal, archive: JournalArchive, caplog: pytest.LogCaptureFixture
) -> None:
    """The same game with other spirits looks the same in everything the archive gives."""

    def result_text(outcome: tuple[str, ...]) -> str:
        with Journal(journal.path.with_name(f"{outcome[0]}.sqlite3")) as other:
            opening = fae_play.opening(1)
            game = other.create("fae", setup_of(opening, ("Ana", "Bo")))
            dealt(other, game, outcome)
            chance = random.Random(4)
            position = opening
            while not fae.finished(position):
                move = chance.choice(fae.legal(position))
                other.append(game, "move", move_object(move))
                position = fae.apply(position, move)
            shelf = JournalArchive(other, past)
            path = shelf.export(game).path
            parts = (
                shelf.saved_games(),
                list(shelf.games()),
                shelf.history(game),
                GameTally(shelf.games()).players(),
            )
            return repr(parts) + path.read_text(encoding="utf-8")

    assert result_text(("red", "blue")) == result_text(("black", "purple"))
    assert not caplog.records


def test_statistics_of_everybody(journal: Journal, archive: JournalArchive) -> None:
    games = [fae_game(journal, seed=seed)[0] for seed in range(4)]
    fae_game(journal, moves=5, reveal=False)
    fate_game(journal)
    figures = {(one.player, one.game): one for one in GameTally(archive.games()).players()}
    assert set(figures) == {("Ana", "fae"), ("Bo", "fae"), ("Ana", "fate"), ("Cy", "fate")}
    points = [archive.history(game).points["Ana"] for game in games]
    ana = figures["Ana", "fae"]
    assert (ana.games, ana.best, ana.mean) == (4, max(points), sum(points) / 4)
    assert ana.wins == sum("Ana" in archive.history(game).winners for game in games)
    assert figures["Cy", "fate"].best is None
    totals = {one.game: one for one in GameTally(archive.games()).games()}
    apart = [abs(points["Ana"] - points["Bo"]) for points in (archive.history(game).points for game in games)]
    assert (totals["fae"].games, totals["fae"].apart) == (4, sum(apart) / 4)
    assert (totals["fate"].games, totals["fate"].apart) == (1, None)
    leads = {"Ana": 0, "Bo": 0}
    for game, lead in zip(games, apart, strict=True):
        if len(winners := archive.history(game).winners) == 1:
            leads[winners[0]] = max(leads[winners[0]], lead)
    assert {name: figures[name, "fae"].ahead for name in leads} == leads


def test_export_is_a_game_that_can_be_played(
    journal: Journal, archive: JournalArchive, tmp_path: Path
) -> None:
    game, positions = fae_game(journal, players=("Ana", "Bo/../.. \n"))
    path = archive.export(game).path
    assert path.parent == tmp_path / "table-companion"
    assert path.name.startswith("fae_20") and path.name.endswith("_Ana-Bo_.json")
    played = play(json.loads(path.read_text(encoding="utf-8")))
    assert played["error"] is None and played["moves_played"] == len(positions) - 1
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_export_goes_to_the_documents_where_there_are_some(
    journal: Journal, archive: JournalArchive, tmp_path: Path
) -> None:
    (tmp_path / "Documentos").mkdir()
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "user-dirs.dirs").write_text('XDG_DOCUMENTS_DIR="$HOME/Documentos"\n')
    path = archive.export(fae_game(journal)[0]).path
    assert path.parent == tmp_path / "Documentos" / "Table Companion"


def test_export_that_cannot_be_written_says_where(
    journal: Journal, archive: JournalArchive, tmp_path: Path
) -> None:
    (tmp_path / "table-companion").write_text("a file, no folder")
    with pytest.raises(StorageError, match="table-companion") as caught:
        archive.export(fae_game(journal)[0])
    assert caught.value.code == "not_exported"


FAE_SETUP = fae.RULES.opening(random.Random(1), ("Ana", "Bo"))
FATE_SETUP = fate.RULES.opening(random.Random(1), ("Ana", "Bo"))
STRANGE: dict[str, tuple[str, Any, list[tuple[str, Any]]]] = {
    "another game": ("chess", {"players": ["Ana", "Bo"]}, []),
    "no players": ("fae", {}, []),
    "no druids": ("fae", {"players": ["Ana", "Bo"]}, []),
    "players of another form": ("fate", {"players": [3]}, []),
    "a move that is none": ("fate", {"players": []}, [("move", {"do": "fly"})]),
    "an undo of nothing": ("fae", {"players": ["Ana", "Bo"], "druids": {}}, [("undo", {})]),
    "an undo of too much": ("fate", FATE_SETUP, [("undo", {"moves": 1})]),
    "a reveal of strangers": ("fae", FAE_SETUP, [("reveal", {"spirits": {"Eva": "red"}})]),
    "a set-up that is no object": ("fae", [], []),
    "a move that is no object": ("fae", FAE_SETUP, [("move", ["from", 1])]),
}


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
def test_strange_games_are_told_and_skipped(
    journal: Journal, archive: JournalArchive, strange: tuple[str, Any, list[tuple[str, Any]]]
) -> None:
    name, setup, events = strange
    bad = journal.record(name, setup, events)
    good, _ = fae_game(journal)
    assert [game.id for game in archive.games()] == [good, bad]
    problem = archive.games()[1].problem
    assert problem and f"game {bad}" in str(problem)
    assert archive.saved_games() == [] and {one.game for one in GameTally(archive.games()).players()} == {
        "fae"
    }
    for ask in (archive.history, archive.export, archive.replay):
        with pytest.raises(StorageError) as caught:
            ask(bad)
        assert caught.value.code == ("not_installed" if name == "chess" else "bad_record")
        assert name == "chess" or "delete it" in str(caught.value)
    archive.delete(bad)
    assert [game.id for game in archive.games()] == [good]


def test_a_game_that_is_not_installed_is_kept_and_says_so(journal: Journal, archive: JournalArchive) -> None:
    game = journal.record("chess", {"players": ["Ana"]}, [("move", {"san": "e4"})])
    (known,) = archive.games()
    assert (known.id, known.game, known.players, known.finished) == (game, "chess", (), False)
    assert known.problem and known.problem.say(translator("en")) == (
        f"Stored game {game} is of the game chess, which is not installed; "
        f"expected one of {', '.join(registry.registered())}. It is kept."
    )
    assert archive.saved_games() == []


def test_a_mistake_of_ours_is_not_told_as_a_damaged_game(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    game, _ = fae_game(journal, moves=3, reveal=False)

    def fail(*_: object) -> Any:
        raise AttributeError("no such thing")

    archive = JournalArchive(journal, lambda _: PastGame(fail, fail, fail))
    for ask in (archive.history, archive.export, archive.replay):
        with pytest.raises(CompanionError) as caught:
            ask(game)
        assert caught.value.code == "internal"
        assert "delete" not in str(caught.value)
    problem = archive.games()[0].problem
    assert problem and "(AttributeError)" in str(problem)
    assert all(record.exc_info for record in caplog.records) and len(caplog.records) == 4
    assert "no such thing" in caplog.text and f"stored game {game}" in caplog.text


def test_an_illegal_move_in_a_record_is_told(journal: Journal, archive: JournalArchive) -> None:
    game, _ = fae_game(journal, moves=3, reveal=False)
    journal.append(game, "move", {"from": 1, "to": 1})
    assert archive.games()[0].problem
    journal.append(game, "undo", {"moves": 1})
    assert not archive.games()[0].problem


def test_a_revealed_game_that_goes_on_again_is_not_over(journal: Journal, archive: JournalArchive) -> None:
    game, _ = fae_game(journal)
    assert archive.saved_games() == []
    journal.append(game, "undo", {"moves": 2})
    assert [saved.id for saved in archive.saved_games()] == [game]
    known = archive.history(game)
    assert (known.finished, known.secrets, known.points) == (False, {}, {})
    journal.append(game, "redo", {"moves": 2})
    assert archive.saved_games() == [] and archive.history(game).finished


def test_long_pauses_do_not_count(journal: Journal) -> None:
    assert minutes([0, 600, 1200, 9000, 9600]) == 30
    assert minutes([600, 0]) == 0
    assert minutes([5]) == 0


def test_nothing_is_read_again_that_did_not_change(
    journal: Journal, archive: JournalArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = fae_game(journal, moves=5, reveal=False)
    read: list[int] = []
    events = journal.events

    def counted(of: int) -> list[StoredEvent]:
        read.append(of)
        return events(of)

    monkeypatch.setattr(journal, "events", counted)
    for _ in range(3):
        archive.games()
        archive.saved_games()
    assert read == [game]
    journal.append(game, "undo", {"moves": 1})
    assert archive.saved_games()[0].moves == 4
    assert read == [game, game]


def test_people_are_told_by_the_names_they_have(journal: Journal, archive: JournalArchive) -> None:
    """A player may be called what a colour or a piece is called; only words of the app are translated."""
    tr = translator("pt_BR")
    game, _ = fae_game(journal, players=("Red", "Board"))
    history = archive.history(game)
    sentences = [sentence.say(tr) for _, sentence, *_ in history.moments]
    assert not [text for text in sentences if "Vermelho vence" in text or "Tabuleiro" in text]
    assert any(text.startswith(f"{winner} ") for text in sentences for winner in history.winners)
    leads = [m for m in history.moments if "colour" in m[1].values]
    assert leads
    for _, sentence, *_ in leads:
        colour = str(sentence.values["colour"])
        assert tr.gettext(colour) != colour and sentence.say(tr).startswith(tr.gettext(colour))
