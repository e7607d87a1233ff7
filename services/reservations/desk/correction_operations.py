"""Operations by which staff correct one reservation: share, spot, end. Pure, as `transitions.py`."""

from typing import Final

from services.reservations.states import ReservationState
from services.reservations.transitions import BEFORE_CONTRACT, Operation, SpotEffect, UndoRule

CHANGE_SHARE = Operation(
    "change_share",
    from_states=BEFORE_CONTRACT,
    mail="reservation_changed",
    spot=SpotEffect.CHANGE,
    needs_reason=True,
    may_be_untold=True,
    depends_on=frozenset({"state", "annual_kwh", "payment_plan"}),
    is_offered=False,
    correction="reservation_changed",
)
"""Staff change package or plan, in the states in which the household itself may."""

MOVE_SPOT = Operation(
    "move_spot",
    from_states=BEFORE_CONTRACT,
    mail="reservation_changed",
    spot=SpotEffect.CHANGE,
    needs_reason=True,
    may_be_untold=True,
    depends_on=frozenset({"state", "park_id", "spot_number"}),
    is_offered=False,
    correction="reservation_changed",
)
"""Another free spot, of the same park or of another one. A contract names its spot, so only before it."""

REOPEN = Operation(
    "reopen",
    from_states=frozenset({ReservationState.CANCELLED, ReservationState.EXPIRED}),
    to_state=ReservationState.RESERVED,
    mail="reservation_restored",
    spot=SpotEffect.CHANGE,
    undo=UndoRule.UNTIL_SENT,
    needs_reason=True,
    is_offered=False,
)
"""A reservation that is over is taken up again, once its end can no longer be undone."""

CORRECTIONS: Final[dict[str, Operation]] = {one.name: one for one in (CHANGE_SHARE, MOVE_SPOT, REOPEN)}
"""Each takes one reservation and more than its id, and so has an address of its own."""
