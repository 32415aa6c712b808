"""`companion settings`: a settings file that explains itself in the language asked for."""

import re
import tomllib

import pytest

from companion import cli
from companion.settings.settings import template


@pytest.mark.parametrize("language", ["es", "pt_BR"])
def test_comments_are_in_the_language_asked_for(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["settings", "--lang", language]) == 0
    written, english = capsys.readouterr().out, template()
    assert tomllib.loads(written) == tomllib.loads(english)
    pairs = zip(english.splitlines(), written.splitlines(), strict=True)
    same = [one for one, other in pairs if "# " in one and one == other]
    assert [line for line in same if re.search(r"# .*[a-z]{4,} .*[a-z]{4,}", line)] == []
