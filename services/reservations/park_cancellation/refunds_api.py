"""Staff API for what is owed to the households of a park that is not built."""

from datetime import date
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel

from services.core.http.dependencies import DatabaseOf
from services.core.http.openapi import problems
from services.reservations.park_cancellation.refunds import Refund, refunds_of, total_of
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="parks")

ParkId = Annotated[str, Path(max_length=40)]


class RefundOut(BaseModel):
    """What one household is owed, in cents; `setup_fee_cents` and `price_cents` at most."""

    reservation_id: int
    reference: str
    name: str
    spot_number: int
    state_before: str
    card_check_cents: int
    is_card_check_refunded: bool
    setup_fee_cents: int
    price_cents: int
    total_cents: int


class RefundsOut(BaseModel):
    """By spot. `unpaid`: households that had paid nothing."""

    due_on: date
    rows: list[RefundOut]
    unpaid: int
    total_cents: int


class ParkRefundsOut(BaseModel):
    """null: the park is not called off."""

    refunds: RefundsOut | None


@router.get("/parks/{park}/refunds", operation_id="list_park_refunds", responses=problems(401, 403, 404, 503))
def list_park_refunds(db: DatabaseOf, park: ParkId, _staff: ClerkOf) -> ParkRefundsOut:
    """Who is owed what, and until when."""
    with db.read() as session:
        found = refunds_of(session, park)
    if found is None:
        return ParkRefundsOut(refunds=None)
    rows = [_row(row) for row in found.rows]
    shown = RefundsOut(due_on=found.due_on, rows=rows, unpaid=found.unpaid, total_cents=total_of(found.rows))
    return ParkRefundsOut(refunds=shown)


def _row(row: Refund) -> RefundOut:
    return RefundOut.model_validate(row, from_attributes=True)
