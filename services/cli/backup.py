"""`voltigo backup`: makes, lists, verifies and prunes backups; `voltigo restore` and `voltigo verify`."""

from typing import Annotated

import typer

from services.cli.context import database_or_exit, settings_or_exit, signing_database_or_exit

app = typer.Typer(help="Sicherungen: verschlüsselt, jede halbe Minute, in einen Ordner oder Objektspeicher.")
FromOption = Annotated[str, typer.Option("--from", help="der Ort der Sicherungen, statt VOLTIGO_BACKUP_URL")]
AtOption = Annotated[
    str,
    typer.Option("--at", help='die neueste bis zu diesem Zeitpunkt, "2026-11-27 06:30" in Berlin oder ISO 8601'),
]


@app.callback(invoke_without_command=True)
def make_backup(context: typer.Context) -> None:
    """Ohne weiteres Wort: jetzt sichern."""
    if context.invoked_subcommand is not None:
        return
    from services.backup.ship import BackupShipping
    from services.cli.restoring import backup_line, reported_backup_errors
    from services.core.clock import utc_now
    from services.core.german import counted

    settings = settings_or_exit()
    with reported_backup_errors(), signing_database_or_exit(settings) as db:
        taken = BackupShipping(db, settings, utc_now).ship_now()
    new = counted(len(taken.written), "neuer Block", "neue Blöcke")
    typer.echo(f"{backup_line(taken.snapshot)}  in {_seconds(taken.seconds)} s, {new}")


@app.command("key")
def print_key() -> None:
    """Einen neuen Schlüssel für VOLTIGO_BACKUP_KEY ausgeben."""
    from services.backup.repository import new_key

    typer.echo(new_key())
    typer.echo(
        "Setzen Sie VOLTIGO_BACKUP_KEY darauf, und bewahren Sie ihn auch außerhalb dieses Servers auf: Ohne ihn kann "
        "niemand eine Sicherung lesen. `voltigo backup confirm-key` fragt die zweite Abschrift ab.",
        err=True,
    )


@app.command("confirm-key")
def confirm_backup_key(
    end: Annotated[str, typer.Option("--end", help="die sechs Zeichen; sonst wird nach ihnen gefragt")] = "",
) -> None:
    """Bestätigen, dass es eine zweite Abschrift des Schlüssels gibt: fragt nach ihren letzten sechs Zeichen."""
    from services.checks.confirm import confirm_key
    from services.checks.errors import KeyRefused
    from services.checks.setup import recheck
    from services.core.clock import utc_now

    settings = settings_or_exit()
    if not settings.backup_key.get_secret_value():
        _end_with(["VOLTIGO_BACKUP_KEY ist leer: `voltigo backup key` gibt einen neuen Schlüssel aus."])
    end = end or typer.prompt("Die letzten sechs Zeichen, wie sie in der zweiten Abschrift stehen")
    try:
        with signing_database_or_exit(settings) as db:
            db.write(lambda session: confirm_key(session, settings, end.strip(), "system", utc_now()))
            recheck(db, settings, utc_now, ["backup_key"])
    except KeyRefused as refused:
        _end_with([refused.detail])
    typer.echo("Bestätigt: Der Schlüssel ist auch anderswo aufbewahrt.")


@app.command("list")
def list_backups(source: FromOption = "") -> None:
    """Die Sicherungen nennen, die älteste zuerst."""
    from services.cli.restoring import opened, reported_backup_errors, snapshot_lines

    with reported_backup_errors():
        lines = list(snapshot_lines(opened(settings_or_exit(), source)))
    for line in lines:
        typer.echo(line)


@app.command("prune")
def prune_backups() -> None:
    """Löschen, was nicht mehr aufgehoben wird; der Server tut es jede Stunde."""
    from services.backup.ship import BackupShipping
    from services.cli.restoring import reported_backup_errors
    from services.core.clock import utc_now
    from services.core.german import counted

    settings = settings_or_exit()
    with reported_backup_errors(), database_or_exit(settings) as db:
        pruned = BackupShipping(db, settings, utc_now).prune_now()
    removed = counted(pruned.snapshots, "Sicherung", "Sicherungen"), counted(pruned.blocks, "Block", "Blöcke")
    typer.echo(f"Gelöscht: {' und '.join(removed)}.")
    faults = []
    if pruned.missing:
        missing = counted(len(pruned.missing), "Block fehlt", "Blöcke fehlen")
        faults.append(
            f"{missing} am Ziel. Die nächste Sicherung, auch `voltigo backup`, schreibt neu, was sie braucht."
        )
    if pruned.harmed:
        harmed = counted(len(pruned.harmed), "Sicherung lässt", "Sicherungen lassen")
        faults.append(f"{harmed} sich so nicht wiederherstellen; `voltigo backup list` nennt sie.")
    _end_with(faults)


@app.command("drill")
def drill(source: FromOption = "") -> None:
    """Die neueste Sicherung neben der Installation wiederherstellen, prüfen, einen Server darauf starten, und sagen,
    was verloren wäre und wie lange es dauern würde.
    """
    from services.cli.restoring import reported_backup_errors, run_drill

    settings = settings_or_exit()
    with reported_backup_errors():
        lines, faults = run_drill(settings, source)
    for line in lines:
        typer.echo(line)
    _end_with(faults)


def verify(source: FromOption = "", at: AtOption = "") -> None:
    """Eine Sicherung zur Probe wiederherstellen und alles prüfen: Zeilen, Regeln, Protokoll, Datenspeicher, Dateien."""
    from services.cli.restoring import backup_line, progress, reported_backup_errors, verified

    settings = settings_or_exit()
    with reported_backup_errors():
        found = verified(settings, source, at, progress)
    _end_with(found.faults)
    typer.echo(f"{backup_line(found.snapshot)}  in {_seconds(found.seconds)} s wiederhergestellt. Sie ist ganz.")


def restore(
    source: FromOption = "",
    at: AtOption = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="beiseite legen, was da ist; nichts wird gelöscht")
    ] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="auch wenn neuere Sicherungen unlesbar sind: Gelöschte können wiederkommen")
    ] = False,
) -> None:
    """Eine Sicherung zurückholen: Datenbank, Dateien und Geheimnis. Halten Sie zuvor alle Server an."""
    from services.cli.restoring import progress, reported_backup_errors, restored

    settings = settings_or_exit()
    with reported_backup_errors():
        lines = restored(settings, source, at, progress, replace=replace, anyway=anyway)
    for line in lines:
        typer.echo(line)


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}".replace(".", ",")


def _end_with(faults: list[str]) -> None:
    for fault in faults:
        typer.secho(fault, fg="red", err=True)
    if faults:
        raise typer.Exit(1)
