"""Snapshot of Fate for a screen: immutable."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.errors import CompanionError, RuleError
from companion.games.base import N_, Sentence, Space, rule_error
from companion.games.fate import apply
from companion.games.fate.actions import prepare
from companion.games.fate.acts import Act, Move
from companion.games.fate.geometry import HEXES
from companion.games.fate.hero_action import ACTIONS, HeroAct
from companion.games.fate.moves import reach
from companion.games.fate.places import hex_name, placed
from companion.games.fate.position import GRIMHEIM, Action, Face, Position
from companion.session.fate.changes import Change
from companion.session.fate.dialogs.action_dialogs import check_use
from companion.session.fate.dialogs.attack_dialog import beyond, in_range, targets
from companion.session.fate.dialogs.dialog import AskHex, AskPick, Question
from companion.session.fate.words import NAMES, RESULTS, title
from companion.session.snapshot import Snapshot
from companion.session.view import Line, Mark, Prompt, Thing
from companion.session.watched_snapshot import each_once, hand_marks
from companion.session.words import OVER, THINKS, TROUBLE
from companion.table.compare import Difference as Difference
from companion.table.guide import GuideStep

Stage: TypeAlias = Literal["heroes", "check", "monsters", "guide", "choice", "repair", "over"]
"""Stage that the table waits for: a hero's act; a check of the table before the monsters move; the next part
of the monster turn; the guide `steps`; an answer to `choice`; repair of differences; nothing.
"""

_BEGINS = N_("The first monsters come.")
_GOES_ON = N_("The monsters go on.")
_PUT_RIGHT = N_("Correct what is marked.")
_ACTIONS_LEFT = (
    N_("{hero}, no actions left"),
    N_("{hero}, one action left"),
    N_("{hero}, two actions left"),
)


@dataclass(frozen=True, slots=True)
class FateOption:
    """One answer: its label, its act, and the spaces that represent it on the board."""

    label: Sentence
    act: Act | None = None
    spaces: tuple[Space, ...] = ()


@dataclass(frozen=True, slots=True)
class FateChoice:
    """A choice of the players; one tap takes `options[default]`.

    `what`: "answer" (a card before the attacks or after one), "order" and "target" of attacks, "ambush",
    "upgrade", "roll" (app rolls or typed dice), "draw" (app draws or typed card), "table" (which is right,
    the screen or the table), "markers".
    `dice`: number of dice to type for "roll"; 0 otherwise.
    """

    what: str
    question: Sentence
    options: tuple[FateOption, ...]
    default: int = 0
    dice: int = 0


What: TypeAlias = Literal[
    "stone", "die", "strike", "gone", "town", "walk", "fallen", "come", "damage", "heal", "check"
]
"""Kind of a step of the guide, as a picture shows it; a "strike" with no damage is a miss.

