"""`voltigo audit`: verifies the audit log."""

from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.ground import database_or_exit, settings_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

app = typer.Typer(no_args_is_help=True, help="The audit log.")


@app.command("verify")
def verify_audit(
    checkpoint: Annotated[str, typer.Option(help="the line of a mailed checkpoint")] = "",
) -> None:
    """Check the hash chain of the audit log and every checkpoint of it, and one that was mailed."""
    settings = settings_or_exit()
    with database_or_exit(settings) as db, db.read() as session:
        found = _fault(session, settings.secret_key, checkpoint)
    if found:
        typer.secho(found, fg="red", err=True)
        raise typer.Exit(1)
    typer.echo("The audit log is whole.")


def _fault(session: "Session", key: bytes, given: str) -> str | None:
    from services.staff import checkpoints
    from services.staff.audit import first_broken_entry

    if (broken := first_broken_entry(session)) is not None:
        return f"The chain is broken at entry {broken}."
    found = checkpoints.first_fault(session, key)
    if not found and given:
        checkpoint = checkpoints.read(given, key)
        found = checkpoints.fault(session, checkpoint) if checkpoint else "the line was not sealed with this key"
    return f"The audit log was altered: {found}." if found else None
