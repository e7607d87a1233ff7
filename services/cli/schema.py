"""The commands that end at once: the database's schema and the API documents."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.ground import database_or_exit, settings_or_exit


def migrate() -> None:
    """Bring the database to the newest schema."""
    from services.migrate import migrate as run

    with database_or_exit(settings_or_exit()) as db:
        run(db)


def openapi(
    path: Annotated[Path | None, typer.Argument(help="file to write; standard output without")] = None,
    staff: Annotated[bool, typer.Option("--staff", help="the console's instead of the public one")] = False,
) -> None:
    """Write the API document of the public site or of the console."""
    from services.api_document import public_document, staff_document

    document = staff_document() if staff else public_document()
    text = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if path:
        path.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
