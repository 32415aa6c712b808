"""A game as text: the view of each seat in lines, or as JSON, and answers by number or name."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, NamedTuple

from companion.app.hints import MOST_HINTS
from companion.app.thinking import LIMIT_S, question
from companion.errors import CompanionError
from companion.games.base import N_, Sentence, Translations, in_order, rule_error, say
from companion.session import view_json
from companion.session.answering import Answered, Answering
from companion.session.base import GameSession
from companion.session.messages import BotMove, Message, Redo, Reveal, Undo
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.session.view import Amounts, Answer, Decision, Dice, Label, Path, Thing
from companion.session.words import DONE

RECENT = 5
"""Number of lines that tell where a game stands that goes on."""
_CLEAR = "\033[2J\033[3J\033[H"
"""Clears a terminal, also what was scrolled away."""
_HELP = N_(
    "Type a number, several numbers, or the name of a thing. An empty line takes what is marked with *. Other"
    " words: undo, redo, hint, why and a number or name, secret, back, quit."
)
_EXPECTED = N_("Expected a number of the list or one of its things, found {found}. Type help for all words.")
_MORE = N_("Expected the end of the line, found {found}: the answer is whole already.")
_NO_TEXT = N_(
    "{game}: expected a game that can be played by text, found one that does not say its decisions."
)
_DICE = N_("Type the numbers of all faces: {n}.")
_NUMBERS = N_("Type a number for each of these: {n}.")
_NO_ANSWER = N_("Expected one line of JSON with at, decision and answer, found another text.")
_NO_REASON = N_("No rule forbids it.")
_NO_HINT = N_("There is no hint now.")
_NO_SECRET = N_("You have no secret.")
_BACK = N_("Taken back.")
_HAND = N_("Type secret for what only {player} may see and play.")
_ONLY = N_("Only {player} looks. Press Enter to see it, and once more to hide it.")


class TextGame:
    """A session that is played by answers alone; the app thinks for its own players at once."""

    def __init__(self, session: GameSession, chance: Random) -> None:
        """Take a session that has begun. Raises RuleError `no_text` if the game says no decisions."""
        self._session, self._chance = session, chance
        self._thread = SessionThread()
        self.number = self._thread.number()
        self._thread.open(self.number, session)
        self._thread.run_until_idle()
        self.think()
        if not self.shown.over and not self.seats:
            raise rule_error("no_text", [Sentence(_NO_TEXT, {"game": self.shown.name})])

    @property
    def shown(self) -> Snapshot:
        """The snapshot that everybody may see."""
        shown = self._thread.latest
        assert shown is not None
        return shown

    @property
    def seats(self) -> tuple[int, ...]:
        """Indices of the seats that may decide now."""
        players = range(len(self.shown.players))
        return tuple(seat for seat in players if any(not one.aside for one in self.view(seat).decisions))

    def view(self, seat: int | None) -> Snapshot:
        """Return what a seat may see; with None everybody."""
        return replace(self._session.snapshot(self.number, self.shown.problem, seat), at=self.shown.at)

    def tell(self, message: Message) -> None:
        """Send a message, and let the app's players move. Raises CompanionError if it is refused."""
        refused: list[CompanionError] = []
        self._thread.post(replace(message, refused=refused.append))
        self._thread.run_until_idle()
        if refused:
            raise refused[0]
        self.think()

    def think(self) -> None:
        """Move for the app's players while it is their turn; show the secrets at the end."""
        while (shown := self.shown).thinking:
            asked = question(self._session, shown, shown.bots[shown.turn], self._chance)
            if asked is None:
                break
            found = asked.answer(LIMIT_S)
            move = found[0].move if found else asked.any_move()
            self._thread.post(BotMove(shown.game, shown.played, move))
            self._thread.run_until_idle()
        if self.shown.over and self.shown.dealt and not self.shown.revealed:
            self._thread.post(Reveal(self.number))
            self._thread.run_until_idle()

    def hints(self) -> Sequence[tuple[str, Sentence]]:
        """Return good moves for who has the turn: the way, and why; empty if there are none."""
        asked = question(self._session, self.shown, "strong", self._chance)
        found = asked.answer(LIMIT_S) if asked else ()
        return [(" ".join(map(str, advice.way)), advice.reason) for advice in found[:MOST_HINTS]]


