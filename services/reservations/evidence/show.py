"""Reads the evidence of a reservation: what was stored, with the wording that its fingerprints name."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import long_moment
from services.offer import PACKAGES, PLANS
from services.parks.models import Park
from services.privacy import kept_texts
from services.privacy.company import company_at, filled
from services.privacy.consent_texts import TERMS_PURPOSE
from services.privacy.models import Consent, KeptText
from services.privacy.published import TextKind, texts_behind
from services.reservations.desk.show import find
from services.reservations.evidence.keep import CONTENT, TAKEN, fingerprint
from services.reservations.evidence.models import Evidence
from services.reservations.evidence.words import EvidenceMomentOut, EvidenceOut, ShownTextOut
from services.reservations.models import Reservation, ReservationChange
from services.staff import audit

_FIGURES: Final = (
    *("spot_number", "annual_kwh", "payment_plan", "credit_tenth_ct", "nominal_interest_bp", "effective_interest_bp"),
    *("share_amount_cents", "plan_total_cents", "instalment_cents", "last_instalment_cents", "monthly_credit_cents"),
    *("annual_credit_cents", "total_credits_cents", "minimum_total_cents", "break_even_tenth_years"),
    *("paid_break_even_tenth_years", "setup_fee_cents", "yearly_platform_fee_cents", "deposit_cents"),
)
"""Columns that a reservation has had from its first day."""
_PLACE: Final = ("reference", "park_id", "park_name", "spot_number", "spots_total", "consent_source")


def evidence_of(session: Session, reservation_id: int) -> EvidenceOut:
    """Everything that was kept of what the household was shown. UnknownReservation."""
    reservation = find(session, reservation_id)
    query = select(Evidence).where(Evidence.reservation_id == reservation.id).order_by(Evidence.id)
    rows = session.scalars(query).all()
    moments = [_recorded(session, row) for row in rows]
    if not rows or rows[0].moment == "share_changed":
        moments.insert(0, _not_recorded(session, reservation))
    return EvidenceOut(reference=reservation.reference, moments=moments)


def read_by_staff(session: Session, reservation_id: int, form: str, actor: str, now: datetime) -> EvidenceOut:
    """The same for a clerk, which is written down. UnknownReservation."""
    told = evidence_of(session, reservation_id)
    event = audit.Event(actor, "reservation.evidence_read", f"reservation:{reservation_id}", {"form": form})
    audit.append(session, [event], now)
    return told


def _recorded(session: Session, row: Evidence) -> EvidenceMomentOut:
    kept = kept_texts.contents(session, filter(None, (row.texts_sha256, row.offer_sha256, row.before_sha256)))
    offer = _content(kept, row.offer_sha256) or {}
    book = offer.pop("price_book_sha256", "")
    names = [{"kind": TextKind.PRICE_BOOK.value, "version": book[:12], "sha256": book}] if book else []
    books, company = _with_wording(session, names), company_at(session, row.at)
    texts = _with_wording(session, _content(kept, row.texts_sha256) or [], company)
    return EvidenceMomentOut(
        moment=row.moment,
        at=row.at,
        at_berlin=row.at_berlin,
        price_book=books[0] if books else None,
        company=_told(company),
        texts=texts,
        place=_place(row),
        offer=offer,
        before=_content(kept, row.before_sha256),
        client_figures=row.client_figures,
        sha256=row.sha256,
        is_intact=fingerprint({name: getattr(row, name) for name in (*CONTENT, *TAKEN)}) == row.sha256,
    )


def _place(row: Evidence) -> dict[str, Any]:
    facts = {name: getattr(row, name) for name in _PLACE}
    if row.taken_by:
        day = row.received_on.isoformat() if row.received_on else None
        facts |= {"taken_by": row.taken_by, "received_on": day}
    return facts


def _content(kept: Mapping[str, str], sha256: str | None) -> Any:
    """None where it is not kept, which a nightly check reports."""
    return json.loads(kept[sha256]) if sha256 is not None and sha256 in kept else None


def _not_recorded(session: Session, reservation: Reservation) -> EvidenceMomentOut:
    """A reservation from before the recording: its consent, and the figures of its row without later changes."""
    is_terms = (Consent.reservation_id == reservation.id) & (Consent.purpose == TERMS_PURPOSE)
    consent = session.scalars(select(Consent).where(is_terms).order_by(Consent.id)).first()
    names = [name.as_json() for name in texts_behind(consent.text_version)] if consent else []
    offer, company = _first_offer(session, reservation), company_at(session, reservation.created_at)
    return EvidenceMomentOut(
        moment="not_recorded",
        at=reservation.created_at,
        at_berlin=long_moment(reservation.created_at),
        price_book=None,
        company=_told(company),
        texts=_with_wording(session, names, company),
        place={
            "reference": reservation.reference,
            "park_id": reservation.park_id,
            "park_name": session.get_one(Park, reservation.park_id).name,
            "spot_number": offer.pop("spot_number"),
            "consent_source": consent.source if consent else "",
        },
        offer=offer,
        before=None,
        client_figures=reservation.client_figures,
        sha256=None,
        is_intact=None,
    )


def _first_offer(session: Session, reservation: Reservation) -> dict[str, Any]:
    offer = {name: getattr(reservation, name) for name in _FIGURES}
    changes = select(ReservationChange.before).where(ReservationChange.reservation_id == reservation.id)
    for before in session.scalars(changes.order_by(ReservationChange.id.desc())):
        offer |= {name: before[name] for name in _FIGURES if name in before}
    package, plan = PACKAGES.get(offer["annual_kwh"]), PLANS.get(offer["payment_plan"])
    return {"package": package.name if package else "", "plan_months": plan.months if plan else 0, **offer}


def _told(company: KeptText | None) -> ShownTextOut | None:
    if company is None:
        return None
    return ShownTextOut(kind=TextKind.COMPANY, version=company.version, sha256=company.sha256, content=company.content)


def _with_wording(
    session: Session, names: Sequence[Mapping[str, str]], company: KeptText | None = None
) -> list[ShownTextOut]:
    wording = kept_texts.contents(session, [name["sha256"] for name in names])
    return [
        ShownTextOut(
            kind=TextKind(name["kind"]),
            version=name["version"],
            sha256=name["sha256"],
            content=filled(wording[name["sha256"]], company) if name["sha256"] in wording else None,
        )
        for name in names
    ]
