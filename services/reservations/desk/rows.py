"""Rows of reservation lists, masked for the viewer."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, meaning
from services.core.http.answers import Extended
from services.reservations.desk import masking
from services.reservations.desk.schemas import ReservationRowOut
from services.reservations.desk.tags import tags_of
from services.reservations.models import Reservation
from services.staff.models import Role


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer: the role decides what is masked, the key makes pseudonyms, `public_url` prefixes URLs."""

    role: Role
    key: bytes
    public_url: str = ""


def rows_of(session: Session, ids: Sequence[int], viewer: Viewer) -> list[ReservationRowOut]:
    """The rows of these reservations, in this order; ids that are gone are left out."""
    found = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(ids)))}
    tags, aliases = tags_of(session, ids), canonical_values(session)
    rows = [(found[id_], row_source(found[id_], tags.get(id_, []), viewer, aliases)) for id_ in ids if id_ in found]
    return [masking.mask(ReservationRowOut.model_validate(row), viewer.role, one) for one, row in rows]


def row_source(reservation: Reservation, tags: Sequence[str], viewer: Viewer, aliases: Aliases) -> Extended:
    """What a row is read from: the columns, sources and campaigns under the names the reports use (the touches of a
    reservation keep what its links said), e-mail and phone hidden until a clerk reveals them.
    """
    return Extended(
        reservation,
        utm_source=meaning("utm_source", reservation.utm_source, aliases),
        utm_campaign=meaning("utm_campaign", reservation.utm_campaign, aliases),
        pseudonym=masking.pseudonym(reservation.id, viewer.key),
        park=reservation.park_id,
        email=masking.mask_email(reservation.email),
        phone=masking.mask_phone(reservation.mobile_phone_e164),
        duplicate_checked=reservation.duplicate_checked_at is not None,
        price_checked=reservation.price_checked_at is not None,
        tags=tags,
    )
