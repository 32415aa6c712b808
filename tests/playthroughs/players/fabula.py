"""Two duels of Fábula: with hands in the app, and with cards on the table in front of a camera."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TypeAlias

from companion.app.fabula.players import DuelPlayers
from companion.app.fabula.spots import Spots
from companion.games.base import Kind, Space, Table
from companion.games.fabula import RULES
from companion.games.fabula.autoplay import next_move
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.answers import answer
from companion.session.fabula.difference import TAPPED, UNDER
from companion.session.fabula.session import FabulaSession
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.messages import Undo
from companion.session.view import Answer
from companion.simulation.player import Acts
from companion.table.guide import GuideStep
from tests.playthroughs.table import Doubts, HandsTable, hands, play
from tests.playthroughs.transcript import Transcript
from tests.playthroughs.views.fabula import look, said
from vision.fabula.simulated import table as simulated

PLAYERS = ("Ana", "Bo")


def by_touch(seed: int = 8) -> str:
    """Return a duel by chance; the app keeps the hands."""
    written, session = begun("Fábula, by touch", seed, "app")
    chance, undone = Random(seed), False
    while not (shown := written.shown).over:
        if shown.asks == "bases":
            centre = next(id_ for id_ in shown.bases if id_.startswith(f"{shown.turn}/"))
            written.tell(Answer(written.game, f"bases {shown.turn}", (centre,)))
            continue
        known, own = session.seen_by(session.position, shown.decider), written.own()
        written.tell(answer(own, RULES.write_move(next_move(known, chance)), own.decider))
        if written.shown.played >= 8 and not undone:
            undone = True
            written.tell(Undo(written.game))
    return written.end()


def at_table(seed: int = 3) -> str:
    """Return a duel whose cards lie in front of a camera; it asks what it cannot see."""
    written, session = begun("Fábula, at a table with a camera", seed, "table")
    table = HandsTable(Spots().table(session.position))
    players = DuelPlayers(table, lambda: written.shown, written.tell, Random(seed))  # type: ignore[arg-type]  # a table without pixels
    acts = with_a_slip(players.acts(), table, lambda: written.shown)
    play(written, acts, table, Doubts(laid), sight, in_words)
    return written.end()


def begun(title: str, seed: int, where: str) -> tuple[Transcript, FabulaSession]:
    """Return the transcript of a new duel, and the duel."""
    context = SessionContext(None, Random(seed), watched=where == "table")
    setup = RULES.opening(Random(seed), PLAYERS)  # not decks by name, which players may have taught
    session = FabulaSession.begin(GameConfig(PLAYERS, options={"hands": where}, setup=setup), context)
    return Transcript(title, session, look, said, lambda shown: shown.position.turn_number <= 2), session


Latest: TypeAlias = Callable[[], FabulaSnapshot]
"""Return what the screen shows."""


def laid(shown: FabulaSnapshot) -> bool:
    """Return whether the first card was just laid."""
    return bool(shown.position.battle)


def with_a_slip(
    acts: Iterator[Acts], table: HandsTable, latest: Callable[[], FabulaSnapshot]
) -> Iterator[Acts]:
    """Yield what hands do; they take an undone card off, and once lay a card that is too dear."""
    slipped = False
    while True:
        if latest().can_redo and latest().seen.steps and (lying := _battle(table)):
            yield lying
        if not slipped and latest().position.turn_number == 2:
            slipped = True
            cards = latest().position.cards
            dear = max(latest().unseen[1], key=lambda name: (cards[name].cost, name))
            for act in ("place", "remove"):
                yield (GuideStep(act, "far battle 5", pieces={dear: 1}),)
        if (todo := next(acts, None)) is None:
            return
        yield todo


def _battle(table: HandsTable) -> Acts:
    """Return the movements that take all cards off the battle zones."""
    lying = [(space, pieces) for space, pieces in table.truth.items() if "battle" in str(space)]
    return [GuideStep("remove", space, pieces=pieces) for space, pieces in lying]


def in_words(before: Table, after: Table) -> str:
    """Return what hands did, by zones."""
    kinds = {kind for table in (sight(before), sight(after)) for pieces in table.values() for kind in pieces}
    upright = sorted(kind for kind in kinds if not kind.endswith(TAPPED))
    turns = {kind: kind + TAPPED for kind in upright} | {kind + TAPPED: kind for kind in upright}
    return hands(sight(before), sight(after), turns)


def sight(table: Table) -> Table:
    """Return the cards by zone, as the reader of the camera reports them."""
    found = []
    for space, pieces in table.items():
        side, zone = str(space).split(" ")[:2]
        zone = "battle" if zone.startswith("row-") else zone
        host = str(space).split(simulated.UNDER)[0]
        found.append((f"{side} {zone}", {_kind(kind, table.get(host, {})): n for kind, n in pieces.items()}))
    zones: dict[Space, dict[Kind, int]] = {}
    for zone, pieces in found:
        there = zones.setdefault(zone, {})
        for kind, n in pieces.items():
            there[kind] = there.get(kind, 0) + n
    return zones


def _kind(kind: Kind, host: Mapping[Kind, int]) -> Kind:
    """Return a kind of the simulated table as observations name it."""
    if kind.endswith(simulated.UNDER):
        name = kind.removesuffix(simulated.UNDER).removesuffix(simulated.TAPPED)
        return f"{name}{UNDER}{next(iter(host)).removesuffix(simulated.TAPPED)}"
    return kind.removesuffix(simulated.TAPPED) + TAPPED if kind.endswith(simulated.TAPPED) else kind
