"""Denormalised tables for the console's lists: copies of the columns to filter, sort and search by.

They are separate from `reservations` because some fifty indexes would cost the reservation call a tenth of its rate.
A trigger queues reservations that differ from their entry, and `entries.py` catches up.
"""

from datetime import date, datetime

from sqlalchemy import BigInteger, Date, Index, Integer, SmallInteger, String, Text, column, table, text
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import TypeEngine

from services.core.db.db import Base, BigId, UtcDateTime

FAR_FUTURE = date(9999, 12, 31)
"""The follow-up of a reservation that has none: last in line, and no NULL that two databases sort differently."""

NONE, CHECKED, OPEN = 0, 1, 2
"""A suspicion (duplicate, price mismatch): there is none, staff looked at it, it is still to be looked at."""

SORT_COLUMNS = ("created_at", "updated_at", "spot_number", "name_key", "follow_up_on")
SUSPICIONS = ("duplicate", "price")
WALKED = ("state", "energy_provider", "utm_source", "utm_campaign", "referral_code", *SUSPICIONS)
"""Filters with an index for every sort: values that are many or rare, or go with a sort (what ended is old)."""
COUNTED = (*WALKED, "annual_kwh", "payment_plan", "park_id")
"""Filters whose every value has its number of entries kept."""
TERMS_FORMAT = 3
"""Raised when entries have to hold other words, or another key of the name, than before: those of an earlier format are
renewed by the job."""
OUTDATED = text("terms_format < 3")
"""SQL condition: an entry of an earlier format. As text, so that the partial index is used."""


def _walk_index(name: str, sort: str) -> Index:
    """An index of the entries of a value in the order of a sort; partial for suspicions."""
    where = text(f"{name} > 0") if name in SUSPICIONS else None
    columns = (name, sort, "reservation_id")
    return Index(f"ix_reservation_entries_{name}_{sort}", *columns, sqlite_where=where, postgresql_where=where)


def _bytewise(length: int) -> TypeEngine[str]:
    """Text compared byte by byte on both databases."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


class ListEntry(Base):
    """One reservation in denormalised form. No foreign key: an entry outlives an erased reservation until the
    queue is processed."""

    __tablename__ = "reservation_entries"

    reservation_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    spot_number: Mapped[int] = mapped_column(Integer)
    name_key: Mapped[str] = mapped_column(_bytewise(250))
    """Last name, then first name, without accents and case: by this names are sorted."""
    follow_up_on: Mapped[date] = mapped_column(Date)
    state: Mapped[str] = mapped_column(String(20))
    annual_kwh: Mapped[int] = mapped_column(Integer)
    payment_plan: Mapped[str] = mapped_column(String(10))
    energy_provider: Mapped[str] = mapped_column(String(40))
    park_id: Mapped[str] = mapped_column(String(40))
    utm_source: Mapped[str] = mapped_column(String(200))
    utm_campaign: Mapped[str] = mapped_column(String(200))
    referral_code: Mapped[str] = mapped_column(String(200))
    duplicate: Mapped[int] = mapped_column(Integer)
    price: Mapped[int] = mapped_column(Integer)
    terms: Mapped[str] = mapped_column(Text)
    """The words a search compares with, a blank around each (`search.terms_of`)."""
    terms_format: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    """By which `TERMS_FORMAT` the words were made; servers that do not know the column write the first."""

    __table_args__ = (
        *(Index(f"ix_reservation_entries_{sort}", sort, "reservation_id") for sort in SORT_COLUMNS),
        *(_walk_index(name, sort) for name in WALKED for sort in SORT_COLUMNS),
        # A source has its own campaigns: what both leave is few or all, and no product of two shares.
        Index("ix_reservation_entries_utm_source_utm_campaign", "utm_source", "utm_campaign", "reservation_id"),
        *(Index(f"ix_reservation_entries_{name}", name, "reservation_id") for name in COUNTED if name not in WALKED),
        Index("ix_reservation_entries_outdated", "reservation_id", sqlite_where=OUTDATED, postgresql_where=OUTDATED),
    )


FULL_TEXT = table("reservation_terms", column("rowid", BigInteger), column("terms", Text))
"""SQLite's full-text index of the words, which holds no copy of them. PostgreSQL has an inverted index on the entries
instead, so neither is a model."""


class ListQueue(Base):
    """Reservations whose entry is out of date, queued by triggers."""

    __tablename__ = "reservation_entry_queue"

    reservation_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)


class ValueCount(Base):
    """How many entries have this value: a filter's result size, known in advance."""

    __tablename__ = "reservation_value_counts"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    """A column of the entries, or empty for all of them."""
    value: Mapped[str] = mapped_column(String(200), primary_key=True)
    entries: Mapped[int] = mapped_column(Integer)

    __table_args__ = (Index("ix_reservation_value_counts_name", "name", "entries", "value"),)


class NameWord(Base):
    """A word of the names in the entries, once for each of its forms (`vocabulary.forms`)."""

    __tablename__ = "reservation_name_words"

    form: Mapped[str] = mapped_column(_bytewise(40), primary_key=True)
    word: Mapped[str] = mapped_column(_bytewise(40), primary_key=True)
