"""Puts the mail about a decision into the outbox. It goes at once: a decision cannot be taken back."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.declarations.models import Declaration
from services.declarations.submit import subject_ref
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.declarations import DeclarationRejected, NoticeAccepted, WithdrawalAccepted

Letter = WithdrawalAccepted | NoticeAccepted | DeclarationRejected


def order_decision(session: Session, declaration: Declaration, letter: Letter, now: datetime) -> None:
    """To the address in the declaration."""
    order = outbox.Order(
        kind=letter.kind,
        recipient=deliverable_address(declaration.email, declaration.email_normalized),
        subject_ref=subject_ref(declaration.id),
        dedupe_key=f"{letter.kind}:{declaration.reference}",
        values=to_values(letter),
    )
    outbox.order(session, [order], now)
