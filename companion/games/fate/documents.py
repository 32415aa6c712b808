"""Reads the documents of one monster turn and of one reinforcement, and tells all that is wrong in them."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from companion.games.base import N_, Sentence, rule_error
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, OUTSIDE
from companion.games.fate.codec import wrong
from companion.games.fate.heroes import HEROES
from companion.games.fate.monsters import CARDS, KINDS, LEGENDS, TILES, health
from companion.games.fate.position import GRIMHEIM, DieFace, Hero, Hex, Monster, Options, Position
from companion.games.fate.track import TOWN_PIECES, TRACKS, SpaceKind, space_kind

_STEPS: dict[SpaceKind, int] = {
    space_kind(Options(), step): step for step in range(2, len(TRACKS["short"]) + 1)
}
"""A space of each kind; which one does not matter for a single turn."""


class Reader:
    """Reads the parts of a document; what is wrong is gathered with its place."""

    def __init__(self) -> None:
        self.problems: list[Sentence] = []

    def finish(self) -> None:
        """Raises RuleError `bad_document` when anything was wrong."""
        if self.problems:
            raise rule_error("bad_document", self.problems)

    def wrong(self, place: str, expected: str, found: object) -> None:
        """One more mistake."""
        self.problems.append(wrong(place, expected, found))

    def get(self, written: object, key: str) -> Any:
        """A value of an object, None without it; what is no object has been told at its place."""
        return written.get(key) if isinstance(written, dict) else None

    def whole(self, place: str, found: object, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        if type(found) is int and least <= found <= most:
            return found
        self.wrong(place, f"{least}..{most}", found)
        return least

    def objects(self, written: object, key: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The objects of a list, each with its place."""
        rows = self.get(written, key)
        if not isinstance(rows, list):
            self.wrong(key, N_("a list"), rows)
            return []
        for i, row in enumerate(rows):
            if not isinstance(row, dict):
                self.wrong(f"{key}[{i}]", N_("an object"), row)
        return [(f"{key}[{i}]", row) for i, row in enumerate(rows) if isinstance(row, dict)]

    def one_of(self, place: str, allowed: tuple[Any, ...], found: object) -> Any:
        """One of the values allowed; None when it is not."""
        if isinstance(found, str | int) and not isinstance(found, bool) and found in allowed:
            return found
        self.wrong(place, ", ".join(map(str, allowed)), found)
        return None

    def document(self, place: str, found: object) -> None:
        """A whole document; there is nothing more to read when it is no object."""
        if not isinstance(found, dict):
            self.wrong(place, N_("an object"), found)
            self.finish()

    def position(self, document: object) -> Position:
        """The position before step 2, the Rune Stone moved already."""
        self.document("monster_turn", document)
        taken: dict[Hex, str] = {}
        heroes = self.heroes(document, taken)
        monsters = self.monsters(document, taken)
        step = self.one_of("step", tuple(_STEPS), self.get(document, "step"))
        face = self.get(document, "die")
        if face is not None:
            face = self.one_of("die", get_args(DieFace), face)
        swaps = self.flag("legend_swaps_legend", self.get(document, "legend_swaps_legend"), True)
        town = self.get(document, "town")
        if town is None:
            town = TOWN_PIECES[min(len(heroes), len(TOWN_PIECES)) - 1]
        numbers = [int(m.id[1:]) for m in monsters if re.fullmatch("m[0-9]{1,9}", m.id)]
        return Position(
            Options(monster_die=face is not None, legend_swaps_legend=swaps),
            heroes,
            monsters,
            town=self.whole("town", town, 1, TOWN_PIECES[-1]),
            step=_STEPS.get(step, 2),
            phase="walk",
            die=face,
            next_monster=max(numbers, default=0) + 1,
        )

    def heroes(self, document: object, taken: dict[Hex, str]) -> tuple[Hero, ...]:
        """The heroes in player order."""
        heroes: list[Hero] = []
        rows = self.objects(document, "heroes")
        if self.get(document, "heroes") == [] or len(rows) > len(HEROES):
            self.wrong("heroes", N_("1 to 4 heroes"), len(rows))
        for place, row in rows[: len(HEROES)]:
            name = self.one_of(f"{place}.id", HEROES, row.get("id"))
            if name in [hero.id for hero in heroes]:
                self.wrong(f"{place}.id", N_("a hero of its own"), name)
            expected = N_("a hex heroes may enter: no mountain but the Troll Caves, no lake but Nailfare")
            hex_ = self.hex(f"{place}.hex", row.get("hex"), HERO_HEXES, expected, taken)
            heroes.append(Hero(name, name, hex_))
        return tuple(heroes)

    def hex(
        self, place: str, found: object, allowed: frozenset[Hex], expected: str, taken: dict[Hex, str]
    ) -> Hex:
        """A free hex out of those allowed; it is taken from now on, but Grimheim never is."""
        if not isinstance(found, str) or found not in (GRIMHEIM, *OUTSIDE):
            self.wrong(place, N_('a hex of the board such as "8,7", or "G" for Grimheim'), found)
        elif found not in allowed:
            self.wrong(place, expected, found)
        elif found in taken:
            pattern = N_("{place}: expected a free hex, found {found}, where {other} is.")
            values = {"place": place, "found": repr(found), "other": taken[found]}
            self.problems.append(Sentence(pattern, values))
        else:
            if found != GRIMHEIM:
                taken[found] = place.rpartition(".")[0]
            return found
        return GRIMHEIM

    def monsters(self, document: object, taken: dict[Hex, str]) -> tuple[Monster, ...]:
        """The monsters in order of arrival."""
        monsters: dict[str, Monster] = {}
        used = {*HEROES}
        tiles = Counter[str]()
        for place, row in self.objects(document, "monsters"):
            name = row.get("id")
            if not isinstance(name, str) or not name or name in used:
                self.wrong(f"{place}.id", N_("an id of its own"), name)
                name = place
            used.add(name)
            expected = N_("a hex monsters may be on: not Grimheim, no lake but Nailfare")
            hex_ = self.hex(f"{place}.hex", row.get("hex"), MONSTER_HEXES - {GRIMHEIM}, expected, taken)
            kind = self.one_of(f"{place}.type", KINDS, row.get("type"))
            if kind is None:
                continue
            tiles[kind] += 1
            if tiles[kind] == TILES[kind] + 1:
                pattern = N_("{place}: expected at most {tiles} of the type {kind}, found one more.")
                values = {"place": f"{place}.type", "tiles": TILES[kind], "kind": kind}
                self.problems.append(Sentence(pattern, values))
            level = row.get("level")
            if kind in LEGENDS or level is not None:
                level = self.one_of(f"{place}.level", (1, 2) if kind in LEGENDS else (0,), level)
            held = self.flag(f"{place}.suppressed", row.get("suppressed"), False)
            damage = 0 if row.get("damage") is None else row["damage"]
            default_level = 1 if kind in LEGENDS else 0
            monsters[place] = Monster(name, kind, hex_, level or default_level, damage, held=held)
        for place, monster in monsters.items():
            most = health(monster, monsters.values()) - 1
            if type(monster.damage) is not int or not 0 <= monster.damage <= most:
                self.wrong(f"{place}.damage", f"0..{most}", monster.damage)
        return tuple(monsters.values())

    def flag(self, place: str, found: object, default: bool) -> bool:
        """True or false."""
        if found is None:
            return default
        if not isinstance(found, bool):
            self.wrong(place, N_("true or false"), found)
        return found is True

    def ambush(self, document: object, position: Position) -> dict[str, Hex]:
        """The hexes chosen for the goblins; which ones are allowed is up to the rules."""
        hexes = self.get(document, "ambush")
        if not isinstance(hexes, dict | None):
            self.wrong("ambush", N_("an object"), hexes)
            return {}
        if hexes and position.die != "ambush":
            self.wrong("ambush", N_('nothing without "die": "ambush"'), hexes)
        playing = tuple(hero.id for hero in position.heroes)
        for name, hex_ in (hexes or {}).items():
            self.one_of("ambush", playing, name)
            if not isinstance(hex_, str):
                self.wrong(f"ambush.{name}", N_('a hex of the board such as "8,7"'), hex_)
        return dict(hexes or {})

    def deck(self, document: object) -> list[int]:
        """The cards of one deck, the next one first."""
        numbers = self.get(document, "deck_top_first")
        if not isinstance(numbers, list):
            self.wrong("deck_top_first", N_("a list of card numbers"), numbers)
            return []
        found: list[int] = []
        for i, number in enumerate(numbers):
            place = f"deck_top_first[{i}]"
            if type(number) is not int or number not in CARDS:
                self.wrong(place, N_("the number of a monster card, 1..54"), number)
            elif number in found:
                self.wrong(place, N_("no card twice"), number)
            elif found and CARDS[number].colour != CARDS[found[0]].colour:
                self.wrong(place, N_("a card of the same deck as the first one"), number)
            else:
                found.append(number)
        return found

    def occupied(self, document: object) -> dict[Hex, str]:
        """Who stands where."""
        written = self.get(document, "occupied")
        if not isinstance(written, dict | None):
            self.wrong("occupied", N_("an object"), written)
            return {}
        for hex_, kind in (written or {}).items():
            if hex_ not in OUTSIDE:
                self.wrong("occupied", N_('a hex of the board such as "8,7"'), hex_)
            self.one_of(f"occupied.{hex_}", (*KINDS, *HEROES), kind)
        counts = Counter(kind for kind in (written or {}).values() if isinstance(kind, str))
        for kind, count in counts.items():
            most = TILES.get(kind, 1)
            if count > most:
                self.wrong("occupied", f"{kind}: 0..{most}", count)
        return dict(written or {})

    def supply(self, document: object) -> Counter[str]:
        """Tiles left of every kind: the full set but for kinds that are listed, and legends on the board."""
        left = Counter(TILES)
        written = self.get(document, "supply")
        if not isinstance(written, dict | None):
            self.wrong("supply", N_("an object"), written)
            written = None
        for kind in written or {}:
            if self.one_of("supply", KINDS, kind):
                left[kind] = self.whole(f"supply.{kind}", written[kind], 0, TILES[kind])
        legends = self.get(document, "legends_on_board")
        if not isinstance(legends, list | None):
            self.wrong("legends_on_board", N_("a list"), legends)
            legends = None
        for i, legend in enumerate(legends or []):
            self.one_of(f"legends_on_board[{i}]", LEGENDS, legend)
        standing = self.get(document, "occupied")
        on_board = [*(legends or []), *(standing.values() if isinstance(standing, dict) else [])]
        for legend in LEGENDS:
            if legend in on_board:
                left[legend] = 0
        return left
