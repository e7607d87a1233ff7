"""`voltigo store`: shows, rebuilds and verifies the analytical store."""

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
    from services.store.manifest import store_of
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
    from services.store.manifest import store_of
    from services.store.verify import count_files, verify_whole

    settings = settings_or_exit()
    with database_or_exit(settings) as db, typer.progressbar(length=count_files(db), label="Files") as bar:
        found = verify_whole(db, store_of(settings), lambda: bar.update(1))
    for sentence in found:
        typer.secho(sentence, fg="red", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("The store equals the database.")


@app.command("adopt")
def adopt_folder() -> None:
    """Bind the database to this data folder (VOLTIGO_DATA_DIR) and rebuild the store in it."""
    from services.core.data_folder import adopt

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        db.write(lambda session: adopt(session, settings.data_dir))
    typer.echo(f"The database goes with {settings.data_dir.resolve()} from now on.")
    rebuild_store()
