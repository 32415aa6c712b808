"""Preview of a touched piece: next path and targets, and reasons of forbidden targets."""

from gettext import NullTranslations
from typing import NamedTuple

from companion.errors import CompanionError
from companion.games import fate
from companion.games.base import N_, Sentence
from companion.games.fate.acts import Act
from companion.games.fate.heroes import NAMES
from companion.games.fate.position import GRIMHEIM, Hex, Position
from companion.games.fate.preview import hero_next, monster_next
from companion.session.fate.dialogs.attack_dialog import beyond, in_range
from companion.session.fate.words import NAMES as KINDS
from ui.games.fate import messages
from ui.games.fate.hex_marks import HexMark
from ui.screens.message import BarMessage


class Preview(NamedTuple):
    """Preview of a piece's next steps on the board, with title and details."""

    marks: tuple[HexMark, ...]
    paths: tuple[tuple[Hex, ...], ...]
    title: Sentence
    more: Sentence
    limit: Sentence | None = None

    def message(self, tr: NullTranslations) -> BarMessage:
        """Message of the message bar."""
        details = [messages.say(tr, sentence) for sentence in (self.limit, self.more) if sentence]
        return BarMessage("look", "eye", messages.say(tr, self.title), " ".join(details))


_STAYS = {
    "adjacent": N_("{monster} stays: a hero is beside it."),
    "blocked": N_("{monster} stays: its way is blocked."),
    "held": N_("{monster} stays: a card holds it."),
    "walked": N_("{monster} has walked already."),
    "": N_("{monster} stays where it is."),
}


def preview(position: Position, id: str) -> Preview:
    """Preview of a hero or a monster by id."""
    if any(hero.id == id for hero in position.heroes):
        return _hero(position, id)
    return _monster(position, id)


def _monster(position: Position, id: str) -> Preview:
    found = monster_next(position, id)
    kind = next(monster.kind for monster in position.monsters if monster.id == id)
    name: dict[str, object] = {"monster": KINDS[kind]}
    steps = len(found.path) - 1
    if found.path[-1] == GRIMHEIM:
        title = Sentence(N_("{monster} walks into Grimheim next."), name)
    elif steps:
        title = Sentence(N_("{monster} walks this way next. Steps: {n}."), {**name, "n": steps})
    else:
        title = Sentence(_STAYS[found.reason], name)
    more = Sentence(N_("It attacks nobody."))
    if found.path[-1] == GRIMHEIM:
        more = Sentence(N_("A house would be lost."))
    elif found.targets:
        heroes = ", ".join(NAMES[hero] for hero in found.targets)
        more = Sentence(N_("It would attack {heroes}, dice: {n}."), {"heroes": heroes, "n": found.dice})
    at = {hero.id: hero.hex for hero in position.heroes}
    marks = (
        HexMark(found.path[0], "default"),
        *(HexMark(at[hero], "attack", "attack") for hero in found.targets),
    )
    return Preview(marks, (found.path,) if steps else (), title, more, _out_of_reach(position, id))


def _out_of_reach(position: Position, id: str) -> Sentence | None:
    """Sentence that the hero to act cannot attack a monster from here; None if it can."""
    hero = position.heroes[position.turn]
    if position.phase != "heroes" or any(monster.id == id for monster in in_range(position, hero)):
        return None
    _, why = beyond(hero, next(monster.hex for monster in position.monsters if monster.id == id))
    return why


def _hero(position: Position, id: str) -> Preview:
    found = hero_next(position, id)
    at = {monster.id: monster.hex for monster in position.monsters}
    acting = position.heroes[position.turn].id if position.phase == "heroes" else id
    marks = (
        *(HexMark(place, "target" if id == acting else "reach") for place in sorted(found.hexes)),
        *(HexMark(at[monster], "reach", "move") for monster in sorted(found.later)),
        *(HexMark(at[monster], "attack", "attack") for monster in sorted(found.now)),
    )
    title, whose = Sentence(N_("{hero} may go to the marked hexes."), {"hero": NAMES[id]}), None
    if id != acting:
        title = Sentence(N_("{hero} could go to the marked hexes."), {"hero": NAMES[id]})
        whose = Sentence(N_("It is {hero}'s turn."), {"hero": NAMES[acting]})
    if found.now:
        more = Sentence(N_("Axes: can be attacked now. Arrow: after a move."))
    elif found.later:
        more = Sentence(N_("Arrow: can be attacked after a move."))
    else:
        more = Sentence(N_("No monster is in reach."))
    return Preview(marks, (), title, more, whose)


def why_not(position: Position, act: Act | None) -> CompanionError | None:
    """Reason why the rules forbid an action; None if they allow it, or if it is unknown."""
    if act is None:
        return None
    try:
        fate.apply(position, act)
    except CompanionError as error:
        return error
    return None
