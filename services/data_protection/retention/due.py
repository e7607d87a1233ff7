"""What the rules make due: SQL conditions shared by the job, the dry run and the console's page."""

from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, String, and_, cast, exists, false, func, or_, select
from sqlalchemy.orm import aliased

from services.contact.models import ContactMessage
from services.contracts.models import Contract
from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.core.personal_data import Description, Hold, Subject
from services.data_protection.erasure.contract import ENDED, ENDINGS, RUNNING, YEARS
from services.data_protection.erasure.rows import IN_HISTORY
from services.data_protection.person import led_by
from services.data_protection.retention.rules import MESSAGE_MONTHS, OVER_MONTHS, WAITING_DAYS
from services.declarations.models import Declaration
from services.mail.models import Mail
from services.messages.models import Conversation, Direction, Message, MessageAttachment
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import HOLDS_A_SPOT
from services.waiting_list.models import WaitingEntry

_SUBJECT_OF: Final = {
    "over": Subject.RESERVATION,
    Hold.BOOKS.value: Subject.RESERVATION,
    "waiting": Subject.WAITING,
    "contact": Subject.CONTACT,  # before the conversation, so that no job opens another one for it
    "messages": Subject.CONVERSATION,
    "declarations": Subject.DECLARATION,
}
"""Rules that end everything about a subject."""
BY_SUBJECT: Final = tuple(_SUBJECT_OF)
BY_ROW: Final = (Hold.VOUCHERS.value, Hold.LETTERS.value)
"""Rules that end rows of one table."""


def due_subjects(rule: str, today: date) -> Select[Any]:
    """The ids of the subjects that a rule makes due on this day in Berlin, oldest first."""
    match rule:
        case "over":
            return _reservations(_ended_at() < _end_of(_months_before(today, OVER_MONTHS)), had_contract=False)
        case Hold.BOOKS.value:
            return _reservations(_ended_at() < _kept_from(Hold.BOOKS, today), had_contract=True)
        case "waiting":
            is_over = WaitingEntry.ended_at < _end_of(today - timedelta(days=WAITING_DAYS))
            return select(WaitingEntry.id).where(is_over).order_by(WaitingEntry.id)
        case "contact":
            opened = Conversation.contact_message_id == ContactMessage.id
            is_held = exists().where(opened, _is_letter(Conversation.id, ContactMessage.created_at, today))
            is_due = (ContactMessage.created_at < _end_of(_months_before(today, MESSAGE_MONTHS))) & ~is_held
            return select(ContactMessage.id).where(is_due).order_by(ContactMessage.created_at)
        case "messages":
            stays = exists().where(Message.conversation_id == Conversation.id, ~due_messages(today))
            return select(Conversation.id).where(~stays).order_by(Conversation.id)
        case "declarations":
            # The trigger goes by the day of the database, which in UTC begins up to two hours later.
            is_free = (Declaration.keep_until < today) & (Declaration.keep_until < func.current_date())
            return select(Declaration.id).where(is_free).order_by(Declaration.id)
    raise LookupError(rule)


def due_mails(today: date) -> ColumnElement[bool]:
    """Mails past their six years."""
    return Mail.created_at < _kept_from(Hold.LETTERS, today)


def due_messages(today: date) -> ColumnElement[bool]:
    """Messages older than twelve months; those about a contract after the six years of business letters. A conversation
    is deleted with its last message.
    """
    is_old: ColumnElement[bool] = Message.received_at < _end_of(_months_before(today, MESSAGE_MONTHS))
    return is_old & ~_is_letter(Message.conversation_id, Message.received_at, today)


def mails_of_due_messages(today: date) -> ColumnElement[bool]:
    """The mails of our answers that are due; the mail that a bounce reports on stays."""
    ours = Message.direction == Direction.OUT.value
    return Mail.id.in_(select(Message.mail_id).where(due_messages(today), ours, Message.mail_id.is_not(None)))


def due_histories(today: date) -> ColumnElement[bool]:
    """Changes of ended contracts that still contain personal data after eight years."""
    ended = _reservations(_ended_at() < _kept_from(Hold.VOUCHERS, today), had_contract=True)
    return ReservationChange.reservation_id.in_(ended.order_by(None)) & _tells()


def subject_of(rule: str) -> Subject:
    """The subject that a rule is about."""
    return _SUBJECT_OF[rule]