class Entry(NamedTuple):
    """A line of the list: a thing that may be touched next, an answer that is whole, or a decision to begin.

    `number` is the thing itself if that is a number. `usual`: an empty line means it.
    """

    number: int
    text: Sentence
    thing: Thing | None = None
    answer: Answered | None = None
    begin: str = ""
    usual: bool = False


def entries(view: Snapshot, answering: Answering) -> list[Entry]:
    """Return what may be chosen next: keys first, then things in the order of their names.

    If only one decision of the play has several answers, these are listed at once.
    """
    begun = bool(answering.chosen or answering.focus)
    wide = [one for one in view.decisions if not one.aside and not _is_key(one)]
    listed = answering.open if begun else wide if len(wide) == 1 else ()
    things = in_order(answering.next_things) if listed and not any(map(_labels, listed)) else ()
    found = [Entry(0, Sentence(DONE), answer=whole)] if (whole := answering.complete) else []
    for one in answering.open if begun else view.decisions:
        if one in listed and _labels(one):
            options = zip(one.ways, _labels(one), strict=True)
            found += [
                Entry(0, _words(label), None, Answered(one.id, way), "", one.default == way)
                for way, label in options
            ]
        elif _is_key(one) and not begun:
            (way,) = one.ways if len(one.ways) == 1 else ((),)
            found.append(Entry(0, one.text, None, Answered(one.id, way), "", one.default == way))
        elif one not in listed or isinstance(one.form, Amounts | Dice):
            found += [] if begun else [Entry(0, one.text, begin=one.id)]
    found += [Entry(0, view.name_of(thing), thing) for thing in things]
    free = (number for number in count(1) if number not in things)
    return [one._replace(number=one.thing if isinstance(one.thing, int) else next(free)) for one in found]


def _is_key(decision: Decision) -> bool:
    """Return whether a decision is made by a key: it has only one answer, or one without any touch."""
    return len(decision.ways) == 1 or decision.form.is_complete(())


def _labels(decision: Decision) -> Sequence[Label]:
    return decision.form.labels if isinstance(decision.form, Path) else ()


def _words(label: Label) -> Sentence:
    if label.note is None:
        return label.text
    return Sentence("{text}: {note}", {"text": label.text, "note": label.note})


def view_object(view: Snapshot, seats: Sequence[int], told: int, tr: Translations) -> dict[str, Any]:
    """Return a view as a JSON object.

    `seats` may decide now. `told`: number of lines of the story that were sent before. No hands are asked for
    anything, since there is no table.
    """
    prompt = view_json.prompt(view.prompt, tr)
    return {
        "at": view.at,
        "seat": view.seat,
        "turn": [*seats],
        "prompt": {key: prompt[key] for key in ("tone", "text", "detail", "rule")},
        "todo": [],
        "decisions": view_json.decisions(view.decisions, tr),
        "story": [view_json.sentence(line.text, tr) for line in view.story[told:]],
        "over": {"text": prompt["text"], "detail": prompt["detail"]} if view.over else None,
    }


