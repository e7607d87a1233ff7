"""`voltigo backup`: makes, lists, verifies and prunes backups; `voltigo restore` and `voltigo verify`."""

from typing import Annotated

import typer

from services.cli.ground import database_or_exit, settings_or_exit, signing_database_or_exit

app = typer.Typer(help="Backups: encrypted, every half a minute, to a folder or an object store.")
FromOption = Annotated[str, typer.Option("--from", help="the repository, instead of VOLTIGO_BACKUP_URL")]
AtOption = Annotated[
    str, typer.Option("--at", help='the newest at or before this moment, "2026-11-27 06:30" in Berlin or ISO 8601')
]


@app.callback(invoke_without_command=True)
def make_backup(context: typer.Context) -> None:
    """Without a further word: make a backup now."""
    if context.invoked_subcommand is not None:
        return
    from services.backup.ship import BackupShipping
    from services.cli.backups.carry_out import backup_line, reported_backup_errors
    from services.core.clock import utc_now

    settings = settings_or_exit()
    with reported_backup_errors(), signing_database_or_exit(settings) as db:
        taken = BackupShipping(db, settings, utc_now).ship_now()
    typer.echo(f"{backup_line(taken.snapshot)}  in {taken.seconds:.1f} s, {taken.new_blocks} new blocks")


@app.command("key")
def print_key() -> None:
    """Print a new key for VOLTIGO_BACKUP_KEY."""
    from services.backup.repository.sealing import new_key

    typer.echo(new_key())
    typer.echo(
        "Set VOLTIGO_BACKUP_KEY to it, and keep it apart from the server as well: without it no backup can be read, by "
        "anybody.",
        err=True,
    )


@app.command("list")
def list_backups(source: FromOption = "") -> None:
    """Name the snapshots, the oldest first."""
    from services.cli.backups.carry_out import opened, reported_backup_errors
    from services.core.clock import BERLIN

    with reported_backup_errors():
        from services.backup.repository.manifest import moment_of

        repository = opened(settings_or_exit(), source)
        names = repository.names()
        size = repository.size()
    for name in names:
        typer.echo(f"{moment_of(name).astimezone(BERLIN):%Y-%m-%d %H:%M:%S}  {name}")
    typer.echo(f"{len(names)} snapshots, {size / 1e6:.1f} MB in all. Times are Berlin's.")


@app.command("prune")
def prune_backups() -> None:
    """Remove what the rotation does not keep; the server does it each hour."""
    from services.backup.ship import BackupShipping
    from services.cli.backups.carry_out import reported_backup_errors
    from services.core.clock import utc_now

    settings = settings_or_exit()
    with reported_backup_errors(), database_or_exit(settings) as db:
        pruned = BackupShipping(db, settings, utc_now).prune_now()
    typer.echo(f"{pruned.snapshots} snapshots and {pruned.blocks} blocks were removed.")


@app.command("drill")
def drill(source: FromOption = "") -> None:
    """Restore the newest snapshot beside the installation, check it, start a server on it, and say what would be lost
    and how long it would take.
    """
    from services.cli.backups.carry_out import reported_backup_errors
    from services.cli.backups.drill import run_drill

    settings = settings_or_exit()
    with reported_backup_errors():
        lines, faults = run_drill(settings, source)
    for line in lines:
        typer.echo(line)
    _end_with(faults)


def verify(source: FromOption = "", at: AtOption = "") -> None:
    """Restore a snapshot to a temporary place and check all of it: rows, invariants, audit log, store, files."""
    from services.cli.backups.carry_out import backup_line, progress, reported_backup_errors, verified

    settings = settings_or_exit()
    with reported_backup_errors():
        found = verified(settings, source, at, progress)
    _end_with(found.faults)
    typer.echo(f"{backup_line(found.snapshot)}  restored in {found.seconds:.1f} s. It is whole.")


def restore(
    source: FromOption = "",
    at: AtOption = "",
    replace: Annotated[bool, typer.Option("--replace", help="put aside what is there; nothing is deleted")] = False,
) -> None:
    """Bring a backup back into this installation: database, files and secret. Stop the servers first."""
    from services.cli.backups.carry_out import progress, reported_backup_errors, restored

    settings = settings_or_exit()
    with reported_backup_errors():
        lines = restored(settings, source, at, progress, replace=replace)
    for line in lines:
        typer.echo(line)


def _end_with(faults: list[str]) -> None:
    for fault in faults:
        typer.secho(fault, fg="red", err=True)
    if faults:
        raise typer.Exit(1)
