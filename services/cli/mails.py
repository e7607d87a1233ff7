"""`voltigo mails`: requeues failed mails, and those held after a restore."""

import typer

from services.cli.ground import settings_or_exit, signing_database_or_exit

app = typer.Typer(no_args_is_help=True, help="The outbox.")


@app.command("retry")
def retry_all() -> None:
    """Queue all failed mails again, and those that wait for their next attempt, but for those on hold."""
    from services.console.mails.mails import retry_all as queue_again
    from services.core.clock import utc_now

    with signing_database_or_exit(settings_or_exit()) as db:
        queued = db.write(lambda session: queue_again(session, "system", utc_now()))
    typer.echo(f"{queued} mails leave now.")


@app.command("release")
def release_held() -> None:
    """Queue the mails that a restore has held because they may have been sent already."""
    from services.console.mails.mails import release_all as queue_again
    from services.core.clock import utc_now

    with signing_database_or_exit(settings_or_exit()) as db:
        queued = db.write(lambda session: queue_again(session, "system", utc_now()))
    typer.echo(f"{queued} held mails leave now.")
