"""What people confirm: the backup, the legal texts, and the arrival of a test mail by its code."""

import hmac
import secrets
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.checks.check import first_open, sealed
from services.checks.errors import KeyRefused, MailServerRefuses, NoMailServer, StillOpen
from services.checks.models import SetupConfirmation
from services.checks.setup import NEEDS, kept, unfinished_texts
from services.core.contact_details import Email, deliverable_address
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.console import SetupTest
from services.mail.outbox import Order
from services.settings import Settings
from services.staff import audit
from services.staff.audit import Event

MOST_ATTEMPTS: Final = 5
KEY_END: Final = 6
"""Characters of the backup key that its copy is asked for."""
_MAIL: Final = "mail_server"
_DIGITS: Final = 6
_CODE_HOLDS: Final = timedelta(hours=1)


def confirm(session: Session, settings: Settings, name: str, done_on: date | None, actor: str, now: datetime) -> None:
    """Note that it is done; `done_on` is the day of a backup. StillOpen for texts with placeholders."""
    if name == "legal_texts" and unfinished_texts(settings):
        raise StillOpen
    row = _asked(name, NEEDS[name].fingerprint(settings), actor, now)
    row.confirmed_at, row.confirmed_by, row.done_on = now, actor, done_on
    session.add(row)
    audit.append(session, [Event(actor, f"setup.{name}_confirmed", f"setup:{name}")], now)


def confirm_key(session: Session, settings: Settings, end: str, actor: str, now: datetime) -> None:
    """Note that somebody has a copy of the backup key, whose last characters these are. KeyRefused."""
    key = settings.backup_key.get_secret_value()
    if not key or not hmac.compare_digest(end.encode(), key[-KEY_END:].encode()):
        raise KeyRefused
    confirm(session, settings, "backup_key", None, actor, now)


def order_test_mail(session: Session, settings: Settings, to: Email, actor: str, now: datetime) -> None:
    """Order a mail with a new code; an earlier one is no longer asked for. NoMailServer, MailServerRefuses."""
    if not settings.smtp_url:
        raise NoMailServer
    steps = kept(session, settings)[_MAIL].steps
    if not steps or first_open(steps):
        raise MailServerRefuses
    code = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"
    row = _asked(_MAIL, NEEDS[_MAIL].fingerprint(settings), actor, now)
    session.add(row)
    session.flush()
    row.code_hash = _hash(settings, row.id, code)
    mail = SetupTest(code)
    subject = f"setup:{_MAIL}"
    order = Order(mail.kind, deliverable_address(*to), subject, f"setup-test:{row.id}", to_values(mail))
    outbox.order(session, [order], now)
    audit.append(session, [Event(actor, "setup.test_mail_ordered", subject)], now)


def confirm_arrival(session: Session, settings: Settings, code: str, actor: str, now: datetime) -> bool:
    """Whether the code is that of the last test mail, which is then confirmed. A wrong one counts: commit it."""
    asked = (SetupConfirmation.name == _MAIL) & SetupConfirmation.code_hash.is_not(None)
    last = select(SetupConfirmation).where(asked).order_by(SetupConfirmation.id.desc()).limit(1).with_for_update()
    row = session.scalars(last).one_or_none()
    if row is None or row.confirmed_at is not None or now - row.asked_at > _CODE_HOLDS:
        return False
    row.attempts += 1
    is_right = row.attempts <= MOST_ATTEMPTS and hmac.compare_digest(row.code_hash or "", _hash(settings, row.id, code))
    if is_right:
        row.confirmed_at, row.confirmed_by, row.code_hash = now, actor, None
        audit.append(session, [Event(actor, "setup.mail_arrived", f"setup:{_MAIL}")], now)
    session.flush()
    return is_right


def _asked(name: str, fingerprint: str, actor: str, now: datetime) -> SetupConfirmation:
    return SetupConfirmation(name=name, fingerprint=fingerprint, asked_at=now, asked_by=actor, attempts=0)


def _hash(settings: Settings, id_: int, code: str) -> str:
    return sealed(settings, "code", str(id_), code)
