"""Mails to post and a desk to post them from."""

from typing import Any

from sqlalchemy import select

from services.core.clock import Clock
from services.core.db.db import Database
from services.mail import outbox
from services.mail.catalogue import ReservationReceived, to_values
from services.mail.delivery import Delivery
from services.mail.models import Mail
from services.mail.outbox import Order
from services.mail.rendering import Renderer, Sender
from services.mail.transport import Transport

SENDER = Sender(
    address="Voltigo <reservierung@voltigo.example>",
    company="Voltigo GmbH",
    street="Sonnenallee 7",
    postcode_city="85049 Ingolstadt",
    email="kontakt@voltigo.example",
    phone="+49 841 123456",
    public_url="https://voltigo.example",
    representative="Dr. Änne Özkan",
    register="Amtsgericht Ingolstadt, HRB 12345",
    vat_id="DE123456789",
    link_key=b"only for tests",
)


def received(**changes: Any) -> ReservationReceived:
    """2,000 kWh at 6 cent in 24 instalments."""
    values: dict[str, Any] = {
        "first_name": "Änne", "last_name": "Müller", "reference": "VG-7K3M-Q2XH", "park_name": "Ingolstadt",
        "spot_number": 17, "total_spots": 500, "package": "Standard", "annual_kwh": 2000, "tenth_ct": 60,
        "price_cents": 129_900, "plan_months": 24, "plan_total_cents": 137_700, "instalment_cents": 5738,
        "last_instalment_cents": 5726, "nominal_interest_bp": 300, "effective_interest_bp": 581,
        "minimum_total_cents": 200_000, "setup_fee_cents": 7900, "contract_weeks_from": 6, "contract_weeks_to": 8,
        "phone_ending": "789",
        "details": [["Postleitzahl", "85049"], ["Stromversorger", "Stadtwerke München"]],
    }  # fmt: skip
    return ReservationReceived(**(values | changes))


def post(db: Database, clock: Clock, *names: str, kind: str = ReservationReceived.kind, values: Any = None) -> None:
    """Put one mail for each name into the outbox."""
    orders = [
        Order(
            kind=kind,
            recipient=f"{name}@example.org",
            subject_ref="reservation:1",
            dedupe_key=f"{kind}:{name}",
            values=to_values(received(first_name=name)) if values is None else values,
        )
        for name in names
    ]
    db.write(lambda session: outbox.order(session, orders, clock()))


def delivery(db: Database, transport: Transport, clock: Clock) -> Delivery:
    return Delivery(db, transport, Renderer(SENDER), clock)


def mail_of(db: Database, name: str) -> Mail:
    with db.read() as session:
        return session.scalars(select(Mail).where(Mail.recipient == f"{name}@example.org")).one()
