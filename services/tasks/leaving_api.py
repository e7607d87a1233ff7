"""Staff API for switching an account off."""

from pydantic import BaseModel

from services.core.http.openapi import problems
from services.core.inputs import Body, RowId, RowIdIn
from services.staff.access import AdminOf, CallOf, ConfirmedAdminOf, StaffRouter
from services.staff.accounts.staff_api import AccountShowOut, changed
from services.staff.holdings import HoldingKind
from services.staff.models import Role
from services.tasks.leaving import holdings, switch_off

router = StaffRouter(tag="accounts")


class HoldingOut(BaseModel):
    """One thing that hangs on the account. `roles` are those of colleagues who may take it over."""

    kind: HoldingKind
    subject: str
    name: str
    roles: list[Role]


class HoldingsOut(BaseModel):
    holdings: list[HoldingOut]


class LeavingIn(Body):
    """To whom goes what hangs on the account; empty: it stays there."""

    hand_over_to: RowIdIn | None = None


@router.get("/accounts/{id}/holdings", operation_id="get_account_holdings", responses=problems(401, 403, 404, 422, 503))
def get_account_holdings(id: RowId, call: CallOf, staff: AdminOf) -> HoldingsOut:
    """What the account receives and answers for."""
    with call.db.read() as session:
        return HoldingsOut(
            holdings=[
                HoldingOut(kind=one.kind, subject=one.subject, name=one.name, roles=sorted(one.roles))
                for one in holdings(session, id, staff.actor, call.now)
            ]
        )


@router.post("/accounts/{id}/disable", operation_id="disable_account", responses=problems(401, 403, 404, 409, 422, 503))
def disable_account(id: RowId, body: LeavingIn, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """Lock an account from this moment on, and hand over what hangs on it; also what still hangs on a locked one."""
    return changed(call, lambda session: switch_off(session, id, body.hand_over_to, staff.actor, call.now))
