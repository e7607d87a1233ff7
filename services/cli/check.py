"""`voltigo check`: integrity check of the database, its invariants, the audit log and the store."""

from typing import TYPE_CHECKING

import typer

from services.cli.ground import database_or_exit, settings_or_exit

if TYPE_CHECKING:
    from services.invariants.prove import Proven


def check() -> None:
    """Check the database's pages, what must hold between its rows, the audit log and the store, and say what is
    damaged. May run beside the server.
    """
    from services.core.clock import utc_now
    from services.invariants.prove import prove
    from services.schema.integrity import damages
    from services.store.place import store_of
    from services.store.verify import verify_whole

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
    typer.echo("Database, audit log and store are whole.")


def _sentence(proven: "Proven") -> str:
    broken, invariant = proven.broken, proven.invariant
    return f"The invariant {invariant.name} is broken {broken.count} times: {', '.join(broken.examples)}."
