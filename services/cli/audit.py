"""`voltigo audit`: verifies the audit log, and prints checkpoints of it."""

from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.context import settings_or_exit, signing_database_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

app = typer.Typer(no_args_is_help=True, help="Das Protokoll.")


@app.command("verify")
def verify_audit(
    checkpoint: Annotated[str, typer.Option(help="eine Zeile von `voltigo audit checkpoint`")] = "",
) -> None:
    """Die Kette des Protokolls prüfen, und ob es zu einem Prüfpunkt passt."""
    settings = settings_or_exit()
    with signing_database_or_exit(settings) as db, db.read() as session:
        found = _fault(session, settings.secret_key, checkpoint)
    if found:
        typer.secho(found, fg="red", err=True)
        raise typer.Exit(1)
    typer.echo("Das Protokoll ist ganz.")


def _fault(session: "Session", key: bytes, given: str) -> str | None:
    from services.audit import checkpoints
    from services.staff.audit import first_broken_entry

    if (broken := first_broken_entry(session)) is not None:
        return f"Die Kette ist bei Eintrag {broken} gebrochen."
    if not given:
        return None
    if (read := checkpoints.read(given, key)) is None:
        return "Die Zeile ist nicht mit dem Schlüssel dieser Installation versiegelt."
    found = checkpoints.fault(session, read)
    return f"Das Protokoll wurde verändert: {found}." if found else None


@app.command("checkpoint")
def print_checkpoint(
    *, mail: Annotated[bool, typer.Option("--mail", help="außerdem an die Administration mailen")] = False
) -> None:
    """Eine Zeile schreiben, die festhält, wie das Protokoll jetzt endet. Heben Sie sie außerhalb dieses Servers auf."""
    from services.audit import checkpoints
    from services.core.clock import utc_now

    settings = settings_or_exit()
    now, key = utc_now(), settings.secret_key
    with signing_database_or_exit(settings) as db:
        with db.read() as session:
            checkpoint = checkpoints.take(session, now)
        typer.echo(checkpoint.sealed(key))
        if mail and not db.write(lambda session: checkpoints.mail_to_administrators(session, checkpoint, key)):
            typer.secho("Es gibt kein aktives Konto der Administration, also keine Mail.", fg="yellow", err=True)
