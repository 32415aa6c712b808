"""Contract of the sessions of all games; a game that exists only in the tests runs the same checks."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, TypeAlias

from companion.games.base import Rules
from companion.session.base import GameConfig, GameSession, SessionContext, SessionManifest
from companion.session.messages import AllDone, Confirm, GoTo, Message, Redo, Reveal, Undo
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.storage.journal import Journal

GAME = 7
"""The number of the game in these checks."""
NAMES = ("Ana", "Bo", "Cy", "Di")


@dataclass(frozen=True)
class Played:
    """A game and its moves by touch: `move(session, chance)` returns the next message."""

    rules: Rules[Any, Any]
    manifest: SessionManifest
    move: Callable[[Any, Random], Message]

    @property
    def players(self) -> tuple[str, ...]:
        """As many as the game needs, two if it takes them."""
        fewest, most = self.rules.players
        return NAMES[: min(max(fewest, 2), most)]

    def begun(self, journal: Journal | None = None, seed: int = 1) -> GameSession:
        """A game by chance; the same opening for every seed, other luck after it."""
        agreed = GameConfig(self.players, setup=self.rules.opening(Random(1), self.players))
        return self.manifest.begin(agreed, around(journal, seed))

    def resumed(self, journal: Journal, shown: Snapshot) -> GameSession:
        assert shown.stored_as is not None
        return self.manifest.resume(shown.stored_as, around(journal))

    def play(self, session: GameSession, moves: int, seed: int = 1) -> Iterator[Snapshot]:
        """Yield the snapshot after every message, until `moves` moves count or the game is over."""
        chance = Random(seed)
        for _ in range(40 * moves):
            now = session.snapshot(GAME)
            if now.over or now.played >= moves:
                return
            session.tell(self.move(session, chance))
            yield session.snapshot(GAME)
        raise AssertionError(f"{self.rules.name}: no more moves after {session.snapshot(GAME)}")


def around(journal: Journal | None, seed: int = 1) -> SessionContext:
    return SessionContext(journal, Random(seed), watched=False)


def settled(session: GameSession, most: int = 30) -> Snapshot:
    """Confirm all open steps."""
    for _ in range(most):
        before = session.snapshot(GAME)
        session.tell(Confirm(GAME))
        if session.snapshot(GAME) == before:
            break
    return session.snapshot(GAME)


def it_begins_with_everybody(game: Played, _: Journal) -> None:
    session = game.begun()
    shown = session.snapshot(GAME)
    assert (shown.name, shown.game, shown.players) == (game.rules.name, GAME, game.players)
    assert (shown.over, shown.played, shown.can_undo, shown.can_redo) == (False, 0, False, False)
    assert shown.dealt == (game.rules.secret is not None)
    assert not shown.revealed and shown.problem is None
    assert session.expected is not None
    assert str(shown.prompt.text)


def moves_stand_are_undone_and_redone(game: Played, _: Journal) -> None:
    session = game.begun()
    numbers = [shown.played for shown in game.play(session, 12)]
    assert numbers[-1] == max(numbers)
    most = numbers[-1]
    assert most > 1, "the check needs moves"
    session.tell(Undo(GAME))
    undone = session.snapshot(GAME).played
    assert undone < most, "one is taken back, or more where they followed by themselves"
    for message, number in (
        (Redo(GAME), most),
        (GoTo(GAME, 0), 0),
        (GoTo(GAME, most), most),
        (GoTo(GAME, 1), 1),
    ):
        session.tell(message)
        shown = session.snapshot(GAME)
        assert (shown.played, shown.can_undo, shown.can_redo) == (number, number > 0, number < most)


def a_resumed_game_is_the_same(game: Played, journal: Journal) -> None:
    """At every point, undone moves and all."""
    session = game.begun(journal)
    chance = Random(3)
    for now in game.play(session, 10):
        if now.can_undo and chance.random() < 0.2:
            session.tell(Undo(GAME))
        same(game, session, journal)
    session.tell(GoTo(GAME, 1))
    same(game, session, journal)


def same(game: Played, session: GameSession, journal: Journal) -> None:
    """Events of the last message and open confirmations are not stored."""
    now = session.snapshot(GAME)
    again = game.resumed(journal, now)
    if again.snapshot(GAME) != now:
        assert settled(again) == settled(session)
    seats = range(len(now.players)) if now.dealt else ()
    assert [again.secret(seat) for seat in seats] == [session.secret(seat) for seat in seats]


def nobody_is_kept_waiting_for_hands(game: Played, journal: Journal) -> None:
    """Without a camera; the open repairs are known after a kill, too."""
    session = game.begun(journal)
    for _ in game.play(session, 8):
        pass
    tables = [game.rules.table(position) for position in session.past(0)]
    seen = next(n for n in range(2, len(tables)) if tables[n] != tables[n - 1])  # not every act is
    for message, other in (
        (GoTo(GAME, seen), True),
        (AllDone(GAME), False),
        (Undo(GAME), True),
        (Redo(GAME), False),
        (GoTo(GAME, 0), True),
        (GoTo(GAME, 1), True),
    ):
        session.tell(message)
        shown = session.snapshot(GAME)
        assert (shown.put_back > 0) == other, message
        killed = game.resumed(journal, shown)
        assert (killed.snapshot(GAME).put_back, killed.snapshot(GAME).assumed_table) == (
            shown.put_back,
            shown.assumed_table,
        )
    number = session.snapshot(GAME).played
    chance = Random(4)
    for _ in range(9):
        session.tell(game.move(session, chance))
        if session.snapshot(GAME).played > number:
            break
    shown = session.snapshot(GAME)
    assert (shown.played > number, shown.put_back) == (True, 0), "whoever plays on has put it back"
    assert game.resumed(journal, shown).snapshot(GAME).put_back == 0


def a_seat_knows_nothing_of_the_others(game: Played, _journal: Journal) -> None:
    """Games that differ only in another seat's secret have the same snapshots for this seat and for all."""
    for seat in range(len(game.players)):
        one, other = dealt_alike_for(game, seat)
        chances = Random(5), Random(5)
        for _ in range(6):
            for shown in (seat, None):
                snapshots = [session.snapshot(GAME, seat=shown) for session in (one, other)]
                assert snapshots[0] == snapshots[1]
                assert repr(snapshots[0]) == repr(snapshots[1])
                assert snapshots[0].secret == (None if shown is None else one.secret(seat))
            for session, chance in zip((one, other), chances, strict=True):
                if not session.snapshot(GAME).over:
                    session.tell(game.move(session, chance))