class TextScreen:
    """Shows a game in lines and reads answers; it knows no rule."""

    def __init__(
        self,
        game: TextGame,
        read: Callable[[], str | None],
        write: Callable[[str], object],
        tr: Translations,
        is_terminal: bool = False,
    ) -> None:
        """Prepare the screen of a game.

        `read()` returns the next line, None at the end of the input. `write(text)` shows a line.
        `is_terminal`: people read the lines, so secrets are hidden again.
        """
        self.game, self.read, self.write, self.tr = game, read, write, tr
        self._is_terminal = is_terminal
        self._answering, self._listed = Answering(), Answering()
        self._told, self._at = max(0, len(game.shown.story) - RECENT), -1
        self._open = False

    def play(self) -> None:
        """Play until the game is over or somebody leaves."""
        while True:
            view = self._look()
            if view.over:
                return
            line = self.read()
            if line is None or line.strip() == "quit":
                return
            try:
                self._take(line.split(), view)
            except CompanionError as error:
                self.write(say(error, self.tr))

    def _look(self) -> Snapshot:
        """Show what is new, and what may be chosen."""
        view = self._seen(self.game.view(next(iter(self.game.seats), None)))
        if view.at != self._at:
            self._at, self._answering = view.at, Answering(view.decisions)
            self._show(view)
        elif self._answering == self._listed:
            return view
        self._listed = self._answering
        if then := self._answering.then:
            self.write(then.say(self.tr))
        for entry in entries(view, self._answering):
            self.write(f"{entry.number:3}  {entry.text.say(self.tr)}{' *' if entry.usual else ''}")
        if view.seat is not None and len(view.decisions) < len(self.game.view(view.seat).decisions):
            self.write(Sentence(_HAND, {"player": view.players[view.seat]}).say(self.tr))
        if (asked := self._typed()) is not None:
            self._ask_for(asked)
        return view

    def _typed(self) -> Decision | None:
        """Return the decision in focus whose answer is typed as a whole: dice or numbers."""
        found = next((one for one in self._answering.open if one.id == self._answering.focus), None)
        return found if found and isinstance(found.form, Amounts | Dice) else None

    def _ask_for(self, asked: Decision) -> None:
        """Say what is to be typed."""
        form = asked.form
        if isinstance(form, Dice):
            for number, label in enumerate(form.labels, 1):
                self.write(f"{number:3}  {label.text.say(self.tr)}")
            self.write(self.tr.gettext(_DICE).format(n=form.count))
        elif isinstance(form, Amounts):
            for most, usual, label in zip(form.most, form.usual, form.labels, strict=True):
                self.write(f"     {label.text.say(self.tr)}: {usual} (0 - {most})")
            self.write(self.tr.gettext(_NUMBERS).format(n=len(form.most)))

    def _seen(self, view: Snapshot) -> Snapshot:
        """Return what may be on the screen: not what only its player may see, if others sit before it."""
        people = [player for player in view.players if player not in view.bots]
        if self._open or not self._is_terminal or len(people) == 1 or view.seat is None:
            return view
        common = {one.id for one in self.game.view(None).decisions}
        return replace(view, decisions=tuple(one for one in view.decisions if one.id in common))

    def _show(self, view: Snapshot) -> None:
        story = view.story
        if len(story) < self._told:
            self.write(self.tr.gettext(_BACK))
        for line in story[self._told :]:
            self.write(f"· {view_json.sentence(line.text, self.tr)}")
        self._told = len(story)
        self.write("")
        prompt = view_json.prompt(view.prompt, self.tr)
        for text in filter(None, (prompt["text"], prompt["detail"])):
            self.write(text)

    def _take(self, words: list[str], view: Snapshot) -> None:
        """Do what a line says. Raises CompanionError if the game refuses it."""
        match words:
            case []:
                self._usual(view)
            case ["help"]:
                self.write(self.tr.gettext(_HELP))
            case ["undo"]:
                self.game.tell(Undo(self.game.number, at=view.at))
            case ["redo"]:
                self.game.tell(Redo(self.game.number, at=view.at))
            case ["back"]:
                self._answering = Answering(view.decisions)
            case ["hint"]:
                self._hint()
            case ["secret"]:
                self._secret(view)
            case ["why", word]:
                self._why(word, view)
            case _:
                self._touch(words, view)

    def _touch(self, words: Sequence[str], view: Snapshot) -> None:
        """Touch things one after the other; a whole answer is sent."""
        if (asked := self._typed()) is not None:
            self._send(view, Answered(asked.id, _typed_answer(asked, words)))
            return
        before = self._answering
        for number, word in enumerate(words):
            entry = self._entry(word, view)
            if entry is None:
                self._answering = before
                self.write(self.tr.gettext(_EXPECTED).format(found=word))
                return
            found = entry.answer or (
                self._answering.press(entry.begin)
                if entry.begin
                else self._answering.touch(entry.thing or "")
            )
            if isinstance(found, Answering):
                self._answering = found
            elif isinstance(found, Answered):
                if rest := words[number + 1 :]:
                    self._answering = before
                    self.write(self.tr.gettext(_MORE).format(found=" ".join(rest)))
                    return
                self._send(view, found)

    def _usual(self, view: Snapshot) -> None:
        """Take the usual answer, if there is one."""
        found = next((one.answer for one in entries(view, self._answering) if one.usual), None)
        if found:
            self._send(view, found)

    def _send(self, view: Snapshot, answer: Answered) -> None:
        self._answering = Answering(view.decisions)
        self.game.tell(Answer(self.game.number, *answer, view.seat, at=view.at))
        if self._open:
            self._hide()

    def _entry(self, word: str, view: Snapshot) -> Entry | None:
        """Return the entry of the list with a number, or of the thing with a name."""
        found = entries(view, self._answering)
        return next((entry for entry in found if word in (str(entry.number), str(entry.thing))), None)

    def _why(self, word: str, view: Snapshot) -> None:
        """Say why a thing may not be touched now."""
        entry = self._entry(word, view)
        named: Thing = (
            entry.thing if entry and entry.thing is not None else int(word) if word.isdecimal() else word
        )
        reason = self._answering.why_not(named)
        if reason and reason.text:
            self.write(f"{reason.text.say(self.tr)} {reason.rule}".rstrip())
        else:
            self.write(self.tr.gettext(_NO_REASON))

    def _hint(self) -> None:
        found = self.game.hints()
        for way, reason in found:
            self.write(f"{way}: {reason.say(self.tr)}")
        if not found:
            self.write(self.tr.gettext(_NO_HINT))

    def _secret(self, view: Snapshot) -> None:
        """Show the secret of the seat that decides, and hide it again."""
        if view.seat is None or view.secret_text is None:
            self.write(self.tr.gettext(_NO_SECRET))
            return
        if not self._is_terminal:
            self.write(view.secret_text.say(self.tr))
            return
        self.write(Sentence(_ONLY, {"player": view.players[view.seat]}).say(self.tr))
        self.read()
        self.write(view.secret_text.say(self.tr))
        if len(view.decisions) < len(self.game.view(view.seat).decisions):
            self._open, self._at = True, -1  # what is decided with it is shown until it is decided
            return
        self._hide()

    def _hide(self) -> None:
        """Clear the screen, and what was scrolled away."""
        if not self._open:
            self.read()
        self.write(_CLEAR)
        self._open, self._at = False, -1


