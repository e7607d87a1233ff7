"""What a link of the waiting list does: a look changes nothing, a press confirms the address and opens the page."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.household.errors import LinkOver, TooManyMails, UnknownLink
from services.household.sign_in.send_link import may_mail
from services.reservations.placement import Placement
from services.settings import Settings
from services.waiting_list import mails
from services.waiting_list.models import WaitingEntry, WaitingKey
from services.waiting_list.rows import HOUSEHOLD, OPEN, change_entry, event_of, lock_entry
from services.waiting_list.serve import serve_park
from services.waiting_list.sign_in import keys
from services.waiting_list.sign_in.confirm_first import place_kept
from services.waiting_list.sign_in.keys import Opened


def look(session: Session, key: bytes, token: str) -> tuple[WaitingKey, WaitingEntry]:
    """The link and its entry. UnknownLink."""
    link = keys.find_link(session, key, token)
    if link is None:
        raise UnknownLink
    return link, session.get_one(WaitingEntry, link.entry_id)


def press(session: Session, settings: Settings, token: str, now: datetime) -> tuple[Opened, Placement | None]:
    """Confirm the address, and let the browser in. UnknownLink, LinkOver, and as `place_kept`.

    A confirmed household can be offered a place from this moment on, in the turn of its entering; one that had to
    confirm first has it at once while there are any.
    """
    link, _ = look(session, settings.secret_key, token)
    entry, locked = lock_entry(session, link.entry_id)
    # Again under the lock: a corrected address ends its links.
    link, _ = look(session, settings.secret_key, token)
    if not keys.use_link(link, now):
        raise LinkOver
    placed = None
    if entry.request is not None and entry.confirmed_at is None and entry.state in OPEN and not locked.cancelled_at:
        placed = place_kept(session, settings, entry, locked, now)
    if entry.confirmed_at is None and entry.state in OPEN:
        change_entry(session, entry, {"confirmed_at": now}, event_of(entry, HOUSEHOLD, "confirmed", now))
        serve_park(session, entry.park_id, now)
    return keys.open_session(session, entry.id, now), placed


def send_again(session: Session, settings: Settings, token: str, now: datetime) -> None:
    """Mail a fresh link in the place of one that is over; nothing for an entry that has ended. UnknownLink,
    TooManyMails.
    """
    link, entry = look(session, settings.secret_key, token)
    if entry.state not in OPEN or link.expires_at > now:
        return
    if not may_mail(session, settings, entry.mailbox, now):
        raise TooManyMails
    mails.order_link(session, entry, now)
