"""Reservations as rows, also such as no form would let through: files must hold whatever the database holds."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.reservations.desk.models import ReservationNote
from services.reservations.models import FILTERS, Reservation, ReservationTag
from tests.factories import stored_details
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

NOW = HeldClock().now

_RESERVATION = {
    "park_id": "ingolstadt",
    "state": "cancelled",
    "version": 1,
    "first_name": "Änne",
    "last_name": "Müller",
    "email": "aenne.mueller@example.org",
    "email_normalized": "aenne.mueller@example.org",
    "mailbox": "aenne.mueller@example.org",
    "email_confirmed_at": None,
    "mobile_phone": "0170 1234567",
    "mobile_phone_e164": "+491701234567",
    **stored_details(postcode="01067"),
    **{one.column: "1&1" for one in FILTERS},
    "annual_kwh": 2000,
    "payment_plan": "24m",
    "credit_tenth_ct": 65,
    "nominal_interest_bp": 300,
    "effective_interest_bp": 581,
    "share_amount_cents": 129900,
    "plan_total_cents": 137700,
    "instalment_cents": 5738,
    "last_instalment_cents": 5726,
    "monthly_credit_cents": 1083,
    "annual_credit_cents": 13000,
    "total_credits_cents": 260000,
    "minimum_total_cents": 200000,
    "break_even_tenth_years": 104,
    "paid_break_even_tenth_years": 112,
    "setup_fee_cents": 7900,
    "yearly_platform_fee_cents": 0,
    "deposit_cents": 100,
    "deposit_state": "verified",
    "client_figures": {},
    "price_mismatch": True,
    "duplicate_suspected": False,
    "utm_source": "newsletter",
    "utm_campaign": "fruehling",
    "referral_code": "",
    "follow_up_on": date(2026, 12, 24),
    "price_checked_at": NOW,
    "duplicate_checked_at": None,
    "merged_into_id": None,
    "taken_over_from_id": None,
    "touch_consent": 2,
}

NASTY = (
    "Müller",
    '=HYPERLINK("http://x";"y")',
    "+1",
    "-2",
    "@SUM(A1)",
    "\t=1+1",
    "\ttab",
    "  =1",
    "\u200b=1",
    "＝1",
    "＋1",
    "－1",
    "＠1",
    "'=1",
    "'quoted'",
    'sagt "Hallo"; geht, kommt',
    "eine\nzweite Zeile",
    "eine\r\nzweite Zeile",
    "\rZeile",
    "😀 Sonne ☀️",
    "1.299,00 €",
    "http://example.org/",
    "00123",
    "_x0041_",
    "  Ränder  ",
    "=" * 3,
)
"""Texts that some reader or some spreadsheet takes for something else."""


def add_reservations(db: Database, rows: list[dict[str, Any]]) -> None:
    """Store one reservation for each mapping of changed columns; a minute lies between them, the first is oldest.
    What stands under `notes` becomes a note.
    """
    full = [
        {
            **_RESERVATION,
            "reference": f"VG-{i:09}",
            "spot_number": i % 500 + 1,
            "created_at": NOW + timedelta(minutes=i),
            "updated_at": NOW + timedelta(minutes=i, seconds=30),
            **{name: value for name, value in changes.items() if name != "notes"},
        }
        for i, changes in enumerate(rows)
    ]
    insertion = Insertion(Reservation.__table__)
    for start in range(0, len(full), 1000):
        part = full[start : start + 1000]
        db.write(lambda session, part=part: insertion.run(session, part) and None)
    add_notes(db, {f"VG-{i:09}": changes["notes"] for i, changes in enumerate(rows) if changes.get("notes")})


def add_notes(db: Database, texts: Mapping[str, str]) -> None:
    """Write a note about each of these reservations, which are named by reference."""

    def unit(session: Session) -> None:
        ids = dict(session.execute(select(Reservation.reference, Reservation.id)).all())
        notes = [{"reservation_id": ids[name], "text": text, "created_at": NOW} for name, text in texts.items()]
        if notes:
            session.execute(insert(ReservationNote), notes)

    db.write(unit)


def with_notes(db: Database) -> list[dict[str, Any]]:
    """The stored reservations, each with the text of its note, or none."""
    texts = {note["reservation_id"]: note["text"] for note in stored(db, ReservationNote)}
    return [row | {"notes": texts.get(row["id"], "")} for row in stored(db, Reservation)]


def add_tags(db: Database, reservation_id: int, *tags: str) -> None:
    """Give a reservation tags."""
    db.write(lambda s: s.add_all([ReservationTag(tag=tag, reservation_id=reservation_id) for tag in tags]))
