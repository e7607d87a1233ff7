"""`voltigo mails`: requeues failed mails, and those held after a restore."""

import typer

from services.cli.context import settings_or_exit, signing_database_or_exit
from services.core.german import counted

app = typer.Typer(no_args_is_help=True, help="Der Postausgang.")


@app.command("retry")
def retry_all() -> None:
    """Alle gescheiterten Mails noch einmal senden, und die auf den nächsten Versuch warten; nicht die angehaltenen."""
    from services.core.clock import utc_now
    from services.messages.sent.mails import retry_all as queue_again

    with signing_database_or_exit(settings_or_exit()) as db:
        queued = db.write(lambda session: queue_again(session, "system", utc_now()))
    typer.echo(f"{counted(queued, 'Mail wird', 'Mails werden')} jetzt gesendet.")


@app.command("release")
def release_held() -> None:
    """Die Mails senden, die eine Wiederherstellung angehalten hat, weil sie schon gesendet sein können."""
    from services.core.clock import utc_now
    from services.messages.sent.mails import release_all as queue_again

    with signing_database_or_exit(settings_or_exit()) as db:
        queued = db.write(lambda session: queue_again(session, "system", utc_now()))
    typer.echo(f"{counted(queued, 'angehaltene Mail wird', 'angehaltene Mails werden')} jetzt gesendet.")
