"""Rows of a matrix: the hardest in every run of the tests, the others in the slow ones."""

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(first: int, rows: Iterable[Any]) -> list[Any]:
    """Return the rows of `parametrize`, the hardest first: all but so many of them have the mark `slow`.

    A tuple holds the values of several arguments.
    """
    return [
        pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=[pytest.mark.slow] * (at >= first))
        for at, row in enumerate(rows)
    ]
