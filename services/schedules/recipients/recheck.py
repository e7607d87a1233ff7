"""Rechecks a report mail just before sending: it may have been queued for days, and its recipient may have left."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.models import Mail
from services.mail.outbox import Leased
from services.mail.report_letters import ReportArrived
from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery
from services.schedules.pack.runs import reports_of_run
from services.schedules.recipients.eligibility import colleague
from services.staff.models import Account

_TWICE = "Diese Adresse bekommt ihn schon"


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
    stands = colleague(account, reports_of_run(session, run))
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