def due_rows(described: Description, rule: str, today: date) -> ColumnElement[bool] | None:
    """The condition on the rows of a table that a rule deletes or changes today; None: it touches none."""
    if rule in BY_ROW:
        own = {Mail.__tablename__: due_mails, ReservationChange.__tablename__: due_histories}
        is_own = (described.name, rule) in {("mails", Hold.LETTERS.value), ("reservation_changes", Hold.VOUCHERS.value)}
        return own[described.name](today) if is_own else None
    due = {subject_of(rule): due_subjects(rule, today).order_by(None)}
    if Subject.RESERVATION in due:
        of_them = Contract.reservation_id.in_(due[Subject.RESERVATION])
        due[Subject.CONTRACT] = select(Contract.id).where(of_them)
    leads = [lead for lead in described.leads if lead.subject in due]
    if not leads:
        return None
    led = or_(*(led_by(described, lead, due[lead.subject]) for lead in leads))
    if rule == "messages":
        led |= _of_due_messages(described, today)
    return led & _tells() if described.name == ReservationChange.__tablename__ else led


def _reservations(is_due: ColumnElement[bool], *, had_contract: bool) -> Select[Any]:
    is_over = Reservation.state.not_in(HOLDS_A_SPOT) & Reservation.erased_at.is_(None)
    contract = _had_contract() if had_contract else ~_had_contract()
    return select(Reservation.id).where(is_over, contract, is_due).order_by(Reservation.id)


# Conditions without a day are built once: a dry run asks each for every table, and to build them takes most of it.


@cache
def _had_contract() -> ColumnElement[bool]:
    """Whether there was a contract: by its state, or concluded and not undone before it ended otherwise."""
    concluded, undone = (_last_change(action) for action in ("contract", "undo_contract"))
    return Reservation.state.in_((*ENDED, *RUNNING)) | and_(
        concluded.is_not(None), concluded > func.coalesce(undone, 0)
    )


def _last_change(action: str) -> ColumnElement[Any]:
    changed = aliased(ReservationChange)
    of_it = (changed.reservation_id == Reservation.id) & (changed.action == action)
    return select(func.max(changed.id)).where(of_it).correlate(Reservation).scalar_subquery()


@cache
def _ended_at() -> ColumnElement[Any]:
    """When a reservation ended for the last time, from its history."""
    changed = aliased(ReservationChange)
    of_it = (changed.reservation_id == Reservation.id) & changed.action.in_(ENDINGS)
    last = select(func.max(changed.at)).where(of_it).correlate(Reservation).scalar_subquery()
    return func.coalesce(last, Reservation.updated_at)


@cache
def _tells() -> ColumnElement[bool]:
    """Whether a change still contains personal data."""
    columns = (cast(ReservationChange.before, String), cast(ReservationChange.after, String))
    members = (column.contains(f'"{name}"', autoescape=True) for column in columns for name in sorted(IN_HISTORY))
    return or_(ReservationChange.reason != "", *members)


def _end_of(day: date) -> datetime:
    return end_of_berlin_day(day)


def _kept_from(hold: Hold, today: date) -> datetime:
    """What happened before this moment has been kept for the full years after its own."""
    return start_of_berlin_day(date(today.year - YEARS[hold], 1, 1))


def _of_due_messages(described: Description, today: date) -> ColumnElement[bool]:
    """Rows deleted with a due message while its conversation stays."""
    match described.name:
        case Message.__tablename__:
            return due_messages(today)
        case MessageAttachment.__tablename__:
            return MessageAttachment.message_id.in_(select(Message.id).where(due_messages(today)))
        case Mail.__tablename__:
            return mails_of_due_messages(today)
    return false()


def _is_letter(conversation_id: Any, received_at: Any, today: date) -> ColumnElement[bool]:
    """Whether it is a business letter about a contract, to be kept by law."""
    return and_(conversation_id.in_(_about_contracts()), received_at >= _kept_from(Hold.LETTERS, today))


@cache
def _about_contracts() -> Select[Any]:
    """Conversations about a reservation with a contract, or about one that was merged into it."""
    standing = select(Reservation.id).where(_had_contract()).cte(recursive=True)
    merged = aliased(Reservation)
    standing = standing.union(select(merged.id).join(standing, merged.merged_into_id == standing.c.id))
    about = aliased(Conversation)
    return select(about.id).where(about.reservation_id.in_(select(standing.c.id)), ~about.is_other_address)


def _months_before(day: date, months: int) -> date:
    """The same day a number of months earlier; the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    for number in range(day.day, 27, -1):
        try:
            return date(year, month + 1, number)
        except ValueError:
            continue
    return date(year, month + 1, min(day.day, 28))
