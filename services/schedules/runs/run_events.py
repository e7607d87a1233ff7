"""Summary of a report run for webhooks; contains no free text."""

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
"""Audit log actions about runs that webhooks report."""


class FailedBecause(StrEnum):
    """Why a scheduled run failed: `why` of its audit log entry."""

    COMPUTING = "computing"
    INTERRUPTED = "interrupted"
    OWNER = "owner"
    RECIPIENTS = "recipients"
    DELIVERY = "delivery"
    DIFFERS = "differs"
    """A finished file or the mail did not hold what was kept."""

    @property
    def step(self) -> Literal["computation", "delivery"]:
        """The step that failed, as published in webhooks."""
        return "delivery" if self is FailedBecause.DELIVERY else "computation"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run. `schedule_id` is None if it was not scheduled; `number` is that of its report in a pack, from 1."""

    id: int
    schedule_id: int | None
    report: str
    title: str
    rows: int | None
    sha256: str | None
    number: int = 1


def run_summaries(session: Session, ids: Iterable[int]) -> dict[int, RunSummary]:
    """These runs by id, without test runs and parts: programs get what the schedule sends without own filters."""
    wanted = set(ids)
    if not wanted:
        return {}
    known = definitions()
    is_told = ReportRun.is_test.is_(False) & ReportRun.narrowing.is_(None)
    return {
        run.id: RunSummary(
            run.id,
            run.schedule_id,
            run.report,
            known[run.report].title if run.report in known else run.report,
            run.rows,
            run.sha256,
            (run.pack_place or 0) + 1,
        )
        for run in session.scalars(select(ReportRun).where(ReportRun.id.in_(wanted), is_told))
    }
