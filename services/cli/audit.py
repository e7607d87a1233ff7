"""`voltigo audit`: verifies the audit log."""

from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.ground import settings_or_exit, signing_database_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from services.settings import Settings

app = typer.Typer(no_args_is_help=True, help="The audit log.")


@app.command("verify")
def verify_audit(
    checkpoint: Annotated[str, typer.Option(help="the line of a mailed checkpoint")] = "",
) -> None:
    """Check the hash chain of the audit log, every checkpoint of it, their copies outside and their time stamps, and
    one that was mailed.
    """
    settings = settings_or_exit()
    with signing_database_or_exit(settings) as db, db.read() as session:
        found = _fault(session, settings, checkpoint)
    if found:
        typer.secho(found, fg="red", err=True)
        raise typer.Exit(1)
    typer.echo("The audit log is whole.")


def _fault(session: "Session", settings: "Settings", given: str) -> str | None:
    from services.staff.audit import first_broken_entry

    if (broken := first_broken_entry(session)) is not None:
        return f"The chain is broken at entry {broken}."
    try:
        found = _contradiction(session, settings, given)
    except OSError as error:
        return f"The copies in VOLTIGO_AUDIT_FOLDER cannot be read: {error.strerror}."
    return f"The audit log was altered: {found}." if found else None


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
    return checkpoint.fault(session, mailed) if mailed else "the line was not sealed with this key"
