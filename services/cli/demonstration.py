"""`voltigo demo`: creates a database of fictional people and visits if there is none, then serves it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.context import database_or_exit, settings_or_exit
from services.cli.serving import answer, listen
from services.settings import Settings

if TYPE_CHECKING:
    from datetime import datetime

    from services.core.db.db import Database
    from services.demo.log_ins import LogIn


def demo(
    fresh: Annotated[bool, typer.Option("--fresh", help="die alte löschen und eine neue anlegen")] = False,
    visits: Annotated[int, typer.Option(min=0, help="so viele Besuche mehr, in Menge; schließt --fresh ein")] = 0,
) -> None:
    """Eine Vorführung mit erfundenen Menschen und eigener Datenbank starten, nur auf diesem Rechner."""
    settings = settings_or_exit(demo=True)
    listener = listen(settings.host, settings.port)
    log_ins = _demonstration(settings, fresh=fresh or visits > 0, visits=visits)
    lines = [f"  {entry.role:<10} {entry.email:<24} {entry.password}" for entry in log_ins]
    console = f"http://{settings.host}:{listener.getsockname()[1]}/admin/"
    answer(settings, listener, [f"Konsole: {console}", *lines])


def _demonstration(settings: Settings, *, fresh: bool, visits: int) -> "list[LogIn]":
    from services.core.clock import utc_now
    from services.demo.build import SIZE, STEPS, build, clear
    from services.demo.log_ins import keep, kept
    from services.schema.migrate import migrate

    log_ins = None if fresh else kept(settings.data_dir)
    if log_ins is not None:
        with database_or_exit(settings) as db:
            migrate(db)
        return log_ins
    clear(settings.data_dir)
    now = utc_now()
    with database_or_exit(settings) as db, _quiet_logs():
        with typer.progressbar(length=STEPS, label="Vorführung wird angelegt") as bar:
            made = build(db, settings, SIZE, now, lambda: bar.update(1))
        _add_visits(settings, db, visits, now)
        keep(settings.data_dir, made)
    return made


def _add_visits(settings: Settings, db: "Database", visits: int, now: "datetime") -> None:
    """Add visits in bulk and ingest everything into the store, so that the first report need not wait for the job."""
    from sqlalchemy import func, select

    from services.core.clock import utc_now
    from services.demo.visits.bulk import add_visits
    from services.store.ingest import StoreIngest
    from services.store.place import store_of
    from services.visits.models import Visit

    if visits:
        with typer.progressbar(length=visits, label="Besuche in Menge        ") as bar:
            add_visits(db, visits, now, bar.update)
    with db.read() as session:
        rows = session.scalar(select(func.count()).select_from(Visit)) or 0
    with typer.progressbar(length=rows, label="Auswertungen vorbereitet") as bar:
        StoreIngest(db, store_of(settings), utc_now).run(bar.update)


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Hundreds of mails would write over the progress bar."""
    import structlog

    wrapper = structlog.get_config()["wrapper_class"]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    try:
        yield
    finally:
        structlog.configure(wrapper_class=wrapper)
