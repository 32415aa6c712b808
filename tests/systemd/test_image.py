"""The recipe of the card: its partitions, and what names them in several files."""

import re
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "systemd/image"
RECIPE = (FOLDER / "build.sh").read_text("utf-8")


def mebibytes(name: str) -> list[int]:
    found = re.search(rf"\b{name}=\((.*?)\)", RECIPE)
    assert found
    return [int(number) for number in re.findall(r"\[(?:firmware|root|data)\]=(\d+)", found[1])]


def test_partitions_follow_one_another_and_fill_the_card() -> None:
    """Qemu takes a card only if its size is a power of two."""
    firsts, lengths = mebibytes("first"), mebibytes("length")
    ends = [first + length for first, length in zip(firsts, lengths, strict=True)]
    assert firsts[1:] == ends[:-1]
    assert ends[-1] == 4096


@pytest.mark.parametrize("place", ["systemd/image/files/etc/default/raspi-firmware", "tests/vm/image.sh"])
def test_kernel_gets_the_name_of_the_system_partition(place: str) -> None:
    found = re.search(r"^root_id=(\S+)$", RECIPE, re.M)
    assert found
    assert f"=UUID={found[1]}" in (FOLDER.parents[1] / place).read_text("utf-8")


@pytest.mark.parametrize("script", ["systemd/image/build.sh", "systemd/image/native.sh", "tests/vm/image.sh"])
def test_scripts_can_be_read_by_the_shell(script: str) -> None:
    place = FOLDER.parents[1] / script
    shell = place.read_text("utf-8").splitlines()[0].removeprefix("#!")
    subprocess.run([shell, "-n", place], check=True)


def test_version_is_named_after_the_commit_where_the_build_says_so() -> None:
    """Otherwise the folder of the app differs from image to image."""
    lines = (FOLDER.parent / "install.sh").read_text("utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("name=")]
    named = [
        subprocess.run(
            ["/bin/sh", "-euc", f'{line}; echo "$name"'], env=env, check=True, capture_output=True, text=True
        ).stdout.strip()
        for env in ({"SOURCE_DATE_EPOCH": "1700000000"}, {})
    ]
    assert named[0] == "20231114-221320"
    assert named[1] > named[0]
