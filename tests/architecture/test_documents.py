import ast
import re
from functools import cache
from pathlib import Path

import click
import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from companion.cli import COMMANDS, companion
from tests.architecture.tree import ROOT, files
from tests.bench.__main__ import BEGIN, CAPTIONS, END, FIGURES, write_figures

README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = [path for path in files() if path.suffix == ".md"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_and_a_language(name: str) -> None:
    result = CliRunner().invoke(companion, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert re.search(rf"Examples?:\s+companion {name}\b", result.output)
    command = companion.get_command(click.Context(companion), name)
    assert command is not None
    assert any("--lang" in option.opts for option in command.params)


def test_commands_page_lists_every_command() -> None:
    page = (ROOT / "companion/commands/README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `companion ([\w-]+)", page, re.MULTILINE)) == set(COMMANDS)


def test_tests_page_and_help_list_every_make_target() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    assert set(re.findall(r"^([a-z-]+):.* ## ", MAKEFILE, re.MULTILINE)) == targets
    page = (ROOT / "tests/README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `make ([a-z-]+)", page, re.MULTILINE)) == targets


def test_documents_name_only_make_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    for path in DOCUMENTS:
        named = re.findall(r"(?:^|`)make ([a-z-]+)(?=[` \n])", (ROOT / path).read_text("utf-8"), re.MULTILINE)
        assert set(named) <= targets, path


def test_continuous_integration_runs_the_readme_test_command() -> None:
    assert (ROOT / ".ci/run").read_text("utf-8").rstrip().endswith("exec make test")
    assert "make test " in README and "make demo " in README


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


def heading_anchors(path: Path) -> set[str]:
    """The anchors that a Markdown page gives its headings."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", DOCUMENTS, ids=str)
def test_links_and_named_tests_exist_in_the_repository(page: Path) -> None:
    text = (ROOT / page).read_text("utf-8")
    missing = [name for name in re.findall(r"`(tests/[\w./]+)`", text) if not (ROOT / name).exists()]
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (ROOT / page).parent / name if name else ROOT / page
        inside = target.exists() and target.resolve().is_relative_to(ROOT)
        if not inside or (anchor and anchor not in heading_anchors(target)):
            missing.append(link)
    assert not missing


@cache
def code_names() -> tuple[set[str], set[str]]:
    """All classes of the product, and all its functions, methods, fields and constants."""
    classes, others = set(), set()
    for path in files():
        if path.suffix == ".py" and path.parts[0] != "tests":
            for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    classes.add(node.name)
                elif isinstance(node, ast.FunctionDef):
                    others.add(node.name)
                elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                    others.add(node.id if isinstance(node, ast.Name) else node.attr)
    return classes, others


@pytest.mark.parametrize("page", [page for page in DOCUMENTS if page.name == "README.md"], ids=str)
def test_code_that_a_page_names_exists(page: Path) -> None:
    classes, others = code_names()
    spans = re.findall(r"`([^`\n]+)`", (ROOT / page).read_text("utf-8"))
    bases = (ROOT, ROOT / page.parent, ROOT / "companion", ROOT / "vision")
    missing = []
    for span in spans:
        if re.fullmatch(r"[\w/]+/\w+\.py", span) and not any((base / span).is_file() for base in bases):
            missing.append(span)
        found = re.fullmatch(r"([A-Z][a-z]\w+)\.(\w+)(\(.*\))?", span)
        if found and (found[1] not in classes or found[2] not in others):
            missing.append(span)
        if re.fullmatch(r"_\w+", span) and span not in others:
            missing.append(span)
    assert missing == []


def test_troubleshooting_is_keyed_by_messages_that_the_app_shows() -> None:
    page = (ROOT / "systemd/README.md").read_text("utf-8")
    table = page.partition("## Messages on the screen")[2].partition("\n## ")[0]
    keys = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)[1:]
    with (ROOT / "companion/i18n/locales/es/LC_MESSAGES/companion.po").open("rb") as file:
        shown = {re.sub(r"\{\w+\}", "…", str(message.id)) for message in read_po(file)}
    assert keys and [key for key in keys if key not in shown] == []


def test_every_generated_table_has_its_caption_in_the_figures(tmp_path: Path) -> None:
    text = FIGURES.read_text("utf-8")
    generated = text.partition(BEGIN)[2].partition(END)[0]
    assert [caption for caption in CAPTIONS.values() if f"\n{caption}\n\n|" not in generated] == []
    copy = tmp_path / "FIGURES.md"
    copy.write_text(text, "utf-8")
    write_figures("new", copy)
    assert copy.read_text("utf-8") == text.replace(generated, "\nnew\n")
