"""The page "Zustand": the findings, who confirmed what, broken rules between rows, and figures of the last day."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.checks.check import TITLES, WORST_FIRST, Finding, worst
from services.checks.prove import INVARIANTS, latest_results
from services.checks.views import (
    BrokenRuleOut,
    CheckStepOut,
    LastSuccessOut,
    StateCheckOut,
    StateHourOut,
    StateOut,
)
from services.core.job_queue.job import Job
from services.jobs.models import JobRun, RunState
from services.mail.models import Mail, MailState
from services.mail.waiting import waiting_mails
from services.settings import Settings
from services.staff.actor_names import actor_names

_HOURS: Final = 24
_FAILED: Final = (RunState.FAILED.value, RunState.LOST.value)


def state_page(
    session: Session, settings: Settings, findings: Sequence[Finding], jobs: Sequence[Job], now: datetime
) -> StateOut:
    """The page as of now, the worst of each group first."""
    names = actor_names(session, {one.confirmed.confirmed_by or "" for one in findings if one.confirmed})
    rules = _broken_rules(session)
    ordered = sorted(findings, key=lambda one: (list(TITLES).index(one.check.group), WORST_FIRST.index(one.level)))
    waiting = waiting_mails(session, now)
    is_sent = (Mail.state == MailState.SENT.value) & (Mail.sent_at > now - timedelta(hours=_HOURS))
    return StateOut(
        level=worst(findings).value,
        data=[_check_out(one, names, rules, _confirmable(settings)) for one in ordered],
        hours=_hours(session, now),
        mails_waiting=waiting.count if waiting else 0,
        oldest_due_since=waiting.since if waiting else None,
        mails_sent=session.scalar(select(func.count()).select_from(Mail).where(is_sent)) or 0,
        last_successes=_last_successes(session, jobs),
    )


def _check_out(
    finding: Finding, names: dict[str, str], rules: list[BrokenRuleOut], confirmable: set[str]
) -> StateCheckOut:
    check = finding.check
    confirmed = finding.confirmed if check.confirms else None
    return StateCheckOut(
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
        confirms=check.confirms if check.name in confirmable else None,
        confirmed_at=confirmed.confirmed_at if confirmed else None,
        confirmed_by_name=names.get(confirmed.confirmed_by or "") if confirmed else None,
        steps=[CheckStepOut.model_validate(step, from_attributes=True) for step in finding.steps],
        rules=rules if check.job else [],
        job=check.job,
    )


def _confirmable(settings: Settings) -> set[str]:
    """A test mail needs a mail server; with our own backups only their key has to be confirmed."""
    of_mails = {"mail_server"} if settings.smtp_url else set()
    return {"legal_texts", "backup_key" if settings.backup_url else "backup", *of_mails}


def _broken_rules(session: Session) -> list[BrokenRuleOut]:
    latest = latest_results(session)
    return [
        BrokenRuleOut(
            name=rule.name,
            sentence=rule.sentence,
            kind=rule.kind,
            violations=found.violations,
            examples=found.examples,
        )
        for rule in INVARIANTS
        if (found := latest.get(rule.name)) is not None and found.violations
    ]


def _hours(session: Session, now: datetime) -> list[StateHourOut]:
    this_hour = now.replace(minute=0, second=0, microsecond=0)
    hours = [
        StateHourOut(begins_at=this_hour - timedelta(hours=back), done=0, failed=0) for back in reversed(range(_HOURS))
    ]
    by_begin = {hour.begins_at: hour for hour in hours}
    ended = select(JobRun.finished_at, JobRun.state).where(JobRun.finished_at >= hours[0].begins_at)
    for at, state in session.execute(ended):
        hour = by_begin.get(at.replace(minute=0, second=0, microsecond=0)) if at else None
        if hour is not None and state in _FAILED:
            hour.failed += 1
        elif hour is not None:
            hour.done += 1
    return hours


def _last_successes(session: Session, jobs: Sequence[Job]) -> list[LastSuccessOut]:
    """Every job with slots, the longest overdue first; those that never ran before all others."""
    listed = [job for job in jobs if not job.is_continuous]
    is_done = (JobRun.state == RunState.DONE.value) & JobRun.job.in_([job.name for job in listed])
    last = select(JobRun.job, func.max(JobRun.finished_at).label("at")).where(is_done).group_by(JobRun.job)
    ended = {row.job: row.at for row in session.execute(last)}
    found = [LastSuccessOut(name=job.name, title=job.title, at=ended.get(job.name)) for job in listed]
    return sorted(found, key=lambda one: one.at.timestamp() if one.at else 0.0)
