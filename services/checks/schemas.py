"""Bodies and answers about the state of the installation."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel

from services.checks.finding import TITLES, WORST_FIRST, Finding, worst
from services.checks.recent import Recent
from services.core.contact_details import EmailAddress
from services.core.inputs import Body, CalendarDay, Line, Needed
from services.invariants.invariant import Kind
from services.setup_checks.recheck import Standing

Level = Literal["fault", "hint", "unknown", "ok"]
Confirmed = Literal["mail_server", "backup", "backup_key", "legal_texts"]


class CheckStepOut(BaseModel):
    """One step of the last connection. `pending`: the step before it fails, or an administrator has to confirm it."""

    label: str
    state: Literal["ok", "open", "pending"]
    words: str
    milliseconds: int | None


class BrokenRuleOut(BaseModel):
    """A rule between rows that is broken. `sentence` says in German what should hold, `kind` what the examples are of:
    up to 20 of those that break it.
    """

    name: str
    sentence: str
    kind: Kind
    violations: int
    examples: list[str]


class StateCheckOut(BaseModel):
    """One check. `words`: what was found; `means`: what it is about; `helps`: what to do, of use unless it is in order.
    `path`: the page of the console that it is about. `unknown`: it could not look. `confirms`: what an administrator is
    to confirm, as no server can see it. `steps` of the last connection; `rules` between rows that are broken, and `job`
    what proves them.
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
    confirms: Confirmed | None
    confirmed_at: datetime | None
    confirmed_by_name: str | None
    steps: list[CheckStepOut]
    rules: list[BrokenRuleOut]
    job: str | None


@dataclass(frozen=True, slots=True)
class Beside:
    """What the page tells beside the findings. `names` of accounts by actor; `confirmable`: checks of which this
    installation has something to confirm.
    """

    standings: Mapping[str, Standing]
    names: Mapping[str, str]
    confirmable: Collection[str]
    rules: Sequence[BrokenRuleOut]


class StateHourOut(BaseModel):
    """Runs of jobs that ended within an hour."""

    begins_at: datetime
    done: int
    failed: int


class LastSuccessOut(BaseModel):
    """When a job that has slots last succeeded; null: never, as far as runs are kept."""

    name: str
    title: str
    at: datetime | None


class StateOut(BaseModel):
    """How the installation is. `data` is in the order of the page: by group, the worst of each first. `hours` are the
    last 24, the one that has begun last. `oldest_due_since`: of the mails that wait.
    """

    level: Level
    data: list[StateCheckOut]
    hours: list[StateHourOut]
    mails_waiting: int
    oldest_due_since: datetime | None
    mails_sent: int
    last_successes: list[LastSuccessOut]


def state_out(findings: Sequence[Finding], beside: Beside, figures: Recent) -> StateOut:
    """The page."""
    groups = list(TITLES)
    ordered = sorted(findings, key=lambda one: (groups.index(one.check.group), WORST_FIRST.index(one.level)))
    return StateOut(
        level=worst(findings).value,
        data=[_check_out(one, beside) for one in ordered],
        hours=[StateHourOut(begins_at=one.begins_at, done=one.done, failed=one.failed) for one in figures.hours],
        mails_waiting=figures.mails_waiting,
        oldest_due_since=figures.oldest_due_since,
        mails_sent=figures.mails_sent,
        last_successes=[
            LastSuccessOut(name=one.job.name, title=one.job.title, at=one.at) for one in figures.last_successes
        ],
    )


def _check_out(finding: Finding, beside: Beside) -> StateCheckOut:
    check = finding.check
    standing = beside.standings.get(check.name)
    confirmed = standing.confirmed if standing and check.confirms else None
    steps = standing.result.steps if standing else ()
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
        confirms=check.confirms if check.name in beside.confirmable else None,
        confirmed_at=confirmed.confirmed_at if confirmed else None,
        confirmed_by_name=beside.names.get(confirmed.confirmed_by or "") if confirmed else None,
        steps=[
            CheckStepOut(label=step.label, state=step.state.value, words=step.words, milliseconds=step.milliseconds)
            for step in steps
        ],
        rules=list(beside.rules) if check.job else [],
        job=check.job,
    )


class TestMailIn(Body):
    """Where the test mail goes."""

    email: Annotated[EmailAddress, Needed("Bitte geben Sie an, wohin die Testmail gehen soll.")]


class ArrivedIn(Body):
    """The code of the test mail."""

    code: Annotated[str, Line(20), Needed("Bitte tragen Sie den Code aus der Testmail ein.")]


class BackupIn(Body):
    """The day of the last backup that was tried out."""

    done_on: Annotated[date, CalendarDay, Needed("Bitte geben Sie den Tag der letzten Sicherung an.")]


class KeyIn(Body):
    """The end of the backup key, read from its copy."""

    end: Annotated[str, Line(60), Needed("Bitte geben Sie die letzten sechs Zeichen Ihrer Abschrift ein.")]
