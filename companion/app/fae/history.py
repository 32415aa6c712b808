"""Review of a stored game of Fae: points of every colour after every move, and key moments."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.app.archive.history import PastGame
from companion.app.archive.judge import Judge
from companion.app.archive.record import Record
from companion.games import fae
from companion.games.base import N_, Chance, Sentence, counted
from companion.games.fae.board import COLOURS
from companion.games.fae.playouts import Playouts
from companion.games.fae.script import FaeSetup, read_moves, read_setup
from companion.session.fae.describe import describe
from companion.session.fae.words import COLOURS as COLOUR_NAMES
from companion.session.fae.words import won
from ui.services import History, KeyMoment, ReplayStep, Where

OVERLOOKS = 0.2
"""Probability, 0..1, that players of trial games do not see a ritual: else few rituals decide all of them."""
LEADS = 3
"""Maximum number of lead changes listed, counted from the end."""


def result(known: History, record: Record) -> History:
    """Add the outcome to `known` (E-042).

    A game counts as finished once its spirits are revealed.
    """
    setup, positions, _ = _replayed(record)
    spirits = {setup.players.index(name): colour for name, colour in record.secrets.items()}
    if not spirits or not fae.finished(positions[-1]):
        return replace(known, finished=False)
    totals, winners = fae.result(positions[-1], spirits)
    return replace(
        known,
        finished=True,
        points=dict(zip(setup.players, totals, strict=True)),
        winners=tuple(setup.players[i] for i in winners),
        secrets=record.secrets,
    )


def timeline(known: History, record: Record) -> History:
    """Add series and key moments to `known`; an index is a number of moves, as in `replay`."""
    setup, positions, held = _replayed(record)
    series = {
        colour: tuple(float(position.scores[i]) for position in positions) for i, colour in enumerate(COLOURS)
    }
    moments = sorted([*_rituals(setup, held), *_leads(positions)], key=lambda moment: moment.at)
    outcome = result(known, record)
    if fae.finished(positions[-1]):
        last = len(positions) - 1
        moments.append(KeyMoment(last, Sentence(N_("The game is over.")), last))
        moments += [KeyMoment(last, won(winner, outcome.points[winner]), last) for winner in outcome.winners]
    return replace(outcome, series=series, moments=tuple(moments))


def replay(record: Record) -> list[ReplayStep]:
    """The start, and every move with the result of its rituals."""
    setup, positions, held = _replayed(record)
    moves, steps = read_moves(list(record.moves)), list[ReplayStep]()
    for number, position in enumerate(positions):
        values = dict(zip(COLOURS, map(float, position.scores), strict=True))
        if not number:
            steps.append(ReplayStep(position, values))
            continue
        rituals = [one for at, one in held if at == number]
        who = setup.players[positions[number - 1].turn]
        move, before = moves[number - 1], positions[number - 1]
        where = Where(((move.source, move.target),), tuple(one.space for one in rituals))
        steps.append(ReplayStep(position, values, who, describe(move, before, rituals, who), where))
    return steps


def _replayed(record: Record) -> tuple[FaeSetup, list[fae.Position], list[tuple[int, fae.Ritual]]]:
    """All positions, and the rituals with the numbers of their moves."""
    setup, held = read_setup(record.setup), list[tuple[int, fae.Ritual]]()
    positions = [setup.position]
    for number, move in enumerate(read_moves(list(record.moves)), 1):
        position, rituals = fae.resolve(positions[-1], move)
        positions.append(position)
        held += [(number, ritual) for ritual in rituals]
    return setup, positions, held


def _rituals(setup: FaeSetup, resolved: Sequence[tuple[int, fae.Ritual]]) -> Iterator[KeyMoment]:
    """The best ritual, the first broken one, and the last one."""
    if not resolved:
        return
    best = max(resolved, key=lambda found: found[1].value)
    broken = next((found for found in resolved if not found[1].value), None)
    last = resolved[-1]
    rated = [(best, 0)] if best[1].value else []
    rated += [(broken, 3)] if broken else []
    rated += [(last, 2)] if last not in (best, broken) else []
    for (number, held), rank in rated:
        yield KeyMoment(number, _rated(setup, held, rank), number, (held.space,), rank)


def _rated(setup: FaeSetup, ritual: fae.Ritual, rank: int) -> Sentence:
    player, n = setup.players[ritual.player], ritual.value
    match rank:
        case 0:
            return counted(
                "The best ritual: {player}, {n} point.",
                "The best ritual: {player}, {n} points.",
                n,
                player=player,
            )
        case 3:
            return Sentence(N_("The first broken ritual: {player}."), {"player": player})
        case _:
            return counted(
                "The last ritual: {player}, {n} point.",
                "The last ritual: {player}, {n} points.",
                n,
                player=player,
            )


def _leads(positions: Sequence[fae.Position]) -> list[KeyMoment]:
    """Changes of the leading colour; the last one has the highest rank."""
    leads: list[KeyMoment] = []
    ahead = ""
    for number, position in enumerate(positions):
        best = max(position.scores)
        leading = [colour for colour, n in zip(COLOURS, position.scores, strict=True) if n == best]
        if best and len(leading) == 1 and leading[0] != ahead:
            ahead = leading[0]
            sentence = Sentence(N_("{colour} takes the lead."), {"colour": COLOUR_NAMES[ahead]})
            leads.append(KeyMoment(number, sentence, number, rank=4))
    return [*leads[-LEADS:-1], *(moment._replace(rank=1) for moment in leads[-1:])]


def _stands(position: fae.Position, known: History, chance: Chance, trials: int) -> dict[str, float]:
    """Return everybody's chance to win, from trial games; several share a win."""
    spirits = [COLOURS.index(known.secrets[name]) for name in known.players]
    if fae.finished(position):
        ended = [fae.result(position, {seat: COLOURS[spirit] for seat, spirit in enumerate(spirits)}).winners]
    else:
        games = Playouts(chance, OVERLOOKS)
        ended = [_best(games.play(position, spirits)[0]) for _ in range(trials)]
    return {
        name: sum((seat in winners) / len(winners) for winners in ended) / len(ended)
        for seat, name in enumerate(known.players)
    }


def _best(totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def _counts(known: History, record: Record) -> dict[str, dict[str, int]]:
    """Rituals, most points for the own spirit in a move, druids led, and the largest group led at once."""
    _, positions, _ = _replayed(record)
    found = {kind: dict.fromkeys(known.players, 0) for kind in ("rituals", "boldest", "led", "largest")}
    for move, before, after in zip(read_moves(list(record.moves)), positions, positions[1:], strict=False):
        who, spirit = known.players[before.turn], COLOURS.index(known.secrets[known.players[before.turn]])
        led = fae.size(before, move.source)
        found["rituals"][who] = after.ritual_cards[before.turn]
        found["boldest"][who] = max(found["boldest"][who], after.scores[spirit] - before.scores[spirit])
        found["led"][who] += led
        found["largest"][who] = max(found["largest"][who], led)
    return found


def _told(position: fae.Position, move: fae.Move, known: History) -> tuple[Sentence, ...]:
    return describe(move, position, fae.resolve(position, move)[1], known.players[position.turn])


PAST = PastGame(
    result,
    timeline,
    replay,
    ended=("reveal",),
    judge=Judge(stands=_stands, trials=40_000, counts=_counts, told=_told),
)
