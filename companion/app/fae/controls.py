"""What people may do in a game of Fae."""

from collections.abc import Mapping, Sequence
from functools import partial

from companion.app.annotated_frame import fae_look
from companion.app.fae import hands
from companion.app.frame_reader import fae_eyes
from companion.app.running import SIMULATED_FPS, Running
from companion.games import fae
from companion.games.base import N_, Sentence, Table, rule_error
from companion.games.fae import autoplay as autoplay
from companion.games.fae.board import COLOURS
from companion.session.fae.game import Answer, ChooseOrder, Deal, FaeGame, Play, Reveal
from companion.session.fae.session import Session
from companion.session.fae.snapshot import Snapshot
from companion.table.referee import Referee
from ui.controller import AnySnapshot, TableKind
from vision.cameras import Camera
from vision.simulated import SimulatedCamera, SimulatedTable


class FaeControls(Running):
    """The part of the controller for Fae."""

    _session: Session | None = None
    _unseen: Sequence[str] = ()

    def start_game(
        self, players: Sequence[str], table: TableKind, druids: Mapping[int, str] | None = None
    ) -> None:
        """Begin a new game of Fae. Raises RuleError when `druids` is no set-up."""
        if druids:
            position = fae.start(druids, len(players))
            session = Session(
                Referee(fae), players, position=position, journal=self._journal, interactive=True
            )
            self._begin(session, table, fae.table(position), fae.table(position))
        else:
            session = self.new_session(players)
            self._begin(session, table, fae.table(autoplay.opening(self._seed(), len(players))), None)

    def resume_fae(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""
        session = Session.resume(Referee(fae), self._journal, game)
        assert session.line
        lying = fae.table(session.line.position)
        self._begin(session, table, lying, lying)

    def new_session(self, players: Sequence[str]) -> Session:
        """A game that begins with the set-up on the table."""
        return Session(Referee(fae), players, journal=self._journal, interactive=True)

    def leave_game(self) -> None:
        """Go back to the start; the game stays stored."""
        super().leave_game()
        self._session = None

    def play(self, source: int, target: int) -> None:
        """A move by touch."""
        self._post(Play(self._game, fae.Move(source, target)))

    def confirm(self) -> None:
        """The waiting step is done, or the only move in doubt was made."""
        shown = self._fae()
        if shown and len(shown.doubt) == 1:
            self.answer(0)
        else:
            super().confirm()

    def answer(self, index: int) -> None:
        """Which of the moves in doubt was made."""
        shown = self._fae()
        if shown and index < len(shown.doubt):
            self._post(Answer(self._game, shown.doubt[index]))

    def choose_order(self, spaces: Sequence[int]) -> None:
        """The order of the rituals that the last move makes."""
        self._post(ChooseOrder(self._game, tuple(spaces)))

    def unseen(self) -> Sequence[str]:
        """Players who may look at their spirit now: after the deal, and when a game goes on."""
        return tuple(self._unseen)

    def show_secret(self, player: str) -> str:
        """The colour of a player's spirit. Raises RuleError `no_spirits`, also when the game was left."""
        session = self._session
        if not session or not session.spirits or player not in session.players:
            raise rule_error("no_spirits", [Sentence(N_("Expected spirits to be dealt, found none."))])
        return session.spirits.look(session.players.index(player))

    def seen(self, player: str) -> None:
        """The player has looked."""
        self._unseen = [other for other in self._unseen if other != player]

    def reveal(self) -> None:
        """Show all spirits; the next snapshot has the result, or says that the game is not over."""
        self._post(Reveal(self._game))

    def simulated(self, table: Table) -> Camera:
        """The simulated table, where virtual hands play and do what the app asks for."""
        twin = SimulatedTable(table, self._seed())
        acts = hands.acts(twin, lambda: None if self._unseen else self._fae(), self._chance)
        return SimulatedCamera(twin, acts, fps=SIMULATED_FPS, realtime=True)

    def _fae(self) -> Snapshot | None:
        shown = self.latest()
        return shown if isinstance(shown, Snapshot) else None

    def _known(self) -> Table | None:
        shown = self._fae()
        return shown.table if shown and shown.position else None

    def _begin(self, session: Session, kind: TableKind, simulated: Table, start: Table | None) -> None:
        self.leave_game()
        self._unseen = list(session.players) if session.spirits and not session.revealed else []
        self._session = session
        if kind == "none":
            self._open_unseen(FaeGame(session))
            return

        def camera() -> Camera:
            if kind == "simulated":
                return self.simulated(simulated)
            return self.open_camera()

        corners = partial(self.dragged, fae.NAME, kind == "simulated")
        eyes = fae_eyes(corners, start, hold_s=self._settings.camera.hold_s)
        self._open(FaeGame(session), camera, eyes, fae_look, self._known, kind == "simulated")

    def _on_snapshot(self, snapshot: AnySnapshot) -> None:
        if isinstance(snapshot, Snapshot) and snapshot.game == self._game and _undealt(snapshot):
            self._unseen = list(snapshot.players)
            self._post(Deal(self._game, self._chance.sample(COLOURS, len(COLOURS))))
        else:
            super()._on_snapshot(snapshot)


def _undealt(shown: Snapshot) -> bool:
    """Whether the set-up is there and nobody has a spirit yet."""
    return bool(shown.position) and not shown.spirits_dealt and not shown.result and not shown.problem