A "check" is the last page of the monsters' turn: the list of all its changes.
"""


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """One step of the guide: acts that belong together, such as the moves of four goblins.

    `title`: what happens; `hands`: what hands do for it on a real table, None for nothing. `who`: kind of the
    piece that acts, "" for none or several; `hero`: whose damage changes, or who falls; `n`: damage, or
    pieces of the town. `paths`: arrows, each from the first to the last space. A step without `acts` is
    invisible to the camera, such as damage, town pieces or the Rune Stone. `dice`: rolled faces. `damage`:
    that of the hero or monster after a step that changes it. `changes`: rows of a "check", ticked or not.
    """

    what: What
    title: Sentence
    hands: Sentence | None = None
    who: str = ""
    hero: str = ""
    n: int = 0
    acts: tuple[GuideStep, ...] = ()
    paths: tuple[tuple[Space, ...], ...] = ()
    dice: tuple[Face, ...] = ()
    damage: int | None = None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FateSnapshot(Snapshot):
    """All that a screen shows.

    `position`: current position; `assumed_table` differs from its table until all `steps` are done.
    `done`: number of them. `town`, `stone`: pieces of the town and space of the Rune Stone once the present
    one is done. `together`: the steps are those of the whole turn of the monsters, because
    no camera watches. `setting_up`: no hero has acted yet at a real table. `differences`, `unsure`: results
    of the camera. `dice_pool`: dice that the app rolled for a hero's act, None if real dice are rolled.
    `played`: number of acts that count; an act may have no line in the log. `asked`: open question of the
    act or correction that the seat has begun; `asked_after`: number of steps of dialogs until now, so that
    two equal questions are two states. `hand`: event cards of the hero to act, in a game on the screen.
    """

    stage: Stage
    position: Position
    steps: tuple[GuideEntry, ...] = ()
    done: int = 0
    town: int = 0
    stone: int = 0
    together: bool = False
    setting_up: bool = False
    hand: tuple[int, ...] | None = None
    choice: FateChoice | None = None
    log: tuple[Line, ...] = ()
    differences: tuple[Difference, ...] = ()
    unsure: tuple[Space, ...] = ()
    dice_pool: tuple[Face, ...] | None = ()
    asked: Question | None = None
    asked_after: int = 0

    @property
    def prompt(self) -> Prompt:
        """The sentence of the moment."""
        if self.asked:
            return _question(self.asked)
        said = self._turn() if self.stage == "heroes" else self._waits_for()
        if self.trouble is None:
            return said
        trouble = Sentence(TROUBLE[self.trouble])
        calm = self.trouble != "board_lost"
        if calm and self.stage == "heroes":
            return Prompt("turn", "wait", self._actions_left(), trouble)
        if calm and (self.stage == "guide" or self.choice):
            return Prompt("wait", "wait", said.text, trouble)
        return Prompt("wait", "wait", trouble)

    @property
    def pages(self) -> int:
        """Number of steps, without the list of changes at their end."""
        return sum(step.what != "check" for step in self.steps)

    @property
    def is_film(self) -> bool:
        """True if the steps of the monsters' turn can be looked at one after another, and again."""
        return self.together and bool(self.log) and not self.setting_up

    @property
    def winners(self) -> tuple[str, ...]:
        """All players, if Grimheim stands at the end."""
        return self.players if self.position.result == "won" else ()

    def _waits_for(self) -> Prompt:
        """Return what the table waits for while no hero acts."""
        match self.stage:
            case "guide":
                step = self.steps[self.done]
                if step.what == "check":
                    return Prompt("good", "shield", step.title, step.hands)
                count = {"n": self.done + 1, "all": self.pages}
                pattern = N_("Monsters' turn, {n} of {all}")
                if self.setting_up:
                    pattern = N_("Set-up, {n} of {all}")
                    if step.acts and not self.together:
                        pattern = N_("It goes on by itself when the camera sees them.")
                if self.is_film:  # a film: what hands do stands beside it
                    return Prompt("wait", "film", placed(step.title), Sentence(pattern, count))
                return Prompt("do", "hand", placed(step.hands or step.title), Sentence(pattern, count))
            case "over":
                ends = Sentence(RESULTS[self.position.result]) if self.position.result else None
                return Prompt("over", "trophy", Sentence(OVER), ends)
            case _ if self.choice is None:
                begins = self.position.phase == "reinforcements" and not self.position.monsters
                return Prompt("wait", "wait", Sentence(_BEGINS if begins else _GOES_ON))
            case "check":
                return Prompt("ask", "eye", placed(self.choice.question))
            case "repair":
                return Prompt("wrong", "warn", placed(self.choice.question), Sentence(_PUT_RIGHT))
        spaces = any(option.spaces for option in self.choice.options)
        more = N_("Touch an answer or a marked hex.") if spaces else N_("Touch an answer.")
        return Prompt("ask", "hand", placed(self.choice.question), Sentence(more))

    def _turn(self) -> Prompt:
        """Return whose turn it is, and what that hero may do."""
        if self.thinking:
            last = self.story[-1].text if self.log else None
            return Prompt("wait", "bot", Sentence(THINKS, {"player": self.turn}), last)
        return Prompt("turn", "", self._actions_left(), Sentence(self._possible()))

    def _actions_left(self) -> Sentence:
        hero = self.position.heroes[self.position.turn]
        return Sentence(_ACTIONS_LEFT[ACTIONS - len(hero.actions)], {"hero": NAMES[hero.id]})

    def _possible(self) -> str:
        hero = self.position.heroes[self.position.turn]
        if len(hero.actions) >= ACTIONS:
            return N_("Both actions are taken.")
        moves = "move" not in hero.actions and bool(reach(self.position, hero.id))
        attacks = "attack" not in hero.actions and bool(in_range(self.position, hero))
        if moves and attacks:
            return N_("Move your hero, or attack a monster.")
        if moves:
            return N_("Move your hero. No monster can be attacked yet.")
        if attacks:
            return N_("Attack a monster, or choose an action.")
        return N_("Choose one of the actions, or end the turn.")

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The acting hero, what is asked about, differences, and the acts of the present step."""
        hero = self.position.heroes[self.position.turn].hex if self.stage == "heroes" else ""
        options = self.choice.options if self.choice and self.stage == "choice" else ()
        return each_once(
            *((Mark(hero, "turn"),) if hero else ()),
            *(Mark(space, "ask") for option in options for space in option.spaces),
            *(Mark(space, "ask", "?") for space in self.unsure),
            *(Mark(found.space, "wrong", str(n)) for n, found in enumerate(self.differences, 1)),
            *hand_marks(act for step in self.steps[self.done : self.done + 1] for act in step.acts),
        )

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return tuple(replace(line, text=placed(line.text)) for line in self.log)

    @property
    def thinking(self) -> bool:
        """True if the app is computing an act of its hero; not while people have something to do first."""
        return self.stage == "heroes" and self.turn in self.bots

    def why_not(self, action: Action) -> CompanionError:
        """Return why an action is not offered to the hero to act."""
        hero = self.position.heroes[self.position.turn]
        try:
            doing = HeroAct(self.position, hero.id)
            doing.take_action(action)
            check_use(hero, action)
            if action == "prepare":
                prepare(doing)
            elif action == "move" and hero.no_more_moves:
                apply(self.position, Move(GRIMHEIM))
        except RuleError as error:
            return error
        nothing = Sentence(N_("Nothing is in reach."))
        if action != "attack":
            return rule_error("no_way", [nothing])
        if hero.hex == GRIMHEIM and not targets(self.position, hero):
            code, nothing = beyond(hero, GRIMHEIM)
            return rule_error(code, [nothing])
        return rule_error("nothing_in_reach", [nothing])

    def name_of(self, thing: Thing) -> Sentence:
        """Return the name of a thing: a hero, a hex with its monster, or an answer by its number."""
        hero = next((hero for hero in self.position.heroes if hero.id == thing), None)
        if hero:
            return Sentence(NAMES[hero.id])
        where = Sentence("{thing}", {"thing": str(thing)})
        if thing == GRIMHEIM or thing in HEXES:
            where = hex_name(str(thing))
        monster = next((monster for monster in self.position.monsters if monster.hex == thing), None)
        if monster is None:
            return where
        words = {"monster": title(monster.kind, monster.level), "place": where}
        return Sentence("{monster}: {place}", words)


def _question(asked: Question) -> Prompt:
    """Return the question of an act that somebody has begun."""
    match asked:
        case AskHex():
            return Prompt(
                "ask", "hand", placed(asked.question), Sentence(N_("Touch one of the marked hexes."))
            )
        case AskPick(more=more):
            return Prompt("ask", "cards", placed(asked.question), more)
    return Prompt("ask", "dice", placed(asked.question))
