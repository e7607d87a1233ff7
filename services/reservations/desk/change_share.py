"""Another package or plan before the contract: the offer is computed again, and both are kept.

The first half is the household's own page's too; staff change it for a household that asked.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.german import number
from services.offer import PLANS, Quote, money, quote
from services.offer.money import Figures
from services.parks import allocation
from services.parks.models import Park
from services.reservations.desk.correct import (
    Corrected,
    TakingBack,
    locked,
    refuse,
    refused,
    write_down,
)
from services.reservations.desk.outcomes import Refusal, consequences
from services.reservations.desk.perform import Request
from services.reservations.desk.schemas import PerformedOut, SharePreviewOut, StaffShareOut
from services.reservations.desk.show import find
from services.reservations.evidence import keep
from services.reservations.evidence.keep import NOTHING
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.placement import figure_columns, promised
from services.reservations.transitions import CHANGE_SHARE

_UNCHANGED: Final = Refusal("unchanged", "Das ist schon das Paket und die Zahlung dieser Reservierung.")
_ENERGY_GONE: Final = Refusal("too_little_energy", "Für das frühere Paket ist im Park zu wenig Energie frei.")
_NO_INSTALMENTS: Final = Refusal("not_offered", "Ratenzahlung bieten wir derzeit nicht an.")


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


def chosen_of(reservation: Reservation) -> Choice:
    return Choice(reservation.annual_kwh, reservation.payment_plan)


def compared(session: Session, reservation: Reservation, wanted: Choice) -> Comparison:
    """What a change would mean; nothing is changed."""
    left = energy_left(session.get_one(Park, reservation.park_id))
    more = wanted.annual_kwh - reservation.annual_kwh
    return Comparison(
        before=promised(reservation),
        after=quote(wanted.annual_kwh, wanted.payment_plan, reservation.credit_tenth_ct),
        fits=left is None or more <= left,
        kwh_left=left,
    )


def energy_left(park: Park) -> int | None:
    """The kWh a year that a larger package can take; None: no limit. What is free while households wait is theirs."""
    if park.waiting:
        return 0
    return None if park.kwh_limit is None else max(park.kwh_limit - park.kwh_taken, 0)


def resized(session: Session, reservation: Reservation, kwh: int, now: datetime) -> bool:
    """Count another package on the spot of a locked reservation. False: the park has too little energy left."""
    change_of = (reservation.annual_kwh, kwh)
    if change_of[0] == change_of[1]:
        return True
    return allocation.resize(session, reservation.park_id, reservation.spot_number, change_of, now)


def choice_columns(reservation: Reservation, wanted: Choice) -> dict[str, Any]:
    """The columns of a reservation with another package and plan."""
    after = quote(wanted.annual_kwh, wanted.payment_plan, reservation.credit_tenth_ct)
    return {"annual_kwh": wanted.annual_kwh, "payment_plan": wanted.payment_plan, **figure_columns(after)}


def keep_evidence(session: Session, reservation: Reservation, known: Choice, now: datetime) -> str:
    """Keep both offers, the former one as it was promised; the reservation has the new one already. Returns the
    fingerprint for the audit log.
    """
    today = quote(known.annual_kwh, known.payment_plan, reservation.credit_tenth_ct)
    former = keep.latest_offer(session, reservation.id)
    row = keep.evidence_row(_shown(session, reservation, promised(reservation), today), now)
    return _kept(session, reservation, keep.naming(row, before_sha256=former) if former else row)


def keep_taken_back(session: Session, reservation: Reservation, replaced: Choice, now: datetime) -> str:
    """Keep that the former offer counts again: the latest evidence the other way round."""
    today = quote(replaced.annual_kwh, replaced.payment_plan, reservation.credit_tenth_ct)
    row = keep.evidence_row(_shown(session, reservation, promised(reservation), today), now)
    latest = keep.latest_change(session, reservation.id)
    if latest is not None:
        row = keep.naming(row, offer_sha256=latest.before, before_sha256=latest.offer)
    return _kept(session, reservation, row)


def _shown(session: Session, reservation: Reservation, offer: Quote, before: Quote) -> keep.Shown:
    park = session.get_one(Park, reservation.park_id)
    place = keep.Place(reservation.reference, park.id, park.name, reservation.spot_number, park.spot_limit)
    return keep.Shown(EvidenceMoment.SHARE_CHANGED, place, offer, {}, NOTHING, NOTHING, before=before)


def _kept(session: Session, reservation: Reservation, row: dict[str, Any]) -> str:
    keep.keep(session, [{**row, "reservation_id": reservation.id}])
    return str(row["sha256"])


def changed_lines(before: Quote, after: Quote) -> list[list[str]]:
    """Old and new side by side, for the mail: the package, and of the block of money what does not stay the same."""
    package = ("Paket", _package(before), _package(after))
    rows = zip(money.rows(Figures.of(before)), money.rows(Figures.of(after)), strict=True)
    both = [(old.label, _told(old, new), _told(new, old)) for old, new in rows]
    return [list(line) for line in (package, *both) if line[1] != line[2]]


def _package(of: Quote) -> str:
    return f"{of.package.name}, {number(of.package.annual_kwh)}\u00a0kWh"


def _told(row: money.Row, other: money.Row) -> str:
    """A row's amount, with what it is made of where that changes too."""
    return row.amount if row.note == other.note else f"{row.amount} ({row.note})"


