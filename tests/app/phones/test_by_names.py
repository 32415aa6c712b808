"""Whole games by accessible names and roles alone: the player sees no pixel and knows no selector."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from tests.app.phones import test_browsers, test_page
from tests.app.phones.browsers import DrivenPage
from tests.app.phones.test_browsers import CONFIG, HEROES_ACT, Game, two_chromiums

pytestmark, app = test_page.pytestmark, test_browsers.app
NO_MOVE = {
    "Undo",
    "Hint",
    "Last moves",
    "More",
    "Rule",
    "Close",
    "Closer",
    "The whole board",
    "Redo",
    "Hide it",
}
"""Names of keys that make no move."""
LEAVES = {"Back", "Keep it"}
"""Names of keys that leave what is begun."""
LATER = LEAVES | {"Another place", "Turn it", "Turn a page", "I give up"}
"""Names of keys that are pressed if there is nothing else."""
PLACES = {"navigation", "main", "Your hand", "Your page"}
"""Landmarks and regions whose buttons are for moves; elsewhere only what can be chosen is."""
PRESS = "function () { this.dispatchEvent(new MouseEvent('click', {bubbles: true})); }"
"""Script of a screen reader's click. An element of an SVG drawing has no method `click`."""


class Key(NamedTuple):
    """A button as a screen reader tells it: the landmark or the name of the region it is in, and its state.

    `pressed` is None if it cannot be chosen.
    """

    node: int
    name: str
    place: str
    pressed: bool | None


class NamedPage(DrivenPage):
    """A page whose player hears names, roles and states. `game` is what is played."""

    game: Game

    def keys(self) -> list[Key]:
        """All buttons that can be pressed, in the order of reading."""
        nodes = self._driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def place(node: Mapping[str, Any]) -> str:
            while (above := by_id.get(node.get("parentId", ""))) is not None:
                node = above
                role = node.get("role", {}).get("value", "")
                if role == "region":
                    return str(node["name"]["value"])
                if role in ("dialog", "contentinfo", "navigation", "main"):
                    return str(role)
            return ""

        found = []
        for node in nodes:
            state = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            role = node.get("role", {}).get("value")
            if node.get("ignored") or role not in ("button", "ToggleButton") or state.get("disabled"):
                continue
            name, pressed = node["name"]["value"], state.get("pressed")
            found.append(Key(node["backendDOMNodeId"], name, place(node), pressed and pressed == "true"))
        return found

    def press(self, wishes: Sequence[str], chance: float) -> tuple[bool, bool]:
        """Press a key by its name, whatever selectors are wished for: if there was one, and if it decided."""
        keys = self.keys()
        assert all(key.name.strip() for key in keys), "a button has no name"
        choices = [key for key in keys if key.place in ("navigation", "Board")]
        alike = [name for name, n in Counter(key.name for key in choices).items() if n > 1]
        assert not alike, f"choices read alike: {alike}"
        key = self._wanted(keys, chance, "[data-key=secret]" in wishes)
        if key is None:
            return False, False
        told = self.run("return window.told")
        node = self._driver.execute_cdp_cmd("DOM.resolveNode", {"backendNodeId": key.node})["object"][
            "objectId"
        ]
        call = {"objectId": node, "functionDeclaration": PRESS}
        self._driver.execute_cdp_cmd("Runtime.callFunctionOn", call)
        return True, bool(self.run("return window.told > arguments[0]", told))

    def _wanted(self, keys: Sequence[Key], chance: float, secret: bool) -> Key | None:
        """Choose: the main key when something is chosen, else often a choice, else anything."""
        bar = [key for key in keys if key.place == "contentinfo" and key.name not in NO_MOVE | LEAVES]
        hidden = [key for key in bar if key.name.endswith("hold")]
        if secret:
            return hidden[0] if hidden else None
        main = [key for key in bar if key not in hidden][:1]
        if near := [key for key in keys if key.place == "dialog" and key.name == "Close"]:
            return near[0]
        others = [key for key in keys if key.place != "contentinfo" and key.name not in NO_MOVE | LATER]
        others = [key for key in others if key.place in PLACES or key.pressed is not None]
        if self.game.name == "fate" and self.game.decisions > HEROES_ACT:
            others = [key for key in others if key.name == "All done"]
        chosen = any(key.pressed for key in keys)
        if main and (chosen or not others or chance < 0.5):
            return main[0]
        wanted = [key for key in others if not key.pressed]
        sends = [key for key in wanted if key.pressed is None and key.place == "Your hand"]
        if sends and chosen and chance < 0.6:
            return sends[0]
        late = [key for key in keys if key.name in LATER]
        pool = late if late and chance > 0.9 else wanted or main or late
        return pool[int(chance * 997) % len(pool)] if pool else None


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[NamedPage]]:
    with two_chromiums(tmp_path_factory.mktemp("browsers"), NamedPage) as found:
        yield found


@pytest.mark.parametrize("name", CONFIG)
def test_a_whole_game_by_names(app: Any, pages: Sequence[NamedPage], name: str) -> None:
    game = Game(app, name, pages)
    for page in pages:
        page.game = game
    game.play()
    assert game.snapshot.over
    print(f"{name}: {game.decisions} decisions, {game.presses} presses")
