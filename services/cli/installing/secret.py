"""`voltigo secret`: lets the database go with a new secret."""

from typing import TYPE_CHECKING, Final

import typer

from services.cli.ground import database_or_exit, settings_or_exit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_ABOUT: Final = "Das Geheimnis der Installation (VOLTIGO_SECRET)."
app = typer.Typer(no_args_is_help=True, help=_ABOUT)


@app.callback(help=_ABOUT)
def group() -> None:
    """Without it Typer would make the only command of the group the group itself."""


@app.command("adopt")
def adopt_secret() -> None:
    """Die Datenbank an dieses Geheimnis binden: VOLTIGO_SECRET, oder DATA_DIR/secret, das angelegt wird, wo es fehlt.

    Mit einem neuen Geheimnis gelten nicht mehr: die Links in bisher gesendeten Mails; zweite Faktoren und Ersatzcodes
    (`voltigo staff reset-totp EMAIL` für alle im Team; Passkeys gelten weiter); Webhooks, bis jeder ein neues Geheimnis
    hat (Konsole, Webhooks); frühere Prüfpunkte des Protokolls. Auf bekannten Browsern wird wieder nach dem
    Code gefragt, Grenzen für Aufrufe beginnen bei null, Kennungen in Listen ändern sich, und was auf der Seite
    „Zustand“ bestätigt war, wird wieder gefragt. Passwörter, Sitzungen, Token von Programmen und Links zu Berichten
    gelten weiter. Halten Sie zuvor alle Server und Worker an, und starten Sie sie mit dem neuen Geheimnis.
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
        migrate(db, data_folder=settings.data_dir)
        is_new = db.write(unit)
    if not is_new:
        typer.echo("Die Datenbank gehört zu diesem Geheimnis.")
        return
    typer.echo("Die Datenbank gehört von jetzt an zu diesem Geheimnis.")
    typer.echo("Starten Sie alle Server und Worker damit: Wer noch mit einem anderen läuft, arbeitet nicht mehr.")
    typer.echo(
        "Wer im Team keinen Passkey hat, braucht `voltigo staff reset-totp EMAIL`, Webhooks brauchen neue Geheimnisse; "
        "Links in früher gesendeten Mails öffnen nichts mehr (`voltigo secret adopt --help` nennt den Rest)."
    )
