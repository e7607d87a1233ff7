"""What people confirm: the backup, the legal texts, and the arrival of a test mail by its code."""

import hmac
import secrets
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.checks.check import Step, first_open, sealed
from services.checks.connections import without_password
from services.checks.errors import KeyRefused, MailServerRefuses, NoMailServer, StillOpen
from services.checks.models import SetupConfirmation
from services.checks.setup import NEEDS, unfinished_texts
from services.core.clock import Clock
from services.core.contact_details import Email, deliverable_address
from services.core.db.db import Database
from services.mail.catalogue import to_values
from services.mail.letters.console import SetupTest
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.mail.transport import (
    AccountFailure,
    MachineFailure,
    PermanentFailure,
    TemporaryFailure,
    transport_for,
)
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


def send_test_mail(db: Database, settings: Settings, to: Email, actor: str, clock: Clock) -> Sequence[Step]:
    """Send a mail with a new code through the server of these settings, which need not be those in force: its code then
    counts once they are. An earlier one is no longer asked for. Answers the steps of the connection, which is made
    outside of any transaction. NoMailServer, MailServerRefuses.
    """
    if not settings.smtp_url:
        raise NoMailServer
    need = NEEDS[_MAIL]
    steps = need.probe(settings) if need.probe else ()
    if failed := first_open(steps):
        raise MailServerRefuses(f"{failed.label} scheitert: {failed.words}")
    code = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"

    def ask(session: Session) -> int:
        row = _asked(_MAIL, need.fingerprint(settings), actor, clock())
        session.add(row)
        session.flush()
        row.code_hash = _hash(settings, row.id, code)
        audit.append(session, [Event(actor, "setup.test_mail_ordered", f"setup:{_MAIL}")], clock())
        return row.id

    _send(settings, to, SetupTest(code), f"setup-test-{db.write(ask)}", clock())
    return steps


def _send(settings: Settings, to: Email, mail: SetupTest, name: str, now: datetime) -> None:
    """Past the outbox, where it would wait for its turn: the answer of the server is what was asked for."""
    leased = Leased(0, mail.kind, deliverable_address(*to), to_values(mail), name, 1, now)
    try:
        transport_for(settings.smtp_url, settings.data_dir).send(renderer_for(settings).message(leased))
    except (AccountFailure, PermanentFailure, TemporaryFailure, MachineFailure) as failure:
        raise MailServerRefuses(f"Der Server sagt: {without_password(str(failure), settings.smtp_url)}") from None


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
