"""Second implementation of a hero's turn, written from the card facts alone.

It uses the board and the monsters of the product, the cards only from `card_facts`. It supports no legends
that change other monsters, and only monsters as targets.
"""

from typing import Any

from companion.games.fate.acts import Act, Attack, EndTurn, Focus, Mend, Move, Practice, Prepare, Use
from companion.games.fate.board import LOCATION_OF, NEIGHBOURS, TERRAIN
from companion.games.fate.monsters import FACTION, LEGENDS, SIDES
from companion.games.fate.position import Monster
from tests.games.fate.card_book import FAR, TOWN, Book
from tests.games.fate.card_facts import Effect, Row, automatic, face, least_mana


class Reader(Book):
    """A position that changes with every act of the first hero."""

    def play(self, act: Act) -> None:
        """Change the table by an act that is legal."""
        follows = isinstance(act, Use) and self.effect(act).timing == "after_move_action"
        self.moved_last = self.moved_last if follows else "move" not in self.actions
        match act:
            case Move():
                self.actions.append("move")
                self.walk(act.path, action=True)
            case Attack():
                self.attack(act)
            case Use():
                self.use(act)
            case Focus(card):
                self.actions.append("focus")
                self.load(card, 1)
            case Mend(heal):
                self.actions.append("mend")
                self.damage -= heal.get(0, 0)
            case Practice():
                self.actions.append("practice")
                self.gold += 1
            case Prepare():
                self.actions.append("prepare")
                self.draw(1)
            case EndTurn():
                self.end_turn()

    def load(self, number: int, mana: int) -> None:
        self.cards[number] = self.cards[number]._replace(mana=self.cards[number].mana + mana)

    def gain_mana(self, amount: int) -> None:
        """Put mana without a choice on the first card that uses it."""
        if cards := self.mana_cards():
            self.load(cards[0], amount)

    def draw(self, cards: int) -> None:
        self.hand += max(0, min(cards, self.hand_limit() - self.hand))

    def pay(self, use: Use) -> int:
        """Return the mana paid."""
        row, effect = face(self.id, use.card, self.level), self.effect(use)
        cost, mana = effect.cost, least_mana(effect.cost)
        if row["pile"] == "event":
            self.hand -= 1
            self.discards.append(use.card)
        elif use.card and effect.limit in (
            "once_per_turn", "each_option_once_per_turn", "each_move_action", "once_per_monster_turn",
        ):  # fmt: skip
            card = self.cards[use.card]
            self.cards[use.card] = card._replace(used=card.used | 1 << use.option)
        paid = use.paid if mana[0] < mana[1] else mana[0]
        if use.card and use.card in self.cards:
            card = self.cards[use.card]
            self.cards[use.card] = card._replace(
                mana=card.mana - paid,
                damage=card.damage + cost.get("durability", 0),
                tokens=card.tokens - cost.get("token", 0),
            )
        left = cost.get("mana_any_card", 0)
        for number in self.in_play():
            part = min(left, self.cards[number].mana)
            self.load(number, -part)
            left -= part
        self.actions += [cost["spend_action"]] if "spend_action" in cost else []
        self.gold -= cost.get("gold", 0)
        self.hand -= len(use.discard)
        self.discards += use.discard
        if cost.get("unpreventable_damage_self"):
            self.hurt(cost["unpreventable_damage_self"])
        return paid

    def hurt(self, amount: int) -> None:
        self.damage += amount
        if self.damage >= self.health():
            self.hex, self.damage, self.town = "G", 5, self.town - min(2, self.town)

    def use(self, use: Use) -> None:
        """Apply an effect used by itself."""
        effect, does = self.effect(use), self.effect(use).does
        paid = self.pay(use)
        at = 0
        for monster_id in use.monsters:
            monster = self.monsters[monster_id]
            if "roll" in does:
                count = does["roll"]
                dice = use.dice[at : at + count] if len(use.monsters) > 1 else use.dice
                at += count
                self.harm(monster, self.rolled(dice, monster, [], attacking=False))
            elif "kill" in does:
                self.die(monster)
            elif "bounty" in does:
                self.monsters[monster_id] = monster._replace(bounty=monster.bounty + does["bounty"])
            elif "prevent_move" in does:
                self.monsters[monster_id] = monster._replace(held=True)
            elif "damage" in does:
                amount = paid if does["damage"] == "mana_spent" else does["damage"]
                if TERRAIN[monster.hex] == "forest":
                    amount = does.get("damage_in_forest", amount)
                self.harm(monster, amount, does.get("unpreventable", False))
        if does.get("swap_places"):
            self.swap(use.monsters[0])
        if "move_target" in does and use.hexes and use.monsters[0] in self.monsters:
            self.put(use.monsters[0], use.hexes[0])
        self.mend(use, does)
        if does.get("move"):
            self.walk(use.path, action=False)
            self.no_more = self.no_more or bool(does.get("then_no_more_moves"))
        self.gain(effect, use)

    def mend(self, use: Use, does: Row) -> None:
        heal = does.get("heal", 0) or does.get("heal_or_repair", 0)
        if heal:
            self.damage -= min(heal, self.damage)
        if each := does.get("heal_and_repair_each"):
            self.damage -= min(each, self.damage)
            for number in self.in_play():
                self.repair(number, each)
        if does.get("repair_self"):
            self.repair(use.card, FAR)
        if does.get("repair"):
            worn = [n for n in self.in_play() if face(self.id, n).get("durability") and self.cards[n].damage]
            for number in worn[:1]:
                self.repair(number, FAR)

    def repair(self, number: int, amount: int) -> None:
        card = self.cards[number]
        self.cards[number] = card._replace(damage=card.damage - min(amount, card.damage))

    def gain(self, effect: Effect, use: Use) -> None:
        does = effect.does
        self.gold += does.get("gain_xp", 0)
        self.move_bonus += does.get("move_bonus", 0)
        self.range_bonus += does.get("attack_range_bonus", 0)
        if does.get("gain_mana"):
            self.gain_mana(does["gain_mana"])
        if "draw" in does:
            self.draw(does["draw"])
        if "draw_up_to" in does:
            self.draw(does["draw_up_to"] - self.hand)
        self.town = min(TOWN, self.town + does.get("add_town_piece", 0))
        if does.get("complete_quest"):
            self.quest = FAR
        match does.get("grant_action"):
            case "mend":
                self.damage -= use.healed.get(0, 0)
            case "focus":
                self.gain_mana(1)
            case "prepare":
                self.draw(1)
            case "practice":
                self.gold += 1

    # Movement

    def walk(self, path: tuple[str, ...], action: bool) -> None:
        """Move the hero over free hexes."""
        for hex_ in path:
            self.enter(hex_)
        self.end_move(action)

    def enter(self, hex_: str) -> None:
        self.hex = hex_
        if TERRAIN.get(hex_) == "forest" and self.does("heal_on_entering_forest"):
            self.damage -= min(1, self.damage)
        wanted = self.wanted()
        for part in (wanted, *wanted.get("any_of", ())):
            enter = part.get("enter")
            if isinstance(enter, str) and LOCATION_OF.get(hex_) == enter:
                self.quest = FAR if part is not wanted else self.quest + 1
            elif isinstance(enter, dict) and self.counts(enter, hex_):
                self.quest += 1

    def end_move(self, action: bool) -> None:
        card = face(self.id, 0, self.level)
        times = ("after_move_action", "after_any_own_movement") if action else ("after_any_own_movement",)
        if card["timing"] in times and TERRAIN.get(self.hex) == "forest":
            self.gain_mana(card["effect"]["gain_mana"])
        end = self.wanted().get("end_move")
        for part in (end, *end.get("any_of", ())) if end else ():
            near = self.beside()
            mountains = [h for h in (self.hex, *NEIGHBOURS[self.hex]) if TERRAIN.get(h) == "mountain"]
            if (
                ("at" in part and LOCATION_OF.get(self.hex) == part["at"])
                or ("adjacent_terrain" in part and len(mountains) >= part["count"])
                or ("adjacent_monsters" in part and len(near) >= part["adjacent_monsters"])
                or ("adjacent_legends" in part and any(m.kind in LEGENDS for m in near))
            ):
                self.quest = 1

    def swap(self, monster_id: str) -> None:
        """Swap the hero and a monster; the hero moves even if the monster has died."""
        here, there = self.hex, self.swapped_from
        self.enter(there)
        if monster_id in self.monsters:
            self.monsters[monster_id] = self.monsters[monster_id]._replace(hex=here)
        self.end_move(action=False)

    def put(self, monster_id: str, hex_: str) -> None:
        monster = self.monsters[monster_id]
        if hex_ != "G":
            self.monsters[monster_id] = monster._replace(hex=hex_)
            return
        del self.monsters[monster_id]
        self.town -= min(self.town, 3 if monster.kind in LEGENDS else 1)

    # Attacks and damage

    def attack(self, act: Attack) -> None:
        """Resolve an attack action with the cards inside it."""
        monster = self.monsters[act.monster]
        granting = [use for use in act.uses if "grant_action" in self.effect(use).does]
        before = self.attack_dice(act)
        runes = act.dice.count("rune")
        added = runes if self.does("add_die_per_rune") else 0
        assert len(act.dice) == before + added, (before, added, act)
        if act.free:
            self.pay(granting[0])
        else:
            self.actions.append("attack")
        inside = [u for u in act.uses if self.effect(u).timing in ("attack_action", "any_own_roll")]
        beside = [m for m in self.monsters.values() if m.hex in NEIGHBOURS[monster.hex]]
        damage = self.rolled(act.dice, monster, inside, attacking=True)
        for use in inside:
            if "split_damage" in self.effect(use).does:
                damage -= use.amount
                self.harm(self.monsters[use.monsters[0]], use.amount)
        left = self.harm(monster, damage)
        for use in inside:
            does = self.effect(use).does
            if "carry_over" in does:
                left = self.carry(use, does["carry_over"], monster, left)
            if "splash_damage" in does and runes and use.monsters[0] in {m.id for m in beside}:
                self.harm(self.monsters[use.monsters[0]], runes)
        for number in self.in_play():
            most = face(self.id, number).get("effect", {}).get("store_excess_damage", 0)
            card = self.cards[number]
            self.cards[number] = card._replace(tokens=max(card.tokens, min(most, card.tokens + left)))
        for use in act.uses:
            effect = self.effect(use)
            if effect.timing == "after_attack_action":
                self.after_attack(use, effect.does)

    def after_attack(self, use: Use, does: Row) -> None:
        if "gain_mana" in does:
            self.gain_mana(does["gain_mana"])
        elif use.monsters:
            self.harm(self.monsters[use.monsters[0]], does["damage"])

    def rolled(self, dice: tuple[str, ...], monster: Monster, uses: list[Use], attacking: bool) -> int:
        """Return the damage of a roll before armour, and apply its gains for cards and quests."""
        roll = self.wanted().get("roll_dice")
        if roll and TERRAIN.get(self.hex) == roll["at"]:
            self.quest = min(FAR, self.quest + len(dice))
        always = [automatic(self.id, number) for number in self.in_play()] if attacking else []
        covered = TERRAIN[monster.hex] == "forest" and not any(row.get("ignore_cover") for row in always)
        runes, distance = dice.count("rune"), self.distance(monster)
        damage = dice.count("hit") + (0 if covered else dice.count("cover"))
        damage += runes if self.does("runes_count_as_hits") else 0
        near = len(self.beside())
        for row in always:
            fits = distance >= row.get("if_distance_at_least", 0)
            fits = fits and row.get("vs", FACTION[monster.kind]) == FACTION[monster.kind]
            added = row.get("add_damage", 0)
            extra = (
                {"distance": distance, "adjacent_monsters": near}[added] if isinstance(added, str) else added
            )
            damage += extra if fits else 0
        for use in uses:
            does = self.effect(use).does
            self.pay(use)
            damage += runes if does.get("add_damage") == "runes" else does.get("add_damage", 0)
            if does.get("add_stored_damage"):
                damage += self.cards[use.card].tokens
                self.cards[use.card] = self.cards[use.card]._replace(tokens=0)
        for number in self.in_play():
            if face(self.id, number).get("effect", {}).get("gain_mana_per_own_rune"):
                self.load(number, runes)
        return damage

    def harm(self, monster: Monster, amount: int, unpreventable: bool = False) -> int:
        """Resolve one damage event; return the excess damage if the monster dies."""
        side = SIDES[monster.kind, monster.level]
        armour = 0 if unpreventable or self.does("ignore_armor") else side.armour
        self.swapped_from = monster.hex
        hurt = monster._replace(damage=monster.damage + max(0, amount - armour))
        self.monsters[monster.id] = hurt
        if hurt.damage < side.health:
            return 0
        self.die(monster)
        return max(0, amount - armour - (side.health - monster.damage))

    def die(self, monster: Monster) -> None:
        side = SIDES[monster.kind, monster.level]
        self.monsters.pop(monster.id)
        self.gold += side.xp + monster.bounty
        wanted = self.wanted()
        for part in (wanted, *wanted.get("any_of", ())):
            kill = part.get("kill")
            if kill is not None and not (part.get("forgo_xp") and self.quest >= FAR):
                self._count_kill(part, kill, monster)
        collect = wanted.get("collect")
        if collect and FACTION[monster.kind] == collect["xp_from"]:
            self.quest += side.xp + monster.bounty

    def _count_kill(self, part: Row, kill: Row, monster: Monster) -> None:
        side, steps = SIDES[monster.kind, monster.level], self.distance(monster)
        if (
            kill.get("rank", side.rank) == side.rank
            and monster.kind in kill.get("types", [monster.kind])
            and kill.get("faction", FACTION[monster.kind]) == FACTION[monster.kind]
            and steps >= kill.get("min_distance", 0)
            and not (kill.get("adjacent") and steps > 1)
        ):
            worth = side.xp + monster.bounty
            if part.get("forgo_xp"):
                self.kills.append(worth)  # type: ignore[arg-type]  # only the gold matters here
                self.quest = min(self.quest or FAR, worth)
            else:
                self.quest += 1

    def carry(self, use: Use, how: str, killed: Monster, left: int) -> int:
        for monster_id in use.monsters:
            if not left or monster_id not in self.monsters:
                break
            left = self.harm(self.monsters[monster_id], left)
        if not use.monsters and left:
            choice = self.following(killed, how)
            if len(choice) == 1:
                left = self.harm(choice[0], left)
                if how == "chain" and left:
                    return self.carry(use, how, choice[0], left)
        return left

    def end_turn(self) -> None:
        """Add the mana that cards generate, and event cards."""
        for number in self.in_play():
            self.load(number, face(self.id, number).get("mana_generation", 0))
        more = [row["effect"]["draw"] for row in self.all_faces() if row.get("timing") == "end_of_turn"]
        self.draw(1 + sum(more))


def book(table: Any) -> Row:
    """Return the values that are compared."""
    return {
        **{
            key: getattr(table, key) for key in ("hex", "damage", "gold", "hand", "move_bonus", "range_bonus")
        },
        "quest": min(FAR, table.quest),
        "actions": sorted(table.actions),
        "strength": table.strength(),
        "health": table.health(),
        "range": table.range(),
        "steps": table.steps(),
        "town": table.town,
        "cards": {number: (c.damage, c.mana, c.tokens) for number, c in table.cards.items()},
        "monsters": {m.id: (m.hex, m.damage, m.bounty, m.held) for m in table.monsters.values()},
    }
