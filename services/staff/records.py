"""A table whose rows staff write: found, locked, saved over a version, and noted in the audit log.

    NOTES = Records(ChartNote, "note", UnknownNote, logged=lambda note: {"day": note.day.isoformat()})

A row is `note:7` in the log, and what happens to it `note.added`. What is logged can never be erased: no free text.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from services.core.db.db import Base
from services.core.db.edits import assign, differing
from services.core.http.errors import Problem
from services.staff import audit
from services.staff.errors import Stale

Row = TypeVar("Row", bound=Base)


@dataclass(frozen=True, slots=True)
class Records(Generic[Row]):
    """The rows of one table. Every method is part of a unit of work."""

    model: type[Row]
    subject: str
    unknown: type[Problem]
    called: str = ""
    """The row with its article in the accusative, `diese Kampagne`, where it has a `version`."""
    ended: str = ""
    """The column with the moment from which it is no longer there."""
    taken: Callable[[], Problem] | None = None
    """The refusal where the database finds it twice."""
    logged: Callable[[Row], dict[str, Any]] = lambda _row: {}

    def find(self, session: Session, id_: int) -> Row:
        """The row; raises `unknown` if it does not exist or was removed."""
        return self._there(session.get(self.model, id_))

    def locked(self, session: Session, id_: int, version: int | None = None) -> Row:
        """The row, locked and read again; `Stale` where it is another version by now."""
        row = self._there(session.get(self.model, id_, with_for_update=True, populate_existing=True))
        if version is not None and row.version != version:  # type: ignore[attr-defined]
            raise Stale(self.called, row.version)  # type: ignore[attr-defined]
        return row

    def add(self, session: Session, row: Row, actor: str, now: datetime, **details: Any) -> Row:
        """Store a new row."""
        session.add(row)
        return self.save(session, row, "added", actor, now, **details)

    def edit(
        self, session: Session, row: Row, values: Mapping[str, Any], actor: str, now: datetime, **stamps: Any
    ) -> Row:
        """Store those of the values that differ, as the next version; nothing happens where none does. `stamps`: what
        is set with them, such as who changed the row when.
        """
        changes = differing(row, values)
        if not changes:
            return row
        assign(row, {**changes, **stamps})
        if hasattr(row, "version"):
            row.version += 1
        return self.save(session, row, "edited", actor, now)

    def save(self, session: Session, row: Row, what: str, actor: str, now: datetime, **details: Any) -> Row:
        """Store a changed row, and note what was done with it."""
        try:
            session.flush()
        except IntegrityError as error:
            if self.taken is None:
                raise
            raise self.taken() from error
        subject = f"{self.subject}:{row.id}"  # type: ignore[attr-defined]
        event = audit.Event(actor, f"{self.subject}.{what}", subject, {**self.logged(row), **details})
        audit.append(session, [event], now)
        return row

    def _there(self, row: Row | None) -> Row:
        if row is None or (self.ended and getattr(row, self.ended) is not None):
            raise self.unknown
        return row
