"""After the load: is everything there that was acknowledged, once, and does everything fit together?"""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from sqlalchemy import func, select

from services.contact.models import ContactMessage
from services.core.clock import utc_now
from services.core.db.db import Database
from services.invariants.prove import prove
from services.mail.models import Mail, MailState
from services.reports.models import ReportRun
from services.reservations.models import Reservation
from services.reservations.notes.models import ReservationNote
from services.reservations.states import HOLDS_A_SPOT
from services.schema.integrity import damages
from services.store.manifest import Store
from services.store.verify import verify_whole
from services.visits.models import Visit
from tests.faults.mixed_load.ledger import Ledger

_IS_WAITING = Mail.state.in_((MailState.QUEUED.value, MailState.RETRYING.value)) & ~Mail.is_letter


def is_mail_due(db: Database) -> bool:
    """Whether the outbox has something to send. A clerk's cancellation is told minutes later: it may be undone."""
    with db.read() as session:
        return bool(session.scalar(select(func.count()).where(_IS_WAITING, Mail.next_attempt_at <= utc_now())))


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


def mail_losses(db: Database, arrived: Counter[str]) -> tuple[list[str], int]:
    """What is wrong with the mails; and how many arrived more than once, under one Message-ID: a server that is killed
    between sending and noting it cannot help that.
    """
    with db.read() as session:
        is_later = _IS_WAITING & (Mail.next_attempt_at > utc_now())
        mails = session.execute(
            select(Mail.message_id, Mail.state, Mail.recipient).where(~Mail.is_letter, ~is_later)
        ).all()
    ids = {name.strip("<>").partition("@")[0] for name in arrived}
    found = [f"the mail to {m.recipient} is {m.state}" for m in mails if m.state not in ("sent", "cancelled")]
    found += [
        f"the mail to {m.recipient} was not received" for m in mails if m.state == "sent" and m.message_id not in ids
    ]
    found += [f"the mail {name} was never ordered" for name in ids - {m.message_id for m in mails}]
    return found, sum(times - 1 for times in arrived.values())


def resident_kib(pid: int) -> int:
    """Memory of a process that lies in RAM."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
