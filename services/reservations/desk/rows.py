"""Rows of reservation lists, masked for the viewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, meaning
from services.reservations.desk import masking
from services.reservations.desk.tags import tags_of
from services.reservations.models import Reservation
from services.staff.models import Role

_SHOWN = (
    "id", "reference", "spot_number", "state", "deposit_state", "first_name", "last_name", "postcode",
    "energy_provider", "household_size", "annual_kwh", "payment_plan", "credit_tenth_ct", "share_amount_cents",
    "plan_total_cents", "instalment_cents", "annual_credit_cents", "referral_code", "duplicate_suspected",
    "price_mismatch", "follow_up_on", "created_at", "updated_at", "version",
)  # fmt: skip
_NAMED = ("utm_source", "utm_campaign")
"""Shown under the names the reports use; the touches of a reservation keep what its links said."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer: the role decides what is masked, the key makes pseudonyms, `public_url` prefixes URLs."""

    role: Role
    key: bytes
    public_url: str = ""


def rows_of(session: Session, ids: Sequence[int], viewer: Viewer) -> list[dict[str, Any]]:
    """The rows of these reservations, in this order; ids that are gone are left out."""
    found = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(ids)))}
    tags, aliases = tags_of(session, ids), canonical_values(session)
    rows = [(found[id_], unmasked_row(found[id_], tags.get(id_, []), viewer, aliases)) for id_ in ids if id_ in found]
    return [masking.for_role(row, reservation, viewer.role) for reservation, row in rows]


def unmasked_row(reservation: Reservation, tags: Sequence[str], viewer: Viewer, aliases: Aliases) -> dict[str, Any]:
    """One row as clerks see it."""
    return {
        **{name: getattr(reservation, name) for name in _SHOWN},
        **{name: meaning(name, getattr(reservation, name), aliases) for name in _NAMED},
        "pseudonym": masking.pseudonym(reservation.id, viewer.key),
        "park": reservation.park_id,
        "email": masking.mask_email(reservation.email),
        "phone": masking.mask_phone(reservation.mobile_phone_e164),
        "duplicate_checked": reservation.duplicate_checked_at is not None,
        "price_checked": reservation.price_checked_at is not None,
        "tags": list(tags),
    }
