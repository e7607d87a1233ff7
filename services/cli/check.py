"""`voltigo check`: integrity check of the database, its invariants, the audit log and the store."""

from typing import TYPE_CHECKING

import typer

from services.cli.ground import database_or_exit, settings_or_exit

if TYPE_CHECKING:
    from services.invariants.prove import Proven


def check() -> None:
    """Datenbank, Regeln zwischen ihren Zeilen, Protokoll und Datenspeicher prüfen und sagen, was beschädigt ist. Darf
    neben dem Server laufen.
    """
    from services.core.clock import utc_now
    from services.invariants.prove import prove
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
