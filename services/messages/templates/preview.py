"""Previews a template while it is being written: fields filled in, and errors of those that cannot be."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from typing import Final

from sqlalchemy.orm import Session

from services.mail.letters.answers import StaffAnswer
from services.mail.rendering import Renderer
from services.messages.answers.preview import as_read
from services.messages.answers.recipients import of_reservation
from services.messages.answers.thread import with_reference
from services.messages.templates.fields import FIELDS, Household, fill, left_in, unknown_in, values_of
from services.messages.templates.schemas import FieldFaultOut, TemplatePreviewIn, TemplatePreviewOut
from services.offer import MINIMUM_TENTH_CT, quote
from services.parks.names import park_labels
from services.reservations.desk.show import find
from services.reservations.models import Reservation
from services.reservations.states import ReservationState

_EXAMPLE: Final = ("Erika", "Beispiel")
_CONVERSATION: Final = "NA-7K3M-Q2XH"
_KWH, _PLAN = 2000, "24m"
_LEFT: Final = re.compile(r"\{[^{}]*\}|[{}]")
_OPENS, _CLOSES = "\ue000", "\ue001"
"""Delimit fields without a value while the mail is rendered; private-use characters, so no text contains them."""
_MARKED: Final = "background:#fbe6e1;color:#a3271b;font-weight:600"


@dataclass(frozen=True, slots=True)
class Reader:
    """The signature of the preview, and its time."""

    clerk: str
    now: datetime


def preview(session: Session, renderer: Renderer, body: TemplatePreviewIn, reader: Reader) -> TemplatePreviewOut:
    """The template filled in for a reservation, else for an example household; UnknownReservation."""
    household = _household(session, body.reservation_id)
    values = values_of(household)
    subject, text = fill(body.subject, values).text, fill(body.text, values).text
    letter = StaffAnswer(
        with_reference(subject, household.conversation), _enclosed(text), reader.clerk, household.conversation
    )
    read = as_read(renderer, letter, reader.now)
    return TemplatePreviewOut(
        household=household.name,
        subject=read.subject,
        html=read.html.replace(_OPENS, f'<mark style="{_MARKED}">').replace(_CLOSES, "</mark>"),
        text=read.text.replace(_OPENS, "").replace(_CLOSES, ""),
        faults=list(_faults(subject, text)),
    )


def _household(session: Session, reservation_id: int | None) -> Household:
    if reservation_id is not None:
        return of_reservation(session, find(session, reservation_id), _CONVERSATION)
    park = next(iter(park_labels(session).values()))
    # A reservation that is not stored, with figures of the offer
    figures = quote(_KWH, _PLAN, MINIMUM_TENTH_CT)
    example = Reservation(
        first_name=_EXAMPLE[0],
        last_name=_EXAMPLE[1],
        reference="VG-7K3M-Q2XH",
        spot_number=217,
        state=ReservationState.RESERVED.value,
        annual_kwh=_KWH,
        payment_plan=_PLAN,
        share_amount_cents=figures.package.price_cents,
        instalment_cents=figures.instalments.monthly,
        monthly_credit_cents=figures.credits.monthly,
        annual_credit_cents=figures.credits.annual,
    )
    return Household(" ".join(_EXAMPLE), _CONVERSATION, example, park.name)


def _enclosed(text: str) -> str:
    """The text with each remaining field and single brace delimited."""
    return _LEFT.sub(rf"{_OPENS}\g<0>{_CLOSES}", text)


def _faults(*texts: str) -> Iterable[FieldFaultOut]:
    """The fields that have no value, each once, and why."""
    unknown = set(unknown_in(*texts))
    for field in left_in(*texts):
        yield FieldFaultOut(field=field, reason=_reason(field, field in unknown), is_unknown=field in unknown)


def _reason(field: str, is_unknown: bool) -> str:
    if not is_unknown:
        return "Für diesen Haushalt gibt es dazu keinen Wert. Beim Schreiben wird danach gefragt."
    name = field.strip("{} ").lower()
    if not name:
        return "Diese Klammer gehört zu keinem Feld."
    near = get_close_matches(name, FIELDS, n=1)
    return f"Dieses Feld gibt es nicht. Meinten Sie {{{near[0]}}}?" if near else "Dieses Feld gibt es nicht."
