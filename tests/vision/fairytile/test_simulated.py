import pytest

from companion.app.fairytile import hands
from companion.games import fairytile
from companion.games.fairytile.board import read_cell
from companion.table.guide import GuideStep
from vision.fairytile.reader import KingdomReader
from vision.fairytile.simulated import SimulatedKingdom, sample_classifier


@pytest.mark.slow
def test_the_simulated_kingdom_is_read_as_it_lies() -> None:
    position = hands.opening(5)
    twin = SimulatedKingdom(fairytile.table(position), 5, rest_s=0.5)
    figure, start = next(iter(position.figure_cells.items()))
    to = min(fairytile.reachable(position, figure))
    source, target = (f"{q},{r}" for q, r in (start, to))
    frames = list(twin.frames([GuideStep("move", source, target, {figure: 1})], fps=3))
    reader = KingdomReader(classifier=sample_classifier())
    reader.accept(fairytile.table(position))
    first = reader.look("0", 0.0, frames[0].picture)
    assert {space: dict(kinds) for space, kinds in first.table.items()} == frames[0].truth
    troubles = {reader.look(str(i), i / 3, f.picture).trouble for i, f in enumerate(frames) if f.hand_in_view}
    assert "hand" in troubles
    last = reader.look("9", 99.0, frames[-1].picture)
    assert last.trouble is None
    assert reader.reading.figures[figure].cell == read_cell(target)
