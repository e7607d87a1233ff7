"""Reads what a household's paper is made of."""

from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import long_day
from services.household.paper.document import Around, document_of
from services.household.view import reservation_of
from services.household_links.models import HouseholdSession
from services.mail.drawings import MOST_PLACES
from services.parks.queries import taken_runs
from services.privacy.consent_texts import READ_WITH, TERMS_PURPOSE
from services.privacy.models import Consent
from services.settings import Settings

_AGREED: Final = (
    "Zugestimmt am {day}: Nutzungsbedingungen (AGB), Fassung {terms}. "
    "Mitgeteilt: Datenschutzhinweise, Fassung {privacy}."
)


def own_paper(session: Session, settings: Settings, own: HouseholdSession, now: datetime) -> tuple[str, bytes]:
    """Its file name and the PDF, for the owner of a session."""
    shown = reservation_of(session, own, now)
    spots = shown.park.spots_total
    taken = taken_runs(session, shown.park.id, spots) if spots <= MOST_PLACES else []
    around = Around(taken, _texts(session, own.reservation_id), _company(settings), now)
    return f"reservierung-platz-{shown.spot_number}.pdf", document_of(shown, around)


def _texts(session: Session, reservation_id: int) -> str:
    """The versions the household agreed to; empty where its form did not name them."""
    is_terms = (Consent.reservation_id == reservation_id) & (Consent.purpose == TERMS_PURPOSE)
    consent = session.scalars(select(Consent).where(is_terms).order_by(Consent.id)).first()
    documents = READ_WITH.get(consent.text_version) if consent else None
    if consent is None or documents is None:
        return ""
    return _AGREED.format(day=long_day(consent.given_at), **{name: documents[name] for name in ("terms", "privacy")})


def _company(settings: Settings) -> list[str]:
    """As at the foot of a mail."""
    return [
        f"{settings.company_name}, {settings.company_street}, {settings.company_postcode_city} · "
        f"{settings.company_email} · {settings.company_phone}",
        f"Vertreten durch {settings.company_representative} · {settings.company_register_court}, "
        f"{settings.company_register_number} · USt-IdNr. {settings.company_vat_id}",
    ]