def a_seat_is_advised_by_what_it_knows(game: Played, _journal: Journal) -> None:
    """Two games that differ in another seat's secret only: the same moves for the same luck."""
    if (advisor := game.rules.advisor) is None:
        return
    for seat in range(len(game.players)):
        one, other = dealt_alike_for(game, seat)
        chances, asked = (Random(5), Random(5)), 0
        for _ in range(8):
            if game.rules.turn(one.past(seat)[-1]) == seat and not one.snapshot(GAME).over:
                found = [
                    advisor.advise(
                        session.past(seat), seat, session.secret(seat), 20, Random(4), lambda: True
                    )
                    for session in (one, other)
                ]
                assert found[0] == found[1] and found[0]
                asked += 1
            for session, chance in zip((one, other), chances, strict=True):
                if not session.snapshot(GAME).over:
                    session.tell(game.move(session, chance))
        assert asked


def dealt_alike_for(game: Played, seat: int) -> tuple[GameSession, GameSession]:
    """Two games, dealt by chance until they differ so."""
    known: dict[str, list[GameSession]] = {}
    for seed in count():
        session = game.begun(seed=seed)
        own = repr(session.secret(seat))
        others = [repr(session.secret(other)) for other in range(len(game.players))]
        for before in known.setdefault(own, []):
            if others != [repr(before.secret(other)) for other in range(len(game.players))]:
                return before, session
        known[own].append(session)
    raise AssertionError


def the_file_holds_no_secret_in_the_clear(game: Played, journal: Journal) -> None:
    """The sealed event holds one token and nothing else, no other event speaks of secrets."""
    session = game.begun(journal)
    for _ in game.play(session, 6):
        pass
    shown = session.snapshot(GAME)
    assert game.rules.secret and shown.stored_as is not None
    key = game.rules.secret.key
    assert key not in journal.game(shown.stored_as).setup
    (sealed,) = [event.payload for event in journal.events(shown.stored_as) if event.kind == key]
    assert list(sealed) == ["sealed"] and isinstance(sealed["sealed"], str)
    assert not any(event.kind == "reveal" for event in journal.events(shown.stored_as))
    values = [session.secret(seat) for seat in range(len(shown.players))]
    by_player = dict(zip(shown.players, values, strict=True))
    for file in journal.path.parent.glob(f"{journal.path.name}*"):
        for written in (values, by_player, dict(enumerate(values))):
            assert json.dumps(written).encode() not in file.read_bytes()


def secrets_are_shown_at_the_end_alone(game: Played, journal: Journal, moves: int = 400) -> None:
    session = game.begun(journal)
    thread, shown = on_thread(session)
    thread.post(Reveal(GAME_ON))
    thread.run_until_idle()
    assert shown[-1].problem and shown[-1].problem.code == "not_finished"
    for _ in game.play(session, moves):
        pass
    assert session.snapshot(GAME).over
    session.tell(Reveal(GAME))
    now = session.snapshot(GAME)
    everybody = {player: session.secret(seat) for seat, player in enumerate(now.players)}
    assert dict(now.revealed) == everybody
    assert dict(game.resumed(journal, now).snapshot(GAME).revealed) == everybody


def messages_of_another_game_are_dropped(game: Played, _: Journal) -> None:
    session = game.begun()
    thread, shown = on_thread(session)
    before = len(shown)
    message = game.move(session, Random(1))
    thread.post(replace(message, game=GAME_ON + 1))
    thread.run_until_idle()
    assert len(shown) == before
    thread.post(replace(message, game=GAME_ON))
    thread.run_until_idle()
    assert len(shown) == before + 1


GAME_ON = 1
"""The number that a thread gives to its first game."""


def on_thread(session: GameSession) -> tuple[SessionThread, list[Snapshot]]:
    thread = SessionThread()
    shown: list[Snapshot] = []
    thread.subscribe(shown.append)
    assert thread.number() == GAME_ON
    thread.open(GAME_ON, session)
    thread.run_until_idle()
    return thread, shown


Check: TypeAlias = Callable[[Played, Journal], None]

CHECKS: tuple[Check, ...] = (
    it_begins_with_everybody,
    moves_stand_are_undone_and_redone,
    a_resumed_game_is_the_same,
    nobody_is_kept_waiting_for_hands,
    messages_of_another_game_are_dropped,
)
SECRET_CHECKS: tuple[Check, ...] = (
    a_seat_knows_nothing_of_the_others,
    a_seat_is_advised_by_what_it_knows,
    the_file_holds_no_secret_in_the_clear,
    secrets_are_shown_at_the_end_alone,
)
"""For games in which seats keep secrets."""
