"""Status of the store: rows per dataset, backlog, whether an ingest is running; and whether it equals the database."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, exists, func, select, text, tuple_
from sqlalchemy.orm import Session

from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS, ROLLUP
from analytics.store.verification import files_in, verify
from services.core.clock import Clock, end_of_berlin_day, utc_now
from services.core.db.db import Database
from services.core.german import number
from services.store import manifest
from services.store.manifest import LEASES, is_ours
from services.store.models import CURRENT, StoreFile, StoreWatermark
from services.visits.models import ReservationTouch, Visit

Dataset = type[Visit] | type[ReservationTouch]
_TABLES: dict[str, Dataset] = {"visits": Visit, "touches": ReservationTouch}


@dataclass(frozen=True, slots=True)
class DatasetStatus:
    """One dataset. `waiting_rows` are only in the database; reports read them from there."""

    name: str
    rows: int
    files: int
    bytes: int
    watermark_at: datetime | None
    waiting_rows: int
    last_day: date | None


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """The whole store at one moment."""

    datasets: list[DatasetStatus]
    is_running: bool


def store_status(session: Session, now: datetime) -> StoreStatus:
    """The store's status in this session's snapshot."""
    marks = {mark.dataset: mark for mark in session.scalars(select(StoreWatermark))}
    is_running = bool(session.scalar(select(exists().where(LEASES.is_held(now)))))
    names = (*DATASETS, ROLLUP)
    datasets = [_dataset(session, name, marks.get("visits" if name == ROLLUP else name)) for name in names]
    return StoreStatus(datasets, is_running)


def _dataset(session: Session, name: str, mark: StoreWatermark | None) -> DatasetStatus:
    sums = (func.sum(StoreFile.rows), func.count(), func.sum(StoreFile.bytes), func.max(StoreFile.last_day))
    rows, files, size, last_day = session.execute(select(*sums).where(StoreFile.dataset == name, CURRENT)).one()
    return DatasetStatus(
        name=name,
        rows=int(rows or 0),
        files=files,
        bytes=int(size or 0),
        watermark_at=mark.moved_at if mark else None,
        waiting_rows=_waiting(session, name, mark) if name in _TABLES else 0,
        last_day=last_day,
    )


def are_carried(session: Session, name: str, last_day: date) -> bool:
    """Whether the store has carried every committed row of the days up to this one. A day without rows is."""
    table = _TABLES[name]
    of_days = select(table.id).where(table.at < end_of_berlin_day(last_day))
    waits = _beyond(session, of_days, table, session.get(StoreWatermark, name)).exists()
    return not session.scalar(select(waits))


def _waiting(session: Session, name: str, mark: StoreWatermark | None) -> int:
    table = _TABLES[name]
    return session.scalar(_beyond(session, select(func.count()).select_from(table), table, mark)) or 0


def _beyond(session: Session, query: Select[Any], table: Dataset, mark: StoreWatermark | None) -> Select[Any]:
    """Only the rows that are not carried yet."""
    if mark is None:
        return query
    if session.connection().dialect.name == "sqlite":
        return query.where(table.id > mark.last_id)
    place = tuple_(table.written_in, table.id)
    return query.where(table.written_in >= mark.written_in, place > tuple_(mark.written_in, mark.last_id))


def as_table(status: StoreStatus) -> list[str]:
    """Output lines of `voltigo store status`."""
    heads = f"{'Daten':<12}{'Zeilen':>12}{'Dateien':>9}{'MB':>10}{'warten':>10}  {'letzter Tag':<11}  übernommen (UTC)"
    lines = [heads]
    for dataset in status.datasets:
        at = f"{dataset.watermark_at:%d.%m.%Y, %H:%M}" if dataset.watermark_at else "nie"
        day = f"{dataset.last_day:%d.%m.%Y}" if dataset.last_day else "–"
        size = f"{dataset.bytes / 1e6:.1f}".replace(".", ",")
        lines.append(
            f"{dataset.name:<12}{number(dataset.rows):>12}{number(dataset.files):>9}{size:>10}"
            f"{number(dataset.waiting_rows):>10}  {day:<11}  {at}"
        )
    return [*lines, "Gerade werden Zeilen übernommen."] if status.is_running else lines


def is_restored(session: Session) -> bool:
    """Whether the database came from another PostgreSQL cluster whose transaction ids lie ahead of this one's.

    The next ingest notices it too, and rebuilds the store.
    """
    if session.connection().dialect.name != "postgresql":
        return False
    begun: int = session.scalar(text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")) or 0
    columns = (StoreWatermark.written_in, *(table.written_in for table in _TABLES.values()))
    return any(session.scalar(select(exists().where(column >= begun))) for column in columns)


def count_files(db: Database) -> int:
    """Number of files to check."""
    with db.read() as session:
        return session.scalar(select(func.count()).select_from(StoreFile).where(CURRENT)) or 0


def verify_whole(
    db: Database, store: Store, on_file: Callable[[], object] = lambda: None, clock: Clock = utc_now
) -> list[str]:
    """Problems found, one sentence each; empty if the store equals the database."""
    # Copies first: what is read after that is what was written, or the file itself is damaged.
    return [*_foreign_files(db, store, clock()), *_damaged_copies(db, store), *verify(store, on_file)]


def _damaged_copies(db: Database, store: Store) -> list[str]:
    """Copies in the cache of this machine with other bytes; they are removed, since no report may read them."""
    if store.cached is None:
        return []
    with db.read() as session:
        files = manifest.current_files(session)
    return [
        f"Die Kopie der Datei {name} auf diesem Rechner war beschädigt. Sie ist entfernt und wird wieder geholt."
        for name in store.cached.drop_damaged(files)
    ]


def _foreign_files(db: Database, store: Store, now: datetime) -> list[str]:
    """Files missing from the manifest. Those of a running ingest may be about to be added."""
    lying = files_in(store)  # before the manifest is read, so that files added meanwhile are not reported
    with db.read() as session:
        known = set(session.scalars(select(StoreFile.path)))
        is_running = store_status(session, now).is_running
    return [
        f"Die Datei {name} liegt im Datenspeicher, und sein Verzeichnis kennt sie nicht."
        for name in lying
        if name not in known and not (is_running and is_ours(name))
    ]
