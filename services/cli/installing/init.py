"""`voltigo init`: a file of settings for a new installation."""

from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from pydantic import ValidationError

from services.deployment.settings_file import UnusableValue, contents, write
from services.settings import Settings
from services.settings_help import faults_of

_QUESTIONS: Final = {
    "DATA_DIR": ("Folder of database, mails and reports", "var"),
    "SMTP_URL": ("Mail server, such as smtps://user:password@mail.example:465", ""),
    "MAIL_FROM": ("Sender of mails, such as Voltigo <reservierung@voltigo.example>", ""),
    "TRUSTED_PROXIES": (
        "Proxies in front of the server, as networks with commas between; none: there are none",
        "127.0.0.1",
    ),
    "BOOKING_URL": ("Page on which people book a conversation, https://…", ""),
    "COMPANY_NAME": ("Company", ""),
    "COMPANY_STREET": ("Street and number", ""),
    "COMPANY_POSTCODE_CITY": ("Postcode and town", ""),
    "COMPANY_EMAIL": ("Mail address of the company", ""),
    "COMPANY_PHONE": ("Telephone", ""),
    "COMPANY_REPRESENTATIVE": ("Who may sign for the company", ""),
    "COMPANY_REGISTER_COURT": ("Register court, such as Amtsgericht Ingolstadt", ""),
    "COMPANY_REGISTER_NUMBER": ("Register number, such as HRB 12345", ""),
    "COMPANY_VAT_ID": ("VAT id, such as DE123456789", ""),
}
"""What production cannot do without, with its usual answer."""


def init(
    file: Annotated[
        Path, typer.Option("--file", help="the file to write; an existing one is never overwritten")
    ] = Path(".env"),
    given: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a setting, without VOLTIGO_; repeatable")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="ask nothing: what is not set keeps its default")] = False,
) -> None:
    """Write a file of all settings with their explanations and a fresh secret, checked as the server checks them.

    With a PUBLIC_URL it is one for production, without one for trying out on this machine.
    """
    if file.exists():
        _end(f"{file} exists and stays as it is. --file names another one.")
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
        _end("\n".join([*(fault.sentence for fault in faults_of(error)), f"{file} was not written."]), 2)
    except UnusableValue as error:
        _end(f"A value {error}. {file} was not written.", 2)
    try:
        write(file, text)
    except OSError as error:
        _end(f"{file} cannot be written: {error.strerror}.")
    _tell_next(file, settings)


def _read(given: list[str]) -> dict[str, str]:
    values = {}
    for assignment in given:
        name, sign, value = assignment.partition("=")
        name = name.strip().upper().removeprefix("VOLTIGO_")
        if not sign or name.lower() not in Settings.model_fields:
            _end(f"--set {name}: no such setting. The README lists them; the form is NAME=VALUE.", 2)
        values[name] = value
    return values


def _ask(values: dict[str, str]) -> None:
    """Complete `values`; for a machine of one's own nothing more is asked."""
    if "PUBLIC_URL" not in values:
        values["PUBLIC_URL"] = typer.prompt(
            "Address of the site, such as https://voltigo.example (empty: to try out on this machine)",
            default="",
            show_default=False,
        )
    if not values["PUBLIC_URL"]:
        del values["PUBLIC_URL"]
        return
    for name, (question, usual) in _QUESTIONS.items():
        if name not in values and (answer := typer.prompt(question, default=usual, show_default=bool(usual))):
            values[name] = answer


def _secret_in(text: str) -> str:
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith("VOLTIGO_SECRET="))


def _tell_next(file: Path, settings: Settings) -> None:
    command = "voltigo" if file.resolve() == Path(".env").resolve() else f"voltigo --settings {file}"
    typer.echo(f"{file} is written, for its owner alone. Keep a copy in a safe place: it holds the secret.")
    typer.echo(f"Next: `{command} serve` starts Voltigo on {settings.public_url}.")
    if settings.environment == "production":
        typer.echo(
            "`voltigo deployment voltigo@.service`, `… Caddyfile --host NAME` and `… IN_PRODUCTION.md` print the rest."
        )


def _end(sentence: str, code: int = 1) -> NoReturn:
    typer.secho(sentence, fg="red", err=True)
    raise typer.Exit(code)
