"""Staff change the package or plan of a household that asked for it, by the rules of its own page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.german import number
from services.offer import PLANS, Quote
from services.reservations.desk.correct import (
    Corrected,
    Correction,
    found,
    locked,
    previewed,
    refuse,
    refused,
    write_down,
)
from services.reservations.desk.correction_operations import CHANGE_SHARE
from services.reservations.desk.offer_change import (
    Choice,
    changed_lines,
    choice_columns,
    chosen_of,
    compared,
    keep_evidence,
    resized,
)
from services.reservations.desk.outcomes import affected, consequences
from services.reservations.desk.refusals import Refusal
from services.reservations.desk.results import Performed
from services.reservations.errors import OperationRefused
from services.reservations.models import Reservation, StaffOperation
from services.reservations.placement import promised

_UNCHANGED: Final = Refusal("unchanged", "Das ist schon das Paket und die Zahlung dieser Reservierung.")
_NO_INSTALMENTS: Final = Refusal("not_offered", "Ratenzahlung bieten wir derzeit nicht an.")


@dataclass(frozen=True, slots=True)
class SharePreview:
    """Both offers, what follows, and why it would be refused."""

    before: Quote
    after: Quote
    consequences: list[str]
    refusal: Refusal | None


def preview(
    session: Session, asked: Correction, wanted: Choice, *, instalments_offered: bool, notify: bool
) -> SharePreview:
    """What a change would mean. UnknownReservation; OperationRefused where no change is possible at all."""
    reservation = found(session, asked.reservation_id)
    refuse(CHANGE_SHARE, reservation)
    both = compared(session, reservation, wanted)
    request = previewed(CHANGE_SHARE, asked, notify=notify)
    why_not = _refusal(chosen_of(reservation), wanted, instalments_offered=instalments_offered)
    if why_not is None and not both.fits:
        why_not = _too_little(both.kwh_left or 0, wanted.annual_kwh - reservation.annual_kwh)
    sentences = consequences(CHANGE_SHARE, [affected(reservation)], is_told=request.is_told)
    return SharePreview(both.before, both.after, [_of_evidence(), *sentences], why_not)


def change_share(
    session: Session, asked: Correction, wanted: Choice, now: datetime, *, instalments_offered: bool
) -> Performed:
    """Change it. UnknownReservation, OperationRefused. A unit of work."""
    reservation = locked(session, CHANGE_SHARE, asked)
    known, before = chosen_of(reservation), promised(reservation)
    why_not = _refusal(known, wanted, instalments_offered=instalments_offered)
    if why_not is not None:
        raise refused(why_not, reservation)
    columns = choice_columns(reservation, wanted)
    if not resized(session, reservation, wanted.annual_kwh, now):
        raise _no_energy(session, reservation, wanted)
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
    return write_down(session, asked.request(CHANGE_SHARE), reservation, corrected, now)


def _refusal(known: Choice, wanted: Choice, *, instalments_offered: bool) -> Refusal | None:
    if known == wanted:
        return _UNCHANGED
    is_new = wanted.payment_plan != known.payment_plan
    if is_new and PLANS[wanted.payment_plan].months and not instalments_offered:
        return _NO_INSTALMENTS
    return None


def _no_energy(session: Session, reservation: Reservation, wanted: Choice) -> OperationRefused:
    left = compared(session, reservation, wanted).kwh_left or 0
    return refused(_too_little(left, wanted.annual_kwh - reservation.annual_kwh), reservation)


def _too_little(left: int, needed: int) -> Refusal:
    return Refusal(
        "too_little_energy",
        f"Im Park sind noch {number(left)} kWh im Jahr frei, das größere Paket braucht {number(needed)} mehr. "
        "Der Anteil bleibt, wie er ist.",
    )


def _of_evidence() -> str:
    return "Das Angebot wird neu gerechnet. Das bisherige bleibt als Nachweis erhalten."
