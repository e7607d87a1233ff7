"""Staff API for machine tokens, for administrators."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.integrations.models import MachineToken
from services.integrations import tokens
from services.integrations.tokens.schemas import MachineTokenIn, MachineTokenOut, MachineTokensOut, NewMachineTokenOut
from services.staff.access import AdminOf, CallOf, ConfirmedAdminOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call

router = StaffRouter(tag="machine tokens")


def _shown(session: Session, rows: Sequence[MachineToken], call: Call) -> list[MachineTokenOut]:
    names = actor_names(session, {by for row in rows for by in (row.created_by, row.revoked_by or "")})
    return [
        MachineTokenOut(
            id=row.id,
            name=row.name,
            beginning=row.beginning,
            schedules=row.schedules,
            state="revoked" if row.revoked_at else "valid" if tokens.is_valid(row, call.now) else "expired",
            created_at=row.created_at,
            created_by_name=names.get(row.created_by),
            expires_at=row.expires_at,
            last_used_at=row.last_used_at,
            revoked_at=row.revoked_at,
            revoked_by_name=names.get(row.revoked_by or ""),
        )
        for row in rows
    ]


@router.get("/machine-tokens", operation_id="list_machine_tokens", responses=problems(401, 403, 503))
def list_machine_tokens(call: CallOf, _staff: AdminOf) -> MachineTokensOut:
    """All tokens, also those that ended."""
    with call.db.read() as session:
        return MachineTokensOut(data=_shown(session, tokens.all_tokens(session), call))


@router.post(
    "/machine-tokens", status_code=201, operation_id="add_machine_token", responses=problems(401, 403, 422, 503)
)
def add_machine_token(body: MachineTokenIn, call: CallOf, staff: ConfirmedAdminOf) -> NewMachineTokenOut:
    """A new token; the answer is the only one that shows it."""
    wanted = tokens.wanted_of(body, call.now)

    def unit(session: Session) -> NewMachineTokenOut:
        row, token = tokens.add(session, wanted, staff.actor, call.now)
        return NewMachineTokenOut(**_shown(session, [row], call)[0].model_dump(), token=token)

    return call.db.write(unit)


@router.post(
    "/machine-tokens/{id}/revoke", operation_id="revoke_machine_token", responses=problems(401, 403, 404, 422, 503)
)
def revoke_machine_token(id: RowId, call: CallOf, staff: AdminOf) -> MachineTokenOut:
    """End a token at once."""

    def unit(session: Session) -> MachineTokenOut:
        row = tokens.revoke(session, id, staff.actor, call.now)
        session.flush()
        return _shown(session, [row], call)[0]

    return call.db.write(unit)
