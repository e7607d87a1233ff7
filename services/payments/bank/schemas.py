"""Answers about the bank's files and statements. Money in whole cents, days in Berlin; of accounts the last digits."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Literal, Self

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.http.answers import Answer
from services.payments import reminders
from services.payments.bank.contracts import Numbered, numbered
from services.payments.bank.files import missing_of
from services.payments.bank.models import BankLine, BankRun, DebitNotice, Finding, StatementLine
from services.payments.bank.movements import Details, details_of
from services.payments.bank.returns import reason_of
from services.payments.bank.runs import lines_of, overpaid, wanted_debits, wanted_refunds
from services.payments.bank.statements import Preview, returns_to_decide
from services.payments.bank.waiting import totals_of
from services.payments.ledger import all_open_items
from services.settings import Settings

RunKindName = Literal["debit", "refund"]
_NOBODY = Numbered("", 0)


class PayerOut(Answer):
    """Whose money it is. `number` is empty and `reservation_id` null where it belongs to no contract."""

    number: str
    reservation_id: int | None

    @classmethod
    def of(cls, found: Numbered | None) -> Self:
        number, reservation_id = found or _NOBODY
        return cls(number=number, reservation_id=reservation_id or None)


class BankLineOut(Answer):
    """One debit or transfer. `day`: of the debit that was announced; null of a transfer."""

    id: int | None
    payer: PayerOut
    holder: str
    last_four: str
    amount_cents: int
    day: date | None
    end_to_end_id: str
    sequence: str
    state: Literal["open", "booked", "returned", "discarded"]


class BankRunRowOut(Answer):
    """A file. `can_release` is false for the person who has drafted it; `total_cents` is the sum of what was not
    dropped.
    """

    id: int
    kind: RunKindName
    state: Literal["drafted", "released", "sent", "discarded"]
    run_on: date
    drafted_at: datetime
    released_at: datetime | None
    sent_at: datetime | None
    file_sha256: str | None
    can_release: bool
    line_count: int
    total_cents: int


def _row(run: BankRun, totals: Mapping[int, tuple[int, int]], actor: str) -> dict[str, object]:
    columns = ("id", "kind", "state", "run_on", "drafted_at", "released_at", "sent_at", "file_sha256")
    line_count, total_cents = totals.get(run.id, (0, 0))
    return {name: getattr(run, name) for name in columns} | {
        "can_release": run.state == "drafted" and run.drafted_by != actor,
        "line_count": line_count,
        "total_cents": total_cents,
    }


class BankRunOut(BankRunRowOut):
    """With its lines."""

    lines: list[BankLineOut]

    @classmethod
    def of(cls, session: Session, run: BankRun, actor: str) -> Self:
        """With all its lines."""
        rows = lines_of(session, run.id)
        days = {
            notice.id: notice.collect_on
            for notice in session.scalars(
                select(DebitNotice).where(DebitNotice.id.in_([one.notice_id for one in rows if one.notice_id]))
            )
        }
        payers = numbered(session, [one.contract_id for one in rows if one.contract_id])
        lines = [
            BankLineOut(
                id=one.id,
                payer=PayerOut.of(payers.get(one.contract_id or 0)),
                holder=one.holder,
                last_four=one.last_four,
                amount_cents=one.amount_cents,
                day=days.get(one.notice_id or 0),
                end_to_end_id=one.end_to_end_id,
                sequence=one.sequence,
                state=one.state,
            )
            for one in rows
        ]
        return cls(**_row(run, totals_of(session, [run.id]), actor), lines=lines)


class BankRunsOut(Answer):
    """The files, the newest first. `missing`: settings without which no file is made."""

    data: list[BankRunRowOut]
    missing: list[str]

    @classmethod
    def of(cls, session: Session, settings: Settings, before: int | None, actor: str) -> Self:
        """Twenty at a time."""
        query = select(BankRun).order_by(BankRun.id.desc()).limit(20)
        runs = session.scalars(query.where(BankRun.id < before) if before else query).all()
        totals = totals_of(session, [run.id for run in runs])
        return cls(data=[BankRunRowOut(**_row(run, totals, actor)) for run in runs], missing=missing_of(settings))


class UnpaidOut(Answer):
    """A refund that is owed, and no account is known."""

    payer: PayerOut
    amount_cents: int


class BankPreviewOut(Answer):
    """What a file of this day would hold."""

    lines: list[BankLineOut]
    total_cents: int
    without_account: list[UnpaidOut]

    @classmethod
    def of(cls, session: Session, settings: Settings, kind: RunKindName, on: date, now: datetime) -> Self:
        """Nothing is stored."""
        wanted, without = (
            (wanted_debits(session, on, now), []) if kind == "debit" else wanted_refunds(session, settings)
        )
        ids = [*(one.contract_id for one in wanted if one.contract_id), *(one.contract_id for one in without)]
        payers = numbered(session, ids)
        lines = [
            BankLineOut(
                id=None,
                payer=PayerOut.of(payers.get(one.contract_id or 0)),
                holder=one.account[0],
                last_four=one.account[2],
                amount_cents=one.cents,
                day=one.notice.collect_on if one.notice else None,
                end_to_end_id="",
                sequence="",
                state="open",
            )
            for one in wanted
        ]
        unpaid = [UnpaidOut(payer=PayerOut.of(payers.get(one.contract_id)), amount_cents=one.cents) for one in without]
        return cls(lines=lines, total_cents=sum(one.amount_cents for one in lines), without_account=unpaid)


class StatementPreviewOut(Answer):
    """What booking a file would do. `known`: movements that are booked already; `is_known`: this very file."""

    name: str
    known: int
    is_known: bool
    findings: dict[str, int]

    @classmethod
    def of(cls, seen: Preview) -> Self:
        findings = {finding.value: count for finding, count in seen.findings.items()}
        return cls(name=seen.statement.name, known=seen.known, is_known=seen.is_known, findings=findings)


class StatementBookedOut(Answer):
    """A file that is booked."""

    id: int
    name: str


class StatementLineOut(Answer):
    """A movement. `can_undo`: whether a decision can be taken back."""

    id: int
    booked_on: date
    amount_cents: int
    finding: Literal[
        "collected", "returned", "paid", "refunded", "refund_returned", "unallocated", "send_back", "sent_back", "fee"
    ]
    name: str
    last_four: str
    text: str
    payer: PayerOut
    can_undo: bool

    @classmethod
    def of(cls, session: Session, settings: Settings, line: StatementLine) -> Self:
        """The words of the payer without the account number that may be among them."""
        return cls.each(session, settings, [line])[0]

    @classmethod
    def each(cls, session: Session, settings: Settings, lines: Sequence[StatementLine]) -> list[Self]:
        payers = numbered(session, [line.contract_id for line in lines if line.contract_id])
        return [cls._of(details_of(settings, line), line, payers.get(line.contract_id or 0)) for line in lines]

    @classmethod
    def _of(cls, told: Details, line: StatementLine, payer: Numbered | None) -> Self:
        return cls(
            id=line.id,
            booked_on=line.booked_on,
            amount_cents=line.amount_cents,
            finding=line.finding,
            name=told.name,
            last_four=told.iban[-4:],
            text=told.text.replace(told.iban, "…") if told.iban else told.text,
            payer=PayerOut.of(payer),
            can_undo=line.finding in (Finding.PAID, Finding.FEE, Finding.SEND_BACK),
        )


class StatementLinesOut(Answer):
    """Movements, the newest first."""

    data: list[StatementLineOut]

    @classmethod
    def of(cls, session: Session, settings: Settings, finding: Finding | None, before: int | None) -> Self:
        """Fifty at a time."""
        query = select(StatementLine).order_by(StatementLine.id.desc()).limit(50)
        if finding is not None:
            query = query.where(StatementLine.finding == finding.value)
        if before is not None:
            query = query.where(StatementLine.id < before)
        return cls(data=StatementLineOut.each(session, settings, session.scalars(query).all()))


class ReturnOut(Answer):
    """A debit that was returned, and waits for a person."""

    id: int
    payer: PayerOut
    holder: str
    last_four: str
    amount_cents: int
    reason: str
    words: str


class ReturnsOut(Answer):
    """All of them, the oldest first."""

    data: list[ReturnOut]

    @classmethod
    def of(cls, session: Session) -> Self:
        found: Sequence[BankLine] = returns_to_decide(session)
        payers = numbered(session, [one.contract_id for one in found if one.contract_id])
        return cls(
            data=[
                ReturnOut(
                    id=one.id,
                    payer=PayerOut.of(payers.get(one.contract_id or 0)),
                    holder=one.holder,
                    last_four=one.last_four,
                    amount_cents=one.amount_cents,
                    reason=one.reason,
                    words=reason_of(one.reason).words,
                )
                for one in found
            ]
        )


class OpenItemOut(Answer):
    """A claim that is not paid in full."""

    payer: PayerOut
    due: date
    amount_cents: int
    open_cents: int
    days_late: int
    contract_id: int
    reminders: int
    """How many reminders of it were sent."""
    reminded_on: date | None
    """The day of the latest."""
    is_stopped: bool
    """Whether somebody has stopped the reminders of this contract."""


class OverpaidOut(Answer):
    """What a household has paid too much. `is_refunded`: somebody has decided that the next transfers bring it back."""

    payer: PayerOut
    contract_id: int
    amount_cents: int
    is_refunded: bool


class OpenItemsOut(Answer):
    """All that households owe, the oldest first, and what they have paid too much."""

    data: list[OpenItemOut]
    total_cents: int
    overpaid: list[OverpaidOut]

    @classmethod
    def of(cls, session: Session, now: datetime) -> Self:
        owed, today = all_open_items(session), berlin_day(now)
        too_much = overpaid(session)
        payers = numbered(session, {*owed, *too_much})
        found = [(id_, payers[id_], item) for id_, items in owed.items() for item in items]
        steps, stopped = reminders.reminded(session, [item.key for _, _, item in found]), reminders.stopped(session)
        items = [
            OpenItemOut(
                payer=PayerOut.of(payer),
                due=item.due,
                amount_cents=item.amount_cents,
                open_cents=item.open_cents,
                days_late=max((today - item.due).days, 0),
                contract_id=contract_id,
                reminders=steps[item.key].step if item.key in steps else 0,
                reminded_on=steps[item.key].on if item.key in steps else None,
                is_stopped=contract_id in stopped,
            )
            for contract_id, payer, item in found
        ]
        items.sort(key=lambda item: (item.due, item.payer.number))
        back = [
            OverpaidOut(payer=PayerOut.of(payers[id_]), contract_id=id_, amount_cents=cents, is_refunded=is_refunded)
            for id_, amounts in too_much.items()
            for cents, is_refunded in amounts
        ]
        return cls(data=items, total_cents=sum(item.open_cents for item in items), overpaid=back)
