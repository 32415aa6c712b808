"""Contract of the sessions of games: stored random games are opened at any move, undone and revealed.

Moves come from the journal, because only a game knows the messages of its own touches. A game whose dealt
secrets are part of its positions is checked at its start only: moves by chance do not fit what was dealt.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from companion.games import rulebook
from companion.games.base import ENGLISH, Rules
from companion.session.base import GameConfig, GameSession, SessionContext, SessionManifest
from companion.session.board.seat import SEAT as BOARD
from companion.session.board.snapshot import BoardSnapshot
from companion.session.messages import AllDone, GoTo, Redo, Reveal, Undo
from companion.session.seat_form import common, seat_form
from companion.session.session import TimelineSession
from companion.session.snapshot import Snapshot
from companion.session.view import PRESS, Amounts, Answer, Decision, Dice, Pairs, Path, Picks, Steps, Thing
from companion.session.watched import WatchedSession
from companion.storage.journal import Journal
from companion.testing.base import ContractError, expect, refused, require
from companion.testing.rules import LONGEST, SEED, RandomGame

GAME = 7
"""Number of the game in the messages and snapshots."""
PLACES = 8
"""Maximum number of places in a game at which it is opened."""
FEW, UNDO_EVERY = 120, 9
"""Number of decisions of a game without a table, and after how many one is taken back."""
OF_A_TABLE = ("the table", "on your board", "as shown", "by hand", "put it back", "put them back")
"""Words of sentences that ask hands for something."""
DEALS = 200
"""Maximum number of deals until two differ as wanted."""


@dataclass(frozen=True, eq=False)
class StoredGame:
    """A random game, the session part of its package and a journal to store it in."""

    played: RandomGame
    manifest: SessionManifest
    journal: Journal

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules of the game."""
        return self.played.rules

    @property
    def replayable(self) -> bool:
        """True if the moves of the random game fit any deal."""
        return bool(self.begun().past(0)[-1] == self.rules.view(self.played.positions[0], 0))

    @property
    def places(self) -> tuple[int, ...]:
        """Numbers of moves after which the game is opened; the first is 0, the last is the end."""
        last = len(self.played.moves)
        return tuple(sorted({last * step // (PLACES - 1) for step in range(PLACES)}))

    def begun(self, journal: Journal | None = None, seed: int = 1, at_table: bool = True) -> GameSession:
        """Begin the game, without a move; `seed` deals its secrets, `at_table`: there is a real table."""
        config = GameConfig(self.played.players, setup=self.played.setup)
        return self.manifest.begin(config, replace(_context(journal, seed), at_table=at_table))

    def stored(self, moves: int, seed: int = 1) -> int:
        """Store the game with its first moves; return its number in the journal."""
        number = self.begun(self.journal, seed).snapshot(GAME).stored_as
        require(number is not None, "snapshot.stored_as: expected a number in the journal, found None")
        assert number is not None
        for move in self.played.moves[:moves]:
            self.journal.append(number, "move", self.rules.write_move(move))
        return number

    def opened(self, moves: int, seed: int = 1) -> GameSession:
        """Resume the stored game after its first moves."""
        return self.manifest.resume(self.stored(moves, seed), _context(self.journal, seed))

    def again(self, session: GameSession) -> Snapshot:
        """Resume the stored game of a session; return what it shows."""
        number = session.snapshot(GAME).stored_as
        assert number is not None
        return self.manifest.resume(number, _context(self.journal)).snapshot(GAME)


def _context(journal: Journal | None, seed: int = 1) -> SessionContext:
    return SessionContext(journal, Random(seed), watched=False)


def begin(game: StoredGame) -> None:
    """Check that a new game begins with everybody and no moves."""
    session = game.begun()
    shown = session.snapshot(GAME)
    expect(game.rules.name, shown.name, "snapshot.name")
    expect(GAME, shown.game, "snapshot.game: the number that was given")
    expect(game.played.players, shown.players, "snapshot.players")
    found = (shown.over, shown.played, shown.can_undo, shown.can_redo)
    expect((False, 0, False, False), found, "snapshot at the start: over, played, can_undo, can_redo")
    expect(game.rules.secret is not None, shown.dealt, "snapshot.dealt: a game with secrets")
    require(not shown.revealed, f"snapshot.revealed: expected nothing at the start, found {shown.revealed}")
    require(shown.problem is None, f"snapshot.problem: expected none at the start, found {shown.problem}")
    require(str(shown.prompt.text), "snapshot.prompt: expected a sentence, found none")


def moves(game: StoredGame) -> None:
    """Check that a stored game is opened with its turn, its table and its positions."""
    rules = game.rules
    for number in game.places:
        session, position = game.opened(number), game.played.positions[number]
        shown, after = session.snapshot(GAME), f"after {number} moves"
        expect(number, shown.played, f"snapshot.played {after}")
        require(str(shown.prompt.text), f"snapshot.prompt {after}: expected a sentence, found none")
        for rule in filter(None, (shown.prompt.rule, *shown.moments)):
            found = f"snapshot.prompt, moments {after}: expected rules of the book, found {rule!r}"
            require(rulebook.sentence_of(rules.book(), rule), found, rules.book)
        ended = number == len(game.played.moves)
        if not (ended and isinstance(session, WatchedSession)):  # hands may have something left to do
            expect(ended, shown.over, f"snapshot.over {after}")
        _same_table(game, session, number)
        for seat in range(len(shown.players)):
            seen = session.past(seat)
            expect(number + 1, len(seen), f"past(seat {seat}) {after}: number of positions")
            expect(rules.view(position, seat), seen[-1], f"past(seat {seat}) {after}: the last position")
        if not ended:
            actor = rules.turn(position)
            turn = "" if actor is None else shown.players[actor]
            expect(turn, shown.turn, f"snapshot.turn {after}: player by `turn` of the rules", rules.turn)


def _same_table(game: StoredGame, session: GameSession, number: int) -> None:
    """Check the tables of a session; where a camera looks, taken-off pieces may still lie there."""
    shown = _plain(session.snapshot(GAME).assumed_table)
    if isinstance(session, TimelineSession):
        known = _plain(session.assumed_table)
        expect(known, shown, f"snapshot.assumed_table after {number} moves: that of the session")
    if not isinstance(session, WatchedSession):
        lying = _plain(game.rules.table(game.played.positions[number]))
        expect(lying, _plain(session.expected), f"expected after {number} moves: table of the rules")
        expect(lying, shown, f"snapshot.assumed_table after {number} moves: table of the rules")


def undo(game: StoredGame) -> None:
    """Check that moves are undone and redone, and that this is stored."""
    last = len(game.played.moves)
    session = game.opened(last)
    session.tell(Undo(GAME))
    require(session.snapshot(GAME).played < last, f"Undo: expected less than {last} moves, found as many")
    for message, number in (
        (Redo(GAME), last),
        (GoTo(GAME, 0), 0),
        (GoTo(GAME, last), last),
        (GoTo(GAME, 1), 1),
    ):
        session.tell(message)
        shown, after = session.snapshot(GAME), f"after {type(message).__name__}"
        expect(number, shown.played, f"snapshot.played {after}")
        expect((number > 0, number < last), (shown.can_undo, shown.can_redo), f"can_undo, can_redo {after}")
        expect(game.played.positions[number], _position(game, session), f"past {after}: the last position")
        expect(number, game.again(session).played, f"resume {after}: number of moves")


def table(game: StoredGame) -> None:
    """Check that undo offers to put the pieces back, also after a restart, until somebody has done it."""
    tables = [_plain(game.rules.table(position)) for position in game.played.positions]
    watched = isinstance(game.begun(), WatchedSession)  # what is taken off may lie there for a while
    last = next((n for n in range(len(tables) - 1, 0, -1) if tables[n] != tables[n - 1]), 0)
    if not last or watched:
        return
    session = game.opened(last)
    session.tell(GoTo(GAME, last - 1))
    shown = session.snapshot(GAME)
    require(shown.put_back > 0, "snapshot.put_back after undo: expected steps to the table, found none")
    expect(shown.put_back, game.again(session).put_back, "resume after undo: snapshot.put_back")
    session.tell(AllDone(GAME))
    shown = session.snapshot(GAME)
    expect(0, shown.put_back, "snapshot.put_back after AllDone")
    expect(tables[last - 1], _plain(shown.assumed_table), "snapshot.assumed_table after AllDone")


def resume(game: StoredGame) -> None:
    """Check that a game shows the same each time it is opened."""
    for number in game.places:
        session = game.opened(number)
        shown, again = session.snapshot(GAME), game.again(session)
        expect(shown, again, f"resume after {number} moves: the same snapshot")


def phones(game: StoredGame) -> None:
    """Check that every seat, and an onlooker, gets a view for phones as JSON, with secrets of their size."""
    form = seat_form(game.rules.name)
    for number in game.places:
        session, after = game.opened(number), f"after {number} moves"
        for seat in (None, *range(len(game.played.players))):
            shown = session.snapshot(GAME, seat=seat)
            of = form or (BOARD if isinstance(shown, BoardSnapshot) else None)
            if of is None:
                return
            who = f"{'an onlooker' if seat is None else f'seat {seat}'} {after}"
            public = {**common(shown, ENGLISH), **of.public(shown, ENGLISH)}
            _json(public, f"SEAT, public for {who}", of.public)
            if seat is not None:
                held = _json(of.secret(shown, ENGLISH), f"SEAT, secret for {who}", of.secret)
                most = of.secret_bytes(shown)
                wanted = f"SEAT, secret for {who}: expected at most {most} bytes (secret_bytes), found {held}"
                require(held <= most, wanted, of.secret_bytes)


def _json(value: object, of: str, by: object) -> int:
    """Return the size of a value as JSON in bytes."""
    try:
        return len(json.dumps(value, ensure_ascii=False).encode())
    except (TypeError, ValueError) as error:
        raise ContractError(f"{of}: expected JSON, found: {error}", by) from error


def secrets(game: StoredGame) -> None:
    """Check that a seat sees its own secret only, until all are shown at the end."""
    if game.rules.secret is None:
        return
    seats = range(len(game.played.players))
    for seat in seats:
        seeds = _deals(game, seat)
        for number in game.places[:-1]:
            one, other = (game.opened(number, seed) for seed in seeds)
            for viewer in (seat, None):
                shown, differs = (_unnumbered(session, viewer) for session in (one, other))
                who = "the shared screen" if viewer is None else f"seat {viewer}"
                wanted = f"snapshot of {who}: expected nothing about other secrets, found a difference in"
                fields = [name for name in shown if shown[name] != differs[name]]
                require(not fields, f"{wanted} {', '.join(fields)}")
                own = None if viewer is None else one.secret(viewer)
                expect(own, one.snapshot(GAME, seat=viewer).secret, f"snapshot.secret of {who}")
    session = game.opened(game.places[-2])
    error = refused(lambda: session.tell(Reveal(GAME)), "Reveal before the end")
    expect("not_finished", error.code, "Reveal before the end: code of the RuleError")
    session = game.opened(game.places[-1])
    everybody = {name: session.secret(seat) for seat, name in enumerate(game.played.players)}
    session.tell(Reveal(GAME))
    expect(everybody, dict(session.snapshot(GAME).revealed), "snapshot.revealed after Reveal")
    expect(everybody, dict(game.again(session).revealed), "resume after Reveal: snapshot.revealed")


def _deals(game: StoredGame, seat: int) -> tuple[int, int]:
    """Return seeds of two deals that give a seat the same secret, and another one something else."""
    known: dict[str, list[tuple[int, list[str]]]] = {}
    seats = range(len(game.played.players))
    for seed in range(DEALS):
        session = game.begun(seed=seed)
        dealt = [repr(session.secret(each)) for each in seats]
        for before, others in known.setdefault(dealt[seat], []):
            if others != dealt:
                return before, seed
        known[dealt[seat]].append((seed, dealt))
    return 1, 1  # the secret of a seat says what the others have


def _unnumbered(session: GameSession, seat: int | None) -> dict[str, str]:
    """Return the fields of a snapshot and what it says, as text, without its ids in the journal."""
    shown = session.snapshot(GAME, seat=seat)
    names = (shown.__dataclass_fields__.keys() | {"prompt", "story", "by_hand"}) - {"stored_as", "uid"}
    return {name: repr(getattr(shown, name)) for name in sorted(names)}


def _position(game: StoredGame, session: GameSession) -> Any:
    seen = session.past(0)[-1]
    return next((one for one in game.played.positions if game.rules.view(one, 0) == seen), seen)


def _plain(table: Any) -> Any:
    return table and {space: dict(pieces) for space, pieces in table.items() if pieces}


def decisions(game: StoredGame) -> None:
    """Check that a game is played to its end by decisions alone, by the seats whose turn it is."""
    session, chance = game.begun(), Random(SEED)
    if not session.snapshot(GAME).decisions:
        return  # the game does not say them yet
    for _ in range(LONGEST):
        shown = session.snapshot(GAME)
        if shown.over:
            expect((), shown.decisions, f"snapshot.decisions after {shown.played} moves: none at the end")
            return
        _decide(session, shown, chance)
    raise AssertionError(f"snapshot.decisions: expected an end within {LONGEST} decisions, found none")


def on_the_screen(game: StoredGame) -> None:
    """Check that a game without a real table asks hands for nothing, also after an undo."""
    session, chance = game.begun(at_table=False), Random(SEED)
    for number in range(FEW):
        shown = session.snapshot(GAME)
        if shown.over or not shown.decisions:
            return
        what = f"without a table, after {shown.played} moves"
        expect(0, shown.put_back, f"snapshot.put_back {what}")
        expect((), tuple(getattr(shown, "todo", ())), f"snapshot.todo {what}")
        words = " ".join(str(one) for one in (shown.prompt.text, shown.prompt.detail) if one)
        found = next((one for one in OF_A_TABLE if one in words.lower()), None)
        require(found is None, f"snapshot.prompt {what}: expected no word of a table, found {words!r}")
        _decide(session, shown, chance)
        if number % UNDO_EVERY == UNDO_EVERY - 1 and session.snapshot(GAME).can_undo:
            session.tell(Undo(GAME))


def _decide(session: GameSession, shown: Snapshot, chance: Random) -> None:
    """Make a random decision at a seat that may; without the turn a seat decides only for everybody."""
    what = f"snapshot.decisions after {shown.played} moves"
    ids = [one.id for one in shown.decisions]
    expect(len(ids), len({*ids}), f"{what}: number of different ids of {ids}")
    texts = [str(one.text) for one in shown.decisions]
    expect(len(texts), len({*texts}), f"{what}: number of different texts of {texts}")
    for one in shown.decisions:
        _named(shown, one, f"{what}, {one.id}")
    seats = [session.snapshot(GAME, seat=seat) for seat in range(len(shown.players))]
    for seat, seen in enumerate(seats):
        if shown.turn and seat != (turn := shown.players.index(shown.turn)):
            common = [
                one
                for one in _playing(seen)
                if f"{one.id} {shown.players[seat]}" in ids
                or (one.ways == ((),) and all(one in other.decisions for other in seats))
            ]
            expect(
                common, _playing(seen), f"{what}, seat {seat}: those of everybody; the turn is seat {turn}"
            )
    seen = chance.choice([seen for seen in seats if _playing(seen)] or [shown])
    own = _playing(seen)
    require(own, f"{what}: expected some until the end, found none")
    decision = chance.choice(own)
    session.tell(Answer(GAME, decision.id, [*decision.form.random(chance)], seen.seat))
    after = session.snapshot(GAME)
    require(
        not after.decides_as(shown), f"{what}: expected another state after {decision.id}, found the same"
    )


def _playing(shown: Snapshot) -> list[Decision]:
    """Return the decisions that are part of the play, and the way out of a question."""
    return [one for one in shown.decisions if not one.aside]


def _named(shown: Snapshot, decision: Decision, what: str) -> None:
    """Check that a decision has something to choose, and that no two options read alike."""
    form = decision.form
    match form:
        case Path(options) if not form.labels:
            expect(len(options), len({*options}), f"{what}: number of different ways")
            things: Iterable[Thing] = (thing for way in options for thing in way)
        case Steps(lists):
            things = (thing for those in lists for thing in those)
            require(all(lists), f"{what}: expected something of each list, found an empty one")
        case Pairs(sources, goals):
            things = (*sources, *goals)
        case Picks(picked):
            things = picked
        case Path(options=labelled) | Amounts(things=labelled) | Dice(faces=labelled):
            expect(len(labelled), len(form.labels), f"{what}: number of labels")
            things = ()
    if isinstance(form, Path | Amounts | Dice) and form.labels:
        texts = [f"{label.text} {label.note or ''}" for label in form.labels]
    else:
        texts = [str(shown.name_of(thing)) for thing in dict.fromkeys(things)]
    require(texts or form == PRESS, f"{what}: expected something to choose, found nothing")
    alike = [text for text, n in Counter(texts).items() if n > 1]
    require(not alike, f"{what}: expected options that read differently, found several {alike[:1]}")


Check: TypeAlias = Callable[[StoredGame], None]
CHECKS: tuple[Check, ...] = (begin, moves, undo, table, resume, phones, secrets, decisions, on_the_screen)
"""All but the first need a `replayable` game."""
