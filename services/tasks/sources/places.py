"""Places that wait for an answer or a decision: offers of the waiting list, hand-overs, contracts to be sent or
decided, parks that are nearly full.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts.models import UNDECIDED, Contract, ContractState
from services.core.clock import BERLIN, berlin_day
from services.core.db.rows import fetch
from services.core.german import numeric_day
from services.core.money import format_eur
from services.core.working_days import add_working_days
from services.household.hand_over.models import HandOver
from services.offer import PACKAGES
from services.parks.fullness import park_fullness
from services.reservations.listing.columns import PAYMENT_PLANS
from services.reservations.models import DECIDED, Reservation
from services.tasks.source import Description, Source, Subject
from services.tasks.sources.reservations import Said, arrived, described, ending, of_reservation
from services.waiting_list.deadlines import REMIND_BEFORE
from services.waiting_list.models import WaitingEntry, WaitingOffer


def _until(moment: datetime) -> str:
    return f"{numeric_day(berlin_day(moment))}, {moment.astimezone(BERLIN):%H:%M} Uhr"


def _offers(session: Session, now: datetime) -> Sequence[Subject]:
    """Unanswered offers that end within a day."""
    is_ending = WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at <= now + REMIND_BEFORE)
    return ending(fetch(session, select(WaitingOffer.id, WaitingOffer.expires_at).where(is_ending)))


def _offer_words(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    query = select(WaitingEntry, WaitingOffer).join(WaitingOffer, WaitingOffer.entry_id == WaitingEntry.id)
    rows = session.execute(query.where(WaitingOffer.id.in_(map(int, ids))))
    return {
        str(offer.id): Description(
            title=entry.name,
            detail=f"Angebot der Warteliste läuft ab: {_until(offer.expires_at)}",
            path=f"/waiting-list/{entry.id}/show",
            park_id=offer.park_id,
            spot_number=offer.spot_number,
        )
        for entry, offer in rows
    }


WAITING_OFFER = Source(
    "waiting_offer", "Angebot der Warteliste läuft ab", "Nachfragen",
    _offers, _offer_words,
    escalates_after=1, band="waiting", button="Nachgefragt",
)  # fmt: skip


def _hand_overs(session: Session, _now: datetime) -> Sequence[Subject]:
    return ending(fetch(session, select(HandOver.id, HandOver.answer_by).where(HandOver.answer.is_(None))))


def _hand_over_words(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    query = select(HandOver, Reservation).join(Reservation, Reservation.id == HandOver.reservation_id)
    rows = session.execute(query.where(HandOver.id.in_(map(int, ids))))
    return {
        str(one.id): of_reservation(row, f"Übergabe wartet auf Antwort bis {_until(one.answer_by)}")
        for one, row in rows
    }


HAND_OVER = Source(
    "hand_over", "Übergabe wartet auf Antwort", "Nachfragen",
    _hand_overs, _hand_over_words,
    escalates_after=1, band="waiting", button="Nachgefragt",
)  # fmt: skip


def _decided(session: Session, _now: datetime) -> Sequence[Subject]:
    """Invited households that have fixed their share and not ordered yet: the papers are ours to send."""
    has_ordered = select(Contract.reservation_id).where(Contract.state == ContractState.ASKED.value)
    is_open = DECIDED & Reservation.id.not_in(has_ordered)
    rows = fetch(session, select(Reservation.id, Reservation.decided_at).where(is_open))
    return [Subject(str(id_), add_working_days(berlin_day(at), 2), at.isoformat()) for id_, at in rows if at]


def _decided_words(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    def what(row: Said) -> str:
        return f"Anteil festgelegt: {PACKAGES[row.annual_kwh].name}, {PAYMENT_PLANS[row.payment_plan]}"

    return described(session, ids, what, more=(Reservation.annual_kwh, Reservation.payment_plan))


CONTRACT_DUE = Source(
    "contract_due", "Vertrag zuzusenden", "Vertrag vorbereiten",
    _decided, _decided_words,
    escalates_after=3, band="waiting", button="Zugesandt",
)  # fmt: skip


def _asked(session: Session, _now: datetime) -> Sequence[Subject]:
    return arrived(session, select(Contract.id, Contract.signed_at).where(UNDECIDED), 2)


def _asked_words(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    query = select(Contract, Reservation).join(Reservation, Reservation.id == Contract.reservation_id)
    rows = session.execute(query.where(Contract.id.in_(map(int, ids))))
    return {str(one.id): of_reservation(row, _wish(one)) for one, row in rows}


def _wish(contract: Contract) -> str:
    rate, total = format_eur(contract.instalment_cents), format_eur(contract.total_cents)
    return f"Bestellt in {contract.months} Raten zu {rate}, zusammen {total}"


INSTALMENTS = Source(
    "instalments", "Raten zu entscheiden", "Raten entscheiden",
    _asked, _asked_words,
    escalates_after=3, band="waiting",
)  # fmt: skip


def _nearly_full(session: Session, now: datetime) -> Sequence[Subject]:
    """Every further level is a new cause."""
    return [
        Subject(found.park.id, berlin_day(now), str(found.fullness.level))
        for found in park_fullness(session)
        if found.fullness.level is not None
    ]


def _park_words(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return {
        park.id: Description(park.name, found.fullness.sentence, f"/parks/{park.id}/show", park_id=park.id)
        for found in park_fullness(session)
        if (park := found.park).id in ids
    }


CAPACITY = Source(
    "capacity", "Park fast voll", "Grenze prüfen", _nearly_full, _park_words, escalates_after=1, button="Geprüft"
)
