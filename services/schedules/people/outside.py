"""Removes an external address from every schedule, with the mails to it that have not left yet."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from sqlalchemy import func, select

from services.mail import outbox
from services.mail.models import Mail, MailState
from services.schedules.models import ReportDelivery, ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.recipients.eligibility import rows_of
from services.schedules.schedules import set_paused
from services.staff.holdings import AddressRemoval, Outcome, Step, for_change

_PAUSED: Final = "Der letzte Empfänger wurde herausgenommen. Bitte tragen Sie einen neuen ein."
_LEFT_OUT: Final = "Adresse wurde entfernt"
_WAITING: Final = (MailState.QUEUED.value, MailState.RETRYING.value)


def steps(removal: AddressRemoval) -> Iterator[Step]:
    """A step for each schedule with this address, removed ones included: the address is not to remain there either."""
    has_it = func.lower(ReportRecipient.address) == removal.address
    of_it = select(ReportRecipient.schedule_id).where(has_it)
    found = select(ReportSchedule).where(ReportSchedule.id.in_(of_it)).order_by(ReportSchedule.id)
    for schedule in removal.session.scalars(for_change(found, removal)).all():
        rows = rows_of(removal.session, [schedule.id])
        theirs = [row for row in rows if row.address is not None and row.address.lower() == removal.address]
        if theirs:
            yield _step(removal, schedule, theirs, is_last=len(theirs) == len(rows))


def _step(removal: AddressRemoval, schedule: ReportSchedule, rows: list[ReportRecipient], *, is_last: bool) -> Step:
    outcome, words = _told(schedule, is_last=is_last)
    return Step(
        kind="receives",
        subject=f"report_schedule:{schedule.id}",
        name=schedule.name,
        outcome=outcome,
        words=words,
        seen={"version": schedule.version, "recipients": [row.id for row in rows]},
        carry_out=partial(_carry_out, removal, schedule, rows, outcome),
    )


def _told(schedule: ReportSchedule, *, is_last: bool) -> tuple[Outcome, str]:
    if schedule.removed_at is not None:
        return "removed", "Der Zeitplan ist gelöscht; die Adresse wird auch dort entfernt."
    if not is_last:
        return "removed", "Die anderen Empfänger bekommen ihn weiter."
    if schedule.state == ScheduleState.ACTIVE.value:
        return "empties", "Danach hat der Zeitplan keinen Empfänger mehr. Er wird angehalten."
    return "empties", "Danach hat der Zeitplan keinen Empfänger mehr. Er bleibt angehalten."


def _carry_out(
    removal: AddressRemoval, schedule: ReportSchedule, rows: list[ReportRecipient], outcome: Outcome
) -> None:
    session, now = removal.session, removal.now
    for row in rows:
        session.delete(row)
    schedule.version += 1
    schedule.changed_at = now
    session.flush()
    if outcome == "empties" and schedule.state == ScheduleState.ACTIVE.value:
        set_paused(session, schedule, _PAUSED, removal.actor, now)


def cancel_mails(removal: AddressRemoval) -> None:
    """Cancel the report mails to the address that wait to be sent; one that is being sent at this moment arrives."""
    query = (
        select(ReportDelivery)
        .join(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .where(Mail.state.in_(_WAITING), ReportDelivery.account_id.is_(None))
        .where(func.lower(ReportDelivery.recipient) == removal.address)
    )
    by_key = {one.mail_key: one for one in removal.session.scalars(query)}
    for key in outbox.cancel(removal.session, list(by_key), removal.now):
        by_key[key].left_out = _LEFT_OUT
    removal.session.flush()
