"""What others are told of a run of a report: which it is and what came out, without a word that somebody typed."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.reports.models import ReportRun

RUN_FAILED: Final = "report_run.failed"
TOLD_RUNS: Final = ("report_run.generated", "report_run.delivered", RUN_FAILED)
"""Entries of the audit log about runs that are told."""


class FailedBecause(StrEnum):
    """Why a run of a schedule failed: `why` of its entry in the audit log."""

    COMPUTING = "computing"
    INTERRUPTED = "interrupted"
    OWNER = "owner"
    RECIPIENTS = "recipients"
    DELIVERY = "delivery"

    @property
    def step(self) -> Literal["computation", "delivery"]:
        """Where it failed, as others are told."""
        return "delivery" if self is FailedBecause.DELIVERY else "computation"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run. `schedule_id` is None where nobody had scheduled it."""

    id: int
    schedule_id: int | None
    report: str
    title: str
    rows: int | None
    sha256: str | None


def run_summaries(session: Session, ids: Iterable[int]) -> dict[int, RunSummary]:
    """These runs by id; those that somebody made to try a schedule are none."""
    wanted = set(ids)
    if not wanted:
        return {}
    known = definitions()
    is_told = ReportRun.is_test.is_(False)
    return {
        run.id: RunSummary(
            run.id,
            run.schedule_id,
            run.report,
            known[run.report].title if run.report in known else run.report,
            run.rows,
            run.sha256,
        )
        for run in session.scalars(select(ReportRun).where(ReportRun.id.in_(wanted), is_told))
    }
