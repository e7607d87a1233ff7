"""Responses about the operation."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from services.operation.finding import TITLES, WORST_FIRST, Finding, worst
from services.operation.recent import Recent

Level = Literal["fault", "hint", "unknown", "ok"]


class InstallationCheckOut(BaseModel):
    """One check. `words`: what was found; `means`: what it is about; `helps`: what to do, of use unless it is in order.
    `path`: the page of the console that it is about. `unknown`: it could not look.
    """

    name: str
    group: Literal["database", "files", "mails", "jobs", "outside", "settings", "machine"]
    group_title: str
    title: str
    level: Level
    words: str
    means: str
    helps: str
    path: str | None
    looked_at: datetime


class InstallationHourOut(BaseModel):
    """Runs of jobs that ended within an hour."""

    begins_at: datetime
    done: int
    failed: int


class LastSuccessOut(BaseModel):
    """When a job that has slots last succeeded; null: never, as far as runs are kept."""

    name: str
    title: str
    at: datetime | None


class InstallationOut(BaseModel):
    """How the installation is. `data` is in the order of the page: by group, the worst of each first. `hours` are the
    last 24, the one that has begun last. `oldest_due_since`: of the mails that wait.
    """

    level: Level
    data: list[InstallationCheckOut]
    hours: list[InstallationHourOut]
    mails_waiting: int
    oldest_due_since: datetime | None
    mails_sent: int
    last_successes: list[LastSuccessOut]


def operation_out(findings: Sequence[Finding], figures: Recent) -> InstallationOut:
    """The page."""
    groups = list(TITLES)
    ordered = sorted(findings, key=lambda one: (groups.index(one.check.group), WORST_FIRST.index(one.level)))
    return InstallationOut(
        level=worst(findings).value,
        data=[_check_out(one) for one in ordered],
        hours=[InstallationHourOut(begins_at=one.begins_at, done=one.done, failed=one.failed) for one in figures.hours],
        mails_waiting=figures.mails_waiting,
        oldest_due_since=figures.oldest_due_since,
        mails_sent=figures.mails_sent,
        last_successes=[
            LastSuccessOut(name=one.job.name, title=one.job.title, at=one.at) for one in figures.last_successes
        ],
    )


def _check_out(finding: Finding) -> InstallationCheckOut:
    check = finding.check
    return InstallationCheckOut(
        name=check.name,
        group=check.group.value,
        group_title=TITLES[check.group],
        title=check.title,
        level=finding.level.value,
        words=finding.words,
        means=check.means,
        helps=finding.helps,
        path=check.path,
        looked_at=finding.at,
    )
