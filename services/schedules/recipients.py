"""Recipients of schedules: who may be entered, who may receive a report at a given moment and why somebody may not, and
how the console shows them.

Whether they may is checked when a run begins, when its mails are queued, and for colleagues again when a mail is sent.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final, Literal, NamedTuple

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.clock import berlin_day
from services.core.contact_details import Email, deliverable_address, refuse_test_domain
from services.core.fields import FieldError, Refused
from services.core.german import numeric_day
from services.mail import outbox
from services.mail.models import Mail
from services.mail.outbox import Leased
from services.mail.report_letters import ReportArrived
from services.reports.kept.keep import may_see
from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery, ReportRecipient, ReportSchedule, ScheduleState
from services.staff.colleagues import Colleague
from services.staff.models import Account, AccountState, Role

RecipientState = Literal["entitled", "ending", "expired", "unconfirmed", "disabled", "invited", "role"]
NOTICE_DAYS: Final = 30
"""Days before a confirmation ends from which the console asks for the next one."""
_DUE: Final = frozenset(("unconfirmed", "expired", "ending"))
_NOT_ENTITLED: Final[Mapping[AccountState, tuple[RecipientState, str]]] = {
    AccountState.DISABLED: ("disabled", "Konto abgeschaltet"),
    AccountState.INVITED: ("invited", "Konto noch nicht eingerichtet"),
    AccountState.ACTIVE: ("role", "Rolle darf diesen Bericht nicht sehen"),
}
_UNCONFIRMED: Final = "Adresse außerhalb, noch nicht bestätigt"
_OUTSIDE: Final = "Adressen außerhalb trägt die Administration ein."
_NOT_CHOSEN: Final = {
    AccountState.DISABLED: "Das Konto mit dieser Adresse ist abgeschaltet. Bitte nehmen Sie die Adresse heraus.",
    AccountState.INVITED: "Das Konto mit dieser Adresse ist noch nicht eingerichtet.",
    AccountState.ACTIVE: "Die Rolle dieses Kontos darf den Bericht nicht sehen.",
}
_TWICE: Final = "Diese Adresse bekommt ihn schon"


@dataclass(frozen=True, slots=True)
class Reading:
    """Who enters a schedule, on which day, and the addresses known: `accounts` by address, `known` those the schedule
    already has. Those may stay, no matter who saves it: eligibility is checked at every run.
    """

    role: Role
    today: date
    accounts: Mapping[str, Colleague]
    known: Collection[str]
    allow_test_domains: bool


class Chosen(NamedTuple):
    """A recipient: an account, or an external address."""

    account_id: int | None
    address: str | None

    @property
    def key(self) -> tuple[int | None, str | None]:
        """Spellings of the same address are equal."""
        return self.account_id, self.address.lower() if self.address is not None else None


def choose(emails: Sequence[Email], reading: Reading, report: str, faults: list[FieldError]) -> list[Chosen]:
    """Every recipient once, however spelled; who may not be one is added to the faults, by position."""
    found: dict[str, Chosen] = {}
    for place, email in enumerate(emails):
        try:
            refuse_test_domain(email, reading.allow_test_domains)
            found.setdefault(email.normalized, _chosen(email, reading, report))
        except Refused as refused:
            faults.append({"field": f"recipients.{place}", "code": refused.code, "message": refused.sentence})
    return list(found.values())


def _chosen(email: Email, reading: Reading, report: str) -> Chosen:
    key = email.normalized
    account, is_known = reading.accounts.get(key), key in reading.known
    if account is None:
        if reading.role is not Role.ADMIN and not is_known:
            raise Refused("outside", _OUTSIDE)
        return Chosen(None, deliverable_address(email.typed, key))
    if not is_known and account.state is not AccountState.ACTIVE:
        raise Refused(account.state.value, _NOT_CHOSEN[account.state])
    if not is_known and not may_see(report, account.role):
        raise Refused("role", _NOT_CHOSEN[AccountState.ACTIVE])
    return Chosen(account.id, None)


@dataclass(frozen=True, slots=True)
class Addressee:
    """Current status of a recipient. `account` is None if external; `left_out` is the German reason why nothing is
    sent.
    """

    address: str
    account: Account | None
    state: RecipientState
    left_out: str | None = None


def confirmed_until(confirmed_at: datetime) -> date:
    """Last day of a confirmation: the same day of the next year in Berlin, 28 February after a leap day."""
    day = berlin_day(confirmed_at)
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + 1, day=28 if is_leap_day else day.day)


def judged(session: Session, rows: Sequence[ReportRecipient], report: str, now: datetime) -> list[Addressee]:
    """Status of each recipient of the report. An external address that has since become a
    colleague's counts as that colleague.
    """
    addresses = [row.address.lower() for row in rows if row.address is not None]
    ids = [row.account_id for row in rows if row.account_id is not None]
    known = session.scalars(select(Account).where(Account.id.in_(ids) | Account.email_normalized.in_(addresses))).all()
    by_id = {account.id: account for account in known}
    by_address = {account.email_normalized: account for account in known}
    found = []
    for row in rows:
        account = by_address.get(row.address.lower()) if row.address is not None else by_id[row.account_id or 0]
        found.append(colleague(account, report) if account else _as_outside(row, now))
    return found


def is_entitled(account: Account | None, report: str) -> bool:
    """Whether the account is active and its role may see the report."""
    if account is None or account.state != AccountState.ACTIVE.value:
        return False
    return report in definitions() and may_see(report, Role(account.role))


def colleague(account: Account, report: str) -> Addressee:
    """A colleague with the account's current address."""
    address = deliverable_address(account.email, account.email_normalized)
    if is_entitled(account, report):
        return Addressee(address, account, "entitled")
    return Addressee(address, account, *_NOT_ENTITLED[AccountState(account.state)])


