"""API schemas of the state of the installation."""

import re
from datetime import date, datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel

from services.checks.rules import Kind
from services.core.contact_details import EmailAddress
from services.core.fields import Refused, text
from services.core.inputs import Body, CalendarDay, Choice, Default, Integer, Line, Required, Rule, Version

_VAT_ID: Final = re.compile(r"[A-Z]{2}[0-9A-Z]{2,12}")
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


def _vat_id(value: object) -> str:
    found = text(value, 20).replace(" ", "").upper()
    if not _VAT_ID.fullmatch(found):
        raise Refused("not_a_vat_id", "Bitte prüfen Sie die Umsatzsteuer-ID, zum Beispiel DE123456789.")
    return found


_LONGEST_LINE: Final = 200
_LONGEST_PASSWORD: Final = 500


def _password(value: object) -> str:
    """As it was typed: blanks belong to it. A log-in carries ASCII alone."""
    if not isinstance(value, str) or len(value) > _LONGEST_PASSWORD:
        raise Refused("wrong_type", "Bitte geben Sie das Passwort des Kontos ein.")
    if not (value.isascii() and value.isprintable()):
        raise Refused("wrong_type", "Mailserver nehmen nur Passwörter ohne Umlaute und besondere Zeichen.")
    return value


Entry = Annotated[str, Line(_LONGEST_LINE), Default("")]
Security = Literal["tls", "starttls", "none"]


class MailAccountIn(Body):
    """An account at a mail server; without a host there is none. An empty password is the stored one."""

    mail_host: Entry = ""
    mail_port: Annotated[int | None, Integer(1, 65_535), Default(None)] = None
    mail_security: Annotated[Security, Choice("Bitte wählen Sie die Verschlüsselung."), Default("starttls")] = (
        "starttls"
    )
    mail_user: Entry = ""
    mail_password: Annotated[str, Rule(_password, {"type": "string", "maxLength": _LONGEST_PASSWORD})] = ""
    mail_from: Entry = ""


class InstallationIn(MailAccountIn):
    """All that is entered; what is empty is not. What the environment says is passed over."""

    version: Version
    company_name: Entry = ""
    company_street: Entry = ""
    company_postcode_city: Entry = ""
    company_email: Entry = ""
    company_phone: Entry = ""
    company_representative: Entry = ""
    company_register_court: Entry = ""
    company_register_number: Entry = ""
    company_vat_id: Annotated[str, Rule(_vat_id, {"type": "string", "maxLength": 14}), Default("")] = ""
    credit_security: Entry = ""
    dismantling: Entry = ""
    contact_person: Entry = ""
    contact_hours: Entry = ""
    contact_picture: Entry = ""
    booking_url: Entry = ""
    public_url: Entry = ""


class InstallationOut(BaseModel):
    """What is in force. Empty: a placeholder is. `given`: the members that the environment says, with their variables;
    `mail` is the account. `missing`: what keeps the site from its visitors, in German.
    """

    version: int
    company_name: str
    company_street: str
    company_postcode_city: str
    company_email: str
    company_phone: str
    company_representative: str
    company_register_court: str
    company_register_number: str
    company_vat_id: str
    credit_security: str
    dismantling: str
    contact_person: str
    contact_hours: str
    contact_picture: str
    booking_url: str
    public_url: str
    mail_host: str
    mail_port: int | None
    mail_security: Security
    mail_user: str
    mail_has_password: bool
    mail_from: str
    given: dict[str, str]
    missing: list[str]


class TestMailIn(Body):
    """Recipient of the test mail. `account`: not the one in force."""

    email: Annotated[EmailAddress, Required("Bitte geben Sie an, wohin die Testmail gehen soll.")]
    account: MailAccountIn | None = None


class TestMailOut(BaseModel):
    """A test mail that the server has taken, with the steps of the connection."""

    steps: list[CheckStepOut]


class ArrivedIn(Body):
    """The code of the test mail."""

    code: Annotated[str, Line(20), Required("Bitte tragen Sie den Code aus der Testmail ein.")]


class BackupIn(Body):
    """The day of the last backup that was tried out."""

    done_on: Annotated[date, CalendarDay, Required("Bitte geben Sie den Tag der letzten Sicherung an.")]


class KeyIn(Body):
    """The end of the backup key, read from its copy."""

    end: Annotated[str, Line(60), Required("Bitte geben Sie die letzten sechs Zeichen Ihrer Abschrift ein.")]
