"""`companion settings`: list all settings."""

import click

from companion.commands.options import lang_option
from companion.i18n import COMMENT, translator


@click.command("settings")
@lang_option
def settings_(lang: str | None) -> None:
    """Print a settings file with everything that may be set, its default and its meaning.

    Keep the lines that you want to change in ~/.config/table-companion/settings.toml.

    \b
    Example:
      companion settings > settings.toml
    """
    from companion.settings.settings import template

    tr = translator(lang)
    click.echo(COMMENT.sub(lambda found: f"# {tr.gettext(found[1])}", template()), nl=False)
