"""Staff correct the address of an entry: a household that mistyped it is reached again, in its turn.

The new address counts as unconfirmed, with the full time to confirm it; until then nothing new is offered to the entry.
An offer that runs keeps its place and its end, and is mailed to the new address.
"""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, mailbox_of
from services.core.fields import FieldError
from services.core.http.errors import ValidationProblem
from services.mail import outbox
from services.mail.letters.waiting import WaitingOffer, WaitingOfferEnding
from services.mail.models import WAITING, Mail
from services.waiting_list import mails
from services.waiting_list.join import CONFIRM_WITHIN
from services.waiting_list.models import WaitingEntry, WaitingKey
from services.waiting_list.rows import change_entry, entry_of_mailbox, event_of, lock_open_entry, open_offer
from services.waiting_list.serve import serve_park

_CORRECTED = "Adresse berichtigt"
_UNCHANGED: FieldError = {
    "field": "email",
    "code": "unchanged",
    "message": "Diese Adresse steht schon im Eintrag.",
}
_TAKEN: FieldError = {
    "field": "email",
    "code": "already_waiting",
    "message": "Mit dieser Adresse steht schon ein anderer Eintrag auf der Liste dieses Parks.",
}


def correct_address(
    session: Session, entry_id: int, email: Email, reason: str, actor: str, now: datetime
) -> WaitingEntry:
    """Give an open entry another address, and write there. EntryOver; ValidationProblem for the address it has, and for
    one that waits for this park already. A unit of work.

    Links and sessions end: they may be a stranger's. Mails to the former address that wait are cancelled, refused ones
    are settled.
    """
    entry, _ = lock_open_entry(session, entry_id)
    mailbox = mailbox_of(email.normalized)
    if email.normalized == entry.email_normalized:
        raise ValidationProblem([_UNCHANGED])
    other = entry_of_mailbox(session, entry.park_id, mailbox)
    if other is not None and other.id != entry.id:
        raise ValidationProblem([_TAKEN])
    is_its_own = Mail.subject_ref == f"waiting:{entry.id}"
    waiting = session.scalars(select(Mail.dedupe_key).where(WAITING, is_its_own)).all()
    outbox.cancel(session, waiting, now)
    outbox.settle(session, is_its_own, actor, _CORRECTED, now)
    session.execute(delete(WaitingKey).where(WaitingKey.entry_id == entry.id))
    values = {
        "email": email.typed,
        "email_normalized": email.normalized,
        "mailbox": mailbox,
        "confirmed_at": None,
        "confirm_by": now + CONFIRM_WITHIN,
    }
    change_entry(session, entry, values, event_of(entry, actor, "address_corrected", now, reason))
    # The offer that runs, or the first mail once more. Pressing the link of either confirms the address.
    offer = open_offer(session, entry.id)
    if offer is not None and offer.expires_at > now:
        kind = WaitingOfferEnding if offer.reminded_at else WaitingOffer
        mails.order_offer(session, entry, offer, kind, now)
    else:
        mails.order_joined(session, entry, now)
    # A free place that was kept for it goes to the next household that can be reached.
    serve_park(session, entry.park_id, now)
    return entry
