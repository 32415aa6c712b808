"""Second, independent implementation of the core rules, written from RULES.md alone.

It uses no product code and covers cards without texts: priority, resources, the stack, attaching, combat,
influence, the end. All state is in dictionaries; `do` returns whether an action was legal and changes nothing
if it was not.
"""

import copy
from typing import Any

PHASES = ["restoration", "action", "offence", "influence", "end"]


class RefusedError(Exception):
    """Illegal action."""


def need(condition: object) -> None:
    if not condition:
        raise RefusedError


class Reader:
    """Duel with cards without texts."""

    def __init__(self, cards: dict[str, Any], decks: dict[str, list[str]], options: dict[str, Any]) -> None:
        self.cards, self.options = cards, options
        self.players = list(decks)
        self.what = {f"{p}/{n}": card for p, deck in decks.items() for n, card in enumerate(deck, 1)}
        ids = {p: [f"{p}/{n}" for n in range(1, len(deck) + 1)] for p, deck in decks.items()}
        self.hand = {p: ids[p][:6] for p in ids}
        self.deck = {p: ids[p][6:] for p in ids}
        self.discard: dict[str, list[str]] = {p: [] for p in ids}
        self.table: dict[str, dict[str, Any]] = {}
        self.bases: dict[str, dict[str, Any]] = {
            f"{p}/{place}": {"owner": p, "by": p, "left": 15 if place == "c" else 5, "gone": False}
            for p in ids
            for place in ("c", "o1", "o2", "o3", "o4")
        }
        self.money = dict.fromkeys(ids, 0)
        self.turns = dict.fromkeys(ids, 0)
        self.exposed = dict.fromkeys(ids, False)
        self.stack: list[str] = []
        self.number = 1
        self.winner: str | None = None
        self.reason: str | None = None
        self._begin(self.players[0])

    def do(self, action: dict[str, Any]) -> bool:
        """Carry out an action if it is legal; return whether it was."""
        before = copy.deepcopy(self.__dict__)
        try:
            need(self.winner is None)
            (key,) = (k for k in action if k not in ("targets", "to"))
            getattr(self, f"do_{key}")(action)
            self._bury()
        except RefusedError:
            self.__dict__ = before
            return False
        return True

    # --- turns -------------------------------------------------------------------------------------------

    def _begin(self, player: str) -> None:
        self.turn, self.phase = player, "restoration"
        self.turns[player] += 1
        self.said: set[str] = set()
        self.attacking: dict[str, str] = {}
        self.blocking: dict[str, list[str]] = {}
        self.swaying: dict[str, str] = {}
        self.guarding: dict[str, str] = {}
        self._fresh()
        while self.number > 1 and len(self.hand[player]) < 6:
            if not self.deck[player]:
                self._win(self.other(player), "deck_out")
                return
            self.hand[player].append(self.deck[player].pop(0))
        self.money[player] = min(10, 2 * self.turns[player])

    def _fresh(self) -> None:
        self.may_act, self.passed = self.turn, False

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    def _win(self, player: str, reason: str) -> None:
        if self.winner is None:
            self.winner, self.reason = player, reason

    def _end_of_phase(self) -> None:
        if self.phase == "offence":
            self._fights()
        if self.phase == "influence":
            self._influences()
        self._bury()
        if self.winner:
            return
        if self.phase != "end":
            self.phase = PHASES[PHASES.index(self.phase) + 1]
            self._fresh()
            return
        need(len(self.hand[self.turn]) <= 5)
        for card in self.table.values():
            card["hurt"], card["new"] = 0, False
        self.number += 1
        self._begin(self.other(self.turn))

    # --- the stack ---------------------------------------------------------------------------------------

    def do_next(self, action: dict[str, Any]) -> None:
        while self.stack:
            self._resolve()
        self._end_of_phase()

    def do_pass(self, action: dict[str, Any]) -> None:
        if self.phase == "end" and not self.stack and self.may_act == self.turn:
            need(len(self.hand[self.turn]) <= 5)
        if not self.passed:
            self.passed, self.may_act = True, self.other(self.may_act)
        elif self.stack:
            self._resolve()
        else:
            self._end_of_phase()

    def _resolve(self) -> None:
        card = self.stack.pop()
        owner = card.split("/")[0]
        if self.kind(card) == "manoeuvre":
            self.discard[owner].append(card)
        else:
            new = self.kind(card) == "ally"
            self.table[card] = {"by": owner, "turned": False, "new": new, "hurt": 0, "on": ""}
        self._fresh()

    def kind(self, card: str) -> str:
        return str(self.cards[self.what[card]]["type"])

    def _turn_of(self, player: str) -> bool:
        """Return whether a player may act: with priority, or if a block or defence is due."""
        to_block = self.phase == "offence" and self.attacking and "block" not in self.said
        to_guard = self.phase == "influence" and self.swaying and "defend" not in self.said
        answers = not self.stack and (to_block or to_guard)
        return player == self.may_act or bool(answers and player != self.turn)

    def do_play(self, action: dict[str, Any]) -> None:
        card = action["play"]
        need(card in self.what)
        owner = card.split("/")[0]
        need(self._turn_of(owner) and card in self.hand[owner])
        if self.kind(card) != "manoeuvre":
            need(owner == self.turn and self.phase == "action")
        self._pay(owner, self.cards[self.what[card]].get("cost", 0))
        self.hand[owner].remove(card)
        self.stack.append(card)
        self.may_act, self.passed = owner, False

    def _pay(self, player: str, cost: int) -> None:
        need(cost <= self.money[player])
        self.money[player] -= cost

    def do_attach(self, action: dict[str, Any]) -> None:
        card, to = action["attach"], action["to"]
        need(card in self.table and self.kind(card) == "modification")
        owner = self.table[card]["by"]
        need(self._turn_of(owner))
        if self.options.get("attach_timing") == "own_action":
            need(self.phase == "action" and owner == self.turn)
        need(to in self.table and self.kind(to) == "ally" and self.table[card]["on"] != to)
        self._pay(owner, self.cards[self.what[card]].get("attach_cost", 0))
        self.table[card]["on"] = to
        self.may_act, self.passed = owner, False

    def do_restore(self, action: dict[str, Any]) -> None:
        need(self.phase == "restoration")
        for card in action["restore"]:
            need(card in self.table and self.table[card]["by"] == self.turn and self.table[card]["turned"])
            self.table[card]["turned"] = False
            self._pay(self.turn, 1)

    def do_discard(self, action: dict[str, Any]) -> None:
        need(self.phase == "end" and len(action["discard"]) <= max(0, len(self.hand[self.turn]) - 5))
        for card in action["discard"]:
            need(card in self.hand[self.turn])
            self.hand[self.turn].remove(card)
            self.discard[self.turn].append(card)

    def do_concede(self, action: dict[str, Any]) -> None:
        guilty = next(p for p in (self.other(self.turn), self.turn) if self._turn_of(p))
        self._win(self.other(guilty), "conceded")

    # --- combat ------------------------------------------------------------------------------------------

    def _say(self, what: str, phase: str) -> None:
        need(self.phase == phase and what not in self.said)
        self.said.add(what)
        self._fresh()

    def _join(self, card: str, player: str, fresh_too: bool) -> None:
        need(card in self.table and self.kind(card) == "ally" and self.table[card]["by"] == player)
        need(not self.table[card]["turned"] and (fresh_too or not self.table[card]["new"]))
        self.table[card]["turned"] = True

    def _aim(self, base: str) -> None:
        need(base in self.bases and self.bases[base]["by"] != self.turn and not self.bases[base]["gone"])
        if self.options.get("centre_exposure") and base.endswith("/c"):
            need(self.exposed[self.bases[base]["owner"]])

    def do_attack(self, action: dict[str, Any]) -> None:
        self._say("attack", "offence")
        for card, base in action["attack"].items():
            self._join(card, self.turn, False)
            self._aim(base)
        self.attacking = dict(action["attack"])

    def do_block(self, action: dict[str, Any]) -> None:
        self._say("block", "offence")
        for card, attacker in action["block"].items():
            need(attacker in self.attacking)
            self._join(card, self.other(self.turn), True)
            self.blocking.setdefault(attacker, []).append(card)

    def do_order(self, action: dict[str, Any]) -> None:
        self._say("order", "offence")
        for attacker, order in action["order"].items():
            need(attacker in self.blocking and sorted(order) == sorted(self.blocking[attacker]))
            self.blocking[attacker] = list(order)

    def do_influence(self, action: dict[str, Any]) -> None:
        self._say("influence", "influence")
        for card, base in action["influence"].items():
            self._join(card, self.turn, False)
            self._aim(base)
        self.swaying = dict(action["influence"])

    def do_defend(self, action: dict[str, Any]) -> None:
        self._say("defend", "influence")
        for card, base in action["defend"].items():
            need(base in self.swaying.values())
            self._join(card, self.other(self.turn), True)
        self.guarding = dict(action["defend"])

    def value(self, card: str, number: str) -> int:
        return max(0, int(self.cards[self.what[card]].get(number, 0)))

    def life(self, card: str) -> int:
        return int(self.cards[self.what[card]].get("life", 0)) - int(self.table[card]["hurt"])

    def _fights(self) -> None:
        for attacker, base in self.attacking.items():
            if attacker not in self.blocking:
                self.bases[base]["left"] -= self.value(attacker, "offence")
                continue
            strength = self.value(attacker, "offence")
            for place, blocker in enumerate(self.blocking[attacker]):
                blow = strength
                if self.options.get("multi_block") == "split":
                    last = place == len(self.blocking[attacker]) - 1
                    blow = strength if last else min(strength, self.life(blocker))
                    strength -= blow
                self.table[blocker]["hurt"] += blow
                self.table[attacker]["hurt"] += self.value(blocker, "offence")
                if self.life(attacker) <= 0:
                    break
        self.attacking, self.blocking = {}, {}

    def _influences(self) -> None:
        for base in sorted(set(self.swaying.values())):
            pressing = sum(self.value(c, "influence") for c, b in self.swaying.items() if b == base)
            holding = sum(self.value(c, "influence") for c, b in self.guarding.items() if b == base)
            if pressing > holding + self.bases[base]["left"]:
                self.bases[base]["by"] = self.turn
                self._fell(base)
                if base.endswith("/c"):
                    self._win(self.turn, "centre_conquered")
        self.swaying, self.guarding = {}, {}

    def _fell(self, base: str) -> None:
        owner = self.bases[base]["owner"]
        gone = [b for b, x in self.bases.items() if x["owner"] == owner and (x["gone"] or x["by"] != owner)]
        self.exposed[owner] |= any(not b.endswith("/c") for b in gone)

    def _bury(self) -> None:
        for base, state in self.bases.items():
            if state["left"] <= 0 and not state["gone"]:
                state["gone"], state["left"] = True, 0
                self._fell(base)
                if base.endswith("/c") and self.options.get("centre_destroyed_wins", True):
                    self._win(self.other(state["owner"]), "centre_destroyed")
        if self.winner:
            return
        for card in [c for c in self.table if self.kind(c) == "ally" and self.life(c) <= 0]:
            del self.table[card]
            self.discard[card.split("/")[0]].append(card)
            for other in self.table.values():
                if other["on"] == card:
                    other["on"] = ""

    # --- the result --------------------------------------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """Return the result object of SCRIPT.md, limited to the fields this implementation knows."""
        battle: dict[str, dict[str, Any]] = {p: {} for p in self.players}
        for card, state in self.table.items():
            ally = self.kind(card) == "ally"
            battle[state["by"]][card] = {
                "card": self.what[card], "tapped": state["turned"], "preparing": state["new"],
                "offence": self.value(card, "offence") if ally else 0,
                "life": self.life(card) if ally else 0,
                "influence": self.value(card, "influence") if ally else 0,
                "attached": sorted(c for c, other in self.table.items() if other["on"] == card),
            }  # fmt: skip
        return {
            "turn": self.turn, "turn_number": self.number, "phase": self.phase, "resources": self.money,
            "hands": self.hand, "decks": {p: len(cards) for p, cards in self.deck.items()},
            "battle": battle, "discard": self.discard, "stack": self.stack,
            "territory": {
                p: {b: self._base(b) for b, x in self.bases.items() if x["owner"] == p} for p in self.players
            },
            "result": {"winner": self.winner, "reason": self.reason} if self.winner else None,
        }  # fmt: skip

    def _base(self, base: str) -> tuple[int, str, bool]:
        state = self.bases[base]
        return max(0, state["left"]), state["by"], state["gone"]
