"""A game that is written down as text while it is played: who decides, what is said, and what was decided."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from companion.errors import CompanionError
from companion.games.base import ENGLISH, Space, say
from companion.session.base import GameSession, manifest
from companion.session.messages import AllDone, Confirm, Message, Redo, Reveal, Seen, Undo
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.table.guide import GuideStep

MOST_TODO, MOST_OPTIONS = 4, 3
"""Number of steps, and of options of one sort, that are written out; the others are counted."""


REST = "hands rest"
"""Words for a picture before which nothing was moved; not written down if it changes nothing."""


class View(NamedTuple):
    """Lines of a state as people see it: the public part, and `own`, the secret of who decides.

    The transcript itself adds `prompt`, and its tone and second sentence as `aside`. `todo`: steps for hands,
    in order. `wrong`: what the table or an act breaks. `may`: what may be decided. `log`: lines with the
    number of their move. `over`: the result; "" while the game goes on.
    """

    decider: str
    prompt: str = ""
    aside: str = ""
    own: str = ""
    wrong: str = ""
    todo: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    log: tuple[tuple[int, str], ...] = ()
    score: str = ""
    over: str = ""


Look: TypeAlias = Callable[[Any, Any], View]
"""Make the view of the snapshot for no seat and of that for the seat that decides."""


class Transcript:
    """One game and its text; a state with `whole(snapshot)` takes a paragraph, any other a line.

    `said(snapshot, message)` says in words what a message decides, given the snapshot of the seat that
    decides; "" for messages of all games.
    """

    def __init__(
        self,
        title: str,
        session: GameSession,
        look: Look,
        said: Callable[[Any, Message], str],
        whole: Callable[[Any], bool],
    ) -> None:
        self.lines = [f"# {title}"]
        self.session = session
        self._look, self._said, self._whole = look, said, whole
        self._thread, self._number, self._written = SessionThread(), 0, View("")
        self.game = self._thread.number()
        self._thread.open(self.game, session)
        self._thread.run_until_idle()
        self._now = self._view()

    @property
    def shown(self) -> Any:
        """The snapshot on the shared screen."""
        shown = self._thread.latest
        assert shown is not None
        return shown

    def own(self) -> Any:
        """Return the snapshot of the seat that decides."""
        shown = self.shown
        return self.session.snapshot(self.game, seat=_seat(shown)) if _seat(shown) is not None else shown

    def tell(self, message: Message) -> None:
        """Send a message as a screen or phone does, and write it down."""
        words = self._said(self.own(), message) or _SAID.get(type(message), type(message).__name__)
        self._decided(f"{self._now.decider}: {words}", message)

    def see(self, words: str, message: Seen) -> None:
        """Show the camera a picture, and write down what hands did before."""
        self._decided(words, message)

    def end(self) -> str:
        """Show the secrets if there are any, and return the whole text."""
        if self.shown.dealt:
            self.tell(Reveal(self.game))
        self._paragraph(self._now)
        self.lines.append(f"result: {self._now.over}")
        return "\n".join(self.lines) + "\n"

    def _view(self) -> View:
        shown = self.shown
        view = self._look(shown, self.own())
        back = ("nobody waits for this",) if shown.put_back else ()
        more = [word for word, can in (("undo", shown.can_undo), ("redo", shown.can_redo)) if can]
        said = shown.prompt
        return view._replace(
            prompt=str(said.text),
            aside=" · ".join(filter(None, (said.tone, said.rule, said.detail and str(said.detail)))),
            todo=(*view.todo, *back),
            may=(*view.may, *more),
        )

    def _decided(self, words: str, message: Message) -> None:
        whole, before = self._whole(self.shown), self._now
        self._thread.post(message)
        self._thread.run_until_idle()
        shown: Snapshot = self.shown
        self._now = self._view()
        if words == REST and self._now == before:
            return
        problem = [f"refused: {self._reason(shown.problem)}"] if shown.problem else []
        log = new_lines(before, self._now)
        if whole:
            self._paragraph(before)
            told = [f"log: {' '.join(log)}"] if log else []
            self.lines += [f"> {words}", *problem, *told]
        elif self._now != before or problem:
            self._number += 1
            self._written = self._now
            score = [self._now.score] if self._now.score != before.score else []
            todo = [f"todo {'; '.join(self._now.todo)}"] if self._now.todo else []
            wrong = [f"wrong {self._now.wrong}"] if self._now.wrong else []
            rest = [*problem, *log, *wrong, *todo, *score]
            self.lines.append(f"{self._number} · {before.prompt} > {' | '.join([words, *rest])}")

    def _reason(self, problem: CompanionError) -> str:
        """Return the sentence on the screen for an error."""
        return manifest(self.shown.name).reasons.get(problem.code) or say(problem, ENGLISH)

    def _paragraph(self, now: View) -> None:
        """Write a state, unless it is the one that was written last."""
        before = self._written
        if now == before:
            return
        self._number += 1
        self._written = now
        self.lines += ["", f"== {self._number} · {now.decider} decides", f": {now.prompt} ({now.aside})"]
        for name, text in (
            ("own", now.own),
            ("wrong", now.wrong),
            ("todo", "; ".join(now.todo)),
            ("may", "; ".join(now.may) or "nothing"),
            ("score", now.score if now.score != before.score else ""),
        ):
            if text:
                self.lines.append(f"{name}: {text}")


def _seat(shown: Snapshot) -> int | None:
    return shown.players.index(shown.turn) if shown.turn else None


_SAID: dict[type[Message], str] = {
    Undo: "undo",
    Redo: "redo",
    Confirm: "done",
    AllDone: "all done",
    Reveal: "show the secrets",
}


def new_lines(before: View, now: View) -> list[str]:
    """Return the lines of the log that the view before does not have."""
    same = next(
        (n for n, (old, new) in enumerate(zip(before.log, now.log, strict=False)) if old != new),
        min(len(before.log), len(now.log)),
    )
    return [text for _, text in now.log[same:]]


def some(what: str, options: Sequence[str], most: int = MOST_OPTIONS) -> tuple[str, ...]:
    """Return one phrase for all options of a sort, such as "moves (3): a · b · c"; none without options."""
    more = " · …" if len(options) > most else ""
    return (f"{what} ({len(options)}): {' · '.join(options[:most])}{more}",) if options else ()


def first(steps: Sequence[str], more: int = 0) -> tuple[str, ...]:
    """Return the first steps for hands; the others, and `more` that are not known here, are counted."""
    left = len(steps) - MOST_TODO + more if len(steps) > MOST_TODO else more
    return (*steps[:MOST_TODO], *([f"and {left} more"] if left else []))


def places(step: GuideStep) -> list[Space]:
    """Return the spaces of a step."""
    return [space for space in (step.space, step.target) if space is not None]
