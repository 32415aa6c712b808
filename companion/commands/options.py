"""Options that every command has."""

import click

from companion.i18n import LANGUAGES

lang_option = click.option(
    "--lang", type=click.Choice(tuple(LANGUAGES)), help="Language of messages; the system's when left out."
)
