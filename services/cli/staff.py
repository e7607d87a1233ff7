"""`voltigo staff`: account administration for server operators."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.context import settings_or_exit, signing_database_or_exit

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

app = typer.Typer(no_args_is_help=True, help="Konten des Teams.")


@app.command("create")
def create_account(
    email: Annotated[str, typer.Option(help="die E-Mail-Adresse")],
    name: Annotated[str, typer.Option(help="Vor- und Nachname")],
    role: Annotated[str, typer.Option(help="admin, staff oder marketing")],
) -> None:
    """Ein Konto anlegen und seinen einmaligen Link ausgeben; ist es schon eingeladen, einen neuen Link."""
    from services.core.clock import utc_now
    from services.core.http.errors import ValidationProblem
    from services.core.inputs import checked
    from services.staff.accounts import accounts
    from services.staff.accounts.staff_api import InvitationIn
    from services.staff.errors import EmailTaken
    from services.staff.inputs import details_for
    from services.staff.setup import link_file as setup_link_file
    from services.staff.sign_in import one_time_links

    settings = settings_or_exit()
    try:
        invitation = checked(InvitationIn, {"email": email, "name": name, "role": role})
        details = details_for(settings, **invitation.given())
        with signing_database_or_exit(settings) as db:
            token = db.write(lambda session: accounts.create(session, details, utc_now()))
    except ValidationProblem as problem:
        for fault in problem.errors:
            typer.secho(f"--{fault['field']}: {fault['message']}", fg="red", err=True)
        raise typer.Exit(2) from None
    except EmailTaken as problem:
        typer.secho(problem.detail, fg="red", err=True)
        raise typer.Exit(1) from None
    setup_link_file.remove(settings.data_dir)  # the link in it was for the first account
    typer.echo(f"Konto einrichten: {one_time_links.address(settings, token)}")


@app.command("setup-link")
def show_setup_link() -> None:
    """Einen neuen Link für das erste Konto ausgeben, solange es keines gibt; frühere gelten nicht mehr."""
    from services.core.clock import utc_now
    from services.staff.setup import link_file as setup_link_file
    from services.staff.sign_in import one_time_links

    settings = settings_or_exit()
    with signing_database_or_exit(settings) as db:
        token = db.write(lambda session: one_time_links.issue_first(session, utc_now()))
    setup_link_file.remove(settings.data_dir)
    if token is None:
        typer.secho("Es gibt schon ein Konto: `voltigo staff create` legt weitere an.", fg="red", err=True)
        raise typer.Exit(1)
    typer.echo(f"Konsole einrichten: {one_time_links.address(settings, token)}")


@app.command("disable")
def disable_account(email: str) -> None:
    """Ein Konto ab sofort sperren: Seine Sitzungen und Links enden."""
    from services.staff.accounts import accounts

    _change_account(email, lambda session, id_, now: accounts.disable(session, accounts.SYSTEM, id_, now))
    typer.echo("Das Konto ist gesperrt.")


@app.command("reset-totp")
def reset_totp(email: str) -> None:
    """Einen verlorenen zweiten Faktor entfernen und den Link mailen, der einen neuen einrichtet."""
    from services.staff.accounts import accounts

    settings = settings_or_exit()
    _change_account(email, lambda session, id_, now: accounts.reset_totp(session, accounts.SYSTEM, id_, settings, now))
    typer.echo("Der zweite Faktor ist entfernt; ein Link per Mail und das Passwort richten einen neuen ein.")


def _change_account(email: str, change: Callable[["Session", int, "datetime"], object]) -> None:
    """Change the account with this address, or end with the sentence why not."""
    from services.core.clock import utc_now
    from services.core.http.errors import Problem
    from services.staff.accounts import accounts

    try:
        with signing_database_or_exit(settings_or_exit()) as db:
            db.write(lambda session: change(session, accounts.named(session, email), utc_now()))
    except Problem as problem:
        typer.secho(problem.detail, fg="red", err=True)
        raise typer.Exit(1) from None
