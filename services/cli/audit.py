"""`voltigo audit`: verifies the audit log."""

from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.ground import settings_or_exit, signing_database_or_exit
from services.core.german import os_reason

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from services.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Das Protokoll.")


@app.command("verify")
def verify_audit(
    checkpoint: Annotated[str, typer.Option(help="die Zeile eines Prüfpunkts aus einer Mail")] = "",
) -> None:
    """Die Kette des Protokolls prüfen, alle seine Prüfpunkte, deren Abschriften außerhalb und Zeitstempel, und einen
    aus einer Mail.
    """
    settings = settings_or_exit()
    with signing_database_or_exit(settings) as db, db.read() as session:
        found = _fault(session, settings, checkpoint)
    if found:
        typer.secho(found, fg="red", err=True)
        raise typer.Exit(1)
    typer.echo("Das Protokoll ist ganz.")


def _fault(session: "Session", settings: "Settings", given: str) -> str | None:
    from services.staff.audit import first_broken_entry

    if (broken := first_broken_entry(session)) is not None:
        return f"Die Kette ist bei Eintrag {broken} gebrochen."
    try:
        found = _contradiction(session, settings, given)
    except OSError as error:
        return f"Die Abschriften in VOLTIGO_AUDIT_FOLDER lassen sich nicht lesen: {os_reason(error)}."
    return f"Das Protokoll wurde verändert: {found}." if found else None


def _contradiction(session: "Session", settings: "Settings", given: str) -> str | None:
    from services.staff.checkpoints import checkpoint, folder, stamps

    key = settings.secret_key
    found = (
        checkpoint.first_fault(session, key)
        or folder.fault_in_folder(session, settings)
        or stamps.first_fault_of_stamps(session, settings)
    )
    if found or not given:
        return found
    mailed = checkpoint.read(given, key)
    return checkpoint.fault(session, mailed) if mailed else "die Zeile ist nicht mit diesem Schlüssel versiegelt"
