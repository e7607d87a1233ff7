"""`voltigo doctor`: diagnoses the installation; `voltigo check`: verifies its integrity."""

import json
import logging
from typing import TYPE_CHECKING, Annotated, Final

import structlog
import typer
from pydantic import ValidationError

from services.cli.context import database_or_exit, settings_or_exit
from services.settings import Settings
from services.settings_help import faults_of

if TYPE_CHECKING:
    from services.checks.check import Finding
    from services.checks.doctor import Report, Style
    from services.checks.prove import Proven


def check() -> None:
    """Datenbank, Regeln zwischen ihren Zeilen, Protokoll und Datenspeicher prüfen und sagen, was beschädigt ist. Darf
    neben dem Server laufen.
    """
    from services.checks.prove import prove
    from services.core.clock import utc_now
    from services.schema.integrity import damages
    from services.store.place import store_of
    from services.store.status import verify_whole

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        found = damages(db)
        if not found:  # what follows reads the same pages
            found = [_sentence(one) for one in prove(db, utc_now()) if one.broken.count]
            found += verify_whole(db, store_of(settings))
    for sentence in found:
        typer.secho(sentence, fg="red", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("Datenbank, Protokoll und Datenspeicher sind ganz.")


def _sentence(proven: "Proven") -> str:
    broken, invariant = proven.broken, proven.invariant
    return f"Die Regel {invariant.name} ist {broken.count}-mal verletzt: {', '.join(broken.examples)}."


_COLOURS: "Final[dict[Style, dict[str, object]]]" = {
    "plain": {},
    "title": {"bold": True},
    "fault": {"fg": "red"},
    "hint": {"fg": "yellow"},
    "ok": {"fg": "green"},
    "quiet": {"dim": True},
}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="für Programme")] = False,
    mail: Annotated[str, typer.Option("--mail", metavar="ADRESSE", help="auch eine Probemail dorthin senden")] = "",
) -> None:
    """Sagen, was nicht stimmt und was hilft. Ändert nichts; darf neben dem Server laufen oder ohne ihn.

    Endet mit 0, wenn alles in Ordnung ist, mit 1 bei Hinweisen, mit 2 bei Fehlern.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        report = _report(mail)
        _print(report, as_json=as_json)
    except Exception as error:  # whatever is wrong, an operator reads a sentence
        typer.secho(f"Der Befund selbst ist gescheitert ({type(error).__name__}).", fg="red", err=True)
        raise typer.Exit(2) from None
    raise typer.Exit(report.exit_code)


def _report(mail: str) -> "Report":
    from services.checks.doctor import Report, send_test_mail
    from services.core.clock import utc_now
    from services.settings_help import SettingFault

    try:
        settings = Settings()
    except ValidationError as error:
        return Report(utc_now(), settings=list(faults_of(error)))
    except (UnicodeDecodeError, OSError):
        helps = "Speichern Sie sie als UTF-8, und lassen Sie den Benutzer des Servers sie lesen."
        return Report(utc_now(), settings=[SettingFault(".env", "Die Datei .env lässt sich nicht lesen.", helps)])
    findings = _findings(settings)
    result = send_test_mail(settings, mail) if mail else None
    return Report(utc_now(), findings=findings, mail=result)


def _findings(settings: Settings) -> "list[Finding]":
    """Also adopts what was entered in the console; a file that is not there is not created by looking."""
    from services.checks.examine import examine_freshly
    from services.checks.look_files import database_file
    from services.core.clock import utc_now
    from services.core.db.db import Database
    from services.core.stored_settings import adopt

    db = Database(settings.database, settings.replica)
    try:
        file = database_file(settings)
        if file is None or file.is_file():
            adopt(settings, db)
        return examine_freshly(settings, db, utc_now)
    finally:
        db.close()


def _print(report: "Report", *, as_json: bool) -> None:
    from services.checks import doctor as layout

    if as_json:
        typer.echo(json.dumps(layout.as_json(report), ensure_ascii=False, indent=2))
        return
    for text, style in layout.lines(report):
        typer.secho(text, **_COLOURS[style])  # type: ignore[arg-type]
