import json
from pathlib import Path

import pytest

from companion.app.camera.frame_reader import FrameReader
from companion.app.fairytile import hands, watch
from companion.app.fairytile.start_file import read_start
from companion.errors import RuleError
from companion.games import fairytile
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import PlaceTile
from companion.session.base import SessionContext
from companion.session.fairytile.session import FairySession
from companion.simulation.player import movements_to
from companion.simulation.watch import WatchLoop, WatchRequest
from tests.vision.fairytile.pictures import FOLDER
from vision.fairytile.reader import KingdomReader
from vision.fairytile.simulated import SimulatedKingdom, sample_classifier
from vision.simulated import SimulatedCamera

SEED, FPS = 3, 2.0


@pytest.mark.slow
def test_a_tile_laid_at_the_simulated_kingdom_is_told() -> None:
    position = hands.opening(SEED)
    place = PlaceTile(*fairytile.spots(position)[0])
    after = fairytile.apply(position, place)
    twin = SimulatedKingdom(fairytile.table(position), SEED, rest_s=1.0)
    camera = SimulatedCamera(twin, [movements_to(twin, fairytile.table(after))], fps=FPS)
    reader = KingdomReader(classifier=sample_classifier())
    reader.accept(fairytile.table(position))
    session = FairySession.follow(position, hands.PLAYERS, SessionContext(interactive=False))
    watching = WatchLoop(camera, watch.KingdomWatcher(FrameReader(lambda _: reader), session))
    told = [event.as_json() for event in watching.events()]
    placed = [line for line in told if line["event"] == "placed"]
    assert [(line["tile"], line["at"], line["turn"]) for line in placed] == [
        (position.stack[0].tile, cell_text(place.at), place.turn)
    ]
    assert "illegal" not in {line["event"] for line in told}
    assert session.position.kingdom.cells == after.kingdom.cells


def test_pictures_of_nobodys_tiles_are_all_unsure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    watching = watch.open_watch(WatchRequest(source=str(FOLDER / "lamp")))
    line = next(iter(watching.events())).as_json()
    watching.close()
    assert line["event"] == "table"
    assert set(line["unsure"]) == set(line["cells"])
    assert {cell["terrain"] for cell in line["cells"].values()} == {None}


def test_a_start_file_leads_to_its_position(tmp_path: Path) -> None:
    start = {"players": ["Ana", "Bo"], "start": [["S1", "0,0", 3], ["S2", "1,0", 5], ["S3", "0,1", 1]]}
    path = tmp_path / "start.json"
    path.write_text(json.dumps({"game": "fairytile", "setup": start, "turns": []}))
    whole = read_start(path)
    path.write_text(json.dumps(start))
    assert read_start(path) == whole
    assert whole.players == ("Ana", "Bo")
    path.write_text(json.dumps({"setup": {**start, "players": ["Ana"]}}))
    with pytest.raises(RuleError) as caught:
        read_start(path)
    assert caught.value.code == "bad_start"
    assert "start.json" in str(caught.value)
