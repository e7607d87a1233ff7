"""Every kind of mail the product sends: one typed value object and one pair of templates each."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class ReservationReceived:
    """To the household, at once: spot, reference, figures, and what happens next. Money in cents."""

    kind: ClassVar = "reservation_received"
    subject: ClassVar = "Ihre Reservierung ist eingegangen"

    first_name: str
    last_name: str
    reference: str
    park_name: str
    spot_number: int
    total_spots: int
    package: str
    annual_kwh: int
    tenth_ct: int
    price_cents: int
    plan_months: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    monthly_credit_cents: int
    annual_credit_cents: int
    total_credits_cents: int
    minimum_total_cents: int
    break_even_tenth_years: int
    setup_fee_cents: int
    card_verification_cents: int
    contract_weeks_from: int
    contract_weeks_to: int


MailKind = ReservationReceived
KINDS: dict[str, type[MailKind]] = {ReservationReceived.kind: ReservationReceived}


def to_values(mail: MailKind) -> dict[str, Any]:
    """The value object as the outbox stores it."""
    return {field.name: getattr(mail, field.name) for field in fields(mail)}


def from_values(kind: str, values: dict[str, Any]) -> MailKind:
    """The stored value object again. Members a later version dropped are ignored, so old rows stay sendable."""
    known = KINDS[kind]
    names = {field.name for field in fields(known)}
    return known(**{name: value for name, value in values.items() if name in names})
