"""Before any test imports numpy: its matrices are small here, threads cost more than they bring."""

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(autouse=True, scope="session")
def empty_state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What was learnt and played on this computer is not seen by any test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
