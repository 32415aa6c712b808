import json
import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import ExitCode, VisionError
from vision.arrays import Picture
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, Frame, Scaled, open_camera


def grey(level: int) -> Picture:
    return np.full((48, 64, 3), level, np.uint8)


def levels(camera: Camera) -> list[tuple[str, float, int]]:
    found = []
    while frame := camera.read():
        found.append((frame.name, frame.time_s, round(float(frame.picture.mean()))))
    camera.close()
    return found


def test_a_recording_gives_its_numbered_pictures_by_name(tmp_path: Path) -> None:
    for name, level in [("f_002.png", 90), ("f_000.png", 10), ("f_001.jpg", 50), ("board.png", 200)]:
        cv2.imwrite(str(tmp_path / name), grey(level))
    (tmp_path / "scene.json").write_text("{}")
    assert levels(open_camera(str(tmp_path))) == [
        ("f_000.png", 0.0, 10),
        ("f_001.jpg", 2.0, 50),
        ("f_002.png", 4.0, 90),
    ]


def test_a_folder_of_a_phone_gives_every_picture_in_natural_order(tmp_path: Path) -> None:
    names = ["IMG_9.JPG", "IMG_10.jpeg", "IMG_20260102_110000.webp", "IMG_20260102_120000.bmp", "table.tif"]
    for level, name in enumerate(reversed(names)):
        cv2.imwrite(str(tmp_path / name), grey(10 * level))
    reported: list[VisionError] = []
    assert [name for name, _, _ in levels(open_camera(str(tmp_path), report=reported.append))] == names
    assert not reported


def test_other_files_of_a_folder_are_left_out_and_named_once(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), grey(50))
    (tmp_path / "b.jpg").write_bytes((tmp_path / "a.png").read_bytes()[:60])
    cv2.imwrite(str(tmp_path / "c.png"), grey(70))
    (tmp_path / "sub.jpg").mkdir()
    for name in ("notes.txt", "film.mp4", "._a.png", ".DS_Store"):
        (tmp_path / name).write_bytes(b"x")
    reported: list[VisionError] = []
    found = levels(open_camera(str(tmp_path), report=reported.append))
    assert found == [("a.png", 0.0, 50), ("c.png", 4.0, 70)]
    others, broken = map(str, reported)
    assert all(name in others for name in ("notes.txt", "film.mp4", "._a.png", ".DS_Store"))
    assert "b.jpg" in broken and "without its end" in broken


def test_many_other_files_are_counted(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), grey(50))
    for number in range(12):
        (tmp_path / f"{number}.txt").write_bytes(b"x")
    reported: list[VisionError] = []
    open_camera(str(tmp_path), report=reported.append)
    (error,) = reported
    assert "4.txt and others (7)" in str(error) and "5.txt" not in str(error)


def test_a_folder_without_a_picture_that_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    with pytest.raises(VisionError, match="none of its pictures can be read") as caught:
        open_camera(str(tmp_path)).read()
    assert caught.value.exit_code == ExitCode.WRONG_INPUT


@pytest.mark.parametrize("name", ["IMG_1234.JPG", "table.webp"])
def test_one_picture_is_one_still_moment(tmp_path: Path, name: str) -> None:
    cv2.imwrite(str(tmp_path / name), grey(50))
    camera = open_camera(str(tmp_path / name))
    frame = camera.read()
    assert frame is not None and frame.still and frame.name == name
    assert camera.read() is None


def test_the_scale_of_a_large_picture_is_known_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "IMG_1.jpg"
    cv2.imwrite(str(path), np.zeros((3840, 5120, 3), np.uint8))
    camera = open_camera(str(path))
    assert isinstance(camera, Scaled) and camera.scale == 2.0
    frame = camera.read()
    assert frame is not None and frame.picture.shape == (1920, 2560, 3) and frame.scale == 2.0
    assert camera.read() is None


@pytest.mark.parametrize("name", ["0001.jpg", "0001.png"])
def test_a_truncated_picture_of_a_recording_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "scene.json").write_text("{}")
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
    path = tmp_path / "0000.jpg"
    path.write_bytes(content)
    with pytest.raises(VisionError, match=r"0000\.jpg: .*that are no JPEG, PNG"):
        open_camera(str(path)).read()


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


def turned(path: Path, degrees: int) -> None:
    """Let an MP4 file say that it is to be shown turned clockwise (ISO/IEC 14496-12, 6.2.2)."""
    content = bytearray(path.read_bytes())
    at = content.index(b"tkhd") + 4 + 40  # the matrix of a track header of version 0
    cos, sin = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    one = 1 << 16
    matrix = (cos * one, sin * one, 0, -sin * one, cos * one, 0, 0, 0, 1 << 30)
    content[at : at + 36] = struct.pack(">9i", *matrix)
    path.write_bytes(content)


def film(path: Path, pictures: Sequence[Picture], fps: float) -> None:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()


@pytest.mark.parametrize(("degrees", "corner"), [(90, (-4, 4)), (180, (-4, -4)), (270, (4, -4))])
def test_a_video_of_a_phone_is_upright(tmp_path: Path, degrees: int, corner: tuple[int, int]) -> None:
    """The bright corner at the top left of the sensor comes to the corner that the file says."""
    picture = grey(20)
    picture[:24, :32] = 220
    path = tmp_path / "VID_1.MOV"
    film(tmp_path / "x.mp4", [picture] * 3, 10)
    (tmp_path / "x.mp4").rename(path)
    turned(path, degrees)
    frame = open_camera(str(path)).read()
    assert frame is not None
    assert frame.picture.shape == ((48, 64, 3) if degrees == 180 else (64, 48, 3))
    y, x = ((4 if corner[1] > 0 else -4), (4 if corner[0] > 0 else -4))
    bright = [frame.picture[a, b].mean() > 120 for a in (4, -4) for b in (4, -4)]
    assert sum(bright) == 1 and frame.picture[y, x].mean() > 120


def test_slow_motion_is_thinned_out_and_keeps_its_times(tmp_path: Path) -> None:
    path = tmp_path / "slow.mp4"
    film(path, [grey(level) for level in range(0, 240, 2)], 120)
    found = levels(open_camera(str(path)))
    assert 20 <= len(found) <= 40
    times_s = [time_s for _, time_s, _ in found]
    assert times_s == sorted(set(times_s)) and times_s[-1] == pytest.approx(1.0, abs=0.1)
    assert found[1][0] == f"{round(found[1][1] * 120):06d}"


def test_a_large_video_is_reduced(tmp_path: Path) -> None:
    path = tmp_path / "4k.mp4"
    film(path, [np.zeros((2160, 3840, 3), np.uint8)], 30)
    camera = open_camera(str(path))
    frame = camera.read()
    assert frame is not None and frame.picture.shape == (1440, 2560, 3)
    assert isinstance(camera, Scaled) and camera.scale == frame.scale == 1.5 and not frame.still


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("nowhere", "no such folder or file"),
        ("sim:x", "sim: and a number"),
        ("sim:1", "sim: and a number"),
        ("text.mp4", "not a video file"),
        ("empty", "no pictures there"),
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
