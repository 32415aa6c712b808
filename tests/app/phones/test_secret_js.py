"""Encryption of the page beside that of the table, without a browser."""

import base64
import json
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion.app.phones import sealing

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(not NODE, reason="no JavaScript engine: apt install nodejs")
SCRIPT = """
import { agree, bytes, seal, text64, unseal } from "./page/secret.js";
const { table, key, sealed, said } = JSON.parse(process.argv[2]);
const seed = Uint8Array.from({ length: 32 }, (_, n) => n + 1);
const agreed = agree(bytes(table), seed);
const found = { mine: text64(agreed.mine), key: text64(agreed.key) };
found.sealed = seal(key, said);
found.twice = seal(key, said);
try {
  found.opened = unseal(key, sealed);
} catch {
  found.opened = "refused";
}
console.log(JSON.stringify(found));
"""


def page(folder: Path, **given: str) -> dict[str, Any]:
    """Run the page's part, with Node's newest or oldest way to tell modules."""
    with resources.as_file(resources.files("ui.phone")) as files:
        shutil.copytree(files, folder / "page", dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "run.js").write_text(SCRIPT, "utf-8")
    assert NODE
    ran = subprocess.run([NODE, "run.js", json.dumps(given)], cwd=folder, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_page_and_table_agree_a_key_and_read_each_other(tmp_path: Path) -> None:
    table, key = sealing.TableKey(), bytes(range(32))
    message = {"do": "act", "name": "Zoë 🐉", "spaces": [1, 2]}
    found = page(
        tmp_path,
        table=sealing.as_text(table.public),
        key=base64.b64encode(key).decode(),
        sealed=sealing.seal(key, message, 1024),
        said=json.dumps(message),
    )
    assert table.agree(base64.b64decode(found["mine"])) == base64.b64decode(found["key"])
    assert found["opened"] == message
    assert json.loads(json.loads(sealing.unseal(key, found["sealed"]))) == message
    assert found["sealed"] != found["twice"], "a nonce of its own for each"
    assert len(found["sealed"]) == len(sealing.seal(key, "", sealing.DECISION_BYTES))


def test_what_was_changed_or_sealed_for_another_is_refused(tmp_path: Path) -> None:
    mine = base64.b64encode(bytes(32)).decode()
    for sealed in (sealing.seal(bytes([7] * 32), {}, 512), sealing.seal(bytes(32), {}, 512)[:-4] + "AAA="):
        table = sealing.as_text(sealing.TableKey().public)
        assert page(tmp_path, table=table, key=mine, sealed=sealed, said="")["opened"] == "refused"
