"""Security notices by mail when an account changes, so that its owner learns of unauthorised changes at once."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict, Unpack

from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.mail import outbox
from services.mail.catalogue import StaffNotice, StaffNoticeTopic, to_values
from services.mail.outbox import Order
from services.staff.models import Account


class Facts(TypedDict, total=False):
    """Additional facts of some topics: remaining recovery codes, the browser, the name of a passkey."""

    left: int
    device: str
    passkey: str


def tell(
    session: Session,
    account: Account,
    topic: StaffNoticeTopic,
    now: datetime,
    *,
    to: Sequence[str] = (),
    **facts: Unpack[Facts],
) -> None:
    """Order a notice to the account, or to the addresses `to`."""
    mail = StaffNotice(
        name=account.name,
        topic=topic,
        role=account.role,
        left=facts.get("left", 0),
        device=facts.get("device", ""),
        passkey=facts.get("passkey", ""),
    )
    recipients = to or (deliverable_address(account.email, account.email_normalized),)
    orders = [
        Order(
            kind=mail.kind,
            recipient=recipient,
            subject_ref=f"account:{account.id}",
            dedupe_key=f"staff-notice:{account.id}:{secrets.token_hex(8)}",
            values=to_values(mail),
        )
        for recipient in recipients
    ]
    outbox.order(session, orders, now)
