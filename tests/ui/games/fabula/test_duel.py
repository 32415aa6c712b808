"""A whole duel by fingers only, from the start page to a rematch: cards in the players' hands, then hands on
the screen.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.session.fabula.snapshot import FabulaSnapshot
from tests.ui.evening import Evening, evening
from tests.ui.layout import widgets
from tests.ui.test_evenings import name_player


def begin(house: Evening, hands: str) -> None:
    """From the start page to the laying of the bases."""
    house.press("tile-fabula", "Fábula")
    house.on("new")
    for name in ("Ana", "Bo"):
        name_player(house, name)
    house.press(text=hands)
    house.press("finger")
    house.press("play")


def touch(house: Evening, card: str) -> None:
    """A card on the table, else in a list beside it."""
    table = house.screen.ids.table
    if card in table.boxes:
        house.finger.tap(table.to_window(*table.spot(card)))
    else:
        rows = {b.text: b for b in house.buttons() if b.icon == "fb-target" or " · " in b.text}
        house.finger.tap(next(iter(rows.values())))


class Hands:
    """Two people who play by chance, with fingers only."""

    def __init__(self, house: Evening, seed: int) -> None:
        self.house, self.chance = house, Random(seed)
        self.asked: set[str] = set()

    def play(self, most: int = 600) -> FabulaSnapshot:
        """Until the duel is over."""
        for _ in range(most):
            shown: FabulaSnapshot = self.house.until(lambda shown: True)
            if shown.over:
                return shown
            self.asked.add(shown.asks)
            getattr(self, f"_{shown.asks}", self._main)(shown)
            self.house.other_than(shown)
        raise AssertionError(f"not over: {self.house.snapshot.asks}")

    def _main(self, _: Any) -> None:
        self.house.finger.tap(self.house.screen.ids.main)

    def _bases(self, shown: FabulaSnapshot) -> None:
        from ui.games.fabula.base_choice import BaseKey

        house = self.house
        keys = house.finger.until(lambda: [w for w in house.seen() if isinstance(w, BaseKey)], "bases")
        house.finger.frames(2)
        for _ in range(2):  # the second touch makes it the centre
            house.finger.tap(keys[0])
            house.finger.frames(12)

    def _restore(self, shown: FabulaSnapshot) -> None:
        draft = self.house.screen.draft
        for card in list(draft.can)[:1] if draft else ():
            touch(self.house, card)
        self._main(shown)

    def _act(self, shown: FabulaSnapshot) -> None:
        house, side = self.house, shown.position.sides[shown.decider]
        if not side.resources or not side.hand or self.chance.random() < 0.25:
            self._main(shown)
            return
        if shown.in_app:
            number = self.chance.randint(1, len(side.hand))
            self._hand(number)
            self._hand(number)
            house.press("play")
            self._aim(shown)
            return
        house.press(text="Play a card")
        costs = {row: row.text.partition(" · ")[0] for row in house.buttons()}
        able = [row for row, cost in costs.items() if cost.isdecimal() and int(cost) <= side.resources]
        if not able:
            house.press("back", "Close")
            self._main(shown)
            return
        house.finger.tap(self.chance.choice(able))
        house.press("check")
        self._aim(shown)

    def _hand(self, number: int) -> None:
        """Touch a card of the hand: below the table, or in the panel that covers it."""
        from ui.games.fabula.fan import HandFan

        fan = next(w for w, _ in widgets(self.house.screen) if isinstance(w, HandFan) and not w.disabled)
        self.house.finger.tap(fan.to_window(*fan.spot(number)))

    def _aim(self, shown: FabulaSnapshot) -> None:
        """Name targets; where there are none, go on."""
        screen = self.house.screen
        while (draft := screen.draft) and draft.aims and draft.targets:
            played = screen.snapshot.played
            touch(self.house, self.chance.choice(sorted(draft.targets)))
            if screen.snapshot.played != played or not screen.answering.chosen:
                return
        if screen.bar.refusal:
            screen.close()
            self._main(shown)

    def _send(self, shown: FabulaSnapshot) -> None:
        draft = self.house.screen.draft
        centre = next(b.id for b in shown.position.bases if b.centre and b.owner != shown.decider)
        for ally in sorted(draft.decision.form.sources) if draft else ():
            if self.chance.random() < 0.8:
                touch(self.house, ally)
                goals = sorted(self.house.screen.draft.targets)
                if goals:
                    touch(self.house, centre if centre in goals else goals[0])
        self._main(shown)

    _attack = _influence = _send

    def _block(self, shown: FabulaSnapshot) -> None:
        draft = self.house.screen.draft
        for ally in sorted(draft.decision.form.sources)[:1] if draft else ():
            touch(self.house, ally)
            if targets := sorted(self.house.screen.draft.targets):
                touch(self.house, targets[0])
        self._main(shown)

    def _choose(self, shown: FabulaSnapshot) -> None:
        touch(self.house, sorted(self.house.screen.draft.targets)[0])

    def _discard(self, shown: FabulaSnapshot) -> None:
        from companion.session.fabula import playable

        if shown.in_app:
            for number in range(1, playable.discards(shown) + 1):
                self._hand(number)
            self._main(shown)
            return
        for _ in range(playable.discards(shown)):
            row = next(b for b in self.house.buttons() if b.text[:1].isdecimal())
            self.house.finger.tap(row)

    def _search(self, shown: FabulaSnapshot) -> None:
        self.house.press("cross")


@pytest.mark.slow
@pytest.mark.parametrize("hands", ["Cards in our hands", "Cards on the screen"])
def test_a_whole_duel_by_fingers(open_window: Any, tmp_path: Path, hands: str) -> None:
    with evening(open_window, tmp_path) as house:
        begin(house, hands)
        if hands == "Cards on the screen":
            for _ in ("Ana", "Bo"):
                house.on("dealt")
                house.finger.hold(house.screen.ids.hold)
                house.press("check")
        house.on("fabula_play")
        played = Hands(house, 4)
        shown = played.play()
        assert {"bases", "mulligan", "act", "attack", "block"} <= played.asked
        house.on("fabula_end")
        assert shown.position.result
        winner = shown.players[shown.position.result.winner]
        assert house.screen.title == f"{winner} wins!"
        house.press("board")
        house.on("fabula_play")
        house.press("undo")
        house.until(lambda shown: not shown.over)
        house.press("fb-more")
        house.press("redo")
        house.on("fabula_end")
        house.press("replay", "Play again")
        house.on("dealt" if shown.in_app else "fabula_play")
