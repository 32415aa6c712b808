"""Markdown tables that are also pleasant to read as text."""

from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The first column flush left, the others flush right."""
    cells = [list(header), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    first, *others = widths
    rule = ["-" * first, *("-" * (width - 1) + ":" for width in others)]
    lines = [
        [row[0].ljust(first), *(cell.rjust(width) for cell, width in zip(row[1:], others, strict=True))]
        for row in (cells[0], rule, *cells[1:])
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
