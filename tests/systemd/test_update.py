"""The update's downloads, the user they run as, and the message left after a failure."""

import os
import subprocess
from pathlib import Path

import pytest

UPDATE = Path(__file__).resolve().parents[2] / "systemd/update.sh"
RUNUSER = """#!/bin/sh
# runuser -l OWNER -s /bin/sh -c COMMAND FOLDER, without becoming that user
echo "$2" >"$COMPANION_BASE/became"
shift 4
exec /bin/sh "$@"
"""


class Box:
    """A machine with the app installed from the folder `source`, a clone of `origin`."""

    def __init__(self, folder: Path) -> None:
        self.base, self.source, self.origin = folder / "opt", folder / "a clone", folder / "origin"
        tools = folder / "tools"
        for each in (self.base, tools, self.origin / "systemd"):
            each.mkdir(parents=True)
        (tools / "runuser").write_text(RUNUSER)
        (tools / "runuser").chmod(0o755)
        (self.base / "source").write_text(f"{self.source}\n")
        (self.base / "update-result").write_text("ready 1 5\n")
        self._around = os.environ | {
            "COMPANION_BASE": str(self.base), "PATH": f"{tools}:{os.environ['PATH']}",
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
        }  # fmt: skip
        self._git("init", "-q", str(self.origin))
        self.publish("false")
        self._git("clone", "-q", str(self.origin), str(self.source))

    def publish(self, installs: str) -> None:
        """A new version in `origin` whose install.sh does this."""
        script = self.origin / "systemd/install.sh"
        script.write_text(f"#!/bin/sh\n{installs}\n")
        script.chmod(0o755)
        self._git("-C", str(self.origin), "add", ".")
        self._git("-C", str(self.origin), "commit", "-q", "-m", installs)

    def change(self, *lines: str) -> None:
        """More lines in the changelog of `origin`."""
        with (self.origin / "CHANGELOG.md").open("a") as file:
            file.writelines(f"{line}\n" for line in lines)
        self._git("-C", str(self.origin), "add", ".")
        self._git("-C", str(self.origin), "commit", "-q", "-m", "changed")

    def tag(self, name: str, key: Path | None = None) -> None:
        """Name the newest version of `origin`; signed if there is a key."""
        signed = ("-c", "gpg.format=ssh", "-c", f"user.signingKey={key}") if key else ()
        self._git("-C", str(self.origin), *signed, "tag", "-s" if key else "-a", "-m", name, name)

    def key(self, name: str, trusted: bool = False) -> Path:
        """A key of somebody whom the machine trusts or not."""
        key = self.base.with_name(name)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        if trusted:
            public = key.with_suffix(".pub").read_text()
            (self.base / "allowed_signers").write_text(f"{name}@example.org {public}")
        return key

    def news(self) -> list[str]:
        subprocess.run([UPDATE.with_name("news.sh")], env=self._around, capture_output=True, check=True)
        return (self.base / "news").read_text().splitlines()

    def update(self) -> int:
        return subprocess.run([UPDATE], env=self._around, capture_output=True).returncode

    @property
    def result(self) -> str:
        return (self.base / "update-result").read_text().strip()

    def commit(self) -> str:
        """Content of the source folder."""
        told = subprocess.run(
            ["git", "-C", self.source, "rev-parse", "HEAD"], env=self._around, capture_output=True, text=True
        )
        return told.stdout.strip()

    def _git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], env=self._around, check=True)


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_what_is_new_is_fetched_as_the_owner_of_the_folder_and_installed(box: Box) -> None:
    box.publish('echo ready 2 4 >"$COMPANION_BASE/update-result"')
    assert box.update() == 0
    assert box.result == "ready 2 4"
    assert (box.base / "became").read_text().strip() == box.source.owner()


def test_a_version_that_does_not_start_stays_told(box: Box) -> None:
    box.publish('echo back 1 2 >"$COMPANION_BASE/update-result"; exit 1')
    assert (box.update(), box.result) == (1, "back 1 2")


@pytest.mark.parametrize("lost", ["fetching", "installing"])
def test_no_connection_is_told_and_not_how_the_update_before_went(box: Box, lost: str) -> None:
    if lost == "fetching":
        box.origin.rename(box.origin.with_name("gone"))
    else:
        box.publish("exit 1")
    assert (box.update(), box.result) == (1, "offline")


def test_what_is_new_is_told_and_not_installed(box: Box) -> None:
    assert box.news() == ["same"]
    box.change("- Lamps", "  at seats")
    assert box.news() == ["new", "- Lamps", "  at seats"]
    assert not (box.source / "CHANGELOG.md").exists()
    assert (box.base / "became").read_text().strip() == box.source.owner()


def test_what_was_fetched_and_did_not_start_is_new_still(box: Box) -> None:
    runs = box.commit()
    box.change("- Lamps")
    box.publish("exit 1")
    box.update()
    (box.base / "current").mkdir()
    (box.base / "current/commit").write_text(f"{runs}\n")
    assert box.news() == ["new", "- Lamps"]


def test_no_connection_is_no_news(box: Box) -> None:
    box.origin.rename(box.origin.with_name("gone"))
    assert box.news() == ["offline"]


def test_where_people_may_sign_what_they_signed_is_installed(box: Box) -> None:
    box.publish('echo ready 2 4 >"$COMPANION_BASE/update-result"')
    box.change("- Lamps")
    box.tag("v2", box.key("ana", trusted=True))
    box.publish("exit 1")  # nobody has signed it yet
    assert box.news() == ["new verified", "- Lamps"]
    assert (box.update(), box.result) == (0, "ready 2 4")
    assert box.news() == ["same"]


@pytest.mark.parametrize("signed", ["by nobody", "by a stranger", "not even named"])
def test_nothing_runs_of_a_version_that_nobody_trusted_has_signed(box: Box, signed: str) -> None:
    before = box.commit()
    box.key("ana", trusted=True)
    box.publish('touch "$COMPANION_BASE/ran"')
    if signed != "not even named":
        box.tag("v2", box.key("bo") if signed == "by a stranger" else None)
    told = "unsigned" if signed == "not even named" else "unsigned v2"
    assert [line.strip() for line in box.news()] == [told]
    assert (box.update(), box.result, box.commit()) == (1, told, before)
    assert not (box.base / "ran").exists()


def test_a_folder_that_was_changed_is_not_what_was_signed(box: Box) -> None:
    box.change("- Lamps")
    box.tag("v2", box.key("ana", trusted=True))
    (box.source / "systemd/install.sh").write_text('#!/bin/sh\ntouch "$COMPANION_BASE/ran"\n')
    assert (box.update(), box.result) == (1, "unsigned v2")
    assert not (box.base / "ran").exists()


def test_a_signed_version_that_is_older_is_not_gone_back_to(box: Box) -> None:
    box.tag("v1", box.key("ana", trusted=True))
    box.publish('touch "$COMPANION_BASE/ran"')
    subprocess.run(["git", "-C", box.source, "pull", "-q"], check=True)
    assert box.news() == ["same"]
    assert box.update() == 1 and not (box.base / "ran").exists()
