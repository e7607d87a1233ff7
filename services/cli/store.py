"""`voltigo store`: shows, rebuilds and verifies the analytical store."""

from typing import Annotated

import typer

from services.cli.ground import database_or_exit, settings_or_exit

app = typer.Typer(no_args_is_help=True, help="The analytical store.")


@app.command("status")
def show_store() -> None:
    """Say what the store holds and what waits to be carried."""
    from services.core.clock import utc_now
    from services.store.status import as_table, is_restored, store_status

    with database_or_exit(settings_or_exit()) as db, db.read() as session:
        status, restored = store_status(session, utc_now()), is_restored(session)
    for line in as_table(status):
        typer.echo(line)
    if restored:
        typer.secho("The database was restored from another PostgreSQL cluster. ", fg="red", err=True, nl=False)
        typer.secho("`voltigo store rebuild` (or the next run of carry-visits) rebuilds the store.", err=True)
        raise typer.Exit(1)


@app.command("rebuild")
def rebuild_store() -> None:
    """Rebuild the store from the database; reports keep running meanwhile."""
    from services.core.clock import utc_now
    from services.store.ingest import StoreIngest
    from services.store.place import store_of
    from services.store.status import store_status

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        with db.read() as session:
            rows = sum(
                d.waiting_rows + d.rows for d in store_status(session, utc_now()).datasets if d.name != "visit_days"
            )
        with typer.progressbar(length=rows, label="Rows") as bar:
            carried = StoreIngest(db, store_of(settings), utc_now).rebuild(bar.update)
    if carried.is_elsewhere:
        typer.secho("Another process is carrying rows; try again when it is done.", fg="red", err=True)
        raise typer.Exit(1)
    typer.echo(f"The store was rebuilt: {carried}.")


@app.command("verify")
def verify_store() -> None:
    """Compare every file of the store with the database, row by row."""
    from services.store.place import store_of
    from services.store.verify import count_files, verify_whole

    settings = settings_or_exit()
    with database_or_exit(settings) as db, typer.progressbar(length=count_files(db), label="Files") as bar:
        found = verify_whole(db, store_of(settings), lambda: bar.update(1))
    for sentence in found:
        typer.secho(sentence, fg="red", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("The store equals the database.")


@app.command("move")
def move_store(
    target: Annotated[str, typer.Argument(help="a folder, file:///… or s3://bucket/prefix; . is VOLTIGO_DATA_DIR")],
    source: Annotated[str, typer.Option(help="the old place, if it is not the one of VOLTIGO_STORE_URL")] = "",
) -> None:
    """Copy the store, kept reports and attachments to another place, and bind the database to it.

    Every file is read back there first; the old place serves until then and keeps everything. Afterwards set
    VOLTIGO_STORE_URL for every server and worker and start them again: until then they keep no report and run no jobs.
    After a move that was cut off, the same command goes on; once the database is bound to the new place, with --source.
    """
    from services.backup.errors import BackupError
    from services.core.storage.folder import FolderStorage
    from services.core.storage.installed import files_of
    from services.core.storage.storage import FILES, Storage, storage_at
    from services.portability.move_files import move_files

    settings = settings_or_exit()
    local = settings.data_dir.resolve()

    def place(url: str) -> Storage:
        return FolderStorage(local) if url == "." else storage_at(url, FILES, local)

    with database_or_exit(settings) as db, typer.progressbar(length=1, label="Files") as bar:

        def told(files: int, count: int) -> None:
            bar.length = count
            bar.update(files)

        try:
            moved = move_files(db, place(source) if source else files_of(settings), place(target), local, told)
        except BackupError as error:
            typer.secho(f"\n{error}", fg="red", err=True)
            raise typer.Exit(1) from None
    typer.echo(f"{moved.files} files are in {target} now, and the database is bound to it.")
    typer.echo(
        f"Set VOLTIGO_STORE_URL={'' if target == '.' else target} for every server and worker, and restart them."
    )
    for name in moved.lost:
        typer.secho(f"{name} is missing or damaged in the old place and was not copied.", fg="red", err=True)
    if moved.lost:
        raise typer.Exit(1)


@app.command("adopt")
def adopt_folder() -> None:
    """Bind the database to this place (VOLTIGO_STORE_URL, or VOLTIGO_DATA_DIR) and rebuild the store in it."""
    from services.core.data_folder import adopt
    from services.core.storage.installed import files_of

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        db.write(lambda session: adopt(session, files_of(settings)))
    typer.echo(f"The database goes with {settings.store_url or settings.data_dir.resolve()} from now on.")
    rebuild_store()
