"""After the load: is everything there that was acknowledged, once, and does everything fit together?"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from sqlalchemy import ColumnElement, func, select

from analytics.store.catalogue import Store
from services.checks.prove import prove
from services.contact.models import ContactMessage
from services.core.clock import utc_now
from services.core.db.db import Database
from services.mail.models import Mail, MailState
from services.reports.models import ReportRun
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from services.schema.integrity import damages
from services.store.status import verify_whole
from services.visits.models import Visit
from tests.faults.mixed_load.ledger import Ledger


def moment_without_due_mail(db: Database) -> datetime | None:
    """Now, if nothing is to be sent now; else None."""
    now = utc_now()
    with db.read() as session:
        return None if session.scalar(select(func.count()).where(~Mail.is_letter, _is_due(now))) else now


def _is_due(now: datetime) -> ColumnElement[bool]:
    """What a clerk cancels is told minutes later, since it may be undone; a mail whose sender was killed waits for the
    end of its lease.
    """
    is_waiting = Mail.state.in_((MailState.QUEUED.value, MailState.RETRYING.value))
    return is_waiting & (Mail.next_attempt_at <= now) & (Mail.leased_until.is_(None) | (Mail.leased_until <= now))


def losses(db: Database, ledger: Ledger, store: Store, data_dir: Path) -> list[str]:
    """Whatever is lost, double or inconsistent, one sentence each; empty if nothing is."""
    found = [*_reservations(db, ledger), *_others(db, ledger), *_kept_reports(db, ledger, data_dir)]
    found += [*ledger.wrong, *damages(db)]
    found += [f"{p.invariant.name}: {p.broken.examples}" for p in prove(db, utc_now()) if p.broken.count]
    return found + verify_whole(db, store)


def _reservations(db: Database, ledger: Ledger) -> Iterator[str]:
    with db.read() as session:
        rows = session.execute(
            select(
                Reservation.email, Reservation.reference, Reservation.state, Reservation.spot_number,
                Reservation.email_confirmed_at,
            )
        ).all()  # fmt: skip
    stored = {row.email: row for row in rows}
    yield from (f"{email} reserved twice" for email, n in Counter(row.email for row in rows).items() if n > 1)
    held = Counter(row.spot_number for row in rows if row.state in HOLDS_A_SPOT)
    yield from (f"spot {number} is given {n} times" for number, n in held.items() if n > 1)
    for email, reference in ledger.reserved.items():
        row = stored.get(email)
        if row is None or row.reference != reference:
            yield f"{reference} was acknowledged and is lost"
            continue
        if reference in ledger.cancelled and row.state in HOLDS_A_SPOT:
            yield f"{reference} was given back and is not"
        if reference not in ledger.cancelled | ledger.unsure and row.state not in HOLDS_A_SPOT:
            yield f"{reference} is {row.state}, which no one asked for"
        if reference in ledger.confirmed and row.email_confirmed_at is None:
            yield f"{reference} was confirmed and is not"
    yield from (f"{email} never reserved" for email in stored.keys() - ledger.tried)


def _others(db: Database, ledger: Ledger) -> Iterator[str]:
    with db.read() as session:
        messages = session.scalars(select(ContactMessage.reference)).all()
        notes = session.scalars(select(ReservationNote.text)).all()
        visits = session.scalar(select(func.count()).select_from(Visit)) or 0
    yield from (f"message {reference} is lost" for reference in ledger.messages - set(messages))
    yield from (f"note {text} is lost" for text in ledger.notes - set(notes))
    if not ledger.visits <= visits <= ledger.visits + ledger.visits_unsure:
        yield f"{visits} visits are stored, {ledger.visits} to {ledger.visits + ledger.visits_unsure} were reported"


def _kept_reports(db: Database, ledger: Ledger, data_dir: Path) -> Iterator[str]:
    with db.read() as session:
        rows = session.execute(select(ReportRun.id, ReportRun.result_path, ReportRun.sha256)).all()
    whole = {row.id for row in rows if row.result_path and _sha256(data_dir / row.result_path) == row.sha256}
    yield from (f"kept report {number} is lost" for number in ledger.kept_reports - whole)


def _sha256(path: Path) -> str | None:
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def mail_losses(db: Database, arrived: Counter[str], now: datetime) -> tuple[list[str], int]:
    """What is wrong with the mails at a moment; and how many arrived more than once, under one Message-ID: a server
    that is killed between sending and noting it cannot help that.
    """
    with db.read() as session:
        of_mail = select(Mail.message_id, Mail.state, Mail.recipient, _is_due(now).label("is_due"))
        mails = session.execute(of_mail.where(~Mail.is_letter)).all()
    ids = {name.strip("<>").partition("@")[0] for name in arrived}
    lost = [m for m in mails if m.state == MailState.SENT.value and m.message_id not in ids]
    found = [f"the mail to {m.recipient} is {m.state}" for m in mails if m.is_due or m.state == MailState.FAILED.value]
    found += [f"the mail to {m.recipient} was not received" for m in lost]
    found += [f"the mail {name} was never ordered" for name in ids - {m.message_id for m in mails}]
    return found, sum(times - 1 for times in arrived.values())


def resident_kib(pid: int) -> int:
    """Memory of a process that lies in RAM."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
