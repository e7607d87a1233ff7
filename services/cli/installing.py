"""Commands that set up an installation: settings file, files for service manager and proxy, a new secret."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer
from pydantic import ValidationError

import services.deployment
from services.cli.context import database_or_exit, settings_or_exit
from services.core.german import os_reason
from services.deployment.proxy_file import caddyfile
from services.deployment.settings_file import UnusableValue, contents, write
from services.settings import Settings
from services.settings_help import faults_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_QUESTIONS: Final = {
    "DATA_DIR": ("Ordner für Datenbank, Mails und Berichte", "var"),
    "TRUSTED_PROXIES": (
        "Proxys vor dem Server, als Netze mit Kommas dazwischen; none: es gibt keine",
        "127.0.0.1",
    ),
}
"""What production cannot do without, with its usual answer. Company and mail server are entered in the console."""


def init(
    file: Annotated[
        Path, typer.Option("--file", help="die Datei, die geschrieben wird; eine vorhandene wird nie überschrieben")
    ] = Path(".env"),
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=WERT", help="eine Einstellung, ohne VOLTIGO_; auch mehrmals"),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="nichts fragen: Was nicht gesetzt ist, behält seine Vorgabe")
    ] = False,
) -> None:
    """Eine Datei mit allen Einstellungen, ihren Erklärungen und neuem Geheimnis schreiben, geprüft wie vom Server.

    Mit PUBLIC_URL ist sie für den echten Betrieb, ohne zum Ausprobieren auf diesem Rechner.
    """
    if file.exists():
        _end(f"{file} gibt es schon, und sie bleibt, wie sie ist. --file nennt eine andere.")
    values = _read(given or [])
    if not yes:
        _ask(values)
    if values.get("PUBLIC_URL"):
        values.setdefault("ENVIRONMENT", "production")
    try:
        text = contents(values)
        checked = {**values, "SECRET": _secret_in(text)}
        settings = Settings(_env_file=None, **{name.lower(): value for name, value in checked.items()})  # type: ignore[arg-type]
    except ValidationError as error:
        _end("\n".join([*_sentences(error), f"{file} wurde nicht geschrieben."]), 2)
    except UnusableValue as error:
        _end(f"Ein Wert {error}. {file} wurde nicht geschrieben.", 2)
    try:
        write(file, text)
    except OSError as error:
        _end(f"{file} lässt sich nicht schreiben: {os_reason(error)}.")
    command = "voltigo" if file.resolve() == Path(".env").resolve() else f"voltigo --settings {file}"
    typer.echo(
        f"{file} ist geschrieben, nur für ihren Eigentümer lesbar. Bewahren Sie eine Abschrift sicher auf: Darin steht "
        "das Geheimnis."
    )
    typer.echo(f"Als Nächstes: `{command} serve` startet Voltigo auf {settings.public_url}.")
    if settings.environment == "production":
        typer.echo(
            "`voltigo deployment voltigo@.service`, `… Caddyfile --host NAME` und `… production.md` geben den Rest aus."
        )


def _read(given: list[str]) -> dict[str, str]:
    values = {}
    for assignment in given:
        name, sign, value = assignment.partition("=")
        name = name.strip().upper().removeprefix("VOLTIGO_")
        if not sign or name.lower() not in Settings.model_fields:
            _end(
                f"--set {name}: Eine solche Einstellung gibt es nicht. `voltigo deployment settings.md` nennt alle; "
                "die Form ist NAME=WERT.",
                2,
            )
        values[name] = value
    return values


def _ask(values: dict[str, str]) -> None:
    """Complete `values`; for a machine of one's own nothing more is asked."""
    if "PUBLIC_URL" not in values:
        values["PUBLIC_URL"] = typer.prompt(
            "Adresse der Website, zum Beispiel https://voltigo.example (leer: zum Ausprobieren auf diesem Rechner)",
            default="",
            show_default=False,
        )
    if not values["PUBLIC_URL"]:
        del values["PUBLIC_URL"]
        return
    for name, (question, usual) in _QUESTIONS.items():
        if name not in values and (answer := typer.prompt(question, default=usual, show_default=bool(usual))):
            values[name] = answer


def _sentences(error: ValidationError) -> Iterator[str]:
    yield from (f"{one.words} {one.helps}".strip() for one in faults_of(error))


