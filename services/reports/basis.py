"""As of when a report is, and on how many rows it rests."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from services.store.status import store_status


@dataclass(frozen=True, slots=True)
class DataBasis:
    """`rows`: events of visits that are known, in files or not yet."""

    at: datetime
    rows: int


def stand_of(session: Session, now: datetime) -> DataBasis:
    """The stand of whatever is computed now: everything that was committed is in it."""
    visits = next(dataset for dataset in store_status(session, now).datasets if dataset.name == "visits")
    return DataBasis(now, visits.rows + visits.waiting_rows)


@dataclass(frozen=True, slots=True)
class ReportBasis:
    """What a report rests on: events of visits and reservations that are known. `version` differs when they do."""

    at: datetime
    visits: int
    reservations: int
    version: str
    known_from: date | None = None
    """The first day of which any visit is known, where the report reads visits."""

    def as_json(self) -> dict[str, Any]:
        """As files and rows keep it."""
        known_from = None if self.known_from is None else self.known_from.isoformat()
        return {**asdict(self), "at": self.at.isoformat(), "known_from": known_from}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "ReportBasis":
        """What `as_json` told; those told before there was a `known_from` have none."""
        known_from = told.get("known_from")
        day = None if known_from is None else date.fromisoformat(known_from)
        return cls(**{**told, "at": datetime.fromisoformat(told["at"]), "known_from": day})