def _typed_answer(asked: Decision, words: Sequence[str]) -> tuple[Thing, ...]:
    """Return typed numbers as an answer; what is no number stays a word, which the game refuses."""
    numbers = [int(word) if word.isdecimal() else word for word in words]
    if not isinstance(asked.form, Dice):
        return tuple(numbers)
    faces = dict(enumerate(asked.form.faces, 1))
    return tuple(faces.get(one, one) if isinstance(one, int) else one for one in numbers)


def play_json(game: TextGame, lines: Iterator[str], write: Callable[[str], object], tr: Translations) -> None:
    """Play with a program: write one view a line, read one answer a line, until the end.

    An answer is `{"at", "decision", "answer"}`; the words `undo`, `redo` and `quit` are taken as well. A
    refusal is `{"error": {"code", "text"}}`, and the view follows once more.
    """
    told = 0
    while True:
        seats = game.seats
        view = game.view(next(iter(seats), None))
        write(json.dumps(view_object(view, seats, told, tr), ensure_ascii=False))
        told = len(view.story)
        if view.over or (line := next(lines, None)) is None or line.strip() == "quit":
            return
        try:
            game.tell(_read(line.strip(), game.number, view.seat))
        except CompanionError as error:
            found = {"code": error.code, "text": say(error, tr)}
            write(json.dumps({"error": found}, ensure_ascii=False))


def _read(line: str, game: int, seat: int | None) -> Message:
    """Return the message of a line. Raises RuleError `bad_line`."""
    if line in ("undo", "redo"):
        return Undo(game) if line == "undo" else Redo(game)
    try:
        written = json.loads(line)
    except ValueError:
        written = None
    match written:
        case {"at": int(at), "decision": str(decision), "answer": answer, **rest} if not rest:
            return Answer(game, decision, answer, seat, at=at)
    raise rule_error("bad_line", [Sentence(_NO_ANSWER)])
