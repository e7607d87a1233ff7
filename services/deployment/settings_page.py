"""Generates `manual/settings.md` from the settings class: `python -m services.deployment.settings_page` prints it."""

import sys
from collections.abc import Iterable
from typing import Final

from services.deployment.settings_file import default_of, meaning_of
from services.settings import Settings

FIRST: Final = ("environment", "public_url", "database_url", "secret", "smtp_url")
"""The five that an installation should not do without."""
_PAGE: Final = """# Settings

<!-- Written by `make manual` from services/settings_fields.py. Change the text there. -->

Settings come from the environment or from a file `.env`; `voltigo --settings FILE` names another file, and the
environment wins. Each name has the prefix `VOLTIGO_`. Unknown names with this prefix are reported at the start, and
production refuses them. `voltigo init` writes a file with all of them.

## The five that matter

{first}

## All others

{others}
"""
_TABLE: Final = "| setting | default | meaning |\n|---|---|---|\n"


def page() -> str:
    """`manual/settings.md`."""
    others = [name for name in Settings.model_fields if name not in FIRST]
    return _PAGE.format(first=_table(FIRST), others=_table(others))


def _table(names: Iterable[str]) -> str:
    return _TABLE + "\n".join(f"| `{name.upper()}` | {_shown(name)} | {meaning_of(name)} |" for name in names)


def _shown(name: str) -> str:
    return f"`{default}`" if (default := default_of(name)) else "empty"


if __name__ == "__main__":
    sys.stdout.write(page())
