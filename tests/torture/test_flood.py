"""A crowd at a whole app; `make torture-flood TIMES=300` plays longer."""

import pytest

from tests.torture import flood


@pytest.mark.slow
def test_phones_play_on_beside_a_crowd() -> None:
    tally = flood.torture(100)
    print(tally.row)
    assert not tally.failed, tally.failed[:5]
    assert tally.tried == 4 * 103
