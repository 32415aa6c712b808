import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import ExitCode, VisionError
from vision.arrays import Picture
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, Frame, open_camera


def grey(level: int) -> Picture:
    return np.full((48, 64, 3), level, np.uint8)


def levels(camera: Camera) -> list[tuple[str, float, int]]:
    found = []
    while frame := camera.read():
        found.append((frame.name, frame.time_s, round(float(frame.picture.mean()))))
    camera.close()
    return found


def test_a_folder_gives_its_numbered_pictures_by_name(tmp_path: Path) -> None:
    for name, level in [("f_002.png", 90), ("f_000.png", 10), ("f_001.jpg", 50), ("board.png", 200)]:
        cv2.imwrite(str(tmp_path / name), grey(level))
    (tmp_path / "scene.json").write_text("{}")
    assert levels(open_camera(str(tmp_path))) == [
        ("f_000.png", 0.0, 10),
        ("f_001.jpg", 2.0, 50),
        ("f_002.png", 4.0, 90),
    ]


@pytest.mark.parametrize("name", ["0001.jpg", "0001.png"])
def test_a_truncated_picture_is_named(tmp_path: Path, name: str) -> None:
    cv2.imwrite(str(tmp_path / "0000.jpg"), grey(10))
    path = tmp_path / name
    cv2.imwrite(str(path), np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8))
    path.write_bytes(path.read_bytes()[:900])
    camera = open_camera(str(tmp_path))
    assert camera.read() is not None
    with pytest.raises(VisionError, match=f"{name}: .*stops after 900 bytes") as caught:
        camera.read()
    assert caught.value.code == "broken_picture"
    assert caught.value.exit_code == ExitCode.WRONG_INPUT


@pytest.mark.parametrize("content", [b"", b"hello, I am a text"])
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "0000.jpg").write_bytes(content)
    with pytest.raises(VisionError, match=r"0000\.jpg: .*neither JPEG nor PNG"):
        open_camera(str(tmp_path)).read()


def test_a_video_is_read_to_its_end(tmp_path: Path) -> None:
    path = str(tmp_path / "table.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 4, (64, 48))
    for level in (20, 120, 220):
        writer.write(grey(level))
    writer.release()
    found = levels(open_camera(path))
    assert [name for name, _, _ in found] == ["000000", "000001", "000002"]
    assert [time_s for _, time_s, _ in found] == pytest.approx([0, 0.25, 0.5])
    assert [level for _, _, level in found] == pytest.approx([20, 120, 220], abs=3)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("nowhere", "no such folder or file"),
        ("sim:x", "sim: and a number"),
        ("sim:1", "sim: and a number"),
        ("text.mp4", "not a video file"),
        ("empty", "no numbered pictures"),
    ],
)
def test_a_wrong_source_is_the_users_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.mp4").write_text("not a film")
    (tmp_path / "empty").mkdir()
    with pytest.raises(VisionError, match=f"^{source}: .*{said}") as caught:
        open_camera(source)
    assert caught.value.exit_code == ExitCode.WRONG_INPUT


@pytest.mark.parametrize("source", ["97", "/dev/no-such-camera", "http://127.0.0.1:9/stream"])
def test_a_camera_that_is_not_there_cannot_be_opened(source: str) -> None:
    with pytest.raises(VisionError, match="cannot be opened") as caught:
        open_camera(source)
    assert caught.value.code == "no_camera"
    assert caught.value.exit_code == ExitCode.CANNOT_GO_ON


def test_the_simulated_table_is_created_by_the_callback() -> None:
    class Twin:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def read(self) -> Frame | None:
            return None

        def close(self) -> None:
            return None

    camera = open_camera("sim:42", Twin)
    assert isinstance(camera, Twin)
    assert camera.seed == 42


def test_a_recording_can_be_watched_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "recording"
    corners = np.array([[1, 2], [60, 2], [60, 40.123], [1, 40]])
    recorder = Recorder(folder, {"game": "fae", "players": ["Ana", "Bo"]}, corners)
    recorder.write(Frame("x", 0.0, grey(30)))
    recorder.write(Frame("y", 0.7, grey(130)))
    assert levels(open_camera(str(folder))) == [("0000.jpg", 0.0, 30), ("0001.jpg", 2.0, 130)]
    scene = json.loads((folder / "scene.json").read_text())
    assert scene["players"] == ["Ana", "Bo"]
    assert scene["corners_px"][2] == [60, 40.1]


def test_a_recording_is_not_overwritten(tmp_path: Path) -> None:
    Recorder(tmp_path, {})
    with pytest.raises(VisionError, match=r"scene\.json: cannot be written \(File exists\)"):
        Recorder(tmp_path, {})


def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, {})
    (tmp_path / "0000.jpg").symlink_to("/dev/full")
    with pytest.raises(VisionError, match=r"0000\.jpg: cannot be written \(No space left on device\)"):
        recorder.write(Frame("x", 0.0, grey(30)))
