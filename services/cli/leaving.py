"""`voltigo export` and `voltigo import`: leaving with everything, and moving in elsewhere."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from services.cli.ground import settings_or_exit, signing_database_or_exit


class Files(StrEnum):
    """Which files an import reads."""

    PARQUET = "parquet"
    CSV = "csv"


def export_all(
    folder: Annotated[Path, typer.Argument(help="a new or an empty folder, outside of the data folder")],
    with_secret: Annotated[
        bool, typer.Option("--with-secret", help="also the secret: second factors and links in mails go on working")
    ] = False,
) -> None:
    """Write all tables as Parquet and CSV, all files, and their description into a folder. Servers may go on."""
    from services.backup.capture.snapshot import sqlite_path
    from services.cli.backups.carry_out import reported_backup_errors
    from services.core.clock import utc_now
    from services.portability.export import export

    settings = settings_or_exit()
    if with_secret and (not settings.database.startswith("sqlite") or sqlite_path(settings).exists()):
        with signing_database_or_exit(settings):  # or the export would come with a secret that is not its own
            pass
    with reported_backup_errors(), typer.progressbar(length=1, label="Exporting") as bar:

        def on_rows(rows: int, expected: int) -> None:
            bar.length = expected
            bar.update(rows)

        done = export(settings, folder, utc_now, with_secret=with_secret, on_rows=on_rows)
    typer.echo(f"{len(done.tables)} tables with {done.rows:,} rows and {len(done.files)} files are in {folder}.")
    typer.echo("It holds personal data and is not encrypted; README.md says how to treat it.")
    if not with_secret:
        typer.echo(
            "The secret is not in it: after an import second factors have to be set up again (see --with-secret)."
        )


def import_all(
    folder: Annotated[Path, typer.Argument(help="what `voltigo export` has written")],
    source: Annotated[Files, typer.Option("--from", help="which of the files to read")] = Files.PARQUET,
) -> None:
    """Bring an export into this empty installation of either database and compare every row. Stop all servers first."""
    from services.cli.backups.carry_out import assert_stopped, reported_backup_errors
    from services.core.clock import utc_now
    from services.portability.bring_in import bring_in

    settings = settings_or_exit()
    with reported_backup_errors():
        assert_stopped(settings, utc_now())
        with typer.progressbar(length=1, label="Importing") as bar:

            def on_rows(rows: int, expected: int) -> None:
                bar.length = expected
                bar.update(rows)

            done = bring_in(settings, folder, utc_now, is_csv=source is Files.CSV, on_rows=on_rows)
    for line in done.lines:
        typer.echo(line)
    for fault in done.faults:
        typer.secho(fault, fg="red", err=True)
    if done.faults:
        raise typer.Exit(1)
