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
from services.reservations.desk.timeline import last_changed_by
from services.reservations.listing.explain import match_out
from services.reservations.listing.find_schemas import MatchOut
from services.reservations.listing.reasons import reasons_of
from services.reservations.models import Reservation
from services.staff.models import Role


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer: the role decides what is masked, the key makes pseudonyms, `public_url` prefixes URLs."""

    role: Role
    key: bytes
    public_url: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a row has from other tables."""

    tags: Sequence[str]
    changed_by: str
    matches: Sequence[MatchOut] = ()


def rows_of(session: Session, ids: Sequence[int], viewer: Viewer, typed: str = "") -> list[ReservationRowOut]:
    """The rows of these reservations, in this order; ids that are gone are left out. `typed`: what they were searched
    for by, to be explained in each.
    """
    found = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(ids)))}
    beside, aliases = beside_of(session, ids, typed), canonical_values(session)
    rows = [(found[id_], row_source(found[id_], beside[id_], viewer, aliases)) for id_ in ids if id_ in found]
    return [masking.mask(ReservationRowOut.model_validate(row), viewer.role, one) for one, row in rows]


def beside_of(session: Session, ids: Sequence[int], typed: str = "") -> dict[int, Beside]:
    """By id, for each of these reservations."""
    tags, changed_by = tags_of(session, ids), last_changed_by(session, ids)
    reasons = reasons_of(session, ids, typed) if typed.strip() else {}
    return {
        id_: Beside(tags.get(id_, []), changed_by[id_], [match_out(one) for one in reasons.get(id_, [])]) for id_ in ids
    }


def row_source(reservation: Reservation, beside: Beside, viewer: Viewer, aliases: Aliases) -> Extended:
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
        email_confirmed=reservation.email_confirmed_at is not None,
        network=reservation.network,
        tags=beside.tags,
        updated_by_name=beside.changed_by,
        matches=beside.matches,
    )
