"""`voltigo init`: a file of settings for a new installation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from pydantic import ValidationError

from services.core.german import os_reason
from services.deployment.settings_file import UnusableValue, contents, write
from services.settings import Settings
from services.settings_help import faults_of

_QUESTIONS: Final = {
    "DATA_DIR": ("Ordner für Datenbank, Mails und Berichte", "var"),
    "SMTP_URL": ("Mailserver, zum Beispiel smtps://NAME:PASSWORT@mail.example:465", ""),
    "MAIL_FROM": ("Absender der Mails, zum Beispiel Voltigo <reservierung@voltigo.example>", ""),
    "TRUSTED_PROXIES": (
        "Proxys vor dem Server, als Netze mit Kommas dazwischen; none: es gibt keine",
        "127.0.0.1",
    ),
    "BOOKING_URL": ("Seite, auf der man ein Gespräch bucht, https://…", ""),
    "COMPANY_NAME": ("Firma", ""),
    "COMPANY_STREET": ("Straße und Hausnummer", ""),
    "COMPANY_POSTCODE_CITY": ("Postleitzahl und Ort", ""),
    "COMPANY_EMAIL": ("E-Mail-Adresse der Firma", ""),
    "COMPANY_PHONE": ("Telefon", ""),
    "COMPANY_REPRESENTATIVE": ("Wer die Firma vertritt", ""),
    "COMPANY_REGISTER_COURT": ("Registergericht, zum Beispiel Amtsgericht Ingolstadt", ""),
    "COMPANY_REGISTER_NUMBER": ("Registernummer, zum Beispiel HRB 12345", ""),
    "COMPANY_VAT_ID": ("Umsatzsteuer-ID, zum Beispiel DE123456789", ""),
}
"""What production cannot do without, with its usual answer."""


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
    _tell_next(file, settings)


def _read(given: list[str]) -> dict[str, str]:
    values = {}
    for assignment in given:
        name, sign, value = assignment.partition("=")
        name = name.strip().upper().removeprefix("VOLTIGO_")
        if not sign or name.lower() not in Settings.model_fields:
            _end(
                f"--set {name}: Eine solche Einstellung gibt es nicht. Das README nennt alle; die Form ist NAME=WERT.",
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
    from services.settings_help import told

    yield from (f"{one.words} {one.helps}".strip() for one in told(list(faults_of(error))))


def _secret_in(text: str) -> str:
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith("VOLTIGO_SECRET="))


def _tell_next(file: Path, settings: Settings) -> None:
    command = "voltigo" if file.resolve() == Path(".env").resolve() else f"voltigo --settings {file}"
    typer.echo(
        f"{file} ist geschrieben, nur für ihren Eigentümer lesbar. Bewahren Sie eine Abschrift sicher auf: Darin steht "
        "das Geheimnis."
    )
    typer.echo(f"Als Nächstes: `{command} serve` startet Voltigo auf {settings.public_url}.")
    if settings.environment == "production":
        typer.echo(
            "`voltigo deployment voltigo@.service`, `… Caddyfile --host NAME` und `… IN_PRODUCTION.md` geben den Rest "
            "aus."
        )


def _end(sentence: str, code: int = 1) -> NoReturn:
    typer.secho(sentence, fg="red", err=True)
    raise typer.Exit(code)
