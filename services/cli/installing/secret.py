"""`voltigo secret`: lets the database go with a new secret."""

from typing import TYPE_CHECKING

import typer

from services.cli.ground import database_or_exit, settings_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

app = typer.Typer(no_args_is_help=True, help="The secret of the installation (VOLTIGO_SECRET).")


@app.callback()
def group() -> None:
    """The secret of the installation (VOLTIGO_SECRET)."""


@app.command("adopt")
def adopt_secret() -> None:
    """Bind the database to this secret: VOLTIGO_SECRET, or the file DATA_DIR/secret, which is made where it is missing.

    With a new secret stop working: the links in mails sent so far; second factors and recovery codes (`voltigo staff
    reset-totp EMAIL` for each colleague; passkeys go on); webhooks, until each has a new secret (console, Webhooks).
    `voltigo audit verify` and the trials of backups report that the seals of the audit log made so far were made with
    another key. Colleagues are asked for the code on known browsers again, limits of calls begin at zero, pseudonyms in
    lists change, and what was confirmed on the page „Einrichten“ is asked again. Passwords, sessions, tokens of
    programs and links to reports go on. Stop all servers and workers first, and start them with the new secret.
    """
    from services.core.binding.secret_binding import adopt
    from services.core.clock import utc_now
    from services.schema.migrate import migrate
    from services.staff import audit

    settings = settings_or_exit()

    def unit(session: "Session") -> bool:
        if not adopt(session, settings):
            return False
        audit.append(session, [audit.Event("system", "installation.secret_adopted", "installation", {})], utc_now())
        return True

    with database_or_exit(settings) as db:
        migrate(db)
        is_new = db.write(unit)
    if not is_new:
        typer.echo("The database goes with this secret.")
        return
    typer.echo("The database goes with this secret from now on.")
    typer.echo("Start every server and worker with it: those that still run with another one stop working.")
    typer.echo(
        "`voltigo staff reset-totp EMAIL` for each colleague without a passkey, new secrets for webhooks; links in "
        "mails that were sent before no longer open (`voltigo secret adopt --help` names the rest)."
    )
