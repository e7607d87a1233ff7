"""`voltigo export` and `voltigo import`: moves everything to another installation or out of the product."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from services.cli.context import settings_or_exit, signing_database_or_exit
from services.core.german import counted


class Files(StrEnum):
    """Which files an import reads."""

    PARQUET = "parquet"
    CSV = "csv"


def export_all(
    folder: Annotated[Path, typer.Argument(help="ein neuer oder leerer Ordner, außerhalb des Datenordners")],
    with_secret: Annotated[
        bool,
        typer.Option("--with-secret", help="auch das Geheimnis: Zweite Faktoren und Links in Mails gelten dann weiter"),
    ] = False,
) -> None:
    """Alle Tabellen als Parquet und CSV, alle Dateien und ihre Beschreibung in einen Ordner schreiben. Server dürfen
    währenddessen laufen.
    """
    from services.backup.capture.snapshot import sqlite_path
    from services.cli.restoring import reported_backup_errors
    from services.core.clock import utc_now
    from services.portability.export import export

    settings = settings_or_exit()
    if with_secret and (not settings.database.startswith("sqlite") or sqlite_path(settings).exists()):
        with signing_database_or_exit(settings):  # or the export would contain a secret that does not match it
            pass
    with reported_backup_errors(), typer.progressbar(length=1, label="Export") as bar:

        def on_rows(rows: int, expected: int) -> None:
            bar.length = expected
            bar.update(rows)

        done = export(settings, folder, utc_now, with_secret=with_secret, on_rows=on_rows)
    tables = counted(len(done.tables), "Tabelle", "Tabellen")
    rows, files = counted(done.rows, "Zeile", "Zeilen"), counted(len(done.files), "Datei", "Dateien")
    typer.echo(f"{tables} mit {rows} und {files} liegen in {folder}.")
    typer.echo(
        "Der Ordner enthält personenbezogene Daten und ist nicht verschlüsselt; README.md darin sagt, wie Sie damit "
        "umgehen."
    )
    if not with_secret:
        typer.echo(
            "Das Geheimnis ist nicht dabei: Nach einem Import sind zweite Faktoren neu einzurichten (--with-secret)."
        )


def import_all(
    folder: Annotated[Path, typer.Argument(help="was `voltigo export` geschrieben hat")],
    source: Annotated[Files, typer.Option("--from", help="welche der Dateien gelesen werden")] = Files.PARQUET,
) -> None:
    """Einen Export in diese leere Installation bringen, mit SQLite oder PostgreSQL, und jede Zeile vergleichen. Halten
    Sie zuvor alle Server an.
    """
    from services.cli.restoring import assert_stopped, reported_backup_errors
    from services.core.clock import utc_now
    from services.portability.load import load

    settings = settings_or_exit()
    with reported_backup_errors():
        assert_stopped(settings, utc_now())
        with typer.progressbar(length=1, label="Import") as bar:

            def on_rows(rows: int, expected: int) -> None:
                bar.length = expected
                bar.update(rows)

            done = load(settings, folder, utc_now, is_csv=source is Files.CSV, on_rows=on_rows)
    for line in done.lines:
        typer.echo(line)
    for fault in done.faults:
        typer.secho(fault, fg="red", err=True)
    if done.faults:
        raise typer.Exit(1)
