"""A household chooses another package or plan before the contract: the offer is computed again and both are shown."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.german import number
from services.core.money import format_decimal, format_eur
from services.household.errors import ChangedMeanwhile, NotNow, TooLittleEnergy
from services.household.mails import letter
from services.household.own import locked, shown
from services.mail import outbox
from services.mail.letters.household import ReservationChanged
from services.offer.payment_plans import PLANS
from services.offer.quote import Quote, quote
from services.parks import allocation
from services.parks.models import Park
from services.reservations.changes import Note, change
from services.reservations.evidence import keep
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.evidence.shown import NOTHING
from services.reservations.models import Reservation
from services.reservations.placement import figure_columns, promised
from services.reservations.states import ReservationState
from services.reservations.transitions import HOUSEHOLD
from services.staff import audit

CHANGEABLE: Final = frozenset({ReservationState.RESERVED, ReservationState.INVITED})
_TOO_LATE: Final = "Nach dem Vertrag lässt sich der Anteil hier nicht mehr ändern. Bitte schreiben Sie uns."


@dataclass(frozen=True, slots=True)
class Choice:
    """A package by its kWh a year, and a plan."""

    annual_kwh: int
    payment_plan: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The present offer and another one. `kwh_left`: what the park still has; None: it has no limit."""

    before: Quote
    after: Quote
    fits: bool
    kwh_left: int | None


def compare(session: Session, reservation_id: int, wanted: Choice) -> Comparison:
    """What a change would mean; nothing is changed. NotNow."""
    reservation = shown(session, reservation_id)
    _refuse_late(reservation)
    park = session.get_one(Park, reservation.park_id)
    left = _left(park)
    more = wanted.annual_kwh - reservation.annual_kwh
    return Comparison(
        before=promised(reservation),
        after=quote(wanted.annual_kwh, wanted.payment_plan, reservation.credit_tenth_ct),
        fits=left is None or more <= left,
        kwh_left=left,
    )


def change_share(session: Session, reservation_id: int, known: Choice, wanted: Choice, now: datetime) -> None:
    """Change package and plan from those the page showed. NotNow, ChangedMeanwhile, TooLittleEnergy."""
    reservation = locked(session, reservation_id, with_park=True)
    _refuse_late(reservation)
    if known != Choice(reservation.annual_kwh, reservation.payment_plan):
        raise ChangedMeanwhile
    if known == wanted:
        return
    if wanted.annual_kwh != known.annual_kwh:
        _resize(session, reservation, wanted.annual_kwh, now)
    before, after = promised(reservation), quote(wanted.annual_kwh, wanted.payment_plan, reservation.credit_tenth_ct)
    columns = {
        "annual_kwh": wanted.annual_kwh,
        "payment_plan": wanted.payment_plan,
        **figure_columns(after),
    }
    change(session, reservation, columns, Note(HOUSEHOLD, "change_share"), now)
    session.flush()
    outbox.order(session, [letter(reservation, ReservationChanged, lines=changed_lines(before, after))], now)
    evidence = _evidence(session, reservation, known, after, now)
    keep.keep(session, [{**evidence, "reservation_id": reservation.id}])
    details = {
        "from": [known.annual_kwh, known.payment_plan],
        "to": [wanted.annual_kwh, wanted.payment_plan],
        "evidence": evidence["sha256"],
    }
    event = audit.Event(HOUSEHOLD, "reservation.change_share", f"reservation:{reservation.id}", details)
    audit.append(session, [event], now)


def _evidence(session: Session, reservation: Reservation, known: Choice, after: Quote, now: datetime) -> dict[str, Any]:
    """Both offers, as the page put them side by side: the former one as it was promised."""
    park = session.get_one(Park, reservation.park_id)
    place = keep.Place(reservation.reference, park.id, park.name, reservation.spot_number, park.spot_limit)
    today = quote(known.annual_kwh, known.payment_plan, reservation.credit_tenth_ct)
    shown = keep.Shown(EvidenceMoment.SHARE_CHANGED, place, after, {}, NOTHING, NOTHING, before=today)
    row = keep.evidence_row(shown, now)
    former = keep.latest_offer(session, reservation.id)
    return keep.naming(row, before_sha256=former) if former else row


def refuse_plan(wanted: Choice, known: Choice, *, instalments_offered: bool) -> None:
    """NotNow for instalments where this installation does not offer them; a household keeps those it has."""
    is_new = wanted.payment_plan != known.payment_plan
    if is_new and PLANS[wanted.payment_plan].months and not instalments_offered:
        raise NotNow("Ratenzahlung bieten wir derzeit nicht an.")


def _refuse_late(reservation: Reservation) -> None:
    if reservation.state not in CHANGEABLE:
        raise NotNow(_TOO_LATE)


def _left(park: Park) -> int | None:
    """The kWh a year that a larger package can take; None: no limit. What is free while households wait is theirs."""
    if park.waiting:
        return 0
    return None if park.kwh_limit is None else max(park.kwh_limit - park.kwh_taken, 0)


def _resize(session: Session, reservation: Reservation, kwh: int, now: datetime) -> None:
    """Both limits hold: the number is the household's already, and the energy has to be left."""
    change_of = (reservation.annual_kwh, kwh)
    if not allocation.resize(session, reservation.park_id, reservation.spot_number, change_of, now):
        park = session.get_one(Park, reservation.park_id, populate_existing=True)
        raise TooLittleEnergy(_left(park) or 0, kwh - reservation.annual_kwh)


def changed_lines(before: Quote, after: Quote) -> list[list[str]]:
    """Old and new side by side, for the mail; what stays the same is left out."""
    rows = [
        ("Paket", _package(before), _package(after)),
        ("Zahlung", _plan(before), _plan(after)),
        ("Effektiver Jahreszins", _effective(before), _effective(after)),
        ("Zusammen", format_eur(before.instalments.total), format_eur(after.instalments.total)),
        ("Mindestens zurück im Jahr", _least(before), _least(after)),
    ]
    return [list(row) for row in rows if row[1] != row[2]]


def _package(of: Quote) -> str:
    return f"{of.package.name}, {number(of.package.annual_kwh)}\u00a0kWh"


def _plan(of: Quote) -> str:
    if not of.plan.months:
        return "einmal"
    last = "" if of.instalments.last == of.instalments.monthly else f", die letzte {format_eur(of.instalments.last)}"
    return f"{of.plan.months} Raten zu {format_eur(of.instalments.monthly)}{last}"


def _effective(of: Quote) -> str:
    return f"{format_decimal(of.instalments.effective_percent, 2)}\u00a0%" if of.plan.months else "keiner"


def _least(of: Quote) -> str:
    return format_eur(of.credits.minimum_total // 20)
