"""What people may do in a game of Fate."""

from collections.abc import Sequence
from functools import partial
from typing import cast

from companion.app.annotated_frame import fate_look
from companion.app.fate import hands
from companion.app.frame_reader import fate_eyes
from companion.app.learnt import PRINTED_MARKS
from companion.app.running import SIMULATED_FPS, Running
from companion.games import fate
from companion.games.base import Table
from companion.games.fate import Act, Options, Player
from companion.games.fate.position import Face
from companion.games.fate.script import setup_object
from companion.session.fate.choices import Cards, Dice
from companion.session.fate.game import AllDone, Back, Choose, FateGame, PlayAct, Roll
from companion.session.fate.session import FateSession
from companion.session.fate.snapshot import Snapshot
from ui.controller import TableKind
from vision.cameras import Camera
from vision.fate.simulated.table import SimulatedFateTable
from vision.simulated import SimulatedCamera


class FateControls(Running):
    """The part of the controller for Fate."""

    def start_fate(self, players: Sequence[Player], options: Options, table: TableKind) -> None:
        """Begin a new game of Fate, players in their order. Raises RuleError, StorageError."""
        self._play_fate(
            FateSession(
                setup_object(players, options),
                journal=self._journal,
                chance=self._chance,
                dice=self._dice,
                cards=self._cards,
                watched=table != "none",
            ),
            table,
        )

    def resume_fate(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""
        session = FateSession.resume(
            self._journal,
            game,
            chance=self._chance,
            dice=self._dice,
            cards=self._cards,
            watched=table != "none",
        )
        self._play_fate(session, table)

    def fate_act(self, act: Act) -> None:
        """An act of the hero whose turn it is, or a correction. Raises RuleError when it is not allowed."""
        if shown := self._fate():
            fate.apply(shown.position, act)
            self._post(PlayAct(self._game, act))

    def roll(self, dice: int) -> None:
        """Have so many dice of the app in the next snapshot's `tray`."""
        self._post(Roll(self._game, dice))

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        """Take an option of the waiting choice; `dice` are the faces typed for a "roll"."""
        self._post(Choose(self._game, index, tuple(dice)))

    def step_back(self) -> None:
        """Show the guide step before this one again."""
        self._post(Back(self._game))

    def all_done(self) -> None:
        """All guide steps are done: the table was made equal to the picture."""
        self._post(AllDone(self._game))

    def simulated_fate(self, table: Table) -> Camera:
        """The simulated table, where virtual hands do what the app asks for."""
        twin = SimulatedFateTable(table, self._seed(), markers=True)
        return SimulatedCamera(twin, hands.acts(twin, self._fate), fps=SIMULATED_FPS, realtime=True)

    @property
    def _dice(self) -> Dice:
        return cast(Dice, self._settings.fate.dice)

    @property
    def _cards(self) -> Cards:
        return cast(Cards, self._settings.fate.cards)

    def _fate(self) -> Snapshot | None:
        shown = self.latest()
        return shown if isinstance(shown, Snapshot) else None

    def _lying(self) -> Table:
        shown = self._fate()
        return shown.lying if shown else {}

    def _play_fate(self, session: FateSession, kind: TableKind) -> None:
        self.leave_game()
        game = FateGame(session)
        if kind == "none":
            self._open_unseen(game)
            return

        def camera() -> Camera:
            if kind == "simulated":
                return self.simulated_fate(game.lying)
            return self.open_camera()

        marks = PRINTED_MARKS if kind == "simulated" else None
        corners = partial(self.dragged, fate.NAME, kind == "simulated")
        eyes = fate_eyes(corners, hold_s=self._settings.camera.hold_s, pieces=marks)
        self._open(game, camera, eyes, fate_look, self._lying, kind == "simulated")
