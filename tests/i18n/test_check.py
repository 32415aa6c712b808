"""Broken catalogues and calls that hide their message are named with what to do."""

from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.i18n import catalogue_check as check
from tests.i18n import messages

HEADER = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
GOOD = (
    'msgid "Hello {name}"\nmsgstr "Hola {name}"\n\n'
    'msgid "{n} move"\nmsgid_plural "{n} moves"\nmsgstr[0] "{n} jugada"\nmsgstr[1] "{n} jugadas"\n\n'
    'msgid "{share:.0%} done"\nmsgstr "{share:.0%} hecho"\n'
)


@pytest.fixture
def source() -> Catalog:
    catalogue = Catalog()
    for message in ("Hello {name}", ("{n} move", "{n} moves"), "{share:.0%} done"):
        catalogue.add(message)
    return catalogue


def problems(text: str, source: Catalog, header: str = HEADER) -> list[str]:
    return list(check.catalogue(read_po(BytesIO((header + text).encode()), locale="es"), source))


def test_a_good_catalogue_has_no_problems(source: Catalog) -> None:
    assert problems(GOOD, source) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Hola {name}", "Hola {nombre}", '"Hello {name}": expected placeholders {name}, found {nombre}'),
        ("Hola {name}", "Hola", '"Hello {name}": expected placeholders {name}, found none'),
        ("Hola {name}", "Hola {name", '"Hello {name}": broken braces'),
        ("Hola {name}", "Hola {name} ", '"Hello {name}": expected the same blanks'),
        ("Hola {name}", "", '"Hello {name}": no translation'),
        ("{n} jugadas", "", '"{n} move": expected 2 forms, one is empty'),
        ("{n} jugadas", "jugadas", '"{n} move": expected placeholders {n}, found none'),
        ('msgstr[1] "{n} jugadas"\n', "", '"{n} move": expected 2 forms'),
        ("{share:.0%} hecho", "{share:.1%} hecho", "expected placeholders {share:.0%}, found {share:.1%}"),
        ("{share:.0%} hecho", "{share} hecho", "expected placeholders {share:.0%}, found {share}"),
        ('msgid "Hello', '#, fuzzy\nmsgid "Hello', '"Hello {name}": is marked fuzzy'),
        ('msgid "Hello {name}"', 'msgid "Bye {name}"', '"Hello {name}": is not there'),
        ('msgid "Hello {name}"', 'msgid "Bye {name}"', '"Bye {name}": is not in the source'),
    ],
)
def test_what_is_wrong_is_named_with_its_message(before: str, after: str, told: str, source: Catalog) -> None:
    assert before in GOOD
    found = problems(GOOD.replace(before, after), source)
    assert any(told in problem for problem in found), found
    assert all("; " in problem or "expected" in problem for problem in found)


def test_plural_forms_of_another_language_are_named(source: Catalog) -> None:
    wrong = HEADER.replace("nplurals=2; plural=(n != 1)", "nplurals=1; plural=0")
    assert any(problem.startswith("Plural-Forms: expected") for problem in problems(GOOD, source, wrong))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('text: app.tr.gettext("Start")', ""),
        ("text: app.tr.gettext('Say \"no\"') + tr.gettext(root.word)", ""),
        ('text: app.tr.gettext("Start" + "ing")', "not found here"),
        ('text: app.tr.gettext(f"Start {root.n}")', "not found here"),
        ('text: app.tr.ngettext("{n} move", "{n} moves", root.n)', "not found here"),
    ],
)
def test_messages_that_a_widget_file_hides(line: str, told: str) -> None:
    found = [problem for _, problem in check.kv(f"Label:\n    {line}\n")]
    assert [told in problem for problem in found] == ([True] if told else [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('tr.gettext("Start")', ""),
        ('tr.gettext("Go " "on")', ""),
        ("tr.gettext(word)", ""),
        ('tr.gettext(f"Start {n}")', "an f-string is no message"),
        ('f"{tr.gettext("Start")}!"'.replace('"Start"', "'Start'"), "assign it first"),
        ('N_("Go " + word)', "only a literal"),
    ],
)
def test_messages_that_a_python_file_hides(line: str, told: str) -> None:
    found = [problem for _, problem in check.python(line)]
    assert [told in problem for problem in found] == ([True] if told else [])


def test_every_message_of_the_source_is_found() -> None:
    assert list(messages.unread()) == []
