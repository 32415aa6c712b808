"""Builder of the snapshot of Fate."""

from collections.abc import Mapping
from typing import Any, Protocol

from companion.games import fate
from companion.games.fate.acts import Act
from companion.session.base import Bots
from companion.session.events import Why
from companion.session.fate.asking import RunningDialogs
from companion.session.fate.dice_pool import DicePool
from companion.session.fate.guide_progress import GuideProgress
from companion.session.fate.interpret import FateInterpreter
from companion.session.fate.snapshot import FateChoice, FateSnapshot, Stage
from companion.session.fate.step import FateStep
from companion.session.snapshot import SnapshotSource, lines


class FateSource(SnapshotSource[FateStep, Act], Protocol):
    """The part of the session that the snapshot reads."""

    guide: GuideProgress
    interpreter: FateInterpreter
    trouble: Why | None
    dice_pool: DicePool
    dialogs: RunningDialogs

    @property
    def bots(self) -> Bots:
        """Players that the app plays."""

    @property
    def stage(self) -> Stage:
        """The stage that the table waits for."""

    @property
    def choice(self) -> FateChoice | None:
        """The decision that is open now."""

    @property
    def together(self) -> bool:
        """True if all open steps are done at once."""

    @property
    def setting_up(self) -> bool:
        """True until a hero has acted at a real table."""

    def hand(self, hero_id: str) -> tuple[int, ...] | None:
        """Return the event cards that the app keeps for a hero."""

    def asking(self, seat: int | None) -> str | None:
        """Return the owner of the dialog whose question a seat sees."""

    @property
    def rolls(self) -> bool:
        """True if the app rolls dice."""


def snapshot(session: FateSource, common: Mapping[str, Any], seat: int | None) -> FateSnapshot:
    """Return the snapshot of a seat; `common`: fields common to all games."""
    timeline, guide = session.timeline, session.guide
    position = fate.RULES.view(timeline.current.position, seat)
    stage, choice = session.stage, session.choice
    hero = position.heroes[position.turn]
    return FateSnapshot(
        **common,
        stage=stage,
        turn=hero.player if position.phase == "heroes" else "",
        assumed_table=session.assumed_table,
        position=position,
        steps=guide.steps,
        done=guide.at,
        town=guide.present.town,
        stone=guide.present.step,
        together=session.together,
        setting_up=session.setting_up,
        hand=session.hand(hero.id) if position.phase == "heroes" else None,
        choice=choice,
        log=lines(timeline),
        differences=session.interpreter.differences,
        unsure=session.interpreter.unsure,
        dice_pool=session.dice_pool.faces if session.rolls else None,
        asked=None if (owner := session.asking(seat)) is None else session.dialogs.question(owner),
        asked_after=session.dialogs.steps,
    )
