"""Play screen of Fate: board, time track, next step, and side panel."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

from kivy.app import App
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.modalview import ModalView

from companion.errors import CompanionError
from companion.games.base import Advice, Reason
from companion.games.fate.acts import (
    Act,
    Attack,
    EndTurn,
    Focus,
    Mend,
    Move,
    Practice,
    Prepare,
    Quest,
    Share,
    TakeMarkers,
    Use,
)
from companion.games.fate.hero_action import ACTIONS
from companion.games.fate.hero_stats import max_health
from companion.games.fate.position import GRIMHEIM, Action, Hex
from companion.i18n import say
from companion.session.answering import Answered
from companion.session.fate.dialogs import action_dialogs
from companion.session.fate.dialogs.dialog import AskHex, Question
from companion.session.fate.pieces import counts, pieces
from companion.session.fate.refusals import rule_of
from companion.session.fate.snapshot import FateSnapshot
from companion.session.view import Decision, Thing
from ui import theme
from ui.explanation import About
from ui.games.fate import app_act, board_map, explanations, film, marks, messages, next_player, side_panel
from ui.games.fate.board import FateBoard as FateBoard  # for the kv file
from ui.games.fate.event_sounds import sound_of
from ui.games.fate.film_player import FilmPlayer
from ui.games.fate.hero import HeroPanel
from ui.games.fate.hero_parts import Dots as Dots  # for the kv file
from ui.games.fate.hero_parts import HeroChip
from ui.games.fate.hex_marks import HexMark
from ui.games.fate.knock_out import KnockOutPage, fallen
from ui.games.fate.preview import preview
from ui.games.fate.time_track import TimeTrack as TimeTrack  # for the kv file
from ui.screens.message import BarMessage, MainKey
from ui.screens.play import PlayScreen
from ui.sounds import SoundName
from ui.widgets.log import LogLine, told
from ui.widgets.reuse import ReusedWidgets, arrange
from ui.widgets.spotlight import Box, Spot, round_spot

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SPOT_MM, _TOWN_SIDES = 4.5, 1.7
_REST_S = 0.8
"""Time after the film in which a touch of the main key still means its last step."""
"""Least radius of a place to touch, and that of Grimheim in sides of a hex."""

_KEYS: Mapping[type[Act], str] = {
    EndTurn: "end",
    Focus: "focus",
    Mend: "mend",
    Practice: "practice",
    Prepare: "prepare",
    Quest: "quest",
    Share: "share",
    TakeMarkers: "markers",
}
"""Decisions that begin suggested acts, by kind."""


class FatePlayScreen(PlayScreen):
    """Play screen: shows snapshots of a game of Fate and turns touches into answers.

    `looked_at` is the hero whose sheet is shown, `previewed` the piece whose reach or next path is shown, ""
    for none.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.looked_at = self.previewed = self._refused = ""
        self.act_shown: app_act.AppAct | None = None
        self._then: list[Hex] = []
        self._scene: object = None
        self._fallen: object = None
        self._page: KnockOutPage | None = None
        self._chips = ReusedWidgets()
        self.hero_panel = HeroPanel(self)
        super().__init__(**kwargs)
        if theme.left_handed() and not theme.portrait():
            table, track = self.ids.table, self.ids.track.__self__
            table.remove_widget(track)
            table.add_widget(track)
        self._player = FilmPlayer(self.lifetime, self._undisturbed, self._go_on_by_itself)
        self._rests = False
        self._end_rest = self.lifetime.trigger(lambda _: self._rest(False), _REST_S)
        self.keys["end"] = self.ids.end.__self__

    def update(self, before: FateSnapshot | None, snapshot: FateSnapshot) -> None:
        """Show a new snapshot."""
        if before and (before.position is not snapshot.position or before.stage != snapshot.stage):
            self._flash, self._refused, self.looked_at, self.previewed = None, "", "", ""
            self.let_go()
            if before.stage != snapshot.stage:
                self.log_shown = snapshot.over
                self._rest(before.stage == "guide" and bool(before.log))
        self.follow()
        ids = self.ids
        if not self.scene_s:
            self.act_shown = None
        if snapshot.asked:
            self._then, self.log_shown, self.previewed = [], False, ""
        moved = before is None or before.position is not snapshot.position
        if moved or (before and before.stage != snapshot.stage) or snapshot.problem:
            then, self._then = self._then, []
            for place in then if not snapshot.problem else ():
                self.tapped(place)
        ids.track.show(snapshot.position.options.track, counts(snapshot))
        self._tell_hands(before, snapshot)

    def _tell_hands(self, before: FateSnapshot | None, snapshot: FateSnapshot) -> None:
        """Say what hands do after an action of a person."""
        if before is None or snapshot.played != before.played + 1 or before.thinking:
            return
        if before.stage != "heroes":
            return
        acts = before.position, snapshot.position
        hand = snapshot.hand
        sentence = action_dialogs.told(*acts) if hand is None else action_dialogs.gained(*acts, hand)
        if sentence:
            self.flash(messages.say(App.get_running_app().tr, sentence), kind="good")

    def scene(self, before: FateSnapshot, snapshot: FateSnapshot) -> float:
        """An act of the app's hero is told beside the board."""
        self.act_shown = app_act.last(before, snapshot)
        return app_act.seconds(self.act_shown, snapshot)

    def sound_of(self, before: FateSnapshot, snapshot: FateSnapshot) -> SoundName | None:
        """Sound of dice and pieces."""
        return sound_of(before, snapshot)

    def refresh_text(self) -> None:
        """Update texts, marks and buttons, also after a change of language."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        tr, ids, ask = App.get_running_app().tr, self.ids, self.ask
        shown, message = marks.shown(snapshot, ask), self.message()
        if self.previewed and not ask:
            seen = preview(snapshot.position, self.previewed)
            shown, message = marks.BoardMarks(seen.marks, seen.paths), seen.message(tr)
        playing = snapshot.stage == "heroes" and snapshot.position.phase == "heroes"
        acting = snapshot.position.heroes[snapshot.position.turn]
        person = self.pictures().get(acting.player, "") if playing else ""
        if self.act_shown:  # it is told beside the board
            message = replace(message, detail="")
        if message.kind == "turn" and not message.icon:
            message = replace(message, icon=person)
        self.say(message)
        ids.board.pieces, ids.board.town = pieces(snapshot), counts(snapshot).town
        ids.board.acting, ids.board.person = (acting.id, person) if playing else ("", "")
        may_move = None if ask else next_player.mover(snapshot)
        ids.board.movable = may_move.hex if may_move else ""
        ids.board.targets = self._targets(snapshot, ask)
        ids.board.markers = dict(snapshot.position.markers)
        refused = (HexMark(self._refused, "wrong", "cross"),) if self._flash and self._refused else ()
        ids.board.marks, ids.board.paths, ids.board.ghosts = (
            (*shown.marks, *refused),
            shown.paths,
            shown.ghosts,
        )
        ids.board.differences = shown.differences
        self._show_panel(snapshot)
        self._show_film(snapshot)
        self._show_heroes(snapshot)
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys; those of the film go back, and let it play or wait."""
        super().show_keys()
        ids, snapshot = self.ids, self.snapshot
        back = "replay" if self._is_checking() and snapshot.together else "back"
        ids.undo.icon = back if self._is_filming() and snapshot.done else "undo"
        plays, tr = snapshot.is_film, App.get_running_app().tr
        ids.end.icon = ("pause" if self._player.playing else "fast_forward") if plays else "all"
        ids.end.about = (
            tr.gettext("Lets the turn of the monsters play by itself, or wait.")
            if plays
            else tr.gettext("Counts all steps that are left as done.")
        )

    def main_key(self) -> MainKey:
        """Return the key of the next step, or that leaves what is begun."""
        tr, snapshot = App.get_running_app().tr, self.snapshot
        if self.ask:
            about = tr.gettext("Leaves the question. Nothing was done yet.")
            return MainKey("cross", tr.gettext("Cancel"), about, primary=False)
        if self._is_elsewhere(snapshot):
            acting = messages.kind(tr, snapshot.position.heroes[snapshot.position.turn].id)
            about = tr.gettext("Shows the hero whose turn it is.")
            return MainKey("back", tr.gettext("Back to {hero}").format(hero=acting), about)
        for one in self.decisions("end"):
            about = tr.gettext("Ends this hero's turn. Then the next hero plays, or the monsters.")
            return MainKey("check", say(tr, [one.text]), about)
        key = super().main_key()
        if self._is_filming() or snapshot.stage == "monsters":
            if snapshot.setting_up:
                return key
            if self._is_checking():
                return key._replace(about=tr.gettext("Ends the turn of the monsters."))
            return key._replace(icon="next", about=tr.gettext("Goes on with the turn of the monsters."))
        return key if snapshot.over else key._replace(about=tr.gettext("Takes the highlighted answer."))

    def offers_hint(self) -> bool:
        """Return whether a hint may be asked for: while a hero acts."""
        return self.snapshot.stage == "heroes" and super().offers_hint()

    def more_keys(self) -> Sequence[str]:
        """Return the key that ends the film."""
        plays = self._is_filming() and not self._is_checking() and not self.snapshot.setting_up
        return ["end"] if plays else []

    def _is_filming(self) -> bool:
        """Return true while the steps of the monsters' turn are shown."""
        shown = self.snapshot
        return shown.stage in ("guide", "repair") and shown.done < len(shown.steps)

    def _is_checking(self) -> bool:
        """Return true while all changes of the monsters' turn are listed."""
        return self._is_filming() and bool(self.snapshot.steps[self.snapshot.done].changes)

    def log_lines(self) -> tuple[LogLine, ...]:
        """Return the acts in words, each beside who acted."""
        return told(App.get_running_app().tr, self.snapshot.story, messages.actor_of) if self.snapshot else ()

    @property
    def ask(self) -> Question | None:
        """The open question of an act: that of the session, or what is touched next for the act."""
        snapshot: FateSnapshot | None = self.snapshot
        if snapshot is None or snapshot.asked:
            return snapshot.asked if snapshot else None
        begun = self._begun()
        if begun is None or begun.then is None:
            return None
        hexes = [str(way[len(self.answering.chosen)]) for way in begun.ways]
        return AskHex(
            begun.then, tuple(hexes), begun.id == "attack", act_to=Move if begun.id == "move" else None
        )

    @property
    def begun(self) -> str:
        """Action of the player board whose things are touched next, "" for none."""
        found = self._begun()
        return found.id if found else ""

    @property
    def strip_px(self) -> float:
        """Height of the teacher's strip, which nothing may cover; 0 outside a lesson."""
        return float(self.bar.height) if self.bar.learning else 0.0

    def _begun(self) -> Decision | None:
        """Return the decision that was begun by a touch or by its key."""
        chosen, focus = self.answering.chosen, self.answering.focus
        fitting = (one for one in self.answering.open if one.form.begins(chosen))
        return next(fitting, None) if chosen or focus else None

    def message(self) -> BarMessage:
        """Return what to do."""
        tr = App.get_running_app().tr
        if self.answering.then:
            what = tr.gettext("Touch one of the marked hexes.")
            return BarMessage("ask", "hand", say(tr, [self.answering.then]), what)
        return messages.current(tr, self.snapshot)

    def _targets(self, snapshot: FateSnapshot, ask: Question | None) -> tuple[Hex, ...]:
        """Hexes of the monsters that a touch attacks."""
        if ask:
            return ask.hexes if isinstance(ask, AskHex) and ask.attack else ()
        struck = () if self._is_elsewhere(snapshot) else self.decisions("attack")
        return tuple(str(hex_) for one in struck for (hex_,) in one.ways)

    def _show_film(self, snapshot: FateSnapshot) -> None:
        """Show where the monsters' turn is: the board moves in on the place of the present step."""
        ids, filming, checking = self.ids, self._is_filming(), self._is_checking()
        if filming:
            ids.message.figure = ""  # who acts is a monster: the message's own icon
            ids.dots.show(0 if checking or snapshot.setting_up else snapshot.pages, snapshot.done, long=True)
        elif snapshot.stage == "heroes" and snapshot.position.phase == "heroes":
            ids.dots.show(ACTIONS, ACTIONS - len(snapshot.position.heroes[snapshot.position.turn].actions))
        else:
            ids.dots.show(0, 0)
        self._show_fallen(snapshot)
        self._player.follow(snapshot)
        scene = self.act_shown or ((snapshot.steps, snapshot.done) if filming and not self.ask else None)
        if scene == self._scene:
            return
        before, self._scene = self._scene, scene
        if snapshot.setting_up:  # the places glow on the whole board
            scene = None
        places = list(self.act_shown.places) if self.act_shown else film.places(snapshot) if scene else []
        if places:
            ids.board.look(*film.view(places))
        elif before or ids.board.zoom > 1:  # it may still be moving in
            ids.board.whole()

    def _undisturbed(self) -> bool:
        """Return true if nothing lies over the film."""
        covered = any(isinstance(widget, ModalView) for widget in Window.children)
        return bool(self.get_parent_window()) and not covered

    def _go_on_by_itself(self) -> None:
        self.answer(Answered("done", ()))

    def stop(self) -> None:
        """Stop the film."""
        super().stop()
        self._player.stop()
        self._rest(False)

    def _rest(self, rests: bool) -> None:
        """Take no touch of the main key for a moment: it was meant for the last step of the film."""
        self._rests = rests
        if rests:
            self._end_rest()
        else:
            self._end_rest.cancel()

    def _show_fallen(self, snapshot: FateSnapshot) -> None:
        """Cover the screen while a hero falls."""
        hero = fallen(snapshot)
        key = (snapshot.steps, snapshot.done, App.get_running_app().language) if hero else None
        if key == self._fallen:
            return
        self._fallen = key
        if self._page:
            self.remove_widget(self._page)
            self._page = None
        covered = hero is not None and not self.exhibiting
        self.ids.whole.opacity = 0 if covered else 1
        if hero and covered:
            self._page = KnockOutPage(snapshot, hero, self.main)
            self.add_widget(self._page)

    def _show_heroes(self, snapshot: FateSnapshot) -> None:
        """Show the chips of the heroes whose sheet is not open, in the corners beside the board."""
        position = snapshot.position
        if snapshot.stage == "guide" and not self.ask:  # the film shows a small part of the board
            position = position._replace(heroes=())
        acting = position.heroes[position.turn].id if snapshot.stage == "heroes" else ""
        others = [hero for hero in position.heroes if hero.id != acting]
        corners = [self.ids.left_chips, self.ids.right_chips]
        chips = self._chips.get((hero.id, partial(self._chip, hero.id)) for hero in others)
        for hero, chip in zip(others, chips, strict=True):
            chip.show(max_health(hero) - hero.damage, hero.id == self.looked_at)
        for side, corner in enumerate(corners):
            arrange(corner, chips[side::2] if not self.exhibiting else [])

    def _chip(self, hero: str) -> HeroChip:
        chip = HeroChip(hero)
        chip.bind(on_release=lambda _: self.close() if self.looked_at == hero else self.look_at(hero))
        return chip

    def undo(self) -> None:
        """Go back: to the previous step of the monsters' turn, else before the last act."""
        if self.snapshot and self._is_filming() and self.snapshot.done:
            self._player.stop()
            self.answer(Answered("back", ()))
        else:
            super().undo()

    def to_the_end(self) -> None:
        """Let the film play or wait; before a camera, count all steps that are left as done."""
        if self.snapshot.is_film:
            self._player.toggle(self.snapshot)
            self.show_keys()
        elif self.decisions("all_done"):
            self.answer(Answered("all_done", ()))

    def first_step(self) -> str:
        """Instruction that comes first while people put real pieces back."""
        step = self.snapshot.steps[self.snapshot.done]
        return messages.say(App.get_running_app().tr, step.hands or step.title)

    def _show_panel(self, snapshot: FateSnapshot) -> None:
        fresh = replace(snapshot, trouble=None, assumed_table={}, unsure=(), problem=None)
        begun, language = self.answering, App.get_running_app().language
        key = fresh, self.looked_at, self.previewed, begun, language, self.act_shown
        width_px = max(200.0, self.ids.board.still_box[2])
        self.show_panel(key, lambda: [side_panel.panel(self, snapshot, width_px)])

    def main(self) -> None:
        """Handle a tap on the large button."""
        snapshot = self.snapshot
        if snapshot is None or self.went_on or self._rests:  # it had no use when the finger came down
            return
        if self.ask:
            self.cancel()
        elif self._is_elsewhere(snapshot):
            self.close()
        elif snapshot.thinking:
            return
        elif snapshot.stage == "heroes":
            self.press("end")
        else:
            super().main()

    def _is_elsewhere(self, snapshot: FateSnapshot) -> bool:
        """Return true if the shown hero is not the one to act; then nothing can be done for either."""
        position = snapshot.position
        playing = snapshot.stage == "heroes" and position.phase == "heroes"
        return playing and self.looked_at not in ("", position.heroes[position.turn].id)

    def cancel(self) -> None:
        """Discard an incomplete action."""
        if self.decisions("cancel"):
            self.answer(Answered("cancel", ()))
        self.let_go()
        self.refresh_text()

    def look_at(self, hero: str) -> None:
        """Show the sheet of a hero, and its reach."""
        self.log_shown = False
        self.looked_at, self.previewed = hero, hero
        self.refresh_text()

    def close(self) -> None:
        """Close the details of a piece."""
        self.looked_at, self.previewed = "", ""
        self.refresh_text()

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Show why a hex may not be touched now."""
        tr = App.get_running_app().tr
        self._refused = str(thing)
        if reason and reason.text:
            self.flash(messages.say(tr, reason.text), reason.rule)
        else:
            self.flash(tr.gettext("Not here: touch one of the marked hexes."))

    def refuse_for(self, error: CompanionError) -> None:
        """Show why an action is impossible now."""
        self.flash(App.get_running_app().explain(error), rule_of(error))

    def tick(self, row: int) -> None:
        """Tick a row of the changes of the monsters' turn."""
        self.answer(Answered("tick", (str(row),)))

    def choose(self, index: int) -> None:
        """Choose an answer of the open choice."""
        for decision in self.decisions("choose"):
            self.answer(Answered(decision.id, decision.ways[index]))

    def propose(self, advice: Advice[Any]) -> None:
        """Begin a suggested act, as its key or the touches of its hexes do; the dice are rolled anew."""
        self.let_go()
        match advice.move:
            case Move():
                super().propose(advice)
            case Attack() if self.decisions("attack"):
                self.answer(Answered("attack", advice.way[-1:]))
            case Use(card, option):
                own = f"use {card} {option}"
                self.press(own if self.decisions(own) else "event")
            case act:
                self.press(_KEYS.get(type(act), ""))

    def press(self, id: str) -> None:
        """Begin what a key stands for; show why it is impossible if it is not offered."""
        self._flash, self._refused, self.log_shown, self.previewed = None, "", False, ""
        if self.decisions(id):
            super().press(id)
        elif id in get_args(Action) and self.snapshot.stage == "heroes":
            self.refuse_for(self.snapshot.why_not(id))
        self.refresh_text()

    def correct(self, thing: str) -> None:
        """Ask what is different for a hero or on a hex."""
        if any((thing,) in one.ways for one in self.decisions("correct")):
            self.answer(Answered("correct", (thing,)))

    def tapped(self, place: Hex) -> None:
        """Handle a touch of a hex of the board."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        self._flash = None
        if self._then:
            self._then.append(place)
        elif (ask := self.ask) is not None:
            acting = snapshot.position.heroes[snapshot.position.turn]
            back = isinstance(ask, AskHex) and not ask.attack and place == acting.hex
            if back and place not in self.answering.next_things:
                self.cancel()
            elif isinstance(ask, AskHex):
                self.touch_thing(place)
        elif place in self.answering.next_things and not self._leads_elsewhere(snapshot, place):
            self.touch_thing(place)
        else:
            self._tell(snapshot, place)
        self.refresh_text()

    def _leads_elsewhere(self, snapshot: FateSnapshot, place: Hex) -> bool:
        """Return whether a touch only shows another piece, because the sheet of another hero is open."""
        return self._is_elsewhere(snapshot) and place != snapshot.position.heroes[snapshot.position.turn].hex

    def _tell(self, snapshot: FateSnapshot, place: Hex) -> None:
        """Handle a touch that decides nothing: show the piece there, or let the following hero play."""
        position = snapshot.position
        heroes = [hero for hero in position.heroes if hero.hex == place]
        following = None if self._is_elsewhere(snapshot) else next_player.following(snapshot)
        acting = position.heroes[position.turn] if snapshot.stage == "heroes" else None
        if following in heroes:
            self._then = [place]
            self.press("end")
        elif heroes:
            self.look_at((acting if acting in heroes else heroes[0]).id)
        elif monster := next((m for m in position.monsters if m.hex == place), None):
            self._look_at_monster(monster.id)
        else:
            self.close()

    def _look_at_monster(self, monster: str) -> None:
        """Show the next move of a monster; the same monster again closes it."""
        self.log_shown, self.looked_at = False, ""
        self.previewed = "" if self.previewed == monster else monster
        self.refresh_text()

    def about_hex(self, place: Hex) -> About | None:
        """Explain a hex of the board, and offer to look at the piece there or to correct it."""
        shown = self.snapshot
        if shown is None:
            return None
        tr, position = App.get_running_app().tr, shown.position._replace(town=counts(shown).town)
        act = tr.gettext("Correct something"), partial(self.correct, place)
        if monster := next((m for m in position.monsters if m.hex == place), None):
            act = tr.gettext("What it does next"), partial(self._look_at_monster, monster.id)
        elif hero := next((h for h in position.heroes if h.hex == place != GRIMHEIM), None):
            act = tr.gettext("What is in reach"), partial(self.look_at, hero.id)
        return replace(explanations.place(tr, position, place), act=act)

    def may_teach(self, message: BarMessage) -> bool:
        """Return whether the lesson may show: a hero's turn, also while it is asked where the hero moves."""
        playing = self.snapshot is not None and self.snapshot.stage == "heroes"
        return playing and (bool(self.touched_spaces()) or super().may_teach(message))

    def touched_spaces(self) -> Sequence[Hex]:
        """The hero that moves, while its target is asked for."""
        return [str(thing) for thing in self.answering.chosen] if self.begun == "move" else ()

    def spot_of(self, space: Hex) -> Spot | None:
        """Return where a hex, or Grimheim, is seen in the window; None if it is out of sight."""
        board = self.ids.board
        if space not in board_map.CENTRES or not board.collide_point(*board.middle(space)):
            return None
        sides = _TOWN_SIDES if space == GRIMHEIM else 1
        radius = max(theme.mm(_SPOT_MM), sides * board_map.SIDE * board.map_box[2])
        x, y = board.to_window(*board.middle(space))
        return round_spot(x, y, radius)

    def box_of(self, control: str) -> Box | None:
        """Return where a control is seen; "hero", the actions and the stacks are those of the sheet."""
        if control == "stone":
            found: Box | None = self.ids.track.stone_box()
            return found
        part = self.hero_panel.part(control)
        if part is None or not part.get_parent_window():
            return super().box_of(control)
        return Box(*part.to_window(*part.pos), *part.size)
