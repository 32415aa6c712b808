"""Play screen of a game whose session says what may be decided: touches become answers."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App

from companion.games.base import Reason
from companion.i18n import say
from companion.session.answering import Answered, Answering, only_way, started
from companion.session.view import Answer, Decision, Thing
from ui.screens.game import GameScreen
from ui.screens.message import BarMessage, of_prompt


class DecidingScreen(GameScreen):
    """Turns touches of things into answers; it knows no rule."""

    def __init__(self, **kwargs: Any) -> None:
        self.answering = Answering()
        super().__init__(**kwargs)

    @property
    def offered(self) -> tuple[Decision, ...]:
        """What may be decided on this screen now."""
        return self.snapshot.decisions if self.snapshot else ()

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Say why a thing may not be touched, or what is to do first."""

    def message(self) -> BarMessage:
        """Return what to do: what follows the touches so far, or the sentence of the moment."""
        tr, then = App.get_running_app().tr, self.answering.then
        return BarMessage("look", "finger", say(tr, [then])) if then else of_prompt(tr, self.snapshot.prompt)

    def not_yet(self) -> str:
        """Return what must happen before anything may be touched; "" if nothing must."""
        shown, tr = self.snapshot, App.get_running_app().tr
        asked = any(one.form.after(()) for one in self.offered)
        if shown.turn in shown.bots:
            said = say(tr, [shown.prompt.text])
            return tr.gettext("Touch the marked space when it is done.") if asked else said
        if asked or not self.decisions("done"):
            return ""
        return str(tr.gettext("First make the table look like the screen."))

    def let_go(self) -> None:
        """Forget the touches so far."""
        self.answering = started(self.offered)

    def follow(self) -> None:
        """Keep the touches so far for what may be decided now, if they fit it."""
        self.answering = self.answering.among(self.offered)

    def press(self, id: str) -> None:
        """Take a touch of the key of a decision: it answers, or touches are for it alone."""
        found = self.answering.press(id)
        if isinstance(found, Answered):
            self.answer(found)
        else:
            self.answering = found

    def touch_thing(self, thing: Thing) -> None:
        """Take a touch: it goes on, answers, or is refused."""
        found = self._doubted(thing) or self.answering.touch(thing)
        if isinstance(found, Answered):
            self.answer(found)
        elif isinstance(found, Answering):
            self.answering = found
        else:
            self.refuse(thing, found)

    def answer(self, answer: Answered) -> None:
        """Send an answer."""
        self.let_go()
        self.tell(Answer(self.snapshot.game, *answer))

    def decisions(self, *ids: str) -> Sequence[Decision]:
        """Return the open decisions with these ids."""
        return [one for one in self.offered if one.id in ids]

    def confirmed(self) -> Answered | None:
        """Return what the check mark means now: what was touched, done, or the only move in doubt."""
        if self.answering.chosen:
            return self.answering.complete
        for one in self.offered:
            if one.default is not None:
                return Answered(one.id, one.default)
        for one in self.decisions("done", "which"):
            if () in one.ways:
                return Answered(one.id, ())
            if len(one.ways) == 1:
                return Answered(one.id, *one.ways)
        return None

    def _doubted(self, thing: Thing) -> Answered | None:
        """Return the only move in doubt that touches a thing, before any other touch."""
        asked = () if self.answering.chosen else self.decisions("which")
        return next((found for one in asked if (found := only_way(one, thing))), None)