def _secret_in(text: str) -> str:
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith("VOLTIGO_SECRET="))


def _end(sentence: str, code: int = 1) -> NoReturn:
    typer.secho(sentence, fg="red", err=True)
    raise typer.Exit(code)


_EXAMPLE = "voltigo.example"


class Printed(StrEnum):
    """Each file by its name."""

    SERVICE = "voltigo@.service"
    WORKER = "voltigo-worker.service"
    CADDY = "Caddyfile"
    NGINX = "nginx.conf"
    CONTAINER = "Containerfile"
    PRODUCTION = "production.md"
    SETTINGS = "settings.md"
    SCALING = "scaling.md"
    LOCK = "requirements.lock"
    ALERTS = "alerts.yml"


def deployment(
    file: Annotated[Printed, typer.Argument(help="welche Datei")],
    host: Annotated[str, typer.Option("--host", help="der Name der Website, ohne https://")] = _EXAMPLE,
    server: Annotated[
        list[str] | None,
        typer.Option(
            "--server", metavar="HOST:PORT", help="einmal für jeden von mehreren Servern; nur für die Caddyfile"
        ),
    ] = None,
) -> None:
    """Eine Unit für systemd ausgeben, die Konfiguration eines Proxys, das Containerfile, eine Seite des Handbuchs,
    die Sperrdatei der Pakete oder Regeln für Alarme in Prometheus.
    """
    if server and file is not Printed.CADDY:
        raise typer.BadParameter("--server gilt nur für die Caddyfile")
    typer.echo(_text(file, server or []).replace(_EXAMPLE, host), nl=False)


def _text(file: Printed, servers: Sequence[str]) -> str:
    if file is Printed.CADDY:
        return caddyfile(servers)
    folder = Path(services.deployment.__file__).parent
    places = (folder, folder.parent / "manual", folder.parent / "operation", folder.parents[1])
    path = next(path for place in places if (path := place / file.value).is_file())
    return path.read_text(encoding="utf-8")


_ABOUT: Final = "Das Geheimnis der Installation (VOLTIGO_SECRET)."
secret = typer.Typer(no_args_is_help=True, help=_ABOUT)


@secret.callback(help=_ABOUT)
def group() -> None:
    """Without it Typer would make the only command of the group the group itself."""


@secret.command("adopt")
def adopt_secret() -> None:
    """Die Datenbank an dieses Geheimnis binden: VOLTIGO_SECRET, oder DATA_DIR/secret, das angelegt wird, wo es fehlt.

    Mit einem neuen Geheimnis gelten nicht mehr: die Links in bisher gesendeten Mails; zweite Faktoren und Ersatzcodes
    (`voltigo staff reset-totp EMAIL` für alle im Team; Passkeys gelten weiter); Webhooks, bis jeder ein neues Geheimnis
    hat (Konsole, Webhooks); das Mailkonto, das in der Konsole eingetragen wurde; die Kontonummern der Haushalte, die
    dann jeder noch einmal nennt; frühere Prüfpunkte des Protokolls. Auf
    bekannten Browsern wird wieder nach dem Code gefragt, Grenzen für Aufrufe beginnen bei null, Kennungen in Listen
    ändern sich, und was auf der Seite „Zustand“ bestätigt war, wird wieder gefragt. Passwörter, Sitzungen, Token von
    Programmen und Links zu Berichten gelten weiter. Halten Sie zuvor alle Server und Worker an, und starten Sie sie mit
    dem neuen Geheimnis.
    """
    from services.core.clock import utc_now
    from services.core.identity import adopt
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
        typer.echo("Die Datenbank gehört zu diesem Geheimnis.")
        return
    typer.echo("Die Datenbank gehört von jetzt an zu diesem Geheimnis.")
    typer.echo("Starten Sie alle Server und Worker damit: Wer noch mit einem anderen läuft, arbeitet nicht mehr.")
    typer.echo(
        "Wer im Team keinen Passkey hat, braucht `voltigo staff reset-totp EMAIL`, Webhooks brauchen neue Geheimnisse; "
        "Links in früher gesendeten Mails öffnen nichts mehr (`voltigo secret adopt --help` nennt den Rest)."
    )
