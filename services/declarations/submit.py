"""Stores a declaration: row, case, confirmation mail and audit entry, in one transaction.

It is never refused: legally it counts on arrival, whether or not a reservation matches.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, deliverable_address
from services.core.db.rows import Insertion
from services.core.references import DECLARATION, new_reference
from services.declarations.deadlines import berlin_wording, keep_until, refund_due
from services.declarations.models import Declaration, DeclarationCase
from services.declarations.states import CaseState, DeclarationKind, NoticeKind
from services.declarations.wording import Declared
from services.mail import outbox
from services.mail.acknowledgements import Acknowledgements
from services.mail.catalogue import to_values
from services.mail.letters.declarations import NoticeReceived, WithdrawalReceived
from services.staff import audit

_LETTERS: dict[str, type[WithdrawalReceived | NoticeReceived]] = {
    DeclarationKind.WITHDRAWAL: WithdrawalReceived,
    DeclarationKind.NOTICE: NoticeReceived,
}


def _unless_known(insert: Any) -> Any:
    known = {"index_elements": ["once", "sha256"]}
    return insert.on_conflict_do_nothing(**known).returning(Declaration.id)


_WITH_MAIL = select(Declaration, DeclarationCase.is_mailed).join(DeclarationCase)
_INSERTION = Insertion(Declaration.__table__, _unless_known)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The confirmation for the household. `is_mailed`: whether it was mailed as well."""

    declared: Declared
    reference: str
    received: str
    is_mailed: bool


def submit(session: Session, declared: Declared, once: str, receipts: Acknowledgements, now: datetime) -> Receipt:
    """Store it, or find what was stored when the same came before; to be run by `Database.write`."""
    id_ = _stored(session, declared, once, now)
    if id_ is None:
        # The first receipt of the same declaration
        same = (Declaration.once == once) & (Declaration.sha256 == declared.sha256)
        row, is_mailed = session.execute(_WITH_MAIL.where(same)).one()
        return Receipt(declared, row.reference, row.received_berlin, is_mailed)
    row = session.get_one(Declaration, id_)
    is_mailed = receipts.allow(session, [declared.email.normalized], now)[0]
    due = refund_due(now) if declared.kind is DeclarationKind.WITHDRAWAL else None
    case = DeclarationCase(
        declaration_id=id_,
        state=CaseState.RECEIVED.value,
        version=1,
        updated_at=now,
        is_mailed=is_mailed,
        refund_due_on=due,
        words="",
    )
    session.add(case)
    session.flush()
    receipt = Receipt(declared, row.reference, row.received_berlin, is_mailed)
    if is_mailed:
        outbox.order(session, [_mailed(receipt, id_)], now)
    details = {"kind": declared.kind.value, "reference": row.reference}
    audit.append(session, [audit.Event("household", "declaration.received", subject_ref(id_), details)], now)
    return receipt


def subject_ref(declaration_id: int) -> str:
    """How mails and the audit log name a declaration."""
    return f"declaration:{declaration_id}"


def find_receipt(session: Session, reference: str, once: str) -> Receipt | None:
    """The receipt under this number, for who also has the one-time id of its form."""
    is_theirs = (Declaration.reference == reference) & (Declaration.once == once)
    found = session.execute(_WITH_MAIL.where(is_theirs)).one_or_none()
    if found is None:
        return None
    row, is_mailed = found
    return Receipt(declared_in(row), row.reference, row.received_berlin, is_mailed)


def declared_in(row: Declaration) -> Declared:
    """What a stored declaration declares."""
    return Declared(
        kind=DeclarationKind(row.kind),
        name=row.name,
        contract=row.contract,
        email=Email(row.email, row.email_normalized),
        remark=row.remark,
        notice_kind=NoticeKind(row.notice_kind) if row.notice_kind else None,
        reason=row.reason,
        wished_end=row.wished_end,
    )


def _stored(session: Session, declared: Declared, once: str, now: datetime) -> int | None:
    """The id of the new row; None if it was there."""
    row = {
        "reference": new_reference(DECLARATION),
        "once": once,
        "kind": declared.kind.value,
        "received_at": now,
        "received_berlin": berlin_wording(now),
        "name": declared.name,
        "contract": declared.contract,
        "email": declared.email.typed,
        "email_normalized": declared.email.normalized,
        "remark": declared.remark,
        "notice_kind": declared.notice_kind.value if declared.notice_kind else None,
        "reason": declared.reason,
        "wished_end": declared.wished_end,
        "wording": declared.wording,
        "sha256": declared.sha256,
        "keep_until": keep_until(now),
    }
    (result,) = _INSERTION.run(session, [row])
    id_: int | None = result.scalar_one_or_none()
    return id_


def _mailed(receipt: Receipt, id_: int) -> outbox.Order:
    declared = receipt.declared
    mail = _LETTERS[declared.kind](
        reference=receipt.reference,
        received=receipt.received,
        sentence=declared.sentence,
        lines=declared.lines,
        sha256=declared.sha256,
    )
    return outbox.Order(
        kind=mail.kind,
        recipient=deliverable_address(declared.email.typed, declared.email.normalized),
        subject_ref=subject_ref(id_),
        dedupe_key=f"{mail.kind}:{receipt.reference}",
        values=to_values(mail),
    )
