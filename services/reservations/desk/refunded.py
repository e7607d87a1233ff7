"""A refund that staff made by hand, as they note it: how much, on which day, under which reference. Nothing is booked
here, so the amount may differ from what is owed: who gives back a part notes a part.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Final

from services.core.clock import berlin_day
from services.core.fields import Refused
from services.core.inputs import Default, Integer, Line, fault_of

REFUND_REFERENCE: Final = "refund_reference"
"""Name in a history: how the payment can be found in the account. Free text."""
MOST_CENTS: Final = 10_000_000
Cents = Integer(1, MOST_CENTS)
ReferenceIn = Annotated[str, Line(80), Default("")]


@dataclass(frozen=True, slots=True)
class Refunded:
    """`reference` may be empty."""

    cents: int
    day: date
    reference: str = ""


def noted(refund: Refunded, now: datetime) -> dict[str, Any]:
    """Its members in a history. ValidationProblem for a day that is still to come."""
    with fault_of("day"):
        if refund.day > berlin_day(now):
            raise Refused(
                "out_of_range", "Dieser Tag liegt noch vor uns. Vermerken Sie die Erstattung, wenn sie weg ist."
            )
    members = {"refunded_cents": refund.cents, "refunded_on": refund.day.isoformat()}
    return members | ({REFUND_REFERENCE: refund.reference} if refund.reference else {})
