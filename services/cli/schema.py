"""One-off commands: database migration and API documents."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from services.cli.ground import database_or_exit, settings_or_exit


def migrate(
    to: Annotated[str, typer.Option("--to", help="diese Revision statt der neuesten, auch eine ältere")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="nicht fragen, bevor Daten verloren gehen")] = False,
) -> None:
    """Die Datenbank auf den Stand dieser Version bringen, oder auf eine Revision: vor dem Start von älterem Code."""
    from services.schema.migrate import downgrade, is_going_back
    from services.schema.migrate import migrate as run

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        if not to or not is_going_back(db, to):
            run(db, to or "head", data_folder=settings.data_dir)
            return
        question = (
            f"Der Weg zurück auf {to} löscht, was neuere Tabellen und Spalten enthalten. Gibt es eine Sicherung, und "
            "soll es geschehen?"
        )
        if not yes and not typer.confirm(question):
            raise typer.Exit(1)
        downgrade(db, to)
        typer.echo(
            f"Die Datenbank steht auf {to}. Starten Sie nun den Code dieser Revision: Dieser stellt sie wieder um."
        )


def openapi(
    path: Annotated[Path | None, typer.Argument(help="die Datei, die geschrieben wird; sonst die Ausgabe")] = None,
    staff: Annotated[bool, typer.Option("--staff", help="das der Konsole statt des öffentlichen")] = False,
) -> None:
    """Die Beschreibung der Schnittstelle (OpenAPI) ausgeben, der öffentlichen oder der Konsole."""
    from services.api_document import public_document, staff_document

    document = staff_document() if staff else public_document()
    text = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if path:
        path.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
