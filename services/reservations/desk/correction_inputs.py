"""Bodies of the calls by which staff correct one reservation."""

from typing import Annotated, Final, Literal

from services.core.http.errors import ValidationProblem
from services.core.inputs import Body, Choice, Line, Needed, Reason, ReasonOrNone, Version, Whole
from services.reservations.desk.correct import Correction
from services.reservations.desk.operation_calls import UNTOLD_REASON

_LARGEST_NUMBER: Final = 1_000_000
Kwh = Annotated[
    Literal[1000, 2000, 3000],
    Choice("Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh."),
    Needed("Bitte wählen Sie ein Paket."),
]
Plan = Annotated[
    Literal["one-off", "24m", "48m"],
    Choice("Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten."),
    Needed("Bitte wählen Sie, wie der Haushalt zahlt."),
]
SpotNumber = Annotated[int, Whole(1, _LARGEST_NUMBER), Needed("Bitte wählen Sie einen Platz.")]
ParkIdIn = Annotated[str, Line(40), Needed("Bitte wählen Sie einen Solarpark.")]


class SharePreviewIn(Body):
    """Another package and plan, and whether the household would be told."""

    annual_kwh: Kwh
    payment_plan: Plan
    notify: bool = True


class MovePreviewIn(Body):
    """Another place, and whether the household would be told."""

    park: ParkIdIn
    spot_number: SpotNumber
    notify: bool = True


class _Reasoned(Body):
    """Why, and over which version. Without `notify` the household gets no mail, and `untold_reason` says why."""

    reason: Reason
    version: Version
    notify: bool = True
    untold_reason: ReasonOrNone = ""


class ShareChangeIn(_Reasoned):
    """Another package and plan."""

    annual_kwh: Kwh
    payment_plan: Plan


class MoveIn(_Reasoned):
    """Another place."""

    park: ParkIdIn
    spot_number: SpotNumber


class ReopenIn(Body):
    """Why it is taken up again, and, where households wait for a place, why before them."""

    reason: Reason
    version: Version
    past_waiting_reason: ReasonOrNone = ""


def correction(reservation_id: int, body: _Reasoned, actor: str) -> Correction:
    """What is asked for; ValidationProblem where nobody is told and nothing says why."""
    if not body.notify and not body.untold_reason:
        raise ValidationProblem([UNTOLD_REASON])
    untold = "" if body.notify else body.untold_reason
    return Correction(reservation_id, actor, body.reason, untold, body.version)
