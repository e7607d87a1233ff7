"""Staff API of the board of attacks."""

from services.core.http.openapi import problems
from services.operation.attacks.board import board
from services.operation.attacks.schemas import AttacksOut, attacks_out
from services.staff.access import AdminOf, CallOf, StaffRouter

router = StaffRouter(tag="operation")


@router.get("/operation/attacks", operation_id="show_attacks", responses=problems(401, 403, 503))
def show_attacks(call: CallOf, _staff: AdminOf) -> AttacksOut:
    """What was refused within the last hours and days, of all servers together; counts alone, no addresses."""
    with call.db.read() as session:
        return attacks_out(board(session, call.now))