def preview(
    session: Session, reservation_id: int, wanted: Choice, *, instalments_offered: bool, notify: bool
) -> SharePreviewOut:
    """What a change would mean. UnknownReservation; OperationRefused where no change is possible at all."""
    reservation = find(session, reservation_id)
    refuse(CHANGE_SHARE, reservation)
    both = compared(session, reservation, wanted)
    why_not = _refusal(chosen_of(reservation), wanted, instalments_offered=instalments_offered)
    if why_not is None and not both.fits:
        why_not = _too_little(both.kwh_left or 0, wanted.annual_kwh - reservation.annual_kwh)
    sentences = consequences(CHANGE_SHARE, [reservation], is_told=notify)
    return SharePreviewOut(
        before=StaffShareOut.of(both.before),
        after=StaffShareOut.of(both.after),
        consequences=["Das Angebot wird neu gerechnet. Das bisherige bleibt als Nachweis erhalten.", *sentences],
        refusal=why_not,
    )


def change_share(
    session: Session, request: Request, wanted: Choice, now: datetime, *, instalments_offered: bool
) -> PerformedOut:
    """Change it. UnknownReservation, OperationRefused. A unit of work."""
    reservation = locked(session, request)
    known, before = chosen_of(reservation), promised(reservation)
    why_not = _refusal(known, wanted, instalments_offered=instalments_offered)
    if why_not is not None:
        raise refused(why_not, reservation)
    columns = choice_columns(reservation, wanted)
    if not resized(session, reservation, wanted.annual_kwh, now):
        left = compared(session, reservation, wanted).kwh_left or 0
        raise refused(_too_little(left, wanted.annual_kwh - reservation.annual_kwh), reservation)
    lines = changed_lines(before, compared(session, reservation, wanted).after)
    details = {
        "from": [known.annual_kwh, known.payment_plan],
        "to": [wanted.annual_kwh, wanted.payment_plan],
        "state": reservation.state,
    }
    members = {"lines": lines, "is_by_us": True}

    def settle(_performed: StaffOperation) -> dict[str, Any]:
        return {"evidence": keep_evidence(session, reservation, known, now)}

    corrected = Corrected(columns, members, details, settle)
    return write_down(session, request, reservation, corrected, now)


def _refusal(known: Choice, wanted: Choice, *, instalments_offered: bool) -> Refusal | None:
    if known == wanted:
        return _UNCHANGED
    is_new = wanted.payment_plan != known.payment_plan
    if is_new and PLANS[wanted.payment_plan].months and not instalments_offered:
        return _NO_INSTALMENTS
    return None


def _too_little(left: int, needed: int) -> Refusal:
    return Refusal(
        "too_little_energy",
        f"Im Park sind noch {number(left)} kWh im Jahr frei, das größere Paket braucht {number(needed)} mehr. "
        "Der Anteil bleibt, wie er ist.",
    )


def _take_back(session: Session, reservation: Reservation, made: ReservationChange, now: datetime) -> Refusal | None:
    kwh = int(made.before.get("annual_kwh", reservation.annual_kwh))
    return None if resized(session, reservation, kwh, now) else _ENERGY_GONE


def _after(session: Session, reservation: Reservation, made: ReservationChange, now: datetime) -> dict[str, Any]:
    """Keep that the former offer counts again."""
    replaced = {name: made.after.get(name, getattr(reservation, name)) for name in ("annual_kwh", "payment_plan")}
    evidence = keep_taken_back(session, reservation, Choice(**replaced), now)
    return {"state": reservation.state, "evidence": evidence}


TAKING_BACK: Final = TakingBack(_take_back, _after, has_lines=True)
