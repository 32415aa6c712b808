"""Mounting of USB sticks without a desktop, with the tools of the system replaced."""

import os
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
OUTSIDE = "/".join(("..", "..", "etc"))
DISKS = """#!/bin/sh
# lsblk -dno COLUMN DEVICE
case $2-$3 in
PKNAME-/dev/sda1 | PKNAME-/dev/sda2) echo sda ;;
PKNAME-/dev/mmcblk0p2) echo mmcblk0 ;;
PKNAME-*) echo ;;
FSTYPE-*) echo "$STICK_TYPE" ;;
LABEL-*) echo "$STICK_LABEL" ;;
esac
"""
MOUNTED = """#!/bin/sh
# findmnt -nvo SOURCE POINT, findmnt -no TARGET -S DEVICE
case $2-$3 in
SOURCE-/) echo "$ROOT_DEVICE" ;;
SOURCE-*) exit 1 ;;
TARGET--S) [ -n "$ELSEWHERE" ] && echo "$ELSEWHERE" ;;
esac
"""
CALLED = """#!/bin/sh
echo "$(basename "$0") $*" >>"$CALLS"
[ -z "${REFUSED:-}" ]
"""


@pytest.fixture
def run(tmp_path: Path) -> "Run":
    return Run(tmp_path)


class Run:
    """`stick.sh` with a stick sda1, and the calls to mount and umount."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.media, self.calls = folder, folder / "media", folder / "calls"
        programs = folder / "bin"
        programs.mkdir()
        self.media.mkdir()
        identity = "#!/bin/sh\necho 991\n"
        fakes = {"lsblk": DISKS, "findmnt": MOUNTED, "mount": CALLED, "umount": CALLED, "id": identity}
        for name, text in fakes.items():
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.settings = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "MEDIA": str(self.media),
            "CALLS": str(self.calls),
            "STICK_TYPE": "vfat",
            "STICK_LABEL": "MY STICK",
            "ROOT_DEVICE": "/dev/mmcblk0p2",
            "ELSEWHERE": "",
        }

    def __call__(self, act: str, device: str = "sda1", **settings: str) -> list[str]:
        """Run the script and return its calls."""
        self.calls.unlink(missing_ok=True)
        command = ["sh", str(FOLDER / "stick.sh"), act, device]
        done = subprocess.run(command, env=self.settings | settings, capture_output=True, text=True)
        assert done.stderr == "" and done.returncode == (1 if "REFUSED" in settings else 0)
        return self.calls.read_text().splitlines() if self.calls.exists() else []


@pytest.mark.parametrize(
    ("kind", "driver", "more"), [("vfat", "vfat", ",flush"), ("exfat", "exfat", ""), ("ntfs", "ntfs3", "")]
)
def test_a_stick_is_mounted_for_the_user_of_the_app(run: Run, kind: str, driver: str, more: str) -> None:
    options = f"nosuid,nodev,noexec,noatime,uid=991,gid=991,umask=077{more}"
    where = f"{run.media}/sda1/MY STICK"
    assert run("mount", STICK_TYPE=kind) == [f"mount -t {driver} -o {options} /dev/sda1 {where}"]
    assert Path(where).is_dir()


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("", "USB"),
        (OUTSIDE, "etc"),
        ("Fotos de verão", "Fotos de vero"),
        ("  -a b ", "-a b"),
        ("..", "USB"),
    ],
)
def test_no_label_leads_out_of_the_folder(run: Run, label: str, name: str) -> None:
    (call,) = run("mount", STICK_LABEL=label)
    assert call.endswith(f" /dev/sda1 {run.media}/sda1/{name}")


@pytest.mark.parametrize("root", ["/dev/sda2", "/dev/sda1"])
def test_the_disk_of_the_system_is_no_stick(run: Run, root: str) -> None:
    assert run("mount", ROOT_DEVICE=root) == []


def test_a_stick_without_partitions_is_mounted_but_not_the_disk_of_the_system(run: Run) -> None:
    assert len(run("mount", "sdb")) == 1
    assert run("mount", "sda", ROOT_DEVICE="/dev/sda2") == []


def test_a_root_that_is_no_disk_keeps_no_stick_out(run: Run) -> None:
    assert len(run("mount", ROOT_DEVICE="overlay")) == 1


def test_a_stick_that_is_mounted_already_stays_as_it_is(run: Run) -> None:
    assert run("mount", ELSEWHERE="/media/ana/MY STICK") == []


def test_nothing_stays_of_a_stick_that_was_pulled_out(run: Run) -> None:
    run("mount")
    assert run("unmount") == [f"umount -l {run.media}/sda1/MY STICK"]
    assert list(run.media.iterdir()) == []
    assert run("unmount") == [], "twice does no harm"


def test_a_stick_that_cannot_be_mounted_leaves_an_empty_folder_that_goes_again(run: Run) -> None:
    run("mount", REFUSED="1")
    run("unmount")
    assert list(run.media.iterdir()) == []


def test_the_rule_names_the_unit_and_the_app_may_write_where_it_mounts() -> None:
    rule = (FOLDER / "companion-stick.rules").read_text()
    assert 'ENV{SYSTEMD_WANTS}+="companion-stick@%k.service"' in rule and 'SUBSYSTEMS=="usb"' in rule
    unit = (FOLDER / "companion-stick@.service").read_text()
    assert "BindsTo=dev-%i.device" in unit and "ExecStart=/opt/companion/stick.sh mount %i" in unit
    assert "ReadWritePaths=-/media" in (FOLDER / "companion.service").read_text()
    installed = (FOLDER / "install.sh").read_text()
    for name in ("companion-stick.rules", "companion-stick@.service", "stick.sh"):
        assert name in installed, name
        assert name in (FOLDER / "uninstall.sh").read_text() or name == "stick.sh"
