"""API schemas of the state of the installation."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel

from services.checks.rules import Kind
from services.core.contact_details import EmailAddress
from services.core.inputs import Body, CalendarDay, Line, Required

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


class TestMailIn(Body):
    """Recipient of the test mail."""

    email: Annotated[EmailAddress, Required("Bitte geben Sie an, wohin die Testmail gehen soll.")]


class ArrivedIn(Body):
    """The code of the test mail."""

    code: Annotated[str, Line(20), Required("Bitte tragen Sie den Code aus der Testmail ein.")]


class BackupIn(Body):
    """The day of the last backup that was tried out."""

    done_on: Annotated[date, CalendarDay, Required("Bitte geben Sie den Tag der letzten Sicherung an.")]


class KeyIn(Body):
    """The end of the backup key, read from its copy."""

    end: Annotated[str, Line(60), Required("Bitte geben Sie die letzten sechs Zeichen Ihrer Abschrift ein.")]
