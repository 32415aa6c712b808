"""Recognition of button presses from the times of their changes; it has no clock of its own."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

How: TypeAlias = Literal["short", "long", "double", "together", "stuck"]
BOUNCE_S, DOUBLE_S, LONG_S, STUCK_S = 0.02, 0.35, 0.8, 20.0


class ButtonPress(NamedTuple):
    """A button and the kind of press; "together" names the button pressed second."""

    button: str
    how: How


@dataclass(slots=True)
class _State:
    """`reported`: no more comes of this press. `once`: it was short, and may become a double one."""

    down: bool = False
    since_s: float = -1e9
    reported: bool = False
    once: bool = False
    stuck: bool = False


class PressRecogniser:
    """Distinguishes short, long and double presses, two buttons at once, and a stuck button.

    A change within `BOUNCE_S` seconds of the last one is contact bounce. Only the buttons in `doubles`
    wait after a short press for a second one.
    """

    def __init__(self, doubles: Collection[str] = ()) -> None:
        self._doubles = frozenset(doubles)
        self._states: dict[str, _State] = {}

    def change(self, button: str, down: bool, at_s: float) -> list[ButtonPress]:
        """Process a change of a button; return the completed presses."""
        state = self._states.setdefault(button, _State())
        if state.down == down or at_s - state.since_s < BOUNCE_S:
            return []
        held_s, state.down, state.since_s = at_s - state.since_s, down, at_s
        if down:
            return self._went_down(button, state)
        done, state.reported, state.stuck = state.reported, False, False
        if done:
            return []
        if held_s >= LONG_S:
            return [ButtonPress(button, "long")]
        if state.once:
            state.once = False
            return [ButtonPress(button, "double")]
        if button in self._doubles:
            state.once = True
            return []
        return [ButtonPress(button, "short")]

    def passed(self, at_s: float) -> list[ButtonPress]:
        """Process elapsed time; return the completed presses."""
        found: list[ButtonPress] = []
        for button, state in self._states.items():
            lasts_s = at_s - state.since_s
            if state.down and not state.reported and lasts_s >= LONG_S:
                state.reported, state.once = True, False
                found.append(ButtonPress(button, "long"))
            if state.down and not state.stuck and lasts_s >= STUCK_S:
                state.stuck = True
                found.append(ButtonPress(button, "stuck"))
            if not state.down and state.once and lasts_s >= DOUBLE_S:
                state.once = False
                found.append(ButtonPress(button, "short"))
        return found

    def due_s(self) -> float | None:
        """Time of the next call of `passed`; None if none is needed."""
        times = []
        for state in self._states.values():
            if state.down and not state.reported:
                times.append(state.since_s + LONG_S)
            elif state.down and not state.stuck:
                times.append(state.since_s + STUCK_S)
            elif not state.down and state.once:
                times.append(state.since_s + DOUBLE_S)
        return min(times, default=None)

    def _went_down(self, button: str, state: _State) -> list[ButtonPress]:
        """Process a button going down; a stuck button does not block the others."""
        others = [one for one in self._states.values() if one is not state and one.down and not one.stuck]
        for one in (state, *others) if others else ():
            one.reported, one.once = True, False
        return [ButtonPress(button, "together")] if others else []
