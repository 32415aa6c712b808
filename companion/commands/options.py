"""Options that every command has."""

import click

LANGUAGES = ("en", "pt_BR", "es")

lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of messages."
)
