"""Things to think about; in a file of their own, as the process that thinks imports it."""

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from companion.games import fae
from companion.games.base import Advice, Chance, Sentence


def echo(
    past: Sequence[Any], seat: int, secret: Any, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Any], ...]:
    return (Advice((seat, secret, trials, chance.randrange(10**6)), (), (), Sentence("echo")),)


def for_ever(
    past: Sequence[Any], seat: int, secret: Any, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Any], ...]:
    while True:
        pass


def dies(
    past: Sequence[Any], seat: int, secret: Any, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Any], ...]:
    if go_on():  # in the process, where there is time
        raise SystemExit(3)
    return echo(past, seat, secret, trials, chance, go_on)


def raises(
    past: Sequence[Any], seat: int, secret: Any, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Any], ...]:
    raise KeyError(secret)


def illegal(
    past: Sequence[Any], seat: int, secret: Any, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Any], ...]:
    return (Advice(fae.Move(1, 60), (), (), Sentence("far")),)


def unpicklable(
    past: Sequence[Any], seat: int, secret: Any, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Any], ...]:
    return (Advice(MappingProxyType({}), (), (), Sentence("stays")),)
