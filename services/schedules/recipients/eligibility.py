"""Decides who may receive a report at a given moment, and gives the reason where a recipient may not.

Checked when a run begins, when its mails are queued, and for colleagues again when a mail is sent.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.clock import berlin_day
from services.core.contact_details import deliverable_address
from services.core.german import counted, numeric_day
from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery, ReportRecipient, ReportSchedule
from services.schedules.pack.reports import may_see_all, names_of
from services.schedules.recipients.narrowing import Filters
from services.staff.models import Account, AccountState, Role

RecipientState = Literal["entitled", "ending", "expired", "unconfirmed", "disabled", "invited", "role"]
NOTICE_DAYS: Final = 30
"""Days before a confirmation ends from which the console asks for the next one."""
_NOT_ENTITLED: Final[Mapping[AccountState, tuple[RecipientState, str]]] = {
    AccountState.DISABLED: ("disabled", "Konto abgeschaltet"),
    AccountState.INVITED: ("invited", "Konto noch nicht eingerichtet"),
    AccountState.ACTIVE: ("role", "Rolle darf diesen Bericht nicht sehen"),
}
_NOT_ALL: Final = "Rolle darf nicht alle Berichte sehen"
_UNCONFIRMED: Final = "Adresse außerhalb, noch nicht bestätigt"


@dataclass(frozen=True, slots=True)
class Addressee:
    """Current status of a recipient. `account` is None if external; `left_out` is the German reason why nothing is
    sent.
    """

    address: str
    account: Account | None
    state: RecipientState
    left_out: str | None = None
    filters: Filters | None = None
    """Filters of their own."""


def confirmed_until(confirmed_at: datetime) -> date:
    """Last day of a confirmation: the same day of the next year in Berlin, 28 February after a leap day."""
    day = berlin_day(confirmed_at)
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + 1, day=28 if is_leap_day else day.day)


def judged(
    session: Session, rows: Sequence[ReportRecipient], reports: Collection[str], now: datetime
) -> list[Addressee]:
    """Status of each recipient, who has to be entitled to every report. An external address that has since become a
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
        stands = colleague(account, reports) if account else _outside(row, now)
        found.append(replace(stands, filters=row.filters))
    return found


def is_entitled(account: Account | None, reports: Collection[str]) -> bool:
    """Whether the account is active and its role may see every one of the reports."""
    return (
        account is not None
        and account.state == AccountState.ACTIVE.value
        and set(reports) <= definitions().keys()
        and may_see_all(reports, Role(account.role))
    )


def colleague(account: Account, reports: Collection[str]) -> Addressee:
    """A colleague with the account's current address."""
    address = deliverable_address(account.email, account.email_normalized)
    if is_entitled(account, reports):
        return Addressee(address, account, "entitled")
    state, words = _NOT_ENTITLED[AccountState(account.state)]
    words = _NOT_ALL if state == "role" and len(reports) > 1 else words
    return Addressee(address, account, state, words)


def of_run(session: Session, run: ReportRun, schedule: ReportSchedule, now: datetime) -> list[Addressee]:
    """The addressees of a run, each address once; a test goes only to the person who requested it."""
    reports = names_of(schedule)
    if run.is_test:
        asker = session.get(Account, int(run.created_by.partition(":")[2]))
        return [replace(colleague(asker, reports), filters=run.narrowed_to)] if asker else []
    found = judged(session, rows_of(session, [schedule.id]), reports, now)
    return list({one.address.lower(): one for one in found}.values())


def rows_of(session: Session, schedule_ids: Iterable[int]) -> Sequence[ReportRecipient]:
    """Recipients of these schedules, in list order."""
    of_them = select(ReportRecipient).where(ReportRecipient.schedule_id.in_(list(schedule_ids)))
    return session.scalars(of_them.order_by(ReportRecipient.schedule_id, ReportRecipient.place)).all()


def note_deliveries(
    session: Session, run: ReportRun, whom: Sequence[Addressee], *, first: int = 1
) -> list[ReportDelivery]:
    """Add a row for each recipient of a run, including those who get nothing. `first` numbers their mails."""
    rows = [
        ReportDelivery(
            run_id=run.id,
            recipient=one.address,
            mail_key=f"report-arrived:{run.id}:{place}",
            account_id=one.account.id if one.account else None,
            left_out=one.left_out,
        )
        for place, one in enumerate(whom, first)
    ]
    session.add_all(rows)
    session.flush()
    return rows


def nobody_words(whom: Sequence[Addressee]) -> str:
    """„Kein Empfänger darf ihn bekommen: Konto abgeschaltet.“"""
    reasons = _reasons(whom)
    return f"Kein Empfänger darf ihn bekommen: {reasons}." if reasons else "Der Bericht hat keinen Empfänger mehr."


def left_out_words(whom: Sequence[Addressee]) -> str | None:
    """„1 Empfänger bekam nichts: Konto abgeschaltet.“; None if everyone gets it. Without addresses, since the text is
    mailed and stored.
    """
    count = sum(one.left_out is not None for one in whom)
    people = counted(count, "Empfänger bekam", "Empfänger bekamen")
    return f"{people} nichts: {_reasons(whom)}." if count else None


def _reasons(whom: Sequence[Addressee]) -> str:
    return "; ".join(dict.fromkeys(one.left_out for one in whom if one.left_out))


def _outside(row: ReportRecipient, now: datetime) -> Addressee:
    address = row.address or ""
    if row.confirmed_at is None:
        return Addressee(address, None, "unconfirmed", _UNCONFIRMED)
    last, today = confirmed_until(row.confirmed_at), berlin_day(now)
    if today > last:
        return Addressee(address, None, "expired", f"Bestätigung am {numeric_day(last)} abgelaufen")
    return Addressee(address, None, "ending" if (last - today).days <= NOTICE_DAYS else "entitled")
