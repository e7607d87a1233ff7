"""`voltigo check`: integrity check of the database, the audit log and the store."""

import typer

from services.cli.ground import database_or_exit, settings_or_exit


def check() -> None:
    """Check the database's pages, the audit log and the store, and say what is damaged. May run beside the server."""
    from services.health.integrity import damages
    from services.staff.audit import first_broken_entry
    from services.store.manifest import store_of
    from services.store.verify import verify_whole

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        found = damages(db)
        if not found:  # what follows reads the same pages
            with db.read() as session:
                broken = first_broken_entry(session)
            found = [] if broken is None else [f"The chain of the audit log is broken at entry {broken}."]
            found += verify_whole(db, store_of(settings))
    for sentence in found:
        typer.secho(sentence, fg="red", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("Database, audit log and store are whole.")
