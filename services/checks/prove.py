"""Checks every invariant against the present rows, and keeps the result."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from services.checks.models import InvariantResult
from services.checks.rules import PLACES, RECORDS, WAITING, Broken, Invariant, Moments
from services.core.clock import Clock
from services.core.db.db import Database
from services.privacy.models import KeptText

JOB: Final = "prove-invariants"
INVARIANTS: Final = (*PLACES, *WAITING, *RECORDS)
KEPT: Final = timedelta(days=90)
"""How long results are kept."""
_GRACE: Final = timedelta(hours=1)
_UPGRADE: Final = timedelta(days=1)
"""How long a server of the previous release may have kept running after the migration."""


@dataclass(frozen=True, slots=True)
class Proven:
    """What one check found, and how long it took."""

    invariant: Invariant
    broken: Broken
    duration_ms: int


def prove(db: Database, now: datetime, invariants: Sequence[Invariant] = INVARIANTS) -> list[Proven]:
    """Check each in a separate transaction, so that none delays the vacuum for long."""
    found = []
    with db.read() as session:
        moments = _moments(session, now)
    for invariant in invariants:
        begun = time.monotonic()
        with db.read() as session:
            # Reading the whole log takes longer than any call of a person may
            if session.connection().dialect.name == "postgresql":
                session.execute(text("SET LOCAL statement_timeout = 0"))
            broken = invariant.find(session, moments)
        found.append(Proven(invariant, broken, round((time.monotonic() - begun) * 1000)))
    return found


def prove_and_keep(db: Database, clock: Clock) -> list[Proven]:
    """The job: check, store the results, forget old ones."""
    now = clock()
    found = prove(db, now)
    rows = [
        InvariantResult(
            name=one.invariant.name,
            run_at=now,
            duration_ms=one.duration_ms,
            violations=one.broken.count,
            examples=list(one.broken.examples),
        )
        for one in found
    ]

    def unit(session: Session) -> None:
        session.add_all(rows)
        session.execute(delete(InvariantResult).where(InvariantResult.run_at < now - KEPT))

    db.write(unit)
    return found


def latest_results(session: Session) -> dict[str, InvariantResult]:
    last = select(func.max(InvariantResult.id)).group_by(InvariantResult.name)
    return {row.name: row for row in session.scalars(select(InvariantResult).where(InvariantResult.id.in_(last)))}


def _moments(session: Session, now: datetime) -> Moments:
    begun = session.scalar(select(func.min(KeptText.kept_at))) or datetime.max.replace(tzinfo=UTC) - _UPGRADE
    return Moments(overdue=now - _GRACE, recorded_since=begun + _UPGRADE)
