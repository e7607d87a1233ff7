"""`voltigo audit`: whether the audit log is whole."""

import typer

from services.cli.ground import database_or_exit, settings_or_exit

app = typer.Typer(no_args_is_help=True, help="The audit log.")


@app.command("verify")
def verify_audit() -> None:
    """Check the hash chain of the audit log from its first entry to its last."""
    from services.staff.audit import first_broken_entry

    with database_or_exit(settings_or_exit()) as db, db.read() as session:
        broken = first_broken_entry(session)
    if broken is not None:
        typer.secho(f"The chain is broken at entry {broken}.", fg="red", err=True)
        raise typer.Exit(1)
    typer.echo("The audit log is whole.")
