"""Plan of the steps from one table to another: the monster turn as the players carry it out.

Pieces are removed first, then moved so that no target is occupied, then new ones are placed. Monsters that
swap or rotate in a ring are one step: one is laid aside until its hex is free.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.games.base import N_, Sentence
from companion.games.fate.happenings import Damaged, Drawn, Happening, KnockedOut, Moved, Removed
from companion.games.fate.position import GRIMHEIM, Hex
from companion.session.fate.snapshot import GuideEntry, What
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
    now: TableState,
    wanted: TableState,
    happenings: tuple[Happening, ...] = (),
    attacker: str = "",
    by_kind: bool = False,
) -> tuple[Planned, ...]:
    """Return the steps from `now` to `wanted`.

    `happenings` explain them, `attacker`: kind of monster. `by_kind`: each kind of new pieces is one step.

    An attack without effect has a step, too: it shows its dice.
    """
    planner = _Planner(now, wanted, happenings)
    planner.stone()
    if attacker:
        planner.attack(attacker)
    planner.take_off()
    planner.move()
    planner.put(by_kind)
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
        self, entry: GuideEntry, pieces: Mapping[str, Piece] | None = None, town: int | None = None
    ) -> None:
        """Add a step that leads to these pieces and so many of the town; by default they do not change."""
        pieces = self.now.pieces if pieces is None else pieces
        damage = {id: n for id, n in self.now.damage.items() if id in pieces}
        town = self.now.town if town is None else town
        self.now = self.now._replace(pieces=pieces, damage=damage, town=town)
        self.planned.append(Planned(entry, self.now))

    def stone(self) -> None:
        if self.now.step == self.wanted.step:
            return
        begun, where = self.now.step > 0, {"step": self.wanted.step}
        pattern = (
            N_("Move the Rune Stone to space {step}.") if begun else N_("Put the Rune Stone on space {step}.")
        )
        self.now = self.now._replace(step=self.wanted.step, space=self.wanted.space, die=self.wanted.die)
        title = STONE[self.wanted.space if begun else "plain"]
        entry = GuideEntry("stone", Sentence(title, where), Sentence(pattern, where), n=self.wanted.step)
        self.step(entry)
        if self.wanted.die:
            face = {"face": DIE_FACES[self.wanted.die]}
            self.step(GuideEntry("die", Sentence(N_("Monster die: {face}."), face)))

    def attack(self, attacker: str) -> None:
        for hit in (happening for happening in self.happenings if isinstance(happening, Damaged)):
            if hit.dice and hit.id in self.now.pieces:
                hero, n = self.now.pieces[hit.id].kind, hit.amount
                words = {"monster": name(attacker), "hero": name(hero)}
                total = self.now.damage.get(hit.id, 0) + n
                self._hurt(hit.id)
                title = Sentence(
                    N_("{monster} strikes {hero}") if n else N_("{monster} misses {hero}"), words
                )
                hands = (
                    Sentence(N_("Put {n} damage on {hero}'s card."), {"n": n, "hero": name(hero)})
                    if n
                    else None
                )
                self.step(GuideEntry("strike", title, hands, attacker, hero, n, dice=hit.dice, damage=total))

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
            acts = tuple(GuideStep("remove", gone[id].hex, None, {gone[id].kind: 1}) for id in ids)
            paths = tuple(self.paths[id] for id in ids if id in self.paths)
            kinds = [gone[id].kind for id in ids]
            if into_town and (lost := self.now.town - self.wanted.town) > 0:
                hands = Sentence(N_("Take the monsters off, and pieces of the town: {n}."), {"n": lost})
                entry = GuideEntry(
                    "town", titled("enter", kinds), hands, alike(kinds), n=lost, acts=acts, paths=paths
                )
                self.step(entry, left, self.wanted.town)
            else:
                title, hands = titled("gone", kinds), titled("remove", kinds)
                self.step(GuideEntry("gone", title, hands, alike(kinds), acts=acts, paths=paths), left)

    def move(self) -> None:
        todo = {
            id: (piece, self.wanted.pieces[id])
            for id, piece in self.now.pieces.items()
            if piece.hex != self.wanted.pieces[id].hex
        }
        while todo:
            ids = _together(self.now.pieces, todo)
            pieces = {**self.now.pieces, **{id: todo[id][1] for id in ids}}
            paths = tuple(self._path(id, *todo[id]) for id in ids)
            moves = {id: todo.pop(id) for id in ids}
            first = moves[ids[0]][1].hex
            if any(piece.hex == first for id, piece in self.now.pieces.items() if id != ids[0]) and (
                first != GRIMHEIM
            ):
                self.step(replace(_ring(moves), paths=paths), pieces)
                continue
            out = [h.hero for h in self.happenings if isinstance(h, KnockedOut) and h.hero in ids]
            acts = tuple(GuideStep("move", a.hex, b.hex, {a.kind: 1}) for a, b in moves.values())
            kinds = [a.kind for a, _ in moves.values()]
            if out:
                lost, words = self.now.town - self.wanted.town, {"hero": name(out[0])}
                title = Sentence(N_("{hero} is knocked out!"), words)
                hands = Sentence(
                    N_("Move {hero} to Grimheim. Town pieces to take: {n}."), {**words, "n": lost}
                )
                entry = GuideEntry("fallen", title, hands, out[0], out[0], lost, acts, paths)
                self.step(entry, pieces, self.wanted.town)
            else:
                title, hands = titled("walk", kinds), titled("move", kinds)
                self.step(GuideEntry("walk", title, hands, alike(kinds), acts=acts, paths=paths), pieces)

    def put(self, by_kind: bool) -> None:
        new = {id: piece for id, piece in self.wanted.pieces.items() if id not in self.now.pieces}
        if by_kind:
            for kind in dict.fromkeys(piece.kind for piece in new.values()):
                self._come({id: piece for id, piece in new.items() if piece.kind == kind})
            return
        cards = [h.card for h in self.happenings if isinstance(h, Drawn) and h.placed]
        if not new:
            return
        kinds = [piece.kind for piece in new.values()]
        title, hands = titled("come", kinds), titled("place", kinds)
        if cards:
            title = Sentence(N_("New monsters: card {card}"), {"card": cards[-1]})
            hands = Sentence(N_("Put the monsters on the board."))
        elif all(piece.hex == GRIMHEIM for piece in new.values()):
            title = Sentence(N_("The heroes stand in Grimheim"))
            hands = Sentence(N_("Put the heroes in Grimheim."))
        self._come(new, title, hands)

    def _come(
        self, new: Mapping[str, Piece], title: Sentence | None = None, hands: Sentence | None = None
    ) -> None:
        """Add the step of new pieces; by default its words are those of the kinds."""
        kinds = [piece.kind for piece in new.values()]
        title, hands = title or titled("come", kinds), hands or titled("place", kinds)
        acts = tuple(GuideStep("place", piece.hex, None, {piece.kind: 1}) for piece in new.values())
        entry = GuideEntry("come", title, hands, alike(kinds), n=len(kinds), acts=acts)
        self.step(entry, {**self.now.pieces, **new})

    def town(self) -> None:
        if more := self.wanted.town - self.now.town:
            n = {"n": abs(more)}
            title, hands = N_("Grimheim loses: {n}"), N_("Town pieces to take: {n}.")
            if more > 0:
                title, hands = N_("Grimheim gets back: {n}"), N_("Town pieces to place: {n}.")
            entry = GuideEntry("town", Sentence(title, n), Sentence(hands, n), n=abs(more))
            self.step(entry, town=self.wanted.town)

    def damage(self) -> None:
        for id, piece in self.wanted.pieces.items():
            if more := self.wanted.damage.get(id, 0) - self.now.damage.get(id, 0):
                self._hurt(id)
                words, left = {"who": name(piece.kind), "n": abs(more)}, self.now.damage.get(id, 0)
                title, hands = N_("{who} has damage: {n} more"), N_("Damage to place on {who}: {n}.")
                if more < 0:
                    title, hands = N_("{who} heals: {n}"), N_("Damage to take off {who}: {n}.")
                what: What = "damage" if more > 0 else "heal"
                said = Sentence(title, words), Sentence(hands, words)
                self.step(GuideEntry(what, *said, piece.kind, piece.kind, abs(more), damage=left))

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
    "plain": N_("Rune Stone: space {step}"),
    "skull": N_("A skull! All monsters charge."),
    "reinforcement": N_("More monsters come soon"),
}


TITLES: Mapping[str, tuple[str, str, str]] = {
    "gone": (N_("{kind} is gone"), N_("Gone: {kind} ({n})"), N_("Gone: {n} pieces")),
    "enter": (N_("{kind} is in Grimheim!"), N_("In Grimheim: {kind} ({n})"), N_("In Grimheim: {n} monsters")),
    "walk": (N_("{kind} walks"), N_("On the way: {kind} ({n})"), N_("On the way: {n} pieces")),
    "come": (N_("{kind} comes"), N_("New: {kind} ({n})"), N_("New: {n} pieces")),
    "remove": (N_("Take off: {kind}"), N_("Take off: {kind} ({n})"), N_("Take off: {n} pieces")),
    "move": (N_("Move: {kind}"), N_("Move: {kind} ({n})"), N_("Move: {n} pieces")),
    "place": (N_("Put: {kind}"), N_("Put: {kind} ({n})"), N_("Put: {n} pieces")),
}
"""Titles for one piece, several of a kind and different ones, by act."""


PAIRS: Mapping[str, str] = {
    "gone": N_("Gone: {one} ({n}), {other} ({m})"),
    "enter": N_("In Grimheim: {one} ({n}), {other} ({m})"),
    "walk": N_("On the way: {one} ({n}), {other} ({m})"),
    "come": N_("New: {one} ({n}), {other} ({m})"),
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


def alike(kinds: Sequence[str]) -> str:
    """Return the kind of all these pieces; "" if they differ."""
    return kinds[0] if len({*kinds}) == 1 else ""


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


def _ring(moves: Mapping[str, tuple[Piece, Piece]]) -> GuideEntry:
    """Return the step of a ring, in which each piece takes the next one's hex."""
    (aside, goal), *others = moves.values()
    if len(others) == 1:
        (other, _) = others[0]
        swap = GuideStep("exchange", aside.hex, other.hex, {aside.kind: 1}, becomes={other.kind: 1})
        names = {"one": name(aside.kind), "other": name(other.kind)}
        title = Sentence(N_("{one} and {other} swap places"), names)
        return GuideEntry("walk", title, Sentence(N_("Swap: {one} and {other}"), names), acts=(swap,))
    acts = [GuideStep("remove", aside.hex, None, {aside.kind: 1})]
    acts += [GuideStep("move", a.hex, b.hex, {a.kind: 1}) for a, b in reversed(others)]
    acts += [GuideStep("place", goal.hex, None, {goal.kind: 1})]
    words = {"n": len(moves), "one": name(aside.kind)}
    hands = Sentence(N_("Rotate {n} pieces: lay {one} aside, move the others, then place it."), words)
    return GuideEntry("walk", Sentence(N_("In a ring: {n} pieces"), words), hands, acts=tuple(acts))