def rows_of(session: Session, schedule_ids: Iterable[int]) -> Sequence[ReportRecipient]:
    """Recipients of these schedules, in list order."""
    of_them = select(ReportRecipient).where(ReportRecipient.schedule_id.in_(list(schedule_ids)))
    return session.scalars(of_them.order_by(ReportRecipient.schedule_id, ReportRecipient.place)).all()


def _as_outside(row: ReportRecipient, now: datetime) -> Addressee:
    address = row.address or ""
    if row.confirmed_at is None:
        return Addressee(address, None, "unconfirmed", _UNCONFIRMED)
    last, today = confirmed_until(row.confirmed_at), berlin_day(now)
    if today > last:
        return Addressee(address, None, "expired", f"Bestätigung am {numeric_day(last)} abgelaufen")
    return Addressee(address, None, "ending" if (last - today).days <= NOTICE_DAYS else "entitled")


def put_recipients(
    session: Session, schedule_id: int, chosen: Sequence[Chosen], actor: str, now: datetime
) -> tuple[bool, dict[str, int]]:
    """Replace the recipients of a locked schedule; returns whether any changed, and details for the audit log, which
    never contain addresses. Existing ones keep who entered and confirmed them; entering an external address confirms
    it.
    """
    present = {Chosen(row.account_id, row.address).key: row for row in rows_of(session, [schedule_id])}
    wanted = {one.key: one for one in chosen}
    before, outside = list(present), 0
    for key in before:
        if key not in wanted:
            session.delete(present.pop(key))
    session.flush()
    for place, (key, one) in enumerate(wanted.items()):
        row = present.get(key)
        if row is None:
            row = ReportRecipient(schedule_id=schedule_id, entered_by=actor, entered_at=now, **one._asdict())
            if one.account_id is None:
                outside += 1
                row.confirmed_by, row.confirmed_at = actor, now
            session.add(row)
        row.place = place
    session.flush()
    return before != list(wanted), {"outside_added": outside} if outside else {}


def unconfirmed(session: Session, now: datetime) -> list[tuple[ReportSchedule, list[Addressee]]]:
    """Active schedules with those of their external addresses whose confirmation has ended or ends soon."""
    is_running = (ReportSchedule.state == ScheduleState.ACTIVE.value) & ReportSchedule.removed_at.is_(None)
    has_outside = select(ReportRecipient.schedule_id).where(ReportRecipient.address.is_not(None))
    query = select(ReportSchedule).where(is_running, ReportSchedule.id.in_(has_outside)).order_by(ReportSchedule.id)
    found = []
    for schedule in session.scalars(query).all():
        outside = [row for row in rows_of(session, [schedule.id]) if row.address is not None]
        due = [one for one in judged(session, outside, schedule.report, now) if one.state in _DUE]
        if due:
            found.append((schedule, due))
    return found


def look_again(session: Session, mail: Leased, _now: datetime) -> Leased | None:
    """The mail to send, with the recipient's current address; None if the recipient may no longer receive it."""
    found = session.execute(
        select(ReportDelivery, ReportRun, Account)
        .join(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .join(ReportRun, ReportRun.id == ReportDelivery.run_id)
        .join(Account, Account.id == ReportDelivery.account_id)
        .where(Mail.id == mail.id)
    ).one_or_none()
    if found is None:
        return mail
    delivery, run, account = found
    stands = colleague(account, run.report)
    is_moved = stands.address != mail.recipient
    left_out = stands.left_out or (_TWICE if is_moved and _is_taken(session, delivery, stands.address) else None)
    if left_out is not None:
        delivery.left_out = left_out
        outbox.withdraw(session, mail)
        return None
    if is_moved:
        delivery.recipient = stands.address
        outbox.readdress(session, mail, stands.address)
    return replace(mail, recipient=stands.address)


LAST_LOOKS: Final = {ReportArrived.kind: look_again}
"""Hook called by mail delivery before sending."""


def _is_taken(session: Session, delivery: ReportDelivery, address: str) -> bool:
    others = (ReportDelivery.run_id == delivery.run_id) & (ReportDelivery.id != delivery.id)
    return bool(session.scalar(select(exists().where(others, ReportDelivery.recipient == address))))
