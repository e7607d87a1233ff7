"""Every kind of mail the product sends: one typed value object and one pair of templates each."""

from dataclasses import dataclass, fields
from functools import cache
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
    return {name: getattr(mail, name) for name in _member_names(mail.kind)}


def from_values(kind: str, values: dict[str, Any]) -> MailKind:
    """The stored value object again. Members a later version dropped are ignored, so old rows stay sendable."""
    names = _member_names(kind)
    return KINDS[kind](**{name: value for name, value in values.items() if name in names})


@cache
def _member_names(kind: str) -> tuple[str, ...]:
    return tuple(field.name for field in fields(KINDS[kind]))
