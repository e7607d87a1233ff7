"""One-off commands: database migration and API documents."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.ground import database_or_exit, settings_or_exit


def migrate(
    to: Annotated[str, typer.Option("--to", help="this revision instead of the newest, also an older one")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="do not ask before data is lost")] = False,
) -> None:
    """Bring the database to the newest schema, or to one revision: back before older code starts again."""
    from services.schema.migrate import downgrade, is_going_back
    from services.schema.migrate import migrate as run

    with database_or_exit(settings_or_exit()) as db:
        if not to or not is_going_back(db, to):
            run(db, to or "head")
            return
        question = (
            f"Going back to {to} deletes what newer tables and columns hold. Is there a backup, and shall it be done?"
        )
        if not yes and not typer.confirm(question):
            raise typer.Exit(1)
        downgrade(db, to)
        typer.echo(f"The database is at {to}. Start the code of that revision now: this one would migrate it again.")


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
