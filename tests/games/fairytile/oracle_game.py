"""Whole games of the second implementation: written documents in, results out."""

from typing import Any

from tests.games.fairytile import oracle
from tests.games.fairytile.oracle import RefusedError, Turn, point, text


class Table:
    """State of a whole game with a set of tiles and pages."""

    def __init__(self, document: dict[str, Any]) -> None:
        setup = document["setup"]
        self.tiles, self.pages = document["tiles"], document["pages"]
        self.options = document.get("options", {})
        self.players = setup["players"]
        self.kingdom: oracle.Land = {}
        self.figures: dict[str, oracle.Point] = {}
        for name, at, turn in setup["start"]:
            face = self.tiles[name]["front"]
            self.kingdom.update(oracle.tile_at(face, point(at), turn))
            self.figures[face["start"]] = point(at)
        self.stack = [self.tiles[name][side] for name, side in setup["stack"]]
        self.books = {player: list(book) for player, book in setup["books"].items()}
        self.told_pages: dict[str, list[int]] = {player: [] for player in self.players}
        self.magic = dict.fromkeys(self.players, False)
        self.out: list[str] = []
        self.turn = 0

    @property
    def over(self) -> bool:
        return any(not book for book in self.books.values()) or len(self.out) == len(self.players)

    def play(self, turn: dict[str, Any]) -> None:
        """Play a turn. Raises RefusedError if it is illegal; then nothing has changed."""
        player = self.players[self.turn]
        if self.over:
            raise RefusedError("game_over")
        acts = turn.get("adventure") or []
        if turn.get("turn_page") or turn.get("out"):
            if "tell" in turn:
                raise RefusedError("cannot_tell")
            if turn.get("out"):
                self.out.append(player)
            else:
                self.books[player].append(self.books[player].pop(0))
                self.magic[player] = True
        elif not acts:
            raise RefusedError("nothing_done")
        else:
            self._adventures(player, acts, turn.get("tell"))
        if not self.over:
            self.turn = next(
                seat
                for seat in [(self.turn + n) % len(self.players) for n in range(1, len(self.players) + 1)]
                if self.players[seat] not in self.out
            )

    def _adventures(self, player: str, acts: list[dict[str, Any]], tell: Any) -> None:
        tells = tell if isinstance(tell, list) else [] if tell is None else [tell]
        if len(acts) > 2:
            raise RefusedError("no_magic")
        now, stack, book = (
            Turn(self.kingdom, self.figures, self.options),
            list(self.stack),
            list(self.books[player]),
        )
        told_this_turn: list[int] = []
        for number, act in enumerate(acts, 1):
            if not book:
                raise RefusedError("game_over")
            if number == 2 and not self.magic[player]:
                raise RefusedError("no_magic")
            if "move" in act:
                now.move(act["move"], point(act["to"]))
            elif not stack:
                raise RefusedError("stack_empty")
            else:
                now.place(stack[0], point(act["place"][0]), act["place"][1])
                stack.pop(0)
            for _ in range(tells.count(number)):
                if told_this_turn:
                    raise RefusedError("told_already")
                if not now.fulfilled(self.pages[str(book[0])]):
                    raise RefusedError("cannot_tell")
                told_this_turn.append(book.pop(0))
        if any(number < 1 or number > len(acts) for number in tells):
            raise RefusedError("told_already" if told_this_turn else "cannot_tell")
        self.kingdom, self.figures, self.stack = now.kingdom, now.figures, stack
        self.books[player] = book
        self.told_pages[player] += told_this_turn
        if len(acts) == 2:
            self.magic[player] = False


def play(document: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a document with a valid set-up; `error` is a turn and a code."""
    table, error, played = Table(document), None, 0
    for number, turn in enumerate(document["turns"], 1):
        try:
            table.play(turn)
        except RefusedError as refused:
            error = (number, str(refused))
            break
        played = number
    winner = next((player for player, book in table.books.items() if not book), None)
    return {
        "game": "fairytile",
        "status": "finished" if table.over else "playing",
        "turn": table.players[table.turn],
        "turns_played": played,
        "kingdom": {
            text(at): {"terrain": terrain, "river": sorted(river)}
            for at, (terrain, river) in table.kingdom.items()
        },
        "figures": {who: text(at) for who, at in table.figures.items()},
        "stack_left": len(table.stack),
        "magic": table.magic,
        "told": table.told_pages,
        "pages_left": {player: len(book) for player, book in table.books.items()},
        "out": table.out,
        "result": {"winner": winner} if table.over else None,
        "error": error,
    }
