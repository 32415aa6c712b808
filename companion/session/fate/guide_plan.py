"""Plan of the steps from one table to another: the monster turn as the players carry it out.

Pieces are removed first, then moved so that no target is occupied, then new ones are placed. Monsters that
swap or rotate in a ring are one step: one is laid aside until its hex is free.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.games.base import N_, Sentence
from companion.games.fate.happenings import Damaged, Drawn, Happening, KnockedOut, Moved, Removed
from companion.games.fate.position import GRIMHEIM, Face, Hex
from companion.session.fate.snapshot import GuideEntry
from companion.session.fate.table_state import Piece, TableState
from companion.session.fate.words import DIE_FACES, name
from companion.table.guide import GuideStep

MAX_PIECES_A_STEP = 6
"""Maximum number of pieces that one step moves: more arrows at once are hard to follow. Judged by eye."""


class Planned(NamedTuple):
    """A step and the table after it."""

    step: GuideEntry
    after: TableState


def plan(
    now: TableState, wanted: TableState, happenings: tuple[Happening, ...] = (), attacker: str = ""
) -> tuple[Planned, ...]:
    """Return the steps from `now` to `wanted`.

    `happenings` explain them, `attacker`: kind of monster.

    An attack without effect has a step, too: it shows its dice.
    """
    planner = _Planner(now, wanted, happenings)
    planner.stone()
    if attacker:
        planner.attack(attacker)
    planner.take_off()
    planner.move()
    planner.put()
    planner.town()
    planner.damage()
    return tuple(planner.planned)


class _Planner:
    def __init__(self, now: TableState, wanted: TableState, happenings: tuple[Happening, ...]) -> None:
        self.planned: list[Planned] = []
        self.now, self.wanted = now, wanted
        self.happenings = happenings
        self.paths = _paths(happenings)

    def step(
        self,
        title: Sentence,
        acts: Iterable[GuideStep] = (),
        paths: Iterable[tuple[Hex, ...]] = (),
        pieces: Mapping[str, Piece] | None = None,
        town: int | None = None,
        dice: tuple[Face, ...] = (),
        hurt: int | None = None,
    ) -> None:
        """Add a step that leads to these pieces; by default they do not change. `hurt`: damage after it."""
        pieces = self.now.pieces if pieces is None else pieces
        damage = {id: n for id, n in self.now.damage.items() if id in pieces}
        town = self.now.town if town is None else town
        self.now = self.now._replace(pieces=pieces, damage=damage, town=town)
        self.planned.append(Planned(GuideEntry(title, tuple(acts), tuple(paths), dice, hurt), self.now))

    def stone(self) -> None:
        if self.now.step == self.wanted.step:
            return
        pattern = STONE[self.wanted.space] if self.now.step else N_("Put the Rune Stone on space {step}.")
        self.now = self.now._replace(step=self.wanted.step, space=self.wanted.space, die=self.wanted.die)
        self.step(Sentence(pattern, {"step": self.wanted.step}))
        if self.wanted.die:
            self.step(Sentence(N_("Monster die: {face}."), {"face": DIE_FACES[self.wanted.die]}))

    def attack(self, attacker: str) -> None:
        for hit in (happening for happening in self.happenings if isinstance(happening, Damaged)):
            if hit.dice and hit.id in self.now.pieces:
                hero = self.now.pieces[hit.id].kind
                words = {"monster": name(attacker), "hero": name(hero), "n": hit.amount}
                total = self.now.damage.get(hit.id, 0) + hit.amount
                self._hurt(hit.id)
                title = Sentence(N_("{monster} attacks {hero}. Damage to place: {n}."), words)
                self.step(title, dice=hit.dice, hurt=total)

    def take_off(self) -> None:
        gone = {id: piece for id, piece in self.now.pieces.items() if not self._stays(id)}
        entered = {h.id for h in self.happenings if isinstance(h, Removed) and h.why == "entered"}
        for ids, into_town in (
            ([id for id in gone if id not in entered], False),
            ([id for id in gone if id in entered], True),
        ):
            if not ids:
                continue
            left = {id: piece for id, piece in self.now.pieces.items() if id not in ids}
            acts = [GuideStep("remove", gone[id].hex, None, {gone[id].kind: 1}) for id in ids]
            paths = [self.paths[id] for id in ids if id in self.paths]
            if into_town and self.wanted.town < self.now.town:
                lost = {"n": self.now.town - self.wanted.town}
                title = Sentence(N_("Monsters reach Grimheim: take them off, and town pieces: {n}."), lost)
                self.step(title, acts, paths, left, self.wanted.town)
            else:
                title = titled("remove", [gone[id].kind for id in ids])
                self.step(title, acts, paths, left)

    def move(self) -> None:
        todo = {
            id: (piece, self.wanted.pieces[id])
            for id, piece in self.now.pieces.items()
            if piece.hex != self.wanted.pieces[id].hex
        }
        while todo:
            ids = _together(self.now.pieces, todo)
            pieces = {**self.now.pieces, **{id: todo[id][1] for id in ids}}
            paths = [self._path(id, *todo[id]) for id in ids]
            moves = {id: todo.pop(id) for id in ids}
            first = moves[ids[0]][1].hex
            if any(piece.hex == first for id, piece in self.now.pieces.items() if id != ids[0]) and (
                first != GRIMHEIM
            ):
                self.step(*_ring(moves), paths, pieces)
                continue
            out = [h.hero for h in self.happenings if isinstance(h, KnockedOut) and h.hero in ids]
            acts = [GuideStep("move", a.hex, b.hex, {a.kind: 1}) for a, b in moves.values()]
            if out:
                lost = {"hero": name(out[0]), "n": self.now.town - self.wanted.town}
                title = Sentence(
                    N_("{hero} is knocked out and goes to Grimheim. Town pieces to take: {n}."), lost
                )
                self.step(title, acts, paths, pieces, self.wanted.town)
            else:
                title = titled("move", [a.kind for a, _ in moves.values()])
                self.step(title, acts, paths, pieces)

    def put(self) -> None:
        new = {id: piece for id, piece in self.wanted.pieces.items() if id not in self.now.pieces}
        cards = [h.card for h in self.happenings if isinstance(h, Drawn) and h.placed]
        if not new:
            return
        kinds = [piece.kind for piece in new.values()]
        if cards:
            title = Sentence(N_("Card {card}: put the monsters on the board."), {"card": cards[-1]})
        elif all(piece.hex == GRIMHEIM for piece in new.values()):
            title = Sentence(N_("Put the heroes in Grimheim."))
        else:
            title = titled("place", kinds)
        acts = [GuideStep("place", piece.hex, None, {piece.kind: 1}) for piece in new.values()]
        self.step(title, acts, pieces={**self.now.pieces, **new})

    def town(self) -> None:
        more = self.wanted.town - self.now.town
        if more:
            pattern = N_("Town pieces to place: {n}.") if more > 0 else N_("Town pieces to take: {n}.")
            self.step(Sentence(pattern, {"n": abs(more)}), town=self.wanted.town)

    def damage(self) -> None:
        for id, piece in self.wanted.pieces.items():
            if more := self.wanted.damage.get(id, 0) - self.now.damage.get(id, 0):
                self._hurt(id)
                put, take = N_("Damage to place on {who}: {n}."), N_("Damage to take off {who}: {n}.")
                title = Sentence(put if more > 0 else take, {"who": name(piece.kind), "n": abs(more)})
                self.step(title, hurt=self.now.damage.get(id, 0))

    def _hurt(self, id: str) -> None:
        damage = {**self.now.damage, id: self.wanted.damage.get(id, 0)}
        self.now = self.now._replace(damage={id: n for id, n in damage.items() if n})

    def _stays(self, id: str) -> bool:
        goal = self.wanted.pieces.get(id)
        return goal is not None and goal.kind == self.now.pieces[id].kind

    def _path(self, id: str, source: Piece, goal: Piece) -> tuple[Hex, ...]:
        path = self.paths.get(id, ())
        return path if path and (path[0], path[-1]) == (source.hex, goal.hex) else (source.hex, goal.hex)


STONE: Mapping[str, str] = {
    "plain": N_("Move the Rune Stone to space {step}."),
    "skull": N_("Move the Rune Stone to space {step}: a skull, all monsters charge."),
    "reinforcement": N_("Move the Rune Stone to space {step}: reinforcements come after the attacks."),
}


TITLES: Mapping[str, tuple[str, str, str]] = {
    "remove": (N_("Take off: {kind}"), N_("Take off: {kind} ({n})"), N_("Take off: {n} pieces")),
    "move": (N_("Move: {kind}"), N_("Move: {kind} ({n})"), N_("Move: {n} pieces")),
    "place": (N_("Put: {kind}"), N_("Put: {kind} ({n})"), N_("Put: {n} pieces")),
}
"""Titles for one piece, several of a kind and different ones, by act."""


PAIRS: Mapping[str, str] = {
    "remove": N_("Take off: {one} ({n}), {other} ({m})"),
    "move": N_("Move: {one} ({n}), {other} ({m})"),
    "place": N_("Put: {one} ({n}), {other} ({m})"),
}
"""Titles for pieces of two kinds, by act."""


def titled(act: str, kinds: list[str]) -> Sentence:
    """Return the title of an act with pieces of these kinds."""
    one, several, mixed = TITLES[act]
    if len(counts := Counter(kinds)) == 2:
        (first, n), (second, m) = counts.items()
        words = {"one": name(first), "n": n, "other": name(second), "m": m}
        return Sentence(PAIRS[act], words)
    if len(counts) > 1:
        return Sentence(mixed, {"n": len(kinds)})
    if len(kinds) > 1:
        return Sentence(several, {"kind": name(kinds[0]), "n": len(kinds)})
    return Sentence(one, {"kind": name(kinds[0])})


def _paths(happenings: Iterable[Happening]) -> dict[str, tuple[Hex, ...]]:
    """Return the complete path of each piece."""
    paths: dict[str, tuple[Hex, ...]] = {}
    for happening in happenings:
        if isinstance(happening, Moved):
            way = paths.get(happening.id, happening.path[:1])
            paths[happening.id] = (*way, *happening.path[1:])
    return paths


def _together(pieces: Mapping[str, Piece], todo: Mapping[str, tuple[Piece, Piece]]) -> list[str]:
    """Return the pieces of the next move step, in order: many of one kind, or a ring."""
    holder = {piece.hex: id for id, piece in pieces.items() if piece.hex != GRIMHEIM}
    best: list[str] = []
    for kind in dict.fromkeys(piece.kind for piece, _ in todo.values()):
        found = _free(holder, {id: way for id, way in todo.items() if way[0].kind == kind})
        best = max(best, found, key=len)
    if best:
        return best
    ring = [next(iter(todo))]
    while (following := holder[todo[ring[-1]][1].hex]) not in ring:
        ring.append(following)
    return ring[ring.index(following) :]


def _free(holder: Mapping[Hex, str], todo: dict[str, tuple[Piece, Piece]]) -> list[str]:
    """Return pieces that can move in this order without entering an occupied hex."""
    taken = set(holder)
    order: list[str] = []
    while len(order) < MAX_PIECES_A_STEP:
        ready = next(
            (id for id, (_, goal) in todo.items() if goal.hex not in taken and id not in order), None
        )
        if ready is None:
            break
        source, goal = todo[ready]
        taken -= {source.hex}
        taken |= {goal.hex} - {GRIMHEIM}
        order.append(ready)
    return order


def _ring(moves: Mapping[str, tuple[Piece, Piece]]) -> tuple[Sentence, tuple[GuideStep, ...]]:
    """Return title and steps of a ring, in which each piece takes the next one's hex."""
    (aside, goal), *others = moves.values()
    if len(others) == 1:
        (other, _) = others[0]
        swap = GuideStep("exchange", aside.hex, other.hex, {aside.kind: 1}, becomes={other.kind: 1})
        names = {"one": name(aside.kind), "other": name(other.kind)}
        return Sentence(N_("Swap: {one} and {other}"), names), (swap,)
    acts = [GuideStep("remove", aside.hex, None, {aside.kind: 1})]
    acts += [GuideStep("move", a.hex, b.hex, {a.kind: 1}) for a, b in reversed(others)]
    acts += [GuideStep("place", goal.hex, None, {goal.kind: 1})]
    title = N_("Rotate {n} pieces: lay {one} aside, move the others, then place it.")
    return Sentence(title, {"n": len(moves), "one": name(aside.kind)}), tuple(acts)
