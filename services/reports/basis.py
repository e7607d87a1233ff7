"""Timestamp and row counts of the data a report was computed from."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from services.store.status import store_status


@dataclass(frozen=True, slots=True)
class DataBasis:
    """`rows`: known visit events, whether already exported to Parquet files or not."""

    at: datetime
    rows: int


def stand_of(session: Session, now: datetime) -> DataBasis:
    """The data basis of anything computed now: it includes every committed row."""
    visits = next(dataset for dataset in store_status(session, now).datasets if dataset.name == "visits")
    return DataBasis(now, visits.rows + visits.waiting_rows)


@dataclass(frozen=True, slots=True)
class ReportBasis:
    """Data basis of a report: visit events and reservations known. Two bases differ if their `version` differs."""

    at: datetime
    visits: int
    reservations: int
    version: str
    known_from: date | None = None
    """The first day of which any visit is known, where the report reads visits."""
    provisional: str = ""
    """Which data are missing: „Vorläufig: Kosten von Meta fehlen seit 08.11.2026.“; empty: none are known to."""
    behind_seconds: int | None = None
    """Read from the replica, which was at most so much older than the primary; None: read from the primary."""

    def as_json(self) -> dict[str, Any]:
        """As stored in files and in the database."""
        known_from = None if self.known_from is None else self.known_from.isoformat()
        return {**asdict(self), "at": self.at.isoformat(), "known_from": known_from}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "ReportBasis":
        """Reverse of `as_json`; data written before one of the last three members existed has none."""
        known_from = told.get("known_from")
        day = None if known_from is None else date.fromisoformat(known_from)
        return cls(**{**told, "at": datetime.fromisoformat(told["at"]), "known_from": day})
