"""Tables of the analytical store: files, watermarks and change counters."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Date, Index, SmallInteger, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import about_nobody

CURRENT = text("retired_at IS NULL")
"""SQL condition: the file is visible to readers."""


class StoreFile(Base):
    """One immutable Parquet file. Readers take the list of files from here, never from the folder.

    Positions are pairs (`written_in`, `id`) of its first and last row, inclusive; a rollup has zeros.
    """

    __tablename__ = "store_files"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    dataset: Mapped[str] = mapped_column(String(20))
    """`visits`, `touches` or the rollup `visit_days`."""
    month: Mapped[str] = mapped_column(String(7))
    path: Mapped[str] = mapped_column(String(200))
    """Relative to the store's folder."""
    first_written_in: Mapped[int] = mapped_column(BigInteger)
    first_id: Mapped[int] = mapped_column(BigInteger)
    last_written_in: Mapped[int] = mapped_column(BigInteger)
    last_id: Mapped[int] = mapped_column(BigInteger)
    rows: Mapped[int] = mapped_column(BigInteger)
    bytes: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column(String(64))
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    """Days in Berlin, inclusive."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    retired_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When another file replaced it; it is deleted once no reader can still have it open."""
    layout: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    """Which columns it has (`LAYOUT`). An older server names none."""

    __table_args__ = (
        UniqueConstraint("path"),
        Index("ix_store_files_current", "dataset", "month", postgresql_where=CURRENT, sqlite_where=CURRENT),
    )
    __privacy__ = about_nobody(
        "id dataset month path first_written_in first_id last_written_in last_id rows bytes sha256 "
        "first_day last_day layout created_at retired_at"
    )


class StoreWatermark(Base):
    """Position up to which a dataset was ingested, and the lease of the running ingest.

    On PostgreSQL rows are ordered by the transaction that wrote them, then by id: a lower id can be committed later,
    a lower transaction among the finished ones cannot. On SQLite the transaction is always 0.
    """

    __tablename__ = "store_watermarks"
    __privacy__ = about_nobody("dataset written_in last_id moved_at lease_owner leased_until")

    dataset: Mapped[str] = mapped_column(String(20), primary_key=True)
    written_in: Mapped[int] = mapped_column(BigInteger)
    last_id: Mapped[int] = mapped_column(BigInteger)
    moved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    lease_owner: Mapped[str | None] = mapped_column(String(80))
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)


class RelationMark(Base):
    """Change counter of a table that reports read: the sum of its rows here. Equal sums mean unchanged data.

    Triggers write it in the transaction of the change, whatever the statement. PostgreSQL adds a row each time, since
    incrementing one number would make writers wait for each other; the ingest job merges the rows.
    """

    __tablename__ = "relation_marks"
    __privacy__ = about_nobody("id relation changes")

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    relation: Mapped[str] = mapped_column(String(40))
    """The table's name."""
    changes: Mapped[int] = mapped_column(BigInteger)
